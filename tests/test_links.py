"""`scorer sheets` and `scorer links`: whoever runs the app opens any sheet, whatever became of the phones."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorer import create_app
from scorer.store import catalogue
from scorer.store.inspection import contents_of

from .one_app import close
from .serving import scorer, serving
from .store.test_first_release import KEPT
from .web.phone import TABLE_GAMES, Phone, words

pytestmark = pytest.mark.sqlite


def lines_of(app: Flask, *command: str) -> list[str]:
    done = scorer(Path(app.instance_path).parent, *command)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def links(app: Flask, *words: str) -> list[str]:
    return lines_of(app, "links", *words)


def sheets(app: Flask, *words: str) -> list[str]:
    return lines_of(app, "sheets", *words)


def test_every_sheet_is_listed_the_one_written_on_last_first(app: Flask, phone: Phone) -> None:
    first = phone.start(date="2026-11-20")
    Phone(app).start(["Ann", "Bo"], "plain", title="Friday", date="2026-11-21")
    phone.record(first)
    lines = links(app)
    assert [line.partition("; last entry ")[0] for line in lines] == [
        "1  Offender, Amber, Betty, Cindy, Diana and Ellie, 20 Nov 2026",
        "2  Friday, Any other game, Ann and Bo, 21 Nov 2026",
    ]


def test_a_link_opens_the_sheet_on_a_phone_that_has_nothing(app: Flask, phone: Phone) -> None:
    phone.start()
    sheet = phone.start()
    link, code = links(app, "2")
    assert urlsplit(link).scheme == "http"
    assert urlsplit(link).port == 8000
    other = Phone(app)
    joined = other.join(urlsplit(link).path, "Amber")
    assert (joined.status_code, urlsplit(joined.headers["Location"]).path) == (303, sheet)
    assert other.record(sheet, TABLE_GAMES[0]).status_code == 303
    # The code opens the sheet, too; the link that is shown under Share is another, which lets watch.
    assert urlsplit(link).path != other.share(sheet)
    third = Phone(app)
    form = third.form("/join")
    assert third.send("/join", form, {"code": code.partition(": ")[2]}).headers["Location"] == f"{sheet}/who"
    assert third.get(f"{sheet}/hand").status_code == 200


def test_a_link_stays_the_same_until_it_is_made_anew(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    first = links(app, "1")
    assert links(app, "1") == first
    shown = phone.share(sheet)
    renewed = links(app, "1", "--renew")
    assert links(app, "1") == renewed
    for link in (urlsplit(first[0]).path, shown):
        assert Phone(app).get(link).status_code == 404
    assert Phone(app).join(urlsplit(renewed[0]).path).status_code == 303


@pytest.mark.parametrize("option", ["--view", "--agree"])
def test_the_options_for_links_of_other_kinds_are_refused_with_what_replaces_them(
    app: Flask, phone: Phone, option: str
) -> None:
    phone.start()
    done = scorer(Path(app.instance_path).parent, "links", "1", option)
    assert (done.returncode, done.stdout) == (2, "")
    assert "A sheet has one link now, which asks who you are" in done.stderr
    assert "“scorer links 1” prints one that lets score." in done.stderr


def test_a_link_is_made_while_the_app_runs_and_works_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, "--database", "some.db") as served:
        sheet = served.phone.start()
        done = scorer(tmp_path, "links", "1", "--database", "some.db", "--address", served.address)
        other = served.phone
        assert other.get(sheet).status_code == 404
        assert "ask whoever runs Scorer" in words(other.get(sheet))
        other.join(urlsplit(done.stdout.split()[0]).path)
        assert other.record(sheet).status_code == 303


def test_without_the_key_of_the_app_sheets_are_listed_and_no_link_is_made(app: Flask, phone: Phone) -> None:
    phone.start()
    (Path(app.instance_path) / "secret_key").unlink()
    assert (len(sheets(app)), len(sheets(app, "1"))) == (1, 2)
    done = scorer(Path(app.instance_path).parent, "links", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        "there is no key instance/secret_key, which links are derived from: start the app here first"
        in done.stderr
    )


def test_only_the_latest_are_listed_unless_all_are_asked_for(app: Flask, phone: Phone) -> None:
    for _ in range(23):
        phone.start(["Ann", "Bo"], "plain")
    lines = links(app)
    assert [line[:2] for line in lines[:-1]] == [f"{number:>2}" for number in range(23, 3, -1)]
    assert lines[-1] == "And 3 older sheets: --all lists them too."
    assert [line[:2] for line in links(app, "--all")] == [f"{number:>2}" for number in range(23, 0, -1)]


def test_a_damaged_sheet_is_listed_as_such_and_what_cannot_be_shown_is_left_out(app: Flask, phone: Phone) -> None:
    phone.record(phone.start(title="Friday"))
    phone.start(title="Saturday")
    with closing(sqlite3.connect(Path(app.instance_path) / "scorer.db")) as connection, connection:
        connection.execute("UPDATE entry SET facts = replace(facts, 'Saturday', 'Sat\\u001bday')")
        connection.execute("UPDATE entry SET facts = '{}' WHERE number = 2")
    saturday, friday = links(app)
    assert saturday.startswith("2  Sat\ufffdday, Offender, ")
    assert friday.startswith("1  Friday, which cannot be read: entry 2 ")


@pytest.mark.parametrize("number", ["0", "-1", "3", "99999999999999999999"])
def test_a_sheet_that_there_is_not_is_told(app: Flask, phone: Phone, number: str) -> None:
    phone.start()
    done = scorer(Path(app.instance_path).parent, "links", "--", number)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: There is no sheet {number}: “scorer links” lists them.\n"


def test_a_database_without_a_sheet_and_none_at_all_are_told(tmp_path: Path) -> None:
    done = scorer(tmp_path, "links")
    missing = tmp_path / "instance" / "scorer.db"
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: The database cannot be opened: there is no file {missing}.\n",
    )
    assert list(tmp_path.iterdir()) == []
    close(create_app({"TESTING": True}, tmp_path / "instance"))
    assert scorer(tmp_path, "links").stdout == "There is no sheet yet.\n"


def test_a_database_of_an_earlier_release_is_brought_up_to_date_after_a_copy_where_no_app_has_it_open(
    tmp_path: Path,
) -> None:
    database = tmp_path / "kept.db"
    shutil.copyfile(KEPT, database)
    with closing(sqlite3.connect(database)) as earlier:
        # As the app of any release has it open while it serves.
        earlier.execute("PRAGMA journal_mode = WAL").fetchone()
        (before,) = earlier.execute("SELECT version_num FROM alembic_version").fetchone()
        done = scorer(tmp_path, "links", "--database", "kept.db")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            "Error: The database cannot be opened: an earlier release made it, and it is in use. Stop the app "
            "first: then this command brings it up to date.\n"
        )
        assert not (tmp_path / "backups").exists()
    done = scorer(tmp_path, "links", "--database", "kept.db")
    assert (done.returncode, done.stdout.count("\n")) == (0, 3)
    [kept] = (tmp_path / "backups").iterdir()
    assert contents_of(kept).revision == before == "0001"
    assert done.stderr.endswith(f"Bringing the database up to date. As it was before, it is kept in {kept}.\n")
    again = scorer(tmp_path, "links", "--database", "kept.db")
    assert (again.stdout, again.stderr) == (done.stdout, "")


def test_the_people_of_a_sheet_are_told(app: Flask, phone: Phone) -> None:
    sheet, other = phone.start(title="Friday"), Phone(app)
    assert sheets(app) == links(app)
    other.join(phone.share(sheet))
    other.say_who(sheet, "Betty")
    other.send("/", other.form("/", action="/archive"))
    title, began, viewer = sheets(app, "1")
    assert title.startswith("Friday, Offender, Amber, ")
    assert viewer.startswith("  Betty: watches, since ")
    assert viewer.endswith(", archived")
    assert began.startswith("  A guest, ")
    assert ": scores, since " in began


def test_a_sheet_is_deleted_after_a_question_and_brought_back(app: Flask, phone: Phone) -> None:
    sheet, other = phone.start(title="Friday"), Phone(app)
    other.join(phone.share(sheet))
    folder = Path(app.instance_path).parent
    asked = scorer(folder, "sheets", "1", "--delete")
    assert asked.returncode == 1
    assert asked.stdout.startswith("Friday, Offender, Amber, Betty, Cindy, Diana and Ellie")
    assert phone.get(sheet).status_code == 200
    assert sheets(app, "1", "--delete", "--yes")[0].startswith("Deleted for everybody. Until ")
    assert phone.get(sheet).status_code == 410
    assert "Whoever runs Scorer deleted it for everybody" in words(other.get(sheet))
    assert "; deleted by whoever runs Scorer; --undelete brings it back until " in links(app)[0]
    refused = scorer(folder, "links", "1")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Sheet 1 is deleted: “scorer sheets 1 --undelete” brings it back." in refused.stderr
    assert sheets(app, "1", "--undelete") == ["Brought back on 2 phones."]
    assert phone.record(sheet).status_code == 303
    assert "Sheet 1 is not deleted." in scorer(folder, "sheets", "1", "--undelete").stderr


def test_the_numbers_of_sheets_stay_when_one_is_gone_for_good(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Monday", "Tuesday", "Friday"):
        phone.start(title=title)
    sheets(app, "2", "--delete", "--yes")
    monkeypatch.setattr(catalogue, "WAITS", -catalogue.WAITS)
    catalogue.purge_in(app)
    assert [line[:9] for line in links(app)] == ["3  Friday", "1  Monday"]
    assert "There is no sheet 2" in scorer(Path(app.instance_path).parent, "sheets", "2").stderr
    assert scorer(Path(app.instance_path).parent, "check").stdout == "2 sheets with 2 entries: no fault.\n"


def test_a_sheet_is_archived_on_every_phone_and_put_back(app: Flask, phone: Phone) -> None:
    sheet, other = phone.start(), Phone(app)
    other.join(phone.share(sheet))
    assert sheets(app, "1", "--archive") == ["Archived on 2 phones."]
    assert sheets(app, "1", "--archive") == ["Archived on 0 phones."]
    for each in (phone, other):
        assert sheet not in each.read("/").links
        assert each.get(sheet).status_code == 200
    assert sheets(app, "1", "--unarchive") == ["Put back on 2 phones."]
    assert sheet in phone.read("/").links


def test_a_sheet_is_taken_over_and_nothing_of_it_is_lost(app: Flask, phone: Phone) -> None:
    sheet, lost = phone.start(), Phone(app)
    link = phone.share(sheet, "score")
    lost.join(link)
    lost.record(sheet, TABLE_GAMES[0])
    refused = scorer(Path(app.instance_path).parent, "sheets", "1", "--take-over", "--address", "cards.example")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "'cards.example' is no address of the app, as https://cards.example.org is." in refused.stderr
    done, made, code = sheets(app, "1", "--take-over", "--address", "https://cards.example")
    assert done == "Removed 2 phones, and stopped all links."
    assert made.startswith("https://cards.example/join/")
    for each in (phone, lost):
        assert each.get(sheet).status_code == 404
    assert lost.get(link).status_code == 404
    new = Phone(app)
    assert new.send("/join", new.form("/join"), {"code": code.partition(": ")[2]}).status_code == 303
    assert new.version(sheet) == "2"
    assert new.record(sheet, TABLE_GAMES[1]).status_code == 303
    assert Phone(app).join(urlsplit(made).path).status_code == 303


@pytest.mark.parametrize("how", ["--archive", "--unarchive", "--take-over", "--delete", "--undelete"])
def test_what_is_done_to_a_sheet_needs_its_number(app: Flask, phone: Phone, how: str) -> None:
    phone.start()
    done = scorer(Path(app.instance_path).parent, "sheets", how)
    assert done.returncode == 2
    assert "The number of a sheet is missing" in done.stderr
    none = scorer(Path(app.instance_path).parent, "sheets", "7", how)
    assert (none.returncode, none.stdout) == (1, "")
    assert none.stderr == "Error: There is no sheet 7: “scorer links” lists them.\n"
