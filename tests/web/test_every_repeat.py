"""Every route that writes, by walking them: what is repeated, at once or late, is answered as the first time."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select

from scorer.store.models import EntryRecord, db

from . import (
    evening,
    test_oh_hell,
    test_pirate_bridge,
    test_plain,
    test_reverse_bridge,
    test_spades,
    test_ten_bridge,
)
from .every_page import rules
from .phone import PLAYERS, Form, Phone, tapped, words

Fields = Mapping[str, str | Sequence[str]]
Sent = tuple[str, Form, Fields]
"""A sheet, "" for none yet; a form of it; and what is entered in it."""
Case = Callable[[Phone], Sent]

DOUBLED = (*evening.TABLE_GAMES, evening.TABLE_GAMES[-1])
SEATED_ANEW = ("Amber", "Zoe", "Cindy", "Diana", "Ellie")


def on_the_sheet(path: str, action: str, fields: Fields | None = None, *before: str) -> Case:
    """A form of a sheet with four hands. before: buttons of the sheet that are pressed first."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        for button in before:
            assert evening.press(phone, sheet, button).status_code == 303
        return sheet, phone.form(f"{sheet}{path}", action=action), fields or {}

    return case


def in_dispute(path: str, action: str, fields: Fields) -> Case:
    """A form of a dispute about the second hand."""

    def case(phone: Phone) -> Sent:
        sheet = evening.four_hands(phone)
        page = evening.dispute(phone, sheet, 3)
        return sheet, phone.form(f"{page}{path}", action=action), fields

    return case


def hand_of(start: Callable[[Phone], str], fields: Fields) -> Case:
    """The first hand of a game."""

    def case(phone: Phone) -> Sent:
        sheet = start(phone)
        return sheet, phone.form(f"{sheet}/hand", action="/hand"), fields

    return case


def call_of(start: Callable[[Phone], str], call: str) -> Case:
    def case(phone: Phone) -> Sent:
        sheet = start(phone)
        return sheet, phone.form(f"{sheet}/auction", action="/auction"), {"call": call}

    return case


def last_silence(phone: Phone) -> Sent:
    sheet = phone.start()
    phone.say(sheet, *["no proposal"] * 4)
    return sheet, phone.form(f"{sheet}/auction", action="/auction"), {"call": "no proposal"}


def flag(phone: Phone) -> Sent:
    sheet = phone.start()
    for hand in DOUBLED:
        phone.record(sheet, hand)
    form = phone.form(sheet, action="/dismiss")
    return sheet, form, dict(form.buttons)


def new_sheet(phone: Phone) -> Sent:
    return "", phone.form("/new/offender"), {"player": PLAYERS, "action": "start"}


def file(phone: Phone) -> Sent:
    sheet = evening.four_hands(phone)
    text = phone.get(f"{sheet}/sheet.json").text
    looked = phone.send("/import", phone.form("/import"), {"text": text})
    return "", evening.form_of(looked, ""), {"action": "bring"}


SPADES_HAND = test_spades.hand("3 4 2 3", 7)
OH_HELL_HAND = test_oh_hell.fields(test_oh_hell.BIDS, test_oh_hell.MISSED)
SHORT = partial(test_oh_hell.start, players=3, hand_sizes="2, 1")

WRITE: dict[str, tuple[Case, ...]] = {
    "new_sheet.new": (new_sheet,),
    "bring_in.bring": (file,),
    "hands.record": (
        hand_of(Phone.start, tapped()),
        hand_of(Phone.start, {"nobody_bid": "1"}),
        hand_of(test_oh_hell.start, OH_HELL_HAND),
        hand_of(SHORT, test_oh_hell.fields((1, 0, 2), {0: 0})),
        hand_of(test_plain.start, test_plain.typed("10", "0", "0")),
        hand_of(test_spades.started, SPADES_HAND),
        hand_of(test_ten_bridge.started, test_ten_bridge.tapped()),
        hand_of(test_reverse_bridge.started, test_reverse_bridge.tapped()),
        hand_of(test_pirate_bridge.start, test_pirate_bridge.SPADES),
    ),
    "hands.amend": (on_the_sheet("/hand/3", "/hand/3", {"tricks": "7", "reason": "misheard"}),),
    "hands.strike": (on_the_sheet("/hand/3", "/strike"),),
    "auction.call": (call_of(Phone.start, "5C"), last_silence),
    "sheets.undo": (on_the_sheet("", "/undo"), on_the_sheet("/history", "/undo", {"to": "3"})),
    "sheets.redo": (on_the_sheet("", "/redo", {}, "undo"),),
    "sheets.finish": (on_the_sheet("", "/finish"),),
    "sheets.reopen": (on_the_sheet("", "/reopen", {}, "finish"),),
    "seats.save": (
        on_the_sheet("/seats", "/seats", {"player": SEATED_ANEW}),
        on_the_sheet("/seats?from=3", "/seats", {"player": SEATED_ANEW}),
    ),
    "house_rules.save": (on_the_sheet("/house-rules", "/house-rules", {"option-tricks": "9"}),),
    "names.save": (on_the_sheet("/names", "/names", {"name": ("Ann", *PLAYERS[1:])}),),
    "names.entitle": (on_the_sheet("/names", "/title", {"title": "Friday"}),),
    "disputes.dispute": (on_the_sheet("", "/hand/3/dispute"),),
    "disputes.state": (in_dispute("", "/statement", {"player": "Betty", "words": "I counted five."}),),
    "disputes.version": (in_dispute("/version", "/version", {"player": "Betty", "tricks": "5"}),),
    "disputes.settle": (in_dispute("", "/settle", {"outcome": "upheld", "agreed": ["Betty"]}),),
    "agreement.agree": (on_the_sheet("", "/hand/3/agree", {"player": "Betty"}),),
    "agreement.sign": (on_the_sheet("/agreement", "/sign", {"player": "Betty"}),),
    "agreement.dismiss": (flag,),
}
"""For every route that writes entries, forms that do."""

WRITE_NO_ENTRY = {
    *("hands.preview", "seats.preview", "house_rules.preview", "names.preview"),
    *("paper.check_typed", "paper.check_sheet", "history.name_phone"),
    *("home.hide", "home.unhide", "links.new_link", "links.revoke"),
}
CASES = [pytest.param(case, id=f"{route} {number}") for route in WRITE for number, case in enumerate(WRITE[route])]


def entries(app: Flask) -> int:
    """How many entries all sheets have together."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(EntryRecord)) or 0


def press(phone: Phone, sheet: str, button: str) -> None:
    """A button of the sheet, where it has that one; what was just said, and its way back, have been read."""
    phone.get(sheet)
    for form in phone.read(sheet).forms:
        if form.sends and form.action == f"{sheet}/{button}":
            phone.send("", form)
            return


def others(phone: Phone, sheet: str) -> None:
    """What else happens at a table: another seating, a title, the end."""
    press(phone, sheet, "redo")
    press(phone, sheet, "reopen")
    evening.seat(phone, sheet, list(reversed(phone.get(f"{sheet}/sheet.json").get_json()["players"])))
    evening.entitle(phone, sheet, title="Later")
    press(phone, sheet, "finish")


def is_known_when_edited(app: Flask, phone: Phone, sent: Sent) -> None:
    """What a phone sends again, edited, because it never heard that it was taken."""
    known = entries(app)
    _, form, fields = sent
    edited = phone.send("", form, {**fields, "edited": "1"})
    assert edited.status_code == 303
    told = words(phone.get(edited.headers["Location"], follow_redirects=True))
    assert "already, as you first sent it" in told
    assert entries(app) == known


def is_answered_again(app: Flask, phone: Phone, sent: Sent, location: str) -> None:
    """A repeated request leads where the first did, and writes nothing."""
    known = entries(app)
    again = phone.send("", *sent[1:])
    assert again.status_code == 303, words(again)
    assert urlsplit(again.headers["Location"]).path == urlsplit(location).path
    assert entries(app) == known


def test_every_route_that_takes_a_form_is_known_to_write_entries_or_not(app: Flask) -> None:
    found = {rule.endpoint for rule in rules(app, "POST")}
    assert found == WRITE.keys() | WRITE_NO_ENTRY


@pytest.mark.parametrize("case", CASES)
def test_what_is_repeated_at_once_or_after_other_acts_is_answered_as_taken(
    app: Flask, phone: Phone, case: Case
) -> None:
    sent = sheet, form, _ = case(phone)
    form.action = form.action or "/import"
    known = entries(app)
    first = phone.send("", *sent[1:])
    assert first.status_code == 303, words(first)
    assert entries(app) > known
    location = first.headers["Location"]
    sheet = sheet or urlsplit(location).path.removesuffix("/hand")
    is_answered_again(app, phone, sent, location)
    is_known_when_edited(app, phone, sent)
    press(phone, sheet, "undo")
    is_answered_again(app, phone, sent, location)
    others(phone, sheet)
    is_answered_again(app, phone, sent, location)
    is_known_when_edited(app, phone, sent)


def test_a_sheet_brought_up_to_date_twice_is_answered_as_the_first_time(app: Flask, phone: Phone) -> None:
    sheet, other = evening.four_hands(phone), Phone(app)

    def looked_at(by: Phone, at: Phone, path: str) -> Form:
        text = at.get(f"{path}/sheet-with-history.json").text
        return evening.form_of(by.send("/import", by.form("/import"), {"text": text}), "")

    copied = other.send("/import", looked_at(other, phone, sheet), {"action": "bring"})
    copy = urlsplit(copied.headers["Location"]).path
    assert other.record(copy).status_code == 303
    sent = sheet, looked_at(phone, other, copy), {"action": "bring"}
    sent[1].action = "/import"
    first = phone.send("", *sent[1:])
    assert first.headers["Location"] == sheet
    assert phone.version(sheet) == "6"
    is_answered_again(app, phone, sent, sheet)
    others(phone, sheet)
    is_answered_again(app, phone, sent, sheet)


def test_a_view_never_sees_a_request_that_was_taken(app: Flask, phone: Phone) -> None:
    seen: list[str] = []
    view = app.view_functions["hands.record"]

    def counted(**values: str) -> ResponseReturnValue:
        seen.append(values["sheet_id"])
        return app.ensure_sync(view)(**values)

    app.view_functions["hands.record"] = counted
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert {phone.send("", form, tapped()).status_code for _ in range(3)} == {303}
    assert len(seen) == 1


def test_of_two_equal_requests_at_the_same_moment_both_are_answered_as_taken(app: Flask, phone: Phone) -> None:
    view = app.view_functions["hands.record"]
    sheet = SHORT(phone)
    form = phone.form(f"{sheet}/hand", action="/hand")
    fields = test_oh_hell.fields((1, 0, 2), {0: 0})
    twin = Phone(app)
    for name in ("device", "scorer"):
        cookie = phone.client.get_cookie(name)
        assert cookie
        twin.client.set_cookie(name, cookie.value)
    answers: list[int] = []

    def overtaken(**values: str) -> ResponseReturnValue:
        """The twin arrives once the first has been looked up, and is taken before it."""
        app.view_functions["hands.record"] = view
        answers.append(twin.send("", form, fields).status_code)
        return app.ensure_sync(view)(**values)

    app.view_functions["hands.record"] = overtaken
    assert phone.send("", form, fields).status_code == 303
    assert answers == [303]
    assert phone.version(sheet) == "2"


def test_an_edited_hand_that_had_been_taken_is_there_to_amend_and_stays_one(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, tapped()).status_code == 303
    edited = phone.send("", form, {**tapped(), "tricks": "9", "edited": "1"})
    assert (edited.status_code, edited.headers["Location"]) == (303, f"{sheet}/hand/2")
    told = words(phone.get(edited.headers["Location"]))
    assert "This was taken already, as you first sent it. Recorded: hand 1, Amber and Cindy 6♥" in told
    assert [hand["tricks"] for hand in evening.hands(phone, sheet)] == [7]


def test_an_edited_hand_that_was_never_taken_is_recorded(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, {**tapped(), "tricks": "99"}).status_code == 422
    assert phone.send("", form, {**tapped(), "edited": "1"}).status_code == 303
    assert [hand["tricks"] for hand in evening.hands(phone, sheet)] == [7]
