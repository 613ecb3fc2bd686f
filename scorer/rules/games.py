"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender import Offender
from .oh_hell import OhHell
from .pirate_bridge import PirateBridge
from .plain import Plain
from .reverse_bridge import ReverseBridge
from .spades import Spades
from .ten_bridge import TenBridge

GAMES: dict[str, type[Game]] = {
    game.key: game
    for game in (
        Offender,
        PirateBridge,
        Spades,
        OhHell,
        TenBridge,
        ReverseBridge,
        Plain,
    )
}
