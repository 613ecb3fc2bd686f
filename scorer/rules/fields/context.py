"""What a field needs to know of its game, and what a form asks for a field."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..auctions.auction import Auction
from ..calls import Bid
from ..core import Column, RuleViolation

Choices = tuple[tuple[str, str], ...]
"""What can be chosen, each as a form sends it and as it is shown."""


class Table(Protocol):
    """What a field asks of the game it belongs to."""

    @property
    def players(self) -> tuple[str, ...]: ...

    def columns(self) -> Sequence[Column]: ...

    def auction(self, dealer: int, carry: Any) -> Auction | None: ...

    def check_in_hand(self, key: str, value: Any, carry: Any) -> None: ...


@dataclass(frozen=True)
class Context:
    """A field in one hand: its game and its key there, and the carry of the hand."""

    game: Table
    key: str
    carry: Any

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.players

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.game.columns())

    @property
    def label(self) -> str:
        return self.key.replace("_", " ").capitalize()

    def check(self, value: Any) -> None:
        """Raise RuleViolation for a value that this hand cannot have."""
        self.game.check_in_hand(self.key, value, self.carry)

    def accepts(self, value: Any) -> bool:
        try:
            self.check(value)
        except RuleViolation:
            return False
        return True

    @property
    def bids(self) -> list[Bid]:
        """Every bid of the auction in listing order; none in a game without one."""
        auction = self.game.auction(0, self.carry)
        return [call for call in auction.vocabulary() if isinstance(call, Bid)] if auction else []


@dataclass(frozen=True)
class Input:
    """One input of a form. name: of a value with several inputs, its part; choices: None where it is typed.

    ask: what is said where nothing is chosen, if it has words of its own; unknown: what is said of a text that is
    no choice. Both have the label in the place of {label}, and the text in that of {}.
    """

    choices: Choices | None
    name: str = ""
    optional: bool = False
    ask: str = ""
    unknown: str = "“{}” is no {label} here."
