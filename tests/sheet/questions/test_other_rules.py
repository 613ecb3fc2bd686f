"""The same hands under other house rules are what a sheet that began with these would say."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.offender.rules import TRICKS_TAKEN
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.questions.what_if import OptionMismatchError, under

from ...rules.drawing import MANY
from ..drawing import OPTIONS
from ..drawing import SHEETS as OFFENDER
from ..evening import SPOKEN
from ..files import RESULT, ledger
from ..games import test_oh_hell_sheets, test_pirate_sheets, test_spades_sheets

CHANGES = st.one_of(
    st.tuples(OFFENDER, OPTIONS),
    st.tuples(test_spades_sheets.SHEETS, st.sampled_from([{"bag_limit": 3}, {"failed_nil": "partner"}])),
    st.tuples(test_oh_hell_sheets.SHEETS, st.sampled_from([{"scoring": "squares"}, {"hook": False}])),
    st.tuples(test_pirate_sheets.SHEETS, st.sampled_from([{"rubber_bonus": 7}, {"small_slam": 9}])),
)


def options(sheet: Sheet, **changed: Any) -> dict[str, Any]:
    """All of them: the sheet's own first ones with these changes."""
    return {**GAMES[sheet.game].options_type.usual(), **sheet.options, **changed}


@MANY
@given(CHANGES)
def test_the_ledger_is_that_of_a_sheet_that_began_so(case: tuple[Sheet, dict[str, Any]]) -> None:
    sheet, changed = case
    kept = Ledger.of(sheet)
    bare = (Hand({k: v for k, v in hand.facts.items() if k != "options"}) for hand in sheet.hands)
    hands = tuple(bare)[: len(kept.rows)]
    try:
        expected = Ledger.of(replace(sheet, options={**sheet.options, **changed}, hands=hands, coming={}))
    except (IllegalHandError, FormatError):
        # Calls alone are left out where they fit no more, and what is not asked for.
        return
    found = under(kept, options(sheet, **changed))
    assert (found.columns, found.totals, found.standings) == (
        expected.columns,
        expected.totals,
        expected.standings,
    )
    assert [row.points for row in found.rows] == [row.points for row in expected.rows]


@MANY
@given(OFFENDER, st.integers(1, 9))
def test_the_first_hand_that_could_not_have_been_played_is_named(sheet: Sheet, tricks: int) -> None:
    kept = Ledger.of(sheet)
    contracts = [(row.number, row.result) for row in kept.rows if row.result]
    misfits = [number for number, hand in contracts if max(hand.tricks, hand.contract.level) > tricks]
    if not misfits:
        return
    with pytest.raises(IllegalHandError) as caught:
        under(kept, options(sheet, tricks=tricks, no_trump=True, lowest_bid=0))
    assert caught.value.hand <= misfits[0]


def test_a_hand_of_seven_tricks_has_no_place_in_one_of_six() -> None:
    kept = ledger({**RESULT, "tricks": 5, "contract": "5H"}, RESULT)
    with pytest.raises(IllegalHandError) as caught:
        under(kept, options(kept.sheet, tricks=6))
    assert (caught.value.hand, caught.value.violation.rule) == (2, TRICKS_TAKEN)


def test_calls_that_could_not_be_spoken_so_leave_the_contract_standing() -> None:
    kept = ledger({"calls": SPOKEN, "tricks": 7})
    found = under(kept, {**asdict(kept.table.game.options), "tricks": 9})
    assert found.totals == (49, 3, 49, 3, 3)


def test_what_the_other_rules_do_not_ask_for_is_left_aside() -> None:
    """Honors count in the auction's scoring only."""
    four = ["Alan", "Dave", "Gracie", "Mike"]
    hand = {"contract": "4S", "declarer": "Dave", "acceptor": "Gracie", "tricks": 10, "honors": {"Dave": 4}}
    kept = ledger(hand, game="pirate-bridge", players=four)
    assert kept.totals == (0, 108, 108, 0)  # 36 and 72 for honors
    assert under(kept, options(kept.sheet, scoring="contract")).totals == (0, 420, 420, 0)
    # The hand itself still has them.
    assert kept.rows[0].hand.facts["honors"] == {"Dave": 4}


@pytest.mark.parametrize(
    ("hand", "now", "then"),
    [
        (test_spades_sheets.HAND, {}, {"variant": "new-york"}),
        (test_spades_sheets.UNBID, {"variant": "new-york"}, {"variant": "standard"}),
    ],
)
def test_hands_that_were_written_down_otherwise_cannot_be_compared(
    hand: dict[str, Any], now: dict[str, Any], then: dict[str, Any]
) -> None:
    kept = ledger(hand, **{**test_spades_sheets.HEAD, "options": now})
    with pytest.raises(
        OptionMismatchError, match="Hand 1 does not say what these house rules ask for: other bids"
    ):
        under(kept, options(kept.sheet, **then))
