"""The sample game Nap, its files in the folders where the guide has those of a game; importing this registers it.

So every list of all games in the tests has Nap, and every test over all games tries it.
"""

from importlib import import_module
from pathlib import Path

import scorer.rules
from scorer.rules.registry import GAMES, by_key

HERE = Path(__file__).parent

scorer.rules.__path__.append(str(HERE / "scorer" / "rules"))
Nap = import_module("scorer.rules.nap").Nap
GAMES.update(by_key(Nap))
