"""A phone without JavaScript: it loads pages, fills in their forms and sends them, hidden fields and all."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from scorer.store import sharing
from scorer.store.people import SCORE, VIEW

from ..exports import tables
from ..page_parser import PageParser
from .played import played_once

PLAYERS = ("Amber", "Betty", "Cindy", "Diana", "Ellie")
TABLE_GAMES = (
    ("Amber", "Cindy", "6", "H", "7"),
    ("Betty", "Ellie", "7", "S", "6"),
    ("Cindy", "Diana", "5", "C", "8"),
    ("Betty", "Diana", "8", "D", "7"),
)
"""The document's example of multi-game scoring (suits invented: its table names none)."""


def tapped(hand: Sequence[str] = TABLE_GAMES[0]) -> dict[str, str]:
    """The fields of a hand, contract only: proposer, accepter, level, suit, tricks."""
    return dict(zip(("proposer", "accepter", "level", "suit", "tricks"), hand, strict=True))


class Form:
    """A form of a page: where it goes, and what it would send as it stands, buttons apart."""

    def __init__(self, attributes: Mapping[str, str | None]) -> None:
        self.id = attributes.get("id")
        self.action = attributes.get("action") or ""
        self.writes = attributes.get("method") == "post"
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []
        self.sends = False
        self.other_ways: list[str] = []

    def chosen(self) -> dict[str, str]:
        """What is filled in and chosen, the hidden fields of every act apart."""
        hidden = ("csrf_token", "key", "seen")
        return {name: value for name, value in self.fields if value and name not in hidden}


class _Reader(PageParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.text: list[str] = []
        self.select: str | None = None
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.errors: dict[str, str] = {}
        self.error: tuple[str, str] | None = None
        self.outside: list[tuple[str, str, str, str]] = []

    @property
    def ids(self) -> set[str]:
        return {attributes["id"] or "" for _, attributes in self.tags if "id" in attributes}

    @property
    def links(self) -> list[str]:
        return [attributes["href"] or "" for tag, attributes in self.tags if tag == "a" and "href" in attributes]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag in ("p", "span") and "error" in (attributes.get("class") or "").split():
            self.error = tag, attributes.get("id") or f"error {len(self.errors)}"
            self.errors[self.error[1]] = ""
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "form":
            self.inside = Form(attributes)
            self.forms.append(self.inside)
        if tag == "button" and "form" in attributes:
            self.outside.append((attributes["form"] or "", name, value, attributes.get("formaction") or ""))
        if self.inside is None:
            return
        if tag == "input" and name:
            if attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes:
                self.inside.fields.append((name, value))
        elif tag == "select":
            self.select = name
            self.inside.fields.append((name, ""))
        elif tag == "option" and self.select and "selected" in attributes:
            self.inside.fields[-1] = (self.select, value)
        elif tag == "button":
            self.inside.sends = True
            if name:
                self.inside.buttons.append((name, value))
            if way := attributes.get("formaction"):
                self.inside.other_ways.append(way)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.inside:
            # A button with an address of its own sends the same fields there: to a test it is a form of its own.
            for way in self.inside.other_ways:
                other = Form({"action": way, "method": "post"})
                other.fields, other.sends = self.inside.fields, True
                self.forms.append(other)
            self.inside = None
        if tag == "select":
            self.select = None
        if self.error and tag == self.error[0]:
            self.error = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.error:
            self.errors[self.error[1]] += data


def read(response: TestResponse) -> _Reader:
    return read_page(response.text)


def read_page(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    for form in tuple(reader.forms):
        # Buttons that stand elsewhere on the page and name their form, some with an address of their own.
        own = [button for button in reader.outside if button[0] == form.id]
        form.buttons += [(name, value) for _, name, value, way in own if not way]
        form.sends = form.sends or bool(own)
        for way in dict.fromkeys(way for *_, way in own if way):
            other = Form({"action": way, "method": "post"})
            other.fields, other.sends = form.fields, True
            other.buttons = [(name, value) for _, name, value, to in own if to == way]
            reader.forms.append(other)
    return reader


def words(response: TestResponse) -> str:
    """What a person reads on a page, white space folded."""
    return " ".join("".join(read(response).text).split())


class Phone:
    """One device with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.client.get(path, buffered=True, **kwargs)

    def read(self, path: str, **kwargs: Any) -> _Reader:
        response = self.get(path, **kwargs)
        assert response.status_code == 200, response.status
        return read(response)

    def form(self, path: str, action: str = "", **kwargs: Any) -> Form:
        """The form that writes to an address that ends so; the page's first where nothing is asked."""
        forms = [form for form in self.read(path, **kwargs).forms if form.sends and form.writes]
        return next(form for form in forms if (form.action or path).endswith(action))

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

    def start(self, players: Sequence[str] = PLAYERS, game: str = "offender", **fields: str) -> str:
        """Start a sheet; its address."""

        def start() -> str:
            form = self.form(f"/new/{game}")
            response = self.send(f"/new/{game}", form, {"player": players, "action": "start", **fields})
            assert response.status_code == 303, words(response)
            return urlsplit(response.headers["Location"]).path.removesuffix("/hand")

        return played_once(self.client, (game, tuple(players), tuple(fields.items())), start)

    def record(self, sheet: str, hand: Sequence[str] = TABLE_GAMES[0], **fields: str) -> TestResponse:
        """Enter a hand, contract only: proposer, accepter, level, suit, tricks."""
        return self.enter(sheet, {**tapped(hand), **fields})

    def enter(self, sheet: str, fields: Mapping[str, str | Sequence[str]]) -> TestResponse:
        """Enter a hand of any game, by the fields of its form."""
        form = self.form(f"{sheet}/hand", action=f"{sheet}/hand")
        return self.send(f"{sheet}/hand", form, fields)

    def call(self, sheet: str, call: str, **fields: str) -> TestResponse:
        """Speak for whoever's turn it is."""
        form = self.form(f"{sheet}/auction", action=f"{sheet}/auction")
        return self.send(f"{sheet}/auction", form, {"call": call, **fields})

    def say(self, sheet: str, *calls: str) -> None:
        """Speak call after call, each by whoever's turn it is."""
        for call in calls:
            assert self.call(sheet, call).status_code == 303, call

    def bid(self, sheet: str, bid: str = "6H") -> None:
        """A whole auction: the eldest proposes, her left-hand neighbor accepts, and all are silent."""
        players = len(self.get(f"{sheet}/sheet.json").get_json()["players"])
        self.say(sheet, bid, "accept", *["no proposal"] * players)

    def share(self, sheet: str, role: str = VIEW) -> str:
        """The address of a link: the sheet's own, to watch, or the one of whoever runs the app, to score."""
        if role == SCORE:
            with self.client.application.app_context():
                return f"/join{sheet.removeprefix('/sheets')}/{sharing.link(sheet.rpartition('/')[2], SCORE).key}"
        return next(urlsplit(link).path for link in self.read(f"{sheet}/share").links if "/join/" in link)

    def join(self, link: str, player: str = "", guest: str = "", **kwargs: Any) -> TestResponse:
        """Open a link, and say who this is where it asks."""
        shown = self.get(link, **kwargs)
        if shown.status_code != 200:
            return shown
        form = next(form for form in read(shown).forms if form.writes and form.fields)
        return self.send(link, form, {"player": player} if player else {"guest": guest}, **kwargs)

    def say_who(self, sheet: str, player: str = "", guest: str = "") -> TestResponse:
        """Say whose phone this is: a player's, or a guest's."""
        form = self.form(f"{sheet}/who", action="/who")
        return self.send("", form, {"player": player} if player else {"guest": guest})

    def people(self, sheet: str) -> list[tuple[str, str]]:
        """Who has a sheet, as this phone is shown it, each with the address of their page."""
        shown = self.get(f"{sheet}/share").text
        found = re.findall(r'<li><a class="onward" href="([^"]+/people/[^"]+)">(.*?)</a></li>', shown, re.DOTALL)
        return [(" ".join(unescape(re.sub("<[^>]+>", " ", text)).split()), link) for link, text in found]

    def person(self, sheet: str, name: str) -> str:
        """The address of the page of somebody, whose line begins so."""
        return next(link for line, link in self.people(sheet) if line.startswith(name))

    def change(self, sheet: str, name: str, act: str, **fields: str) -> TestResponse:
        """Do something to somebody whose line begins so: "role", "name", "answer" or "remove"."""
        person = self.person(sheet, name)
        return self.send("", self.form(person, action=f"/{act}"), fields)

    def version(self, sheet: str) -> str:
        """The number of the sheet's last entry; no message that waits for the next page is lost by asking."""
        numbers = (str(number) for number in count(1))
        return next(number for number in numbers if self.get(f"{sheet}/news?seen={number}").status_code == 204)

    def undo(self, sheet: str) -> TestResponse:
        return self.send(sheet, self.form(sheet, action="/undo"))

    def totals(self, sheet: str) -> list[int]:
        """The last row's totals as the CSV gives them."""
        *_, last = tables.rows(self.get(f"{sheet}/sheet.csv").data)
        return [int(cell) for name, cell in last.items() if name.endswith(" total")]
