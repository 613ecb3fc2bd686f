"""Columns that stand side by side, "Ann bid" and "Bo bid", read as the one column of a key."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ...rules.cells import each_written
from .lines import Line
from .words import ENDINGS

SIDE = " & "
"""Stands between the names of partners."""


def joined(lines: Sequence[Line], players: Collection[str]) -> list[Line]:
    """The lines with these columns in the place of the first of them: "Ann 3, Bo 2", and of two sides "7 – 6".

    lines: the headings first; players: as they are known from above the table, none of whom is such a heading.
    """
    heading, *rows = lines
    owners: dict[str, dict[int, str]] = {}
    for index, cell in enumerate(heading.cells):
        small = cell.lower()
        ending = next((ending for ending in ENDINGS if small.endswith(ending)), "")
        if ending and cell not in players:
            owners.setdefault(ENDINGS[ending], {})[index] = cell[: -len(ending)]
    found = {key: columns for key, columns in owners.items() if len(columns) > 1 and key not in heading.cells}
    for key, columns in found.items():
        heading = _with(heading, columns, key)
        rows = [_with(row, columns, _written(row, columns)) for row in rows]
    return [heading, *rows]


def _with(line: Line, columns: Collection[int], text: str) -> Line:
    """The line with one text in the first of these columns, and nothing in the others."""
    first = min(columns)
    cells = ("" if index in columns else cell for index, cell in enumerate(line.cells))
    return replace(line, cells=tuple(text if index == first else cell for index, cell in enumerate(cells)))


def _written(row: Line, columns: dict[int, str]) -> str:
    values = {owner: value for index, owner in columns.items() if (value := row.get(index))}
    if all(SIDE in owner for owner in columns.values()):
        return " – ".join(values.values())
    return each_written(values, [*columns.values()])
