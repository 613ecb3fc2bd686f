"""What every table for a spreadsheet has in common: its bytes, its cells, a hand in the sheet file's words."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from ..rules.keys import in_file
from ..sheet.ledger import Ledger, Row

PAID_AT_THE_END = "paid at the end of the sheet"


def content(rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 with a byte order mark and CRLF, as spreadsheets expect it; numbers stay numbers."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(_safe, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def keys_of(ledger: Ledger) -> tuple[str, ...]:
    """The keys of every hand's result: house rules that change in mid-sheet may change them."""
    games = (*(row.game for row in ledger.rows), ledger.table.game)
    return tuple(dict.fromkeys(key for game in games for key in game.keys))


def facts_of(row: Row, keys: tuple[str, ...]) -> list[object]:
    """Number, dealer, and the keys as the sheet file writes them; without a result the first says why."""
    head: list[object] = [row.number, row.dealer]
    if row.result is None:
        return head + beside(row.brief, keys)
    written = in_file(row.game.keys, row.result, row.game.players)
    return head + [_cell(written.get(key, "")) for key in keys]


def beside(text: str, keys: tuple[str, ...]) -> list[object]:
    """A sentence in place of a result."""
    return [text, *("" for _ in keys[1:])]


def _cell(value: object) -> object:
    """What stands for each player or side, in one cell."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {inner}" for name, inner in value.items())
    return " – ".join(map(str, value)) if isinstance(value, list) else value


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is marked as text; numbers are left alone.

    So is one that begins with such a mark of its own: it is there again when the table is read back.
    """
    return f"'{cell}" if isinstance(cell, str) and re.match(r"'*[=+\-@\t\r]", cell) else cell
