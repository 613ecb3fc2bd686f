"""Words that older sheet files and histories have for a house rule: the same ones in the words of today."""

from copy import copy
from typing import Any

from ...rules.game import Game


def respelt(game: type[Game], facts: Any) -> Any:
    """The head of a sheet or a hand with its house rules in the words of today; the same object where they are.

    What is no such thing is left to be judged.
    """
    options = facts.get("options") if isinstance(facts, dict) else None
    if not isinstance(options, dict):
        return facts
    now = game.options_type.respelt(options)
    if now == options:
        return facts
    # Copied, for an object that was read from a file remembers a key that stood in it twice.
    made, own = copy(facts), copy(options)
    own.update(now)
    made["options"] = own
    return made
