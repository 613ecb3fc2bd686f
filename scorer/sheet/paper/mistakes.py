"""Naming the slip behind a wrong figure: what somebody did who came to just that number.

Every slip that is thought of in scoring one hand by hand is tried. Of several that lead to the figure the first is
the one that leaves the fewest other figures of the hand unexplained.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ...rules.core import Points, RuleViolation, Score, listed, minus, whole
from ..core.judge import on_sheet
from ..core.ledger import Ledger, Row


class ScoredCell(NamedTuple):
    """One column of one hand. before: the total that paper has for the hands before; paper: what each column
    scored in this hand by the paper, None where it does not say.
    """

    ledger: Ledger
    row: Row
    column: int
    before: Points
    paper: tuple[Points | None, ...] = ()

    @property
    def points(self) -> Points:
        return self.due[self.column]

    @property
    def due(self) -> tuple[Points, ...]:
        """The points of every column."""
        return self.ledger.padded(self.row.points)

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

    def unexplained(self, points: tuple[Points, ...]) -> int:
        """How many of the other columns have something else on the paper than these points."""
        pairs = enumerate(zip(self.paper, points, strict=False))
        return sum(figure not in (None, other) for column, (figure, other) in pairs if column != self.column)


MISCOUNTED = (1, 10, 100)
"""By how much a sum is out that was added wrong: a one miscounted, or not carried."""


class Slip(NamedTuple):
    """name: a sentence without its end; points: what it gives the column in place of those due; hand: what it
    gives every column, None for a slip in this column alone.
    """

    name: str
    points: Points
    hand: tuple[Points, ...] | None = None

    def doubts(self, cell: ScoredCell) -> tuple[int, bool]:
        """How little it explains of the rest of the hand, the less the likelier: how many figures are otherwise on
        the paper, and whether it would have to be made in this column alone though it is one of the whole hand.
        """
        alone = cell.unexplained(cell.due)
        if self.hand is None:
            return alone, False
        whole_hand = cell.unexplained(self.hand)
        return min(alone, whole_hand), whole_hand > alone


def of_hand(cell: ScoredCell, claimed: Points) -> Iterator[Slip]:
    """Those that may have led to `claimed`, the likelier before the others."""
    due = cell.points
    yield from (Slip(name, claimed) for name in exchanged(claimed, due))
    yield from _of_game(cell)
    yield from _left_out(cell)
    yield from _of_columns(cell)
    if due < 0:
        yield Slip(f"The minus sign of {minus(due)} was lost", -due)
    if due > 0:
        yield Slip(f"A minus sign stands before {minus(due)}", -due)
    yield from _of_tricks(cell)
    for names, value in cell.neighbors(cell.row.points):
        yield Slip(f"{minus(value)} is what {names} scored in this hand", value)
    if before := cell.row_before:
        value = cell.ledger.padded(before.points)[cell.column]
        yield Slip(f"{minus(value)} is what this column scored in hand {before.number}", value)


def added_wrong(cell: ScoredCell) -> Iterator[Slip]:
    """The lines of the hand."""
    if len(cell.row.why(cell.column)) > 1:
        added = minus(cell.row.score.sum(cell.column)).partition(" = ")[0]
        for off in (sign * step for step in MISCOUNTED for sign in (1, -1)):
            yield Slip(f"{added} was added wrong", whole(cell.points + off))


def exchanged(claimed: Points, due: Points) -> Iterator[str]:
    """Two digits that changed places: 78 for 87."""
    written, right = f"{claimed}", f"{due}"
    differ = [index for index, pair in enumerate(zip(written, right, strict=False)) if pair[0] != pair[1]]
    if len(written) == len(right) and len(differ) == 2:
        first, second = differ
        if (written[first], written[second]) == (right[second], right[first]):
            yield f"Two digits changed places: {minus(claimed)} for {minus(due)}"


def _of_game(cell: ScoredCell) -> Iterator[Slip]:
    """What the game itself knows to be got wrong."""
    judged = cell.row.judged
    if judged.result is None:
        return
    for slip in judged.table.game.mistakes(judged.result, judged.table.dealer, judged.table.carry):
        yield _scored(cell, slip.name, slip.score)


def _of_columns(cell: ScoredCell) -> Iterator[Slip]:
    """The points of two columns written in one another's place."""
    due, name = cell.due, cell.ledger.columns[cell.column]
    for other, points in enumerate(due):
        if points != cell.points:
            turned = list(due)
            turned[cell.column], turned[other] = points, cell.points
            sentence = f"The points of {name} and {cell.ledger.columns[other]} changed places"
            yield Slip(sentence, points, tuple(turned))


def _left_out(cell: ScoredCell) -> Iterator[Slip]:
    """One line of several left out, or added where it is taken off."""
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        shown = f"{minus(line.points)} ({line.reason})"
        yield Slip(f"{shown} was left out", whole(cell.points - line.points))
        if line.points < 0:
            yield Slip(f"{shown} was added and not taken off", whole(cell.points - 2 * line.points))


def counted_twice(cell: ScoredCell) -> Iterator[Slip]:
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        yield Slip(f"{minus(line.points)} ({line.reason}) was counted twice", whole(cell.points + line.points))


def _of_tricks(cell: ScoredCell) -> Iterator[Slip]:
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
        changed = replace(hand, **{game.counted: counted})
        try:
            score, _ = game.score(changed, judged.table.dealer, judged.table.carry)
        except RuleViolation:
            continue
        taken = " to ".join(map(str, field.values(counted)))
        yield _scored(cell, f"Counted as if one trick {name} had been taken, {taken}", score)


def _scored(cell: ScoredCell, name: str, score: Score) -> Slip:
    """A slip in the whole hand, with the sum by which it gives this column its points."""
    scored = on_sheet(score, cell.row.game, cell.ledger.columns)
    hand = tuple(scored.total(column) for column in range(len(cell.ledger.columns)))
    return Slip(f"{name}: {minus(scored.sum(cell.column))}", hand[cell.column], hand)


NAMED = 2
"""How many slips are named at most where several lead to the same figure."""


def of_points(cell: ScoredCell, claimed: Points) -> tuple[str, ...]:
    """What leads to these points instead of those due, in sentences."""
    slips = *of_hand(cell, claimed), *added_wrong(cell), *counted_twice(cell)
    return _likeliest(cell, (slip for slip in slips if slip.points == claimed))


def of_total(cell: ScoredCell, points: Points | None, total: Points) -> tuple[str, ...]:
    """What leads to this total, which is not what the figures before it add up to. points: as claimed, if so."""
    if points is not None:
        return _likeliest(cell, (Slip(name, total) for name in _misadded(cell, points, total)))
    return _likeliest(cell, _mistaken(cell, total))


def _misadded(cell: ScoredCell, points: Points, total: Points) -> Iterator[str]:
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


def _mistaken(cell: ScoredCell, total: Points) -> Iterator[Slip]:
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


def _added_to(cell: ScoredCell, before: Points, total: Points, slips: Iterable[Slip]) -> Iterator[Slip]:
    """Those whose points lead to this total."""
    for slip in slips:
        if before + slip.points == total:
            added = f", and {_sum(before, slip.points, total)}" if cell.row.number > 1 else ""
            yield Slip(f"{slip.name}{added}", total, slip.hand)


def _not_once(cell: ScoredCell, before: Points, points: Points, total: Points) -> Iterator[str]:
    """The points not added to the total of the hand before, or twice."""
    if cell.row.number > 1 and points and total == before:
        yield f"Nothing was added: {minus(total)} is the total of the hand before"
    if cell.row.number > 1 and points and total == before + 2 * points:
        yield f"The points of this hand were added twice: {_sum(before, points)} and {minus(points)} again"


def _of_neighbor(cell: ScoredCell, total: Points) -> Iterator[str]:
    return (f"This is the total of {names}" for names, value in cell.neighbors(cell.row.totals) if value == total)


def _from_another(cell: ScoredCell, started: Points) -> Iterator[str]:
    """The points added to something else than the total before. started: to what."""
    for name in exchanged(started, cell.before):
        yield f"The total before was copied wrong. {name}"
    if before := cell.row_before:
        for names, value in cell.neighbors(before.totals):
            if value == started:
                yield f"The total before was copied wrong. {minus(value)} was the total of {names}"
        yield from _of_an_earlier_hand(cell, before, started)


def _of_an_earlier_hand(cell: ScoredCell, before: Row, started: Points) -> Iterator[str]:
    """The points added to the total of this column two hands before."""
    number = before.number - 1
    earlier = cell.ledger.totals_after(number)[cell.column]
    if number and started == earlier != cell.due_before:
        yield f"The total before was copied wrong. {minus(earlier)} was the total after hand {number}"


def _sum(before: Points, points: Points, total: Points | None = None) -> str:
    """ "49 + 38 = 87", "50 − 40"."""
    added = f"{minus(before)} {'−' if points < 0 else '+'} {abs(points)}"
    return added if total is None else f"{added} = {minus(total)}"


def _likeliest(cell: ScoredCell, slips: Iterable[Slip]) -> tuple[str, ...]:
    ordered = sorted(slips, key=lambda slip: slip.doubts(cell))
    return tuple(dict.fromkeys(f"{slip.name}." for slip in ordered))[:NAMED]
