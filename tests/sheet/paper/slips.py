"""Random slips planted in random sheets of every game, and what the check of the paper says of each."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorer.rules.core import Points, RuleViolation, Score, whole
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import on_sheet
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.paper.check import Checked, Claims, Paper, check

from ...exports.random_sheets import random_sheet

Chance = random.Random
PLAYED = [key for key in GAMES if key != "plain"]
"""The games that have a score to work out."""


@dataclass(frozen=True)
class Slip:
    """What somebody wrote in a hand. points: by column, instead of those due; total: in the column `at`, instead
    of what its points add up to; named: how the sentence begins that names it, one of these.
    """

    kind: str
    at: int
    points: Mapping[int, Points]
    named: tuple[str, ...]
    total: Points | None = None


Planter = Callable[[Ledger, Row, int, Chance], Slip | None]


def _swapped(figure: Points, chance: Chance) -> Points | None:
    """The figure with two neighboring digits exchanged."""
    digits = f"{abs(figure)}"
    places = [i for i in range(len(digits) - 1) if digits[i : i + 2].isdigit() and digits[i] != digits[i + 1]]
    if not places or not isinstance(figure, int):
        return None
    i = chance.choice(places)
    changed = int(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :])
    return None if len(f"{changed}") < len(digits) else changed if figure > 0 else -changed


def _of_points(kind: str, column: int, points: Points | None, *named: str) -> Slip | None:
    return None if points is None else Slip(kind, column, {column: whole(points)}, named)


def _of_total(kind: str, column: int, total: Points | None, *named: str) -> Slip | None:
    return None if total is None else Slip(kind, column, {}, named, whole(total))


def points_transposed(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    return _of_points("points transposed", column, _swapped(row.points[column], chance), "Two digits changed")


def total_transposed(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    return _of_total("total transposed", column, _swapped(row.totals[column], chance), "Two digits changed")


def sum_of_lines(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    lines = row.why(column)
    if len(lines) < 2:
        return None
    added = f"{lines[0].points}".replace("-", "−")
    points = row.points[column] + chance.choice((1, -1, 10, -10))
    return _of_points("hand added wrong", column, points, f"{added} ", f"Added wrong: {added} ")


def sum_of_totals(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    off = chance.choice((1, -1, 10, -10))
    return (
        _of_total("total added wrong", column, row.totals[column] + off, "Added wrong") if row.number > 1 else None
    )


def nothing_added(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    before = row.totals[column] - row.points[column]
    return _of_total("nothing added", column, before, "Nothing was added") if row.number > 1 else None


def added_twice(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    total = row.totals[column] + row.points[column]
    return (
        _of_total("added twice", column, total, "The points of this hand were added") if row.number > 1 else None
    )


def carried_from_earlier(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    """The total of the hand before last carried on."""
    if row.number < 3:
        return None
    earlier = ledger.totals_after(row.number - 2)[column]
    if earlier == row.totals[column] - row.points[column]:
        return None
    named = f"The total before was copied wrong. {earlier} was the total after".replace("-", "−")
    # Where nothing is added to it, it is the total of a hand before.
    return _of_total("an earlier total carried", column, earlier + row.points[column], named)


def neighbors_points(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    points = chance.choice(row.points)
    # To copy a 0 is to add nothing.
    nothing = () if points else ("Nothing was added",)
    return _of_points("a neighbor's points", column, points, f"{points} is what".replace("-", "−"), *nothing)


def neighbors_total(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    total = chance.choice(row.totals)
    # In the first hand the totals are the points.
    return _of_total("a neighbor's total", column, total, "This is the total of") if row.number > 1 else None


def sign(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    return _of_points("sign", column, -row.points[column], "The minus sign", "A minus sign")


def line_left_out(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    lines = row.why(column)
    if len(lines) < 2:
        return None
    line = chance.choice(lines)
    named = f"{line.points} ({line.reason}) was left".replace("-", "−")
    return _of_points("a line left out", column, row.points[column] - line.points, named)


def _of_hand(kind: str, ledger: Ledger, row: Row, score: Score, *named: str) -> Slip:
    """The whole hand scored otherwise."""
    placed = on_sheet(score, row.game, ledger.columns)
    points = {column: placed.total(column) for column in range(len(row.points))}
    wrong = {column: figure for column, figure in points.items() if figure != row.points[column]}
    return Slip(kind, min(wrong, default=0), wrong, named)


def scored(row: Row, hand: Any) -> Score | None:
    """The hand as another one."""
    table = row.judged.table
    try:
        return row.game.score(hand, table.dealer, table.carry)[0]
    except RuleViolation:
        return None


def trick_off(ledger: Ledger, row: Row, column: int, chance: Chance) -> Slip | None:
    game, hand, off = row.game, row.result, chance.choice((1, -1))
    field = game.keys.get(game.outcomes.counted)
    counted = field.shifted(getattr(hand, game.outcomes.counted), off) if field and hand else None
    if counted is None:
        return None
    score = scored(row, replace(hand, **{game.outcomes.counted: counted}))
    name = "more" if off > 0 else "less"
    return score and _of_hand("a trick off", ledger, row, score, f"Counted as if one trick {name}")


PLANTERS: tuple[Planter, ...] = (
    *(points_transposed, total_transposed, sum_of_lines, sum_of_totals, nothing_added, added_twice),
    carried_from_earlier,
    *(neighbors_points, neighbors_total, sign, line_left_out, trick_off),
)


def planted(ledger: Ledger, chance: Chance) -> tuple[Slip, Row] | None:
    """A slip in some hand, which changes a figure; None where the one drawn cannot be made there."""
    row, planter = chance.choice(ledger.rows), chance.choice(PLANTERS)
    slip = planter(ledger, row, chance.randrange(len(row.points)), chance)
    if slip is None or (
        slip.total is None and all(row.points[at] == figure for at, figure in slip.points.items())
    ):
        return None
    return None if slip.total == row.totals[slip.at] else (slip, row)


def paper(ledger: Ledger, slip: Slip, number: int, *, points: bool, totals: bool, carried: bool) -> Paper:
    """What is on the paper: the slip in hand `number`. points, totals: whether it has them; carried: whether the
    totals below begin from what the slip made of them.
    """
    claims: list[Claims] = []
    off: dict[int, Points] = {}
    for row in ledger.rows:
        scored, after = list(row.points), [total + off.get(column, 0) for column, total in enumerate(row.totals)]
        if row.number == number:
            for column, figure in slip.points.items():
                off[column] = figure - scored[column]
                after[column] += off[column]
                scored[column] = figure
            if slip.total is not None:
                off[slip.at] = slip.total - row.totals[slip.at]
                after[slip.at] = slip.total
            off = off if carried else {}
        claims.append(
            Claims(
                dict(zip(ledger.columns, scored, strict=False)) if points else {},
                dict(zip(ledger.columns, map(whole, after), strict=False)) if totals else {},
            )
        )
    return Paper(ledger.sheet, tuple(claims))


class Outcome(NamedTuple):
    """A slip in a hand, and what the check of the paper says."""

    slip: Slip
    row: Row
    checked: Checked

    def named(self, among: int) -> bool:
        """Whether the slip is among the first so many that are named."""
        return any(said.startswith(self.slip.named) for said in self.checked.findings[0].mistakes[:among])


def outcomes(number: int, seed: int) -> Iterator[Outcome]:
    chance = Chance(seed)
    made = 0
    while made < number:
        ledger = random_sheet(chance.choice(PLAYED), chance)
        drawn = planted(ledger, chance) if ledger.rows else None
        if drawn is None:
            continue
        slip, row = drawn
        points, totals = chance.choice([(False, True), (True, True), (slip.total is None, slip.total is not None)])
        made += 1
        told = paper(ledger, slip, row.number, points=points, totals=totals, carried=chance.random() < 0.7)
        yield Outcome(slip, row, check(told, ledger))
