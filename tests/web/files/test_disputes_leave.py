"""What was disputed, settled, agreed and signed stands in every file that leaves the app."""

import csv
import io
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from scorer.exports.workbook.book import SCORE
from scorer.rules.registry import GAMES
from scorer.sheet.file import document
from scorer.sheet.paper.check import check
from scorer.sheet.paper.hands_table import open_table
from scorer.sheet.paper.table import load

from ...exports import tables
from ..evening import amend, dispute, four_hands, seat, settle, state, text_of
from ..phone import Phone, read, words

AGREED = ("Amber", "Betty", "Ellie")
REASON = "revoke by Cindy: 10 to Amber"
WAS = "What had been bid and taken: Amber and Cindy 6♥, took 7."


def talk(phone: Phone, sheet: str, path: str, player: str) -> None:
    form = phone.form(f"{sheet}/agreement", action="/sign")
    form.action = f"{sheet}/{path}"
    assert phone.send("", form, {"player": player}).status_code == 303


@pytest.fixture
def sheet(phone: Phone) -> str:
    """The first of four hands settled by points, the second in dispute, the third agreed to, the sheet signed."""
    sheet = four_hands(phone)
    settle(phone, dispute(phone, sheet, 2), "by hand", AGREED, points_0="10", reason=REASON)
    state(phone, dispute(phone, sheet, 3), player="Betty", words="I took five.")
    talk(phone, sheet, "hand/4/agree", "Diana")
    talk(phone, sheet, "sign", "Amber")
    return sheet


def told(text: str) -> None:
    """Everything of it stands in a text."""
    taken = "tricks: 7" if "tricks: 7" in text else "took 7"
    settled = (REASON, "Cindy", taken, "the table wrote down the points", "agreed by Amber, Betty and Ellie")
    for part in (*settled, "and not settled", "I took five.", "Agreed by Amber and Diana.", " UTC"):
        assert part in text, (part, text)


def test_the_whole_text_says_it_and_the_short_one_what_is_open_and_who_signed(phone: Phone, sheet: str) -> None:
    shown = text_of(phone.get(f"{sheet}/text").text)
    told(shown)
    assert WAS in shown
    assert "In dispute: hand 2." in shown
    assert "Signed by Amber." in shown
    assert "Signed by Amber, " in shown


def test_the_wide_csv_says_it_and_comes_back_without_a_fault(phone: Phone, sheet: str) -> None:
    content = phone.get(f"{sheet}/sheet.csv").data
    text = content.decode("utf-8-sig")
    told(text)
    assert "\r\nsigned,Amber,20" in text
    settled, disputed, *_ = tables.rows(content)
    assert settled["by"] == "Amber, Betty, Ellie"
    assert settled["played"] == "contract: 6H; proposer: Amber; accepter: Cindy; tricks: 7"
    assert disputed["remarks"].startswith("Disputed ")
    assert check(load(content)).findings == ()
    opened = open_table(content)
    game = GAMES[opened.likely_game]
    players = opened.likely_players(game)
    came = opened.read(game, players, opened.likely(game, players))
    assert came.bad == ()
    facts = document.load(phone.get(f"{sheet}/sheet.json").data)
    first = came.sheet.hands[0].facts
    assert {key: first[key] for key in ("points", "played", "note", "by")} == {
        key: facts.hands[0].facts[key] for key in ("points", "played", "note", "by")
    }


def test_the_long_csv_says_it_with_each_player_and_the_points_still_add_up(phone: Phone, sheet: str) -> None:
    text = phone.get(f"{sheet}/sheet-long.csv").data.decode("utf-8-sig")
    told(text)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    [signed] = [row for row in rows if row["hand"] == "signed"]
    assert (signed["player"], signed["points"]) == ("Amber", "")
    assert signed["remarks"].endswith(" UTC")
    points = sum(int(row["points"]) for row in rows if row["player"] == "Amber" and row["points"])
    assert points == document_total(phone, sheet)


def document_total(phone: Phone, sheet: str) -> int:
    [*_, last] = tables.rows(phone.get(f"{sheet}/sheet.csv").data)
    return int(last["Amber total"])


def test_the_workbook_says_it(phone: Phone, sheet: str) -> None:
    snapshot = load_workbook(BytesIO(phone.get(f"{sheet}/sheet.xlsx").data))[SCORE]
    text = "\n".join(str(cell.value) for row in snapshot.iter_rows() for cell in row if cell.value is not None)
    told(text)
    assert "Signed by Amber, " in text


def test_the_pdf_says_it_below_each_hand_and_at_the_foot(phone: Phone, sheet: str) -> None:
    pages = PdfReader(BytesIO(phone.get(f"{sheet}/sheet.pdf").data)).pages
    text = " ".join(" ".join(page.extract_text().split()) for page in pages)
    told(text)
    foot = text[text.index("Standings after") :]
    assert "In dispute: hand 2." in foot
    assert "Signed by Amber, " in foot
    assert foot.index("Signed by Amber") < foot.index("fingerprint")


def test_the_html_page_says_it_below_each_hand_and_at_the_foot_with_what_was_amended(
    phone: Phone, sheet: str
) -> None:
    amend(phone, sheet, 5, tricks="3", reason="misheard")
    text = text_of(phone.get(f"{sheet}/sheet.html").text)
    told(text)
    fourth, foot = text[text.index("hand 4 changed") :], text[text.index("Why? Hand 4") :]
    assert "Changed: hand 4" in fourth
    assert "Reason: “misheard”." in fourth
    assert "In dispute: hand 2." in foot
    assert f"The receipt of entry {len(history_of(phone, sheet))}, to be compared with the sheet: " in foot
    assert phone.get(f"{sheet}/receipt?number={len(history_of(phone, sheet))}").text in foot


def history_of(phone: Phone, sheet: str) -> list[object]:
    return phone.get(f"{sheet}/sheet-with-history.json").get_json()["history"]


def test_the_printed_page_says_it_below_each_hand_and_at_the_foot(phone: Phone, sheet: str) -> None:
    text = text_of(phone.get(f"{sheet}/table").text)
    table, foot = text[: text.index("Standings after")], text[text.index("Standings after") :]
    told(table)
    foot = foot[: foot.index("To be signed by the others who played")]
    assert "In dispute: hand 2." in foot
    assert "Signed by Amber, " in foot


def test_the_file_of_facts_says_what_was_settled_and_the_page_where_the_rest_is(phone: Phone, sheet: str) -> None:
    hand = phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]
    assert (hand["note"], hand["by"], hand["played"]["tricks"]) == (REASON, [*AGREED], 7)
    shown = words(phone.get(f"{sheet}/export"))
    assert "Score sheetwith its history, for any Scorer" in shown
    kinds = [entry["kind"] for entry in phone.get(f"{sheet}/sheet-with-history.json").get_json()["history"]]
    assert {"dispute", "statement", "settle", "agree", "sign"} <= {*kinds}


def test_the_page_says_so_where_the_next_hand_has_no_place_in_the_file(phone: Phone) -> None:
    told = "without changes for the next hand"
    plain = phone.start(["Amber", "Betty", "Cindy"], "plain")
    phone.enter(plain, {"points_0": "1", "points_1": "2", "points_2": "3"})
    assert told not in words(phone.get(f"{plain}/export"))
    seat(phone, plain, ["Amber", "Zoe", "Cindy"])
    assert told in words(phone.get(f"{plain}/export"))
    offender = four_hands(phone)
    seat(phone, offender, ["Amber", "Zoe", "Cindy", "Diana", "Ellie"])
    assert told not in words(phone.get(f"{offender}/export"))


def test_a_sheet_of_which_nothing_was_said_has_no_column_for_it(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "remarks" not in phone.get(f"{sheet}/sheet.csv").text
    assert "remarks" not in phone.get(f"{sheet}/sheet-long.csv").text
    assert read(phone.get(f"{sheet}/text"))
