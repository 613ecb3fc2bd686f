"""A bad network repeats a request: it is answered as the first time, and nothing is written twice."""

from flask import Flask
from werkzeug.test import TestResponse

from ..evening import four_hands
from ..phone import TABLE_GAMES, Form, Phone, read, tapped, words

HAND = tapped()


def twice(phone: Phone, form: Form, sheet: str, **fields: str) -> None:
    """Send a form and its repetition; both are answered alike, the second writes nothing."""
    first = phone.send("", form, fields)
    version = phone.version(sheet)
    again = phone.send("", form, fields)
    assert first.status_code == 303
    assert (again.status_code, again.headers.get("Location")) == (303, first.headers["Location"]), words(again)
    assert phone.version(sheet) == version


def recorded(phone: Phone, sheet: str) -> Form:
    """The form by which a hand was recorded."""
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send("", form, HAND).status_code == 303
    return form


def is_answered_as_before(phone: Phone, sheet: str, again: TestResponse, version: str, to: str = "/hand") -> None:
    assert again.status_code == 303, words(again)
    assert again.headers["Location"] == f"{sheet}{to}"
    assert phone.version(sheet) == version


def test_a_start_that_is_repeated_starts_one_sheet(phone: Phone) -> None:
    form = phone.form("/new/offender")
    phone.start()
    fields = {"player": ["Amber", "Betty", "Cindy"], "action": "start"}
    first = phone.send("/new/offender", form, fields)
    again = phone.send("/new/offender", form, fields)
    assert again.headers["Location"] == first.headers["Location"]
    assert len({link.split("/")[2] for link in phone.read("/").links if link.startswith("/sheets/")}) == 2


def test_a_hand_that_is_repeated_is_recorded_once(phone: Phone) -> None:
    sheet = phone.start()
    twice(phone, phone.form(f"{sheet}/hand", action="/hand"), sheet, **HAND)


def test_an_abandoned_hand_that_is_repeated_is_recorded_once(phone: Phone) -> None:
    sheet = phone.start()
    twice(phone, phone.form(f"{sheet}/hand", action="/hand"), sheet, nobody_bid="1")


def test_a_hand_repeated_after_another_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    form = recorded(phone, sheet)
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    is_answered_as_before(phone, sheet, phone.send("", form, HAND), "3")
    assert "Recorded: hand 2" not in words(phone.get(sheet))


def test_a_hand_repeated_after_its_undo_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    form = recorded(phone, sheet)
    phone.undo(sheet)
    is_answered_as_before(phone, sheet, phone.send("", form, HAND), "3")
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"] == []


def test_a_hand_repeated_after_a_call_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    form = recorded(phone, sheet)
    phone.say(sheet, "5C")
    is_answered_as_before(phone, sheet, phone.send("", form, HAND), "3")


def test_a_hand_repeated_after_its_amendment_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    form = recorded(phone, sheet)
    path = f"{sheet}/hand/2"
    phone.send(path, phone.form(path, action="/hand/2"), {"tricks": "9"})
    is_answered_as_before(phone, sheet, phone.send("", form, HAND), "3")
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["tricks"] == 9


def test_an_amendment_that_is_repeated_is_made_once(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    twice(phone, phone.form(f"{sheet}/hand/2", action="/hand/2"), sheet, tricks="9")


def test_a_strike_that_is_repeated_is_made_once(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    twice(phone, phone.form(f"{sheet}/hand/2", action="/strike"), sheet)


def test_a_call_that_is_repeated_is_spoken_once(phone: Phone) -> None:
    sheet = phone.start()
    twice(phone, phone.form(f"{sheet}/auction", action="/auction"), sheet, call="5C")
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["calls"] == ["Amber: 5C"]


def test_an_undo_that_is_repeated_takes_back_one_act_and_names_it(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    form = phone.form(sheet, action="/undo")
    twice(phone, form, sheet)
    assert len(phone.get(f"{sheet}/sheet.json").get_json()["hands"]) == 1
    said = words(phone.get(sheet))
    assert "Undone: hand 1" not in said


def test_the_undo_offered_on_another_page_takes_back_what_it_names(phone: Phone) -> None:
    # The hand was recorded, its answer was lost; the phone opens its home page next.
    sheet = phone.start()
    phone.record(sheet)
    home = phone.get("/")
    assert "Recorded: hand 1" in words(home)
    phone.send("/", next(form for form in read(home).forms if form.action.endswith("/undo")))
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"] == []


def test_the_undo_of_my_hand_does_not_take_back_what_another_phone_wrote_since(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    other = Phone(app)
    other.get(phone.share(sheet, "score"))
    phone.record(sheet, TABLE_GAMES[0])
    other.record(sheet, TABLE_GAMES[1])
    # Only now the answer to the first phone arrives: "Recorded: hand 1", with its undo.
    answer = phone.get(sheet)
    assert "Recorded: hand 1, Amber" in words(answer)
    # The header's own undo stands before it on the page.
    _, *offered = [form for form in read(answer).forms if form.action.endswith("/undo")]
    for form in offered:
        phone.send("", form)
    kept = [hand["contract"] for hand in phone.get(f"{sheet}/sheet.json").get_json()["hands"]]
    assert "7S" in kept


def test_the_undo_of_a_repeated_answer_does_not_take_back_a_later_act(phone: Phone) -> None:
    sheet = phone.start()
    form = recorded(phone, sheet)
    phone.record(sheet, TABLE_GAMES[1])
    phone.get(sheet)
    phone.send("", form, HAND)
    # The header's own undo, of the second hand, stands before it on the page.
    _, *offered = [form for form in read(phone.get(sheet)).forms if form.action.endswith("/undo")]
    for undo in offered:
        phone.send("", undo)
    kept = [hand["contract"] for hand in phone.get(f"{sheet}/sheet.json").get_json()["hands"]]
    assert "7S" in kept


def test_the_last_silence_repeated_after_it_was_taken_back_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, *["no proposal"] * 4)
    form = phone.form(f"{sheet}/auction", action="/auction")
    first = phone.send("", form, {"call": "no proposal"})
    phone.undo(sheet)
    again = phone.send("", form, {"call": "no proposal"})
    assert (again.status_code, again.headers.get("Location")) == (303, first.headers["Location"]), words(again)
    assert phone.version(sheet) == "7"


def test_the_last_silence_repeated_after_another_hand_speaks_of_its_own_hand(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, *["no proposal"] * 4)
    form = phone.form(f"{sheet}/auction", action="/auction")
    phone.send("", form, {"call": "no proposal"})
    phone.record(sheet, TABLE_GAMES[0])
    phone.get(sheet)
    phone.send("", form, {"call": "no proposal"})
    assert "Hand 2 is abandoned" not in words(phone.get(sheet))


def test_an_amendment_repeated_after_the_hand_was_struck_is_answered_as_before(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    path = f"{sheet}/hand/2"
    form = phone.form(path, action="/hand/2")
    phone.send("", form, {"tricks": "9"})
    phone.send("", phone.form(path, action="/strike"))
    is_answered_as_before(phone, sheet, phone.send("", form, {"tricks": "9"}), "4", "")


def test_a_button_beside_finish_in_the_menu_does_its_own_under_the_key_that_finish_used(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet, action="/finish")
    assert phone.send("", form).location.endswith("/end")
    form.action = f"{sheet}/hand/3/dispute"
    assert "/dispute/" in phone.send("", form).location
