"""The hands of a sheet as other house rules would have scored them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...rules.game import Game
from ..changes.corrections import unusual
from ..changes.revision import Revision
from ..core.judge import Table
from ..core.ledger import Ledger, Row
from ..core.sheet import BESIDE


class OptionMismatchError(ValueError):
    """The hands do not say what other house rules ask for."""


def under(ledger: Ledger, options: Mapping[str, Any]) -> Ledger:
    """The same hands under other house rules, from the first on; an open hand is left out. options: all of them,
    by key, None where automatic.

    Raises IllegalHandError for the first hand that could not have been played by them, and OptionMismatchError.
    """
    revision = Revision(ledger, 0)
    revision.head = {"options": unusual(ledger.sheet, options)}

    def change(index: int, facts: dict[str, Any], table: Table) -> dict[str, Any]:
        if index < len(ledger.rows):
            _compare(ledger.rows[index], table.game)
        # What these rules do not ask for is left aside, as honors where they pay nothing, and so is what had been
        # played in a hand that counts by the points of the table.
        keys = {*table.game.keys, *BESIDE, "calls", "points"} - {"options"}
        if facts.get("carry", {}).keys() <= table.game.carried.keys():
            keys |= {"carry"}
        return {key: value for key, value in facts.items() if key in keys}

    revision.rewrite(change)
    played = revision.ledger
    hands = tuple(row.hand for row in played.rows)
    return Ledger.of(replace(played.sheet, hands=hands, finished=ledger.sheet.finished), played)


def _compare(row: Row, other: Game) -> None:
    """Raise OptionMismatchError where a hand does not hold what these rules ask for."""
    if row.result is None:
        return
    for key, asked in other.keys.items():
        written = row.game.keys.get(key)
        if asked.needed if written is None else not asked.is_like(written):
            raise OptionMismatchError(
                f"Hand {row.number} does not say what these house rules ask for: other {key}."
            )
