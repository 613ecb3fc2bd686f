"""Names in any script, written with the letters that the bundled fonts have."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from anyascii import anyascii

ARABIC_FORMS = (*range(0xFB50, 0xFBB2), *range(0xFBFC, 0xFC00), *range(0xFE70, 0xFEFD))
RIGHT_TO_LEFT = {"R", "AL"}
SHAPES = {
    (False, False): "isolated",
    (True, False): "final",
    (False, True): "initial",
    (True, True): "medial",
}
"""By whether a letter is joined to the one before, and to the one after."""
MIRRORED = str.maketrans("()[]<>«»", ")(][><»«")
_LETTER = re.compile("\u0644[\u0622\u0623\u0625\u0627]|.", re.DOTALL)
"""Lam and alef are written as one."""
_PIECE = re.compile(r"\d+(?:[.,:/]\d+)*|.[\u0591-\u05c7\u064b-\u0652\u0670]*", re.DOTALL)
"""What stays as it is where a line is turned around: a number, a letter with its marks."""


def legible(text: str, known: Collection[int]) -> str:
    """The text with what the fonts do not know in Latin letters, in brackets: "[ShenZhen]". known: the code points
    that they have. Arabic letters come in the form that joins them to their neighbours.
    """
    if text.isascii() and text.isprintable():
        return text
    normal = unicodedata.normalize("NFC", text)
    plain = "".join(map(_visible, normal))
    if text and not plain.strip():
        return _in_codes(normal)
    runs: list[tuple[bool, str]] = []
    for character in joined(plain):
        strange = ord(character) not in known
        if runs and runs[-1][0] == strange:
            runs[-1] = strange, runs[-1][1] + character
        else:
            runs.append((strange, character))
    return "".join(_in_latin(run) if strange else run for strange, run in runs)


def _visible(character: str) -> str:
    """Nothing for marks that only steer how the letters around them are drawn."""
    kind = unicodedata.category(character)
    if kind == "Cf" or "\ufe00" <= character <= "\ufe0f":
        return ""
    return " " if kind in ("Cc", "Zl", "Zp") else character


def _in_latin(run: str) -> str:
    """Run by run, so that words stay whole: "[ShenZhen]", "[boar]"; a code where nobody knows its sound."""
    heard = re.sub("[:_]", " ", anyascii(run)).strip()
    return f"[{' '.join(heard.split())}]" if heard else _in_codes(run)


def _in_codes(run: str) -> str:
    return "".join(f"[U+{ord(character):04X}]" for character in run)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The shapes of each Arabic letter, from Unicode's own compatibility forms: beh: {"initial": ..., ...}."""
    forms: dict[str, dict[str, str]] = {}
    for code in ARABIC_FORMS:
        shape, *letters = unicodedata.decomposition(chr(code)).split() or ("",)
        if shape.startswith("<") and letters and letters[0] != "0020":
            forms.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[shape[1:-1]] = chr(code)
    return forms


def joined(text: str) -> str:
    """Arabic letters in the shapes that join them; any other text as it is."""
    forms = _forms()
    letters: list[str] = _LETTER.findall(text)
    bases = [place for place, letter in enumerate(letters) if unicodedata.category(letter[0]) != "Mn"]
    shapes = [forms.get(letters[place], {}) for place in bases]
    for place, before, own, after in zip(bases, [{}, *shapes], shapes, [*shapes[1:], {}], strict=False):
        backward = "final" in own and "initial" in before
        forward = "initial" in own and "final" in after
        shape = SHAPES[backward, forward]
        letters[place] = own.get(shape, own.get("isolated", letters[place]))
    return "".join(letters)


def visual(line: str) -> str:
    """One line in the order in which a page shows it from left to right: Hebrew and Arabic turned around, the
    numbers in them not. A simple form of Unicode's algorithm, enough for names
    within sentences; those of a list stay in its order.
    """
    if line.isascii():
        return line
    kinds = [unicodedata.bidirectional(character) for character in line]
    shown, place = "", 0
    while place < len(line):
        if kinds[place] not in RIGHT_TO_LEFT:
            shown, place = shown + line[place], place + 1
            continue
        end = _end_of_run(line, kinds, place)
        shown, place = shown + _turned(line[place:end]), end
    return shown


def _end_of_run(line: str, kinds: list[str], start: int) -> int:
    """Behind the last letter that runs from right to left, or behind the bracket that closes around it."""
    end, brackets = start, 0
    for place in range(start, len(line)):
        character = line[place]
        if kinds[place] == "L" or character in ",;" or (character in ")]" and not brackets):
            break
        brackets += (character in "([") - (character in ")]")
        if kinds[place] in (*RIGHT_TO_LEFT, "NSM") or character in ")]":
            end = place + 1
    return end


def _turned(run: str) -> str:
    pieces: list[str] = _PIECE.findall(run)
    return "".join(piece.translate(MIRRORED) for piece in reversed(pieces))
