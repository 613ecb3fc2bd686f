"""What a phone asks, as bytes that are made beforehand as far as that is possible."""

import random
from itertools import count, cycle
from urllib.parse import urlencode

from ..faults.device import Device
from ..faults.hands import EVERY_HAND
from ..faults.pages import hidden
from ..faults.server import HOST
from .load import Asker


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
