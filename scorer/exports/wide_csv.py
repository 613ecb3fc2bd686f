"""The sheet as a table for a spreadsheet: a row per hand, points and totals per column."""

import csv
import io
from collections.abc import Mapping

from ..rules.keys import in_file
from ..sheet.ledger import Ledger, Row

RISKY = ("=", "+", "-", "@", "\t", "\r")


def write(ledger: Ledger) -> bytes:
    """UTF-8 with a byte order mark, as spreadsheets expect it; numbers stay numbers."""
    # House rules that change in mid-sheet may change the keys of a result.
    games = (*(row.game for row in ledger.rows), ledger.table.game)
    keys = tuple(dict.fromkeys(key for game in games for key in game.keys))
    text = io.StringIO()
    table = csv.writer(text)
    heads = ["hand", "dealer", *keys]
    heads += [f"{column} points" for column in ledger.columns]
    heads += [f"{column} total" for column in ledger.columns]
    table.writerow(map(_safe, heads))
    for row in ledger.rows:
        table.writerow(
            [
                row.number,
                _safe(row.dealer),
                *(_safe(cell) for cell in _result(row, keys)),
                *ledger.padded(row.points),
                *ledger.padded(row.totals),
            ]
        )
    return text.getvalue().encode("utf-8-sig")


def _result(row: Row, keys: tuple[str, ...]) -> list[object]:
    """The hand's keys as the sheet file writes them; a hand without a result says why in the first."""
    if row.result is None:
        return [row.brief, *("" for _ in keys[1:])]
    written = in_file(row.game.keys, row.result, row.game.players)
    return [_cell(written.get(key, "")) for key in keys]


def _cell(value: object) -> object:
    """What stands for each player or side, in one cell."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {inner}" for name, inner in value.items())
    return " – ".join(map(str, value)) if isinstance(value, list) else value


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is marked as text; numbers are left alone."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(RISKY) else cell
