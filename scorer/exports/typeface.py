"""The bundled fonts: how wide a text is in them, and where its lines break."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from .scripts import legible

FACES = {
    "plain": "DejaVuSansCondensed.ttf",
    "bold": "DejaVuSansCondensed-Bold.ttf",
    "title": "DejaVuSerifCondensed-Bold.ttf",
}
LONGEST = 10.0
"""In ems: what a column leaves to a word of a name before it breaks it."""
REMEMBERED = 8192
SLACK = 1e-6
"""Sums of the same widths differ by this."""
_TERM = re.compile(r"(?<= )(?=[+−=] )")
_WORD = re.compile(r"[^ ]*?(?:-(?=[^ \d])| +|$)")


class Typeface:
    """Widths are in ems: points at size 1."""

    def __init__(self, folder: Path) -> None:
        fonts = {face: TTFont(f"scorer-{face}", str(folder / file)) for face, file in FACES.items()}
        for font in fonts.values():
            registerFont(font)
        self._widths: dict[str, dict[int, float]] = {face: font.face.charWidths for face, font in fonts.items()}
        self._known = self._widths["plain"].keys() & self._widths["bold"].keys()
        # A sheet says the same names and numbers again and again.
        self.legible = lru_cache(maxsize=REMEMBERED)(self._legible)
        self.width = lru_cache(maxsize=REMEMBERED)(self._width)

    def _legible(self, text: str) -> str:
        return legible(text, self._known)

    def title(self, text: str) -> str:
        """The face of a title, "bold" where the one for titles lacks a letter."""
        return "title" if all(ord(character) in self._widths["title"] for character in text) else "bold"

    def _width(self, text: str, face: str = "plain") -> float:
        widths = self._widths[face]
        return sum(widths[ord(character)] for character in text) / 1000

    def narrowest(self, text: str, kind: str, face: str = "plain") -> float:
        """What a text needs at least: its longest part that holds together."""
        widest = max(self.width(part.rstrip(" "), face) for part in _parts(text, kind))
        return widest if kind == "sum" else min(widest, LONGEST)

    def lines(self, text: str, room: float, kind: str = "text", face: str = "plain") -> list[str]:
        """The text broken into lines no wider than the room. A word breaks only where it has no room alone, a sum
        before a sign.
        """
        lines = [""]
        for part in _parts(text, kind):
            for piece in self._pieces(part, room, face):
                longer = lines[-1] + piece
                if not lines[-1] or self.width(longer.rstrip(" "), face) <= room + SLACK:
                    lines[-1] = longer
                else:
                    lines.append(piece)
        return [line.rstrip(" ") for line in lines]

    def _pieces(self, part: str, room: float, face: str) -> Iterator[str]:
        """A part, broken anywhere if it is too wide for a line."""
        if self.width(part.rstrip(" "), face) <= room + SLACK:
            yield part
            return
        piece, width = "", 0.0
        for character in part:
            wide = self.width(character, face)
            if piece and character != " " and width + wide > room + SLACK:
                yield piece
                piece, width = "", 0.0
            piece, width = piece + character, width + wide
        yield piece


def _parts(text: str, kind: str) -> list[str]:
    """The words of a text, those with hyphens in pieces; the terms of a sum, a short one broken only before
    its result: "49 + 38 ", "= 87". Each with the space after it.
    """
    if kind != "sum":
        return [part for part in _WORD.findall(text) if part] or [""]
    terms = _TERM.split(text)
    return ["".join(terms[:2]), *terms[2:]] if len(terms) == 3 else terms


@cache
def typeface(folder: Path) -> Typeface:
    return Typeface(folder)
