"""What a phone asks, as bytes that are made beforehand as far as that is possible."""

import random
from itertools import count
from urllib.parse import urlencode

from ..faults.device import Device
from ..faults.hands import EVERY_HAND
from ..faults.pages import hidden
from ..faults.server import HOST
from .load import Asker


class Phone:
    """A phone at a sheet. It reads the form of a hand once, and knows what it has written since."""

    def __init__(self, port: int, key: str, sheet: str) -> None:
        device = Device(port, {"device": key})
        self._sheet = f"/sheets/{sheet}"
        self._path = f"{self._sheet}/hand"
        self._fields = hidden(device.get(self._path).text, self._path)
        self._head = f"Host: {HOST}\r\nCookie: {device.cookies}\r\n"
        device.close()
        self._seen = int(self._fields["seen"])
        self._keys = (f"key-{number:09}" for number in count())
        self._chance = random.Random(sheet)

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
        return Asker(lambda: self._get(self._sheet), 200)

    @property
    def says_hello(self) -> Asker:
        """To the bare app."""
        return Asker(lambda: self._get("/hello"), 200)

    @property
    def writes(self) -> Asker:
        """To the bare app, what it would write to Scorer."""
        return Asker(lambda: self._post("/write"), 200)

    def _hand(self) -> bytes:
        request = self._post(self._path)
        self._seen += 1
        return request

    def _news(self) -> bytes:
        return self._get(f"{self._sheet}/news?seen={self._seen}&entering=", "HX-Request: true\r\n")

    def _get(self, path: str, more: str = "") -> bytes:
        return f"GET {path} HTTP/1.1\r\n{self._head}{more}\r\n".encode()

    def _post(self, path: str) -> bytes:
        hand = self._chance.choice(EVERY_HAND)
        fields = {**self._fields, "key": next(self._keys), "seen": f"{self._seen}", **hand.fields()}
        body = urlencode(fields)
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return f"POST {path} HTTP/1.1\r\n{self._head}{form}\r\n{body}".encode()
