"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender import Offender
from .pirate_bridge import PirateBridge

GAMES: dict[str, type[Game]] = {
    game.key: game
    for game in (
        Offender,
        PirateBridge,
    )
}
