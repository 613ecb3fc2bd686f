"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender.game import Offender
from .oh_hell.game import OhHell
from .pirate_bridge.game import PirateBridge
from .plain.game import Plain
from .reverse_bridge.game import ReverseBridge
from .spades.game import Spades
from .ten_bridge.game import TenBridge

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
