"""Sheets and tables imported from a file: looked at first, written once, and nothing here is overwritten."""

import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from urllib.parse import urlsplit

import openpyxl
import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from scorer.exports import bundle
from scorer.rules.reading import printable
from scorer.rules.registry import GAMES
from scorer.sheet import audit, importing, sheet_file
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import fold
from scorer.sheet.importing import MOST_BYTES
from scorer.sheet.paper.check import check
from scorer.sheet.paper.csv import wide as wide_csv
from scorer.sheet.paper.table import load
from scorer.sheet.sheet_file import schema
from scorer.store.inspection import faults
from scorer.store.models import db
from scorer.web import imports
from scorer.web.imports import MOST_SENT
from scorer.web.people import digits_beside, qr_code

from ...exports.random_sheets import random_sheet
from ...sheet import sealed
from ...sheet.files import RESULT, content
from ...sheet.paper.test_hands_table import FOREIGN, MATCHED
from ..evening import amend, four_hands, joined, told, with_history
from ..phone import PLAYERS, TABLE_GAMES, Form, Phone, read, words

SHEET = re.compile(r"/sheets/[^/]+")
PAGE = "/import"


def look(phone: Phone, file: bytes | None = None, text: str = "", name: str = "sheet.json") -> TestResponse:
    """What is said of a file, or of its text pasted."""
    data: dict[str, object] = {**dict(phone.form(PAGE).fields), "text": text}
    if file is not None:
        data["file"] = FileStorage(io.BytesIO(file), name)
    # The test client would leave a large file open.
    boundary, body = encode_multipart(data)
    return phone.client.post(PAGE, data=body, content_type=f"multipart/form-data; boundary={boundary}")


def form_of(answer: TestResponse) -> Form:
    (form,) = [form for form in read(answer).forms if form.sends]
    return form


def bring(phone: Phone, answer: TestResponse, **changed: str | list[str]) -> TestResponse:
    return phone.send(PAGE, form_of(answer), {"action": "import", **changed})


def brought(phone: Phone, file: bytes) -> str:
    """The address of the sheet that a file is imported as."""
    answer = bring(phone, look(phone, file))
    assert answer.status_code == 303, words(answer)
    return urlsplit(answer.headers["Location"]).path


def sheets(phone: Phone) -> set[str]:
    ways = {link.removesuffix("/end") for link in phone.read("/").links}
    return {way for way in ways if SHEET.fullmatch(way)}


@pytest.fixture
def other(app: Flask) -> Phone:
    """A phone that has no sheet yet."""
    return Phone(app)


def test_a_sheet_is_shown_and_only_then_written(phone: Phone, other: Phone) -> None:
    sheet = phone.start(title="Friday", date="2026-11-20", **{"option-speaks_next": "left of accepter"})
    for hand in TABLE_GAMES:
        phone.record(sheet, hand)
    file = phone.get(f"{sheet}/sheet.json").data
    shown = look(other, file)
    said = words(shown)
    assert shown.status_code == 200
    for part in ("Friday", "A new sheet", "Offender, 20 Nov 2026", "Amber, Betty, Cindy, Diana, Ellie", "Hands4"):
        assert part in said
    assert "Who speaks next: left of accepter" in said
    assert "Cindy 180 Amber 132 Diana 123 Ellie 72 Betty 58" in said
    assert sheets(other) == set()
    copy = urlsplit(bring(other, shown).headers["Location"]).path
    assert "Imported." in words(other.get(copy))
    assert sheets(other) == {copy} != sheets(phone)
    assert other.get(f"{copy}/sheet.json").data == file
    assert other.record(copy).status_code == 303


def test_a_history_comes_in_as_it_is_and_its_phones_have_numbers(phone: Phone, sheet: str, other: Phone) -> None:
    amend(phone, sheet, 3, tricks="7")
    file = with_history(phone, sheet)
    copy = brought(other, file)
    assert copy != sheet
    assert with_history(other, copy) == file
    assert "Phone 1" in words(other.get(f"{copy}/history"))
    other.record(copy)
    assert "Phone 2 (this phone)" in words(other.get(f"{copy}/history"))


def test_who_brought_an_act_in_is_told_beside_what_the_file_says(
    app: Flask, phone: Phone, other: Phone, set_clock: Callable[[datetime], None]
) -> None:
    moment = datetime(2026, 11, 28, 20, 15, tzinfo=UTC)
    set_clock(moment)
    sheet = four_hands(phone)
    phone.say_who(sheet, guest="Betty's phone")
    other.join(phone.share(sheet, "score"))
    read_back = importing.read(with_history(other, sheet))
    assert isinstance(read_back, importing.Sealed)
    *_, last = read_back.entries
    claimed = replace(last, number=6, key="made up", at=datetime(2020, 1, 1, 12, tzinfo=UTC))
    forged = (*read_back.entries, claimed)
    file = sheet_file.write(fold(forged), audit.lines(forged, ()))
    assert brought(other, file) == sheet
    answer = phone.get(f"{sheet}/history")
    line, earlier, *_ = told(answer)
    day = f"{claimed.at.astimezone():%-d %b %Y}"
    assert "6 · imported by Phone 2, " in line
    assert f"; the file says Betty's phone (this phone), {day}, " in line
    times = [datetime.fromisoformat(at) for at in re.findall(r'<time datetime="(.*?)">', answer.text)]
    assert times[:2] == [moment, claimed.at]
    assert "5 · Betty's phone (this phone), " in earlier
    assert f"imported by Phone 2, {times[0].astimezone():%H:%M}" in told(phone.get(f"{sheet}/history?hand=6"))[0]
    for snapshot in (f"{sheet}/fingerprint", f"{sheet}/history/6"):
        assert re.search(rf"imported \d\d:\d\d, dated {day}, ", words(phone.get(snapshot)))
    # What was imported is handed on as it came.
    assert with_history(phone, sheet) == file
    third = Phone(app)
    copy = brought(third, file)
    assert with_history(third, copy) == file
    with app.app_context():
        assert list(faults(db.session.connection())) == []


def test_what_was_pasted_is_read_with_the_line_ends_of_a_form(phone: Phone) -> None:
    answer = look(phone, text=sealed.file().decode().replace("\n", "\r\n"))
    assert "21 entries" in words(answer)
    copy = urlsplit(bring(phone, answer).headers["Location"]).path
    assert with_history(phone, copy) == sealed.file()


def test_a_sheet_that_goes_on_elsewhere_is_brought_up_to_date(phone: Phone, sheet: str, other: Phone) -> None:
    copy = brought(other, with_history(phone, sheet))
    phone.record(sheet)
    amend(phone, sheet, 2, tricks="8")
    file = with_history(phone, sheet)
    answer = look(other, file)
    assert "More of a sheet that is here" in words(answer)
    assert "goes on with 2 more entries" in words(answer)
    assert copy in read(answer).links
    first, again = bring(other, answer), bring(other, answer)
    assert first.headers["Location"] == again.headers["Location"] == copy
    assert sheets(other) == {copy}
    assert with_history(other, copy) == file
    assert other.totals(copy) == phone.totals(sheet)


def form_of_any(answer: TestResponse) -> list[Form]:
    return [form for form in read(answer).forms if form.sends]


def test_an_earlier_state_is_offered_as_a_copy_alone(phone: Phone, sheet: str) -> None:
    earlier = with_history(phone, sheet)
    phone.record(sheet)
    now = with_history(phone, sheet)
    answer = look(phone, earlier)
    assert "Only as a copy The sheet here is further, by 1 entry." in words(answer)
    copy = urlsplit(bring(phone, answer).headers["Location"]).path
    assert with_history(phone, sheet) == now
    assert with_history(phone, copy) == earlier
    assert sheets(phone) == {sheet, copy}
    # Of two that it goes on from, it is the one that is further.
    assert "Here already" in words(look(phone, now))


def test_what_changed_since_it_was_looked_at_is_shown_again(phone: Phone, sheet: str, other: Phone) -> None:
    copy = brought(other, with_history(phone, sheet))
    phone.record(sheet)
    answer = look(other, with_history(phone, sheet))
    other.record(copy, TABLE_GAMES[1])
    late = bring(other, answer)
    assert late.status_code == 422
    assert "The sheets here have changed meanwhile" in words(late)
    assert "went another way" in words(late)
    assert sheets(other) == {copy}
    assert other.version(copy) == "6"


def test_a_phone_that_may_only_look_brings_in_a_sheet_of_its_own(app: Flask, phone: Phone, sheet: str) -> None:
    viewer = joined(app, phone, sheet, "view")
    earlier = with_history(phone, sheet)
    phone.record(sheet)
    assert "A new sheet" in words(look(viewer, with_history(phone, sheet)))
    copy = brought(viewer, earlier)
    assert copy != sheet
    assert phone.version(sheet) == "6"


def test_an_altered_history_is_named_and_the_bare_sheet_can_be_had(phone: Phone) -> None:
    answer = look(phone, sealed.file().replace(b"misheard", b"misherad"))
    said = words(answer)
    assert "Its history was altered: entry 10 does not match its digest" in said
    assert "Only as a copy, without its history" in said
    copy = urlsplit(bring(phone, answer).headers["Location"]).path
    assert phone.get(f"{copy}/sheet.json").data == sheet_file.write(fold(sealed.entries()))
    assert int(phone.version(copy)) < len(sealed.entries())


REFUSED: Mapping[str, tuple[bytes, str]] = {
    "nothing": (b"", "Choose a file, or paste what is in one."),
    "blanks": (b" \r\n", "Choose a file, or paste what is in one."),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture and no table"),
    "a text": (b"hello", "This is no score sheet file, and no table: headings, and a line for each hand."),
    "half a file": (content(RESULT)[:-20], "The file is not JSON, or not whole: it cannot be read from line "),
    "a list": (b"[]", "This file is not from Scorer, and no list of hands was found in it."),
    "a wrong type": (content({**RESULT, "tricks": "7"}), "In $.hands[0].tricks: expected a whole number"),
    "a broken rule": (content({**RESULT, "tricks": 11}), "Hand 1 breaks a rule: The offense cannot have taken 11"),
    "no player": (content(dealer="<b>Zoe</b>"), "In $.dealer: “<b>Zoe</b>” is no player here"),
    "brackets": (b"[" * 100_000, "The file is nested too deeply to be a score sheet."),
    "hands without end": (content(*[{"contract": None}] * 2000), "In $.hands: at most 1000 can be imported"),
    "too large": (b'{"a": "' + b"x" * MOST_BYTES + b'"}', "The file is larger than 3 MiB."),
    "a workbook": (bundle.write([("[Content_Types].xml", b"<x/>")]), "This is a document of an office program"),
    "a workbook of LibreOffice": (
        bundle.write([("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]),
        "This is a document of an office program",
    ),
    "an empty ZIP": (bundle.write([]), "There is no sheet in this ZIP."),
    "a broken ZIP": (bundle.write([("a.json", b"{}")])[:-9], "The ZIP is damaged, or is none."),
}


def test_what_is_no_sheet_is_refused_at_the_field_and_nothing_is_written(phone: Phone) -> None:
    for named, (file, why) in REFUSED.items():
        answer = look(phone, file)
        assert answer.status_code == 422, named
        snapshot = read(answer)
        assert " ".join(snapshot.errors["import-error"].split()).startswith(why), named
        marked = {each["aria-describedby"] for _, each in snapshot.tags if "aria-invalid" in each}
        assert marked == {"import-error"}, named
        assert "<b>Zoe" not in answer.text, named
    assert sheets(phone) == set()


def test_what_was_pasted_stays_where_it_was_refused(phone: Phone) -> None:
    answer = look(phone, text='{"format": "<script>"}')
    assert answer.status_code == 422
    assert "{&#34;format&#34;: &#34;&lt;script&gt;&#34;}</textarea>" in answer.text


def test_only_a_request_to_this_page_may_be_large_and_not_without_end(phone: Phone) -> None:
    body = io.BytesIO(b" " * (MOST_SENT + 100_000))
    size = len(body.getbuffer())
    kind = "multipart/form-data; boundary=x"
    over = phone.client.post(PAGE, input_stream=body, content_type=kind, content_length=size)
    assert (over.status_code, "Nothing was changed" in words(over)) == (413, True)
    # A browser reads the answer only when all that it sends was taken.
    assert body.tell() == size
    fields = dict(phone.form("/new/offender").fields)
    assert phone.client.post("/new/offender", data={**fields, "title": "x" * 200_000}).status_code == 413


def test_what_was_kept_is_looked_at_again(phone: Phone) -> None:
    for kept in ("no base64", "e30", "=", "\u2665", ""):
        assert bring(phone, look(phone, content(RESULT)), kept=kept).status_code == 422, kept
    assert sheets(phone) == set()


def test_every_sheet_of_a_phone_goes_to_another_in_one_file(phone: Phone, other: Phone) -> None:
    friday, second = four_hands(phone, "Friday"), four_hands(phone, "Friday")
    plain = phone.start(["Ann", "Bo"], "plain", title="Übung")
    phone.send("/", phone.form("/", action=f"{plain}/archive"))
    downloaded = phone.get("/bundle.zip")
    assert downloaded.content_type == "application/zip"
    assert downloaded.data == phone.get("/bundle.zip").data
    names = zipfile.ZipFile(io.BytesIO(downloaded.data)).namelist()
    assert [name.partition("-friday")[2] or name[10:] for name in names] == [".json", "-2.json", "-ubung.json"]
    answer = look(other, downloaded.data, name="all.zip")
    assert words(answer).count("A new sheet") == 3
    done = bring(other, answer)
    assert (done.status_code, done.headers["Location"]) == (303, "/")
    assert "3 sheets imported." in words(other.get("/"))
    ours = {with_history(phone, sheet) for sheet in (friday, second, plain)}
    assert {with_history(other, sheet) for sheet in sheets(other)} == ours
    assert bring(other, answer).status_code == 303
    assert len(sheets(other)) == 3
    assert other.get("/bundle.zip").data == downloaded.data


def test_more_sheets_than_one_zip_holds_come_in_several(
    phone: Phone, other: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "MOST_FILES", 2)
    for title in ("Mon", "Tue", "Wed"):
        four_hands(phone, title)
    links = [link for link in phone.read("/bundle.zip").links if "part=" in link]
    assert links == ["/bundle.zip?part=1", "/bundle.zip?part=2"]
    assert "Part 1 2 sheets. Part 2 1 sheet." in words(phone.get("/bundle.zip"))
    for number, link in enumerate(links, start=1):
        part = phone.get(link)
        assert part.headers["Content-Disposition"] == f"attachment; filename=score-sheets-{number}-of-2.zip"
        assert bring(other, look(other, part.data, name="part.zip")).status_code == 303
    assert len(sheets(other)) == 3
    assert phone.get("/bundle.zip?part=3").status_code == 404


def test_each_sheet_of_a_bundle_has_its_own_fate(phone: Phone, other: Phone) -> None:
    same, longer, ways = (four_hands(phone, title) for title in ("Same", "Longer", "Ways"))
    _, shorter, apart = (brought(other, with_history(phone, sheet)) for sheet in (same, longer, ways))
    phone.record(longer)
    phone.record(ways, TABLE_GAMES[0])
    other.record(apart, TABLE_GAMES[1])
    new = four_hands(phone, "New")
    files = [(f"{at}.json", with_history(phone, sheet)) for at, sheet in enumerate((same, longer, ways, new))]
    odd = [("../up.json", b"nonsense"), ("<b>.json", bundle.write([])), ("bare.json", content(RESULT))]
    answer = look(other, bundle.write([*files, *odd]), name="all.zip")
    said = words(answer)
    fates = ("Here already", "More of a sheet that is here", "Only as a copy", "A new sheet", "refused")
    places = [said.index(fate) for fate in fates]
    assert places == sorted(places)
    assert said.count("refused") == 2
    assert "It is a ZIP within the ZIP." in said
    assert "<b>.json" not in answer.text
    ticked = [value for name, value in form_of(answer).fields if name == "take"]
    assert ticked == ["1 update", "3 new", "6 new"]
    before = sheets(other)
    nothing = bring(other, answer, take=[])
    assert (nothing.status_code, "Tick what to import." in words(nothing)) == (422, True)
    assert bring(other, answer, take=["1 update", "4 refused", "x", "99 new"]).status_code == 422
    assert sheets(other) == before
    assert bring(other, answer, take=["1 update", "2 copy"]).status_code == 303
    assert len(sheets(other)) == len(before) + 1
    assert with_history(other, shorter) == with_history(phone, longer)


@pytest.mark.sqlite
def test_what_there_is_no_time_for_says_so_alone(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a ZIP by itself; what was ticked is looked through before the others."""
    # The clock of the thread: when a request begins, and at each file.
    clock = iter([0, 0, 21, 0, 0, 21])
    monkeypatch.setattr(imports, "time", SimpleNamespace(thread_time=lambda: next(clock)))
    shown = look(phone, bundle.write((f"{title}.json", content(title=title)) for title in ("one", "two")))
    assert "This takes too long to look through: import the sheets in several files." in words(shown)
    assert [value for name, value in form_of(shown).fields if name == "take"] == ["0 new"]
    assert bring(phone, shown, take="1 new").status_code == 303
    assert not [*clock]


def test_a_bomb_and_names_of_paths_are_shown_and_nothing_is_written(phone: Phone) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../instance/scorer.db", b"\0" * 20_000_000)
        archive.writestr("/etc/cron.d/x.json", b"\0" * 10)
    answer = look(phone, packed.getvalue(), name="../../x.zip")
    assert answer.status_code == 200
    assert "../../instance/scorer.db refused It is larger than 3 MiB." in words(answer)
    assert not form_of_any(answer)
    assert sheets(phone) == set()


def test_the_ways_in_and_out_and_the_schema_are_found(phone: Phone) -> None:
    assert PAGE in phone.read("/help/export").links
    assert {"/bundle.zip", "/sheet-file.schema.json"} <= set(phone.read(PAGE).links)
    assert "/bundle.zip" in phone.read(f"{phone.start()}/export").links
    answer = phone.get("/sheet-file.schema.json")
    assert answer.content_type == "application/schema+json"
    assert json.loads(answer.data) == schema()


def link_of(phone: Phone, sheet: str) -> str:
    """The link that the page *Send the sheet* gives."""
    page = phone.get(f"{sheet}/send").text
    [link] = re.findall(r'<textarea[^>]*id="carried"[^>]*>\s*([^<]*?)\s*</textarea>', page)
    return link


def test_a_link_carries_a_sheet_to_a_phone_that_asks_before_it_writes(phone: Phone, other: Phone) -> None:
    sheet = four_hands(phone, title="Friday")
    link = link_of(phone, sheet)
    assert "#sheet=" in link
    assert 'class="qr"' in phone.get(f"{sheet}/send").text
    shown = look(other, text=f"{link}\r\n")
    assert shown.status_code == 200
    assert "Friday" in words(shown)
    assert "Cindy 180 Amber 132" in words(shown)
    assert sheets(other) == set()
    # What lies behind the # alone, as the script takes it from the address bar.
    assert words(look(other, text=link.partition("#")[2])) == words(shown)
    answer = bring(other, shown)
    assert answer.status_code == 303, words(answer)
    copy = urlsplit(answer.headers["Location"]).path
    assert with_history(other, copy) == with_history(phone, sheet)
    assert "Entry for entry" in words(look(other, text=link))


def codes_of(link: str) -> list[str]:
    """The links that the codes of a sheet are, from the link that carries it whole."""
    address, _, text = link.partition("#sheet=")
    room = digits_beside(f"{address}#part=16.16.0000-0000.")
    return [f"{address}#{part}" for part in importing.parts_of(text, room)]


def test_a_sheet_too_long_for_one_code_goes_in_several(phone: Phone, other: Phone, fresh: str) -> None:
    for number in range(30):
        phone.record(fresh, TABLE_GAMES[number % 4])
    page = phone.get(f"{fresh}/send")
    codes = codes_of(link_of(phone, fresh))
    assert len(codes) > 1
    drawn = re.findall(r'<svg[^>]*viewBox="0 0 (\d+) (\d+)"[^>]* class="qr"', page.text)
    assert len(drawn) == len(codes)
    assert all(int(side) <= 73 for sides in drawn for side in sides)
    for code in codes:
        address, _, digits = code.rpartition(".")
        assert f"{qr_code(f'{address}.', digits)}" in page.text
    assert f"1 of {len(codes)} Next" in words(page)
    assert f"Previous {len(codes)} of {len(codes)}" in words(page)
    half = look(other, text="\n".join(codes[1:]))
    assert half.status_code == 422
    assert f"{len(codes) - 1} of {len(codes)} codes of the sheet" in words(half)
    assert "1 is missing: number 1." in words(half)
    shown = look(other, text="\n".join(reversed(codes)))
    assert bring(other, shown).status_code == 303
    assert "Entry for entry" in words(look(other, text=link_of(phone, fresh)))


def test_a_sheet_too_long_for_codes_is_a_file(phone: Phone, fresh: str, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.record(fresh)
    monkeypatch.setattr(importing, "MOST_PARTS", 0)
    page = phone.get(f"{fresh}/send")
    assert "too long for codes. Send the file or the link." in words(page)
    assert 'class="qr"' not in page.text
    assert link_of(phone, fresh)


UNCLEAR = ["Amber", "amber", "\u3164", "\u0412etty", "Betty"]
HARD_TO_TELL = ["Amber is on this sheet, too.", "Nobody could see this name."]


def labels(answer: TestResponse) -> list[str]:
    """Why the names of a file are hard to tell, as the page says it."""
    return re.findall(r'<label for="called-[^>]*>“<bdi>.*?</bdi>”: (.*?) Another name', answer.text)


@pytest.mark.parametrize("finished", [False, True])
def test_names_hard_to_tell_are_said_and_renamed_by_an_entry_of_its_own(phone: Phone, finished: bool) -> None:
    hand = {**RESULT, "proposer": "Amber", "accepter": "amber"}
    answer = look(phone, content(hand, players=UNCLEAR, finished=finished))
    assert labels(answer) == HARD_TO_TELL
    called = ["Ambrose", "Nobody"]
    first, again = bring(phone, answer, called=called), bring(phone, answer, called=called)
    assert first.headers["Location"] == again.headers["Location"]
    sheet = urlsplit(first.headers["Location"]).path
    file = phone.get(f"{sheet}/sheet-with-history.json").data
    here = json.loads(file)
    assert here["players"] == ["Amber", "Ambrose", "Nobody", "\u0412etty", "Betty"]
    assert [entry["kind"] for entry in here["history"]].count("rename") == 1
    assert here["history"][-1]["facts"]["names"] == {"amber": "Ambrose", "\u3164": "Nobody"}
    # What was written so comes back act for act.
    assert "Here already" in words(look(phone, file))


def test_such_names_can_be_kept_and_another_that_is_no_better_is_refused_at_its_field(phone: Phone) -> None:
    answer = look(phone, content(players=UNCLEAR))
    refused = bring(phone, answer, called=["AMBER", ""])
    assert refused.status_code == 422
    wrong = "Amber already sits at the table: add a letter to tell them apart."
    assert read(refused).errors["called-0-0-error"] == wrong
    assert sheets(phone) == set()
    kept = bring(phone, refused, called=["", ""])
    sheet = urlsplit(kept.headers["Location"]).path
    assert json.loads(phone.get(f"{sheet}/sheet.json").data)["players"] == UNCLEAR


def test_names_that_are_plain_to_tell_are_not_asked_for(phone: Phone) -> None:
    assert labels(look(phone, content(players=["Амбер", "Betty", "علی\u200cرضا", "Diana", "Ellie"]))) == []


FOREIGN_COLUMNS = {f"column-{at}": matched.what for at, matched in enumerate(MATCHED)}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_the_app_becomes_the_same_sheet_with_all_that_changed_in_it(phone: Phone, game: str) -> None:
    ledgers = (random_sheet(game, random.Random(seed)) for seed in range(300))
    ledger = next(each for each in ledgers if _can_be_written(each) and _changes(each))
    content = wide_csv(ledger)
    answer = look(phone, content, name="sheet.csv")
    assert f"Nothing is wrong: {check(load(content)).figures} figures checked." in words(answer)
    done = bring(phone, phone.send(PAGE, form_of(answer)))
    assert phone.get(f"{urlsplit(done.headers['Location']).path}/sheet.csv").data == content


def _can_be_written(ledger: Ledger) -> bool:
    """Whether its names and its title are such as one can enter on a page."""
    return all(map(printable, (ledger.sheet.title, *ledger.columns, *ledger.table.game.players)))


def _changes(ledger: Ledger) -> bool:
    """Whether somebody has an odd name, somebody else sits down in mid-sheet, and a house rule changes."""
    facts = [row.hand.facts for row in ledger.rows]
    rules = not ledger.table.game.options_type.described() or any("options" in hand for hand in facts)
    return rules and any("players" in hand for hand in facts) and any("," in name for name in ledger.columns)


def test_columns_of_unknown_headings_are_matched_on_the_page(phone: Phone) -> None:
    answer = look(phone, FOREIGN.encode())
    assert answer.status_code == 422
    assert "Say which game it is." in words(answer)
    answer = phone.send(PAGE, form_of(answer), {"game": "offender"})
    assert "No line makes a hand: are the columns matched?" in words(answer) or "Say who plays" in words(answer)
    answer = phone.send(PAGE, form_of(answer), {"players": ", ".join(PLAYERS), **FOREIGN_COLUMNS})
    assert answer.status_code == 200
    fields = dict(form_of(answer).fields)
    assert {name: fields[name] for name in FOREIGN_COLUMNS} == FOREIGN_COLUMNS
    said = words(answer)
    assert "2 lines make no hand" in said
    assert "Line 4 3 · 5C · Zoe · Diana · 8“Zoe” is no player here" in said
    assert "3 hands" in said

    refused = bring(phone, answer)
    assert refused.status_code == 422
    assert read(refused).errors["bad-error"].startswith("Put these lines right")
    assert sheets(phone) == set()
    assert dict(form_of(refused).fields)["column-2"] == "proposer"
    done = bring(phone, refused, leave_out="1")
    assert phone.totals(urlsplit(done.headers["Location"]).path) == [90, 30, 138, 95, 30]


def test_another_game_begins_the_matching_anew(phone: Phone) -> None:
    answer = look(phone, text=GAMES["plain"].paper_example)
    other = phone.send(PAGE, form_of(answer), {"game": "spades"})
    assert other.status_code == 422
    assert dict(form_of(other).fields)["game"] == "spades"
    back = phone.send(PAGE, form_of(other), {"game": "plain"})
    assert back.status_code == 200
    assert "2 hands" in words(back)


def test_a_column_that_is_ignored_stays_so_and_a_new_player_finds_hers(phone: Phone) -> None:
    answer = look(phone, text=GAMES["offender"].paper_example)
    ignored = phone.send(PAGE, form_of(answer), {"column-4": ""})
    assert dict(form_of(ignored).fields)["column-4"] == ""
    assert "8 figures checked" in words(ignored)
    fewer = phone.send(PAGE, form_of(answer), {"players": "Amber, Betty, Cindy, Diana"})
    assert dict(form_of(fewer).fields)["column-8"] == ""
    again = phone.send(PAGE, form_of(fewer), {"players": "Amber, Betty, Cindy, Diana, Ellie"})
    assert dict(form_of(again).fields)["column-8"] == "Ellie total"


def test_what_figures_are_and_which_day_it_is_are_asked_where_nothing_tells(phone: Phone) -> None:
    answer = look(phone, b"when,Ann,Bo\n3/4/26,5,2\n3/4/26,6,2\n")
    said = words(answer)
    assert answer.status_code == 422
    assert "Points of each hand: Ann 11, Bo 4" in said
    assert "Running totals: Ann 6, Bo 2" in said
    assert "Import as a new sheet" not in said
    chosen = phone.send(PAGE, form_of(answer), {"figures": "total", "date": "2026-03-04"})
    assert "2 of 2 lines make a hand" in words(chosen)
    sheet = urlsplit(bring(phone, chosen).headers["Location"]).path
    assert phone.totals(sheet) == [6, 2]
    assert phone.get(f"{sheet}/sheet.json").get_json()["date"] == "2026-03-04"


def test_where_no_line_makes_a_hand_there_is_nothing_to_import(phone: Phone) -> None:
    answer = look(phone, b"game,oh-hell\nplayers,Ann,Bo,Cid\nRound,A Total,B Total,C Total\n1,5,3,1\n2,9,4,4\n")
    said = words(answer)
    assert (answer.status_code, "No line makes a hand yet." in said) == (422, True)
    assert "Line 4" in said
    assert "Import as a new sheet" not in said
    assert bring(phone, answer).status_code == 422
    assert sheets(phone) == set()


def test_the_apps_own_workbook_is_the_same_sheet_and_says_where_its_facts_were_changed(phone: Phone) -> None:
    sheet = four_hands(phone)
    content = phone.get(f"{sheet}/sheet.xlsx").data
    shown = look(phone, content, name="friday.xlsx")
    assert "4 of 4 lines make a hand" in words(shown)
    assert "Facts were changed" not in words(shown)
    copy = urlsplit(bring(phone, shown).headers["Location"]).path
    assert phone.get(f"{copy}/sheet.csv").data == phone.get(f"{sheet}/sheet.csv").data
    book = openpyxl.load_workbook(io.BytesIO(content))
    [cell] = [cell for row in book["Facts"].iter_rows(min_row=5, max_row=5) for cell in row if cell.value == 7]
    cell.value = 5
    changed = io.BytesIO()
    book.save(changed)
    assert "Facts were changed in this workbook" in words(look(phone, changed.getvalue()))


def test_formulas_and_tags_in_a_table_are_only_text(phone: Phone) -> None:
    text = '=cmd|A0,contract,proposer,accepter,tricks\n<b>x</b>,=1+1,Amber,Cindy,7\n"\'=2",6H,Amber,Cindy,7\n'
    answer = look(phone, text=text)
    fields = {"players": ", ".join(PLAYERS), "column-0": "note"}
    answer = phone.send(PAGE, form_of(answer), fields)
    assert "<b>x" not in answer.text
    assert "1 line makes no hand" in words(answer)
    done = bring(phone, answer, leave_out="1")
    sheet = urlsplit(done.headers["Location"]).path
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][0]["note"] == "=2"


def test_whatever_the_fields_say_the_page_answers(phone: Phone) -> None:
    form = form_of(look(phone, text=GAMES["offender"].paper_example))
    for changed in (
        {"game": "whist"},
        {"players": ""},
        {"players": "Amber"},
        {"players": "A,A,A"},
        {"players": "x" * 50 + ",B,C"},
        {"players": "Am\u2028ber,B,C"},
        {"column-0": "nonsense"},
        {"column-0": "tricks"},
        {"kept": ""},
    ):
        answer = phone.send(PAGE, form, {"action": "import", **changed})
        assert answer.status_code in (303, 422), changed
        assert "Something went wrong" not in answer.text


def test_names_of_a_table_that_are_hard_to_tell_are_said_and_can_be_renamed(phone: Phone) -> None:
    table = 'game,plain\nplayers,"Ann, ann, Bo"\nAnn points,ann points,Bo points\n1,2,3\n'
    answer = look(phone, text=table)
    assert "“ann”: Ann is on this sheet, too. Another name" in words(answer)
    refused = bring(phone, answer, called=["bo"])
    assert read(refused).errors["called-0-0-error"].startswith("Bo already sits at the table")
    sheet = urlsplit(bring(phone, refused, called=["Anke"]).headers["Location"]).path
    assert "Anke" in words(phone.get(sheet))
    assert "ann" not in words(phone.get(sheet)).split()
