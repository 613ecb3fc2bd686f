"""What a correction moves: two ledgers of a sheet compared, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.core import Points, listed
from ..core.ledger import Ledger, Row, Standing


@dataclass(frozen=True)
class Move:
    """A number that is another one now: a column's points in a hand, or its total."""

    column: str
    old: Points
    new: Points


@dataclass(frozen=True)
class Consequence:
    """hands: the hands whose points move, by number, the new one; totals: of the whole sheet; lead: who leads
    then, as a sentence; calls_dropped: the numbers of the hands that lose their calls; due: what the next hand
    costs then whatever it brings, as sentences; standings: where the columns are then those of players instead of
    sides, or of sides instead of players, best first.
    """

    hands: tuple[tuple[int, tuple[Move, ...]], ...]
    totals: tuple[Move, ...]
    lead: str
    calls_dropped: tuple[int, ...]
    due: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()


def compare(before: Ledger, after: Ledger) -> Consequence:
    old_rows = {row.hand.entry: row for row in before.rows}
    pairs = [(old_rows[row.hand.entry], row) for row in after.rows if row.hand.entry in old_rows]
    hands = ((new.number, _points(before, old, after, new)) for old, new in pairs)
    dropped = [new.number for old, new in pairs if old.hand.calls and not new.hand.calls]
    if before.playing and before.sheet.hands[-1].calls and not (after.playing and after.sheet.hands[-1].calls):
        dropped.append(len(after.rows) + 1)
    sides_before = before.table.game.sides_have_columns
    return Consequence(
        hands=tuple((number, moves) for number, moves in hands if moves),
        totals=_moves(before.columns, before.totals, after.columns, after.totals),
        lead=lead(after),
        calls_dropped=tuple(dropped),
        due=after.table.game.due(after.table.carry),
        standings=after.standings if sides_before != after.table.game.sides_have_columns else (),
    )


def _points(before: Ledger, old: Row, after: Ledger, new: Row) -> tuple[Move, ...]:
    return _moves(before.columns, before.padded(old.points), after.columns, after.padded(new.points))


def _moves(
    old_columns: Sequence[str], old: Sequence[Points], new_columns: Sequence[str], new: Sequence[Points]
) -> tuple[Move, ...]:
    was, now = (dict(zip(*pair, strict=True)) for pair in ((old_columns, old), (new_columns, new)))
    return tuple(
        Move(column, was[column], now[column]) for column in now if was.get(column, now[column]) != now[column]
    )


def lead(ledger: Ledger) -> str:
    """Who leads whom by how much: "Betty leads Cindy by 4."; empty before the first hand."""
    places = sorted({standing.place for standing in ledger.standings})
    if not ledger.rows:
        return ""
    if len(places) == 1:
        return "All are level."
    first, second = ([each for each in ledger.standings if each.place == place] for place in places[:2])
    names = listed([standing.column for standing in first])
    if len(first) > 1:
        return f"{names} share the lead."
    ahead = abs(first[0].total - second[0].total)
    leads = "lead" if ledger.table.game.sides_have_columns else "leads"
    return f"{names} {leads} {listed([s.column for s in second])} by {ahead}."
