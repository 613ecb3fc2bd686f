"""Who leads and where the lead changed, by going through every total of the table once more."""

from hypothesis import given

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Sheet
from scorer.sheet.questions.highlights import lead_in_words, leads, places_moved

from ...exports.ledgers import plain
from ...rules.drawing import MANY
from ..any_game import ANY_SHEET
from ..files import FIVE, ledger


def best_after(kept: Ledger, hand: int) -> set[str] | None:
    """Who has the best total after a hand and what follows it, added up from the points; None before any."""
    totals: dict[str, list[object]] = {}
    rows = [row for row in kept.lines if getattr(row, "after", getattr(row, "number", 0)) <= hand]
    if not rows:
        return None
    for row in rows:
        for name, points in zip(kept.columns, row.points, strict=False):
            totals.setdefault(name, []).append(points)
    sums = {name: sum(points) for name, points in totals.items()}  # type: ignore[arg-type]  # they are numbers
    if hand > len(kept.rows):
        sums = dict(zip(kept.columns, kept.totals, strict=True))
    best = min(sums.values()) if kept.table.game.lowest_wins else max(sums.values())
    return {name for name, total in sums.items() if total == best}


@MANY
@given(ANY_SHEET)
def test_the_lead_after_every_hand_is_the_best_total_added_up(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    last = len(kept.rows) + bool(kept.rows and kept.closing)
    found = {lead.hand: {*lead.columns} for lead in leads(kept)}
    now: set[str] | None = None
    for hand in range(last + 1):
        before, now = now, best_after(kept, hand)
        assert found.pop(hand, before) == now
        assert before is None or now is not None
    assert not found
    for one, other in zip(leads(kept), leads(kept)[1:], strict=False):
        assert one.columns != other.columns


def test_the_lead_and_its_changes_are_said_in_two_sentences() -> None:
    kept = plain([5, 0, 0], [0, 5, 0], [0, 3, 0], players=FIVE[:3])
    assert [(lead.hand, lead.columns) for lead in leads(kept)] == [
        (1, ("Amber",)),
        (2, ("Amber", "Betty")),
        (3, ("Betty",)),
    ]
    assert lead_in_words(kept) == (
        "After 3 hands Betty leads with 8. "
        "The lead changed in hand 2 (Amber and Betty, level) and in hand 3 (Betty)."
    )
    assert lead_in_words(plain([5, 0], players=FIVE[:2])) == "After 1 hand Amber leads with 5."
    assert lead_in_words(ledger()) == "No hand yet."


def test_of_many_changes_only_the_last_is_named() -> None:
    hands = [[2, 0] if number % 2 else [0, 2] for number in range(1, 21)]
    kept = plain(*hands, players=["A", "B"])
    assert lead_in_words(kept) == (
        "After 20 hands A and B lead with 20. "
        "The lead changed 19 times, the last time in hand 20 (A and B, level)."
    )


@MANY
@given(ANY_SHEET)
def test_who_moved_with_the_last_hand_stood_elsewhere_on_the_sheet_without_it(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    if len(kept.rows) < 2:
        assert places_moved(kept) == {}
        return
    last = kept.rows[-1]
    without = dict(zip(kept.columns, kept.totals, strict=True))
    after = [row for row in kept.adjusted if row.after == last.number]
    for column, name in enumerate(kept.columns):
        closed = kept.closing[column] if kept.closing else 0
        given = sum(row.points[column] for row in after)
        without[name] -= last.points[column] + given + closed
    sign = -1 if kept.table.game.lowest_wins else 1
    now = {standing.column: standing.place for standing in kept.standings}
    for name, total in without.items():
        before = 1 + sum(sign * other > sign * total for other in without.values())
        assert places_moved(kept).get(name, 0) == before - now[name]
