"""Who sits where and who deals, put right from any hand on: what moves with the seats, and what stays.

Where five play with ten tricks, 6 bid and 7 taken pay 49 and each defender 6; 7 bid and 6 taken pay 21 and 38.
"""

import pytest

from scorer.sheet.changes.corrections import substitutions

from ..evening import FOR_AMBER, FOR_ELLIE, FOUR, SET, SIX, SWAPPED, Evening, dealers
from ..files import FIVE, RESULT

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE


@pytest.mark.parametrize(
    ("new", "comes"),
    [
        (FIVE, {}),
        (SWAPPED, {}),
        (FOR_ELLIE, {ELLIE: "Fiona"}),
        (["Fiona", BETTY, "Grace", DIANA, ELLIE], {AMBER: "Fiona", CINDY: "Grace"}),
        (["Fiona", AMBER, CINDY, DIANA, ELLIE], {BETTY: "Fiona"}),
        (["Fiona", "Grace", CINDY, AMBER, ELLIE], {BETTY: "Grace", DIANA: "Fiona"}),
        (FOUR, {}),
        (SIX, {}),
        (["Fiona", *FOUR[1:]], {}),
    ],
)
def test_whoever_comes_comes_for_whoever_leaves_her_own_seat_first(new: list[str], comes: dict[str, str]) -> None:
    assert substitutions(FIVE, new) == comes


def test_before_the_first_hand_the_table_sits_down_anew() -> None:
    evening = Evening()
    evening.seat(None, FOR_ELLIE, "Fiona")
    assert (evening.snapshot.sheet.players, evening.snapshot.sheet.dealer) == (tuple(FOR_ELLIE), "Fiona")
    assert evening.totals == dict.fromkeys(FOR_ELLIE, 0)


def test_from_the_first_hand_on_everything_is_seated_anew() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(1, FOR_ELLIE, AMBER)
    assert dealers(evening.ledger) == [AMBER, BETTY, CINDY]
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, "Fiona": 27}
    assert evening.row(2).summary == "Betty and Fiona 7♠, took 6"


def test_a_swap_from_a_hand_on_leaves_the_hands_before_it_and_every_point() -> None:
    evening = Evening(RESULT, SET, RESULT)
    before, first = evening.totals, evening.row(1)
    evening.seat(2, SWAPPED, AMBER)
    assert evening.row(1) is first
    assert [list(row.game.players) for row in evening.ledger.rows] == [FIVE, SWAPPED, SWAPPED]
    assert dealers(evening.ledger) == [ELLIE, AMBER, DIANA, CINDY]
    assert evening.totals == before


def test_a_swap_from_the_next_hand_on_is_kept_with_that_hand() -> None:
    evening = Evening(RESULT)
    evening.seat(None, SWAPPED, AMBER)
    assert evening.players == SWAPPED
    evening.record(SET)
    assert evening.row(2).hand.facts["players"] == SWAPPED
    assert dealers(evening.ledger) == [ELLIE, AMBER, DIANA]


def test_seated_back_a_hand_names_no_players_any_more() -> None:
    evening = Evening(RESULT, SET)
    before = evening.snapshot.sheet
    evening.seat(2, SWAPPED, AMBER)
    evening.seat(2, FIVE, AMBER)
    assert evening.snapshot.sheet.hands == before.hands


def test_a_later_seating_stays_when_an_earlier_one_is_put_right() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, SWAPPED, BETTY)
    evening.record(RESULT)
    evening.seat(2, [BETTY, AMBER, CINDY, DIANA, ELLIE], AMBER)
    assert [row.game.players[:2] for row in evening.ledger.rows] == [
        (AMBER, BETTY),
        (BETTY, AMBER),
        (AMBER, DIANA),
    ]
    assert evening.totals == {AMBER: 136, BETTY: 33, CINDY: 136, DIANA: 50, ELLIE: 33}


@pytest.mark.parametrize(
    ("hand", "dealer", "deals"),
    [
        (1, AMBER, [AMBER, BETTY, CINDY, DIANA]),
        (2, DIANA, [ELLIE, DIANA, ELLIE, AMBER]),
        (3, BETTY, [ELLIE, AMBER, BETTY, CINDY]),
        (3, DIANA, [ELLIE, AMBER, DIANA, ELLIE]),
        (None, AMBER, [ELLIE, AMBER, BETTY, AMBER]),
    ],
)
def test_a_dealer_put_right_moves_every_deal_after_it_and_no_point(
    hand: int | None, dealer: str, deals: list[str]
) -> None:
    evening = Evening(RESULT, SET, RESULT)
    before = evening.totals
    evening.seat(hand, FIVE, dealer)
    assert dealers(evening.ledger) == deals
    assert evening.totals == before


def test_the_deal_moves_only_up_to_the_next_dealer_whom_the_table_has_set() -> None:
    evening = Evening(RESULT, RESULT)
    evening.seat(None, FIVE, ELLIE)
    evening.record(RESULT)
    evening.seat(1, FIVE, CINDY)
    assert dealers(evening.ledger) == [CINDY, DIANA, ELLIE, AMBER]


def test_whoever_comes_for_a_dealer_deals_in_her_place() -> None:
    evening = Evening(RESULT, RESULT)
    evening.seat(None, FIVE, ELLIE)
    evening.record(RESULT)
    evening.seat(2, FOR_ELLIE, AMBER)
    assert dealers(evening.ledger) == [ELLIE, AMBER, "Fiona", AMBER]


def test_points_stay_with_the_name_that_made_them_and_a_newcomer_starts_at_nought() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FOR_ELLIE, AMBER)
    assert evening.totals == {AMBER: 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6, "Fiona": 0}
    evening.record({**SET, "accepter": "Fiona"})
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 6, "Fiona": 21}


def test_a_newcomer_who_takes_over_starts_with_the_points_of_whoever_leaves() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, FOR_AMBER, BETTY, heir="Fiona")
    assert evening.totals == {AMBER: 87, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 27, "Fiona": 87}
    assert evening.row(3).summary == "settled by the table: Fiona takes over from Amber"
    assert evening.players == FOR_AMBER
    assert dealers(evening.ledger) == [ELLIE, AMBER, BETTY, BETTY]


def test_from_an_earlier_hand_on_she_takes_over_what_there_was_before_that_hand() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(2, FOR_AMBER, BETTY, heir="Fiona")
    assert evening.totals == {AMBER: 49, BETTY: 27, CINDY: 87, DIANA: 44, ELLIE: 27, "Fiona": 49 + 38}


def test_in_the_first_hand_there_is_nothing_to_take_over() -> None:
    evening = Evening(RESULT)
    evening.seat(1, FOR_AMBER, ELLIE, heir="Fiona")
    assert len(evening.ledger.rows) == 1
    assert evening.totals == {"Fiona": 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6}


def test_whoever_comes_for_a_player_without_a_hand_takes_over_nought() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FOR_ELLIE, AMBER)
    evening.seat(None, [*FOUR, "Grace"], AMBER, heir="Grace")
    assert evening.totals == {AMBER: 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6, "Grace": 0}


@pytest.mark.parametrize("seating", [["Fionna", *FIVE[1:]], SIX, SWAPPED])
def test_whoever_takes_nobody_s_seat_takes_nothing_over(seating: list[str]) -> None:
    """As when her name is put right after the table has said that she takes over."""
    evening = Evening(RESULT)
    evening.seat(None, seating, BETTY, heir="Fiona")
    assert evening.totals == {**dict.fromkeys(seating, 0), AMBER: 49, BETTY: 6, CINDY: 49, DIANA: 6, ELLIE: 6}


def test_a_player_sits_out_and_comes_back_to_her_own_points() -> None:
    """Four play with 13 tricks: 7 taken leave 6, worth 21 to each defender."""
    evening = Evening(RESULT)
    evening.seat(None, FOUR, AMBER)
    evening.record(RESULT)
    assert evening.totals == {AMBER: 98, BETTY: 27, CINDY: 98, DIANA: 27, ELLIE: 6}
    evening.seat(None, FIVE, BETTY)
    evening.record(RESULT)
    assert evening.totals == {AMBER: 147, BETTY: 33, CINDY: 147, DIANA: 33, ELLIE: 12}
