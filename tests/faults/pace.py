"""Many phones at once and nothing wrong with the network: what each hand takes."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from threading import Barrier
from time import perf_counter

from .device import Device
from .hands import Hand
from .pages import hidden
from .sheet import Sheet

PATIENCE = 60
"""Seconds for one hand."""


@dataclass(frozen=True)
class Pace:
    """seconds: of each hand that was recorded, from the sending of its request to the answer, in order of size."""

    seconds: tuple[float, ...]

    @classmethod
    def of(cls, seats: Sequence[tuple[Device, Sheet, list[Hand]]]) -> "Pace":
        """Let every device record its hands, all at once and as fast as they can."""
        together = Barrier(len(seats))
        with ThreadPoolExecutor(len(seats)) as pool:
            running = [pool.submit(record, *seat, together) for seat in seats]
        return cls(tuple(sorted(taken for one in running for taken in one.result())))

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def p99(self) -> float:
        """Seconds within which 99 of 100 hands are recorded."""
        return self.seconds[len(self.seconds) * 99 // 100]

    def __str__(self) -> str:
        return f"{len(self.seconds)} hands, median {self.median * 1000:.1f} ms, p99 {self.p99 * 1000:.1f} ms"


def record(device: Device, sheet: Sheet, hands: Sequence[Hand], together: Barrier) -> list[float]:
    """Record hand after hand, and give the seconds of each; where others wrote first it is sent again."""
    path = f"{sheet.address}/hand"
    seconds: list[float] = []
    together.wait(timeout=PATIENCE)
    for hand in hands:
        fields = {**hidden(device.get(path).text, path), **hand.fields()}
        deadline = perf_counter() + PATIENCE
        while True:
            begun = perf_counter()
            answer = device.post(path, fields)
            ended = perf_counter()
            if answer.status == 303:
                seconds.append(ended - begun)
                break
            assert answer.status == 409, answer.status
            assert ended < deadline, "others always wrote first"
            # The page says what was written meanwhile, and its form carries the same key: they tap once more.
            fields.update(hidden(answer.text, path))
    return seconds
