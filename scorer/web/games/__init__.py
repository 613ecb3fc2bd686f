"""The entry forms of games, by the game's key; their templates are templates/games/<key>.html."""

from typing import Any

from ...sheet.core.judge import Table
from .entry import EntryForm
from .forms import OffenderForm, PirateForm, PlainForm, ReverseBridgeForm, TenBridgeForm
from .oh_hell import OhHellForm
from .spades import SpadesForm

FORMS: dict[str, type[EntryForm]] = {
    "offender": OffenderForm,
    "pirate-bridge": PirateForm,
    "spades": SpadesForm,
    "oh-hell": OhHellForm,
    "ten-bridge": TenBridgeForm,
    "reverse-bridge": ReverseBridgeForm,
    "plain": PlainForm,
}


def form_of(table: Table) -> type[EntryForm]:
    """The class of the form of a hand at this table: the game's own, or the one of every game."""
    return FORMS.get(table.game.key, EntryForm)


def entry_form(table: Table, **kwargs: Any) -> EntryForm:
    """The form of a hand at this table. kwargs: of a FlaskForm."""
    return form_of(table).at(table, **kwargs)
