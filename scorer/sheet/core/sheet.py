"""The acts at the table, one after the other, and which of them stand; and the facts of one evening's score sheet,
in the words of the sheet file, into which they are folded. No points in it.

An entry is never changed and never removed: undo is an entry too. Entries of a sheet are numbered from 1, without
gaps; the first is its start.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from datetime import date as Date
from enum import Enum
from functools import cached_property, partial
from typing import Any, NamedTuple

from ...rules import reading
from ...rules.core import Points, at_hand, whole
from ...rules.fields import Field
from ...rules.game import Game
from ...rules.names import is_emoji
from ...rules.reading import FormatError, Reader, is_object
from ...rules.registry import GAMES

UNDATED = datetime.fromtimestamp(0, UTC)
"""When an entry happened that has not been written down yet."""

OWN_PHONE = " (own phone)"
"""What stands behind the name of a player who said something on a phone of their own."""


def by_whom(speaker: str, phone: str) -> str:
    """ "by Betty (own phone)", else "on the phone “Kitchen”"; empty where neither is known."""
    return f"by {speaker}" if speaker else f"on the phone “{phone}”" if phone else ""


class EntryKind(Enum):
    """What happened. `PAYLOADS` in `importing.py` lists the facts that an entry of each kind holds."""

    START = "start"
    CALL = "call"
    RECORD = "record"
    AMEND = "amend"
    STRIKE = "strike"
    ADJUST = "adjust"
    SEATS = "seats"
    RULES = "rules"
    RENAME = "rename"
    TITLE = "title"
    LOOKS = "looks"
    FINISH = "finish"
    REOPEN = "reopen"
    UNDO = "undo"
    REDO = "redo"
    DISPUTE = "dispute"
    STATEMENT = "statement"
    SETTLE = "settle"
    AGREE = "agree"
    SIGN = "sign"
    DISMISS = "dismiss"


at_hand(EntryKind)


class Outcome(Enum):
    """How a dispute ends."""

    UPHELD = "upheld"  # the hand stands as it is on the sheet
    CORRECTED = "corrected"  # the hand is what one of the versions says
    STRUCK = "struck"  # the hand is taken off the sheet
    BY_HAND = "by hand"  # the table writes down the points


ABOUT_A_HAND = tuple(map(EntryKind, ("amend", "strike", "dispute", "statement", "settle", "agree")))
TALK = tuple(map(EntryKind, ("dispute", "statement", "agree", "sign", "dismiss")))


@dataclass(frozen=True)
class Entry:
    """One act.

    key: the request's own, so that a repeated request is known.
    device: who did it.
    at: when, UTC.
    """

    number: int
    kind: EntryKind
    facts: Mapping[str, Any]
    key: str = ""
    device: str = ""
    at: datetime = UNDATED

    @property
    def about_hand(self) -> int | None:
        """The entry that recorded the hand this act is about, perhaps itself; None if it is about no one hand."""
        if self.kind is EntryKind.RECORD or (self.kind is EntryKind.SEATS and "hand" in self.facts):
            return self.number
        return self.facts["entry"] if self.kind in ABOUT_A_HAND else None

    @property
    def adjustment(self) -> int | None:
        """The entry that first gave the points without a deal that this act is about, perhaps itself."""
        return self.facts.get("entry", self.number) if self.kind is EntryKind.ADJUST else None

    @property
    def speaker(self) -> str:
        """Who says this, marked where it was on a phone of their own; empty where nobody is named."""
        return f"{self.facts.get('player', '')}{OWN_PHONE if self.facts.get('own_phone') else ''}"

    @property
    def by_whom(self) -> str:
        return by_whom(self.speaker, self.facts.get("phone", ""))

    @property
    def only_talks(self) -> bool:
        """Whether this act says something about the sheet and changes none of its facts."""
        return self.kind in TALK or self._settled_as(Outcome.UPHELD)

    @property
    def rewrites(self) -> bool:
        """Whether this act puts other facts in the place of a recorded hand's."""
        return self.kind is EntryKind.AMEND or (self.kind is EntryKind.SETTLE and "hand" in self.facts)

    @property
    def strikes(self) -> bool:
        """Whether this act takes a hand off the sheet."""
        return self.kind is EntryKind.STRIKE or self._settled_as(Outcome.STRUCK)

    def _settled_as(self, outcome: Outcome) -> bool:
        return self.kind is EntryKind.SETTLE and self.facts["outcome"] == outcome.value


class Undone(NamedTuple):
    """An undo, and the acts that it took back."""

    undo: Entry
    acts: tuple[Entry, ...]


@dataclass(frozen=True)
class Timeline:
    """acts: those that stand, in order, the start first; undone: what can be redone, the next last."""

    acts: tuple[Entry, ...]
    undone: tuple[Undone, ...]

    @property
    def last_act(self) -> Entry | None:
        """The act that undo takes back; never the start of the sheet."""
        return self.acts[-1] if len(self.acts) > 1 else None

    @cached_property
    def amended(self) -> frozenset[int | None]:
        """The hands that an act has put other facts in the place of, by the entries that recorded them."""
        return frozenset(act.about_hand for act in self.acts if act.rewrites)

    def after(self, number: int) -> tuple[Entry, ...]:
        """The acts that stand and came after entry `number`, the start apart."""
        return tuple(act for act in self.acts[1:] if act.number > number)


def timeline(entries: Sequence[Entry]) -> Timeline:
    """Which acts stand after these entries. A new act leaves nothing to redo."""
    acts: list[Entry] = []
    undone: list[Undone] = []
    for entry in entries:
        match entry.kind:
            case EntryKind.UNDO:
                taken = [act for act in acts if act.number >= entry.facts["entry"]]
                del acts[len(acts) - len(taken) :]
                undone.append(Undone(entry, tuple(taken)))
            case EntryKind.REDO:
                acts.extend(undone.pop().acts)
            case _:
                acts.append(entry)
                undone.clear()
    return Timeline(tuple(acts), tuple(undone))


def name_now(entries: Sequence[Entry], name: str, number: int) -> str:
    """What a player is called now who was called so after entry `number`.

    Empty where the renaming that gave them the name was undone: two names may have become one by it.
    """
    then, now = timeline(entries[:number]).acts, timeline(entries).acts
    stands = {act.number for act in now}
    for act in then:
        if act.number not in stands and act.kind is EntryKind.RENAME and name in act.facts["names"].values():
            return ""
    before = {act.number for act in then}
    for act in now:
        if act.number not in before and act.kind is EntryKind.RENAME:
            name = act.facts["names"].get(name, name)
    return name


def spoken_for(entries: Sequence[Entry], device: str) -> str:
    """For whom a phone has spoken as for its owner, also where that was taken back; empty for nobody."""
    spoken = (entry for entry in entries if entry.device == device and entry.facts.get("own_phone"))
    names = (name_now(entries, entry.facts["player"], entry.number) for entry in spoken)
    return next((name for name in names if name), "")


SETTING = ("players", "dealer", "options")
"""What a hand may change from itself on."""
DEALT = ("cards",)
"""What is dealt to this hand alone, in the games that have it as a key: `Dealing`."""
BESIDE = (*SETTING, *DEALT, "note")
"""The keys that any hand may carry beside its contract, calls, result or points."""
SETTLED = ("points", "played", "by", "carry")
"""The keys of a hand that the table has settled: points; what was bid and taken; who agreed; what is carried."""
PINNED = ("dealer", *DEALT)
"""What a hand names so that it stays as it was played when another is struck."""
MOST_LETTERS = 60
"""Of a title."""
RESERVED = re.compile("con|prn|aux|nul|(?:com|lpt)[0-9]")
"""No file has such a name on Windows, whatever its ending. Microsoft, Naming Files, Paths, and Namespaces."""
_NOT_PLAIN = re.compile("[^a-z0-9]+")


@dataclass(frozen=True)
class Hand:
    """One deal: its keys as they stand in the sheet file. entry: the number of the entry that recorded it."""

    facts: Mapping[str, Any]
    entry: int | None = field(default=None, compare=False)

    @property
    def calls(self) -> tuple[str, ...]:
        return tuple(self.facts.get("calls", ()))


@dataclass(frozen=True)
class Adjustment:
    """Points without a deal.

    facts: its `points`, by the name of a column, `note` and `by`, as they stand in the sheet file.
    after: the number of the hand that it follows, 0 before the first.
    entry: the number of the entry that first wrote it.
    where: its place in a file.
    """

    facts: Mapping[str, Any]
    after: int
    entry: int | None = field(default=None, compare=False)
    where: str = field(default="$.adjustments", compare=False)


@dataclass(frozen=True)
class Sheet:
    """The facts as they stand.

    options: the house rules that differ from the game's defaults, by key.
    coming: what the next hand changes of players, dealer and options, and what it is dealt, while none of its
        calls has been spoken and the sheet is not finished.
    adjustments: in the order of the hands that they follow.
    looks: how a player chose to be shown, by name, with `color` and `emoji` as in the sheet file.
    zone: the time zone of date and times, as "Asia/Kathmandu", "" for the server's.
    """

    game: str
    players: tuple[str, ...]
    dealer: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    title: str = ""
    date: str = ""
    hands: tuple[Hand, ...] = ()
    coming: Mapping[str, Any] = field(default_factory=dict[str, Any])
    adjustments: tuple[Adjustment, ...] = ()
    finished: bool = False
    looks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    zone: str = ""

    @property
    def file_name(self) -> str:
        """A name that every file system takes, from the title and the date, without an ending."""
        plain = unicodedata.normalize("NFKD", self.title).encode("ascii", "ignore").decode().lower()
        words = _NOT_PLAIN.sub("-", plain).strip("-")[:MOST_LETTERS].strip("-")
        name = "-".join(part for part in (self.date, words or self.game) if part)
        return f"sheet-{name}" if RESERVED.fullmatch(name) else name


def kept_beside(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What stays of a hand when its contract or its tricks are amended."""
    return {key: facts[key] for key in BESIDE if key in facts}


def pinned_facts(facts: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with these of `PINNED`, None for one that need not be named any more."""
    return {key: value for key, value in {**facts, **pins}.items() if value is not None or key not in PINNED}


def read_date(value: Any, where: str) -> str:
    """A reader of the day of a sheet, "2026-11-20". Raises FormatError."""
    written = reading.text(value, where)
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError
        Date.fromisoformat(written)
    except ValueError:
        raise FormatError(where, "a date is written as 2026-11-20") from None
    return written


ZONE = "[A-Za-z][A-Za-z0-9_+-]{0,39}(/[A-Za-z0-9_+-]{1,40}){0,3}"
"""How the name of a time zone is written."""


def read_zone(value: Any, where: str) -> str:
    """A reader of a time zone, "America/Los_Angeles": whether there is one of that name is not asked. Raises
    FormatError.
    """
    written = reading.text(value, where)
    if not re.fullmatch(ZONE, written):
        raise FormatError(where, "a time zone is written as America/Los_Angeles")
    return written


COLORS = 12
"""Of players, numbered from 1."""


def read_looks(value: Any, where: str) -> dict[str, dict[str, Any]]:
    """How players chose to be shown, by name, as the sheet file has it. Raises FormatError."""
    looks: dict[str, dict[str, Any]] = {}
    for name in reading.in_order(value, where):
        place = reading.at(where, name)
        look = looks[name] = reading.keys(value[name], place, {"color": reading.count, "emoji": reading.text})
        if not look:
            raise FormatError(place, "a look is a color, an emoji, or both")
        if look.get("color", 1) not in range(1, COLORS + 1):
            raise FormatError(reading.at(place, "color"), f"a color is a number from 1 to {COLORS}")
        if "emoji" in look and not is_emoji(look["emoji"]):
            raise FormatError(reading.at(place, "emoji"), "an emoji is one picture")
    return looks


def read_adjustments(value: Any, where: str) -> tuple[Adjustment, ...]:
    """The adjustments of a sheet file in the order of the hands that they follow. Raises FormatError."""
    found: list[Adjustment] = []
    for index, inner in enumerate(reading.items(value, where)):
        place = f"{where}[{index}]"
        facts = reading.keys(inner, place, {"after": _after, **_ADJUSTMENT}, ("after", "points"))
        found.append(Adjustment(facts, facts.pop("after"), where=place))
    return tuple(sorted(found, key=lambda adjustment: adjustment.after))


def read_adjustment_facts(value: Any, where: str) -> dict[str, Any]:
    """The facts of one adjustment, as its entry holds them. Raises FormatError."""
    return reading.keys(value, where, _ADJUSTMENT, ("points",))


def _after(value: Any, where: str) -> int:
    after = reading.count(value, where)
    if after < 0:
        raise FormatError(where, "an adjustment follows a hand, or stands before the first: 0")
    return after


def _points(value: Any, where: str) -> dict[str, Points]:
    given = reading.keys(value, where, dict.fromkeys(reading.json_object(value, where), reading.points))
    if not given:
        raise FormatError(where, "an adjustment gives points to somebody")
    return given


def each_once(name: Reader, value: Any, where: str) -> list[str]:
    """Names, each read by this reader, of which none stands twice. Raises FormatError."""
    names: list[str] = []
    for index, inner in enumerate(reading.items(value, where)):
        place = f"{where}[{index}]"
        names.append(name(inner, place))
        if names[-1] in names[:-1]:
            raise FormatError(place, f"the name “{names[-1]}” stands twice")
    return names


_by = partial(each_once, reading.name)
_ADJUSTMENT: Mapping[str, Reader] = {"points": _points, "note": reading.text, "by": _by}


def respelt(game: type[Game], facts: Any) -> Any:
    """The head of a sheet or a hand with its house rules in the words of today; the same object if it has them.

    Anything else is given back as it is, to be judged later.
    """
    options = facts.get("options") if reading.is_object(facts) else None
    if not reading.is_object(options):
        return facts
    today = game.options_type.respelt(options)
    if today == options:
        return facts
    # Copied, for an object that was read from a file remembers a key that stood in it twice.
    made: Any = copy(facts)
    made["options"] = copy(options)
    made["options"].update(today)
    return made


TAKES_OVER = " takes over from "
"""What the note of a settled hand says between a newcomer and the player whose points they start with."""


def renamed(
    facts: Mapping[str, Any],
    names: Mapping[str, str],
    keys: Mapping[str, Field],
    columns: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A hand's facts with other names for some players.

    names: who is called how from now on.
    columns: what the columns are called, where these are not the players'.

    Where two names become one, points written down by hand are added up; a player who would take over from
    themselves brings none. keys: of the hand's game.
    """
    heir, takes_over, leaver = facts.get("note", "").partition(TAKES_OVER)

    def of(name: str) -> str:
        return names.get(name, name)

    same_player = heir if takes_over and of(heir) == of(leaver) else None

    def carried_by(numbers: Any) -> Any:
        return {of(name): number for name, number in numbers.items()} if is_object(numbers) else numbers

    def write(key: str, value: Any) -> Any:
        if key == "players":
            return [of(name) for name in value]
        if key == "calls":
            return [renamed_call(call, names) for call in value]
        if key == "points":
            points: dict[str, Any] = {}
            for name, number in value.items():
                called = columns.get(name, name) if columns else of(name)
                points[called] = whole(points.get(called, 0) + (0 if name == same_player else number))
            return points
        if key == "note" and takes_over:
            return f"{of(heir)}{takes_over}{of(leaver)}"
        if key == "played":
            return renamed(value, names, keys)
        if key == "carry":
            return {inner: carried_by(numbers) for inner, numbers in value.items()}
        if key == "by":
            return list(dict.fromkeys(of(name) for name in value))
        if key == "dealer":
            return of(value)
        return keys[key].renamed(value, names) if key in keys else value

    if not (names or columns):
        return dict(facts)
    return {key: write(key, value) for key, value in facts.items() if not (key == "note" and same_player)}


def renamed_call(call: str, names: Mapping[str, str]) -> str:
    """A call as the file writes it, "Amber: 3H"."""
    name, separator, spoken = call.rpartition(": ")
    return f"{names.get(name, name)}{separator}{spoken}"


class Folded:
    """The facts of a sheet, changed by one entry after the other."""

    def __init__(self, start: Mapping[str, Any]) -> None:
        self.head = dict(start)
        self.hands: dict[int, Hand] = {}
        self.coming: dict[str, Any] = {}
        self.calls: list[str] = []
        self.adjustments: dict[int, Mapping[str, Any]] = {}
        self.finished = False

    @classmethod
    def of(cls, entries: Sequence[Entry], earlier: "Folded | None" = None, since: int = 0) -> "Folded":
        """After these entries. earlier: after the first `since` of them; it stays as it is."""
        newer = entries[since:]
        if earlier is None or any(entry.kind in (EntryKind.UNDO, EntryKind.REDO) for entry in newer):
            facts, newer = cls(entries[0].facts), timeline(entries).acts
        else:
            facts = earlier._copy()
        for entry in newer:
            facts.take(entry)
        return facts

    def _copy(self) -> "Folded":
        made = Folded(self.head)
        made.hands, made.coming, made.calls = {**self.hands}, {**self.coming}, [*self.calls]
        made.adjustments, made.finished = {**self.adjustments}, self.finished
        return made

    def take(self, entry: Entry) -> None:
        facts = entry.facts
        match entry.kind:
            case EntryKind.CALL:
                if not self.calls:
                    self.coming["dealer"] = facts["dealer"]
                self.calls.append(facts["call"])
            case EntryKind.RECORD:
                self.record(entry)
            case EntryKind.AMEND | EntryKind.STRIKE | EntryKind.SETTLE:
                if entry.strikes:
                    self.strike(facts["entry"])
                    self.pin(facts.get("pinned", {}), facts.get("coming", {}))
                elif entry.rewrites and facts["entry"] in self.hands:
                    self.hands[facts["entry"]] = Hand(facts["hand"], facts["entry"])
            case EntryKind.ADJUST:
                self.adjustments.pop(entry.adjustment or 0, None)
                if adjustment := facts["adjustment"]:
                    self.adjustments[entry.adjustment or 0] = adjustment
            case EntryKind.SEATS | EntryKind.RULES | EntryKind.RENAME:
                self.revise(facts["revised"])
                if entry.kind is EntryKind.RENAME and "looks" in self.head:
                    looks = self.head["looks"].items()
                    self.head["looks"] = {facts["names"].get(name, name): look for name, look in looks}
                if "hand" in facts:
                    self.hands[entry.number] = Hand(facts["hand"], entry.number)
            case EntryKind.TITLE | EntryKind.LOOKS:
                self.head.update(facts)
            case EntryKind.FINISH | EntryKind.REOPEN:
                self.finished = entry.kind is EntryKind.FINISH
            case _:
                # The start was taken with the head, undo and redo by the timeline; the others only talk.
                pass

    def record(self, entry: Entry) -> None:
        self.hands[entry.number] = Hand(entry.facts["hand"], entry.number)
        self.calls, self.coming = [], dict(entry.facts.get("coming", {}))

    def strike(self, number: int) -> None:
        """Take a hand off the sheet. Whoever was seated with it stays, and so do its house rules."""
        struck = self.hands.pop(number, None)
        if struck is None:
            return
        inherited = {key: struck.facts[key] for key in ("players", "options") if key in struck.facts}
        later = next((hand for entry, hand in self.hands.items() if entry > number), None)
        if later:
            self.hands[later.entry or 0] = Hand(_inherit(inherited, later.facts), later.entry)
        elif inherited:
            self.coming = _inherit(inherited, self.coming)
        self.forget({*inherited.get("players", ())} - {*self.head["players"]})

    def pin(self, hands: Mapping[str, Any], coming: Mapping[str, Any]) -> None:
        """Let hands name what they had before another was struck, as `pinned_facts`.

        hands: by the entries that recorded them.
        coming: the open or next hand.
        """
        for number, hand in self.hands.items():
            if pins := hands.get(f"{number}"):
                self.hands[number] = Hand(pinned_facts(hand.facts, pins), number)
        self.coming = pinned_facts(self.coming, coming)

    def forget(self, names: set[str]) -> None:
        """Take names out of settled hands where they score zero and have not sat at the table before."""
        for number, hand in self.hands.items():
            names -= {*hand.facts.get("players", ())}
            points = hand.facts.get("points", {})
            remaining = {name: scored for name, scored in points.items() if scored or name not in names}
            if remaining != points:
                self.hands[number] = Hand({**hand.facts, "points": remaining}, number)

    def revise(self, revised: Mapping[str, Any]) -> None:
        """head: its keys that change; hands: their facts now, by the entry that recorded them; adjustments
        likewise; coming: what the next hand changes; calls: those that stay of the open hand. What is not named
        stays.
        """
        self.head.update(revised.get("head", {}))
        for number, facts in revised.get("hands", {}).items():
            self.hands[int(number)] = Hand(facts, int(number))
        self.adjustments |= {int(number): facts for number, facts in revised.get("adjustments", {}).items()}
        self.coming = dict(revised.get("coming", self.coming))
        self.calls = list(revised.get("calls", self.calls))

    def sheet(self) -> Sheet:
        """The facts now, in the words of today; the entries keep the words in which they were written."""
        game = GAMES[self.head["game"]]
        head, coming = respelt(game, self.head), respelt(game, self.coming)
        hands = (_respelt(game, hand) for hand in self.hands.values())
        open_hand = (Hand({"calls": [*self.calls], **coming}),) if self.calls else ()
        facts: dict[str, Any] = {**head, "players": tuple(head["players"])}
        looks = head.get("looks", {})
        seated = self.seated() if looks else ()
        facts["looks"] = {name: look for name, look in looks.items() if name in seated}
        after = {number: sum(hand < number for hand in self.hands) for number in sorted(self.adjustments)}
        facts["adjustments"] = tuple(Adjustment(self.adjustments[each], at, each) for each, at in after.items())
        facts["coming"] = {} if self.calls or self.finished else dict(coming)
        return Sheet(**facts, hands=(*hands, *open_hand), finished=self.finished)

    def seated(self) -> set[str]:
        """Everybody who has sat at the table, or is to."""
        later = (*(hand.facts for hand in self.hands.values()), self.coming)
        return {*self.head["players"], *(name for facts in later for name in facts.get("players", ()))}


def fold(entries: Sequence[Entry]) -> Sheet:
    """The facts as they stand after these entries. An open hand, still being bid, is the last of the hands."""
    return Folded.of(entries).sheet()


def states(entries: Sequence[Entry]) -> Iterator[Sheet]:
    """The facts as they stood after each entry, one by one."""
    facts = Folded(entries[0].facts)
    for number, entry in enumerate(entries, start=1):
        if entry.kind in (EntryKind.UNDO, EntryKind.REDO):
            facts = Folded.of(entries[:number])
        else:
            facts.take(entry)
        yield facts.sheet()


def _respelt(game: type[Game], hand: Hand) -> Hand:
    if isinstance(hand.facts, dict) and "options" not in hand.facts:
        return hand  # Nearly every hand, at every act.
    facts = respelt(game, hand.facts)
    return hand if facts is hand.facts else Hand(facts, hand.entry)


def _inherit(inherited: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """A hand's facts with the seating and house rules of the hand before it, where it has none of its own."""
    options = {**inherited.get("options", {}), **facts.get("options", {})}
    return {**inherited, **facts, **({"options": options} if options else {})}
