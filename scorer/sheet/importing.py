"""A sheet file imported: its history as it is, or, where it has none, the entries that make the same sheet; and a
sheet with its history as one short text, to be carried by a link or a QR code.

A history whose digests hold may still be made up, and every page of a sheet relies on what is checked here.
"""

import base64
import json
import re
import zlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from ..rules import names, reading
from ..rules.reading import FormatError, Reader, at
from . import audit, sheet_file
from .changes.disputes import disputes, with_hand
from .core.ledger import Ledger, Row
from .core.sheet import (
    ABOUT_A_HAND,
    DEALT,
    Entry,
    EntryKind,
    Outcome,
    Sheet,
    fold,
    kept_beside,
    read_adjustment_facts,
    read_date,
    read_looks,
    read_zone,
    renamed,
    states,
    timeline,
)
from .paper.brought import is_ours
from .paper.check import MOST_HANDS
from .sheet_file import GoOn, without_limit

MOST_BYTES = 3 * 1024 * 1024
TITLE_LENGTH = 200
MOST_PLAYERS = 100
"""Each has a column in every line of the table."""

Acts = tuple[tuple[EntryKind, Mapping[str, Any]], ...]


class Sealed(NamedTuple):
    """Entries exactly as they were written elsewhere, and their digests."""

    entries: tuple[Entry, ...]
    digests: tuple[str, ...]

    def goes_on_from(self, digests: Sequence[str]) -> bool:
        """Whether a sheet whose entries have these digests is this one at an earlier time, or now."""
        return self.digests[: len(digests)] == tuple(digests)


def read(content: bytes, go_on: GoOn = without_limit) -> Sealed | Acts:
    """Read a sheet file, or a link that carries a sheet.

    Raises FormatError and IllegalHandError as `sheet_file.load` and `Ledger.of`, TamperedHistoryError for a
    history that is not as it was written, and what `go_on` raises.
    """
    go_on()
    if carries(content):
        entries, digests = unpack(text_in(content) or joined(content))
    else:
        value = _parse(content)
        if not value.get("history"):
            return _bare(value)
        lines = audit.read_lines(content)
        if len(lines) > MOST_ENTRIES:
            raise FormatError("$.history", "there are more lines than entries can be imported")
        audit.verify(content, lines=lines)
        entries = tuple(line.entry for line in lines if line.entry)
        digests = tuple(line.digest or "" for line in lines)
    check_entries(entries, go_on)
    check_words(fold(entries))
    return Sealed(entries, digests)


def is_sheet_file(content: bytes) -> bool:
    """Whether it is JSON that says so, or that cannot be read."""
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in (b"{", b"["):
        return False
    try:
        return len(content) > MOST_BYTES or is_ours(sheet_file.parse(content))
    except FormatError:
        return True


def read_bare(content: bytes) -> Acts:
    """The same, as if the file had no history."""
    return _bare(_parse(content))


def _bare(value: Any) -> Acts:
    sheet = sheet_file.sheet_of(value)
    check_words(sheet)
    return acts_of(sheet)


def _parse(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"the file is larger than {MOST_BYTES // 1024 // 1024} MiB")
    value = reading.json_object(sheet_file.parse(content), "$")
    for key, most in (("hands", MOST_HANDS), ("history", MOST_ENTRIES)):
        # Before any of them is judged.
        if reading.is_list(items := value.get(key)) and len(items) > most:
            raise FormatError(f"$.{key}", f"at most {most} can be imported, and these are {len(items)}")
    if len(_seated(value)) > MOST_PLAYERS:
        raise FormatError("$", f"a sheet has at most {MOST_PLAYERS} players here, whoever came and left")
    return value


def _seated(value: Any) -> set[str]:
    """Everybody who is seated anywhere in a file."""
    found: set[str] = set()
    left = [value]
    while left:
        inner = left.pop()
        if reading.is_object(inner):
            if reading.is_list(players := inner.get("players")):
                found |= {name for name in players if isinstance(name, str)}
            left.extend(inner.values())
        elif reading.is_list(inner):
            left.extend(inner)
    return found


def check_words(sheet: Sheet) -> None:
    """Raises FormatError for a title or a name that cannot be written on the app's own pages. A name that is only
    hard to tell from another can: the page of the import says so.
    """
    if len(sheet.title) > TITLE_LENGTH or not reading.printable(sheet.title):
        raise FormatError("$.title", f"a title is one line of at most {TITLE_LENGTH} ordinary characters")
    hands = ((f"$.hands[{index}]", hand.facts) for index, hand in enumerate(sheet.hands))
    for where, facts in (("$", {"players": [*sheet.players]}), *hands):
        # What is no hand, or no list of names, is refused when it is judged.
        players = facts.get("players") if reading.is_object(facts) else None
        if reading.is_list(players) and all(isinstance(name, str) for name in players):
            for index, name in enumerate(players):
                if fault := names.unwritable(name.strip()):
                    raise FormatError(f"{where}.players[{index}]", f"{fault[:1].lower()}{fault[1:]}")


def acts_of(sheet: Sheet) -> Acts:
    """What is to be done at a table so that its sheet is this one. Raises FormatError and IllegalHandError.

    A hand that is being bid names its dealer then, as every such hand does that the app has written.
    """
    return tuple(_acts_of(sheet, Ledger.of(sheet)))


def _acts_of(sheet: Sheet, ledger: Ledger) -> Iterator[tuple[EntryKind, Mapping[str, Any]]]:
    no_head = ("format", "hands", "adjustments", "finished")
    yield EntryKind.START, {key: value for key, value in sheet_file.dump(sheet).items() if key not in no_head}
    for line in ledger.lines:
        if isinstance(line, Row):
            yield EntryKind.RECORD, {"hand": _trimmed(line.hand.facts, line.game.keys)}
        else:
            yield EntryKind.ADJUST, {"adjustment": dict(line.adjustment.facts)}
    if ledger.playing:
        yield from _open_hand(_trimmed(sheet.hands[-1].facts, ledger.table.game.keys), ledger)
    if sheet.finished:
        yield EntryKind.FINISH, {}


def _open_hand(facts: dict[str, Any], ledger: Ledger) -> Iterator[tuple[EntryKind, Mapping[str, Any]]]:
    calls = facts.pop("calls")
    dealer = ledger.table.game.players[ledger.table.dealer]
    revised = {"revised": {"coming": facts}}
    if facts.keys() & {"options", "note", *DEALT}:
        yield EntryKind.RULES, {"options": facts.get("options", {}), "whole": False, **revised}
    elif "players" in facts or (facts and not calls):
        players = [*ledger.table.game.players]
        yield EntryKind.SEATS, {"entry": None, "players": players, "dealer": dealer, **revised}
    for call in calls:
        yield EntryKind.CALL, {"call": call, "dealer": dealer}


def _trimmed(facts: Mapping[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """A hand's facts without the blanks that a file may have around names: whoever is renamed is found then."""
    names = {name for name in _texts(facts) if name != name.strip()}
    return renamed(facts, {name: name.strip() for name in names}, keys)


def _texts(value: Any) -> Iterator[str]:
    """Every text that a name may be, and what stands before a call."""
    if isinstance(value, str):
        yield value
        yield value.rpartition(": ")[0]
    several: Any = [*value, *value.values()] if reading.is_object(value) else value
    for inner in several if reading.is_list(several) else ():
        yield from _texts(inner)


MOST_ENTRIES = 5000
LENGTHS = {"key": 64, "device": 24}
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


def check_entries(entries: Sequence[Entry], go_on: GoOn = without_limit) -> None:
    """Raises FormatError at "$.history[3].facts.reason", IllegalHandError where a hand at some time broke a rule,
    and what `go_on` raises.
    """
    if len(entries) > MOST_ENTRIES:
        detail = f"a history has at most {MOST_ENTRIES} entries here, this one {len(entries)}"
        raise FormatError("$.history", detail)
    keys: set[str] = set()
    for index, entry in enumerate(entries):
        where = f"$.history[{index}]"
        check_payload(entry, where)
        for name, length in LENGTHS.items():
            value = getattr(entry, name)
            if not len(value) <= length or not value.isprintable():
                raise FormatError(at(where, name), f"this is no {name} of an entry")
        if not EARLIEST <= entry.at <= LATEST:
            raise FormatError(at(where, "at"), "nothing can have happened then")
        if entry.key in keys:
            raise FormatError(at(where, "key"), "another entry has the same key")
        keys.add(entry.key)
    _check_states(entries, go_on)


def _check_states(entries: Sequence[Entry], go_on: GoOn) -> None:
    """Look at the sheet after each entry: every one of them can be asked for."""
    ledger: Ledger | None = None
    sheets = states(entries)
    for entry in entries:
        go_on()
        where = f"$.history[{entry.number - 1}]"
        if ledger:
            _check_act(entries, entry, ledger, where)
        sheet = next(sheets)
        if not ledger or "revised" in entry.facts:
            head = {key: getattr(sheet, key) for key in ("game", "dealer", "options", "title", "date", "zone")}
            given = {key: value for key, value in head.items() if value}
            sheet_file.sheet_of({"format": sheet_file.FORMAT, **given, "players": [*sheet.players], "hands": []})
        ledger = Ledger.of(sheet, ledger)
        ends_hand = entry.kind is EntryKind.RECORD or entry.rewrites
        if ends_hand and not ledger.row(entry.about_hand):
            raise FormatError(at(where, "facts"), "the hand has not ended")


def _check_act(entries: Sequence[Entry], entry: Entry, before: Ledger, where: str) -> None:
    """Check that what an act is about stood on the sheet before it."""
    about = entry.facts.get("entry")
    if entry.kind is EntryKind.START:
        raise FormatError(where, "a sheet is started once")
    if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
        past = timeline(entries[: entry.number - 1])
        back = {act.number for act in past.acts[1:]}
        forth = {past.undone[-1].undo.number} if past.undone else set[int]()
        if about not in (back if entry.kind is EntryKind.UNDO else forth):
            raise FormatError(where, f"it takes back or brings back entry {about}, which it cannot")
    if entry.kind not in ABOUT_A_HAND:
        return
    row = before.row(about)
    if row is None:
        raise FormatError(where, f"it is about entry {about}, which is no hand that stood on the sheet then")
    if entry.kind in (EntryKind.STATEMENT, EntryKind.SETTLE):
        number = entry.facts["dispute"]
        raised = disputes(timeline(entries[: entry.number - 1]).acts, before)
        if (number, about) not in {(dispute.number, dispute.hand) for dispute in raised}:
            raise FormatError(where, f"it is about entry {number}, which is no dispute of that hand")
        if entry.kind is EntryKind.STATEMENT and "hand" in entry.facts:
            with_hand(before, row, {**kept_beside(row.hand.facts), **entry.facts["hand"]})


ENTRY_NUMBER = re.compile("[1-9][0-9]{0,8}")


def check_payload(entry: Entry, where: str) -> None:
    """Raises FormatError where an entry does not hold the facts of its kind. where: the entry's place."""
    required, optional = PAYLOADS[entry.kind]
    reading.keys(entry.facts, at(where, "facts"), {**required, **optional}, required)
    if entry.kind is EntryKind.SETTLE:
        outcome = Outcome(entry.facts["outcome"])
        if (outcome in (Outcome.CORRECTED, Outcome.BY_HAND)) != ("hand" in entry.facts):
            raise FormatError(at(where, "facts"), "the hand and the outcome do not fit together")


def _each(reader: Reader) -> Reader:
    """A reader of every item of a list."""

    def read(value: Any, where: str) -> None:
        for index, item in enumerate(reading.items(value, where)):
            reader(item, f"{where}[{index}]")

    return read


def _by_key(reader: Reader, *, numbers: bool = False) -> Reader:
    """A reader of every value of an object. numbers: whether its keys are numbers of entries."""

    def read(value: Any, where: str) -> None:
        for key, inner in reading.json_object(value, where).items():
            if numbers and not ENTRY_NUMBER.fullmatch(key):
                raise FormatError(at(where, key), "a hand is named by the number of its entry")
            reader(inner, at(where, key))

    return read


_by_entry = partial(_by_key, numbers=True)


def _some_of(**readers: Reader) -> Reader:
    """A reader of an object with these keys, or some of them."""
    return lambda value, where: reading.keys(value, where, readers)


def _or(nothing: str | None, reader: Reader) -> Reader:
    """A reader of a value that may also be nothing."""
    return lambda value, where: value == nothing or reader(value, where)


_text, _count, _object = reading.text, reading.count, reading.json_object
_names = _each(_text)
_seating: dict[str, Reader] = {"players": _names, "dealer": _text}
_setting: dict[str, Reader] = {**_seating, "options": _object}
_cards: dict[str, Reader] = dict.fromkeys(DEALT, _count)
_pins: dict[str, Reader] = {"dealer": _text, **dict.fromkeys(DEALT, _or(None, _count))}
_title: dict[str, Reader] = {"title": _text, "date": _or("", read_date)}

# What the act makes of facts that stood before it, as `Folded.revise` takes it.
_revised: dict[str, Reader] = {
    "revised": _some_of(
        head=_some_of(**_setting),
        hands=_by_entry(_object),
        adjustments=_by_entry(read_adjustment_facts),
        coming=_some_of(**_setting, **_cards, note=_text),
        calls=_names,
    )
}
# What the hands after a struck one name from now on, as `Folded.pin` takes it.
_pinned: dict[str, Reader] = {"pinned": _by_entry(_some_of(**_pins)), "coming": _some_of(**_pins)}
# The entry that recorded the hand which the act is about.
_about: dict[str, Reader] = {"entry": _count}
_hand: dict[str, Reader] = {"hand": _object}
_reason: dict[str, Reader] = {"reason": _text}
_player: dict[str, Reader] = {"player": _text}
# Whether the player said it on a phone of their own, and not on the table's.
_own_phone: dict[str, Reader] = {"own_phone": reading.flag}
_outcome = reading.one_of(*(outcome.value for outcome in Outcome))

PAYLOADS: dict[EntryKind, tuple[Mapping[str, Reader], Mapping[str, Reader]]] = {
    EntryKind.START: (
        {"game": _text, **_seating},
        {"options": _object, **_title, "looks": read_looks, "zone": read_zone},
    ),
    EntryKind.CALL: ({"call": _text, "dealer": _text}, {}),  # "Amber: 3H", and whose deal it is
    EntryKind.RECORD: (_hand, {"coming": _some_of(**_cards)}),  # coming: what the next hand is dealt out of turn
    EntryKind.AMEND: ({**_about, **_hand}, _reason),
    EntryKind.STRIKE: (_about, {**_reason, **_pinned}),
    EntryKind.ADJUST: (  # None: struck; entry: the one that first gave the points, where that is another
        {"adjustment": _or(None, read_adjustment_facts)},
        {**_about, **_reason},
    ),
    EntryKind.SEATS: (  # entry: the hand from which on, None for the next; hand: points that are taken over
        {"entry": _or(None, _count), **_seating, **_revised},
        {
            "hand": lambda value, where: _text(_object(value, where).get("note"), at(where, "note")),
            "names": _by_key(_text),
        },
    ),
    EntryKind.RULES: ({"options": _object, "whole": reading.flag, **_revised}, {}),  # whole: for the whole sheet
    EntryKind.RENAME: ({"names": _by_key(_text), **_revised}, {}),  # names: {old: new}
    EntryKind.TITLE: (_title, {}),
    EntryKind.LOOKS: ({"looks": read_looks}, {}),  # of everybody who chose one, those of before too
    EntryKind.FINISH: ({}, {}),
    EntryKind.REOPEN: ({}, {}),
    EntryKind.UNDO: (_about, {}),  # entry: the first act taken back, with all that stood after it
    EntryKind.REDO: (_about, {}),  # entry: the undo that is taken back
    EntryKind.DISPUTE: (_about, {**_player, **_own_phone}),
    EntryKind.STATEMENT: ({**_about, **_player, "dispute": _count}, {"words": _text, **_hand, **_own_phone}),
    EntryKind.SETTLE: (
        {**_about, "dispute": _count, "outcome": _outcome, "agreed": _names},
        {**_hand, **_reason, **_pinned, **_player, **_own_phone, "phone": _text},
    ),
    EntryKind.AGREE: ({**_about, **_player}, _own_phone),
    EntryKind.SIGN: (_player, _own_phone),
    EntryKind.DISMISS: ({"flag": _text, "said": _text}, {}),  # the key and the text of a warning
}
"""By kind of entry, readers of the facts that it always has, and of those that it may have."""


VERSION = 1
MARK = "sheet="
"""What stands before the text in a link, behind its #."""
PART = "part="
"""The same for a part of it, as one code of several carries it: its number, how many there are, the fingerprint of
the sheet, and bytes as a number, for a code holds a third more of them as digits than as letters.
"""
MOST_PARTS = 16
"""Nobody reads more codes one after the other."""
MOST_DIGITS = 1100
"""Of one part: more than a code of the size that is drawn can hold."""
MOST_PACKED = 64 * 1024
"""Characters of the text."""
MOST_UNPACKED = 1024 * 1024
"""Bytes of the JSON."""
MOST_VALUES = 150_000
"""Values in the facts of all entries, lists and objects counted: as many hands of ten players as a text can hold
are half of that.
"""

_IN_A_LINK = re.compile(rf"(?:^|[#\s]){MARK}([\w=-]+)\s*$", re.ASCII)
_PARTS = re.compile(rf"(?:^|[#\s]){PART}(\S*)", re.ASCII)
_PART = re.compile(rf"([1-9]\d?)\.([1-9]\d?)\.([0-9A-Z]{{4}}-[0-9A-Z]{{4}})\.(\d{{1,{MOST_DIGITS}}})", re.ASCII)
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGEST, _KEY = 32, 12
"""Bytes of a digest, and of a key as this app makes them: sixteen letters of base64url."""
_DICTIONARY = (
    b'"undo""redo""title""finish""seats""rules""rename""strike""adjust""dispute""statement""settle""agree""sign"'
    b'"reason":0"note":0"revised":"coming":{"options":{"plainspadesoh-hellpirate-bridgeten-bridgereverse-bridge'
    b'offender{"game":0,"title":0,"date":0,"players":[0,0,0,0,0],"dealer":0,{"entry":0,"hand":{'
    b'{"hand":{"contract":0,"declarer":0,"acceptor":0,"opponent_tricks":0}},{"hand":{"points":{"'
    b'{"hand":{"bids":{"nil_tricks":{"tricks":[0,0]}},{"call":0,"dealer":0},{"hand":{"contract":0,"proposer":0,'
    b'"accepter":0,"tricks":0}},"start","call","amend","record",0,0,"'
)
"""What deflate may refer to from its first byte on. It can never change: links made with it lie in chats."""
SWOLLEN = "unpacks to more than any sheet"


class _UnreadableError(FormatError):
    """A link that carries more than it may, or what this release does not know."""

    def __init__(self, what: str) -> None:
        super().__init__("$", f"the link {what}")


def text_in(content: bytes) -> str | None:
    """The packed text where this is a link that carries a sheet, or what stands behind its #; else None."""
    # A link that is longer than any would be is told so where it is unpacked.
    found = _IN_A_LINK.search(content.decode("ascii", errors="replace").strip())
    return found[1] if found else None


def carries(content: bytes) -> bool:
    """Whether these are links that carry a sheet, or parts of one."""
    return text_in(content) is not None or bool(_PARTS.search(content.decode("ascii", errors="replace")))


def parts_of(text: str, room: int) -> list[str]:
    """A packed text in as few parts of about one length as fit into `room` digits each, with what stands before
    them; none where there would be too many.
    """
    whole = _bytes(text)
    # A first 1 keeps the noughts; 2.41 digits are a byte.
    most = int(room / 2.41) - 1
    count = -(-len(whole) // most) if most > 0 else MOST_PARTS + 1
    if count > MOST_PARTS:
        return []
    each, name = -(-len(whole) // count), audit.fingerprint(whole[1 : 1 + _DIGEST].hex())
    numbers = (int.from_bytes(b"\1" + whole[at : at + each]) for at in range(0, len(whole), each))
    return [f"{PART}{at}.{count}.{name}.{number}" for at, number in enumerate(numbers, start=1)]


def joined(content: bytes) -> str:
    """The packed text whose parts these are, in any order. Raises FormatError at "$" where some are missing, are
    not whole or do not belong together.
    """
    sheets: dict[tuple[str, int], dict[int, str]] = {}
    for found in _PARTS.finditer(content.decode("ascii", errors="replace")):
        part = _PART.fullmatch(found[1])
        if not part or int(part[1]) > int(part[2]):
            raise FormatError("$", f"the code {found[1][:14]} is not whole: read it once more")
        number, count, name, digits = int(part[1]), int(part[2]), part[3], part[4]
        if count > MOST_PARTS:
            raise FormatError("$", f"a sheet comes in at most {MOST_PARTS} codes, and these are {count}")
        if sheets.setdefault((name, count), {}).setdefault(number, digits) != digits:
            raise FormatError("$", f"code {number} of the sheet {name} is here twice, and not the same")
    if len(sheets) > 1:
        here = ", ".join(f"{len(parts)} of {count} of {name}" for (name, count), parts in sheets.items())
        raise FormatError("$", f"these are codes of {len(sheets)} sheets ({here}): take those of one")
    [((name, count), parts)] = sheets.items()
    missing = [f"{number}" for number in range(1, count + 1) if number not in parts]
    if missing:
        lacks = f"{len(missing)} {'is' if len(missing) == 1 else 'are'} missing: number {', '.join(missing)}"
        raise FormatError("$", f"{len(parts)} of {count} codes of the sheet {name} are here, {lacks}")
    numbers = (int(parts[number]) for number in range(1, count + 1))
    written = [number.to_bytes(-(-number.bit_length() // 8)) for number in numbers]
    whole = b"".join(each[1:] for each in written)
    digest = whole[1 : 1 + _DIGEST]
    is_whole = len(digest) == _DIGEST and all(each[:1] == b"\1" for each in written)
    if not is_whole or audit.fingerprint(digest.hex()) != name:
        raise FormatError("$", f"the codes do not make the sheet {name} that they name: read them once more")
    return base64.urlsafe_b64encode(whole).decode()


def pack(entries: Sequence[Entry], digest: str) -> str:
    """digest: of the last entry, by the chain that the entries alone make."""
    devices = list(dict.fromkeys(entry.device for entry in entries))
    shapes: dict[str, int] = {}
    moments, rows = bytearray(), list[list[Any]]()
    before = 0
    for entry in entries:
        moment = (entry.at - _EPOCH) // _MICROSECOND
        key = _key_bytes(entry.key)
        moments += _varint((moment - before) << 1 | bool(key)) + key
        before = moment
        leaves: list[Any] = []
        shape = sheet_file.dumps(_shape(entry.facts, leaves))
        about = [entry.kind.value, devices.index(entry.device), shapes.setdefault(shape, len(shapes))]
        rows.append([*about, *([] if key else [entry.key]), *leaves])
    text = sheet_file.dumps([devices, [json.loads(shape) for shape in shapes], *rows], compact=True)
    head = bytes([VERSION]) + bytes.fromhex(digest) + len(entries).to_bytes(2, "big")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = head + moments + deflate.compress(text.encode()) + deflate.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The entries of a packed text, and their digests. Raises FormatError at "$"."""
    if len(text) > MOST_PACKED:
        raise _UnreadableError(f"is longer than {MOST_PACKED // 1024} kB")
    try:
        whole = _bytes(text)
        if whole[0] > VERSION:
            raise _UnreadableError("was made by a later release of this app")
        entries = tuple(_entries(whole))
        digests = audit.digests(entries)
        if digests[-1] != whole[1 : 1 + _DIGEST].hex():
            raise ValueError
    except _UnreadableError:
        raise
    except (ValueError, LookupError, TypeError, OverflowError, zlib.error, RecursionError):
        raise FormatError("$", "the link is not whole: part of it is missing or was changed on its way") from None
    return entries, digests


def _bytes(text: str) -> bytes:
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)


def _entries(packed: bytes) -> Iterator[Entry]:
    at = 1 + _DIGEST
    count = int.from_bytes(packed[at : at + 2], "big")
    if count > MOST_ENTRIES:
        raise _UnreadableError(f"carries more than {MOST_ENTRIES} entries")
    at += 2
    moments: list[tuple[int, str | None]] = []
    moment = 0
    for _ in range(count):
        number, at = _read_varint(packed, at)
        moment += number >> 1
        key = packed[at : at + _KEY] if number & 1 else b""
        at += len(key)
        moments.append((moment, base64.urlsafe_b64encode(key).decode() if number & 1 else None))
    inflate = zlib.decompressobj(-15, _DICTIONARY)
    content = inflate.decompress(packed[at:], MOST_UNPACKED)
    if inflate.unconsumed_tail:
        raise _UnreadableError(SWOLLEN)
    if not inflate.eof:
        raise ValueError
    if _values(content.decode(errors="replace")) > MOST_VALUES:
        raise _UnreadableError(SWOLLEN)
    devices, shapes, *rows = sheet_file.parse(content)
    # A shape is written once, and filled for every entry that names it.
    sizes = dict(enumerate(_values(sheet_file.dumps(shape)) for shape in reading.items(shapes, "$")))
    if sum(sizes[row[2]] for row in rows) > MOST_VALUES:
        raise _UnreadableError(SWOLLEN)
    for number, ((moment, key), row) in enumerate(zip(moments, rows, strict=True), start=1):
        kind, device, shape, *leaves = row
        values = deque(leaves)
        own_key = reading.text(values.popleft(), "$") if key is None else key
        facts, by = _filled(shapes[shape], values), reading.text(devices[device], "$")
        yield Entry(number, EntryKind(kind), facts, own_key, by, _EPOCH + moment * _MICROSECOND)


def _shape(value: Any, leaves: list[Any]) -> Any:
    """What the value is but for its leaves, each of which is 0 there; they are added to `leaves` in order."""
    if reading.is_object(value):
        return {key: _shape(inner, leaves) for key, inner in value.items()}
    if reading.is_list(value):
        return [_shape(inner, leaves) for inner in value]
    leaves.append(value)
    return 0


def _values(text: str) -> int:
    """About how many values a JSON text has, lists and objects counted, without reading it."""
    return 1 + sum(map(text.count, ",[{"))


def _filled(shape: Any, leaves: deque[Any]) -> Any:
    if reading.is_object(shape):
        return {key: _filled(inner, leaves) for key, inner in shape.items()}
    if reading.is_list(shape):
        return [_filled(inner, leaves) for inner in shape]
    return leaves.popleft()


def _key_bytes(key: str) -> bytes:
    """The bytes that a key is the base64url of; none where it is no such key."""
    try:
        found = base64.b64decode(key, b"-_", validate=True) if len(key) == _KEY * 4 // 3 else b""
    except ValueError:
        return b""
    return found if base64.urlsafe_b64encode(found).decode() == key else b""


def _varint(number: int) -> bytes:
    """Seven bits in a byte, the lowest first; a sign in the lowest bit of all."""
    left = number << 1 if number >= 0 else -number << 1 | 1
    found = bytearray()
    while left > 127:
        found.append(left & 127 | 128)
        left >>= 7
    return bytes([*found, left])


def _read_varint(content: bytes, at: int) -> tuple[int, int]:
    """The number, and where what follows it begins."""
    found = shift = 0
    while True:
        byte = content[at]
        at += 1
        found |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return (-(found >> 1) if found & 1 else found >> 1), at
        if shift > 70:
            raise ValueError
