"""The names under which sheets are saved as files."""

import re
import unicodedata

from ..core.facts import Sheet

MOST_LETTERS = 60
"""Of a title."""
RESERVED = re.compile("con|prn|aux|nul|(?:com|lpt)[0-9]")
"""No file has such a name on Windows, whatever its ending. Microsoft, Naming Files, Paths, and Namespaces."""
_NOT_PLAIN = re.compile("[^a-z0-9]+")


def file_name(sheet: Sheet) -> str:
    """A name that every file system takes, from the title and the date, without an ending."""
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    words = _NOT_PLAIN.sub("-", plain).strip("-")[:MOST_LETTERS].strip("-")
    name = "-".join(part for part in (sheet.date, words or sheet.game) if part)
    return f"sheet-{name}" if RESERVED.fullmatch(name) else name


class FreeNames:
    """Names with an ending, each given once: "friday.json", then "friday-2.json"."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def take(self, name: str) -> str:
        stem, _, ending = name.rpartition(".")
        free = name
        while free in self._taken:
            self._taken[name] += 1
            free = f"{stem}-{self._taken[name]}.{ending}"
        self._taken[free] = 1
        return free
