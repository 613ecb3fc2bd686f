"""A paper sheet as it is handed in: a sheet file with figures claimed, or a table."""

from collections.abc import Sequence

from ...rules.core import RuleViolation, listed
from ...rules.reading import FormatError
from ...rules.registry import GAMES
from ..core.judge import IllegalHandError
from ..file import document
from .claims import Paper, of_document
from .hands import Taken, arranged
from .headings import likely_game
from .lines import split
from .table import Layout
from .text import decoded

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
    return _read_table(decoded(content), game)


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
    try:
        for row in rows:
            taken.take(row)
    except IllegalHandError as broken:
        raise _by_whom(broken, taken.layout.assumed) from None
    return taken.paper


def _by_whom(broken: IllegalHandError, assumed: Sequence[str]) -> IllegalHandError:
    """The broken rule with the players whom only headings name: it may be their number that is wrong."""
    if not assumed:
        return broken
    rule, detail = broken.violation.rule, f"{broken.violation.detail} {headed(assumed)}"
    return IllegalHandError(broken.hand, broken.call, RuleViolation(rule, detail))


def headed(players: Sequence[str]) -> str:
    """A sentence that says who the players are where only the headings do."""
    return f"Players by the headings: {listed(players)}."
