"""Texts in any script: what no font has stands in Latin letters, in brackets."""

import re
import unicodedata
from collections.abc import Callable, Collection
from itertools import groupby
from typing import Any

from anyascii import anyascii

NON_JOINER = "\u200c"
"""Persian words need it; other marks that only steer how the letters around them are drawn are left out."""
LEFT_TO_RIGHT = "\u200e"
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u017f−♠♥♦♣]*")
_AFTER_RIGHT_TO_LEFT = re.compile("(?<=[\u0590-\u08ff])([,;])")
"""Between two names in Hebrew or Arabic: a list stays in its order."""


def each_text(data: Any, change: Callable[[str], str]) -> Any:
    """Data for JSON with every text in it changed."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: each_text(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [each_text(value, change) for value in data]
    return data


def visible(text: str) -> str:
    """The text without what cannot be seen; in codes if nothing else is there: "[U+200D]"."""
    if _PLAIN.fullmatch(text):
        return text
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(map(_visible, normal))
    if not seen.strip(f" {NON_JOINER}"):
        return _codes(normal)
    return _AFTER_RIGHT_TO_LEFT.sub(rf"\1{LEFT_TO_RIGHT}", seen)


def _visible(character: str) -> str:
    kind = unicodedata.category(character)
    if (kind == "Cf" and character != NON_JOINER) or "\ufe00" <= character <= "\ufe0f":
        return ""
    if kind == "Cs":  # half of a pair, which no file can hold
        return "\ufffd"
    return " " if kind in ("Cc", "Zl", "Zp") else character


def in_latin(text: str, lacking: Collection[str]) -> str:
    """lacking: the letters that no font has. They are written run by run, so that words stay whole:
    "[ShenZhen]", "[boar]"; in codes where nobody knows their sound.
    """
    runs = ((missing, "".join(run)) for missing, run in groupby(text, lambda letter: letter in lacking))
    return "".join(_latin(run) if missing else run for missing, run in runs)


def _latin(run: str) -> str:
    sound = " ".join(re.sub("[:_]", " ", anyascii(run)).split())
    return f"[{sound}]" if sound else _codes(run)


def _codes(run: str) -> str:
    return "".join(f"[U+{ord(character):04X}]" for character in run)
