"""A paper sheet as it is handed in: a sheet file with figures claimed, or a table."""

from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..file import document
from .claims import Paper, of_document
from .hands import Taken, arranged
from .headings import likely_game
from .lines import split
from .table import Layout

MOST_BYTES = 512 * 1024


def load(content: bytes, game: str = "") -> Paper:
    """Read a paper sheet, whichever it is. game: the key of its game, where a table need not say it.

    Raises FormatError, at a path where it is JSON and by line and column where it is a table; and
    IllegalHandError as `document.load`.
    """
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"the file is larger than {MOST_BYTES // 1024} KiB")
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return of_document(document.parse(content))
    try:
        return _read_table(content.decode("utf-8-sig"), game)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FormatError(f"line {line}", "this is not UTF-8 text: save the table as “CSV UTF-8”") from None


def _read_table(text: str, game: str) -> Paper:
    """Raises FormatError, by line and column, and IllegalHandError."""
    head, lines, delimiter = split(text)
    if not lines:
        raise FormatError("line 1", "there is no table: headings, and below them a line for each hand")
    heading, *rows = arranged(head, lines)
    key = head.facts.setdefault("game", head.facts.get("game") or game or likely_game(heading))
    if key not in GAMES:
        raise FormatError(head.places.get("$.game", "line 1"), f"the game is one of {', '.join(GAMES)}")
    taken = Taken(Layout(GAMES[key], head, heading, rows, decimal_comma=delimiter != ","))
    for row in rows:
        taken.take(row)
    return taken.paper
