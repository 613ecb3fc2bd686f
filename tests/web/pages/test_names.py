"""Players of every name go through a whole evening: every page, every file, every message."""

from dataclasses import dataclass

import pytest
from werkzeug.test import TestResponse

from scorer.sheet.core.ledger import Ledger
from scorer.sheet.file import document

from ...exports import tables
from ...long_form import in_short
from ...one_app import OneApp
from ..every_page import of_a_sheet
from ..phone import Phone, read

TABLES = {
    "emoji": ["🃏", "👩‍👩‍👧‍👦", "🦊" * 40, "é", "e\u0308"],
    "right to left": ["عنبر", "בטי", "سيندي مريم", "דיאנה", "إيلي"],
    "forty characters": [f"{letter * 39}{number}" for number, letter in enumerate("abcde")],
    "markup": ["<script>alert(1)</script>", "<b>B</b>", "&amp;", "O'Brien & Co", '"><i x="'],
    "templates": ["{{ 7 * 7 }}", "{% raw %}", "%s %d", "{0}", "${x}"],
    "formulas": ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")'],
    "calls": ["A: 3H", "accept", "no proposal", "x:", "B: reject"],
    "suits": ["♠", "♥♥", "7♣", "NT", "Amber\ufe0e"],
    "csv": ["a,b", 'c"d', "e;f", "'g", "h\\i"],
    "numbers": ["0", "1", "-0", "1e9", "None"],
    "addresses": ["../..", "/etc/passwd", "?x=1", "#top", "javascript:alert(1)"],
}


@dataclass(frozen=True)
class Evening:
    """sheet: its address; pages: the answer at each address that it has, and at two more where its names stand."""

    names: list[str]
    sheet: str
    pages: dict[str, TestResponse]

    def csv(self) -> list[list[str]]:
        return tables.cells(self.pages[f"{self.sheet}/sheet.csv"].data)


@pytest.fixture(scope="module", params=in_short(TABLES, "markup", "right to left", "forty characters", "csv"))
def evening(request: pytest.FixtureRequest, one_app: OneApp, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    with one_app.on(tmp_path_factory.mktemp("names") / "instance") as app:
        phone = Phone(app)
        sheet = play(phone, TABLES[request.param])
        paths = (*of_a_sheet(app, "GET", sheet), "/", "/new/offender")
        return Evening(TABLES[request.param], sheet, {path: phone.get(path) for path in paths})


def play(phone: Phone, names: list[str]) -> str:
    """A hand contract only, one bid in full, one amended, one abandoned, one being bid."""
    sheet = phone.start(names)
    assert phone.record(sheet, (names[0], names[2], "6", "H", "7")).status_code == 303
    phone.bid(sheet)
    form = phone.form(f"{sheet}/auction", action="/hand")
    assert phone.send("", form, {"tricks": "3"}).status_code == 303
    path = f"{sheet}/hand/2"
    amended = phone.send("", phone.form(path, action=path), {"proposer": names[4], "tricks": "6"})
    assert amended.status_code == 303
    phone.say(sheet, *["no proposal"] * 5)
    phone.say(sheet, "5C", *["reject"] * 4)
    return sheet


def test_every_page_shows_every_name_as_it_is(evening: Evening) -> None:
    sheet = evening.sheet
    paths = [sheet, f"{sheet}/hand", f"{sheet}/hand/2", f"{sheet}/auction", "/new/offender"]
    for path in paths:
        assert evening.pages[path].status_code == 200, path
        snapshot = read(evening.pages[path])
        values = [attributes.get("value") or "" for _, attributes in snapshot.tags]
        # Suits in a name are read out, too.
        text = "".join("".join(snapshot.text).split("\ufe0e"))
        for suit in ("clubs", "diamonds", "hearts", "spades"):
            text = text.replace(f" {suit}", "")
        for name in evening.names:
            shown = name.replace("\ufe0e", "")
            assert shown in text or name in values or f"add:{name}" in values, (path, name)


def test_no_page_takes_a_name_for_markup(evening: Evening) -> None:
    for path, answer in evening.pages.items():
        assert answer.status_code in (200, 205, 301, 303, 404), path
        if answer.mimetype != "text/html":
            continue
        tags = read(answer).tags
        assert not [tag for tag, attributes in tags if "x" in attributes], path
        assert all(attributes.get("src") for tag, attributes in tags if tag == "script"), path
        for broken in ("&amp;lt;", "&amp;amp;amp;", "&amp;#", "<b>B</b>"):
            assert broken not in answer.text, (path, broken)
        assert not [attributes for _, attributes in tags if str(attributes.get("href")).startswith("javascript:")]


def test_the_file_gives_every_name_back_and_the_same_totals(evening: Evening) -> None:
    written = evening.pages[f"{evening.sheet}/sheet.json"].data
    loaded = document.load(written)
    assert list(loaded.players) == evening.names
    assert document.write(loaded) == written
    ledger = Ledger.of(loaded)
    assert ledger.playing
    last = evening.csv()[-1]
    assert [int(total) for total in last[-5:]] == list(ledger.totals)


def test_no_cell_of_the_spreadsheet_is_taken_for_a_formula(evening: Evening) -> None:
    names = evening.names
    head, *table = evening.csv()
    assert len(table) == 3
    for row in (head, *table):
        assert len(row) == len(head) == 16
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert [cell.removeprefix("'") for cell in head[11:]] == [f"{name} total".removeprefix("'") for name in names]
    assert table[0][3].removeprefix("'") == names[4].removeprefix("'")


def test_a_name_is_trimmed(phone: Phone) -> None:
    sheet = phone.start(["  Amber ", "\u00a0Betty\u3000", "Cindy"])
    assert phone.get(f"{sheet}/sheet.json").get_json()["players"] == ["Amber", "Betty", "Cindy"]
