"""The ways to score a bid at Oh Hell [rules 5.1]: fourteen by name, and by the numbers of a table of one's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..core import counted, minus

Line = tuple[int, str]
"""Points, and the reason in words."""
FIGURES = range(-1000, 1001)


@dataclass(frozen=True)
class Formula:
    """What a bid pays by numbers.

    met: a, b and perhaps z, for a + b × bid, or z for a bid of 0.
    over, under: d, e, f and perhaps z, for d + e × bid + f × the tricks that it was missed by, or z for a bid of
        0.
    """

    met: Sequence[int]
    over: Sequence[int]
    under: Sequence[int]

    @property
    def counts_tricks(self) -> bool:
        """Whether each trick pays 1, be the bid met or missed."""
        return self.met[1] == 1 and self.over[1:] == (1, 1) and self.under[1:] == (1, -1)

    def when_met(self, bid: int, dealt: int) -> tuple[Line, ...]:
        a, b, *zero = self.met
        if self.counts_tricks:
            return _tricks(bid), (zero[0] if zero and not bid else a, "bid met")
        if not bid and zero:
            return ((zero[0], "bid 0 met"),)
        if not a or not b:
            return ((a + b * bid, f"bid {bid} met" if b else "bid met"),)
        return (a, "bid met"), (b * bid, _times(b, bid))

    def when_missed(self, bid: int, tricks: int) -> tuple[Line, ...]:
        off, over = abs(tricks - bid), tricks > bid
        d, e, f, *zero = self.over if over else self.under
        if not bid and zero:
            return _bid_and_taken(zero[0], bid, tricks)
        if (e, f) == (1, 1 if over else -1):
            return _tricks(tricks), *([(d, "bid missed")] if d else [])
        alike = self.over[:3] == self.under[:3]
        parts = [
            *([(d, "bid missed")] if d else []),
            *([(e * bid, _times(abs(e), bid))] if e else []),
            *([(f * off, f"{off} {'off' if alike else 'over' if over else 'under'}")] if f else []),
        ]
        # A part that stands alone, or none, has more words of its own.
        return (*parts,) if len(parts) > 1 or f else _bid_and_taken(d + e * bid, bid, tricks)

    @property
    def met_in_words(self) -> str:
        """ "10 plus 2 times the bid (5 for a bid of 0)"."""
        a, b, *zero = self.met
        return f"{_tricks_and(a) if self.counts_tricks else _added((a, ''), (b, 'the bid'))}{_of_nought(zero)}"

    @property
    def missed_in_words(self) -> str:
        """ "minus 2 times the difference", "nothing with too few tricks, 1 for each trick with too many"."""
        under, over = _missed(self.under, -1), _missed(self.over, 1)
        # Nobody takes fewer tricks than none: what a bid of 0 pays is said by the one.
        alike = under == over or self.over[:3] == self.under[:3]
        return over if alike else f"{under} with too few tricks, {over} with too many"


def _missed(figures: Sequence[int], trick: int) -> str:
    """trick: the factor of the difference with which it and the bid are the tricks."""
    d, e, f, *zero = figures
    alike = _tricks_and(d) if (e, f) == (1, trick) else _added((d, ""), (e, "the bid"), (f, "the difference"))
    return f"{alike}{_of_nought(zero)}"


def _of_nought(zero: Sequence[int]) -> str:
    return f" ({minus(zero[0])} for a bid of 0)" if zero else ""


def _tricks_and(more: int) -> str:
    """ "10, and 1 for each trick", "1 for each trick, minus 5"."""
    if more > 0:
        return f"{more}, and 1 for each trick"
    return f"1 for each trick, minus {-more}" if more else "1 for each trick"


def _added(*parts: tuple[int, str]) -> str:
    """ "10 plus 2 times the bid", "minus the bid", "nothing": a factor and what it counts, or no more."""
    told = ""
    for factor, what in parts:
        if factor:
            size = abs(factor)
            text = what if what and size == 1 else f"{size} times {what}" if what else f"{size}"
            between = ", and " if told.startswith("minus") else " "
            sign = "minus " if factor < 0 else "plus " if told else ""
            told += f"{between if told else ''}{sign}{text}"
    return told or "nothing"


def _bid_and_taken(points: int, bid: int, tricks: int) -> tuple[Line, ...]:
    return ((points, f"bid {bid}, took {tricks}"),)


def _tricks(number: int) -> Line:
    return number, counted(number, "trick")


def _times(factor: int, bid: int) -> str:
    return f"bid {bid}" if abs(factor) == 1 else f"{abs(factor)} × bid {bid}"


@dataclass(frozen=True)
class Method:
    """title: the document names Blackout alone, the others are called by what they do.
    met, missed: what it pays, in words.
    when_met: the lines of a bid that was met, by bid and cards of the hand.
    when_missed: of one that was missed, by bid and tricks.
    formula: by which numbers, where it is one.
    """

    title: str
    met: str
    missed: str
    when_met: Callable[[int, int], tuple[Line, ...]]
    when_missed: Callable[[int, int], tuple[Line, ...]]
    formula: Formula | None = None

    @classmethod
    def by(cls, title: str, formula: Formula) -> "Method":
        words = formula.met_in_words, formula.missed_in_words
        return cls(title, *words, formula.when_met, formula.when_missed, formula)

    def lines(self, bid: int, tricks: int, dealt: int) -> tuple[Line, ...]:
        return self.when_met(bid, dealt) if bid == tricks else self.when_missed(bid, tricks)


NOTHING = (0, 0, 0)
OFF = (0, 0, -1)
TAKEN = {"over": (0, 1, 1), "under": (0, 1, -1)}
_ZERO5 = Formula((10, 1, 5), **TAKEN)

METHODS = {
    "standard": Method.by("standard", Formula((10, 1), **TAKEN)),
    # The digit 1 that is written before the bid is ten points more, also where the bid has two digits.
    "blackout": Method.by("Blackout", Formula((10, 1), NOTHING, NOTHING)),
    "bonus5": Method.by("bonus of 5", Formula((5, 1), **TAKEN)),
    "minus_bid": Method.by("minus the bid", Formula((10, 1), (0, -1, 0), (0, -1, 0))),
    "ten_times": Method.by("ten times the bid", Formula((0, 10, 5), (0, -10, 0, -5), (0, -10, 0))),
    "squares": Method(
        "squares",
        "10 plus the square of the bid",
        "minus the square of the difference",
        lambda bid, dealt: ((10, "bid met"), (bid**2, f"bid {bid}, squared")),
        lambda bid, tricks: ((-((bid - tricks) ** 2), f"{abs(bid - tricks)} off, squared"),),
    ),
    "difference": Method.by("minus the difference", Formula((10, 1), OFF, OFF)),
    "five_difference": Method.by("5, minus the difference", Formula((5, 1), OFF, OFF)),
    "under_penalty_over_zero": Method.by("minus the bid if under", Formula((10, 1), NOTHING, (0, -1, 0))),
    "fives": Method.by("fives", Formula((10, 5), (0, -5, 0, -10), (0, -5, 0))),
    "minus_ten_plus_bid": Method.by("minus 10 and the bid", Formula((10, 1), (-10, -1, 0), (-10, -1, 0))),
    "tricks_plus10_minus5": Method.by(
        "tricks, plus 10 or minus 5", Formula((10, 1), over=(-5, 1, 1), under=(-5, 1, -1))
    ),
    "zero5": Method.by("5 for a bid of 0", _ZERO5),
    "zero5n": Method(
        "5 and cards for a bid of 0",
        "10, and 1 for each trick (5, and 1 for each card dealt, for a bid of 0)",
        "1 for each trick",
        lambda bid, dealt: (
            _ZERO5.when_met(bid, dealt) if bid else ((5, "bid met"), (dealt, f"{counted(dealt, 'card')} dealt"))
        ),
        _ZERO5.when_missed,
    ),
}
"""By the value of the option, the most widespread first. Twelve are formulas."""
OWN = "own"


def own_in_words(figures: Mapping[str, Sequence[int]]) -> str:
    """ "met: 10 plus 2 times the bid; missed: minus 2 times the difference"."""
    method = own_method(figures)
    return f"met: {method.met}; missed: {method.missed}"


def own_method(figures: Mapping[str, Sequence[int]]) -> Method:
    """By the numbers of a table. figures: met, over and under, as the sheet file has them."""
    return Method.by("by your own numbers", Formula(*(tuple(figures[key]) for key in ("met", "over", "under"))))
