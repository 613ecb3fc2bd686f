"""What was done to the history in a sheet file: which entries were altered, removed, added or put elsewhere.

Each entry stands on a line of its own, and what stands there is compared to the byte with what should.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from ...rules import reading
from ..core.entries import Entry, EntryKind
from ..file import document
from . import hash_chain

_BEGINNING = b'\n "history": [\n'
_DIGEST = re.compile(rb'"digest": "([0-9a-f]{64})"\}$')


@dataclass(frozen=True)
class Fault:
    """What is wrong, as a sentence without its stop. entry: the number of the entry it is about, if of one."""

    entry: int | None
    detail: str


@dataclass(frozen=True)
class Line:
    """A line of the history. entry: None where it is not, byte for byte, the text of one; digest: None where it
    cannot be read; begins: whether it looks like the beginning of an entry.
    """

    entry: Entry | None
    digest: str | None
    begins: bool

    @property
    def number(self) -> int:
        return self.entry.number if self.entry else 0


def read_lines(content: bytes) -> list[Line]:
    """The lines of the history in a sheet file, none where it has none that was exported by this program."""
    _, _, history = content.partition(_BEGINNING)
    lines: list[bytes] = []
    for line in history.split(b"\n"):
        text = line.strip(b" \t\r")
        if text in (b"]", b"],"):
            break
        lines.append(text.removesuffix(b","))
    return [_line(line) for line in lines if line]


def _line(raw: bytes) -> Line:
    legible = _DIGEST.search(raw)
    return Line(_entry(raw), legible[1].decode() if legible else None, raw.startswith(b'{"number": '))


def _entry(raw: bytes) -> Entry | None:
    """The entry of a line that is its text to the byte, digest and all."""
    try:
        given = reading.json_object(document.parse(raw), "")
        entry = Entry(
            reading.count(given["number"], ""),
            EntryKind(given["kind"]),
            reading.json_object(given["facts"], ""),
            reading.text(given["key"], ""),
            reading.text(given["device"], ""),
            datetime.fromisoformat(given["at"]),
        )
        same = entry.number > 0 and _DIGEST.search(raw) and hash_chain.line(entry, given["digest"]).encode() == raw
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
        return None
    return entry if same else None


def faults_of(lines: Sequence[Line]) -> list[Fault]:
    """Everything that is wrong with the lines of a history, by the numbers of the entries."""
    return sorted(_faults_in(lines), key=lambda fault: fault.entry or 0)


def _faults_in(lines: Sequence[Line]) -> Iterator[Fault]:
    known: dict[int, list[Line]] = {}
    strays: list[tuple[int, Line]] = []
    last = 0
    for number, line in _numbered(lines):
        if number:
            known.setdefault(number, []).append(line)
        else:
            strays.append((last, line))
        last = number or last
    for place, line in strays:
        # An entry that was moved is missing at its own place.
        if line.number and line.number not in known:
            known[line.number] = [line]
        else:
            yield Fault(place, f"after entry {place} stands a line that is none of the entries")
    chosen: dict[int, Line] = {}
    for number in sorted(known):
        before = chosen.get(number - 1)
        chosen[number] = _rightful(known[number], before.digest if before else None)
        if len(known[number]) > 1:
            yield Fault(number, f"entry {number} stands more than once")
    for before, after in pairwise([0, *chosen]):
        if after > before + 1:
            yield Fault(before + 1, _these(before + 1, after - 1, "is missing", "are missing"))
    rightful = {id(line) for line in chosen.values()}
    yield from _out_of_order([line.number for line in lines if id(line) in rightful])
    links = _with_gaps(chosen)
    held = hash_chain.holding((line.entry, line.digest) for _, line in links)
    for (number, line), holds in zip(links, held, strict=True):
        if number and not line.entry:
            yield Fault(number, f"entry {number} is not as it was written")
        elif number and not holds:
            yield Fault(number, f"entry {number} does not match its digest: it was altered, or one before it")


def _numbered(lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """The lines in the order of the file, each with the number of the entry it stands for; 0 where it is none.

    What follows from the line before it is where it belongs; the others are found a place between those.
    """
    last = 0
    loose: list[Line] = []
    for line, holds in zip(lines, hash_chain.holding((line.entry, line.digest) for line in lines), strict=True):
        if holds and line.number > last:
            yield from _between(last, loose, line.number)
            yield line.number, line
            last, loose = line.number, []
        else:
            loose.append(line)
    yield from _between(last, loose, None)


def _between(last: int, loose: Sequence[Line], until: int | None) -> Iterator[tuple[int, Line]]:
    """Numbers between two, for the lines that stand there: its own where that fits, else the next that is free."""
    owned = {line.number for line in loose if last < line.number and (until is None or line.number < until)}
    place, in_pieces = last, False
    for line in loose:
        if line.number in owned:
            place, in_pieces = line.number, False
            yield place, line
        elif in_pieces and not line.begins:
            # The rest of an entry into which a line end was put.
            continue
        elif place + 1 not in owned and (until is None or place + 1 < until):
            place, in_pieces = place + 1, line.entry is None
            yield place, Line(None, line.digest, line.begins)
        elif not in_pieces:
            yield 0, line


def _rightful(lines: Sequence[Line], before: str | None) -> Line:
    """Which of several lines for one number follows from the digest before; the first where it cannot be told."""
    follow = (line for line in lines if line.entry and line.digest == hash_chain.digest(before or "", line.entry))
    return lines[0] if len(lines) == 1 else next(follow, lines[0])


def _out_of_order(numbers: Sequence[int]) -> Iterator[Fault]:
    moved = [right for right, number in zip(sorted(numbers), numbers, strict=True) if right != number]
    if moved:
        yield Fault(moved[0], f"entries {moved[0]} to {moved[-1]} do not stand in their order")


def _with_gaps(chosen: Mapping[int, Line]) -> list[tuple[int, Line]]:
    """Entries by number, and one that cannot be read wherever some are missing."""
    links: list[tuple[int, Line]] = []
    for number, line in chosen.items():
        if number - 1 not in chosen and number > 1:
            links.append((0, Line(None, None, False)))
        links.append((number, line))
    return links


def _these(first: int, last: int, one: str, many: str) -> str:
    return f"entry {first} {one}" if first == last else f"entries {first} to {last} {many}"
