"""A hand settled by points that the table writes down: its facts, who agreed, and what is carried on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...rules.core import Points, whole
from ..core.ledger import Ledger, Row
from ..core.sheet import kept_beside


def by_points(
    row: Row,
    points: Mapping[str, Points],
    agreed: Sequence[str],
    reason: str,
    carried: Mapping[str, Sequence[int]] | None = None,
) -> dict[str, Any]:
    """The facts of a hand that the table settles. What had been bid and taken, why, and who agreed stay with it.

    points: by column of the sheet; carried: what the next hand begins with, as `begins_with` has it.
    """
    facts = kept_beside(row.hand.facts)
    facts["points"] = {column: whole(number) for column, number in points.items()}
    if played := _played(row):
        facts["played"] = played
    if reason:
        facts["note"] = reason
    if agreed:
        facts["by"] = list(agreed)
    if carry := _carry(row, carried or {}):
        facts["carry"] = carry
    return facts


def begins_with(row: Row, *, settled: bool) -> Mapping[str, Sequence[int]]:
    """What the next hand begins with once this one is settled by points, by key the number of each owner: as
    before the hand. settled: as the table has set it, where it has.
    """
    if settled and row.judged.carried:
        return row.game.carried_in(row.judged.after.carry)
    return row.game.carried_in(row.game.settled({}, row.judged.table.carry))


def _carry(row: Row, carried: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """The keys that the table has set otherwise than they were before the hand, in the words of the sheet file."""
    before, fields = begins_with(row, settled=False), row.game.carried_fields
    return {
        key: fields[key].gather(list(numbers), row.game.players)
        for key, numbers in carried.items()
        if tuple(numbers) != tuple(before[key])
    }


def _played(row: Row) -> Mapping[str, Any]:
    """The keys of the result. Where a hand is nothing but its points, the new ones stand in their place."""
    if "points" in row.game.keys:
        return {}
    if row.judged.settled is not None:
        return row.hand.facts.get("played", {})
    return {"contract": None} if row.result is None else row.game.to_file(row.result)


def carried_on(ledger: Ledger, row: Row) -> Iterator[str]:
    """What becomes of bags, part scores and games where the table settles a hand by points, as sentences."""
    before = row.judged.table
    settled = ledger.counters_of(replace(before, carry=row.game.settled({}, before.carry)))
    stands = ledger.counters_of(row.judged.after)
    for column in dict.fromkeys((*settled, *stands)):
        then, now = ({mark.name: mark.text for mark in counters.get(column, ())} for counters in (settled, stands))
        for name in dict.fromkeys((*then, *now)):
            text, other = (
                f"{name} {counters[name]}" if name in counters else f"no {name}" for counters in (then, now)
            )
            yield f"{column}: {text}, as before the hand{f', not {other}' if other != text else ''}."
    yield from row.game.when_settled()
