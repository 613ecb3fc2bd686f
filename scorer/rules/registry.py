"""The registry: every game there is, by its key in the sheet file."""

from collections.abc import Mapping
from functools import cache

from .fields import Field
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


@cache
def keys_of(game: type[Game]) -> Mapping[str, tuple[Field, ...]]:
    """Every key that a hand of a game may have, by whichever of its house rules, each in all its forms."""
    nobody = ("",) * game.sizes[0]
    known: dict[str, dict[Field, None]] = {}
    for option in (None, *game.options_type.described()):
        values = option.values if option and isinstance(option.values, tuple) else (None,)
        for value in values:
            options = game.options_type(**{option.name: value} if option and value is not None else {})
            for name, key in game(nobody, options).keys.items():
                known.setdefault(name, {})[key] = None
    return {name: tuple(forms) for name, forms in known.items()}
