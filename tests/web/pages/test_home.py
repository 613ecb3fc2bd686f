"""Home: the sheet being played, what is found, the archive, sheets that are deleted, and ten thousand of them."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import insert, select

from scorer import create_app
from scorer.rules.registry import GAMES
from scorer.store import people
from scorer.store.database import writing
from scorer.store.models import DeviceRecord, EntryRecord, GrantRecord, SheetRecord, db
from scorer.web import home
from scorer.web.home import SHOWN

from ...one_app import close
from ...timing import cpu_seconds
from ..evening import four_hands, joined, press, rename, said
from ..games import test_spades
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words
from ..test_statements import asked, statements
from .test_damaged_sheets import damage


def part(phone: Phone, begins: str, ends: str, path: str = "/") -> str:
    """The words of a page between two others."""
    return words(phone.get(path)).partition(begins)[2].partition(ends)[0]


def on_felt(phone: Phone) -> str:
    return part(phone, "? Scorer ", "Same players")


def again(phone: Phone) -> str:
    """The way to a sheet with the same players."""
    [way] = [link for link in phone.read("/").links if "like=" in link]
    return way


def names_and_dealer(phone: Phone, path: str) -> tuple[list[str], str]:
    [form] = [form for form in phone.read(path).forms if form.action.startswith("/new/")]
    names = [value for name, value in form.fields if name == "player" and value]
    return names, names[int(dict(form.fields)["dealer"])]


def test_the_sheet_being_played_comes_first_with_its_standings_and_the_way_on(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "Cindy 180 Amber 132 Diana 123 Ellie 72 Betty 58 Continue with hand 5" in on_felt(phone)
    assert f"{sheet}/hand" in phone.read("/").links
    viewer = joined(app, phone, sheet, "view")
    assert "Look" in on_felt(viewer)
    assert f"{sheet}/hand" not in viewer.read("/").links
    phone.say(sheet, "5C")
    assert f"{sheet}/auction" in phone.read("/").links


def test_a_finished_sheet_is_listed_by_its_winner_below_the_one_being_played(phone: Phone) -> None:
    done = four_hands(phone)
    running = phone.start(title="Later")
    press(phone, done, "finish")
    assert " Later Offender · " in on_felt(phone)
    assert "Cindy won Offender · " in part(phone, "Other sheets", "Statistics")
    links = phone.read("/").links
    assert (f"{done}/end" in links, done in links) == (True, False)
    phone.record(running)
    press(phone, running, "finish")
    assert "Continue" not in words(phone.get("/"))


def test_a_sheet_left_unfinished_yesterday_is_in_the_list(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = four_hands(phone)
    assert "Continue" in words(phone.get("/"))
    next_day = datetime.now(UTC) + timedelta(hours=18)
    monkeypatch.setattr(home, "now", lambda: next_day)
    shown = words(phone.get("/"))
    assert "Continue" not in shown
    assert "Cindy leads" in shown.partition("Your sheets")[2]
    assert sheet in phone.read("/").links


def test_the_same_players_begin_where_the_evening_stood(phone: Phone) -> None:
    sheet = phone.start(**{"option-no_trump": "true"})
    for hand in TABLE_GAMES[:2]:
        phone.record(sheet, hand)
    assert names_and_dealer(phone, again(phone)) == ([*PLAYERS], "Betty")
    made = phone.send("", phone.form(again(phone)), {"action": "start"})
    facts = phone.get(made.headers["Location"].replace("/hand", "/sheet.json")).get_json()
    assert (facts["players"], facts["dealer"], facts["options"]) == ([*PLAYERS], "Betty", {"no_trump": True})
    assert "No-trump: yes" in words(phone.get(again(phone)))


def test_the_same_players_are_those_of_now_with_the_partners_of_now(phone: Phone) -> None:
    sheet = test_spades.started(phone)
    before = phone.get(f"{sheet}/sheet.json").get_json()["players"]
    rename(phone, sheet, "Zoe", *before[1:])
    assert names_and_dealer(phone, again(phone))[0] == ["Zoe", *before[1:]]


def test_the_same_players_of_a_sheet_that_is_not_this_phones_are_not_shown(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone).rpartition("/")[2]
    assert Phone(app).get(f"/new/offender?like={sheet}").status_code == 404
    assert phone.get(f"/new/spades?like={sheet}").status_code == 404
    assert phone.get("/new/offender?like=none").status_code == 404


def test_a_sheet_is_found_by_its_players_its_title_and_its_game(phone: Phone) -> None:
    sheet = phone.start(["Ambre", *PLAYERS[1:]], title="Friday")
    rename(phone, sheet, *PLAYERS)
    phone.start(["Ann", "Bo"], "plain", title="Monday")
    for asks in ("amber", "AMBER ellie", "friday", "offender", "Friday offender diana", "ambre"):
        found = phone.get(f"/search?q={asks}")
        assert sheet in read(found).links, asks
        assert "1 sheet with" in words(found), asks


def test_what_is_not_found_is_said_and_nothing_asked_for_finds_every_sheet(phone: Phone) -> None:
    sheets = {phone.start(), phone.start(["Ann", "Bo"], "plain")}
    assert "No sheet with “zebra”" in words(phone.get("/search?q=zebra"))
    assert sheets <= set(phone.read("/search").links)
    # The words of the file are not the words of the sheet.
    assert "No sheet" in words(phone.get("/search?q=players"))


def test_an_archived_sheet_is_off_the_home_page_still_found_and_comes_back(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert phone.send("/", phone.form("/", action=f"{sheet}/archive")).status_code == 303
    home = phone.read("/")
    assert (sheet in home.links, "/archive" in home.links) == (False, True)
    assert sheet in phone.read("/archive").links
    assert "archived" in part(phone, "1 sheet with", "Take out", "/search?q=amber")
    assert phone.send("/", phone.form("/archive", action=f"{sheet}/unarchive")).status_code == 303
    assert sheet in phone.read("/").links


@pytest.mark.sqlite
@pytest.mark.parametrize("facts", ["'{'", "CAST(x'fffe' AS TEXT)", "'[1]'", '\'{"players": 7, "title": null}\''])
def test_a_damaged_sheet_keeps_no_other_from_being_found(app: Flask, phone: Phone, facts: str) -> None:
    sound, damaged = phone.start(title="Sound"), phone.start(title="Spoiled")
    damage(app, damaged, f"UPDATE entry SET facts = {facts} WHERE sheet_id = :sheet")
    found = phone.get("/search?q=sound")
    assert found.status_code == 200
    assert sound in phone.read("/search?q=sound").links
    assert phone.get("/search").status_code == 200


def test_a_search_reads_the_names_of_all_sheets_at_once(app: Flask, phone: Phone) -> None:
    for _ in range(5):
        phone.start()
    phone.start(["Ann", "Bo"], "plain")
    with statements(app) as said:
        phone.get("/search?q=bo")
    # Who asks, the names, the order, and the one sheet that is shown.
    assert len(asked(said)) == 4, said


def test_a_home_without_sheets_offers_every_game(phone: Phone) -> None:
    home = phone.read("/")
    assert {f"/new/{game}" for game in GAMES} <= set(home.links)
    shown = words(phone.get("/"))
    assert "What are you playing?" in shown
    # [issue 34] What each of them is, and how many play it, in few words.
    assert all(f"{game.title} {game.summary}" in shown for game in GAMES.values())
    assert len(shown.split()) <= 130
    assert "/search" not in home.links
    assert phone.get("/search").status_code == phone.get("/archive").status_code == 200


SHEETS = 10_000
TRIES = 7
ENOUGH = 0.1
"""Seconds of the processor: what else the machine has to do is not counted."""
ARCHIVED = 40
SHEET = re.compile(r"/sheets/[^/]+")
BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
START = {"game": "plain", "players": ["Ann", "Bo"], "dealer": "Ann", "date": "2026-11-20"}
HAND = {"hand": {"points": {"Ann": 3, "Bo": -1}}}


def fill(app: Flask, sheets: int) -> None:
    """Many sheets with a hand each, the next one written on a second later; the first of them are archived."""
    made = [(f"sheet{number}", number, BEGAN + timedelta(seconds=number)) for number in range(sheets)]
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
def many(app: Flask, phone: Phone, pytestconfig: pytest.Config) -> Phone:
    phone.get("/sheets/none/history")
    phone.start(["Ann", "Bo"], "plain")
    fill(app, SHEETS if pytestconfig.getoption("--long") else 10 * ARCHIVED)
    return phone


def typical(phone: Phone, path: str) -> float:
    """The median of several tries, seconds."""
    return cpu_seconds(lambda: phone.read(path), TRIES)


def listed(phone: Phone, path: str = "/") -> list[str]:
    return [link for link in phone.read(path).links if SHEET.fullmatch(link)]


def test_home_asks_no_more_of_the_database_however_many_sheets_there_are(app: Flask, many: Phone) -> None:
    with statements(app) as said:
        many.get("/")
    # Thirty sheets, and: who asks, how many there are, which, what may be done with the first, the archive; of the
    # season which sheets it has, and how far they are.
    assert len(asked(said)) <= SHOWN + 7, said


@pytest.mark.alone
@pytest.mark.long
def test_every_page_comes_at_once_among_ten_thousand_sheets(many: Phone) -> None:
    for path in ("/", "/?page=300", "/archive?page=2", "/new/plain", "/import", "/sheets/sheet77"):
        assert typical(many, path) < ENOUGH, path


@pytest.mark.long
def test_the_sheets_written_on_last_come_first_and_the_older_ones_behind_a_link(many: Phone) -> None:
    mine, *others = listed(many)
    assert not mine.startswith("/sheets/sheet")
    assert others == [f"/sheets/sheet{SHEETS - number}" for number in range(1, SHOWN)]
    assert "/?page=2" in many.read("/").links
    assert listed(many, "/?page=2")[0] == f"/sheets/sheet{SHEETS - SHOWN}"
    assert {"/?page=1", "/?page=3"} <= set(many.read("/?page=2").links)
    home = words(many.get("/"))
    assert "Archive (40)" in home
    # The three written on last stand before the games, of which a phone with sheets needs the names alone.
    assert len(re.findall("hands?", part(many, "Other sheets", "New sheet"))) == 3
    assert home.index("New sheet") < home.index("Older sheets")
    assert GAMES["offender"].summary not in home
    # Every sheet is on a page once.
    last = -(-(SHEETS + 1 - ARCHIVED) // SHOWN)
    pages = [listed(many, f"/?page={number}") for number in (1, 2, last - 1, last)]
    assert [len(snapshot) for snapshot in pages] == [SHOWN, SHOWN, SHOWN, (SHEETS + 1 - ARCHIVED) % SHOWN or SHOWN]
    assert len({sheet for snapshot in pages for sheet in snapshot}) == sum(map(len, pages))
    assert pages[-1][-1] == f"/sheets/sheet{ARCHIVED}"
    for beyond in ("/?page=99999", f"/?page={last + 1}"):
        assert listed(many, beyond) == pages[-1]
    for odd in ("/?page=0", "/?page=x", "/?page=-1", "/?page="):
        assert listed(many, odd) == pages[0]


def test_archived_sheets_are_listed_page_by_page_and_taken_out(many: Phone) -> None:
    page = "/archive?page=2"
    assert len(listed(many, page)) == ARCHIVED - SHOWN
    [form] = [form for form in many.read(page).forms if form.action == "/sheets/sheet0/unarchive"]
    assert many.send(page, form).status_code == 303
    assert "Archive (39)" in words(many.get("/"))


@pytest.fixture
def sheet(phone: Phone) -> str:
    sheet = four_hands(phone)
    phone.send("/", phone.form("/", action="/archive"))
    return sheet


def test_whoever_began_a_sheet_deletes_it_for_everybody_in_two_taps(app: Flask, phone: Phone, sheet: str) -> None:
    betty = joined(app, phone, sheet, "score", "Betty")
    form, link = betty.form(f"{sheet}/hand", action="/hand"), phone.share(sheet)
    phone.say_who(sheet, "Amber")
    assert f"{sheet}/delete" in phone.read("/archive").links
    asked = phone.get(f"{sheet}/delete")
    assert "Offender Amber, Betty, Cindy, Diana, Ellie 4 hands" in words(asked)
    assert f"{sheet}/sheet-with-history.json" in read(asked).links
    deleted = phone.send("", phone.form(f"{sheet}/delete", action="/delete"))
    assert "Offender is deleted for everybody." in said(phone.get(deleted.headers["Location"]))
    for each in (phone, betty):
        for path in ("", "/hand", "/sheet.csv", "/news?seen=1", "/share", "/delete"):
            assert each.get(sheet + path).status_code == 410, path
        assert "Amber deleted it for everybody, " in words(each.get(sheet))
        assert sheet not in (*each.read("/").links, *each.read("/archive").links)
    assert betty.send("", form, tapped()).status_code == 410
    # To a phone that never had it, it is as if there were none.
    assert Phone(app).get(sheet).status_code == Phone(app).get(link).status_code == 404
    with app.app_context():
        assert people.undelete(sheet.rpartition("/")[2]) == 2
    assert betty.send("", form, tapped()).status_code == 303


def test_other_phones_take_the_sheet_off_themselves_alone(app: Flask, phone: Phone, sheet: str) -> None:
    other = joined(app, phone, sheet, "score", "Betty")
    assert sheet in other.read("/").links, "it is archived on the first phone alone"
    other.send("/", other.form("/", action="/archive"))
    assert f"{sheet}/delete" not in other.read("/archive").links
    assert other.get(f"{sheet}/delete").status_code == 403
    form = other.form("/archive", action="/leave")
    refused = other.form("/archive", action="/leave")
    refused.action = f"{sheet}/delete"
    assert other.send("", refused).status_code == 403
    assert other.send("", form).status_code == 303
    assert "Taken off this phone." in said(other.get("/archive"))
    assert other.get(sheet).status_code == 404
    assert phone.get(sheet).status_code == 200
    assert other.join(phone.share(sheet)).status_code == 303


def test_a_phone_that_imported_a_sheet_began_it_here(app: Flask, phone: Phone, sheet: str) -> None:
    other = Phone(app)
    file = phone.get(f"{sheet}/sheet-with-history.json").text
    looked = other.send("/import", other.form("/import"), {"text": file})
    form = next(form for form in read(looked).forms if form.writes)
    here = other.send("", form, {"action": "import"}).location
    assert other.get(f"{here}/delete").status_code == 200


def test_on_the_phone_alone_a_sheet_is_gone_at_once_after_the_offer_to_save_it(tmp_path: Path) -> None:
    app = create_app({"TESTING": True}, tmp_path, alone=True)
    phone = Phone(app)
    sheet, kept = phone.start(), phone.start()
    phone.send("/", phone.form("/", action=f"{sheet}/archive"))
    asked = phone.get(f"{sheet}/delete")
    assert f"{sheet}/sheet-with-history.json" in read(asked).links
    assert "It is gone at once." in words(asked)
    phone.send("", phone.form(f"{sheet}/delete", action="/delete"))
    assert phone.get(sheet).status_code == 404
    assert phone.get(kept).status_code == 200
    with app.app_context():
        assert db.session.query(SheetRecord).count() == db.session.query(EntryRecord).count() == 1
    close(app)
