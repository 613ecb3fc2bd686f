"""Hands that can be told apart, and what they pay by plain arithmetic: nothing of the app is used here."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import permutations, product
from typing import Any

PLAYERS = ("Amber", "Betty", "Cindy", "Diana", "Ellie")
TRICKS = 10


@dataclass(frozen=True)
class Hand:
    proposer: str
    accepter: str
    level: int
    suit: str
    tricks: int

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> "Hand":
        """A hand of a sheet file."""
        contract = facts["contract"]
        return cls(facts["proposer"], facts["accepter"], int(contract[:-1]), contract[-1], facts["tricks"])

    @property
    def facts(self) -> dict[str, Any]:
        """The hand in a sheet file."""
        offense = {"proposer": self.proposer, "accepter": self.accepter}
        return {"contract": f"{self.level}{self.suit}", **offense, "tricks": self.tricks}

    def fields(self) -> dict[str, str]:
        """The hand as it is tapped."""
        return {name: str(value) for name, value in asdict(self).items()}

    def points(self, player: str) -> int:
        made = self.tricks >= self.level
        if player in (self.proposer, self.accepter):
            return triangle(self.tricks) + (triangle(self.level) if made else 0)
        return triangle(TRICKS - self.tricks) + (0 if made else triangle(self.level))


def triangle(number: int) -> int:
    return number * (number + 1) // 2


def totals(hands: Iterable[Hand]) -> dict[str, int]:
    counted = list(hands)
    return {player: sum(hand.points(player) for hand in counted) for player in PLAYERS}


EVERY_HAND = tuple(
    Hand(proposer, accepter, level, suit, tricks)
    for (proposer, accepter), level, suit, tricks in product(
        permutations(PLAYERS, 2), range(1, TRICKS + 1), "CDHS", range(TRICKS + 1)
    )
)
"""8800, no two alike."""


def deal(chance: random.Random, count: int) -> list[Hand]:
    """So many different hands."""
    return chance.sample(EVERY_HAND, count)
