"""Every page there is, by walking the routes, and a sheet in each state that a page can show."""

from collections.abc import Iterator

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from .phone import TABLE_GAMES, Phone

OF_A_SHEET = "/sheets/<sheet_id>"


def rules(app: Flask, method: str) -> Iterator[Rule]:
    return (rule for rule in app.url_map.iter_rules() if method in (rule.methods or ()))


def address(app: Flask, rule: Rule, sheet: str, entry: int = 2) -> str:
    """A route's address; a route with a variable unknown here fails, so that it is thought of."""
    known = {
        "sheet_id": sheet.rpartition("/")[2],
        "entry": entry,
        "number": entry,
        "game": "offender",
        "key": "no-such-key",
        "filename": "scorer.css",
    }
    values = {name: known[name] for name in rule.arguments}
    return app.url_map.bind("localhost").build(rule.endpoint, values)


def addresses(app: Flask, method: str, sheet: str, entry: int = 2) -> list[str]:
    return [address(app, rule, sheet, entry) for rule in rules(app, method)]


def of_a_sheet(app: Flask, method: str, sheet: str) -> list[str]:
    return [address(app, rule, sheet) for rule in rules(app, method) if rule.rule.startswith(OF_A_SHEET)]


def every_page(app: Flask) -> dict[str, TestResponse]:
    """A page in every state that it has, by a short description."""
    phone = Phone(app)
    pages = {"empty home": phone.get("/"), "new sheet": phone.get("/new/offender")}
    form = phone.form("/new/offender")
    pages["new sheet refused"] = phone.send(
        "/new/offender",
        form,
        {"player": ["Amber", "Amber", "x" * 41], "date": "never", "option-tricks": "99", "title": "\x07"},
    )
    sheet = phone.start(title="Friday")
    pages["sheet without a hand"] = phone.get(sheet)
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    pages["sheet with undo"] = phone.get(sheet)
    for path in of_a_sheet(app, "GET", sheet):
        pages[path.removeprefix(sheet)] = phone.get(path)
    pages["rules"] = phone.get("/rules/offender")
    hand = phone.form(f"{sheet}/hand", action="/hand")
    pages["hand refused"] = phone.send(f"{sheet}/hand", hand, {"tricks": "99"})
    pages["hand breaks a rule"] = phone.record(sheet, ("Amber", "Amber", "6", "H", "7"))
    pages["hand stale"] = phone.record(sheet, TABLE_GAMES[0], seen="1")
    pages["preview"] = phone.send(f"{sheet}/hand/preview", _to(f"{sheet}/hand/preview", phone, sheet), {})
    pages["auction opens"] = phone.get(f"{sheet}/auction")
    phone.say(sheet, "5C")
    pages["auction answers"] = phone.get(f"{sheet}/auction")
    pages["auction breaks a rule"] = phone.call(sheet, "7H")
    pages["auction malformed"] = phone.call(sheet, "seven hearts")
    phone.say(sheet, "reject", "reject", "reject", "reject")
    pages["auction barred"] = phone.get(f"{sheet}/auction")
    phone.say(sheet, "6D", "accept", *["no proposal"] * 5)
    pages["auction over"] = phone.get(f"{sheet}/auction")
    pages["share"] = phone.send(f"{sheet}/share", phone.form(f"{sheet}/share", action="/share"), {"role": "view"})
    pages["share with links"] = phone.get(f"{sheet}/share")
    phone.send("/", phone.form("/", action="/hide"))
    pages["home with undo"] = phone.get("/")
    pages["no such page"] = phone.get("/nothing-here")
    pages["no token"] = phone.client.post(f"{sheet}/undo")
    return {name: page for name, page in pages.items() if page.mimetype == "text/html"}


def _to(path: str, phone: Phone, sheet: str):
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = path
    return form
