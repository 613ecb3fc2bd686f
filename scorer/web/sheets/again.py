"""The same table once more, from a sheet that has ended."""

from typing import Any

from ...rules.registry import GAMES
from ...store.scorebook import Snapshot
from ..forms.options import OptionsForm


def again(snapshot: Snapshot) -> dict[str, Any]:
    """What the form of a new sheet is sent for the same table: players, who deals next, the house rules, and what
    is played where the sheet says it.
    """
    table = snapshot.ledger.table
    form = OptionsForm.of(GAMES[snapshot.sheet.game])
    form.choose(table.game.options)
    return {
        "players": table.game.players,
        "dealer": table.dealer,
        "title": snapshot.sheet.title if table.game.named_on_sheet else "",
        "options": {f"option-{name}": text for name, text in form.chosen.items()},
    }
