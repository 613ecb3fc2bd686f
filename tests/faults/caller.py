"""A device that does not give up: it asks until there is an answer, and counts what went wrong on the way."""

import random
import time
from collections.abc import Callable, Iterator
from typing import TypeGuard

from .device import BROKEN, Answer, Device, Fields
from .tally import Tally

PATIENCE = 60
"""Seconds for one answer, and for one hand."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2
"""Seconds between one try and the next."""
UNREAD_AT_MOST = 0.3
"""Seconds until somebody hangs up who does not read the answer."""


class GaveUpError(Exception):
    """No acknowledgement within a client's patience, or an answer that no client should ever get."""


class Caller:
    def __init__(self, device: Device, chance: random.Random, tally: Tally) -> None:
        self._device = device
        self._chance = chance
        self._tally = tally

    def get(self, path: str) -> Answer:
        return self._until_answered(lambda: self._device.get(path))

    def post(self, path: str, fields: Fields) -> Answer:
        def ask() -> Answer:
            with self._tally.in_flight():
                return self._device.post(path, fields)

        return self._until_answered(ask)

    def _until_answered(self, ask: Callable[[], Answer]) -> Answer:
        for _ in self.tries():
            try:
                answer = ask()
            except BROKEN:
                answer = None
            if self._is_taken(answer):
                return answer
        raise GaveUpError("no answer")

    def _is_taken(self, answer: Answer | None) -> TypeGuard[Answer]:
        """Whether the server took a request at all: not where no answer came, nor where it could not."""
        if answer is None:
            self._tally.count("broken")
        elif answer.status == 503:
            self._tally.count("busy")
        return answer is not None and answer.status != 503

    def tries(self, pause: float = FIRST_PAUSE) -> Iterator[None]:
        """Try after try while there is patience, with growing pauses between. pause: the first, in seconds."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and not self._tally.stopped:
            yield
            time.sleep(pause * self._chance.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)

    def post_and_drop(self, path: str, fields: Fields) -> None:
        """Once or twice; hung up at once, or when the answer is there, unread."""
        for _ in range(self._chance.randint(1, 2)):
            try:
                with self._tally.in_flight():
                    self._device.post_and_drop(path, fields, self._chance.choice((0, UNREAD_AT_MOST)))
            except BROKEN:
                self._tally.count("broken")
            else:
                self._tally.count("dropped")

    def post_twice_at_once(self, path: str, fields: Fields) -> Answer | None:
        """One answer for both, None where neither came."""
        with self._tally.in_flight():
            answers = self._device.post_twice_at_once(path, fields)
        answered = [answer for answer in answers if self._is_taken(answer)]
        if len(answered) < len(answers):
            return answered[0] if answered else None
        self._tally.count("twins")
        first, second = answered
        if not first.is_like(second):
            self._tally.trouble(f"the same request twice at once: {first.status} and {second.status}")
        return first
