"""The sample game Nap, its files in the folders where the guide has those of a game; importing this registers it.

So every list of all games in the tests has Nap, and every test over all games tries it.
"""

from importlib import import_module
from pathlib import Path

import scorer.rules
import scorer.web.games
from scorer.rules.registry import GAMES
from scorer.web.games import FORMS
from scorer.web.pages import rules
from scorer.web.questions.paper_examples import EXAMPLES

HERE = Path(__file__).parent

scorer.rules.__path__.append(str(HERE / "scorer" / "rules"))
scorer.web.games.__path__.append(str(HERE / "scorer" / "web" / "games"))
GAMES["nap"] = import_module("scorer.rules.nap.game").Nap
FORMS["nap"] = import_module("scorer.web.games.nap").NapForm
EXAMPLES["nap"] = (HERE / "example.csv").read_text("utf-8")
rules.bp.template_folder = str(HERE / "templates")  # A blueprint may bring templates of its own.
