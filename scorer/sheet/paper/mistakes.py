"""Naming the slip behind a wrong figure: what somebody did who came to just that number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ...rules.core import Points, RuleViolation, Score, listed, minus, whole
from ..core.ledger import Ledger, Row, on_sheet

NAMED = 2
"""How many slips are named at most where several lead to the same figure."""
MISCOUNTED = (1, 10, 100)
"""By how much a sum is out that was added wrong: a one miscounted, or not carried."""


@dataclass(frozen=True)
class Cell:
    """One column of one hand. before: the total that paper has for the hands before."""

    ledger: Ledger
    row: Row
    column: int
    before: Points

    @property
    def points(self) -> Points:
        return self.ledger.padded(self.row.points)[self.column]

    @property
    def total(self) -> Points:
        return self.ledger.padded(self.row.totals)[self.column]

    @property
    def due_before(self) -> Points:
        return whole(self.total - self.points)

    @property
    def row_before(self) -> Row | None:
        return self.ledger.rows[self.row.number - 2] if self.row.number > 1 else None

    def neighbors(self, values: tuple[Points, ...]) -> Iterator[tuple[str, Points]]:
        """What stands in the other columns, where it is something else: names that share it, and it."""
        padded = self.ledger.padded(values)
        shared: dict[Points, list[str]] = {}
        for name, value in zip(self.ledger.columns, padded, strict=True):
            shared.setdefault(value, []).append(name)
        return ((listed(names), value) for value, names in shared.items() if value != padded[self.column])


Instead = tuple[str, Points]
"""A slip and the points that it gives the column in place of those that are due."""


def of_points(cell: Cell, claimed: Points) -> tuple[str, ...]:
    """What leads to these points instead of those due, in sentences."""
    return _first(f"{name}." for name, points in _instead(cell, claimed) if points == claimed)


def of_total(cell: Cell, points: Points | None, total: Points) -> tuple[str, ...]:
    """What leads to this total, which is not what the figures before it add up to. points: as claimed, if so."""
    return _first(_misadded(cell, points, total) if points is not None else _mistaken(cell, total))


def _misadded(cell: Cell, points: Points, total: Points) -> Iterator[str]:
    """The points stand there beside the total: it is the sum that is wrong."""
    sum_due = whole(cell.before + points)
    yield from _exchanged(total, sum_due)
    if points < 0 and total == cell.before - points:
        yield f"The minus sign was lost: {_sum(cell.before, -points, total)}, not {_sum(cell.before, points)}."
    started = whole(total - points)
    for sentence in (*_exchanged(started, cell.before), *_from_neighbor(cell, started)):
        yield f"The total before was copied wrong. {sentence}"
    if cell.row.number > 1:
        yield f"Added wrong: {_sum(cell.before, points, sum_due)}, not {minus(total)}."


def _mistaken(cell: Cell, total: Points) -> Iterator[str]:
    """Only totals stand there: the points of the hand may have been wrong, or the adding."""
    # The total before may itself be wrong, and the right one may have been in somebody's head.
    for before in dict.fromkeys((cell.before, cell.due_before)):
        yield from _exchanged(total, whole(before + cell.points))
        for name, points in _instead(cell, whole(total - before)):
            if before + points == total:
                added = f", and {_sum(before, points, total)}" if cell.row.number > 1 else ""
                yield f"{name}{added}."
        if cell.row.number > 1 and total == before:
            yield f"Nothing was added: {minus(total)} is the total of the hand before."
        if cell.row.number > 1 and total == before + 2 * cell.points:
            again = f"{_sum(before, cell.points)} and {minus(cell.points)} again"
            yield f"The points of this hand were added twice: {again}."
    for names, value in cell.neighbors(cell.row.totals):
        if value == total:
            yield f"This is the total of {names}."
    for sentence in _from_neighbor(cell, whole(total - cell.points)):
        yield f"The points were added to another total. {sentence}"
    for sentence in _exchanged(whole(total - cell.points), cell.before):
        yield f"The total before was copied wrong. {sentence}"
    off = whole(total - cell.before - cell.points)
    if cell.row.number > 1 and abs(off) in MISCOUNTED:
        yield f"Added wrong: {_sum(cell.before, cell.points, whole(total - off))}, not {minus(total)}."


def _instead(cell: Cell, claimed: Points) -> Iterator[Instead]:
    """Every slip that is thought of in scoring a hand, with the points it gives."""
    due = cell.points
    for sentence in _exchanged(claimed, due):
        yield sentence.removesuffix("."), claimed
    yield from _of_game(cell)
    yield from _of_lines(cell)
    if due < 0:
        yield f"The minus sign of {minus(due)} was lost", -due
    if due > 0:
        yield f"A minus sign stands before {minus(due)}", -due
    yield from _of_tricks(cell)
    for names, value in cell.neighbors(cell.row.points):
        yield f"{minus(value)} is what {names} scored in this hand", value
    if before := cell.row_before:
        value = cell.ledger.padded(before.points)[cell.column]
        yield f"{minus(value)} is what this column scored in hand {before.number}", value
    lines = cell.row.why(cell.column)
    if len(lines) > 1:
        added = minus(cell.row.score.sum(cell.column)).partition(" = ")[0]
        for off in (sign * step for step in MISCOUNTED for sign in (1, -1)):
            yield f"{added} was added wrong", whole(due + off)


def _of_game(cell: Cell) -> Iterator[Instead]:
    """What the game itself knows to be got wrong."""
    judged = cell.row.judged
    if judged.result is None:
        return
    for slip in judged.table.game.mistakes(judged.result, judged.table.dealer, judged.table.carry):
        yield _scored(cell, slip.name, slip.score)


def _of_lines(cell: Cell) -> Iterator[Instead]:
    """A line left out, or counted the wrong way."""
    lines = cell.row.why(cell.column)
    for line in lines:
        shown = f"{minus(line.points)} ({line.reason})"
        if len(lines) > 1:
            yield f"{shown} was left out", whole(cell.points - line.points)
            yield f"{shown} was counted twice", whole(cell.points + line.points)
            if line.points < 0:
                yield f"{shown} was added and not taken off", whole(cell.points - 2 * line.points)


def _of_tricks(cell: Cell) -> Iterator[Instead]:
    """The hand with a trick more, or less."""
    judged = cell.row.judged
    game, hand = judged.table.game, judged.result
    field = game.keys.get(game.counted)
    if hand is None or field is None:
        return
    for off, name in ((1, "more"), (-1, "less")):
        counted = field.shifted(getattr(hand, game.counted), off)
        if counted is None:
            return
        try:
            score, _ = game.score(
                replace(hand, **{game.counted: counted}), judged.table.dealer, judged.table.carry
            )
        except RuleViolation:
            continue
        taken = " to ".join(map(str, field.values(counted)))
        yield _scored(cell, f"Counted as if one trick {name} had been taken, {taken}", score)


def _scored(cell: Cell, name: str, score: Score) -> Instead:
    """A slip with what it gives this column, and the sum by which it does."""
    scored = on_sheet(score, cell.row.game, cell.ledger.columns)
    return f"{name}: {scored.sum(cell.column).replace('-', '−')}", scored.total(cell.column)


def _from_neighbor(cell: Cell, started: Points) -> Iterator[str]:
    if before := cell.row_before:
        for names, value in cell.neighbors(before.totals):
            if value == started:
                yield f"{minus(value)} was the total of {names}."


def _exchanged(claimed: Points, due: Points) -> Iterator[str]:
    """Two digits that changed places: 78 for 87."""
    written, right = f"{claimed}", f"{due}"
    differ = [index for index, pair in enumerate(zip(written, right, strict=False)) if pair[0] != pair[1]]
    if len(written) == len(right) and len(differ) == 2:
        first, second = differ
        if (written[first], written[second]) == (right[second], right[first]):
            yield f"Two digits changed places: {minus(claimed)} for {minus(due)}."


def _sum(before: Points, points: Points, total: Points | None = None) -> str:
    """ "49 + 38 = 87", "50 − 40"."""
    added = f"{minus(before)} {'−' if points < 0 else '+'} {abs(points)}"
    return added if total is None else f"{added} = {minus(total)}"


def _first(sentences: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice(dict.fromkeys(sentences), NAMED))
