"""What is worth remembering of an evening: its best hand, its boldest contract, its longest run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...rules.core import Points
from ..core.ledger import Ledger, Row

SHORTEST_RUN = 2


@dataclass(frozen=True)
class Deed:
    """Who did it, and in which hands. columns: by name on the sheet; rows: one hand, or those of a run."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


Deeds = tuple[Deed, ...]
"""Several that are equal share the honor, in the order of the hands."""


def best_hand(ledger: Ledger) -> tuple[Points, Deeds] | None:
    """The most points in one hand, or the fewest where the lowest total wins; None before the first hand."""
    scored = [
        (points, name, row)
        for row in ledger.rows
        for column, (name, points) in enumerate(zip(ledger.columns, row.points, strict=False))
        if column in _taking_part(ledger, row)
    ]
    if not scored:
        return None
    best = (min if ledger.table.game.lowest_wins else max)(points for points, _, _ in scored)
    return best, _together((name, (row,)) for points, name, row in scored if points == best)


def boldest_contract(ledger: Ledger) -> Deeds:
    """The highest contracts that were made, by the order of the game's bids; none in a game without contracts."""
    made = [
        (height, row)
        for row in ledger.rows
        if row.result is not None and row.game.outcome(row.result) == "made"
        if (height := row.game.height(row.result)) is not None
    ]
    highest = max((height for height, _ in made), default=None)
    return _together(
        (name, (row,)) for height, row in made if height == highest for name in _declaring(ledger, row)
    )


def longest_run(ledger: Ledger) -> tuple[int, Deeds] | None:
    """The most bids or contracts that somebody made one after another; hands without a bid of theirs do not count.

    None where nobody made two.
    """
    runs = [(name, run) for column, name in enumerate(ledger.columns) for run in _runs(ledger, column)]
    longest = max((len(run) for _, run in runs), default=0)
    if longest < SHORTEST_RUN:
        return None
    found = [(name, run) for name, run in runs if len(run) == longest]
    return longest, _together(sorted(found, key=lambda one: one[1][-1].number))


def _runs(ledger: Ledger, column: int) -> Iterator[tuple[Row, ...]]:
    """The runs of bids that a column made, each as long as it went on."""
    run: list[Row] = []
    for row in ledger.rows:
        made = _made(ledger, row, column)
        if made:
            run.append(row)
        elif made is False:
            yield tuple(run)
            run = []
    yield tuple(run)


def _made(ledger: Ledger, row: Row, column: int) -> bool | None:
    """Whether a column made its own bid in a hand; None where it had none."""
    if row.result is None:
        return None
    credited = enumerate(row.game.credited(ledger.columns))
    own = next((own for own, places in credited if column in places), None)
    return None if own is None else row.game.made(row.result, own)


def _declaring(ledger: Ledger, row: Row) -> list[str]:
    """The columns that play the contract, in the order of the sheet."""
    credited = row.game.credited(ledger.columns)
    places = {place for own in row.game.declaring(row.result) for place in credited[own]}
    return [name for column, name in enumerate(ledger.columns) if column in places]


def _taking_part(ledger: Ledger, row: Row) -> set[int]:
    return {place for places in row.game.credited(ledger.columns) for place in places}


def _together(deeds: Iterable[tuple[str, tuple[Row, ...]]]) -> Deeds:
    """One deed for those who did it in the very same hands."""
    by_hands: dict[tuple[int, ...], tuple[list[str], tuple[Row, ...]]] = {}
    for name, rows in deeds:
        by_hands.setdefault(tuple(row.number for row in rows), ([], rows))[0].append(name)
    return tuple(Deed(tuple(names), rows) for names, rows in by_hands.values())
