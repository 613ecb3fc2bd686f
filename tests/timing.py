"""Seconds of the processor, counted as on the machine that the limits in the tests were chosen on."""

import json
import resource
from collections.abc import Callable
from statistics import median

UNIT = 0.05
"""What `_work` took there."""


def _work() -> None:
    hands = [{"contract": "7S", "proposer": f"player {n % 5}", "tricks": n % 11} for n in range(6000)]
    for _ in range(2):
        assert sorted(json.loads(json.dumps(hands)), key=lambda hand: (hand["tricks"], hand["proposer"]))


def _seconds(work: Callable[[], object]) -> float:
    begun = _used()
    work()
    return _used() - begun


def _used() -> float:
    """Seconds of this process, and of those that it has started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def cpu_seconds(work: Callable[[], object], tries: int = 1) -> float:
    """How long it took, the median of the tries, what other processes did not counted; on a slower machine as many
    seconds less.
    """
    before = min(_seconds(_work) for _ in range(3))
    took = median(_seconds(work) for _ in range(tries))
    after = min(_seconds(_work) for _ in range(3))
    return took / max(1, max(before, after) / UNIT)


def cpu_ratio(work: Callable[[], object], other: Callable[[], object], tries: int) -> float:
    """How many times as long as the other it took; in turns, so that what else the machine does falls on both."""
    return median(_seconds(work) / _seconds(other) for _ in range(tries))
