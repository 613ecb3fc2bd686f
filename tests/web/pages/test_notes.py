"""A note beside a hand: entered with it, shown wherever it is, amended, undone, in every export."""

import json
from urllib.parse import urlsplit

import pytest

from ..evening import amend, csv_cells, form_of, hands, told
from ..games import test_oh_hell, test_pirate_bridge, test_plain, test_reverse_bridge, test_spades, test_ten_bridge
from ..phone import Phone, tapped, words
from ..writing import OH_HELL_HAND, SPADES_HAND

CLAIMED = {"note": "claimed"}
FIRST_HANDS = {
    "offender": (Phone.start, tapped()),
    "pirate-bridge": (test_pirate_bridge.start, test_pirate_bridge.SPADES),
    "spades": (test_spades.started, SPADES_HAND),
    "oh-hell": (test_oh_hell.start, OH_HELL_HAND),
    "ten-bridge": (test_ten_bridge.started, test_ten_bridge.tapped()),
    "reverse-bridge": (test_reverse_bridge.started, test_reverse_bridge.tapped()),
    "plain": (test_plain.start, test_plain.typed("10", "0", "0")),
}


def notes(phone: Phone, sheet: str) -> list[object]:
    return [hand.get("note") for hand in hands(phone, sheet)]


@pytest.mark.parametrize("game", FIRST_HANDS)
def test_a_note_is_tapped_beside_a_hand_of_every_game_and_stands_wherever_the_hand_does(
    phone: Phone, game: str
) -> None:
    start, fields = FIRST_HANDS[game]
    sheet = start(phone)
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send(f"{sheet}/hand", form, {**fields, **CLAIMED}).status_code == 303
    assert notes(phone, sheet) == ["claimed"]
    assert "Note: claimed" in words(phone.get(sheet))
    assert "(claimed)" in told(phone.get(f"{sheet}/history"))[0]
    assert "Noted: “claimed”." in words(phone.get(f"{sheet}/why/points/2?column=0"))
    assert any("claimed" in line for line in csv_cells(phone, sheet))


def test_words_of_ones_own_stand_behind_a_note_or_alone(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, note="conceded", note_words="after the sixth trick")
    phone.record(sheet, note_words="played in the garden")
    phone.record(sheet)
    assert notes(phone, sheet) == ["conceded, after the sixth trick", "played in the garden", None]


def test_a_hand_that_nobody_bid_may_have_a_note(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/hand", action="/hand")
    phone.send(f"{sheet}/hand", form, {"nobody_bid": "1", "note": "bid out of turn, let stand"})
    assert hands(phone, sheet) == [{"dealer": "Ellie", "contract": None, "note": "bid out of turn, let stand"}]


def test_a_hand_that_was_bid_call_by_call_gets_its_note_with_its_tricks(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet)
    path = f"{sheet}/auction"
    assert phone.send(path, phone.form(path, action="/hand"), {"tricks": "7", **CLAIMED}).status_code == 303
    assert notes(phone, sheet) == ["claimed"]


def test_a_note_is_amended_taken_away_and_brought_back_by_undo(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, **CLAIMED, note_words="at once")
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    assert ("note", "claimed") in form.fields
    assert ("note_words", "at once") in form.fields
    amend(phone, sheet, 2, note="conceded", note_words="")
    assert notes(phone, sheet) == ["conceded"]
    assert "was: Amber and Cindy 6♥︎ hearts, took 7 (claimed, at once)" in words(phone.get(f"{sheet}/history"))
    amend(phone, sheet, 2, note="", note_words="")
    assert notes(phone, sheet) == [None]
    phone.undo(sheet)
    assert notes(phone, sheet) == ["conceded"]


def test_an_amendment_of_the_tricks_leaves_the_note(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet, **CLAIMED)
    amend(phone, sheet, 2, tricks="8")
    assert notes(phone, sheet) == ["claimed"]
    assert hands(phone, sheet)[0]["tricks"] == 8


def test_a_request_without_the_fields_of_a_note_leaves_the_note(phone: Phone) -> None:
    """As one that waited in a phone since before there were any."""
    sheet = phone.start()
    phone.record(sheet, **CLAIMED)
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    form.fields = [(name, value) for name, value in form.fields if not name.startswith("note")]
    assert phone.send(f"{sheet}/hand/2", form, {"tricks": "8"}).status_code == 303
    assert notes(phone, sheet) == ["claimed"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"note": "sung"}, "Tap one of these notes, or write another."),
        ({"note_words": "x" * 201}, "A note has at most 200 characters."),
        ({"note_words": "two\nlines"}, "A note is written in one line of ordinary characters."),
    ],
)
def test_what_is_no_note_is_said_at_the_note_and_loses_nothing(
    phone: Phone, fields: dict[str, str], why: str
) -> None:
    sheet = phone.start()
    answer = phone.record(sheet, **fields)
    assert answer.status_code == 422
    assert why in words(answer)
    assert "checked" in answer.text.partition('id="tricks-7"')[2].partition(">")[0]
    assert hands(phone, sheet) == []


def test_a_long_note_of_a_file_stays_when_its_hand_is_amended(phone: Phone) -> None:
    long = "one\n" + "two " * 60 + "three"
    first = phone.start()
    phone.record(first)
    file = phone.get(f"{first}/sheet.json").get_json()
    file["hands"][0]["note"] = long
    looked = phone.send("/import", phone.form("/import"), {"text": json.dumps(file)})
    brought = phone.send("/import", form_of(looked, ""), {"action": "import"})
    sheet = urlsplit(brought.location).path
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    assert phone.send(f"{sheet}/hand/2", form, {"tricks": "8"}).status_code == 303
    assert (hands(phone, sheet)[0]["tricks"], notes(phone, sheet)) == (8, [long])
