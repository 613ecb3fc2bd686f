"""What is bid in a hand, by whom, and how it fared."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .calls import Denomination, Word
from .carried import Carries
from .core import Seat


@dataclass(frozen=True)
class OwnBid:
    """What a player, or their side, bid in a hand.

    players: of a contract the declarer first; level: None in a game where no number is bid; denomination: None in
    one where only a number is; needed, taken: tricks; exact: whether it is missed by too many tricks as well.
    """

    players: tuple[Seat, ...]
    level: int | None
    denomination: Denomination | None
    needed: int
    taken: int
    made: bool
    exact: bool = False


class NilBid(NamedTuple):
    """A nil, blind or not, and whether its player took no trick."""

    seat: Seat
    nil: Word
    made: bool


class Outcomes(Carries):
    """The part of a game that says how the bids of a hand fared. In a game without contracts it says nothing."""

    outcome_labels: ClassVar[tuple[str, str]] = ("made", "set")
    """What is said of a bid that was made, and of one that was not."""

    def outcome(self, hand: Any) -> str:
        """How the contract fared: "made" or "set", in whatever words people say it; empty in a game without."""
        return ""

    def height(self, hand: Any) -> tuple[int, ...] | None:
        """How high the contract stands in the order of the bids; None in a game without contracts."""
        return None

    def declaring(self, hand: Any) -> tuple[int, ...]:
        """The columns that play the contract; none in a game without contracts."""
        return ()

    def made(self, hand: Any, column: int) -> bool | None:
        """Whether a column made its own bid; None where it has none."""
        return self.outcome(hand) == "made" if column in self.declaring(hand) else None

    def own_bids(self, hand: Any) -> Iterable[OwnBid]:
        """The contract, or what each player or side bid; nothing in a game without bids."""
        return ()

    def nils(self, hand: Any) -> Iterable[NilBid]:
        """The nils that players bid."""
        return ()
