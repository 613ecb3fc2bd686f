"""What goes wrong when: drawn from a seed before the run, so that no kind of fault is left to luck."""

import random
from dataclasses import dataclass
from enum import Enum, auto

HANDS_A_KILL = 20
FEWEST_KILLS = 3


class Fault(Enum):
    """What happens to the request that records a hand."""

    NONE = auto()
    DROPPED = auto()  # it is written, and its answer is never read
    REPEATED = auto()  # it is sent again after it was acknowledged
    TWIN = auto()  # it is sent twice at once
    REORDERED = auto()  # after it was acknowledged, an earlier one comes again
    STALE = auto()  # it goes out from a form of before this client's own last hand


ROUND = (*Fault, Fault.NONE, Fault.NONE, Fault.DROPPED, Fault.DROPPED)


def faults(chance: random.Random, shares: list[int]) -> list[list[Fault]]:
    """The faults of clients that record so many hands each: every kind in ten, but none at anybody's first."""
    scripts = [[Fault.NONE] * min(share, 1) for share in shares]
    dealt: list[Fault] = []
    for script, share in zip(scripts, shares, strict=True):
        while len(script) < share:
            dealt = dealt or chance.sample(ROUND, len(ROUND))
            script.append(dealt.pop())
    return scripts


@dataclass(frozen=True)
class Kill:
    """after: hands acknowledged by then. in_flight: not before a hand is on its way.

    delay: seconds to wait between the two; dark: from the kill to the start.
    """

    after: int
    in_flight: bool
    delay: float
    dark: float


def kills(chance: random.Random, hands: int) -> list[Kill]:
    """At random moments, each second one with a hand on its way.

    Half of them without delay: right after an acknowledgement a hand is lost that was acknowledged too early.
    """
    count = max(FEWEST_KILLS, hands // HANDS_A_KILL)
    # None at the very end, where nobody would be left to call a dead server.
    moments = chance.choices(range(1, max(hands * 9 // 10, 2)), k=count)
    return [
        Kill(after, index % 2 == 0, chance.choice((0, chance.uniform(0, 0.05))), chance.uniform(0, 0.2))
        for index, after in enumerate(sorted(moments))
    ]
