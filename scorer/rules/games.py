"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender import Offender
from .reverse_bridge import ReverseBridge
from .ten_bridge import TenBridge

GAMES: dict[str, type[Game]] = {
    game.key: game
    for game in (
        Offender,
        TenBridge,
        ReverseBridge,
    )
}
