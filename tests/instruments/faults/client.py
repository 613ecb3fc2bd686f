"""Somebody who enters hand after hand, whatever the network does, each until it is acknowledged."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeGuard

from .device import BROKEN, Answer, Device, Fields, hidden
from .hands import Hand
from .plan import Fault
from .sheet import Sheet


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


Script = list[tuple[Hand, Fault]]


class Client:
    """acknowledged: the hands that the server said it had recorded, in order."""

    def __init__(self, device: Device, sheet: Sheet, script: Script, chance: random.Random, tally: Tally) -> None:
        self.device = device
        self.sheet = sheet
        self.acknowledged: list[Hand] = []
        self._script = script
        self._chance = chance
        self._tally = tally
        self._caller = Caller(device, chance, tally)
        self._path = f"{sheet.address}/hand"
        # The acknowledged requests, as they were when they were acknowledged.
        self._sent: list[dict[str, str]] = []

    def run(self) -> None:
        """Raises GaveUpError."""
        for hand, fault in self._script:
            fields = self._record({**self._form(), **hand.fields()}, fault)
            self.acknowledged.append(hand)
            self._sent.append(fields)
            self._tally.count("acknowledged")
            if fault is Fault.REPEATED:
                self._send_again(fields, "repeated")
            elif fault is Fault.REORDERED:
                self._send_again(self._chance.choice(self._sent[:-1]), "reordered")

    def _form(self) -> dict[str, str]:
        answer = self._caller.get(self._path)
        if answer.status != 200:
            raise GaveUpError(f"{answer.status} for the form of a hand")
        return hidden(answer.text, self._path)

    def _record(self, fields: dict[str, str], fault: Fault) -> dict[str, str]:
        """Send a hand until it is acknowledged, and give the request as it was then."""
        if fault is Fault.STALE:
            self._send_stale(fields)
        elif fault is Fault.DROPPED:
            self._caller.post_and_drop(self._path, fields)
        elif fault is Fault.TWIN:
            answer = self._caller.post_twice_at_once(self._path, fields)
            if answer and self._acknowledges(answer):
                return fields
        # Without a pause between the look at the sheet and the act, or the others would always write in it.
        for _ in self._caller.tries(pause=0):
            if self._acknowledges(self._caller.post(self._path, fields)):
                return fields
            # Somebody else wrote first: a fresh look at the sheet, and the same act again.
            fields = {**fields, "seen": self._form()["seen"]}
        raise GaveUpError("others always wrote first")

    def _acknowledges(self, answer: Answer) -> bool:
        if answer.status == 409:
            self._tally.count("refused")
            return False
        if answer.status != 303 or answer.location != self._path:
            raise GaveUpError(f"{answer.status} {answer.location} for a hand")
        return True

    def _send_stale(self, fields: dict[str, str]) -> None:
        """From a form of before this client's own last hand: it has to be refused."""
        answer = self._caller.post(self._path, {**fields, "seen": self._sent[-1]["seen"]})
        self._tally.count("stale")
        if self._acknowledges(answer):
            self._tally.trouble("a form of before the last hand was not refused")

    def _send_again(self, fields: dict[str, str], how: str) -> None:
        """A request that was acknowledged before: it has to be answered as it was then."""
        answer = self._caller.post(self._path, fields)
        self._tally.count(how)
        if (answer.status, answer.location) != (303, self._path):
            self._tally.trouble(f"a {how} request was answered with {answer.status} {answer.location}")
