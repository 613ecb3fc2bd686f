"""The parts of a game as the guide lists them, and a sentence for each that is missing."""

import re
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).parent.parent
GUIDE = ".github/CONTRIBUTING.md"
SECTION = (TOP / GUIDE).read_text("utf-8").partition("\n## Add a game\n")[2].partition("\n## ")[0]
STEP = re.compile(r"^(\d)\. `([^`]+)`[^:]*: ((?:.|\n +)+?)[.;:](?:\s|$)", re.MULTILINE)
ROOTS = (TOP, TOP / "tests" / "nap")
"""The sample game has its files in the same folders, below its own."""


class MissingPartError(Exception):
    """A game lacks something that every game needs."""


@dataclass(frozen=True)
class Part:
    """A step of the guide. place: the file; text: what is to stand there."""

    step: int
    place: str
    text: str

    def find(self) -> Path | None:
        """The file; a long game is a package, with its class in `game.py`."""
        places = (self.place, self.place.replace(".py", "/game.py"))
        return next((root / place for place in places for root in ROOTS if (root / place).is_file()), None)

    def missing(self, key: str) -> str:
        return f"{key} has no {self.place}: write {self.text} there ({GUIDE}, Add a game, step {self.step})"


def parts(key: str) -> list[Part]:
    """The parts of the game with this key."""

    def filled(text: str) -> str:
        return " ".join(text.replace("NAME", key.replace("-", "_")).replace("KEY", key).split())

    return [Part(int(step), filled(place), filled(text)) for step, place, text in STEP.findall(SECTION)]


def missing(key: str) -> list[str]:
    """A sentence for each part that the game lacks."""
    return [part.missing(key) for part in parts(key) if not part.find()]


def vectors_of(key: str) -> Path:
    """The file with the sheets that are expected of a game. Raises MissingPartError."""
    [part] = (part for part in parts(key) if part.place.startswith("tests/vectors/"))
    if file := part.find():
        return file
    raise MissingPartError(part.missing(key))
