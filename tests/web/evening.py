"""The document's four hands on a sheet, a second phone at the table, and what a page says of them."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from scorer.sheet.core.sheet import EntryKind, kept_beside
from scorer.store import scorebook

from ..exports import tables
from ..sheet.files import RESULT, content
from .phone import TABLE_GAMES, Form, Phone, read
from .played import played_once

TOTALS = {"Amber": 132, "Betty": 58, "Cindy": 180, "Diana": 123, "Ellie": 72}
"""After the four hands, which entries 2 to 5 recorded."""
FIFTH = ("Amber", "Betty", "5", "H", "5")


def four_hands(phone: Phone, title: str = "") -> str:
    """The address of a sheet with the document's four hands; the messages about them have been read."""

    def play() -> str:
        sheet = phone.start(title=title)
        for hand in TABLE_GAMES:
            assert phone.record(sheet, hand).status_code == 303
        phone.get(sheet)
        return sheet

    return played_once(phone.client, ("four hands", title), play)


def of_hands(phone: Phone, count: int) -> str:
    """The address of an imported sheet of so many hands."""
    file = content(*[{**RESULT, "tricks": number % 11} for number in range(count)])
    looked = phone.send("/import", phone.form("/import"), {"text": file.decode()})
    imported = phone.send("/import", form_of(looked, ""), {"action": "import"})
    assert imported.status_code == 303
    return urlsplit(imported.location).path


def joined(app: Flask, phone: Phone, sheet: str, role: str = "score", player: str = "") -> Phone:
    """Another phone at the same sheet. player: whose it is."""
    other = Phone(app)
    other.join(phone.share(sheet, role))
    if player:
        other.say_who(sheet, player)
        other.get(sheet)
    return other


def form_of(response: TestResponse, action: str) -> Form:
    """The form of a page that writes to an address that ends so, perhaps before what it asks."""
    ways = [(form, (form.action, form.action.partition("?")[0])) for form in read(response).forms if form.writes]
    return next(form for form, addresses in ways if any(address.endswith(action) for address in addresses))


def values(form: Form, name: str) -> list[str]:
    """What a form would send under one name."""
    return [value for known, value in form.fields if known == name]


def offers(response: TestResponse) -> list[str]:
    """Where the forms of a page write to."""
    return [form.action for form in read(response).forms if form.writes and form.sends]


def amend(phone: Phone, sheet: str, entry: int, **fields: str) -> TestResponse:
    path = f"{sheet}/hand/{entry}"
    return phone.send(path, phone.form(path, action=path), fields)


def strike(phone: Phone, sheet: str, entry: int, **fields: str) -> TestResponse:
    path = f"{sheet}/hand/{entry}"
    return phone.send(path, phone.form(path, action="/strike"), fields)


def adjust(phone: Phone, sheet: str, betty: str, path: str = "/adjust", **fields: str) -> TestResponse:
    """Points without a deal. betty: hers, as they are written."""
    form = phone.form(f"{sheet}{path}", action=path)
    return phone.send("", form, {"points-1": betty, "note": "revoke", **fields})


def seat(phone: Phone, sheet: str, players: Sequence[str], since: int = 0, **fields: str) -> TestResponse:
    """Seat the table anew; since: the entry of the hand from which on, else from the next."""
    form = phone.form(f"{sheet}/seats{f'?from={since}' if since else ''}", action="/seats")
    return phone.send("", form, {"player": players, **fields})


def change_rules(phone: Phone, sheet: str, tricks: str = "", **fields: str) -> TestResponse:
    """Another house rule; tricks: in a hand."""
    path = f"{sheet}/house-rules"
    return phone.send("", phone.form(path, action=path), {"option-tricks": tricks, **fields})


def rename(phone: Phone, sheet: str, *names: str, **fields: str) -> TestResponse:
    """What everybody on the sheet is called, in the order in which they came to it."""
    path = f"{sheet}/names"
    return phone.send("", phone.form(path, action=path), {"name": names, **fields})


def entitle(phone: Phone, sheet: str, **fields: str) -> TestResponse:
    path = f"{sheet}/names"
    return phone.send("", phone.form(path, action="/title"), fields)


def press(phone: Phone, sheet: str, button: str, **fields: str) -> TestResponse:
    """A button of the sheet's page that is a form of its own: "undo", "redo", "finish", "reopen"."""
    return phone.send(sheet, phone.form(sheet, action=f"/{button}"), fields)


def undo_to(phone: Phone, sheet: str, number: int) -> TestResponse:
    """Undo to here, in the history."""
    path = f"{sheet}/history"
    return phone.send(path, phone.form(path, action="/undo"), {"to": str(number)})


def hands(phone: Phone, sheet: str) -> list[dict[str, object]]:
    """The recorded hands as the file gives them."""
    return [hand for hand in all_hands(phone, sheet) if hand.get("calls") != []]


def all_hands(phone: Phone, sheet: str) -> list[dict[str, object]]:
    """The hands of the file, also one that has not begun."""
    return phone.get(f"{sheet}/sheet.json").get_json()["hands"]


def opened(sheet: str, number: int) -> str:
    """The address of a hand, opened, of a sheet on which nothing but hands was recorded before it."""
    return f"{sheet}/hands/{number + 1}"


def text_of(markup: str) -> str:
    """What is read of a piece of a page; a space for whatever ends a line."""
    markup = re.sub(r'<a class="term"[^>]*>(\w+)</a>', r"\1", markup)
    lines = re.sub(r"<(?!/?(?:span|b|bdi|s)\b)[^>]*>", " ", markup)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", lines)).replace("\ufe0e", "").split())


def said(response: TestResponse) -> str:
    """What was just done or refused, at the top of a page, with what it offers."""
    return text_of(response.text.partition('id="said"')[2].partition(">")[2].partition("</div>")[0])


def told(response: TestResponse) -> list[str]:
    """What a page of history says of each act, the latest first."""
    return [text_of(card.partition("</li>")[0]) for card in re.split(r'<li class="act[^>]*>', response.text)[1:]]


def forecast(response: TestResponse) -> str:
    """What an act would move, beside its button."""
    return text_of(response.text.partition('class="forecast"')[2].partition(">")[2].partition("</div>")[0])


def standings(response: TestResponse) -> dict[str, int]:
    shown = response.text.partition('id="standings"')[2].partition("</thead>")[0]
    found = re.findall(r"<bdi>(.*?)</bdi><b>(.*?)</b>", shown)
    return {unescape(name): int(total.replace("−", "-")) for name, total in found}


def totals(phone: Phone, sheet: str) -> dict[str, int]:
    """The standings of the sheet, read without taking away what waits to be said."""
    lines = phone.get(f"{sheet}/history/{phone.version(sheet)}")
    return standings(lines)


def dispute(phone: Phone, sheet: str, entry: int) -> str:
    """Raise a dispute from the hand's own button, and give its page."""
    answer = phone.send(sheet, phone.form(f"{sheet}/hands/{entry}", action=f"/hand/{entry}/dispute"), {})
    assert answer.status_code == 303
    return answer.location


def version(phone: Phone, snapshot: str, action: str = "beside", **fields: str) -> TestResponse:
    """How a player has a disputed hand. action: "use" where that ends the dispute."""
    form = phone.form(f"{snapshot}/version", action="/version")
    return phone.send(f"{snapshot}/version", form, {"action": action, **fields})


def settle(phone: Phone, snapshot: str, outcome: str, agreed: Sequence[str] = (), **fields: str) -> TestResponse:
    """How the table ends a dispute."""
    form = phone.form(snapshot, action="/settle")
    return phone.send(snapshot, form, {"outcome": outcome, "agreed": agreed, **fields})


def ruled(
    phone: Phone,
    snapshot: str,
    points: Sequence[int],
    agreed: Sequence[str] = (),
    reason: str = "",
    carry: Mapping[str, Any] | None = None,
) -> None:
    """Settle a dispute by points, as an earlier release did. points: of the first columns; carry: of the file."""
    sheet_id, number = re.findall(r"/sheets/([\w-]+)/dispute/(\d+)", snapshot)[0]
    with phone.client.application.app_context():
        before = scorebook.read(sheet_id)
        row = next(before.ledger.row(each.hand) for each in before.disputes if each.number == int(number))
        assert row
        own = row.game.points_are_facts
        columns = row.game.players if own else before.ledger.columns[: len(row.points)]
        hand = {**kept_beside(row.hand.facts), "points": dict(zip(columns, [*points, *[0] * 12], strict=False))}
        if not own:
            hand["played"] = row.game.to_file(row.result)
        hand |= {key: value for key, value in {"note": reason, "by": [*agreed], "carry": carry}.items() if value}
        facts = {"dispute": int(number), "entry": row.hand.entry, "outcome": "by hand", "agreed": [*agreed]}
        facts |= {"hand": hand} | ({"reason": reason} if reason else {})
        device, key = before.entries[0].device, f"ruling-{before.version:012}"
        scorebook.append(sheet_id, lambda _: (EntryKind.SETTLE, facts), key=key, seen=None, device=device)


def settled(phone: Phone, sheet: str, entry: int = 2) -> str:
    """The page of a dispute that ended with the hand as it was."""
    page = dispute(phone, sheet, entry)
    assert settle(phone, page, "upheld").status_code == 303
    phone.get(sheet)
    return page


def preview(phone: Phone, sheet: str, fields: dict[str, str]) -> TestResponse:
    """What recording these fields would do."""
    form = phone.form(f"{sheet}/hand", action=f"{sheet}/hand")
    form.action = f"{sheet}/hand/preview"
    return phone.send("", form, fields)


def with_history(phone: Phone, sheet: str) -> bytes:
    """The sheet as a file with its history."""
    return phone.get(f"{sheet}/sheet-with-history.json").data


def csv_cells(phone: Phone, sheet: str) -> list[list[str]]:
    """The headings of the CSV, and the lines below them."""
    return tables.cells(phone.get(f"{sheet}/sheet.csv").data)
