"""Whether a history is as it was written: the chain that makes it tamper-evident, and a sheet file checked by it.

The digest of each entry is made of the entry and of all before it. An entry's text has one form, so that it gives
the same digest before it is stored, after, and in a file.

An export writes each entry on a line of its own, followed by its digest. What was done to these lines is found in
three steps: which line stands for which entry (`_place`), which entries are missing or not in their order, and
which do not match their digests.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple, cast

from ..rules import reading
from ..rules.reading import FormatError
from ..rules.registry import GAMES
from . import sheet_file
from .core.judge import IllegalHandError
from .core.ledger import Ledger
from .core.sheet import Entry, EntryKind, fold, respelt
from .sheet_file import dumps

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that is read as a digit or, read aloud, as another."""
FINGERPRINT_BITS = 40
FOLLOWED = 8
"""How many digests that an altered one should have been are gone on from."""


def text(entry: Entry) -> str:
    """The entry on one line of JSON, always the same: keys of the facts sorted, the time to the microsecond."""
    act = {"number": entry.number, "kind": entry.kind.value, "facts": plain(entry.facts)}
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    return dumps({**act, "device": entry.device, "key": entry.key, "at": at})


def plain(facts: Any) -> Any:
    """The same facts with the keys of every object sorted; those that were numbers are texts, as after storing."""
    if isinstance(facts, dict):
        by_key = {str(key): value for key, value in cast("dict[Any, Any]", facts).items()}
        return {key: plain(by_key[key]) for key in sorted(by_key)}
    if isinstance(facts, list | tuple):
        return [plain(inner) for inner in cast("Sequence[Any]", facts)]
    return facts


def digest(before: str, entry: Entry) -> str:
    """SHA-256, in hex, over the digest of the entry before ("" for the first), a line end, and the text."""
    return _digest(before, text(entry))


def _digest(before: str, written: str) -> str:
    return hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()


def digests(entries: Sequence[Entry], given: Sequence[str | None] = ()) -> tuple[str, ...]:
    """The digest of each entry. The first ones, where given, are not computed again."""
    known = given[: len(entries)]
    made = [each for each in known if each]
    if len(made) < len(known):
        made = []
    for entry, stored in zip_longest(entries[len(made) :], known[len(made) :]):
        made.append(stored or digest(made[-1] if made else "", entry))
    return tuple(made)


def line(entry: Entry, given: str) -> str:
    """An entry as it stands in a file: its text, with its digest appended."""
    return f'{text(entry)[:-1]}, "digest": "{given}"}}'


def lines(entries: Sequence[Entry], given: Sequence[str | None]) -> list[str]:
    """A history as it stands in a file, with the digests that its entries were given when they were written."""
    return [line(entry, sealed) for entry, sealed in zip(entries, digests(entries, given), strict=True)]


def holding(links: Iterable[tuple[Entry | None, str | None]]) -> Iterator[bool]:
    """For each entry, whether its digest fits the entry and the digest before it.

    None for an entry: it cannot be read, so it does not fit. None for a digest: it is unknown. One altered digest
    does not make the next entry wrong: that one may also follow from what the digest should have been.
    """
    before_digests: tuple[str, ...] = ("",)
    for entry, given in links:
        written = text(entry) if entry else ""
        follows = tuple(_digest(before, written) for before in before_digests) if entry else ()
        holds = entry is not None and (given is None or not follows or given in follows)
        yield holds
        # Where one digest after the other was altered, what all of them should have been stands first.
        before_digests = ((given,) if holds else (*follows[:FOLLOWED], given)) if given else follows


def mismatches(entries: Sequence[Entry], stored: Sequence[str | None]) -> list[int]:
    """The numbers of the entries that do not match their stored digests.

    Entries of early releases have no digest: None, up to the first entry written since, whose digest covers them.
    """
    numbers: list[int] = []
    sealed = False
    for entry, given, holds in zip(entries, stored, holding(zip(entries, stored, strict=True)), strict=True):
        if not holds or (sealed and given is None):
            numbers.append(entry.number)
        sealed = sealed or given is not None
    return numbers


def fingerprint(digest: str) -> str:
    """The beginning of a digest, to be read aloud: "K7QF-2M9D"."""
    value = int(digest, 16) >> (len(digest) * 4 - FINGERPRINT_BITS)
    letters = "".join(ALPHABET[value >> shift & 31] for shift in range(FINGERPRINT_BITS - 5, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def read_fingerprint(typed: str) -> str | None:
    """A typed fingerprint in its usual form; None where it is no fingerprint.

    Case, spaces and hyphens do not matter, and a letter that looks like a digit is that digit.
    """
    letters = re.sub(r"[\s\-‐‑‒–—−]", "", typed).upper().translate(str.maketrans("OIL", "011"))
    if len(letters) != FINGERPRINT_BITS // 5 or not set(letters) <= set(ALPHABET):
        return None
    return f"{letters[:4]}-{letters[4:]}"


_HISTORY = b'\n "history": [\n'
_ENTRY_START = b'{"number": '
_DIGEST = re.compile(rb'"digest": "([0-9a-f]{64})"\}$')


@dataclass(frozen=True)
class Verified:
    """A history that holds: how many entries it has, and the digest of the last.

    receipt: the number of the entry that a receipt was found to be of, None where no receipt was given.
    """

    entries: int
    digest: str
    receipt: int | None = None

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.digest)


class Fault(NamedTuple):
    """What is wrong, as a sentence without its stop. entry: the number of the entry it is about, if of one."""

    entry: int | None
    detail: str


class TamperedHistoryError(ValueError):
    """This is not what was written. faults: by the numbers of the entries."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = faults


class EntryLine(NamedTuple):
    """A line of the history.

    entry: None unless the line is its text to the byte.
    digest: None where it cannot be read.
    starts: whether the line begins as an entry does.
    """

    entry: Entry | None
    digest: str | None
    starts: bool

    @property
    def number(self) -> int:
        return self.entry.number if self.entry else 0


def verify(
    content: bytes, receipt: "Receipt | None" = None, *, lines: Sequence[EntryLine] | None = None
) -> Verified:
    """Verify a sheet file with its history, and that this contains the entry of a receipt.

    lines: those of the history, where they are read already.

    Raises TamperedHistoryError; FormatError for what is no sheet file or has no history, IllegalHandError where a
    hand breaks a rule.
    """
    lines = read_lines(content) if lines is None else lines
    faults = sorted(_faults(lines), key=lambda fault: fault.entry or 0)
    try:
        written = reading.json_object(sheet_file.parse(content), "$")
        Ledger.of(sheet_file.sheet_of(written))
    except (FormatError, IllegalHandError) as error:
        # A changed byte of an entry may keep the whole file from being read.
        if faults and (isinstance(error, IllegalHandError) or error.where == "$"):
            raise TamperedHistoryError(*faults) from None
        raise
    if faults:
        raise TamperedHistoryError(*faults)
    if not lines:
        if written.get("history"):
            detail = "the history does not stand as it was exported, an entry on a line of its own"
            raise TamperedHistoryError(Fault(1, detail))
        raise FormatError("$.history", "the file has no history")
    if detail := _difference(written, [line.entry for line in lines if line.entry]):
        raise TamperedHistoryError(Fault(None, detail))
    if receipt and (lacks := _lacks(receipt, lines)):
        raise TamperedHistoryError(Fault(receipt.number, f"{lacks}, or the receipt is of another sheet"))
    return Verified(len(lines), lines[-1].digest or "", receipt.number if receipt else None)


def _lacks(receipt: "Receipt", lines: Sequence[EntryLine]) -> str:
    """Why these lines do not contain the entry of a receipt; empty where they do."""
    if receipt.number > len(lines):
        return (
            f"the history ends with entry {len(lines)}, before entry {receipt.number} of the receipt: its end was "
            "cut off"
        )
    if lines[receipt.number - 1].digest == receipt.digest:
        return ""
    return f"entry {receipt.number} is not the one of the receipt: it was written anew, or one before it"


def read_lines(content: bytes) -> list[EntryLine]:
    """The lines of the history in a sheet file, none where it has none that was exported by this program."""
    lines: list[EntryLine] = []
    for raw in content.partition(_HISTORY)[2].split(b"\n"):
        text = raw.strip(b" \t\r")
        if text in (b"]", b"],"):
            break
        if text := text.removesuffix(b","):
            digest = _DIGEST.search(text)
            lines.append(EntryLine(_entry(text), digest and digest[1].decode(), text.startswith(_ENTRY_START)))
    return lines


def _entry(text: bytes) -> Entry | None:
    """The entry of a line that is its text to the byte, digest and all."""
    try:
        given = reading.json_object(sheet_file.parse(text), "")
        number, facts = reading.count(given["number"], ""), reading.json_object(given["facts"], "")
        key, device = (reading.text(given[name], "") for name in ("key", "device"))
        entry = Entry(number, EntryKind(given["kind"]), facts, key, device, datetime.fromisoformat(given["at"]))
        same = entry.number > 0 and line(entry, given["digest"]).encode() == text
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
        return None
    return entry if same and _DIGEST.search(text) else None


def _faults(lines: Sequence[EntryLine]) -> Iterator[Fault]:
    """Everything that is wrong with the lines of a history."""
    entries, strays = _place(lines)
    for before, line in strays:
        # A foreign line that has a later number stands in the place of the next entry.
        entry = before + 1 if line.number > before else before
        yield Fault(entry, f"after entry {before} stands a line that is none of the entries")
    in_order = sorted(entries)
    moved = [number for number, stands in zip(in_order, entries, strict=True) if number != stands]
    if moved:
        yield Fault(moved[0], f"entries {moved[0]} to {moved[-1]} do not stand in their order")
    links: list[tuple[int, EntryLine]] = []
    for before, number in pairwise([0, *in_order]):
        if number > before + 1:
            several = number > before + 2
            which = f"entries {before + 1} to {number - 1} are" if several else f"entry {before + 1} is"
            yield Fault(before + 1, f"{which} missing")
            links.append((0, EntryLine(None, None, False)))
        links.append((number, entries[number]))
    for (number, line), holds in zip(links, holding((line.entry, line.digest) for _, line in links), strict=True):
        if number and not line.entry:
            yield Fault(number, f"entry {number} is not as it was written")
        elif number and not holds:
            yield Fault(number, f"entry {number} does not match its digest: it was altered, or one before it")


def _place(lines: Sequence[EntryLine]) -> tuple[dict[int, EntryLine], list[tuple[int, EntryLine]]]:
    """The line of each entry, in the order of the file; and the lines of no entry, each with the number of the
    entry before it.

    An unaltered line has the number that it says, wherever it stands. Any other line is placed between the
    unaltered lines around it: at its own number if that is free there, otherwise at the next number, unless
    another line says that one.
    """
    unaltered = _unaltered(lines)
    claimed = {line.number for line in lines}
    ahead = [line.number for line in lines if unaltered.get(line.number) is line]
    entries: dict[int, EntryLine] = {}
    strays: list[tuple[int, EntryLine]] = []
    last, in_pieces = 0, False
    for line in lines:
        number = line.number
        if unaltered.get(number) is line:
            ahead.pop(0)
        else:
            until = next((later for later in ahead if later > last), None)
            free = range(last + 1, until or max(number, last + 1) + 1)
            if number not in free or number in entries:
                if in_pieces and not line.starts:
                    # The rest of an entry into which a line end was put.
                    continue
                number = last + 1
                if number not in free or number in claimed:
                    strays.append((last, line))
                    continue
                line = EntryLine(None, line.digest, line.starts)
        entries[number] = line
        last, in_pieces = number, line.entry is None
    return entries, strays


def _unaltered(lines: Sequence[EntryLine]) -> dict[int, EntryLine]:
    """By number, the line whose digest follows from the digest of the entry before it.

    That entry stands above it, or elsewhere if one of the two was moved.
    """
    digests = {0: ""}
    for line in lines:
        digests.setdefault(line.number, line.digest or "")
    found: dict[int, EntryLine] = {}
    above = ""
    for line in lines:
        if line.entry and line.digest == digest(above, line.entry):
            found[line.number] = line
        elif line.entry and line.digest == digest(digests.get(line.number - 1, ""), line.entry):
            found.setdefault(line.number, line)
        above = line.digest or ""
    return found


def _difference(written: Mapping[str, Any], entries: Sequence[Entry]) -> str:
    """Where the sheet of a file differs from the one that its history makes, as a sentence; empty if nowhere."""
    try:
        made = sheet_file.dump(fold(entries))
    except Exception:
        # The digests are right: somebody made them up, with any facts whatever.
        return "the digests hold, but the entries make no sheet"
    game = GAMES[written["game"]]
    written = {**respelt(game, written), "hands": [respelt(game, hand) for hand in written["hands"]]}
    for number, hands in enumerate(zip(written["hands"], made["hands"], strict=False), start=1):
        if not _alike(*hands):
            return f"the history holds, but hand {number} of the sheet is another one"
    if len(written["hands"]) != len(made["hands"]):
        return f"the history holds, but the sheet has {len(written['hands'])} hands, not {len(made['hands'])}"
    for key in sorted({*written, *made} - {"history", "hands"}):
        if not _alike(written.get(key), made.get(key)):
            return f"the history holds, but “{key}” of the sheet is another one"
    return ""


def _alike(these: Any, those: Any) -> bool:
    """Whether facts are the same as text: true is not 1 there."""
    return sheet_file.dumps(plain(these)) == sheet_file.dumps(plain(those))


_RECEIPT = re.compile(r"([1-9][0-9]{0,8}):([0-9a-fA-F]{64})")


class Receipt(NamedTuple):
    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number}:{self.digest}"

    @classmethod
    def read(cls, written: str) -> "Receipt":
        """Read "21:" and 64 hexadecimal digits. Raises ValueError."""
        found = _RECEIPT.fullmatch(written.strip())
        if not found:
            said = "A receipt is the number of an entry, a colon, and its digest of 64 digits and letters."
            raise ValueError(said)
        return cls(int(found[1]), found[2].lower())
