"""The entry forms of games, by the game's key; their templates are templates/games/<key>.html."""

from typing import Any

from ...sheet.core.table import Table
from .entry import EntryForm
from .offender import OffenderForm
from .oh_hell import OhHellForm
from .pirate_bridge import PirateForm
from .plain import PlainForm
from .reverse_bridge import ReverseBridgeForm
from .spades import SpadesForm
from .ten_bridge import TenBridgeForm

FORMS: dict[str, type[EntryForm]] = {
    "offender": OffenderForm,
    "pirate-bridge": PirateForm,
    "spades": SpadesForm,
    "oh-hell": OhHellForm,
    "ten-bridge": TenBridgeForm,
    "reverse-bridge": ReverseBridgeForm,
    "plain": PlainForm,
}


def entry_form(table: Table, **kwargs: Any) -> EntryForm:
    """The form of a hand at this table: the game's own, or the one of every game. kwargs: of a FlaskForm."""
    return FORMS.get(table.game.key, EntryForm).at(table, **kwargs)
