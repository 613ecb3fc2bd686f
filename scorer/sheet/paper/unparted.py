"""Tables whose columns nothing parts but blanks, or bars as Markdown has them: each line in its cells."""

import re
from collections.abc import Callable, Sequence

from ...rules.reading import FormatError
from .words import is_known

BAR, BLANK = "|", " "
Cells = tuple[str, ...]
_RULE = re.compile(r"[+|: ]*[-=][-+=|: ]*")
"""A line that is only drawn."""
_BAR = re.compile(r"(?<!\\)\|")
_VALUES = re.compile("x+")
_WORDS = re.compile("x+(?: x+)*")
"""Columns that are not blank, which one blank parts, or two."""
_ESCAPED = re.compile(r"\\([^\w\s])")


def cells_of(lines: Sequence[tuple[int, str]], mark: str) -> list[tuple[int, Cells]]:
    """Lines with their numbers, the headings first, and what stands in their cells; a line drawn is none.

    mark: BAR or BLANK. Raises FormatError where the columns cannot be told.
    """
    drawn = [(number, line.expandtabs().rstrip()) for number, line in lines if not _RULE.fullmatch(line.strip())]
    texts = [line for _, line in drawn]
    found = [_between_bars(line) for line in texts] if mark == BAR else _below_each_other(texts)
    if not found:
        raise FormatError(
            f"line {drawn[0][0]}",
            "it cannot be told where a column ends: write each value below its heading, or part them with commas",
        )
    return [(number, cells) for (number, _), cells in zip(drawn, found, strict=True)]


def _between_bars(line: str) -> Cells:
    inner = re.sub(r"(?<!\\)\|$", "", line.strip().removeprefix(BAR))
    return tuple(_ESCAPED.sub(r"\1", cell).strip() for cell in _BAR.split(inner))


def _below_each_other(texts: Sequence[str]) -> list[Cells]:
    """Of the ways to part the lines the one by which most headings say something; nothing where none parts all."""
    ways: list[list[Cells]] = [*(_by_place(texts, blanks) for blanks in (2, 1))]
    ways += [_by_count(texts, lambda line: re.split(" {2,}", line)), _by_count(texts, str.split)]
    several = [way for way in ways if way and len(way[0]) > 1]
    several.sort(key=lambda way: (sum(map(is_known, way[0])), -len(way[0])), reverse=True)
    return several[0] if several else []


def _by_place(texts: Sequence[str], blanks: int) -> list[Cells]:
    """Parted where every line has so many blanks; nothing where two values stand in one cell then."""
    width = max(map(len, texts))
    padded = [line.ljust(width) for line in texts]
    free = "".join(" " if all(line[at] == " " for line in padded) else "x" for at in range(width))
    values = _VALUES.finditer(free) if blanks == 1 else _WORDS.finditer(free)
    spans = [match.span() for match in values]
    # What stands below no heading goes on from the column before: "49 + 38 = 87".
    starts = [start for index, (start, end) in enumerate(spans) if not index or padded[0][start:end].strip()]
    ends = [*starts[1:], width]
    cells = [tuple(line[start:end].strip() for start, end in zip(starts, ends, strict=True)) for line in padded]
    return [] if any("  " in cell for line in cells for cell in line) else cells


def _by_count(texts: Sequence[str], part: Callable[[str], list[str]]) -> list[Cells]:
    """Every line has as many values as there are headings, or nothing."""
    cells = [tuple(part(line.strip())) for line in texts]
    return cells if len({*map(len, cells)}) == 1 else []
