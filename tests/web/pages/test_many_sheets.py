"""Ten thousand sheets on one phone: every page still comes at once, and each sheet is found."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import event, insert, select

from scorer.store import people
from scorer.store.database import writing
from scorer.store.models import DeviceRecord, EntryRecord, GrantRecord, SheetRecord, db
from scorer.web.home import SHOWN

from ...timing import cpu_seconds
from ..games.test_plain import typed
from ..phone import Phone, words

SHEETS = 10_000
TRIES = 7
ENOUGH = 0.1
"""Seconds of the processor: what else the machine has to do is not counted."""
ARCHIVED = 40
SHEET = re.compile(r"/sheets/[^/]+")
BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
START = {"game": "plain", "players": ["Ann", "Bo"], "dealer": "Ann", "date": "2026-11-20"}
HAND = {"hand": {"points": {"Ann": 3, "Bo": -1}}}


def fill(app: Flask) -> None:
    """Many sheets with a hand each, the next one written on a second later; the first of them are archived."""
    made = [(f"sheet{number}", number, BEGAN + timedelta(seconds=number)) for number in range(SHEETS)]
    with app.app_context(), writing():
        [device] = db.session.scalars(select(DeviceRecord.id))
        acts = [
            {"sheet_id": id, "number": act, "kind": kind, "facts": facts, "key": str(act), "at": at}
            for id, number, at in made
            for act, kind, facts in ((1, "start", {**START, "title": f"Evening {number}"}), (2, "record", HAND))
        ]
        db.session.execute(insert(SheetRecord), [{"id": id, "made_at": at} for id, _, at in made])
        db.session.execute(insert(EntryRecord), [{**act, "device_id": device} for act in acts])
        db.session.execute(
            insert(GrantRecord),
            [
                {
                    "sheet_id": id,
                    "device_id": device,
                    "role": people.SCORE,
                    "archived": number < ARCHIVED,
                    "opened_at": at,
                }
                for id, number, at in made
            ],
        )


@pytest.fixture
def many(app: Flask, phone: Phone) -> Phone:
    phone.get("/sheets/none/history")
    phone.start(["Ann", "Bo"], "plain")
    fill(app)
    return phone


def typical(phone: Phone, path: str) -> float:
    """The median of several tries, seconds."""
    return cpu_seconds(lambda: phone.read(path), TRIES)


def listed(phone: Phone, path: str = "/") -> list[str]:
    return [link for link in phone.read(path).links if SHEET.fullmatch(link)]


@pytest.mark.alone
@pytest.mark.long
def test_every_page_comes_at_once_among_ten_thousand_sheets(many: Phone) -> None:
    for path in ("/", "/?page=300", "/archive?page=2", "/new/plain", "/import", "/sheets/sheet77"):
        assert typical(many, path) < ENOUGH, path


def test_only_the_sheets_that_are_shown_are_read(app: Flask, many: Phone) -> None:
    asked: list[str] = []
    with app.app_context():
        engine = db.engine

    def note(*args: object) -> None:
        asked.append(str(args[2]))

    event.listen(engine, "before_cursor_execute", note)
    many.get("/")
    event.remove(engine, "before_cursor_execute", note)
    assert SHOWN < len(asked) < 3 * SHOWN


@pytest.mark.long
def test_the_sheets_written_on_last_come_first_and_the_older_ones_behind_a_link(many: Phone) -> None:
    mine, *others = listed(many)
    assert not mine.startswith("/sheets/sheet")
    assert others == [f"/sheets/sheet{SHEETS - number}" for number in range(1, SHOWN)]
    assert "/?page=2" in many.read("/").links
    assert listed(many, "/?page=2")[0] == f"/sheets/sheet{SHEETS - SHOWN}"
    assert {"/?page=1", "/?page=3"} <= set(many.read("/?page=2").links)
    assert "Archive (40)" in words(many.get("/"))


@pytest.mark.long
def test_every_sheet_is_on_a_page_once(many: Phone) -> None:
    last = -(-(SHEETS + 1 - ARCHIVED) // SHOWN)
    pages = [listed(many, f"/?page={number}") for number in (1, 2, last - 1, last)]
    assert [len(snapshot) for snapshot in pages] == [SHOWN, SHOWN, SHOWN, (SHEETS + 1 - ARCHIVED) % SHOWN or SHOWN]
    assert len({sheet for snapshot in pages for sheet in snapshot}) == sum(map(len, pages))
    assert pages[-1][-1] == f"/sheets/sheet{ARCHIVED}"
    for beyond in ("/?page=99999", f"/?page={last + 1}"):
        assert listed(many, beyond) == pages[-1]
    for odd in ("/?page=0", "/?page=x", "/?page=-1", "/?page="):
        assert listed(many, odd) == pages[0]


@pytest.mark.long
def test_an_old_sheet_that_is_written_on_comes_first(many: Phone) -> None:
    sheet = "/sheets/sheet4321"
    assert many.enter(sheet, typed("1", "2")).status_code == 303
    assert listed(many)[0] == sheet


def test_archived_sheets_are_listed_page_by_page_and_taken_out(many: Phone) -> None:
    page = "/archive?page=2"
    assert len(listed(many, page)) == ARCHIVED - SHOWN
    [form] = [form for form in many.read(page).forms if form.action == "/sheets/sheet0/unarchive"]
    assert many.send(page, form).status_code == 303
    assert "Archive (39)" in words(many.get("/"))


@pytest.mark.long
def test_one_sheet_among_ten_thousand_is_found_by_its_title(many: Phone) -> None:
    assert listed(many, "/search?q=evening+4321") == ["/sheets/sheet4321"]
    # All of them are looked through, and one is read.
    assert typical(many, "/search?q=evening+4321") < 3 * ENOUGH
