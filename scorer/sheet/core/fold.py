"""The entries of a sheet, folded into its facts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...rules.game import Game
from ...rules.registry import GAMES
from .entries import Entry, EntryKind, timeline
from .facts import Adjustment, Hand, Sheet, with_pins
from .spelling import respelt


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
                self.adjust(entry)
            case EntryKind.SEATS | EntryKind.RULES | EntryKind.RENAME:
                self.revise(facts["revised"])
                if "hand" in facts:
                    self.hands[entry.number] = Hand(facts["hand"], entry.number)
            case EntryKind.TITLE:
                self.head.update(facts)
            case EntryKind.FINISH | EntryKind.REOPEN:
                self.finished = entry.kind is EntryKind.FINISH
            case _:
                # The start was taken with the head, undo and redo by the trail; the others are about the sheet.
                pass

    def record(self, entry: Entry) -> None:
        self.hands[entry.number] = Hand(entry.facts["hand"], entry.number)
        self.calls, self.coming = [], dict(entry.facts.get("coming", {}))

    def adjust(self, entry: Entry) -> None:
        number = entry.adjustment or 0
        self.adjustments.pop(number, None)
        if adjustment := entry.facts["adjustment"]:
            self.adjustments[number] = adjustment

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
        """Let hands name what they had before another was struck, as `facts.with_pins`.

        hands: by the entries that recorded them; coming: the open or next hand.
        """
        for number, hand in self.hands.items():
            if pins := hands.get(f"{number}"):
                self.hands[number] = Hand(with_pins(hand.facts, pins), number)
        self.coming = with_pins(self.coming, coming)

    def forget(self, names: set[str]) -> None:
        """Take names out of settled hands where they score zero and have not sat at the table before."""
        for number, hand in self.hands.items():
            names -= {*hand.facts.get("players", ())}
            points = hand.facts.get("points", {})
            remaining = {name: scored for name, scored in points.items() if scored or name not in names}
            if remaining != points:
                self.hands[number] = Hand({**hand.facts, "points": remaining}, number)

    def revise(self, revised: Mapping[str, Any]) -> None:
        """head: its keys that change; hands: their facts now, by the entry that recorded them;
        adjustments likewise; coming: what the
        next hand changes; calls: those that stay of the open hand. What is not named stays.
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
        return Sheet(
            game=head["game"],
            players=tuple(head["players"]),
            dealer=head["dealer"],
            options=head.get("options", {}),
            title=head.get("title", ""),
            date=head.get("date", ""),
            hands=(*hands, *open_hand),
            adjustments=tuple(
                Adjustment(facts, sum(hand < number for hand in self.hands), number)
                for number, facts in sorted(self.adjustments.items())
            ),
            coming={} if self.calls or self.finished else dict(coming),
            finished=self.finished,
        )


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
