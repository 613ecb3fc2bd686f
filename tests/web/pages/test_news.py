"""What a page of the sheet asks for while it is open: what is new, older hands, the reasons of a hand."""

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorer.store.database import now

from ..evening import FIFTH, adjust, amend, four_hands, joined, press, strike, text_of
from ..phone import TABLE_GAMES, Phone, words

MOST_BYTES = 20_000
"""What may come after a recorded hand."""


def address_in(page: str) -> str:
    """Where a page of the sheet asks what is new."""
    found = re.search(r'data-news="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def rows_in(answer: str) -> list[str]:
    return re.findall(r'<tbody class="hand[^"]*" id="([^"]+)"', answer)


def put_in(answer: str) -> set[str]:
    """The ids of the parts that take the place of those on the page."""
    return {
        re.search(r'id="([^"]+)"', tag)[1]  # pyright: ignore[reportOptionalSubscript]
        for tag in re.findall(r"<\w+[^>]* hx-swap-oob=\"(?:true|innerHTML)\"[^>]*>", answer)
    }


def test_a_recorded_hand_comes_as_one_row_with_the_new_totals(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet, "view")
    address = address_in(other.get(sheet).text)
    assert other.get(address).status_code == 204
    phone.record(sheet, FIFTH)
    answer = other.get(address)
    assert rows_in(answer.text) == ["hand-5"]
    parts = {"bar", "said", "heard", "notices", "standings", "curve", "coming", "ending", "foot"}
    assert parts == put_in(answer.text)
    assert "Hand 5: Amber and Betty 5♥, took 5." in words(answer)
    assert "<b>162</b>" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert other.get(address_in(answer.text)).status_code == 204


def test_hands_that_arrive_at_once_come_each_in_its_row_the_latest_first(phone: Phone) -> None:
    sheet = four_hands(phone)
    address = address_in(phone.get(sheet).text)
    for _ in range(20):
        phone.record(sheet, FIFTH)
    # Twenty hands still go into the table row by row; with one more the page gets a new table.
    answer = phone.get(address).text
    assert rows_in(answer) == [f"hand-{number}" for number in range(24, 4, -1)]
    assert "score" not in put_in(answer)
    phone.record(sheet, FIFTH)
    assert "score" in put_in(phone.get(address).text)


@pytest.mark.parametrize("hands", [20, 60])
def test_what_comes_after_a_recorded_hand_is_small_however_long_the_sheet(phone: Phone, hands: int) -> None:
    sheet = phone.start()
    for number in range(hands):
        phone.record(sheet, TABLE_GAMES[number % 4])
    address = address_in(phone.get(sheet).text)
    phone.record(sheet, FIFTH)
    assert len(phone.get(address).data) < MOST_BYTES / 2
    assert len(phone.get(sheet).data) < MOST_BYTES


def test_an_amended_hand_takes_the_place_of_its_row(phone: Phone) -> None:
    sheet = four_hands(phone)
    address = address_in(phone.get(sheet).text)
    amend(phone, sheet, 3, tricks="7")
    answer = phone.get(address).text
    assert rows_in(answer) == ["hand-2"]
    assert '<tbody class="hand" id="hand-2" hx-swap-oob="true">' in answer
    assert "changed" in text_of(answer)


def test_a_hand_that_is_undone_is_taken_out(phone: Phone) -> None:
    sheet = four_hands(phone)
    address = address_in(phone.get(sheet).text)
    press(phone, sheet, "undo")
    answer = phone.get(address).text
    assert rows_in(answer) == []
    assert '<tbody id="hand-4" hx-swap-oob="delete">' in answer


def test_where_rows_move_or_columns_change_the_whole_table_comes(phone: Phone) -> None:
    sheet = four_hands(phone)
    address = address_in(phone.get(sheet).text)
    adjust(phone, sheet, "-10")
    answer = phone.get(address).text
    assert "score" in put_in(answer)
    assert rows_in(answer) == ["adjustment-1", "hand-4", "hand-3", "hand-2", "hand-1"]
    address = address_in(answer)
    strike(phone, sheet, 2)
    assert {"hand-1", "hand-2", "hand-3"} <= set(rows_in(phone.get(address).text))


def test_what_was_done_is_said_to_the_phone_that_did_it_alone(phone: Phone) -> None:
    sheet = four_hands(phone)
    address = address_in(phone.get(sheet).text)
    press(phone, sheet, "undo")
    assert "Undone" not in text_of(phone.get(address).text)
    assert "Undone" in text_of(phone.get(f"{address}&acted=1").text)


@pytest.mark.parametrize("seen", ["0", "6", "x", "-1", "1000000000"])
def test_a_page_of_another_history_is_fetched_again(phone: Phone, seen: str) -> None:
    sheet = four_hands(phone)
    assert phone.get(f"{sheet}/news?seen={seen}&mark=00000000").status_code == 205
    assert phone.get(f"{sheet}/news?seen=3").status_code == 205
    assert phone.get(f"{sheet}/news?seen=3&mark=00000000").status_code == 205


def test_older_hands_are_a_page_of_their_own_and_rows_for_an_open_one(phone: Phone) -> None:
    sheet = phone.start()
    for number in range(45):
        phone.record(sheet, TABLE_GAMES[number % 4])
    latest = phone.get(sheet).text
    assert rows_in(latest) == [f"hand-{number}" for number in range(45, 25, -1)]
    assert f'href="{sheet}?before=26#hand-25"' in latest
    older = phone.get(f"{sheet}/rows?before=26").text
    assert rows_in(older) == rows_in(phone.get(f"{sheet}?before=26").text)
    assert rows_in(older) == [f"hand-{number}" for number in range(25, 5, -1)]
    assert "The 5 hands before" in text_of(older)
    assert rows_in(phone.get(f"{sheet}/rows?before=6").text) == [f"hand-{number}" for number in range(5, 0, -1)]


def test_the_sheet_is_shown_where_a_hand_is(phone: Phone) -> None:
    sheet = phone.start()
    for number in range(45):
        phone.record(sheet, TABLE_GAMES[number % 4])
    latest = rows_in(phone.get(sheet).text)
    assert "hand-3" in rows_in(phone.get(f"{sheet}?hand=3").text)
    for wrong in ("46", "-1", "x"):
        assert rows_in(phone.get(f"{sheet}?hand={wrong}").text) == latest


def test_the_full_table_is_a_page_of_its_own(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "21 + 28 = 49" in words(phone.get(f"{sheet}/table"))
    assert "21 + 28 = 49" in words(phone.get(f"{sheet}/history/2/table"))
    assert "hand 2" not in words(phone.get(f"{sheet}/history/2/table"))


def test_two_phones_that_score_are_told_of_each_other(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = phone.start()
    other, looking = joined(app, phone, sheet, player="Betty"), joined(app, phone, sheet, "view")
    assert "scores too" not in words(phone.get(sheet)) + words(other.get(sheet))
    other.record(sheet, TABLE_GAMES[0])
    assert "Another phone scores too: Betty, last at " in words(phone.get(sheet))
    assert "scores too" not in words(other.get(sheet)) + words(looking.get(sheet))
    phone.record(sheet, TABLE_GAMES[1])
    assert "Another phone scores too: a guest, last at " in words(other.get(sheet))
    # One that has written nothing for long is taken for none, and one that only watches from now on is none.
    later = now() + timedelta(minutes=31)
    monkeypatch.setattr("scorer.web.sheet.now_is", lambda: later)
    assert "scores too" not in words(phone.get(sheet))
    monkeypatch.undo()
    phone.change(sheet, "Betty", "role", role="view")
    assert "scores too" not in words(phone.get(sheet))
