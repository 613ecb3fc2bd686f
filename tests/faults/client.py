"""Somebody who enters hand after hand, whatever the network does, each until it is acknowledged."""

import random

from .caller import Caller, GaveUpError
from .device import Answer, Device
from .hands import Hand
from .pages import hidden
from .plan import Fault
from .sheet import Sheet
from .tally import Tally

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
