"""A sheet file imported: its history as it is, or, where it has none, the entries that make the same sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules import names, reading
from ...rules.reading import FormatError
from ..audit import verification
from ..core.entries import Entry, EntryKind
from ..core.ledger import Ledger, Row
from ..core.sheet import DEALT, Sheet, fold, renamed
from ..file import document
from ..paper.claims import MOST_HANDS
from . import packed, validation
from .work import Work

MOST_BYTES = 3 * 1024 * 1024
TITLE_LENGTH = 200
MOST_PLAYERS = 100
"""Each has a column in every line of the table."""

Acts = tuple[tuple[EntryKind, Mapping[str, Any]], ...]


@dataclass(frozen=True)
class Sealed:
    """Entries exactly as they were written elsewhere, and their digests."""

    entries: tuple[Entry, ...]
    digests: tuple[str, ...]

    def goes_on_from(self, digests: Sequence[str]) -> bool:
        """Whether a sheet whose entries have these digests is this one at an earlier time, or now."""
        return self.digests[: len(digests)] == tuple(digests)


def read(content: bytes, work: Work | None = None) -> Sealed | Acts:
    """Read a sheet file, or a link that carries a sheet.

    work: what may be looked through, of this file and of others that come with it.

    Raises FormatError and IllegalHandError as `document.load` and `Ledger.of`, TamperedHistoryError for a history
    that is not as it was written, and TooMuchWorkError.
    """
    work = work or Work()
    if (text := packed.text_in(content)) is not None:
        entries, digests = packed.unpack(text)
        work.spend(len(entries))
    else:
        value = _parse(content, work)
        if not value.get("history"):
            return _bare(value)
        lines = verification.read_lines(content)
        if len(lines) > validation.MOST_ENTRIES:
            raise FormatError("$.history", "there are more lines than entries can be imported")
        verification.verify(content, lines)
        entries = tuple(line.entry for line in lines if line.entry)
        digests = tuple(line.digest or "" for line in lines)
    validation.check(entries, work)
    check_words(fold(entries))
    return Sealed(entries, digests)


def size(content: bytes) -> int:
    """How many hands and entries a file says it has; 0 for one that cannot be read, which is refused later."""
    try:
        value = document.parse(content) if len(content) <= MOST_BYTES else None
    except FormatError:
        return 0
    lists = (value.get(key) for key in ("hands", "history")) if reading.is_object(value) else ()
    return sum(len(items) for items in lists if reading.is_list(items))


def read_bare(content: bytes, work: Work | None = None) -> Acts:
    """The same, as if the file had no history."""
    return _bare(_parse(content, work or Work()))


def _bare(value: Any) -> Acts:
    sheet = document.sheet_of(value)
    check_words(sheet)
    return acts_of(sheet)


def _parse(content: bytes, work: Work) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        raise FormatError("$", f"the file is larger than {MOST_BYTES // 1024 // 1024} MiB")
    value = reading.json_object(document.parse(content), "$")
    for key, most in (("hands", MOST_HANDS), ("history", validation.MOST_ENTRIES)):
        # Before any of them is judged.
        if reading.is_list(items := value.get(key)):
            if len(items) > most:
                raise FormatError(f"$.{key}", f"at most {most} can be imported, and these are {len(items)}")
            work.spend(len(items))
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
    head = document.dump(sheet)
    yield (
        EntryKind.START,
        {key: value for key, value in head.items() if key not in ("format", "hands", "adjustments", "finished")},
    )
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
        yield (
            EntryKind.SEATS,
            {"entry": None, "players": [*ledger.table.game.players], "dealer": dealer, **revised},
        )
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
    elif reading.is_object(value):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif reading.is_list(value):
        for inner in value:
            yield from _texts(inner)
