"""Naming the slip behind a wrong figure: what somebody did who came to just that number.

Of several slips that lead to it the first is the one that leaves the fewest other figures of the hand unexplained.
"""

from collections.abc import Iterable, Iterator

from ...rules.core import Points, minus, whole
from ..core.ledger import Row
from .cell import Cell
from .slips import MISCOUNTED, Slip, added_wrong, counted_twice, exchanged, of_hand

NAMED = 2
"""How many slips are named at most where several lead to the same figure."""


def of_points(cell: Cell, claimed: Points) -> tuple[str, ...]:
    """What leads to these points instead of those due, in sentences."""
    slips = *of_hand(cell, claimed), *added_wrong(cell), *counted_twice(cell)
    return _likeliest(cell, (slip for slip in slips if slip.points == claimed))


def of_total(cell: Cell, points: Points | None, total: Points) -> tuple[str, ...]:
    """What leads to this total, which is not what the figures before it add up to. points: as claimed, if so."""
    if points is not None:
        return _likeliest(cell, (Slip(name, total) for name in _misadded(cell, points, total)))
    return _likeliest(cell, _mistaken(cell, total))


def _misadded(cell: Cell, points: Points, total: Points) -> Iterator[str]:
    """The points stand there beside the total: it is the sum that is wrong."""
    sum_due = whole(cell.before + points)
    yield from exchanged(total, sum_due)
    yield from _not_once(cell, cell.before, points, total)
    if points < 0 and total == cell.before - points:
        yield f"The minus sign was lost: {_sum(cell.before, -points, total)}, not {_sum(cell.before, points)}"
    if points > 0 and total == cell.before - points:
        yield f"Taken off and not added: {_sum(cell.before, -points, total)}"
    yield from _of_neighbor(cell, total)
    yield from _from_another(cell, whole(total - points))
    if cell.row.number > 1:
        yield f"Added wrong: {_sum(cell.before, points, sum_due)}, not {minus(total)}"


def _mistaken(cell: Cell, total: Points) -> Iterator[Slip]:
    """Only totals stand there: the points of the hand may have been wrong, or the adding."""
    # The total before may itself be wrong, and the right one may have been in somebody's head.
    befores = tuple(dict.fromkeys((cell.before, cell.due_before)))
    for before in befores:
        names = (*exchanged(total, whole(before + cell.points)), *_not_once(cell, before, cell.points, total))
        yield from (Slip(name, total) for name in names)
        yield from _added_to(cell, before, total, of_hand(cell, whole(total - before)))
    for name in (*_of_neighbor(cell, total), *_from_another(cell, whole(total - cell.points))):
        yield Slip(name, total)
    due = whole(cell.before + cell.points)
    if cell.row.number == 1:
        yield from _added_to(cell, 0, total, added_wrong(cell))
    elif abs(total - due) in MISCOUNTED:
        # Either sum may be the wrong one: that of the hand does not stand there.
        lines = f"{minus(cell.row.score.sum(cell.column))}, and " if len(cell.row.why(cell.column)) > 1 else ""
        yield Slip(f"Added wrong: {lines}{_sum(cell.before, cell.points, due)}, not {minus(total)}", total)
    for before in befores:
        yield from _added_to(cell, before, total, counted_twice(cell))


def _added_to(cell: Cell, before: Points, total: Points, slips: Iterable[Slip]) -> Iterator[Slip]:
    """Those whose points lead to this total."""
    for slip in slips:
        if before + slip.points == total:
            added = f", and {_sum(before, slip.points, total)}" if cell.row.number > 1 else ""
            yield Slip(f"{slip.name}{added}", total, slip.hand)


def _not_once(cell: Cell, before: Points, points: Points, total: Points) -> Iterator[str]:
    """The points not added to the total of the hand before, or twice."""
    if cell.row.number > 1 and points and total == before:
        yield f"Nothing was added: {minus(total)} is the total of the hand before"
    if cell.row.number > 1 and points and total == before + 2 * points:
        yield f"The points of this hand were added twice: {_sum(before, points)} and {minus(points)} again"


def _of_neighbor(cell: Cell, total: Points) -> Iterator[str]:
    return (f"This is the total of {names}" for names, value in cell.neighbors(cell.row.totals) if value == total)


def _from_another(cell: Cell, started: Points) -> Iterator[str]:
    """The points added to something else than the total before. started: to what."""
    for name in exchanged(started, cell.before):
        yield f"The total before was copied wrong. {name}"
    if before := cell.row_before:
        for names, value in cell.neighbors(before.totals):
            if value == started:
                yield f"The total before was copied wrong. {minus(value)} was the total of {names}"
        yield from _of_an_earlier_hand(cell, before, started)


def _of_an_earlier_hand(cell: Cell, before: Row, started: Points) -> Iterator[str]:
    """The points added to the total of this column two hands before."""
    number = before.number - 1
    earlier = cell.ledger.totals_after(number)[cell.column]
    if number and started == earlier != cell.due_before:
        yield f"The total before was copied wrong. {minus(earlier)} was the total after hand {number}"


def _sum(before: Points, points: Points, total: Points | None = None) -> str:
    """ "49 + 38 = 87", "50 − 40"."""
    added = f"{minus(before)} {'−' if points < 0 else '+'} {abs(points)}"
    return added if total is None else f"{added} = {minus(total)}"


def _likeliest(cell: Cell, slips: Iterable[Slip]) -> tuple[str, ...]:
    ordered = sorted(slips, key=lambda slip: slip.doubts(cell))
    return tuple(dict.fromkeys(f"{slip.name}." for slip in ordered))[:NAMED]
