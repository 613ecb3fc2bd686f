"""What is said at the table: a hand disputed, settled, agreed to; the sheet signed; a warning dismissed.

The commands raise AlreadyDoneError where that was said before, StaleVersionError where what it is about is on the
sheet no more, or may have changed since, and IllegalHandError for a hand that the sheet cannot hold.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ...sheet.changes.disputes import Dispute, Version, by_points, changed_since, sheet_changed_since, with_hand
from ...sheet.changes.remarks import SheetWarning
from ...sheet.core.entries import EntryKind, Outcome
from ...sheet.core.ledger import Row
from ...sheet.core.sheet import kept_beside
from ...store.scorebook import Command, Snapshot, StaleVersionError
from .commands import with_calls, with_pins


class AlreadyDoneError(Exception):
    """What the command would say has been said already."""


def open_dispute(snapshot: Snapshot, hand: int | None) -> Dispute | None:
    """The dispute about a hand that is not settled yet. hand: the entry that recorded it."""
    return snapshot.open_disputes.get(hand) if hand else None


def row_on(snapshot: Snapshot, hand: int) -> Row:
    """The hand that an entry recorded."""
    row = snapshot.ledger.row(hand)
    if row is None:
        raise StaleVersionError
    return row


def dispute(hand: int, player: str = "") -> Command:
    """hand: the entry that recorded it; player: who disputes it on a phone of their own."""

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        row_on(snapshot, hand)
        if open_dispute(snapshot, hand):
            raise AlreadyDoneError
        return EntryKind.DISPUTE, {"entry": hand, **(_said(player, own_phone=True) if player else {})}

    return command


def _said(player: str, own_phone: bool) -> dict[str, Any]:
    """By whom something is said, as facts of its entry."""
    return {"player": player, **({"own_phone": True} if own_phone else {})}


def state(
    number: int, player: str, words: str, hand: Mapping[str, Any] | None = None, *, own_phone: bool = False
) -> Command:
    """What a player says of a disputed hand, with a version of it or without.

    number: of the dispute; own_phone: whether they say it on a phone of their own.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        dispute = _still_open(snapshot, number)
        row = row_on(snapshot, dispute.hand)
        if player not in row.game.players:
            raise StaleVersionError
        said = _said(player, own_phone)
        facts: dict[str, Any] = {"dispute": dispute.number, "entry": row.hand.entry, **said}
        if words:
            facts["words"] = words
        if hand is not None:
            with_hand(snapshot.ledger, row, {**kept_beside(row.hand.facts), **hand})
            facts["hand"] = dict(hand)
        return EntryKind.STATEMENT, facts

    return command


def settle(
    number: int,
    outcome: Outcome,
    agreed: tuple[str, ...],
    reason: str,
    decided: Any,
    carried: Mapping[str, Sequence[int]] | None = None,
    *,
    player: str = "",
    phone: str = "",
) -> Command:
    """How the table ends a dispute. number: of the dispute; player: whose own phone says so, else phone: its name.
    Who does so and played the hand has agreed to it; agreed: who else did.

    decided: for `CORRECTED` the Version, for `BY_HAND` the points by column; carried: what the next hand begins
    with then, by key the number of each owner.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        dispute = _still_open(snapshot, number)
        row = row_on(snapshot, dispute.hand)
        names = [name for name in row.game.players if name in (*agreed, player)]
        facts: dict[str, Any] = {
            "dispute": dispute.number,
            "entry": row.hand.entry,
            "outcome": outcome.value,
            "agreed": names,
            **(_said(player, own_phone=True) if player else {"phone": phone} if phone else {}),
        }
        if reason:
            facts["reason"] = reason
        if outcome is Outcome.CORRECTED:
            facts["hand"] = _corrected(snapshot, row, decided)
        elif outcome is Outcome.BY_HAND:
            facts["hand"] = by_points(row, decided, names, reason, carried)
        elif outcome is Outcome.STRUCK:
            facts = with_pins(snapshot, EntryKind.SETTLE, facts)
        return EntryKind.SETTLE, facts

    return command


def _corrected(snapshot: Snapshot, row: Row, version: Version) -> dict[str, Any]:
    facts = {key: value for key, value in version.facts.items() if key != "calls"}
    return with_calls(snapshot, row, facts)


def _still_open(snapshot: Snapshot, number: int) -> Dispute:
    dispute = next((each for each in snapshot.disputes if each.number == number), None)
    if dispute is None:
        raise StaleVersionError
    if dispute.settlement:
        raise AlreadyDoneError
    return dispute


def agree(hand: int, player: str, seen: int, *, own_phone: bool = False) -> Command:
    """A player agrees to a hand as they saw it; who did so on the table's phone can do it again on their own.

    seen: the last entry of the sheet then; own_phone: whether they do it on a phone of their own.
    """

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        row = row_on(snapshot, hand)
        if changed_since(snapshot.entries, hand, seen):
            raise StaleVersionError
        agreement = snapshot.agreement
        agreed = agreement.own_phones(row) if own_phone else agreement.to(row)
        if player in agreed:
            raise AlreadyDoneError
        return EntryKind.AGREE, {"entry": hand, **_said(player, own_phone)}

    return command


def sign(player: str, seen: int, *, own_phone: bool = False) -> Command:
    """A player signs the sheet as they saw it. seen, own_phone: as in `agree`."""

    def command(snapshot: Snapshot) -> tuple[EntryKind, Mapping[str, Any]]:
        if sheet_changed_since(snapshot.entries, seen):
            raise StaleVersionError
        agreement = snapshot.agreement
        signed = agreement.signed_own if own_phone else agreement.signed
        if player in signed:
            raise AlreadyDoneError
        return EntryKind.SIGN, _said(player, own_phone)

    return command


def dismiss(warning: SheetWarning) -> Command:
    return lambda snapshot: (EntryKind.DISMISS, {"flag": warning.key, "said": warning.text})
