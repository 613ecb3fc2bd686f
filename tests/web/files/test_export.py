"""The sheet as files, text, picture and curve: what is in them, and that they prove the page right."""

import base64
import csv
import hashlib
import io
import json
import re
import resource
import xml.etree.ElementTree as ET
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from weakref import ReferenceType, ref

import pytest
from flask import Flask
from openpyxl import load_workbook
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorer.exports.workbook.book import SCORE
from scorer.exports.workbook.workbook import FORMULAS
from scorer.rules.core import Points
from scorer.rules.registry import GAMES
from scorer.sheet import sheet_file
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.highlights import lead_in_words
from scorer.sheet.paper.check import check
from scorer.sheet.paper.table import load, open_table
from scorer.store import scorebook
from scorer.store.scorebook import Snapshot, forget_snapshots
from scorer.web.sheet import curve_address

from ...exports import tables
from ...exports.recalculation import Workbook
from ...long_form import in_short
from ...serving import serving
from ...sheet.vectors import VECTORS, scored
from ..evening import TOTALS, dispute, form_of, four_hands, joined, press, ruled, seat, text_of, version
from ..phone import PLAYERS, TABLE_GAMES, Phone, words
from .test_import import brought


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


def test_a_file_says_what_it_is_and_is_saved_not_shown(phone: Phone) -> None:
    sheet = phone.start(title="Friday", date="2026-11-20")
    for ending, kind in (
        ("csv", "text/csv; charset=utf-8"),
        ("json", "application/json"),
        ("pdf", "application/pdf"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ):
        file = phone.get(f"{sheet}/sheet.{ending}")
        assert file.content_type == kind
        assert file.headers["Content-Disposition"] == f"attachment; filename=2026-11-20-friday.{ending}"
        assert f"{sheet}/sheet.{ending}" in phone.read(f"{sheet}/export").links


def test_a_file_name_is_one_that_every_phone_takes(phone: Phone) -> None:
    for title, name in (
        ("", "offender"),
        ("Übung: ../../etc/passwd", "ubung-etc-passwd"),
        ("🃏 ليلة الجمعة", "offender"),
        ('"; filename="evil.exe', "filename-evil-exe"),
        ("x" * 80, "x" * 60),
    ):
        file = phone.get(f"{phone.start(title=title, date='2026-11-20')}/sheet.csv")
        assert file.headers["Content-Disposition"] == f"attachment; filename=2026-11-20-{name}.csv"


def test_the_file_holds_facts_alone_and_loads_as_it_was_written(phone: Phone) -> None:
    sheet = played(phone, title="Friday", **{"option-speaks_next": "left of accepter", "dealer": "1"})
    written = phone.get(f"{sheet}/sheet.json").data
    loaded = sheet_file.load(written)
    assert sheet_file.write(loaded) == written
    facts = json.loads(written)
    assert list(facts) == ["format", "game", "title", "date", "players", "dealer", "options", "hands", "finished"]
    assert facts["options"] == {"speaks_next": "left of accepter"}
    assert facts["dealer"] == "Betty"
    assert not {"points", "totals", "entry"} & {key for hand in facts["hands"] for key in hand}
    assert facts["hands"][-1]["calls"] == ["Cindy: 5C", "Diana: accept"]


def test_a_pdf_comes_on_the_paper_that_the_phone_asked_for_last(phone: Phone, fresh: str) -> None:
    def width(paper: str = "") -> int:
        [snapshot] = PdfReader(BytesIO(phone.get(f"{fresh}/sheet.pdf{paper}").data)).pages
        return round(snapshot.mediabox.width)

    assert [width(), width("?paper=letter"), width()] == [595, 612, 612]
    assert {f"{fresh}/sheet.pdf?paper=a4", f"{fresh}/sheet.pdf"} <= {*phone.read(f"{fresh}/export").links}
    phone.send("", phone.form("/settings", action="/settings"), {"theme": "dark"})
    assert [width(), width("?paper=a4"), width()] == [612, 595, 595]
    assert phone.get(f"{fresh}/sheet.pdf?paper=stone").status_code == 404
    assert 'data-theme="dark"' in phone.get("/").text


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


def test_a_workbook_promises_to_follow_a_change_only_where_it_does(phone: Phone) -> None:
    for game in GAMES:
        said = words(phone.get(f"{phone.start(PLAYERS[:4], game)}/export"))
        assert ("it recalculates" in said) == (game in FORMULAS), game


def _longest() -> dict[str, Ledger]:
    """The vector with the most hands of each game."""
    ledgers: dict[str, list[Ledger]] = {}
    for ledger in filter(None, map(scored, VECTORS)):
        ledgers.setdefault(ledger.sheet.game, []).append(ledger)
    return {game: max(found, key=lambda ledger: len(ledger.rows)) for game, found in ledgers.items()}


PLAIN = {
    "format": "score-sheet/1",
    "game": "plain",
    "players": ["Amber", "Betty", "Cindy"],
    "hands": [
        {"points": {"Amber": 12, "Betty": -2.5, "Cindy": 0}},
        {"points": {"Amber": 7, "Betty": 4, "Cindy": -20}},
    ],
}
PARTNERS_CHANGE = {
    "spades": {"bids": dict.fromkeys(("North", "East", "South", "West"), 3), "tricks": [8, 5]},
    "ten-bridge": {"contract": "1minor", "declarer": "North", "tricks": 7},
    "reverse-bridge": {"contract": "7S", "declarer": "North", "opponent_tricks": 9},
}
"""A hand of each game in which each player can have a total."""


def _partners_change() -> dict[str, Ledger]:
    """Two hands of each, with other partners in the second, and a penalty for one of them."""
    sheets = (
        {
            "format": "score-sheet/1",
            "game": game,
            "players": ["North", "East", "South", "West"],
            "options": {"totals": "players"},
            "hands": [hand, {**hand, "players": ["North", "South", "East", "West"]}],
            "adjustments": [{"after": 1, "points": {"East": -10}, "note": "late"}],
            "finished": True,
        }
        for game, hand in PARTNERS_CHANGE.items()
    )
    ledgers = (Ledger.of(sheet_file.load(sheet_file.dumps(sheet).encode())) for sheet in sheets)
    return {f"{ledger.sheet.game}, partners change": ledger for ledger in ledgers}


SHEETS = {
    **_longest(),
    **_partners_change(),
    "plain": Ledger.of(sheet_file.load(sheet_file.dumps(PLAIN).encode())),
}


def numbers(text: str) -> list[Points]:
    return [Decimal(found.replace("−", "-")) for found in re.findall(r"[-−]?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("game", in_short(SHEETS, "offender", "pirate-bridge", "spades, partners change", "plain"))
def test_every_way_says_the_totals_of_the_page(phone: Phone, game: str) -> None:
    ledger = SHEETS[game]
    sheet, due = brought(phone, sheet_file.write(ledger.sheet)), list(ledger.totals)
    shown = phone.get(sheet).text.partition('id="standings"')[2].partition("</thead>")[0]
    assert [numbers(total)[0] for total in re.findall(r"<b>(.*?)</b>", shown)] == due

    back = phone.get(f"{sheet}/sheet.json").data
    assert list(Ledger.of(sheet_file.load(back)).totals) == due
    assert phone.get(f"{brought(phone, back)}/sheet.json").data == back

    *_, last = tables.rows(phone.get(f"{sheet}/sheet.csv").data)
    assert "remarks" not in last
    assert [Decimal(cell) for name, cell in last.items() if name.endswith(" total")] == due

    long = csv.DictReader(io.StringIO(phone.get(f"{sheet}/sheet-long.csv").data.decode("utf-8-sig"), newline=""))
    who = "side" if ledger.table.game.sides_have_columns else "player"
    points = dict.fromkeys(ledger.columns, Decimal())
    for line in long:
        points[line[who]] += Decimal(line["points"])
    assert [points[column] for column in ledger.columns] == due

    assert Workbook(phone.get(f"{sheet}/sheet.xlsx").data).totals() == due

    pages = PdfReader(BytesIO(phone.get(f"{sheet}/sheet.pdf").data)).pages
    printed = " ".join(" ".join(snapshot.extract_text().split()) for snapshot in pages)
    said = text_of(phone.get(f"{sheet}/text").text)
    drawn = text_of(phone.get(f"{sheet}/picture.svg").text)
    for column, total in zip(ledger.columns, due, strict=True):
        number = f"{total}".replace("-", "−")
        assert re.search(rf"{re.escape(column)} {number} ?=?\d+(st|nd|rd|th)", printed), column
        assert re.search(rf"{re.escape(column)}: {number}\b", said), column
        assert number in drawn, column


def test_the_picture_page_shows_the_picture_of_the_sheet_as_it_stands_and_says_it_in_words(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    snapshot = phone.read(f"{sheet}/picture")
    [image] = (attributes for tag, attributes in snapshot.tags if tag == "img")
    assert image["src"] == f"{sheet}/picture.svg"
    assert image["alt"] == "Cindy 180, Amber 132, Diana 123, Ellie 72, Betty 58"
    [saved] = (attributes for tag, attributes in snapshot.tags if tag == "a" and "download" in attributes)
    assert (saved["href"], (saved["download"] or "")[-10:]) == (image["src"], "friday.svg")
    without_scripts = phone.get(f"{sheet}/picture").text.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "Save as SVG" in without_scripts
    file = phone.get(f"{sheet}/picture.svg")
    assert file.content_type.startswith("image/svg+xml")
    assert file.headers["Content-Disposition"].startswith("inline; filename=")
    assert ">180<" in file.text
    press(phone, sheet, "undo")
    later = phone.get(f"{sheet}/picture.svg")
    assert ">138<" in later.text
    assert ET.fromstring(later.data).tag.endswith("svg")


def test_the_long_list_is_saved_under_a_name_of_its_own(phone: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    file = phone.get(f"{sheet}/sheet-long.csv")
    assert file.headers["Content-Disposition"].endswith("friday.long.csv")
    assert file.content_type == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    assert {row["player"]: int(row["total"]) for row in rows} == TOTALS
    assert "remarks" not in rows[0], "nothing was said of this sheet"


def test_a_sheet_without_a_hand_has_text_and_picture_too(phone: Phone, fresh: str) -> None:
    assert "no hand yet" in words(phone.get(f"{fresh}/text"))
    assert "o hand yet<" in phone.get(f"{fresh}/picture.svg").text


OWN = "private, max-age=604800, immutable"


def address(app: Flask, sheet: str, **drawn: bool) -> str:
    with app.test_request_context():
        return curve_address(scorebook.read(sheet.rpartition("/")[2]), **drawn)


def test_a_curve_is_kept_by_the_phone_and_another_version_has_another_address(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    first = address(app, sheet)
    answer = phone.get(first)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == OWN
    press(phone, sheet, "undo")
    assert address(app, sheet) != first
    # The sheet as it stood then is drawn as it was.
    assert phone.get(first).data == answer.data
    assert phone.get(address(app, sheet)).data != answer.data


def test_an_address_with_another_seal_is_not_kept(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    for path in (f"{sheet}/curve.svg", re.sub("seal=....", "seal=zzzz", address(app, sheet))):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_images_for_phone_and_wide_screen_with_and_without_figures_differ(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    ways = [{"wide": wide, "strip": strip} for wide in (False, True) for strip in (False, True)]
    images = {phone.get(address(app, sheet, **way)).data for way in ways}
    assert len(images) == 4
    with app.test_request_context():
        said = lead_in_words(scorebook.read(sheet.rpartition("/")[2]).ledger)
    for image in images:
        assert ET.fromstring(image)[0].text == said


def test_the_policy_allows_the_style_of_the_image_and_no_other(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = phone.get(f"{sheet}/curve.svg")
    style = ET.fromstring(answer.data).findtext("{http://www.w3.org/2000/svg}style") or ""
    assert style.startswith("@media (prefers-color-scheme: dark) {")
    own = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith(f"; style-src 'sha256-{own}'")
    assert "default-src 'self'" in policy


def test_there_is_no_curve_of_no_hand_of_the_future_or_of_a_sheet_of_others(app: Flask, phone: Phone) -> None:
    assert phone.get(f"{phone.start()}/curve.svg").status_code == 404
    sheet = four_hands(phone)
    assert phone.get(f"{sheet}/curve.svg?at=99").status_code == 404
    assert phone.get(f"{sheet}/curve.svg?at=1").status_code == 404
    assert Phone(app).get(f"{sheet}/curve.svg").status_code == 404
    assert joined(app, phone, sheet, "view").get(f"{sheet}/curve.svg").status_code == 200


AGREED = ("Amber", "Betty", "Ellie")
REASON = "revoke by Cindy: 10 to Amber"


def talk(phone: Phone, sheet: str, path: str, player: str) -> None:
    form = phone.form(f"{sheet}/agreement", action="/sign")
    form.action = f"{sheet}/{path}"
    assert phone.send("", form, {"player": player}).status_code == 303


@pytest.fixture
def sheet(phone: Phone) -> str:
    """The first of four hands settled by points, the second in dispute, the third agreed to, the sheet signed."""
    sheet = four_hands(phone)
    ruled(phone, dispute(phone, sheet, 2), [10], AGREED, REASON)
    version(phone, dispute(phone, sheet, 3), player="Betty", words="I took five.")
    talk(phone, sheet, "hand/4/agree", "Diana")
    talk(phone, sheet, "sign", "Amber")
    return sheet


def told(text: str) -> None:
    """Everything of it stands in a text."""
    taken = "tricks: 7" if "tricks: 7" in text else "took 7"
    settled = (REASON, "Cindy", taken, "the table wrote down the points", "agreed by Amber, Betty and Ellie")
    for part in (*settled, "and not settled", "I took five.", "Agreed by Amber and Diana.", " UTC"):
        assert part in text, (part, text)


def printed(file: TestResponse) -> str:
    pages = PdfReader(BytesIO(file.data)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_text_workbook_pdf_and_print_say_it_and_at_the_foot_who_signed(phone: Phone, sheet: str) -> None:
    shown = text_of(phone.get(f"{sheet}/text").text)
    told(shown)
    assert "What had been bid and taken: Amber and Cindy 6♥, took 7." in shown
    # The short text, and below it the whole one.
    assert shown.count("Signed by Amber") == 2
    cells = load_workbook(BytesIO(phone.get(f"{sheet}/sheet.xlsx").data))[SCORE].iter_rows(values_only=True)
    workbook = "\n".join(str(value) for row in cells for value in row if value is not None)
    told(workbook)
    assert "Signed by Amber, " in workbook
    for file in (printed(phone.get(f"{sheet}/sheet.pdf")), text_of(phone.get(f"{sheet}/table").text)):
        told(file)
        foot = file[file.index("Standings after") :]
        assert "In dispute: hand 2." in foot
        assert "Signed by Amber, " in foot
        assert foot.index("Signed by Amber") < foot.index("ingerprint")


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
    facts = sheet_file.load(phone.get(f"{sheet}/sheet.json").data)
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
    told = ("game", "hands", "side", "total", "place", "finished")
    assert [betty[key] for key in told] == ["Offender", "4", "", "58", "5", "yes"]
    later = [(row["player"], row["side"], row["place"]) for row in found if row["title"] == "Later"]
    sides = {"North & South": ("North", "South"), "East & West": ("East", "West")}
    assert later == [(player, side, "") for side, players in sides.items() for player in players]


def test_the_workbook_and_the_page_have_the_same_rows(phone: Phone) -> None:
    four_hands(phone, "Friday")
    file = phone.get("/evenings.xlsx")
    assert file.data == phone.get("/evenings.xlsx").data
    heads, *lines = load_workbook(BytesIO(file.data)).worksheets[0].iter_rows(min_row=3, values_only=True)
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


@pytest.mark.parametrize("path", ["/evenings.csv", "/bundle.zip"])
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
