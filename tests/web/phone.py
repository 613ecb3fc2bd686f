"""A phone without JavaScript: it loads pages, fills in their forms and sends them, hidden fields and all."""

from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import TestResponse

PLAYERS = ("Amber", "Betty", "Cindy", "Diana", "Ellie")
TABLE_GAMES = (
    ("Amber", "Cindy", "6", "H", "7"),
    ("Betty", "Ellie", "7", "S", "6"),
    ("Cindy", "Diana", "5", "C", "8"),
    ("Betty", "Diana", "8", "D", "7"),
)
"""The document's example of multi-game scoring (suits invented: its table names none)."""


class Form:
    """A form of a page: where it goes, and what it would send as it stands, buttons apart."""

    def __init__(self, attributes: Mapping[str, str | None]) -> None:
        self.action = attributes.get("action") or ""
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.text: list[str] = []
        self.select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "form":
            self.inside = Form(attributes)
            self.forms.append(self.inside)
        if self.inside is None:
            return
        if tag == "input" and name:
            if attributes.get("type") != "radio" or "checked" in attributes:
                self.inside.fields.append((name, value))
        elif tag == "select":
            self.select = name
            self.inside.fields.append((name, ""))
        elif tag == "option" and self.select and "selected" in attributes:
            self.inside.fields[-1] = (self.select, value)
        elif tag == "button" and name:
            self.inside.buttons.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        if tag == "select":
            self.select = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(response: TestResponse) -> _Reader:
    reader = _Reader()
    reader.feed(response.text)
    return reader


def words(response: TestResponse) -> str:
    """What a person reads on a page, white space folded."""
    return " ".join("".join(read(response).text).split())


class Phone:
    """One device with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.client.get(path, **kwargs)

    def form(self, path: str, action: str = "") -> Form:
        """The form on a page whose address ends so; the first where nothing is asked."""
        response = self.get(path)
        assert response.status_code == 200, response.status
        return next(form for form in read(response).forms if (form.action or path).endswith(action))

    def send(
        self, path: str, form: Form, changed: Mapping[str, str | Sequence[str]] | None = None, **kwargs: Any
    ) -> TestResponse:
        """Send a form with these fields instead of what it holds; None or an empty list leaves a field out."""
        data: dict[str, list[str]] = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        for name, value in (changed or {}).items():
            data[name] = [value] if isinstance(value, str) else list(value)
        return self.client.post(form.action or path, data=data, **kwargs)

    def start(self, players: Sequence[str] = PLAYERS, **fields: str) -> str:
        """Start a sheet; its address."""
        form = self.form("/new/offender")
        response = self.send("/new/offender", form, {"player": players, "action": "start", **fields})
        assert response.status_code == 303, words(response)
        return urlsplit(response.headers["Location"]).path.removesuffix("/hand")

    def record(self, sheet: str, hand: Sequence[str] = TABLE_GAMES[0], **fields: str) -> TestResponse:
        """Enter a hand, contract only: proposer, accepter, level, suit, tricks."""
        chosen = dict(zip(("proposer", "accepter", "level", "suit", "tricks"), hand, strict=True))
        form = self.form(f"{sheet}/hand", action=f"{sheet}/hand")
        return self.send(f"{sheet}/hand", form, {**chosen, **fields})

    def call(self, sheet: str, call: str, **fields: str) -> TestResponse:
        """Speak for whoever's turn it is."""
        form = self.form(f"{sheet}/auction", action=f"{sheet}/auction")
        return self.send(f"{sheet}/auction", form, {"call": call, **fields})

    def undo(self, sheet: str) -> TestResponse:
        return self.send(sheet, self.form(sheet, action="/undo"))

    def totals(self, sheet: str) -> list[int]:
        """The last row's totals as the CSV gives them."""
        last = self.get(f"{sheet}/sheet.csv").text.strip().splitlines()[-1].split(",")
        return [int(cell) for cell in last[-((len(last) - 6) // 2) :]]
