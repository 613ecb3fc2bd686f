"""The sheet as it is shown: the document's table, standings, and what an undo takes back."""

from flask import Flask
from sqlalchemy import delete

from scorer.store.models import EntryRecord, db

from ..phone import TABLE_GAMES, Phone, tapped, words


def test_the_documents_four_hands_come_out_to_the_digit(phone: Phone) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        assert phone.record(sheet, hand).status_code == 303
    assert phone.totals(sheet) == [132, 58, 180, 123, 72]
    shown = words(phone.get(f"{sheet}/table"))
    for working in ("49 + 38 = 87", "6 + 21 = 27", "87 + 51 = 138", "90 + 42 = 132", "10 + 28 = 38"):
        assert working in shown


def test_hands_that_the_database_has_lost_are_shown_no_more_and_the_phone_is_told(
    app: Flask, phone: Phone
) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    form = phone.form(f"{sheet}/hand", action="/hand")
    with app.app_context():
        db.session.execute(delete(EntryRecord).where(EntryRecord.number > 3))
        db.session.commit()
    assert phone.get(f"{sheet}/news?seen=5").status_code == 205
    assert phone.totals(sheet) == [87, 27, 87, 44, 27]
    assert phone.send("", form, tapped(TABLE_GAMES[2])).status_code == 409
    assert phone.record(sheet, TABLE_GAMES[2]).status_code == 303
    assert phone.record(sheet, TABLE_GAMES[3]).status_code == 303
    assert phone.totals(sheet) == [132, 58, 180, 123, 72]


def test_the_address_of_the_table_stands_on_paper_with_its_host(phone: Phone) -> None:
    sheet = phone.start()
    assert f"The full table to print is at http://localhost{sheet}/table" in words(phone.get(sheet))
