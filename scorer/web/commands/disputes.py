"""Acts of talk at the table: a hand disputed, settled and agreed to; the sheet signed; a flag dismissed."""

from collections.abc import Mapping
from typing import Any

from ...sheet.changes.agreement import Agreement, changed_since, sheet_changed_since
from ...sheet.changes.disputes import Dispute, Version, disputes, with_hand
from ...sheet.changes.settling import by_points
from ...sheet.changes.warnings import SheetWarning
from ...sheet.core.entries import EntryKind, Outcome, timeline
from ...sheet.core.facts import kept_beside
from ...sheet.core.ledger import Row
from ...store.scorebook import Command, Snapshot, StaleVersionError
from .commands import with_calls, with_pins


class AlreadyDoneError(Exception):
    """What the act would say has been said already."""


def known(snapshot: Snapshot) -> tuple[Dispute, ...]:
    return disputes(timeline(snapshot.entries).acts, snapshot.ledger)


def open_dispute(snapshot: Snapshot, hand: int | None) -> Dispute | None:
    """The dispute about a hand that is not settled yet. hand: the entry that recorded it."""
    return next((one for one in known(snapshot) if one.hand == hand and not one.settlement), None)


def row_on(snapshot: Snapshot, hand: int) -> Row:
    """The hand that an entry recorded. Raises Stale where it is on the sheet no more."""
    row = snapshot.ledger.row(hand)
    if row is None:
        raise StaleVersionError
    return row


def dispute(hand: int) -> Command:
    """hand: the entry that recorded it. Raises AlreadySo where it is disputed, Stale where it is gone."""

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        row_on(snapshot, hand)
        if open_dispute(snapshot, hand):
            raise AlreadyDoneError
        return EntryKind.DISPUTE, {"entry": hand}

    return command


def state(number: int, player: str, words: str, hand: Mapping[str, Any] | None = None) -> Command:
    """What a player says of a disputed hand, with her version of it or without. number: of the dispute.

    Raises BrokenHand for a version that the sheet cannot hold, AlreadySo where the dispute was settled, and Stale
    where it, or its hand, is gone, or the player sits there no more.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        dispute = _still_open(snapshot, number)
        row = row_on(snapshot, dispute.hand)
        if player not in row.game.players:
            raise StaleVersionError
        facts: dict[str, Any] = {"dispute": dispute.number, "entry": row.hand.entry, "player": player}
        if words:
            facts["words"] = words
        if hand is not None:
            with_hand(snapshot.ledger, row, {**kept_beside(row.hand.facts), **hand})
            facts["hand"] = dict(hand)
        return EntryKind.STATEMENT, facts

    return command


def settle(number: int, outcome: Outcome, agreed: tuple[str, ...], reason: str, decided: Any) -> Command:
    """How the table ends a dispute. decided: for `CORRECTED` the Version, for `BY_HAND` the points by column.

    number: of the dispute. Raises BrokenHand, AlreadySo where the dispute was settled, and Stale where it is gone.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        dispute = _still_open(snapshot, number)
        row = row_on(snapshot, dispute.hand)
        facts: dict[str, Any] = {
            "dispute": dispute.number,
            "entry": row.hand.entry,
            "outcome": outcome.value,
            "agreed": list(agreed),
        }
        if reason:
            facts["reason"] = reason
        if outcome is Outcome.CORRECTED:
            facts["hand"] = _corrected(snapshot, row, decided)
        elif outcome is Outcome.BY_HAND:
            facts["hand"] = by_points(row, decided, agreed, reason)
        elif outcome is Outcome.STRUCK:
            facts = with_pins(snapshot, EntryKind.SETTLE, facts)
        return EntryKind.SETTLE, facts

    return command


def _corrected(snapshot: Snapshot, row: Row, version: Version) -> dict[str, Any]:
    facts = {key: value for key, value in version.facts.items() if key != "calls"}
    return with_calls(snapshot, row, facts)


def _still_open(snapshot: Snapshot, number: int) -> Dispute:
    dispute = next((one for one in known(snapshot) if one.number == number), None)
    if dispute is None:
        raise StaleVersionError
    if dispute.settlement:
        raise AlreadyDoneError
    return dispute


def agree(hand: int, player: str, seen: int) -> Command:
    """A player agrees to a hand as she saw it. seen: the last entry of the sheet then. Raises Stale where the hand
    may be another one since, and AlreadySo.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        row = row_on(snapshot, hand)
        if changed_since(snapshot.entries, hand, seen):
            raise StaleVersionError
        if player in _agreement(snapshot).to(row):
            raise AlreadyDoneError
        return EntryKind.AGREE, {"entry": hand, "player": player}

    return command


def sign(player: str, seen: int) -> Command:
    """A player signs the sheet as she saw it. seen: its last entry then. Raises Stale where it may say something
    else since, and AlreadySo where she has signed it as it stands.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        if sheet_changed_since(snapshot.entries, seen):
            raise StaleVersionError
        if player in _agreement(snapshot).signed:
            raise AlreadyDoneError
        return EntryKind.SIGN, {"player": player}

    return command


def _agreement(snapshot: Snapshot) -> Agreement:
    return Agreement.of(timeline(snapshot.entries).acts)


def dismiss(flag: SheetWarning) -> Command:
    return lambda snapshot: (EntryKind.DISMISS, {"flag": flag.key, "said": flag.text})
