"""The sheet as it is shown: the document's table, standings, and what an undo takes back."""

from .phone import TABLE_GAMES, Phone, words


def test_the_documents_four_hands_come_out_to_the_digit(phone: Phone) -> None:
    sheet = phone.start()
    for hand in TABLE_GAMES:
        assert phone.record(sheet, hand).status_code == 303
    assert phone.totals(sheet) == [132, 58, 180, 123, 72]
    shown = words(phone.get(sheet))
    for working in ("49 + 38 = 87", "6 + 21 = 27", "87 + 51 = 138", "90 + 42 = 132", "10 + 28 = 38"):
        assert working in shown
