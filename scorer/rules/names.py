"""Names of players: what is seen of one, what is wrong with one newly typed, and which could be taken for another.

A file or a history may hold any name; these are still read and scored. Nobody sits down with a name that cannot be
seen, that turns the writing round, or that is another's but for what nobody sees.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from .reading import NAME_LENGTH, printable

BIDI_CONTROLS = frozenset(map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""The property Bidi_Control of Unicode."""
JOINER = "\u200d"
JOINS = ("\u200c", JOINER)
TAGS = range(0xE0020, 0xE0080)
"""They follow a black flag, and say whose it is."""
_UNSEEN = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    (0x1D159, 0x1D159),
)
"""From and to: the property Default_Ignorable_Code_Point of Unicode, and a notehead that is not drawn."""
UNSEEN = frozenset(chr(code) for first, last in _UNSEEN for code in range(first, last + 1))
BLANKS = str.maketrans({"\u2800": " "})
"""A letter of Braille without a dot."""


def seen_as(name: str) -> str:
    """What is seen of a name: two that differ only in what is not seen are the same here."""
    normal = unicodedata.normalize("NFKC", name).translate(BLANKS)
    seen = (letter for at, letter in enumerate(normal) if letter not in UNSEEN or _draws(normal, at))
    return " ".join("".join(seen).split())


def _draws(text: str, index: int) -> bool:
    """Whether what is not seen itself changes a picture: a joiner between two, a tag behind a flag."""
    before = next((letter for letter in reversed(text[:index]) if not _only_steers(letter)), "")
    if ord(text[index]) in TAGS:
        return _is_picture(before)
    return text[index] == JOINER and _is_picture(before) and _is_picture(text[index + 1 : index + 2])


def _only_steers(letter: str) -> bool:
    """Whether it stands behind a picture and changes its look: the colour of a skin, a variation, a tag."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U0001f3fb" <= letter <= "\U0001f3ff" or ord(letter) in TAGS


def _is_picture(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) == "So"


_AS_LATIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no mark makes of another, as they are sorted."""


def sort_key(name: str) -> tuple[str, str]:
    """Names stand in this order where people look for one: without their marks, small letters like capitals."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_AS_LATIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), name


def seen_apart(text: str) -> list[str]:
    """The text in what is seen as one character each: a letter with its marks, a flag, a family."""
    parts: list[str] = []
    for letter in text:
        joins = unicodedata.category(letter)[0] == "M" or letter in JOINS or _only_steers(letter)
        flag = bool(parts) and _is_half_of_flag(letter) and len(parts[-1]) == 1 and _is_half_of_flag(parts[-1])
        if parts and (joins or flag or parts[-1].endswith(JOINER)):
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def is_emoji(text: str) -> bool:
    """Whether it is one picture."""
    return len(seen_apart(text)) == 1 and (_is_picture(text[0]) or (len(text) == 2 and _is_half_of_flag(text[0])))


def _is_half_of_flag(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def alike(name: str) -> str:
    """The same for names that differ only in capitals, in how accents are written, or in what is not seen."""
    return unicodedata.normalize("NFKC", seen_as(name).casefold())


def name_fault(name: str) -> str:
    """What is wrong with a name by itself, as a sentence without its stop; empty where nothing is."""
    return unwritable(name) or _unclear(name)


def unwritable(name: str) -> str:
    """What keeps a name from every page of the app, as `name_fault`."""
    if len(name) > NAME_LENGTH:
        return f"A name has at most {NAME_LENGTH} characters; this has {len(name)}"
    return "" if printable(name) else "A name is written in one line of ordinary characters"


def _unclear(name: str) -> str:
    if not seen_as(name):
        return "Nobody could see this name: write it with letters"
    if not BIDI_CONTROLS.isdisjoint(name):
        return "An unseen mark in this name turns the direction of writing: type it anew"
    return ""


def name_faults(typed: Sequence[str], known: Iterable[str] = ()) -> Iterator[tuple[int, str]]:
    """What is wrong with names that are typed for a table, by their places, as sentences without their stop.

    known: the names that are on the sheet already: whoever has one of these keeps it.
    """
    others = _Names(known)
    here = _Names(())
    for index, name in enumerate(typed):
        new = name not in others.names
        fault = name_fault(name) if new else ""
        # Two that are alike may be on the sheet already: these sit down, but nobody twice.
        if not fault and (twin := here.twin(name) if new else name if name in here.names else None):
            fault = _hard_to_tell(twin, "already sits at the table")
        if not fault and new and (twin := others.twin(name)):
            fault = _hard_to_tell(twin, "is on this sheet already")
        if fault:
            yield index, fault
        here.add(name)


def renaming_fault(name: str, others: Iterable[str]) -> str:
    """What is wrong with a name that somebody on a sheet is to have, as `name_fault`. others: all the names there;
    one of these makes one player of two.
    """
    known = _Names(others)
    if (fault := name_fault(name)) or name in known.names:
        return fault
    twin = known.twin(name)
    if twin is None or seen_as(twin) == seen_as(name):
        return ""
    return f"{_hard_to_tell(twin, 'is on this sheet already')}, or write it just so to make both one player"


def unclear_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of the names on a sheet those that nobody should have to read, and why, as sentences without their stop."""
    before = _Names(())
    for name in names:
        fault = _unclear(name)
        if not fault and (twin := before.twin(name)):
            fault = _hard_to_tell(twin, "is on this sheet, too")
        if fault:
            yield name, fault.partition(": ")[0]
        before.add(name)


def _hard_to_tell(other: str, where: str) -> str:
    """where: what is said of the other name, "already sits at the table"."""
    return f"{seen_as(other)} {where}: add a letter to tell them apart"


class _Names:
    """Names, found by what they could be taken for."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: set[str] = set()
        self._alike: dict[str, str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        self.names.add(name)
        self._alike.setdefault(alike(name), name)

    def twin(self, name: str) -> str | None:
        """One of these that the name could be taken for."""
        return self._alike.get(alike(name))
