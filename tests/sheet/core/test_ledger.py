"""The ledger of a sheet: the document's own table, and what holds however the sheet is amended."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.exports import json_answer
from scorer.rules.reading import FormatError
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.sheet_file import load

from ...rules.drawing import MANY
from ..any_game import ANY_SHEET
from ..drawing import HANDS, OPTIONS, SHEETS, playable
from ..files import FIVE, NOBODY, RESULT, content, ledger
from ..vectors import sheet_of

# [S0 example of multi-game scoring] The accumulated points; game 2 of Ellie is printed "6 + 21 27", a slip.
ACCUMULATED = [
    ["49", "6", "49", "6", "6"],
    ["49 + 38 = 87", "6 + 21 = 27", "49 + 38 = 87", "6 + 38 = 44", "6 + 21 = 27"],
    ["87 + 3 = 90", "27 + 3 = 30", "87 + 51 = 138", "44 + 51 = 95", "27 + 3 = 30"],
    ["90 + 42 = 132", "30 + 28 = 58", "138 + 42 = 180", "95 + 28 = 123", "30 + 42 = 72"],
]


def test_the_running_totals_are_worked_out_in_the_document_s_words() -> None:
    kept = Ledger.of(sheet_of("offender: example-table"))
    assert [[kept.working(row, column) for column in range(5)] for row in kept.rows] == ACCUMULATED


def test_a_running_total_that_falls_is_worked_out_with_a_minus() -> None:
    kept = ledger(RESULT, {"points": dict.fromkeys(FIVE, -10)})
    assert [kept.working(kept.rows[1], column) for column in (0, 1)] == ["49 - 10 = 39", "6 - 10 = -4"]


@pytest.mark.parametrize(
    ("points", "standings"),
    [
        ((49, 6, 49, 6, 6), [(1, "Amber"), (1, "Cindy"), (3, "Betty"), (3, "Diana"), (3, "Ellie")]),
        ((1, 2, 2, 2, 9), [(1, "Ellie"), (2, "Betty"), (2, "Cindy"), (2, "Diana"), (5, "Amber")]),
        ((0, 0, 0, 0, 0), [(1, name) for name in FIVE]),
        ((-1, 0.5, 0.5, -7, 0), [(1, "Betty"), (1, "Cindy"), (3, "Ellie"), (4, "Amber"), (5, "Diana")]),
    ],
)
def test_equals_share_a_place_and_stand_in_column_order(
    points: tuple[float, ...], standings: list[tuple[int, str]]
) -> None:
    kept = ledger({"points": dict(zip(FIVE, points, strict=True))})
    assert [(standing.place, standing.column) for standing in kept.standings] == standings


def test_a_sheet_that_the_table_has_closed_ends_with_its_leaders() -> None:
    assert ledger(RESULT).ending is None
    ended = ledger(RESULT, NOBODY, finished=True)
    assert ended.ending
    assert ended.ending.reason
    assert ended.winners == ("Amber", "Cindy")
    assert json_answer.score(ledger(RESULT, finished=True))["closing"] is None


def rows(kept: Ledger) -> list[Any]:
    return [(row.number, row.hand.facts, row.dealer, row.points, row.totals, row.score) for row in kept.rows]


def told(sheet: Sheet, earlier: Ledger | None = None) -> Any:
    """All that a ledger says, or the fault it finds."""
    try:
        ledger = Ledger.of(sheet, earlier)
    except IllegalHandError as broken:
        return broken.hand, broken.call, broken.violation.rule, str(broken)
    except FormatError as malformed:
        return malformed.where, malformed.detail
    entries = [row.hand.entry for row in ledger.rows]
    return (
        rows(ledger),
        entries,
        ledger.sheet,
        json_answer.score(ledger),
        json_answer.auction(ledger),
        ledger.table.game.options,
    )


@st.composite
def amended(draw: st.DrawFn) -> tuple[Sheet, Sheet]:
    """A sheet, and the same after an amendment or several."""
    before = after = draw(SHEETS)
    for _ in range(draw(st.integers(1, 3))):
        hands = list(after.hands)
        place = draw(st.integers(0, len(hands)))
        hands[place : place + draw(st.integers(0, 2))] = draw(st.lists(HANDS, max_size=2))
        head = draw(
            st.sampled_from([{}, {}, {}, {"finished": True}, {"title": "Friday"}, {"dealer": "Betty"}])
            | st.fixed_dictionaries({"options": OPTIONS})
        )
        after = replace(after, hands=tuple(hands), **head)
    return before, draw(st.sampled_from([after, playable(after)]))


@MANY
@given(amended())
def test_an_amended_ledger_is_the_ledger_of_the_amended_sheet(sheets: tuple[Sheet, Sheet]) -> None:
    before, after = sheets
    assert told(after, earlier=Ledger.of(before)) == told(after)


@MANY
@given(ANY_SHEET)
def test_the_ledger_of_any_prefix_is_a_prefix(sheet: Sheet) -> None:
    whole = rows(Ledger.of(sheet))
    for length in range(len(sheet.hands)):
        part = rows(Ledger.of(replace(sheet, hands=sheet.hands[:length])))
        assert part == whole[: len(part)]


def test_a_substitution_taken_back_takes_its_column_back() -> None:
    before = load(content(RESULT, {**NOBODY, "players": [*FIVE[:4], "Fiona"]}))
    after = replace(before, hands=(before.hands[0], Hand(NOBODY)))
    earlier = Ledger.of(before)
    assert earlier.columns == (*FIVE, "Fiona")
    assert Ledger.of(after, earlier).columns == tuple(FIVE)
    # What comes after a hand that was amended is not judged again where nothing else is different there.
    noted = replace(before, hands=(Hand({**RESULT, "note": "late"}), before.hands[1]))
    assert Ledger.of(noted, earlier).rows[1].judged is earlier.rows[1].judged


def test_a_hand_amended_to_what_is_no_count_is_found_though_python_thinks_it_equal() -> None:
    """True == 1: the amended hand is another fact all the same."""
    before = load(content({**RESULT, "tricks": 1}))
    after = replace(before, hands=(Hand({**RESULT, "tricks": True}),))
    assert told(after, earlier=Ledger.of(before)) == told(after) != told(before)
