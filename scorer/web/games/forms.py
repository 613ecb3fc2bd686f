"""The entry forms that ask field by field, in words of their own; those of Oh Hell and Spades have modules."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...rules.core import Points, whole
from ...rules.fields import read_points
from ...rules.ten_bridge import PAIRS
from ...sheet.core.ledger import Ledger
from .entry import EntryForm


class DeclaredForm(EntryForm):
    """Who declares, the contract, the tricks. doubled_word: "doubled" where it is."""

    doubled_word = ""
    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "level": "Tap the number bid.",
        "suit": "Tap the denomination.",
        "tricks": "Tap the tricks they took.",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number that can be bid.",
        "suit": "“{}” is not a denomination of this game.",
        "tricks": "“{}” is not a number of tricks here.",
    }


class ReverseBridgeForm(DeclaredForm):
    names: ClassVar[Mapping[str, str]] = {"opponent_tricks": "tricks"}
    asks: ClassVar[Mapping[str, str]] = {**DeclaredForm.asks, "tricks": "Tap the tricks the opponents took."}


class TenBridgeForm(DeclaredForm):
    unknown: ClassVar[Mapping[str, str]] = {**DeclaredForm.unknown, "trump": "“{}” is no suit."}
    pairs: ClassVar[Mapping[str, str]] = {
        name.value: "".join(suit.symbol for suit in pair) for name, pair in PAIRS.items()
    }

    @property
    def doubled_word(self) -> str:
        return dict(self["doubling"].choices).get(self["doubling"].data, "")

    def facts(self) -> dict[str, Any]:
        facts = super().facts()
        # What was noted before the denomination was changed to no trump is no fact any more.
        if self["suit"].data not in self.pairs:
            facts.pop("trump", None)
        return facts


class OffenderForm(EntryForm):
    """Who proposed, who accepted, the contract, the tricks of the offense."""

    asks: ClassVar[Mapping[str, str]] = {
        "proposer": "Tap who proposed.",
        "accepter": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit.",
        "tricks": "Tap the tricks the offense took.",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number of tricks in this hand.",
        "suit": "“{}” is not a suit this table plays.",
        "tricks": "“{}” is not a number of tricks here.",
    }


class PirateForm(EntryForm):
    """A contract is plain, nobody vulnerable and no honors are held until somebody says so."""

    asks: ClassVar[Mapping[str, str]] = {
        "declarer": "Tap who declared.",
        "acceptor": "Tap who accepted.",
        "level": "Tap the number bid.",
        "suit": "Tap the suit or NT.",
        "tricks": "Tap the tricks they took.",
        "doubling": "",
        "vulnerable": "",
        "honors": "",
    }
    unknown: ClassVar[Mapping[str, str]] = {
        "level": "“{}” is not a number of tricks to bid.",
        "suit": "“{}” is not a suit of this game.",
        "tricks": "“{}” is not a number of tricks here.",
        "doubling": "“{}” is not a double.",
        "vulnerable": "Nobody is vulnerable at this table.",
        "honors": "Nobody scores for “{}” honors here.",
    }

    @property
    def honors(self) -> list[Any]:
        """How many honors each player held, by seat."""
        return self.of("honors")


class PlainForm(EntryForm):
    """The points of each player, typed."""

    asks: ClassVar[Mapping[str, str]] = {"points": "Type the points."}

    @property
    def each(self) -> list[Any]:
        """The field of each player, by seat."""
        return self.of("points")

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Read what was sent. Once somebody's points are typed, a field that is left empty counts as 0."""
        super().process(*args, **kwargs)
        written = [(field.data or "").strip() for field in self.each]
        if any(written):
            for field, text in zip(self.each, written, strict=True):
                field.data = text or "0"

    @property
    def sum(self) -> Points | None:
        """Of all points of the hand; None where nothing is typed yet, or something that is no number."""
        try:
            typed = [read_points(field.data) for field in self.each if field.data]
        except ValueError:
            return None
        return whole(sum(typed)) if typed else None

    def goes_on(self, ledger: Ledger) -> bool:
        """Whether a digit goes on to the next player by itself: no figure of the sheet has had two."""
        figures = (points for row in ledger.rows if row.result for points in row.result.points)
        return all(len(f"{abs(points)}") == 1 for points in figures)

    def first_wish(self) -> str:
        written = any(field.data for field in self.each)
        return "" if written else "Type the points. Empty is 0."
