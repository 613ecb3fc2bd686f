"""What happened, counted by every client at once."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Tally:
    """counts: what happened how often. troubles: what must never happen, in words."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []
        self.stopped = False
        self._in_flight = 0
        self._changed = threading.Condition()

    def count(self, what: str) -> None:
        with self._changed:
            self.counts[what] += 1
            self._changed.notify_all()

    def trouble(self, what: str) -> None:
        with self._changed:
            self.troubles.append(what)

    @contextmanager
    def in_flight(self) -> Iterator[None]:
        """Around a request that writes, from its sending to its answer."""
        with self._changed:
            self._in_flight += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._in_flight -= 1

    def count_kill(self) -> None:
        with self._changed:
            self.counts["kills"] += 1
            self.counts["kills in flight"] += self._in_flight > 0

    def wait_for_hands(self, acknowledged: int) -> bool:
        """Wait until so many are acknowledged; False where that will not be any more."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or self.counts["acknowledged"] >= acknowledged)
            return not self.stopped

    def wait_for_request(self) -> None:
        """Wait until a hand is on its way; not for long, as there may be none left to record."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopped or self._in_flight > 0, timeout=1)

    def stop(self) -> None:
        """Let nobody wait or try again any more."""
        with self._changed:
            self.stopped = True
            self._changed.notify_all()
