"""Who agrees to what is written: each hand by each of its players, and the sheet as a whole at its end."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...rules.core import listed
from ..core.entries import OWN_PHONE, Entry, EntryKind
from ..core.ledger import Ledger, Row


@dataclass(frozen=True)
class Agreement:
    """hands: who agreed to each hand as it stands now, by itself or as the end of a dispute, by the entry that
    recorded it, and whether on a phone of their own; signed_at: who signed the sheet as it stands now, and so
    agreed to all its hands, and when; signed_own: those of them who did it on a phone of their own; before:
    who signed it before it was changed, and has not signed since; corrected: the acts that came after a
    signature and changed the sheet, other than by going on with it.
    """

    hands: Mapping[int, Mapping[str, bool]]
    signed_at: Mapping[str, datetime]
    signed_own: frozenset[str]
    before: tuple[str, ...]
    corrected: tuple[Entry, ...]

    @classmethod
    def of(cls, acts: Sequence[Entry]) -> "Agreement":
        """acts: those that stand, the start first. Players who were renamed since are called as they are now."""
        hands: dict[int, dict[str, bool]] = {}
        signed: dict[str, datetime] = {}
        signed_own: set[str] = set()
        before: list[str] = []
        corrected: list[Entry] = []
        recorded: list[int] = []
        finished = signed_finished = False
        for act in acts:
            if act.kind is EntryKind.AGREE:
                _add_speaker(hands.setdefault(act.facts["entry"], {}), act)
            elif act.kind is EntryKind.SIGN:
                if act.facts.get("own_phone"):
                    signed_own.add(act.facts["player"])
                signed.setdefault(act.facts["player"], act.at)
                signed_finished = signed_finished or finished
                for number in recorded:
                    _add_speaker(hands.setdefault(number, {}), act)
            else:
                for number in _changed(act, tuple(hands)):
                    hands.pop(number, None)
                if act.kind is EntryKind.SETTLE and not act.strikes:
                    for name in act.facts["agreed"]:
                        own = act.facts.get("own_phone", False) and name == act.facts.get("player")
                        _add(hands.setdefault(act.facts["entry"], {}), name, own=own)
                if act.hand == act.number:
                    recorded.append(act.number)
                if act.kind in (EntryKind.FINISH, EntryKind.REOPEN):
                    finished = act.kind is EntryKind.FINISH
                if (signed or before) and _changes_sheet(act):
                    before = [*dict.fromkeys((*before, *signed))]
                    signed, signed_own = {}, set()
                    if signed_finished or act.kind not in (EntryKind.CALL, EntryKind.RECORD):
                        corrected.append(act)
                if act.kind is EntryKind.RENAME:
                    names = act.facts["names"]
                    hands = {
                        number: {name: _on_own(agreed, names, name) for name in _renamed(tuple(agreed), names)}
                        for number, agreed in hands.items()
                    }
                    signed_own = {names.get(name, name) for name in signed_own}
                    signed = {names.get(name, name): time for name, time in signed.items()}
                    before = _renamed(before, names)
        return cls(
            hands,
            signed,
            frozenset(signed_own),
            tuple(name for name in before if name not in signed),
            tuple(corrected) if set(before) - set(signed) else (),
        )

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
    newer = entries[seen:]
    return any(
        entry.kind in (EntryKind.UNDO, EntryKind.REDO) or hand in _changed(entry, (hand,)) for entry in newer
    )


def sheet_changed_since(entries: Sequence[Entry], seen: int) -> bool:
    """Whether the sheet may say something else than it did after entry `seen`."""
    newer = entries[seen:]
    return any(entry.kind in (EntryKind.UNDO, EntryKind.REDO) or _changes_sheet(entry) for entry in newer)


def seated(ledger: Ledger) -> tuple[str, ...]:
    """Everybody who has sat at the table, in the order of first appearance: those who sign the sheet."""
    games = (*(row.game for row in ledger.rows), ledger.table.game)
    return tuple(dict.fromkeys(name for game in games for name in game.players))


def marked(names: Sequence[str], own: Collection[str]) -> list[str]:
    """Names; own: which of them are marked, for what they did on a phone of their own."""
    return [f"{name}{OWN_PHONE if name in own else ''}" for name in names]


def _add_speaker(agreed: dict[str, bool], act: Entry) -> None:
    _add(agreed, act.facts["player"], own=act.facts.get("own_phone", False))


def _add(agreed: dict[str, bool], name: str, *, own: bool) -> None:
    """Who agreed before on the table's phone may do it again on their own."""
    agreed[name] = agreed.get(name, False) or own


def _on_own(agreed: Mapping[str, bool], called: Mapping[str, str], name: str) -> bool:
    return any(own for old, own in agreed.items() if called.get(old, old) == name)


def _renamed(names: Sequence[str], called: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(called.get(name, name) for name in names))


def _changed(act: Entry, hands: tuple[int, ...]) -> tuple[int, ...]:
    """Which of these hands an act may make other than they were."""
    if act.rewrites or act.strikes:
        return (act.hand or 0,)
    if act.kind is EntryKind.SEATS:
        since = act.facts["entry"]
        return tuple(number for number in hands if since is not None and number >= since)
    if act.kind is EntryKind.RULES:
        revised = act.facts["revised"].get("hands", {})
        return hands if act.facts["whole"] else tuple(int(number) for number in revised)
    return ()


def _changes_sheet(act: Entry) -> bool:
    return not act.only_talks and act.kind not in (
        EntryKind.FINISH,
        EntryKind.REOPEN,
        EntryKind.RENAME,
        EntryKind.TITLE,
    )
