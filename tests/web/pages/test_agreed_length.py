"""The agreed length of an evening on the pages: chosen, told when it is the last hand, taken away."""

from datetime import UTC, datetime, timedelta

import pytest

from scorer.web.app import display

from ..evening import form_of, press
from ..phone import TABLE_GAMES, Phone, words

LAST = "This is the last hand of the agreed length, 2 hands."
OVER = "The agreed 90 minutes are over: this is the last hand."


def test_the_sheet_and_the_entry_page_say_which_hand_is_the_last_and_then_the_sheet_ends(phone: Phone) -> None:
    sheet = phone.start(**{"option-length": "2 hands"})
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"length": {"hands": 2}}
    assert "House rules Agreed length: 2 hands." in words(phone.get(sheet))
    pages = (sheet, f"{sheet}/hand", f"{sheet}/auction")
    assert [LAST in words(phone.get(page)) for page in pages] == [False] * 3
    phone.record(sheet)
    assert [LAST in words(phone.get(page)) for page in pages] == [True] * 3
    phone.record(sheet, TABLE_GAMES[1])
    shown = words(phone.get(sheet))
    assert "The game is over. A wrong hand can still be changed." in shown
    assert LAST not in shown
    press(phone, sheet, "undo")
    assert LAST in words(phone.get(sheet))


def test_by_the_clock_the_time_counts_from_the_start_of_the_sheet(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = phone.start(**{"option-length": "90 min"})
    assert OVER not in words(phone.get(sheet))
    later = datetime.now(UTC) + timedelta(minutes=91)
    monkeypatch.setattr(display, "now", lambda: later)
    assert OVER in words(phone.get(sheet))
    assert OVER in words(phone.get(f"{sheet}/hand"))
    assert phone.record(sheet).status_code == 303


def test_what_is_no_length_is_refused_at_its_field_and_kept(phone: Phone) -> None:
    sheet = phone.start()
    path = f"{sheet}/house-rules"
    refused = phone.send("", phone.form(path, action=path), {"option-length": "all night"})
    assert refused.status_code == 422
    assert "“Agreed length” is 1 to 1000 hands or 1 to 1440 minutes." in words(refused)
    assert form_of(refused, "/house-rules").chosen()["option-length"] == "all night"


def test_it_is_changed_in_mid_sheet_and_the_history_says_so(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    path = f"{sheet}/house-rules"
    phone.send("", phone.form(path, action=path), {"option-length": "2 hands"})
    assert LAST in words(phone.get(sheet))
    assert "agreed length 2 hands" in words(phone.get(f"{sheet}/history"))
    phone.send("", phone.form(path, action=path), {"option-length": ""})
    assert LAST not in words(phone.get(sheet))
    assert "agreed length as long as you like" in words(phone.get(f"{sheet}/history"))


def test_every_export_comes_back_with_it(phone: Phone) -> None:
    sheet = phone.start(**{"option-length": "2 hands"})
    phone.record(sheet)
    assert "length,2 hands" in phone.get(f"{sheet}/sheet.csv").text
