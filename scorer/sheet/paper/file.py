"""A paper sheet as it is handed in: a sheet file with figures claimed, or a table."""

from ...rules.reading import FormatError
from ..file import document
from . import table as paper_csv
from .claims import Paper, of_document

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
        return paper_csv.read(content.decode("utf-8-sig"), game)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FormatError(f"line {line}", "this is not UTF-8 text: save the table as “CSV UTF-8”") from None
