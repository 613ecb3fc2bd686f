"""Acts of talk that come after somebody else's: each looks at the sheet as it is by then."""

import pytest

from scorer.rules.core import ONE_HAND_AT_A_TIME
from scorer.sheet.changes.disputes import Agreement
from scorer.sheet.core.entries import Outcome, timeline
from scorer.sheet.core.judge import IllegalHandError
from scorer.store.scorebook import StaleVersionError
from scorer.web import disputes
from scorer.web.disputes import AlreadyDoneError

from ...sheet.acts import HANDS
from ...sheet.evening import FIVE, Evening

FIVE_TRICKS = {**HANDS[2], "tricks": 5}


def disputed() -> tuple[Evening, int]:
    """Three hands, recorded by entries 2 to 4, the third in dispute."""
    evening = Evening(*HANDS)
    evening.act(disputes.to_dispute(4))
    return evening, 5


def test_a_hand_that_was_struck_is_disputed_no_more() -> None:
    evening = Evening(*HANDS)
    evening.strike(3)
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_dispute(4))


def test_nothing_is_said_of_a_dispute_that_was_undone_or_whose_hand_was_struck() -> None:
    for undo in (True, False):
        evening, number = disputed()
        if undo:
            evening.undo()
        else:
            evening.strike(3)
        with pytest.raises(StaleVersionError):
            evening.act(disputes.to_state(number, "Betty", "No!"))


def test_a_version_is_put_in_the_place_of_its_own_hand_though_one_above_was_struck() -> None:
    evening, number = disputed()
    evening.strike(1)
    evening.act(disputes.to_state(number, "Betty", "", FIVE_TRICKS))
    [told] = [told for told in evening.history.of_hand(4) if told.verb == "Stated"]
    assert told.what == "Betty has hand 2 as Cindy and Diana 5♣, took 5"


def test_a_version_that_would_leave_the_hand_open_is_refused() -> None:
    evening, number = disputed()
    assert (
        evening.refuses(disputes.to_state(number, "Betty", "", {"calls": ["Cindy: 5C"]}))[1] is ONE_HAND_AT_A_TIME
    )


def test_whoever_was_substituted_says_nothing_any_more() -> None:
    evening, number = disputed()
    evening.seat(1, ["Amber", "Zoe", *FIVE[2:]], "Ellie")
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_state(number, "Betty", "No!"))


def test_a_version_follows_a_substitution_that_reaches_back_over_its_hand() -> None:
    evening, number = disputed()
    evening.act(disputes.to_state(number, "Diana", "", FIVE_TRICKS))
    evening.seat(1, ["Amber", "Betty", "Cindy", "Zoe", "Ellie"], "Ellie")
    [known] = evening.snapshot.disputes
    assert known.statements[0].hand == {**FIVE_TRICKS, "accepter": "Zoe"}
    assert known.statements[0].player == "Zoe"


def test_a_dispute_settled_twice_is_settled_once() -> None:
    evening, number = disputed()
    upheld = disputes.to_settle(number, Outcome.UPHELD, (), "", None)
    evening.act(upheld)
    with pytest.raises(AlreadyDoneError):
        evening.act(upheld)
    assert evening.history.line(evening.entries[-1]).what == "hand 3, Cindy and Diana 5♣, took 8: upheld"


def test_nobody_signs_a_sheet_that_changed_since_she_saw_it() -> None:
    evening = Evening(*HANDS)
    seen = evening.snapshot.version
    evening.act(disputes.to_agree(2, "Amber", seen))
    evening.act(disputes.to_sign("Amber", seen))
    evening.amend(1, {**HANDS[0], "tricks": 6})
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_sign("Betty", seen))


def test_seats_that_change_a_hand_void_its_agreements() -> None:
    evening = Evening(*HANDS)
    for hand in (2, 4):
        evening.act(disputes.to_agree(hand, "Amber", evening.snapshot.version))
    evening.seat(2, ["Amber", "Zoe", *FIVE[2:]], "Amber")
    agreed = Agreement.of(timeline(evening.entries).acts).hands
    assert agreed == {2: {"Amber": False}}


def test_a_statement_that_came_too_late_spoils_no_sheet() -> None:
    """As an earlier release may have written it."""
    evening, number = disputed()
    late = disputes.to_state(number, "Betty", "No!")(evening.snapshot)
    evening.strike(3)
    evening.act(lambda snapshot: late)
    assert evening.history.of_hand(4)[0].what == "Betty on hand 3, “No!”"
    evening.undo(4)
    evening.act(lambda snapshot: late)
    assert evening.snapshot.disputes == ()


def test_a_broken_version_is_no_version() -> None:
    evening, number = disputed()
    with pytest.raises(IllegalHandError):
        evening.act(disputes.to_state(number, "Betty", "", {**HANDS[2], "tricks": 11}))
