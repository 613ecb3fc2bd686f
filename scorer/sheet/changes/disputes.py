"""What the table disagrees about, and agrees to: a hand disputed, what the players say of it, its versions side by
side, how it was settled, also by points that the table writes down; and who agrees to what is written, each hand
by its players, the sheet at its end.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from ...rules.core import ONE_HAND_AT_A_TIME, RuleViolation, listed, minus, signed, upper_first
from ...rules.fields import PerSide, PointsField
from ...rules.reading import FormatError
from ..core.judge import IllegalHandError
from ..core.ledger import Ledger, Row
from ..core.sheet import OWN_PHONE, Entry, EntryKind, Hand, Outcome, by_whom, kept_beside, renamed
from .corrections import misfit


@dataclass(frozen=True)
class Statement:
    """What a player says. hand: the facts of their version of the hand, None for words alone."""

    number: int
    player: str
    words: str
    hand: Mapping[str, Any] | None


OUTCOMES = {
    Outcome.UPHELD: ("kept as it was", "the hand stands"),
    Outcome.CORRECTED: ("corrected", "the hand was corrected"),
    Outcome.STRUCK: ("deleted", "the hand was deleted"),
    Outcome.BY_HAND: ("by hand", "the table wrote down the points"),
}
"""In words: of a hand, and as a clause."""


@dataclass(frozen=True)
class Settlement:
    """by, phone: who tapped it, as `Entry.speaker` has it, else on which phone; older entries do not say."""

    number: int
    outcome: Outcome
    agreed: tuple[str, ...]
    reason: str
    by: str = ""
    phone: str = ""

    @property
    def also(self) -> tuple[str, ...]:
        """Who agreed beside the player who tapped it."""
        return tuple(name for name in self.agreed if f"{name}{OWN_PHONE}" != self.by)

    @property
    def by_whom(self) -> str:
        return by_whom(self.by, self.phone)

    @property
    def in_words(self) -> str:
        return OUTCOMES[self.outcome][0]


@dataclass(frozen=True)
class Dispute:
    """number: the entry that raised it.
    hand: the entry that recorded the hand.
    settlement: None while open.
    """

    number: int
    hand: int
    statements: tuple[Statement, ...] = ()
    settlement: Settlement | None = None

    @property
    def versions(self) -> tuple[Statement, ...]:
        """The statements that have the hand otherwise."""
        return tuple(statement for statement in self.statements if statement.hand is not None)


def disputes(acts: Sequence[Entry], ledger: Ledger) -> tuple[Dispute, ...]:
    """The disputes of a sheet, in the order they were raised.

    acts: those that stand.
    ledger: the sheet's.

    Players who were renamed since, or whose seat turned out to have been another's, are called as they are now.
    """
    keys = {row.hand.entry: row.game.keys for row in ledger.rows}
    raised: dict[int, Dispute] = {}
    for act in acts:
        facts = act.facts
        # None for what came too late: its dispute had been undone.
        dispute = raised.get(facts.get("dispute", 0))
        if act.kind is EntryKind.DISPUTE:
            raised[act.number] = Dispute(act.number, facts["entry"])
        elif act.kind is EntryKind.STATEMENT and dispute:
            statement = Statement(act.number, facts["player"], facts.get("words", ""), facts.get("hand"))
            raised[dispute.number] = replace(dispute, statements=(*dispute.statements, statement))
        elif act.kind is EntryKind.SETTLE and dispute:
            outcome, agreed = Outcome(facts["outcome"]), tuple(facts["agreed"])
            reason, phone = facts.get("reason", ""), facts.get("phone", "")
            settlement = Settlement(act.number, outcome, agreed, reason, act.speaker, phone)
            raised[dispute.number] = replace(dispute, settlement=settlement)
        elif act.kind in (EntryKind.RENAME, EntryKind.SEATS) and facts.get("names"):
            since = facts.get("entry", 0) if act.kind is EntryKind.SEATS else 0
            for each in raised.values():
                if since is not None and since <= each.hand:
                    fields = keys.get(each.hand, ledger.table.game.keys)
                    raised[each.number] = _renamed(each, facts["names"], fields)
    return tuple(raised.values())


def _renamed(dispute: Dispute, names: Mapping[str, str], keys: Mapping[str, Any]) -> Dispute:
    hands = [each.hand and renamed(each.hand, names, keys) for each in dispute.statements]
    pairs = zip(dispute.statements, hands, strict=True)
    statements = tuple(
        replace(each, player=names.get(each.player, each.player), hand=hand) for each, hand in pairs
    )
    if settlement := dispute.settlement:
        tapped = {f"{old}{OWN_PHONE}": f"{new}{OWN_PHONE}" for old, new in names.items()}
        agreed = tuple(names.get(name, name) for name in settlement.agreed)
        settlement = replace(settlement, agreed=agreed, by=tapped.get(settlement.by, settlement.by))
    return replace(dispute, statements=statements, settlement=settlement)


@dataclass(frozen=True)
class Version:
    """A hand as somebody has it, and what it would make of the sheet.

    players: who has it so, nobody for the hand as it stands on the sheet.
    facts: the hand's.
    row, ledger: the hand and the sheet by this version, None where a rule would be broken: then broken says which.
    """

    players: tuple[str, ...]
    facts: Mapping[str, Any]
    row: Row | None
    ledger: Ledger | None
    broken: IllegalHandError | None = None
    statements: tuple[int, ...] = ()


def versions(ledger: Ledger, row: Row, dispute: Dispute) -> tuple[Version, ...]:
    """The hand as the sheet has it, then every other way that a player has it; who agree share one."""
    found = [Version((), row.hand.facts, row, ledger)]
    for statement in dispute.versions:
        facts = {**kept_beside(row.hand.facts), **(statement.hand or {})}
        same = next((index for index, version in enumerate(found) if _bare(version.facts) == _bare(facts)), None)
        if same is not None:
            version = found[same]
            players = tuple(dict.fromkeys((*version.players, statement.player)))
            found[same] = replace(version, players=players, statements=(*version.statements, statement.number))
            continue
        version = Version((statement.player,), facts, None, None, statements=(statement.number,))
        try:
            after = with_hand(ledger, row, facts)
            found.append(replace(version, row=after.rows[row.number - 1], ledger=after))
        except (IllegalHandError, FormatError) as fault:
            # It names somebody who has left the table since, say.
            found.append(replace(version, broken=misfit(row.number, fault)))
    return tuple(found)


def _bare(facts: Mapping[str, Any]) -> dict[str, Any]:
    """A version of a hand without how it came about."""
    return {key: value for key, value in facts.items() if key not in ("calls", "note")}


def with_hand(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> Ledger:
    """The ledger of the sheet with other facts for one hand. Raises FormatError and IllegalHandError, also where
    the hand would not have ended.
    """
    hands = list(ledger.sheet.hands)
    hands[row.number - 1] = Hand(facts, row.hand.entry)
    after = Ledger.of(replace(ledger.sheet, hands=tuple(hands)), ledger)
    if len(after.rows) < len(ledger.rows):
        unended = RuleViolation(ONE_HAND_AT_A_TIME, "The hand would not have ended.")
        raise IllegalHandError(row.number, None, unended)
    return after


class Comparison(NamedTuple):
    """of: the players or columns it is about, nobody where it is about the hand.
    label: what it says.
    cells: a text for each version.
    leaders: who leads in each, where it says that.
    """

    of: tuple[str, ...]
    label: str
    cells: tuple[str, ...]
    leaders: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        return len({*self.cells}) > 1 or len({*self.leaders}) > 1


class Beside(NamedTuple):
    """alike: what every version has of the bids, the tricks and the points, in a few words.
    lines: what they have otherwise, and who leads the sheet.

    Of one version alone its points are the lines.
    """

    alike: str
    lines: tuple[Comparison, ...]


_Key = tuple[str, str]
"""A fact of a hand: the label of its field, and the player whose it is, empty for the hand's own."""


def beside(versions: Sequence[Version]) -> Beside:
    """Of versions that break no rule, at least one."""
    pairs = [(version.row, version.ledger) for version in versions if version.row and version.ledger]
    if len(pairs) == 1:
        row = pairs[0][0]
        return Beside("" if row.game.points_are_facts else row.summary, (*_paid(pairs),))
    first_facts, *others = facts = [_facts(row) for row, _ in pairs]
    shared = {key: text for key, text in first_facts.items() if all(each.get(key) == text for each in others)}
    told = _differing(facts)
    paid = [*_paid(pairs)]
    alike = [*_in_words(shared)]
    if any(line.differs for line in paid):
        alike += [", ".join(f"{name} {line.cells[0]}" for line in paid if not line.differs for name in line.of)]
        paid = [line for line in paid if line.differs]
    first = [[standing for standing in ledger.standings if standing.place == 1] for _, ledger in pairs]
    totals = tuple(minus(each[0].total) for each in first)
    leaders = tuple(listed([standing.column for standing in each]) for each in first)
    leader = Comparison((), "Leader", totals, leaders)
    return Beside(" · ".join(filter(None, alike)), (*told, *paid, leader))


def changed(old: Row, new: Row) -> Iterator[str]:
    """What of the bids and the tricks is another one now: "Betty tricks 2 → 1"."""
    for line in _differing([_facts(old), _facts(new)]):
        yield " ".join((*line.of, line.label if line.of else line.label.lower(), " → ".join(line.cells)))


def _differing(facts: Sequence[Mapping[_Key, str]]) -> Iterator[Comparison]:
    for name, owner in dict.fromkeys(key for each in facts for key in each):
        cells = tuple(each.get((name, owner), "–") for each in facts)
        if len({*cells}) > 1:
            yield Comparison((owner,) if owner else (), name if owner else upper_first(name), cells)


def _facts(row: Row) -> Mapping[_Key, str]:
    """What was bid and taken; where no result says it, the hand in one line."""
    if row.result is None or row.judged.settled is not None:
        return {("hand", ""): row.summary}
    game, found = row.game, dict[_Key, str]()
    for key, field in game.keys.items():
        if isinstance(field.single, PointsField):
            continue  # They are told with the points that are paid.
        name, value = key.replace("_", " "), getattr(row.result, key)
        if isinstance(field, PerSide):
            found[name, ""] = field.words(field.write(value, game.players))
            continue
        for owner, each in zip(field.owners(game.players, ()), field.values(value), strict=False):
            if each is not None:
                found[name, owner] = field.single.shown(each, game.players)
    if label := game.outcomes.label(row.result):
        found["bid", ""] = label
    return found


def _in_words(facts: Mapping[_Key, str]) -> Iterator[str]:
    """ "contract 5♣", "tricks Amber 1, Betty 2"."""
    by_name: dict[str, list[str]] = {}
    for (name, owner), text in facts.items():
        by_name.setdefault(name, []).append(f"{owner} {text}".lstrip())
    for name, texts in by_name.items():
        yield ", ".join(texts) if name == "hand" else f"{name} {', '.join(texts)}"


def _paid(pairs: Sequence[tuple[Row, Ledger]]) -> Iterator[Comparison]:
    """The points of the hand, columns that are paid alike in every version in one line."""
    paid: dict[tuple[str, ...], list[str]] = {}
    for name, *points in zip(pairs[0][1].columns, *(row.points for row, _ in pairs), strict=False):
        paid.setdefault(tuple(map(signed, points)), []).append(name)
    for cells, names in paid.items():
        yield Comparison(tuple(names), "each" if len(names) > 1 else "", cells)


class Agreement:
    """hands: who agreed to each hand as it stands now, by itself or as the end of a dispute, by the entry that
        recorded it, and whether on a phone of their own.
    signed_at: who signed the sheet as it stands now, and so agreed to all its hands, and when.
    signed_own: those of them who did it on a phone of their own.
    before: who signed it before it was changed, and has not signed since.
    corrected: the acts that came after a signature and changed the sheet, other than by going on with it.
    """

    def __init__(self, acts: Sequence[Entry]) -> None:
        """acts: those that stand, the start first. Players who were renamed since are called as they are now."""
        self.hands: dict[int, dict[str, bool]] = {}
        self.signed_at: dict[str, datetime] = {}
        self.signed_own: set[str] = set()
        self.before: tuple[str, ...] = ()
        self.corrected: tuple[Entry, ...] = ()
        self._recorded: list[int] = []
        # Whether the sheet is, and whether it was when somebody signed.
        self._finished = self._signed_finished = False
        for act in acts:
            if act.kind is EntryKind.AGREE:
                self._agree(act.facts["entry"], act.facts["player"], own=act.facts.get("own_phone", False))
            elif act.kind is EntryKind.SIGN:
                self._sign(act)
            else:
                self._change(act)
        self.before = tuple(name for name in self.before if name not in self.signed_at)
        self.corrected = self.corrected if self.before else ()

    def _agree(self, hand: int, name: str, *, own: bool) -> None:
        """Who agreed before on the table's phone may do it again on their own."""
        agreed = self.hands.setdefault(hand, {})
        agreed[name] = agreed.get(name, False) or own

    def _sign(self, act: Entry) -> None:
        name, own = act.facts["player"], act.facts.get("own_phone", False)
        if own:
            self.signed_own.add(name)
        self.signed_at.setdefault(name, act.at)
        self._signed_finished = self._signed_finished or self._finished
        for number in self._recorded:
            self._agree(number, name, own=own)

    def _change(self, act: Entry) -> None:
        """An act that is no yes: it may make one void, and a settled dispute is one of those who agreed to it."""
        for number in _changed(act, tuple(self.hands)):
            self.hands.pop(number, None)
        if act.kind is EntryKind.SETTLE and not act.strikes:
            for name in act.facts["agreed"]:
                own = act.facts.get("own_phone", False) and name == act.facts.get("player")
                self._agree(act.facts["entry"], name, own=own)
        if act.about_hand == act.number:
            self._recorded.append(act.number)
        if act.kind in (EntryKind.FINISH, EntryKind.REOPEN):
            self._finished = act.kind is EntryKind.FINISH
        if (self.signed_at or self.before) and _changes_sheet(act):
            # The sheet that was signed is another one now.
            self.before = tuple(dict.fromkeys((*self.before, *self.signed_at)))
            self.signed_at, self.signed_own = {}, set()
            if self._signed_finished or act.kind not in (EntryKind.CALL, EntryKind.RECORD):
                self.corrected = (*self.corrected, act)
        if act.kind is EntryKind.RENAME:
            self._rename(act.facts["names"])

    def _rename(self, names: Mapping[str, str]) -> None:
        for hand, agreed in self.hands.items():
            self.hands[hand] = {}
            for name, own in agreed.items():
                self._agree(hand, names.get(name, name), own=own)
        self.signed_own = {names.get(name, name) for name in self.signed_own}
        self.signed_at = {names.get(name, name): time for name, time in self.signed_at.items()}
        self.before = tuple(dict.fromkeys(names.get(name, name) for name in self.before))

    @property
    def signed(self) -> tuple[str, ...]:
        """Who signed the sheet as it stands now, in order."""
        return tuple(self.signed_at)

    def to(self, row: Row) -> tuple[str, ...]:
        """Who agreed to a hand, in the order of its seats."""
        agreed = self.hands.get(row.hand.entry or 0, {})
        return tuple(name for name in row.game.players if name in agreed)

    def own_phones(self, row: Row) -> frozenset[str]:
        """Who agreed to a hand on a phone of their own."""
        agreed = self.hands.get(row.hand.entry or 0, {})
        return frozenset(name for name in row.game.players if agreed.get(name))

    def to_marked(self, row: Row) -> list[str]:
        """Who agreed to a hand, marked where it was on a phone of their own."""
        return marked(self.to(row), self.own_phones(row))

    def agreed_in_words(self, row: Row) -> str:
        """ "Agreed by Amber (own phone) and Cindy."; empty where nobody agreed to the hand."""
        agreed, own, players = self.to(row), self.own_phones(row), len(row.game.players)
        if len(agreed) == players == len(own):
            return "Agreed by all, each on their own phone."
        if agreed and (own or len(agreed) < players):
            return f"Agreed by {listed(self.to_marked(row))}."
        return "Agreed by all." if agreed else ""

    @property
    def signed_marked(self) -> list[str]:
        """Who signed the sheet, marked where it was on a phone of their own."""
        return marked(self.signed, self.signed_own)

    def missing(self, row: Row) -> tuple[str, ...]:
        """Whose agreement a hand lacks, in the order of its seats."""
        agreed = self.to(row)
        return tuple(name for name in row.game.players if name not in agreed)


def changed_since(entries: Sequence[Entry], hand: int, seen: int) -> bool:
    """Whether a hand may be another one than it was after entry `seen`. hand: the entry that recorded it."""
    back_or_forth = (EntryKind.UNDO, EntryKind.REDO)
    return any(entry.kind in back_or_forth or hand in _changed(entry, (hand,)) for entry in entries[seen:])


def sheet_changed_since(entries: Sequence[Entry], seen: int) -> bool:
    """Whether the sheet may say something else than it did after entry `seen`."""
    newer = entries[seen:]
    return any(entry.kind in (EntryKind.UNDO, EntryKind.REDO) or _changes_sheet(entry) for entry in newer)


def marked(names: Sequence[str], own: Collection[str]) -> list[str]:
    """Names; own: which of them are marked, for what they did on a phone of their own."""
    return [f"{name}{OWN_PHONE if name in own else ''}" for name in names]


def _changed(act: Entry, hands: tuple[int, ...]) -> tuple[int, ...]:
    """Which of these hands an act may make other than they were."""
    if act.rewrites or act.strikes:
        return (act.about_hand or 0,)
    if act.kind is EntryKind.SEATS:
        since = act.facts["entry"]
        return tuple(number for number in hands if since is not None and number >= since)
    if act.kind is EntryKind.RULES:
        revised = act.facts["revised"].get("hands", {})
        return hands if act.facts["whole"] else tuple(int(number) for number in revised)
    return ()


def _changes_sheet(act: Entry) -> bool:
    return not act.only_talks and act.kind.value not in ("finish", "reopen", "rename", "title", "looks")
