"""House rules that an older sheet file or history has in other words, in the words of today."""

from copy import copy
from typing import Any

from ...rules import reading
from ...rules.game import Game


def respelt(game: type[Game], facts: Any) -> Any:
    """The head of a sheet or a hand with its house rules in the words of today; the same object if it has them.

    Anything else is given back as it is, to be judged later.
    """
    options = facts.get("options") if reading.is_object(facts) else None
    if not reading.is_object(options):
        return facts
    today = game.options_type.respelt(options)
    if today == options:
        return facts
    # Copied, for an object that was read from a file remembers a key that stood in it twice.
    made: Any = copy(facts)
    made["options"] = copy(options)
    made["options"].update(today)
    return made
