"""The text of a table, however a machine has written it, and what is no table and can be told so."""

from ...rules.reading import FormatError
from ..file.document import PBN, PBN_SAID

_ENDS = b"\t\n\v\f\r"
_OTHERS = (
    ((b"%PDF-",), "a PDF"),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF"), "a picture"),
    ((b"PK\x03\x04",), "a workbook or an archive"),
)


def decoded(content: bytes) -> str:
    """UTF-8 or UTF-16, else the letters of western Europe as Windows writes them. Raises FormatError."""
    if PBN.match(content):
        raise FormatError("$", PBN_SAID)
    for beginnings, kind in _OTHERS:
        if content.startswith(beginnings):
            raise FormatError("$", f"this is {kind} and no table: save the table as “CSV UTF-8”")
    for encoding in _likely(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8-sig" or not any(ord(letter) < 32 and ord(letter) not in _ENDS for letter in text):
            return text
    raise FormatError("$", "this is no text: save the table as “CSV UTF-8”")


def _likely(content: bytes) -> tuple[str, ...]:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ("utf-16",)
    beginning = content[:400]
    if 3 * beginning.count(0) > len(beginning):
        # Every second byte of most letters is nought: the first of the two, or the second.
        return ("utf-16-be",) if beginning[0] == 0 else ("utf-16-le",)
    return "utf-8-sig", "cp1252"
