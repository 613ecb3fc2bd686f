"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender.game import Offender
from .oh_hell.game import OhHell
from .pirate_bridge.game import PirateBridge
from .plain.game import Plain
from .registration import require_whole
from .reverse_bridge.game import ReverseBridge
from .spades.game import Spades
from .ten_bridge.game import TenBridge


def by_key(*games: type[Game]) -> dict[str, type[Game]]:
    """The games by their keys. Raises TypeError for one that lacks something, or that nobody could play."""
    for game in games:
        require_whole(game)
    return {game.key: game for game in games}


GAMES = by_key(
    Offender,
    PirateBridge,
    Spades,
    OhHell,
    TenBridge,
    ReverseBridge,
    Plain,
)
