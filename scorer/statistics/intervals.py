"""How sure a share is: the score interval of Wilson, at 95 in 100.

E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
Statistical Association 22 (1927), 209-212; recommended for few trials by L. D. Brown, T. T. Cai and A. DasGupta,
Interval estimation for a binomial proportion, Statistical Science 16 (2001), 101-133.
"""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
"""95 in 100 of a normal distribution lie so many standard deviations around its mean, or nearer."""
FEW = 10
"""With fewer trials nothing is said of how sure a share is."""


@dataclass(frozen=True)
class Share:
    """So many of so many: contracts made of contracts bid."""

    part: int
    whole: int

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float]:
        """From 0 to 1, the lower end and the upper."""
        count, part = self.whole, self.part
        if not count:
            return 0.0, 1.0
        middle = (part + Z * Z / 2) / (count + Z * Z)
        reach = Z / (count + Z * Z) * sqrt(part * (count - part) / count + Z * Z / 4)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def enough(self) -> bool:
        """Whether how sure it is can be said."""
        return self.whole >= FEW

    @property
    def in_words(self) -> str:
        """How sure it is, as half a sentence."""
        if not self.whole:
            return "nothing to go by"
        if not self.enough:
            return "too few to say"
        low, high = (round(100 * end) for end in self.interval)
        return f"likely {low} to {high} in 100"


HOW_SURE = (
    "“Likely 55 to 80 in 100” says how sure a share is: such a range holds the true share 95 times out of 100 "
    f"(Wilson's score interval). Of fewer than {FEW} hands nothing is said."
)
