"""What a run saw, in a few lines."""

import threading
from collections import Counter
from dataclasses import dataclass, field

from ..bench.load import Pace

AT_MOST = 1.0
"""Seconds that a phone may wait for any answer."""


@dataclass
class Figures:
    """seconds: of each request of a phone. hands: how many were acknowledged. held: connections at the same time.
    troubles: what must never happen, in words.
    """

    phones: int
    seconds: list[float] = field(default_factory=list)
    hands: int = 0
    held: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def answered(self, seconds: float) -> None:
        with self._lock:
            self.seconds.append(seconds)

    def recorded(self) -> None:
        with self._lock:
            self.hands += 1

    def trouble(self, what: str) -> None:
        with self._lock:
            self.troubles.append(what)

    @property
    def slowest(self) -> float:
        return max(self.seconds, default=0.0)

    @property
    def clean(self) -> bool:
        return not self.troubles and self.hands >= self.phones and self.slowest <= AT_MOST

    def __str__(self) -> str:
        pace = Pace.of(self.seconds or [0.0])
        answered = f"median {pace.middle * 1000:.0f} ms, 99 of 100 within {pace.late * 1000:.0f} ms"
        lines = [
            f"{self.phones} phones recorded {self.hands} hands with {len(self.seconds)} requests.",
            f"Answered: {answered}, the slowest after {self.slowest * 1000:.0f} ms.",
            f"Connections held beside them: {self.held}.",
            *(f"{what.capitalize()}: {times}." for what, times in sorted(self.counts.items())),
            *(f"Trouble: {trouble}" for trouble in self.troubles),
        ]
        lines.append("Clean." if self.clean else "NOT CLEAN.")
        return "\n".join(lines)
