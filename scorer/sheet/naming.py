"""The names of players wherever they stand in the facts of a hand."""

from collections.abc import Mapping
from typing import Any

from ..rules.core import whole
from ..rules.keys import Each, Key, Kind


def renamed(facts: Mapping[str, Any], names: Mapping[str, str], keys: Mapping[str, Key]) -> dict[str, Any]:
    """A hand's facts with other names for some players. names: who is called how from now on.

    Where two names become one, points written down by hand are added up. keys: of the hand's game.
    """

    def of(name: str) -> str:
        return names.get(name, name)

    def write(key: str, value: Any) -> Any:
        if key == "players":
            return [of(name) for name in value]
        if key == "calls":
            return [renamed_call(call, names) for call in value]
        if key == "points":
            points: dict[str, Any] = {}
            for name, number in value.items():
                points[of(name)] = whole(points.get(of(name), 0) + number)
            return points
        known = keys.get(key)
        if known and known.each in (Each.PLAYER, Each.SOME):
            return {of(name): inner for name, inner in value.items()}
        if key == "dealer" or (known and known.kind is Kind.PLAYER):
            return of(value)
        return value

    return {key: write(key, value) for key, value in facts.items()} if names else dict(facts)


def renamed_call(call: str, names: Mapping[str, str]) -> str:
    """A call as the file writes it, "Amber: 3H"."""
    name, separator, said = call.rpartition(": ")
    return f"{names.get(name, name)}{separator}{said}"
