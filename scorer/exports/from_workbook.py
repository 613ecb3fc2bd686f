"""A workbook that somebody brings, as the CSV table that its first sheet with one would be saved as."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import zip_longest
from typing import Any

from ..rules.reading import FormatError
from ..sheet.core.ledger import Ledger
from ..sheet.paper import csv
from ..sheet.paper.brought import MOST_COLUMNS, MOST_TURNED
from . import bundle
from .workbook import FACTS, TABLE

MOST_UNPACKED = 8 * 1024 * 1024
"""Bytes of all files in a workbook."""
_SPELT = re.compile("_x([0-9A-F]{4})_")
MOST_ROWS = 100_000
"""Empty ones counted."""


def as_table(content: bytes) -> bytes:
    """A workbook as CSV, from the app's own table in it or its first sheet that is one; anything else as it is.

    Values are those that it keeps; formulas are never worked out. Raises FormatError.
    """
    if not bundle.is_workbook(content):
        return content
    book = _opened(content)
    for name in [TABLE] if TABLE in book.sheetnames else book.sheetnames:
        rows = [*_rows(book[name])]
        if sum(sum(map(bool, row)) > 1 for row in rows) > 1:
            return csv.content(rows)
    raise FormatError("$", "no sheet of this workbook holds a table")


def is_changed(content: bytes, ledger: Ledger) -> bool:
    """Whether facts in the app's own workbook are others than those of the ledger that was read from its table."""
    if not bundle.is_workbook(content):
        return False
    from .workbook import workbook

    here, due = _opened(content, formulas=True), _opened(workbook.write(ledger), formulas=True)
    if TABLE not in here.sheetnames or FACTS not in here.sheetnames:
        return False
    pairs = zip_longest(_rows(here[FACTS]), _rows(due[FACTS]), fillvalue=[])
    cells = (pair for rows in pairs for pair in zip_longest(*rows, fillvalue=""))
    return any(one != other and not one.startswith("=") for one, other in cells)


def _opened(content: bytes, *, formulas: bool = False) -> Any:
    # Loaded with the first workbook that somebody brings.
    import openpyxl

    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED:
            raise FormatError("$", f"the workbook unpacks to more than {MOST_UNPACKED // 1024 // 1024} MiB")
    try:
        return openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=not formulas)
    except Exception:
        # Whatever a file that only looks like a workbook makes of its parts.
        raise FormatError("$", "this workbook cannot be read: save its sheet as “CSV UTF-8”") from None


def _rows(sheet: Any) -> Iterator[Sequence[str]]:
    """The rows of a sheet from the first, as they would be typed; nothing of one that only has a chart."""
    found = 0
    rows = sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True) if hasattr(sheet, "iter_rows") else ()
    for number, row in enumerate(rows, start=1):
        cells = [*map(_cell, row)]
        if any(cells[MOST_COLUMNS:]):
            raise FormatError(f"line {number}", f"a table has at most {MOST_COLUMNS} columns")
        found += any(cells)
        if found > MOST_TURNED or number > MOST_ROWS:
            raise FormatError(f"line {number}", f"a file has at most {MOST_TURNED} lines")
        yield cells


def _cell(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if not (value.hour or value.minute) else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    # Signs for which XML has no place are spelt "_x000D_".
    return "" if value is None else _SPELT.sub(lambda sign: chr(int(sign[1], 16)), f"{value}").strip()
