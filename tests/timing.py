"""Seconds of the processor, counted as on the machine that the limits in the tests were chosen on."""

import json
from collections.abc import Callable
from time import process_time

UNIT = 0.05
"""What `_work` took there."""


def _work() -> None:
    hands = [{"contract": "7S", "proposer": f"player {n % 5}", "tricks": n % 11} for n in range(6000)]
    for _ in range(2):
        assert sorted(json.loads(json.dumps(hands)), key=lambda hand: (hand["tricks"], hand["proposer"]))


def _seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def cpu_seconds(work: Callable[[], object]) -> float:
    """How long it took, what other processes did not counted; on a slower machine as many seconds less."""
    before = min(_seconds(_work) for _ in range(3))
    took = _seconds(work)
    after = min(_seconds(_work) for _ in range(3))
    return took / max(1, max(before, after) / UNIT)
