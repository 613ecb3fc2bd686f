"""All sheets of a phone in one table, as a page, as CSV and as a workbook."""

import csv
import io
from weakref import ReferenceType, ref

import pytest
from openpyxl import load_workbook

from scorer.sheet.core.ledger import Ledger
from scorer.store import scorebook
from scorer.store.scorebook import Snapshot, forget_snapshots

from ..evening import four_hands, press
from ..phone import Phone, words

NORTH = ["North", "East", "South", "West"]


def rows(phone: Phone) -> list[dict[str, str]]:
    text = phone.get("/evenings.csv").data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_there_is_a_row_for_each_evening_and_player(phone: Phone) -> None:
    sheet = four_hands(phone, "=Friday")
    press(phone, sheet, "finish")
    phone.start(NORTH, "spades", title="Later")
    found = rows(phone)
    assert [row["player"] for row in found if row["title"] == "'=Friday"] == [
        *("Cindy", "Amber", "Diana", "Ellie", "Betty")
    ]
    [betty] = [row for row in found if row["player"] == "Betty"]
    assert {key: betty[key] for key in ("game", "hands", "side", "total", "place", "finished")} == {
        "game": "Offender",
        "hands": "4",
        "side": "",
        "total": "58",
        "place": "5",
        "finished": "yes",
    }
    later = [
        (row["player"], row["side"], row["place"], row["finished"]) for row in found if row["title"] == "Later"
    ]
    assert later == [
        *(("North", "North & South", "", "no"), ("South", "North & South", "", "no")),
        *(("East", "East & West", "", "no"), ("West", "East & West", "", "no")),
    ]


def test_the_workbook_and_the_page_have_the_same_rows(phone: Phone) -> None:
    four_hands(phone, "Friday")
    file = phone.get("/evenings.xlsx")
    assert file.data == phone.get("/evenings.xlsx").data
    heads, *lines = load_workbook(io.BytesIO(file.data)).worksheets[0].iter_rows(min_row=3, values_only=True)
    written = [dict(zip(map(str, heads), line, strict=True)) for line in lines]
    assert [(row["player"], row["total"], row["place"]) for row in written] == [
        (row["player"], int(row["total"]), int(row["place"])) for row in rows(phone)
    ]
    shown = words(phone.get("/evenings"))
    for row in rows(phone):
        assert f"{row['player']} {row['total']} {row['place']}" in shown


def test_a_phone_without_a_sheet_has_an_empty_table_and_every_sheet_leads_there(phone: Phone) -> None:
    assert "No sheet yet." in words(phone.get("/evenings"))
    assert rows(phone) == []
    assert phone.get("/evenings.xlsx").status_code == 200
    assert "/evenings" in phone.read(f"{phone.start()}/export").links


@pytest.mark.parametrize("path", ["/evenings", "/evenings.csv", "/evenings.xlsx", "/bundle.zip"])
def test_sheets_are_read_one_after_the_other(phone: Phone, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        phone.start(NORTH, "spades", title=f"Evening {number}")
    monkeypatch.setattr(scorebook, "KEPT_IN_MEMORY", 1)
    read, held = scorebook.read, list[ReferenceType[Ledger]]()
    most = 0

    def counting(sheet_id: str) -> Snapshot:
        nonlocal most
        snapshot = read(sheet_id)
        held.append(ref(snapshot.ledger))
        most = max(most, sum(each() is not None for each in held))
        return snapshot

    forget_snapshots()
    monkeypatch.setattr(scorebook, "read", counting)
    assert phone.get(path).status_code == 200
    assert len(held) == 6
    assert most <= 2
