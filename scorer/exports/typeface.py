"""The bundled fonts: how wide a text is in them, and where its lines break."""

import re
from collections.abc import Iterable, Iterator
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
LONGEST = 5.5
"""In ems: what a column leaves to a word of a name before it breaks it."""
SLACK = 1e-6
"""Sums of the same widths differ by this."""
_TERM = re.compile(r" (?=[+−=] )")


class Typeface:
    """Widths are in ems: points at size 1."""

    def __init__(self, folder: Path) -> None:
        fonts = {face: TTFont(f"scorer-{face}", str(folder / file)) for face, file in FACES.items()}
        for font in fonts.values():
            registerFont(font)
        self._widths: dict[str, dict[int, float]] = {face: font.face.charWidths for face, font in fonts.items()}
        self._known = self._widths["plain"].keys() & self._widths["bold"].keys()
        self.legible = lru_cache(maxsize=4096)(self._legible)

    def _legible(self, text: str) -> str:
        return legible(text, self._known)

    def title(self, text: str) -> str:
        """The face of a title, "bold" where the one for titles lacks a letter."""
        return "title" if all(ord(character) in self._widths["title"] for character in text) else "bold"

    def width(self, text: str, face: str = "plain") -> float:
        widths = self._widths[face]
        return sum(widths[ord(character)] for character in text) / 1000

    def narrowest(self, text: str, kind: str, face: str = "plain") -> float:
        """What a text needs at least: its longest part that holds together."""
        widest = max((self.width(part, face) for part in _parts(text, kind)), default=0.0)
        return widest if kind == "sum" else min(widest, LONGEST)

    def lines(self, text: str, room: float, kind: str = "text", face: str = "plain") -> list[str]:
        """The text broken into lines no wider than the room. A word breaks only where it has no room alone, a sum
        before a sign.
        """
        lines: list[str] = [""]
        for part in _fitting(self, _parts(text, kind), room, face):
            longer = f"{lines[-1]} {part}" if lines[-1] else part
            if self.width(longer, face) <= room + SLACK or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(part)
        return lines


def _parts(text: str, kind: str) -> list[str]:
    """The words of a text; the terms of a sum, a short one broken only before its result: "49 + 38", "= 87"."""
    if kind != "sum":
        return text.split()
    sides = text.partition(" = ")
    if len(sides[0].split()) <= 3:
        return [sides[0], f"= {sides[2]}"] if sides[1] else [text]
    return _TERM.split(text)


def _fitting(type: Typeface, parts: Iterable[str], room: float, face: str) -> Iterator[str]:
    """The parts, those that are too wide broken anywhere."""
    for part in parts:
        piece, width = "", 0.0
        for character in part:
            wide = type.width(character, face)
            if piece and width + wide > room + SLACK:
                yield piece
                piece, width = "", 0.0
            piece, width = piece + character, width + wide
        yield piece


@cache
def typeface(folder: Path) -> Typeface:
    return Typeface(folder)
