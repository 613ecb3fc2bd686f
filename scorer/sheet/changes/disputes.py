"""What the table disagrees about: a hand disputed, what the players say of it, and how it was settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...rules.core import ONE_HAND_AT_A_TIME, RuleViolation
from ...rules.reading import FormatError
from ..core.entries import OWN_PHONE, Entry, EntryKind, Outcome
from ..core.judge import IllegalHandError
from ..core.ledger import Ledger, Row
from ..core.sheet import Hand, kept_beside, renamed
from .revision import misfit


@dataclass(frozen=True)
class Statement:
    """What a player says. hand: the facts of their version of the hand, None for words alone."""

    number: int
    player: str
    words: str
    hand: Mapping[str, Any] | None


@dataclass(frozen=True)
class Settlement:
    """by: who tapped it, as `Entry.tapped_by` has it; older entries do not say."""

    number: int
    outcome: Outcome
    agreed: tuple[str, ...]
    reason: str
    by: str = ""

    @property
    def also(self) -> tuple[str, ...]:
        """Who agreed beside the player who tapped it."""
        return tuple(name for name in self.agreed if f"{name}{OWN_PHONE}" != self.by)


@dataclass(frozen=True)
class Dispute:
    """number: the entry that raised it; hand: the entry that recorded the hand; settlement: None while open."""

    number: int
    hand: int
    statements: tuple[Statement, ...] = ()
    settlement: Settlement | None = None

    @property
    def versions(self) -> tuple[Statement, ...]:
        """The statements that have the hand otherwise."""
        return tuple(statement for statement in self.statements if statement.hand is not None)


def disputes(acts: Sequence[Entry], ledger: Ledger) -> tuple[Dispute, ...]:
    """The disputes of a sheet, in the order they were raised. acts: those that stand; ledger: the sheet's.

    Players who were renamed since, or whose seat turned out to have been another's, are called as they are now.
    """
    keys = {row.hand.entry: row.game.keys for row in ledger.rows}
    raised: dict[int, Dispute] = {}
    for act in acts:
        if act.kind is EntryKind.DISPUTE:
            raised[act.number] = Dispute(act.number, act.facts["entry"])
        elif act.facts.get("dispute", act.number) not in raised and act.kind in (
            EntryKind.STATEMENT,
            EntryKind.SETTLE,
        ):
            # It came too late: the dispute had been undone.
            continue
        elif act.kind is EntryKind.STATEMENT:
            raised[act.facts["dispute"]] = _with_statement(raised[act.facts["dispute"]], act)
        elif act.kind is EntryKind.SETTLE:
            settlement = Settlement(
                act.number,
                Outcome(act.facts["outcome"]),
                tuple(act.facts["agreed"]),
                act.facts.get("reason", ""),
                act.tapped_by,
            )
            raised[act.facts["dispute"]] = replace(raised[act.facts["dispute"]], settlement=settlement)
        elif act.kind in (EntryKind.RENAME, EntryKind.SEATS) and act.facts.get("names"):
            since = act.facts.get("entry", 0) if act.kind is EntryKind.SEATS else 0
            for number, dispute in raised.items():
                if since is not None and since <= dispute.hand:
                    raised[number] = _renamed(
                        dispute, act.facts["names"], keys.get(dispute.hand, ledger.table.game.keys)
                    )
    return tuple(raised.values())


def _with_statement(dispute: Dispute, act: Entry) -> Dispute:
    statement = Statement(act.number, act.facts["player"], act.facts.get("words", ""), act.facts.get("hand"))
    return replace(dispute, statements=(*dispute.statements, statement))


def _renamed(dispute: Dispute, names: Mapping[str, str], keys: Mapping[str, Any]) -> Dispute:
    statements = tuple(
        replace(
            statement,
            player=names.get(statement.player, statement.player),
            hand=None if statement.hand is None else renamed(statement.hand, names, keys),
        )
        for statement in dispute.statements
    )
    settlement = dispute.settlement and replace(
        dispute.settlement,
        agreed=tuple(names.get(name, name) for name in dispute.settlement.agreed),
        by=_renamed_speaker(dispute.settlement.by, names),
    )
    return replace(dispute, statements=statements, settlement=settlement)


def _renamed_speaker(by: str, names: Mapping[str, str]) -> str:
    name = by.removesuffix(OWN_PHONE)
    return f"{names.get(name, name)}{OWN_PHONE}" if by.endswith(OWN_PHONE) else by


@dataclass(frozen=True)
class Version:
    """A hand as somebody has it, and what it would make of the sheet.

    players: who has it so, nobody for the hand as it stands on the sheet; facts: the hand's; row, ledger: the hand
    and the sheet by this version, None where a rule would be broken: then broken says which.
    """

    players: tuple[str, ...]
    facts: Mapping[str, Any]
    row: Row | None
    ledger: Ledger | None
    broken: IllegalHandError | None = None
    statements: tuple[int, ...] = field(default=())


def versions(ledger: Ledger, row: Row, dispute: Dispute) -> tuple[Version, ...]:
    """The hand as the sheet has it, then every other way that a player has it; who agree share one."""
    found = [Version((), row.hand.facts, row, ledger)]
    for statement in dispute.versions:
        facts = {**kept_beside(row.hand.facts), **(statement.hand or {})}
        same = next((index for index, version in enumerate(found) if _same(version.facts, facts)), None)
        if same is None:
            found.append(_judged(ledger, row, facts, statement))
        else:
            version = found[same]
            players = tuple(dict.fromkeys((*version.players, statement.player)))
            found[same] = replace(version, players=players, statements=(*version.statements, statement.number))
    return tuple(found)


def _same(facts: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Whether two versions of a hand differ in nothing but how they came about."""

    def bare(hand: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in hand.items() if key not in ("calls", "note")}

    return bare(facts) == bare(others)


def _judged(ledger: Ledger, row: Row, facts: Mapping[str, Any], statement: Statement) -> Version:
    by = Version((statement.player,), facts, None, None, statements=(statement.number,))
    try:
        after = with_hand(ledger, row, facts)
    except IllegalHandError as broken:
        return replace(by, broken=broken)
    except FormatError as fault:
        # It names somebody who has left the table since, say.
        return replace(by, broken=misfit(row.number, fault))
    return replace(by, row=after.rows[row.number - 1], ledger=after)


def with_hand(ledger: Ledger, row: Row, facts: Mapping[str, Any]) -> Ledger:
    """The ledger of the sheet with other facts for one hand. Raises FormatError and IllegalHandError, also where
    the hand would not have ended.
    """
    hands = list(ledger.sheet.hands)
    hands[row.number - 1] = Hand(facts, row.hand.entry)
    after = Ledger.of(replace(ledger.sheet, hands=tuple(hands)), ledger)
    if len(after.rows) < len(ledger.rows):
        raise IllegalHandError(
            row.number, None, RuleViolation(ONE_HAND_AT_A_TIME, "The hand would not have ended.")
        )
    return after


def columns_to_settle(ledger: Ledger, row: Row) -> tuple[str, ...]:
    """The columns that points written by hand name for a hand: nobody who came later."""
    return row.game.players if "points" in row.game.keys else ledger.columns[: len(row.points)]
