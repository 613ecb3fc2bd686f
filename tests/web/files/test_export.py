"""The sheet as files: what they are called, what is in them, and that they prove the page right."""

import io
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorer.exports import json_answer
from scorer.exports.workbook.book import SCORE
from scorer.exports.workbook.workbook import FORMULAS
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.file import document

from ...exports.recalculation import said_totals
from ...long_form import in_short
from ...serving import serving
from ..evening import amend, csv_cells, form_of
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, words

FIRST = ["49", "6", "49", "6", "6"]
TOTALS = [132, 58, 180, 123, 72]


def played(phone: Phone, **fields: str) -> str:
    """A sheet with the document's four hands, one abandoned in full, one bid in full, and one being bid."""
    sheet = phone.start(date="2026-11-20", **fields)
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    phone.say(sheet, *["no proposal"] * 5)
    phone.bid(sheet, "6H")
    phone.send("", phone.form(f"{sheet}/auction", action="/hand"), {"tricks": "0"})
    phone.say(sheet, "5C", "accept")
    return sheet


def totals_on_page(phone: Phone, sheet: str) -> list[int]:
    text = phone.get(sheet).text
    standings = text[text.index('id="standings"') : text.index("</thead>", text.index('id="standings"'))]
    return [int(part.partition("</b>")[0]) for part in standings.split("<b>")[1:]]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("sheet.csv", "text/csv; charset=utf-8"),
        ("sheet.html", "text/html; charset=utf-8"),
        ("sheet.json", "application/json"),
        ("sheet.pdf", "application/pdf"),
        ("sheet.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
def test_a_file_says_what_it_is_and_is_saved_not_shown(phone: Phone, name: str, kind: str) -> None:
    sheet = phone.start(title="Friday", date="2026-11-20")
    file = phone.get(f"{sheet}/{name}")
    assert file.content_type == kind
    ending = name.rpartition(".")[2]
    assert file.headers["Content-Disposition"] == f"attachment; filename=2026-11-20-friday.{ending}"
    assert f"{sheet}/{name}" in phone.read(f"{sheet}/export").links


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "2026-11-20-offender"),
        ("Friday at Betty's", "2026-11-20-friday-at-betty-s"),
        ("Übung: ../../etc/passwd", "2026-11-20-ubung-etc-passwd"),
        ("🃏 ليلة الجمعة", "2026-11-20-offender"),
        ('"; filename="evil.exe', "2026-11-20-filename-evil-exe"),
        ("x" * 80, f"2026-11-20-{'x' * 60}"),
    ],
)
def test_a_file_name_is_one_that_every_phone_takes(phone: Phone, title: str, name: str) -> None:
    sheet = phone.start(title=title, date="2026-11-20")
    assert phone.get(f"{sheet}/sheet.csv").headers["Content-Disposition"] == f"attachment; filename={name}.csv"


def test_the_spreadsheet_begins_with_the_mark_that_spreadsheets_look_for(phone: Phone) -> None:
    assert phone.get(f"{phone.start()}/sheet.csv").data.startswith(b"\xef\xbb\xbfgame,offender")


def test_the_spreadsheet_has_a_row_per_hand_with_points_and_totals(phone: Phone) -> None:
    sheet = played(phone)
    head, *rows = csv_cells(phone, sheet)
    assert head[:6] == ["hand", "dealer", "contract", "proposer", "accepter", "tricks"]
    assert head[6:] == [f"{name} points" for name in PLAYERS] + [f"{name} total" for name in PLAYERS]
    assert rows[0] == [
        "1",
        "Ellie",
        "6H",
        "Amber",
        "Cindy",
        "7",
        *["49", "6", "49", "6", "6"],
        *["49", "6", "49", "6", "6"],
    ]
    assert rows[3][11:] == [str(total) for total in TOTALS]
    assert rows[4][:3] == ["5", "Diana", "no contract"]
    assert len(rows) == 6
    assert all(len(row) == len(head) for row in rows)


def test_the_workbook_has_the_totals_of_the_page_and_marks_what_was_amended(phone: Phone) -> None:
    sheet = played(phone)
    amend(phone, sheet, 3, tricks="7")
    content = phone.get(f"{sheet}/sheet.xlsx").data
    assert said_totals(content) == totals_on_page(phone, sheet) != TOTALS
    table = load_workbook(io.BytesIO(content))[SCORE]
    remarks = [row[-1].value for row in table.iter_rows(min_row=5, max_row=10)]
    assert remarks == [None, "changed", None, None, None, None]


def test_page_spreadsheet_file_and_command_give_the_same_totals(phone: Phone, tmp_path: Path) -> None:
    sheet = played(phone)
    on_page = totals_on_page(phone, sheet)
    assert [int(cell) for cell in csv_cells(phone, sheet)[-1][11:]] == on_page
    file = tmp_path / "sheet.json"
    file.write_bytes(phone.get(f"{sheet}/sheet.json").data)
    command = [str(Path(sys.executable).parent / "scorer"), "score", "--json", str(file)]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    assert said["totals"] == on_page
    assert said["columns"] == list(PLAYERS)
    assert [hand["totals"] for hand in said["hands"]][3] == TOTALS


def test_the_file_holds_facts_alone_and_loads_as_it_was_written(phone: Phone) -> None:
    sheet = played(phone, title="Friday", **{"option-speaks_next": "left of accepter", "dealer": "1"})
    written = phone.get(f"{sheet}/sheet.json").data
    loaded = document.load(written)
    assert document.write(loaded) == written
    facts = json.loads(written)
    assert list(facts) == ["format", "game", "title", "date", "players", "dealer", "options", "hands", "finished"]
    assert facts["options"] == {"speaks_next": "left of accepter"}
    assert facts["dealer"] == "Betty"
    assert not {"points", "totals", "entry"} & {key for hand in facts["hands"] for key in hand}
    assert facts["hands"][-1]["calls"] == ["Cindy: 5C", "Diana: accept"]


def test_the_open_hand_of_the_file_goes_on_where_the_page_stands(phone: Phone) -> None:
    sheet = played(phone)
    ledger = Ledger.of(document.load(phone.get(f"{sheet}/sheet.json").data))
    state: dict[str, Any] = json_answer.auction(ledger)
    form = phone.form(f"{sheet}/auction", action="/auction")
    assert dict(form.fields)["player"] == state["turn"]
    offered = [
        attributes["value"]
        for tag, attributes in phone.read(f"{sheet}/auction").tags
        if tag == "input" and attributes.get("name") == "level" and "aria-disabled" not in attributes
    ]
    legal = {call[:-1] for call in state["legal"] if call[0].isdigit()}
    assert set(offered) == legal


def test_a_sheet_without_a_hand_has_files_too(phone: Phone) -> None:
    sheet = phone.start()
    assert len(csv_cells(phone, sheet)) == 1
    assert json.loads(phone.get(f"{sheet}/sheet.json").data)["hands"] == []


def test_the_page_names_no_totals_that_its_rows_do_not_give(phone: Phone) -> None:
    sheet = played(phone)
    snapshot = read(phone.get(f"{sheet}/table"))
    shown = "".join(snapshot.text).replace("\xa0", " ")
    for cell in csv_cells(phone, sheet)[-1][11:]:
        assert f"= {cell}" in shown


def test_the_printed_sheet_has_the_totals_of_the_page_and_marks_what_was_amended(phone: Phone) -> None:
    sheet = played(phone, title="Friday")
    amend(phone, sheet, 3, tricks="8")
    said = printed(phone.get(f"{sheet}/sheet.pdf"))
    assert said.count("changed") == 1
    for name, total in zip(PLAYERS, totals_on_page(phone, sheet), strict=True):
        assert f"{name} {total}" in said


def test_the_printed_sheet_comes_on_the_paper_that_the_phone_is_set_to(phone: Phone) -> None:
    sheet = played(phone)

    def width(asked: str = "") -> int:
        return round(PdfReader(io.BytesIO(phone.get(f"{sheet}/sheet.pdf{asked}").data)).pages[0].mediabox.width)

    assert width() == 595
    phone.send("", phone.form("/settings", action="/settings"), {"paper": "letter"})
    assert width() == 612
    # An address of an earlier release asks for its own.
    assert (width("?paper=a4"), width("?paper=letter")) == (595, 612)
    assert phone.get(f"{sheet}/sheet.pdf?paper=stone").status_code == 404


MOST_MB = 60
"""What all PDFs of an evening together may cost the server."""


@pytest.mark.parametrize("documents", in_short((4, 100), 4))
def test_pdfs_cost_the_server_no_memory_that_stays(tmp_path: Path, documents: int) -> None:
    hand = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
    facts = {"format": "score-sheet/1", "game": "offender", "players": [*PLAYERS], "hands": [hand] * 30}
    with serving(tmp_path, SCORER_ACTS_A_MINUTE="0") as served:
        phone = served.phone
        looked = phone.send("/import", phone.form("/import"), {"text": json.dumps(facts)})
        sheet = phone.send("/import", form_of(looked, ""), {"action": "import"}).headers["Location"]
        memory = Path(f"/proc/{served.process.pid}/statm")
        taken: list[float] = []
        for number in range(documents):
            phone.send("", phone.form(f"{sheet}/names", action="/title"), {"title": f"Friday {number}"})
            taken = taken or [_megabytes(memory)]
            assert phone.get(f"{sheet}/sheet.pdf").data.startswith(b"%PDF")
            taken.append(_megabytes(memory))
        assert taken[-1] - taken[0] < MOST_MB, taken


def _megabytes(memory: Path) -> float:
    """What a process holds of the machine's memory."""
    return int(memory.read_text("utf-8").split()[1]) * resource.getpagesize() / 1e6


def printed(file: TestResponse) -> str:
    pages = PdfReader(io.BytesIO(file.data)).pages
    return " ".join(" ".join(snapshot.extract_text().split()) for snapshot in pages)


def test_a_workbook_promises_to_follow_a_change_only_where_it_does(phone: Phone) -> None:
    for game in GAMES:
        said = words(phone.get(f"{phone.start(PLAYERS[:4], game)}/export"))
        assert ("it recalculates" in said) == (game in FORMULAS), game
