"""The registry: every game there is, by its key in the sheet file."""

from .game import Game
from .offender.game import Offender
from .oh_hell.game import OhHell
from .pirate_bridge.game import PirateBridge
from .plain.game import Plain
from .reverse_bridge.game import ReverseBridge
from .spades.game import Spades
from .ten_bridge.game import TenBridge

NEEDED = (*(name for name in Game.__annotations__ if not hasattr(Game, name)), *sorted(Game.__abstractmethods__))
"""What a game has to say; all else in `Game` has a default."""


def by_key(*games: type[Game]) -> dict[str, type[Game]]:
    """The games by their keys. Raises TypeError for one that lacks something that every game needs."""
    for game in games:
        by_options = ("hand_type", "keys") if game.key_sets else ()
        given = {name for name in NEEDED if hasattr(game, name)} - game.__abstractmethods__ | {*by_options}
        if lacking := [name for name in NEEDED if name not in given]:
            file = game.__module__.replace(".", "/") + ".py"
            raise TypeError(
                f"{game.__name__} has no {', '.join(lacking)}: give it to the class {game.__name__} in {file}, as "
                "scorer/rules/game.py says (CONTRIBUTING, Add a game, step 1)."
            )
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
