"""Every page there is, by walking the routes, and a sheet in each state that a page can show."""

from base64 import b64encode
from collections.abc import Iterator

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES
from scorer.store import seasons
from scorer.web.help import TOPICS

from .evening import adjust, amend, change_rules, dispute, entitle, press, rename, seat, settle, version
from .phone import PLAYERS, TABLE_GAMES, Phone

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
        "filename": "css/base.css",
        "topic": "start",
        "version": "0123456789ab",
        "device": "no-such-device",
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
    for asked in ("points/2?column=0", "total?column=2", "standing?column=1", "dealer?hand=3", "turn"):
        pages[f"why {asked}"] = phone.get(f"{sheet}/why/{asked}")
    pages |= put_right(phone)
    pages |= disputed(phone)
    pages["evenings"] = phone.get("/evenings")
    pages |= of_a_season(phone)
    pages["rules"] = phone.get("/rules/offender")
    asked = f"{sheet}/what-if/3?proposer=Betty&accepter=Ellie&contract="
    pages["what if another contract"] = phone.get(f"{asked}3H")
    pages["what if refused"] = phone.get(f"{asked}eleven")
    pages["what if breaks a rule"] = phone.get(f"{asked}11H")
    pages["what if by other house rules"] = phone.get(f"{sheet}/what-if/rules?option-tricks=9")
    pages["house rules that could not have been"] = phone.get(f"{sheet}/what-if/rules?option-tricks=7")
    pages["other house rules refused"] = phone.get(f"{sheet}/what-if/rules?option-tricks=99")
    hand = phone.form(f"{sheet}/hand", action="/hand")
    pages["hand refused"] = phone.send(f"{sheet}/hand", hand, {"tricks": "99"})
    pages["hand breaks a rule"] = phone.record(sheet, ("Amber", "Amber", "6", "H", "7"))
    pages["hand stale"] = phone.record(sheet, TABLE_GAMES[0], seen="1")
    pages["preview"] = phone.send(f"{sheet}/hand/preview", _to(f"{sheet}/hand/preview", phone, sheet), {})
    pages["auction opens"] = phone.get(f"{sheet}/auction")
    pages["auction ahead"] = phone.get(f"{sheet}/auction/ahead?call=no%20proposal")
    phone.say(sheet, "5C")
    pages["auction answers"] = phone.get(f"{sheet}/auction")
    pages["auction breaks a rule"] = phone.call(sheet, "7H")
    pages["auction malformed"] = phone.call(sheet, "seven hearts")
    phone.say(sheet, "reject", "reject", "reject", "reject")
    pages["auction barred"] = phone.get(f"{sheet}/auction")
    pages["why a call is refused"] = phone.get(f"{sheet}/why/call?player=Amber&call=7H")
    phone.say(sheet, "6D", "accept", *["no proposal"] * 5)
    pages["auction over"] = phone.get(f"{sheet}/auction")
    pages["table mode while a hand is played"] = phone.get(f"{sheet}/board?near=Amber")
    pages |= on_trial(phone, sheet)
    pages |= of_the_server(app, phone, sheet)
    other, second = Phone(app), Phone(app)
    for each in (other, second):
        each.join(phone.share(sheet))
    pages["share with other people"] = phone.get(f"{sheet}/share")
    pages["who are you"] = other.get(f"{sheet}/who")
    pages["sheet of a guest"] = other.get(sheet)
    pages["name of a guest refused"] = other.say_who(sheet, guest="Betty")
    for each in (other, second):
        each.say_who(sheet, "Betty")
    pages["sheet of a player who watches"] = other.get(sheet)
    pages["sheet of a phone that waits for its name"] = second.get(sheet)
    pages["sheet where a second phone says who it is"] = phone.get(sheet)
    pages["person who asks"] = phone.get(phone.person(sheet, "A guest"))
    pages["person whose name is refused"] = phone.change(sheet, "Betty", "name", guest="Amber")
    pages["person"] = phone.get(phone.person(sheet, "Betty"))
    pages["this phone among the people"] = phone.get(phone.person(sheet, "This phone"))
    phone.change(sheet, "Betty", "role", role="score")
    pages["sheet of a phone that was made a scorer"] = other.get(sheet)
    pages["person who scores"] = phone.get(phone.person(sheet, "Betty"))
    other.send("/", other.form("/", action="/archive"))
    pages["archive of another phone"] = other.get("/archive")
    phone.change(sheet, "A guest", "remove")
    pages["sheet of a removed phone"] = second.get(sheet)
    pages["code that is wrong"] = other.send("/join", other.form("/join"), {"code": "ACDE FHJK"})
    pages["fingerprint refused"] = phone.get(f"{sheet}/fingerprint?heard=K7QF")
    pages["fingerprint of another sheet"] = phone.get(f"{sheet}/fingerprint?heard=K7QF-2M9D")
    phone.send("/", phone.form("/", action="/archive"))
    pages["home with undo"] = phone.get("/")
    pages |= brought_in(phone, sheet)
    pages["settings"] = phone.get(f"/settings?back={sheet}")
    pages["settings refused"] = phone.send("", phone.form("/settings", action="/settings"), {"theme": "pink"})
    pages["help"] = phone.get("/help")
    pages["help found"] = phone.get("/help?q=undo&back=/")
    pages["help not found"] = phone.get("/help?q=zebra")
    pages |= {f"help on {topic}": phone.get(f"/help/{topic}?q=the") for topic in TOPICS}
    pages["no such page"] = phone.get("/nothing-here")
    pages["no token"] = phone.client.post(f"{sheet}/undo")
    return {name: snapshot for name, snapshot in pages.items() if _is_shown(snapshot)}


def _is_shown(answer: TestResponse) -> bool:
    """Whether it is a page, and neither a file that is saved nor the way to another page."""
    return (
        answer.status_code != 303
        and answer.mimetype == "text/html"
        and "Content-Disposition" not in answer.headers
    )


def of_a_season(phone: Phone) -> dict[str, TestResponse]:
    """What the sheets of a phone tell, and a choice of none."""
    named = ("standings", "players", "partnerships", "nights", "story")
    pages = {f"season's {name}": phone.get(f"/statistics/{name}") for name in named}
    pages["statistics"] = phone.get("/statistics")
    pages["filter of the statistics"] = phone.get("/statistics/choose")
    pages["season of nobody"] = phone.get("/statistics/standings?player=Zoe")
    pages["season of days that are none"] = phone.get("/statistics/standings?since=never")
    pages["season's best"] = phone.get("/statistics/standings?by=places&best=1")
    nights = [link for link in phone.read("/statistics/nights").links if "/night?" in link]
    pages["night of a season"] = phone.get(nights[0] if nights else "/statistics/night?night=never")
    pages["tonight"] = phone.get("/statistics/tonight")
    pages["season of a player"] = phone.get("/statistics/players?who=Amber")
    pages["why, in a season"] = phone.get("/statistics/why?figure=bid&who=Amber")
    pages["why, of two in a season"] = phone.get("/statistics/why?figure=together&who=Amber&other=Cindy")
    pages["two of a season"] = phone.get("/statistics/pair?who=Amber&other=Cindy")
    return pages


def of_the_server(app: Flask, phone: Phone, sheet: str) -> dict[str, TestResponse]:
    """A sheet that is added to one of two seasons of the server, and what the link of this one shows."""
    with app.app_context():
        autumn, _ = seasons.make("Autumn 2026"), seasons.make("Spring 2027")
        link = f"/season/{autumn.key(seasons.STATISTICS)}"
        tonight = f"/tonight/{autumn.key(seasons.TONIGHT)}"
    form = phone.form(f"{sheet}/season", action="/season")
    pages = {"season to choose": phone.get(f"{sheet}/season"), "no season chosen": phone.send("", form)}
    pages["season of the server without a sheet"] = phone.get(link)
    phone.send("", form, {"season": autumn.id})
    pages["sheet in a season"] = phone.get(f"{sheet}/season")
    pages["share in a season"] = phone.get(f"{sheet}/share")
    pages["season of the server"] = phone.get(link)
    pages["filter of a season of the server"] = phone.get(f"{link}/choose")
    pages["why, in a season of the server"] = phone.get(f"{link}/why?figure=bid&who=Amber")
    pages["tonight's tables of a season"] = phone.get(tonight)
    pages["link of no season"] = phone.get("/season/none")
    return pages


def on_trial(phone: Phone, sheet: str) -> dict[str, TestResponse]:
    """The calls of a recorded hand and tricks judged: right, wrong, and not to be read."""
    auction, trick = f"{sheet}/auction/of/3", f"{sheet}/trick"
    played = enumerate(("H2", "H3", "S4", "H5", "C6"))
    cards = "&".join(f"suit-{seat}={card[0]}&rank-{seat}={card[1]}" for seat, card in played)
    return {
        "calls of a hand": phone.get(auction),
        "calls of a hand found legal": phone.get(f"{auction}?before=5C&call=accept"),
        "calls of a hand found illegal": phone.get(f"{auction}?before=5C&before=accept&level=4&suit=S"),
        "calls of a hand unreadable": phone.get(f"{auction}?before=5C&call=x9"),
        "trick won": phone.get(f"{trick}?hand=1&leader=0&trump=S&{cards}"),
        "trick with a revoke": phone.get(f"{trick}?hand=1&leader=0&trump=S&number=1&held-2=H9&{cards}"),
        "trick unreadable": phone.get(f"{trick}?hand=1&leader=9&held-2=zebra&widow=H2&suit-1=H"),
    }


def brought_in(phone: Phone, sheet: str) -> dict[str, TestResponse]:
    """What is imported from a file: nothing yet, what is refused, a sheet, several, a table good or bad."""
    form = phone.form("/import")
    file = phone.get(f"{sheet}/sheet.json").text
    several = b64encode(phone.get("/bundle.zip").data).decode()
    table = GAMES["offender"].paper_example

    def look(**fields: str) -> TestResponse:
        return phone.send("/import", form, fields)

    return {
        "import": phone.get("/import"),
        "import refused": look(text="{"),
        "sheet to import": look(text=file),
        "sheets to import": look(kept=several),
        "sheets to import, none ticked": look(kept=several, action="import"),
        "table to import": look(text=table),
        "table of no game": look(text=GAMES["plain"].paper_example),
        "table with a bad line": look(text=table + "7S,Zoe,Ellie,6,,,,,\n"),
        "table with a bad line, imported": look(text=table + "7S,Zoe,Ellie,6,,,,,\n", action="import"),
    }


def put_right(phone: Phone) -> dict[str, TestResponse]:
    """The pages on which something is put right, and the sheet and its history after that."""
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    pages: dict[str, TestResponse] = {}
    for_betty = ["Amber", "Zoe", "Cindy", "Diana", "Ellie"]
    names = ["Ann", *PLAYERS[1:]]
    pages["amend with consequence"] = amend(phone, sheet, 3, tricks="7", reason="misheard", look="1")
    pages["amend refused"] = amend(phone, sheet, 3, tricks="99", words="x" * 121)
    pages["amend breaks a rule"] = amend(phone, sheet, 3, accepter="Betty")
    pages["seats from a hand on"] = phone.get(f"{sheet}/seats?from=3")
    pages["seats moved"] = seat(phone, sheet, PLAYERS, action="up:1")
    pages["seats with consequence"] = seat(phone, sheet, for_betty, since=3, action="look")
    pages["seats refused"] = seat(phone, sheet, ["Amber", "Amber", "x" * 41])
    pages["seats break a rule"] = seat(phone, sheet, PLAYERS[:3], since=3)
    pages["seats stale"] = seat(phone, sheet, for_betty, seen="2")
    pages["house rules with consequence"] = change_rules(phone, sheet, "9", whole="1", action="look")
    pages["house rules refused"] = change_rules(phone, sheet, "99")
    pages["house rules break a rule"] = change_rules(phone, sheet, "7", whole="1")
    pages["house rules stale"] = change_rules(phone, sheet, "9", seen="2")
    pages["names with consequence"] = rename(phone, sheet, *names, action="look")
    pages["names refused"] = rename(phone, sheet, "", *PLAYERS[1:])
    pages["names break a rule"] = rename(phone, sheet, "Betty", *PLAYERS[1:])
    pages["names stale"] = rename(phone, sheet, *names, seen="2")
    pages["title refused"] = entitle(phone, sheet, title="x" * 81, date="never")
    amend(phone, sheet, 3, tricks="7", words="by me")
    pages["sheet with an amended hand"] = phone.get(sheet)
    pages["why an amended hand"] = phone.get(f"{sheet}/why/points/3?column=1")
    pages["adjustment refused"] = adjust(phone, sheet, "ten")
    pages["adjustment of nothing"] = adjust(phone, sheet, "")
    pages["adjustment with consequence"] = adjust(phone, sheet, "-10", action="look")
    pages["adjustment stale"] = adjust(phone, sheet, "-10", seen="2")
    adjust(phone, sheet, "-10")
    pages["adjusted"] = phone.get(sheet)
    pages["adjustment to amend"] = phone.get(f"{sheet}/adjust/7")
    adjust(phone, sheet, "", "/adjust/7")
    press(phone, sheet, "undo")
    change_rules(phone, sheet, "9")
    seat(phone, sheet, for_betty, heir="Zoe")
    pages["sheet that was changed"] = phone.get(sheet)
    pages["amend a settled hand"] = phone.get(f"{sheet}/hand/8")
    press(phone, sheet, "undo")
    pages["sheet with redo"] = phone.get(sheet)
    pages["history with acts taken back"] = phone.get(f"{sheet}/history")
    pages["history of a hand"] = phone.get(f"{sheet}/history?hand=3")
    pages["sheet as it stood"] = phone.get(f"{sheet}/history/8")
    press(phone, sheet, "finish")
    pages["end, just said"] = phone.get(f"{sheet}/end")
    pages["end"] = phone.get(f"{sheet}/end")
    pages["finished sheet"] = phone.get(sheet)
    pages["table mode of a finished sheet"] = phone.get(f"{sheet}/board")
    pages["history of a finished sheet"] = phone.get(f"{sheet}/history")
    return pages


def disputed(phone: Phone) -> dict[str, TestResponse]:
    """A dispute from its raising to its end, and the sheet with it, with agreements and with what looks odd."""
    sheet = phone.start()
    for hand in (*TABLE_GAMES, TABLE_GAMES[-1]):
        phone.record(sheet, hand)
    snapshot = dispute(phone, sheet, 4)
    pages = {"dispute raised": phone.get(snapshot), "sheet with a dispute": phone.get(sheet)}
    pages["version asked for"] = phone.get(f"{snapshot}/version")
    pages["version refused"] = version(phone, snapshot, tricks="99")
    version(phone, snapshot, tricks="5", player="Betty", words="I counted five.")
    pages["dispute with versions"] = phone.get(snapshot)
    pages["settlement refused"] = settle(phone, snapshot, "upheld", reason="x" * 121)
    settle(phone, snapshot, "8", ("Cindy", "Diana"), reason="miscounted")
    phone.send(sheet, phone.form(snapshot, action="/hand/4/agree"), {"player": "Betty"})
    pages["dispute settled"] = phone.get(snapshot)
    phone.send(sheet, phone.form(f"{sheet}/agreement", action="/sign"), {"player": "Betty"})
    pages["sheet agreed and signed"] = phone.get(sheet)
    pages["agreement begun"] = phone.get(f"{sheet}/agreement")
    phone.say_who(sheet, "Cindy")
    pages["agreement on a phone of one's own"] = phone.get(f"{sheet}/agreement")
    phone.send(sheet, phone.form(snapshot, action="/hand/4/agree"), {"player": "Cindy"})
    pages["sheet on a phone of one's own"] = phone.get(sheet)
    another = dispute(phone, sheet, 2)
    pages["dispute on a phone of one's own"] = phone.get(another)
    pages["version on a phone of one's own"] = phone.get(f"{another}/version")
    pages["history of a dispute"] = phone.get(f"{sheet}/history")
    return pages


def _to(path: str, phone: Phone, sheet: str):
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = path
    return form
