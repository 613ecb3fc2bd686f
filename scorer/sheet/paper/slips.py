"""Every slip that is thought of in scoring one hand by hand, with the points that it gives."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...rules.core import Points, RuleViolation, Score, minus, whole
from ..core.judge import on_sheet
from .cell import Cell

MISCOUNTED = (1, 10, 100)
"""By how much a sum is out that was added wrong: a one miscounted, or not carried."""


@dataclass(frozen=True)
class Slip:
    """name: a sentence without its end; points: what it gives the column in place of those due; hand: what it
    gives every column, None for a slip in this column alone.
    """

    name: str
    points: Points
    hand: tuple[Points, ...] | None = None

    def doubts(self, cell: Cell) -> tuple[int, bool]:
        """How little it explains of the rest of the hand, the less the likelier: how many figures are otherwise on
        the paper, and whether it would have to be made in this column alone though it is one of the whole hand.
        """
        alone = cell.unexplained(cell.due)
        if self.hand is None:
            return alone, False
        whole_hand = cell.unexplained(self.hand)
        return min(alone, whole_hand), whole_hand > alone


def of_hand(cell: Cell, claimed: Points) -> Iterator[Slip]:
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


def added_wrong(cell: Cell) -> Iterator[Slip]:
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


def _of_game(cell: Cell) -> Iterator[Slip]:
    """What the game itself knows to be got wrong."""
    judged = cell.row.judged
    if judged.result is None:
        return
    for slip in judged.table.game.mistakes(judged.result, judged.table.dealer, judged.table.carry):
        yield _scored(cell, slip.name, slip.score)


def _of_columns(cell: Cell) -> Iterator[Slip]:
    """The points of two columns written in one another's place."""
    due, name = cell.due, cell.ledger.columns[cell.column]
    for other, points in enumerate(due):
        if points != cell.points:
            turned = list(due)
            turned[cell.column], turned[other] = points, cell.points
            sentence = f"The points of {name} and {cell.ledger.columns[other]} changed places"
            yield Slip(sentence, points, tuple(turned))


def _left_out(cell: Cell) -> Iterator[Slip]:
    """One line of several left out, or added where it is taken off."""
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        shown = f"{minus(line.points)} ({line.reason})"
        yield Slip(f"{shown} was left out", whole(cell.points - line.points))
        if line.points < 0:
            yield Slip(f"{shown} was added and not taken off", whole(cell.points - 2 * line.points))


def counted_twice(cell: Cell) -> Iterator[Slip]:
    lines = cell.row.why(cell.column)
    for line in lines if len(lines) > 1 else ():
        yield Slip(f"{minus(line.points)} ({line.reason}) was counted twice", whole(cell.points + line.points))


def _of_tricks(cell: Cell) -> Iterator[Slip]:
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


def _scored(cell: Cell, name: str, score: Score) -> Slip:
    """A slip in the whole hand, with the sum by which it gives this column its points."""
    scored = on_sheet(score, cell.row.game, cell.ledger.columns)
    hand = tuple(scored.total(column) for column in range(len(cell.ledger.columns)))
    return Slip(f"{name}: {minus(scored.sum(cell.column))}", hand[cell.column], hand)
