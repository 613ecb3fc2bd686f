"""The entry form of every game, by the game's key; its template is templates/games/<key>.html."""

from .entry import EntryForm
from .offender import OffenderForm
from .oh_hell import OhHellForm
from .plain import PlainForm

FORMS: dict[str, type[EntryForm]] = {
    "offender": OffenderForm,
    "oh-hell": OhHellForm,
    "plain": PlainForm,
}
