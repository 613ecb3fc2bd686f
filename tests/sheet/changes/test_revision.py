"""What becomes of the calls and of settled hands when a sheet is written anew from one hand on."""

import pytest

from ..evening import FOR_AMBER, FOR_ELLIE, FOUR, SET, SILENCE, SIX, SPOKEN, SWAPPED, Evening, dealers
from ..files import FIVE, RESULT

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE


def test_in_a_settled_hand_a_newcomer_of_an_earlier_one_has_nought() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, FOR_AMBER, BETTY, heir="Fiona")
    evening.seat(2, [*FOUR, "Grace"], AMBER)
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 6, "Grace": 21, "Fiona": 87}
    assert evening.row(3).hand.facts["points"] == {**dict.fromkeys([*FIVE, "Grace"], 0), "Fiona": 87}


def test_a_settled_hand_forgets_who_scored_nought_and_has_not_sat_down_after_all() -> None:
    evening = Evening(RESULT)
    evening.seat(None, SIX, AMBER)
    evening.seat(None, ["Grace", *SIX[1:]], BETTY, heir="Grace")
    assert evening.totals == {AMBER: 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6, "Grace": 49, "Fiona": 0}
    evening.seat(2, ["Grace", *FIVE[1:]], BETTY)
    assert evening.totals == {AMBER: 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6, "Grace": 49}


def test_the_calls_of_whoever_left_are_those_of_whoever_came() -> None:
    evening = Evening()
    evening.call(*SPOKEN)
    evening.record(RESULT)
    evening.seat(1, FOR_AMBER, ELLIE)
    assert list(evening.row(1).hand.calls) == [call.replace(AMBER, "Fiona") for call in SPOKEN]
    assert evening.totals == {"Fiona": 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6}


def test_calls_that_cannot_have_been_spoken_so_go_and_the_result_stays() -> None:
    evening = Evening()
    evening.call(*SPOKEN)
    evening.record(RESULT)
    before = evening.totals
    evening.seat(1, SWAPPED, ELLIE)
    assert evening.row(1).hand.facts == {**RESULT, "dealer": ELLIE}
    assert evening.totals == before


def test_a_hand_that_nobody_bid_stays_one_without_its_calls() -> None:
    evening = Evening()
    evening.call(*SILENCE)
    assert evening.row(1).hand.calls
    evening.seat(1, SWAPPED, ELLIE)
    assert evening.row(1).hand.facts == {"contract": None, "dealer": ELLIE}
    assert not any(evening.totals.values())


def test_calls_that_break_the_new_house_rules_go_and_the_result_stays() -> None:
    """Where the accepter's left speaks next it was Diana's turn after Cindy had accepted, not Betty's."""
    evening = Evening()
    evening.call(*SPOKEN)
    evening.record(RESULT)
    before = evening.totals
    evening.rules(speaks_next="left of accepter", whole=True)
    assert evening.row(1).hand.calls == ()
    assert evening.totals == before


@pytest.mark.parametrize(
    ("seating", "dealer", "kept"),
    [
        (FOR_ELLIE, "Fiona", True),
        (SWAPPED, ELLIE, True),
        (FIVE, AMBER, False),
        ([*FIVE[1:], AMBER], AMBER, False),
    ],
)
def test_the_open_hand_keeps_its_calls_where_they_fit(seating: list[str], dealer: str, kept: bool) -> None:
    evening = Evening()
    evening.call("Amber: 6H")
    evening.seat(None, seating, dealer)
    assert bool(evening.ledger.playing) is kept
    assert (evening.players, dealers(evening.ledger)) == (seating, [dealer])
    assert evening.totals == dict.fromkeys(seating, 0)
