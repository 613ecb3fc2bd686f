"""Phones that ask again as soon as they are answered, all by one thread: what is measured is the server."""

import random
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import count, cycle
from statistics import median
from urllib.parse import urlencode

from ..faults.device import Device, hidden
from ..faults.hands import EVERY_HAND
from ..faults.server import HOST

PATIENCE = 60
"""Seconds after which an answer is taken to be lost."""
BODILESS = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


class UnexpectedAnswerError(Exception):
    """The server answered something else than what is measured."""


@dataclass(frozen=True)
class Asker:
    """What a phone asks again and again. request: makes its bytes, each time; status: of every answer."""

    request: Callable[[], bytes]
    status: int


@dataclass(frozen=True)
class Side:
    """One of two that are compared: a server's port, and the phones that ask it, all at the same time."""

    port: int
    askers: Sequence[Asker]


@dataclass(frozen=True)
class Pace:
    """rate: answers in a second; middle, late: the seconds within which half and 99 of 100 of them came."""

    rate: float
    middle: float
    late: float

    @classmethod
    def of(cls, took: Sequence[float], seconds: float = 1) -> "Pace":
        """Of answers that took so long each, and came within so many seconds."""
        ordered = sorted(took)
        return cls(len(ordered) / seconds, median(ordered), ordered[len(ordered) * 99 // 100])


class Line:
    """A connection that stays open, and the answer that comes over it."""

    def __init__(self, port: int, asker: Asker) -> None:
        self.asker = asker
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.asked = 0.0
        self._come = bytearray()

    def ask(self) -> None:
        self._come.clear()
        request = self.asker.request()
        self.asked = time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self) -> bool:
        """Take what has come; whether that is the whole answer. Raises UnexpectedAnswerError."""
        part = self.socket.recv(1 << 20)
        self._come += part
        end = self._come.find(b"\r\n\r\n")
        if not part or (end >= 0 and int(self._come[9:12]) != self.asker.status):
            raise UnexpectedAnswerError(self._come[:2000].decode(errors="replace"))
        if end < 0 or self.asker.status in BODILESS:
            return end >= 0
        _, _, length = bytes(self._come[:end]).lower().partition(b"\r\ncontent-length:")
        return len(self._come) - end - 4 >= int(length.partition(b"\r\n")[0])


def drive(side: Side, seconds: float) -> Pace:
    """Let all of a side ask for so long, each at least once. Raises UnexpectedAnswerError and OSError."""
    lines = [Line(side.port, asker) for asker in side.askers]
    took: list[float] = []
    with selectors.DefaultSelector() as waiting:
        for line in lines:
            waiting.register(line.socket, selectors.EVENT_READ, line)
        begun = ended = time.perf_counter()
        for line in lines:
            line.ask()
        while waiting.get_map():
            ready = [key.data for key, _ in waiting.select(PATIENCE)]
            if not ready:
                raise UnexpectedAnswerError("no answer at all")
            for line in ready:
                if not line.is_answered():
                    continue
                ended = time.perf_counter()
                took.append(ended - line.asked)
                if ended - begun < seconds:
                    line.ask()
                else:
                    waiting.unregister(line.socket)
                    line.socket.close()
    return Pace.of(took, ended - begun)


def compare(first: Side, second: Side, rounds: int, seconds: float) -> tuple[Pace, Pace]:
    """Both sides in turns, so that what else the machine does falls on both; the medians of the rounds."""
    drive(first, 0)
    drive(second, 0)
    paces = [(drive(first, seconds), drive(second, seconds)) for _ in range(rounds)]
    return _middle([pace for pace, _ in paces]), _middle([pace for _, pace in paces])


def _middle(paces: Sequence[Pace]) -> Pace:
    return Pace(
        median(pace.rate for pace in paces),
        median(pace.middle for pace in paces),
        median(pace.late for pace in paces),
    )


class Phone:
    """A phone at some sheets of one length. It reads one form, and knows what it has written since."""

    def __init__(self, port: int, key: str, *sheets: str) -> None:
        device = Device(port, {"device": key})
        self._sheets = [f"/sheets/{sheet}" for sheet in sheets]
        path = f"{self._sheets[0]}/hand"
        self._fields = hidden(device.get(path).text, path)
        self._head = f"Host: {HOST}\r\nCookie: {device.cookies}\r\n"
        device.close()
        self._seen = dict.fromkeys(self._sheets, int(self._fields["seen"]))
        self._turns = cycle(self._sheets)
        self._keys = (f"key-{number:09}" for number in count())
        self._chance = random.Random(sheets[0])

    @property
    def records(self) -> Asker:
        return Asker(self._hand, 303)

    @property
    def looks_for_news(self) -> Asker:
        """As htmx looks, while nothing is new."""
        return Asker(self._news, 204)

    @property
    def reads(self) -> Asker:
        """The page of the sheet."""
        return Asker(lambda: self._get(self._sheets[0]), 200)

    @property
    def says_hello(self) -> Asker:
        """To the bare app."""
        return Asker(lambda: self._get("/hello"), 200)

    @property
    def writes(self) -> Asker:
        """To the bare app, what it would write to Scorer."""
        return Asker(lambda: self._post("/write", 0), 200)

    def _hand(self) -> bytes:
        sheet = next(self._turns)
        request = self._post(f"{sheet}/hand", self._seen[sheet])
        self._seen[sheet] += 1
        return request

    def _news(self) -> bytes:
        sheet = self._sheets[0]
        return self._get(f"{sheet}/news?seen={self._seen[sheet]}&entering=", "HX-Request: true\r\n")

    def _get(self, path: str, more: str = "") -> bytes:
        return f"GET {path} HTTP/1.1\r\n{self._head}{more}\r\n".encode()

    def _post(self, path: str, seen: int) -> bytes:
        hand = self._chance.choice(EVERY_HAND)
        fields = {**self._fields, "key": next(self._keys), "seen": f"{seen}", **hand.fields()}
        body = urlencode(fields)
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return f"POST {path} HTTP/1.1\r\n{self._head}{form}\r\n{body}".encode()
