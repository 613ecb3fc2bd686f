"""The app's own table for a spreadsheet, as the tests read it."""

import csv
import io

EMPTY_LINE = "\r\n\r\n"
"""The empty line below the head."""


def below_head(content: bytes) -> str:
    """The headings and all that stands below them."""
    return content.decode("utf-8-sig").partition(EMPTY_LINE)[2]


def rows(content: bytes) -> list[dict[str, str]]:
    """The lines by their headings."""
    return list(csv.DictReader(io.StringIO(below_head(content), newline="")))


def cells(content: bytes) -> list[list[str]]:
    """The headings, and the lines below them."""
    return list(csv.reader(io.StringIO(below_head(content), newline="")))
