"""What else a hand could have brought: the same bids with every other number of tricks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Alternative:
    """One result that a hand could have had. hand: by the game's own hand type; columns: those whose tricks are
    counted by it, None where it speaks for all of them.
    """

    tricks: int
    hand: Any
    columns: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Alternatives:
    """Every result that a hand could have had, in order; the game's `check` says which of them it could not.

    trick_takers: the columns whose tricks are counted, none where each counts their own. kept: what is the same
    in all of them besides the bids, as a sentence.
    """

    results: tuple[Alternative, ...]
    trick_takers: tuple[int, ...] = ()
    kept: str = ""

    @classmethod
    def of(cls, hands: Iterable[Any], trick_takers: Iterable[int], kept: str = "") -> "Alternatives":
        """Of the hands with no trick, with one, and so on."""
        return cls(tuple(Alternative(*pair) for pair in enumerate(hands)), tuple(sorted(trick_takers)), kept)
