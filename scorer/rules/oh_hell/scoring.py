"""The fourteen ways to score a bid at Oh Hell [rules 5.1]."""

from collections.abc import Callable
from dataclasses import dataclass

from ..core import counted

Line = tuple[int, str]
"""Points, and the reason in words."""


@dataclass(frozen=True)
class Method:
    """title: the document names Blackout alone, the others are called by what they do. met, missed: what it pays,
    for the table of the methods. when_met: the lines of a bid that was met, by bid and cards of the hand.
    when_missed: of one that was missed, by bid and tricks.
    """

    title: str
    met: str
    missed: str
    when_met: Callable[[int, int], tuple[Line, ...]]
    when_missed: Callable[[int, int], tuple[Line, ...]]


def _off(bid: int, tricks: int) -> int:
    return abs(bid - tricks)


def _bid_and_taken(points: int, bid: int, tricks: int) -> tuple[Line, ...]:
    return ((points, f"bid {bid}, took {tricks}"),)


def _tricks(number: int) -> Line:
    return number, counted(number, "trick")


TEN, FIVE = (10, "bid met"), (5, "bid met")


def _tricks_and_ten(bid: int, dealt: int) -> tuple[Line, ...]:
    return _tricks(bid), TEN


def _ten_and_bid(bid: int, dealt: int) -> tuple[Line, ...]:
    return TEN, (bid, f"bid {bid}")


def _taken(bid: int, tricks: int) -> tuple[Line, ...]:
    return (_tricks(tricks),)


def _minus_off(bid: int, tricks: int) -> tuple[Line, ...]:
    return ((-_off(bid, tricks), f"{_off(bid, tricks)} off"),)


METHODS = {
    "standard": Method("standard", "tricks + 10", "tricks", _tricks_and_ten, _taken),
    # The digit 1 that is written before the bid is ten points more, also where the bid has two digits.
    "blackout": Method(
        "Blackout", "10 + bid", "0", _ten_and_bid, lambda bid, tricks: _bid_and_taken(0, bid, tricks)
    ),
    "bonus5": Method("bonus of 5", "tricks + 5", "tricks", lambda bid, dealt: (_tricks(bid), FIVE), _taken),
    "minus_bid": Method(
        "minus the bid", "10 + bid", "−bid", _ten_and_bid, lambda bid, tricks: _bid_and_taken(-bid, bid, tricks)
    ),
    "ten_times": Method(
        "ten times the bid",
        "10 × bid (bid 0: 5)",
        "−10 × bid (bid 0: −5)",
        lambda bid, dealt: ((10 * bid or 5, f"bid {bid} met"),),
        lambda bid, tricks: _bid_and_taken(-10 * bid or -5, bid, tricks),
    ),
    "squares": Method(
        "squares",
        "10 + bid²",
        "−(difference²)",
        lambda bid, dealt: (TEN, (bid**2, f"bid {bid}, squared")),
        lambda bid, tricks: ((-(_off(bid, tricks) ** 2), f"{_off(bid, tricks)} off, squared"),),
    ),
    "difference": Method("minus the difference", "10 + bid", "−difference", _ten_and_bid, _minus_off),
    "five_difference": Method(
        "bonus of 5, minus the difference",
        "5 + bid",
        "−difference",
        lambda bid, dealt: (FIVE, (bid, f"bid {bid}")),
        _minus_off,
    ),
    "under_penalty_over_zero": Method(
        "minus the bid if under",
        "10 + bid",
        "−bid if under, 0 if over",
        _ten_and_bid,
        lambda bid, tricks: _bid_and_taken(-bid if tricks < bid else 0, bid, tricks),
    ),
    "fives": Method(
        "fives",
        "10 + 5 × bid",
        "−5 × bid (bid 0: −10)",
        lambda bid, dealt: (TEN, (5 * bid, f"5 × bid {bid}")),
        lambda bid, tricks: _bid_and_taken(-5 * bid or -10, bid, tricks),
    ),
    "minus_ten_plus_bid": Method(
        "minus 10 and the bid",
        "10 + bid",
        "−(10 + bid)",
        _ten_and_bid,
        lambda bid, tricks: ((-10, "bid missed"), (-bid, f"bid {bid}")),
    ),
    "tricks_plus10_minus5": Method(
        "tricks, plus 10 or minus 5",
        "tricks + 10",
        "tricks − 5",
        _tricks_and_ten,
        lambda bid, tricks: (_tricks(tricks), (-5, "bid missed")),
    ),
    "zero5": Method(
        "5 for a bid of 0",
        "tricks + 10 (bid 0: 5)",
        "tricks",
        lambda bid, dealt: (_tricks(bid), TEN if bid else FIVE),
        _taken,
    ),
    "zero5n": Method(
        "5 and the cards for a bid of 0",
        "tricks + 10 (bid 0: 5 + cards dealt)",
        "tricks",
        lambda bid, dealt: (_tricks(bid), TEN) if bid else (FIVE, (dealt, f"{counted(dealt, 'card')} dealt")),
        _taken,
    ),
}
"""By the value of the option, the most widespread first."""
