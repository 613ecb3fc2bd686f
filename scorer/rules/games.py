"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender import Offender
from .spades import Spades

GAMES: dict[str, type[Game]] = {
    game.key: game
    for game in (
        Offender,
        Spades,
    )
}
