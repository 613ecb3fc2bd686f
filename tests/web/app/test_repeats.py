"""A bad network repeats a request: each route that writes answers as the first time, and writes nothing twice."""

import base64
import json
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select

from scorer.store import people
from scorer.store.models import EntryRecord, db
from scorer.web import repeats
from scorer.web.app import access

from .. import evening
from ..evening import four_hands, joined
from ..every_page import rules
from ..games import test_oh_hell
from ..phone import PLAYERS, TABLE_GAMES, Form, Phone, read, tapped, words
from ..writing import SHORT, WRITE, WRITE_NO_ENTRY, Case, Fields, Sent

CASES = [
    pytest.param(route, case, id=f"{route} {number}")
    for route in WRITE
    for number, case in enumerate(WRITE[route])
]


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


def test_every_route_is_known_to_write_entries_or_not_and_what_else_it_can_say(app: Flask) -> None:
    found = {rule.endpoint for rule in rules(app, "POST")}
    assert found == WRITE.keys() | WRITE_NO_ENTRY
    assert {*OTHERWISE, *NOTHING_ELSE, "imports.save", *repeats.SHARE_A_FORM.values()} == {*WRITE}
    assert {*WRITE} - {"new_sheet.new", "imports.save", *repeats.SHARE_A_FORM.values()} == repeats.COMMANDS


def is_refused_otherwise(app: Flask, phone: Phone, route: str, sent: Sent) -> None:
    """The same key with something else is no repetition, and is told so with what was entered."""
    known = entries(app)
    _, form, fields = sent
    refused = phone.send("", form, {**fields, **OTHERWISE[route]})
    assert refused.status_code == 409, words(refused)
    assert "says something else, and was not taken" in words(refused)
    assert entries(app) == known
    kept = [form for form in read(refused).forms if form.writes]
    assert bool(kept) == (route != "auction.call")
    for name, value in OTHERWISE[route].items() if kept else ():
        assert (name, value if isinstance(value, str) else value[-1]) in kept[0].fields


@pytest.mark.parametrize(("route", "case"), CASES)
def test_what_is_repeated_is_answered_as_taken(app: Flask, phone: Phone, route: str, case: Case) -> None:
    sent = sheet, form, _ = case(phone)
    form.action = form.action or "/import"
    known = entries(app)
    first = phone.send("", *sent[1:])
    assert first.status_code == 303, words(first)
    assert entries(app) > known
    location = first.headers["Location"]
    sheet = sheet or urlsplit(location).path.removesuffix("/hand")
    if route in OTHERWISE:
        is_refused_otherwise(app, phone, route, sent)
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

    copied = other.send("/import", looked_at(other, phone, sheet), {"action": "import"})
    copy = urlsplit(copied.headers["Location"]).path
    assert other.record(copy).status_code == 303
    sent = sheet, looked_at(phone, other, copy), {"action": "import"}
    sent[1].action = "/import"
    first = phone.send("", *sent[1:])
    assert first.headers["Location"] == sheet
    assert phone.version(sheet) == "6"
    is_answered_again(app, phone, sent, sheet)
    others(phone, sheet)
    is_answered_again(app, phone, sent, sheet)


ENDS: dict[str, Callable[[Phone, Phone, str], object]] = {
    "removed": lambda phone, other, sheet: other.change(sheet, "A guest", "remove", link="1"),
    "watches": lambda phone, other, sheet: other.change(sheet, "A guest", "role", role="view"),
    "left": lambda phone, other, sheet: phone.send("", leaving(phone, sheet)),
    "deleted": lambda phone, other, sheet: phone.send("", phone.form(f"{sheet}/delete", action="/delete")),
    "taken over": lambda phone, other, sheet: people.remove_all(sheet.rpartition("/")[2], "Whoever runs Scorer"),
}
"""How a phone comes to score a sheet no more."""


def leaving(phone: Phone, sheet: str) -> Form:
    form = phone.form(f"{sheet}/who", action="/who")
    form.action = f"{sheet}/leave"
    return form


@pytest.mark.parametrize("end", ENDS)
def test_an_import_that_is_repeated_changes_no_right(app: Flask, phone: Phone, end: str) -> None:
    _, form, fields = WRITE["imports.save"][0](phone)
    form.action = "/import"
    location = phone.send("", form, fields).headers["Location"]
    sheet = urlsplit(location).path
    other = evening.joined(app, phone, sheet, "score")
    with app.app_context():
        ENDS[end](phone, other, sheet)
    status = {"watches": 403, "deleted": 410}.get(end, 404)
    for changed in (fields, {**fields, "kept": base64.b64encode(b"{}").decode()}):
        assert phone.get(f"{sheet}/hand").status_code == status
        again = phone.send("", form, changed)
        if changed == fields:
            assert (again.status_code, again.headers["Location"]) == (303, location)
    assert phone.get(f"{sheet}/hand").status_code == status


OTHERWISE: dict[str, Fields] = {
    "new_sheet.new": {"title": "Saturday"},
    "hands.record": {"note": "conceded"},
    "hands.amend": {"note": "conceded"},
    "hands.strike": {"reason": "misheard"},
    "auction.call": {"call": "5D"},
    "sheets.undo": {"to": "2"},
    "seats.save": {"player": (*PLAYERS[1:], PLAYERS[0])},
    "house_rules.save": {"option-tricks": "8"},
    "names.save": {"name": ("Anne", *PLAYERS[1:])},
    "names.entitle": {"title": "Saturday"},
    "adjust.save": {"points-1": "-30"},
    "disputes.version": {"tricks": "4"},
    "disputes.settle": {"reason": "ruling"},
    "disputes.compare": {"player": "Cindy"},
    "names.choose_looks": {"color-0": "8"},
    "hands.deal": {"deal": "1:5"},
}
"""What somebody may say instead, going back to a form that was sent."""
NOTHING_ELSE = {"sheets.redo", "sheets.finish", "sheets.reopen", "adjust.strike"}
"""Commands that say nothing but what they are."""


@pytest.mark.parametrize("route", sorted(NOTHING_ELSE))
def test_the_key_of_one_command_is_none_for_another(app: Flask, phone: Phone, route: str) -> None:
    sheet, form, fields = WRITE[route][0](phone)
    assert phone.send("", form, fields).status_code == 303
    known = entries(app)
    form.action = f"{sheet}/names/title"
    assert phone.send("", form, {"title": "Saturday", "date": "2026-03-13"}).status_code == 409
    assert entries(app) == known


def test_a_used_key_sent_to_a_page_that_takes_no_form_is_told_so(phone: Phone) -> None:
    form = phone.form("/new/offender")
    started = phone.send("", form, {"player": PLAYERS, "action": "start"})
    form.action = started.headers["Location"].replace("/hand", "/agreement")
    assert phone.send("", form).status_code == 405


def test_a_hand_sent_again_with_something_else_amends_it_with_what_was_entered(phone: Phone, fresh: str) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    assert phone.send("", form, tapped()).status_code == 303
    refused = phone.send("", form, {**tapped(), "tricks": "9"})
    assert (refused.status_code, evening.hands(phone, fresh)[0]["tricks"]) == (409, 7)
    shown = phone.send("", evening.form_of(refused, "/hand/2"), {"look": "1"})
    assert shown.status_code == 200
    assert phone.send("", evening.form_of(shown, "/hand/2")).status_code == 303
    assert [hand["tricks"] for hand in evening.hands(phone, fresh)] == [9]


def test_points_with_a_fraction_are_compared_too(phone: Phone) -> None:
    sheet = evening.four_hands(phone)
    form = phone.form(f"{sheet}/adjust", action="/adjust")
    answers = [
        phone.send("", form, {"points-1": points, "note": "revoke"}) for points in ("-0.5", "-0.50", "-1.5")
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 409]


def test_another_file_under_the_key_of_an_import_is_told_so_and_can_be_imported(app: Flask, phone: Phone) -> None:
    _, form, fields = WRITE["imports.save"][0](phone)
    form.action = "/import"
    kept = json.loads(base64.b64decode(dict(form.fields)["kept"]))
    other = base64.b64encode(json.dumps({**kept, "title": "Saturday"}).encode()).decode()
    assert phone.send("", form, fields).status_code == 303
    known = entries(app)
    refused = phone.send("", form, {**fields, "kept": other})
    assert (refused.status_code, entries(app)) == (409, known)
    assert phone.send("", read(refused).forms[0]).status_code == 303
    assert entries(app) > known


def test_what_is_repeated_is_compared_on_the_sheet_as_it_was_and_writes_nothing(app: Flask, phone: Phone) -> None:
    seen: list[int] = []
    view = app.view_functions["hands.record"]

    def watched(**values: str) -> ResponseReturnValue:
        seen.append(access.snapshot_to_view(values["sheet_id"]).version)
        return app.ensure_sync(view)(**values)

    app.view_functions["hands.record"] = watched
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert {phone.send("", form, tapped()).status_code for _ in range(3)} == {303}
    assert seen == [1, 1, 1]
    assert phone.version(sheet) == "2"


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


def test_an_edited_hand_is_recorded_once_and_is_there_to_amend_where_it_had_been_taken(
    phone: Phone, fresh: str
) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    assert phone.send("", form, {**tapped(), "tricks": "99"}).status_code == 422
    assert phone.send("", form, {**tapped(), "edited": "1"}).status_code == 303
    edited = phone.send("", form, {**tapped(), "tricks": "9", "edited": "1"})
    assert (edited.status_code, edited.headers["Location"]) == (303, f"{fresh}/hand/2")
    told = words(phone.get(edited.headers["Location"]))
    assert "This was taken already, as you first sent it. Recorded: hand 1, Amber and Cindy 6♥" in told
    assert [hand["tricks"] for hand in evening.hands(phone, fresh)] == [7]


def test_the_undo_offered_on_another_page_takes_back_what_it_names(phone: Phone, fresh: str) -> None:
    # The hand was recorded, its answer was lost; the phone opens its home page next.
    phone.record(fresh)
    home = phone.get("/")
    assert "Hand 1 saved" in words(home)
    phone.send("/", evening.form_of(home, "/undo"))
    assert evening.hands(phone, fresh) == []


def undo_what_is_offered(phone: Phone, sheet: str) -> str:
    """What the page says, each undo of which is pressed but the header's own, the first."""
    answer = phone.get(sheet)
    _, *offered = [form for form in read(answer).forms if "/undo" in form.action]
    for form in offered:
        phone.send("", form)
    return words(answer)


def test_the_undo_of_my_hand_does_not_take_back_what_another_phone_wrote_since(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = joined(app, phone, sheet)
    phone.record(sheet, TABLE_GAMES[0])
    other.record(sheet, TABLE_GAMES[1])
    # Only now the answer to the first phone arrives, with its undo.
    assert "Hand 1 saved" in undo_what_is_offered(phone, sheet)
    assert "7S" in [hand["contract"] for hand in evening.hands(phone, sheet)]


def test_the_undo_of_a_repeated_answer_does_not_take_back_a_later_act(phone: Phone, fresh: str) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    assert phone.send("", form, tapped()).status_code == 303
    phone.record(fresh, TABLE_GAMES[1])
    phone.get(fresh)
    phone.send("", form, tapped())
    undo_what_is_offered(phone, fresh)
    assert "7S" in [hand["contract"] for hand in evening.hands(phone, fresh)]


def test_the_last_silence_repeated_after_another_hand_speaks_of_its_own_hand(phone: Phone, fresh: str) -> None:
    phone.say(fresh, *["no proposal"] * 4)
    form = phone.form(f"{fresh}/auction", action="/auction")
    phone.send("", form, {"call": "no proposal"})
    phone.record(fresh, TABLE_GAMES[0])
    phone.get(fresh)
    phone.send("", form, {"call": "no proposal"})
    assert "Hand 2 is abandoned" not in words(phone.get(fresh))


def test_a_button_beside_finish_in_the_menu_does_its_own_under_the_key_that_finish_used(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet, action="/finish")
    assert phone.send("", form).location.endswith("/end")
    form.action = f"{sheet}/hand/3/dispute"
    assert "/dispute/" in phone.send("", form).location
