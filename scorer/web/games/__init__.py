"""The entry form of every game, by the game's key; its template is templates/games/<key>.html."""

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
