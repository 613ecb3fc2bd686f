"""The names of players wherever they stand in the facts of a hand."""

from collections.abc import Mapping
from typing import Any

from ...rules.core import whole
from ...rules.fields import Field
from ...rules.reading import is_object

TAKES_OVER = " takes over from "
"""What the note of a settled hand says between a newcomer and the player whose points they start with."""


def renamed(
    facts: Mapping[str, Any],
    names: Mapping[str, str],
    keys: Mapping[str, Field],
    columns: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A hand's facts with other names for some players. names: who is called how from now on; columns: what the
    columns are called, where these are not the players'.

    Where two names become one, points written down by hand are added up; a player who would take over from
    themselves brings none. keys: of the hand's game.
    """
    heir, takes_over, leaver = facts.get("note", "").partition(TAKES_OVER)

    def of(name: str) -> str:
        return names.get(name, name)

    same_player = heir if takes_over and of(heir) == of(leaver) else None

    def carried_by(numbers: Any) -> Any:
        return {of(name): number for name, number in numbers.items()} if is_object(numbers) else numbers

    def write(key: str, value: Any) -> Any:
        if key == "players":
            return [of(name) for name in value]
        if key == "calls":
            return [renamed_call(call, names) for call in value]
        if key == "points":
            points: dict[str, Any] = {}
            for name, number in value.items():
                called = columns.get(name, name) if columns else of(name)
                points[called] = whole(points.get(called, 0) + (0 if name == same_player else number))
            return points
        if key == "note" and takes_over:
            return f"{of(heir)}{takes_over}{of(leaver)}"
        if key == "played":
            return renamed(value, names, keys)
        if key == "carry":
            return {inner: carried_by(numbers) for inner, numbers in value.items()}
        if key == "by":
            return list(dict.fromkeys(of(name) for name in value))
        if key == "dealer":
            return of(value)
        return keys[key].renamed(value, names) if key in keys else value

    if not (names or columns):
        return dict(facts)
    return {key: write(key, value) for key, value in facts.items() if not (key == "note" and same_player)}


def renamed_call(call: str, names: Mapping[str, str]) -> str:
    """A call as the file writes it, "Amber: 3H"."""
    name, separator, spoken = call.rpartition(": ")
    return f"{names.get(name, name)}{separator}{spoken}"
