"""A backup a day is made by itself while the app serves, and the last seven are kept."""

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from logging import getLogger
from pathlib import Path

import pytest
from flask import Flask

from scorer.store import backup, daily, inspection
from scorer.store.backup import BackupError
from scorer.store.daily import DailyBackup, back_up_daily, dailies
from scorer.store.inspection import contents_of, look

from ..one_app import close
from ..serving import scorer, serving
from ..web.phone import Phone
from .book import Book
from .test_backup import abandon, names
from .test_first_release import KEPT
from .test_inspection import change

pytestmark = pytest.mark.sqlite

FIRST = date(2026, 2, 25)
TODAYS = "scorer-????-??-??.db"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    shutil.copyfile(KEPT, tmp_path / "scorer.db")
    return tmp_path / "scorer.db"


def made_on(database: Path, today: date) -> Path:
    made = back_up_daily(database, today)
    assert made
    return made


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


def in_time(holds: Callable[[], object]) -> bool:
    """Whether it comes to hold within some seconds."""
    until = time.monotonic() + 30
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return bool(holds())


def test_one_backup_is_made_a_day_and_names_the_day(database: Path) -> None:
    made = made_on(database, FIRST)
    assert made == database.parent / "backups" / "scorer-2026-02-25.db"
    assert contents_of(made).entries == 46
    before = made.stat().st_mtime_ns
    assert back_up_daily(database, FIRST) is None
    assert made.stat().st_mtime_ns == before
    assert back_up_daily(database, day(1))
    assert names(database.parent / "backups") == ["scorer-2026-02-25.db", "scorer-2026-02-26.db"]
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700


def test_the_app_replaces_what_an_administrator_has_saved(database: Path, given: list[tuple[Path, int]]) -> None:
    made = made_on(database, FIRST)
    owner = database.parent.stat().st_uid
    assert given == [(made.parent, owner), (made, owner)]


def test_the_last_seven_are_kept_whatever_days_are_left_out(database: Path) -> None:
    days = [day(number) for number in (0, 1, 2, 3, 4, 8, 30, 31, 400)]
    for today in days:
        assert back_up_daily(database, today)
    assert names(database.parent / "backups") == [f"scorer-{today}.db" for today in days[-7:]]


def test_no_other_file_is_ever_deleted(database: Path) -> None:
    folder = database.parent / "backups"
    folder.mkdir()
    others = [
        "before-restore-2026-01-01T00-00-00Z.db",
        "scorer-2026-01-01.db.txt",
        "scorer-2026-01-1.db",
        "scorer-friday.db",
        "other-2026-01-01.db",
        "my scorer-2026-01-01.db",
        "scorer-2-2026-01-01.db",
    ]
    for name in others:
        (folder / name).write_text("mine")
    for number in range(9):
        back_up_daily(database, day(number))
    assert len(dailies(database)) == 7
    assert {*others} <= {*names(folder)}
    assert len(names(folder)) == 7 + len(others)


def test_a_database_without_a_sheet_needs_none_and_pushes_none_out(app: Flask) -> None:
    database = Path(app.instance_path) / "scorer.db"
    assert back_up_daily(database, FIRST) is None
    with app.app_context():
        Book()
    made = [back_up_daily(database, day(number)) for number in range(7)]
    with closing(sqlite3.connect(database)) as connection, connection:
        for table in ("opening", "entry", "sheet"):
            connection.execute(f"DELETE FROM {table}")
    assert back_up_daily(database, day(9)) is None
    assert dailies(database) == made


def test_a_failure_deletes_nothing_and_the_next_try_makes_it(database: Path) -> None:
    made = [back_up_daily(database, day(number)) for number in range(7)]
    content = database.read_bytes()
    database.write_bytes(content[:-4096] + b"\xff" * 4096)
    with pytest.raises(BackupError):
        back_up_daily(database, day(7))
    assert dailies(database) == made
    database.write_bytes(content)
    assert back_up_daily(database, day(7)) == dailies(database)[-1]
    assert len(dailies(database)) == 7


class Serving:
    """An app that serves, by a clock of its own. rounds: every minute, as its thread makes them."""

    def __init__(self, database: Path) -> None:
        self.now = datetime(2026, 2, 25, 18, tzinfo=UTC)
        self.database = database
        self.backups = DailyBackup(database, getLogger("daily"))

    def go_on(self, minutes: int = 1) -> None:
        for _ in range(minutes):
            self.backups.go_round(self.now)
            self.now += timedelta(minutes=1)

    def saved(self) -> list[int]:
        """How many entries each backup holds."""
        return [contents_of(made).entries for made in dailies(self.database)]


@pytest.fixture
def served(app: Flask) -> Iterator[Serving]:
    with app.app_context():
        yield Serving(Path(app.instance_path) / "scorer.db")


def test_each_days_backup_is_made_when_the_day_has_come(served: Serving) -> None:
    Book()
    served.go_on()
    assert [made.name for made in dailies(served.database)] == ["scorer-2026-02-25.db"]
    served.now = datetime(2026, 2, 25, 23, 59, tzinfo=UTC)
    served.go_on()
    assert len(dailies(served.database)) == 1
    served.go_on()
    assert [made.name for made in dailies(served.database)] == ["scorer-2026-02-25.db", "scorer-2026-02-26.db"]


def test_ten_minutes_after_the_first_entry_of_an_evening_its_backup_is_made(served: Serving) -> None:
    served.go_on(5)
    book = Book()
    served.go_on(2)
    assert served.saved() == [1]
    book.record()
    served.go_on(8)
    assert served.saved() == [1]
    book.record()
    served.go_on()
    assert served.saved() == [3]
    # That was the evening's. The next has its own, and the day after that none, as nobody plays.
    book.record()
    served.go_on(60)
    assert served.saved() == [3]
    served.now = datetime(2026, 2, 26, 19, tzinfo=UTC)
    served.go_on()
    book.record()
    served.go_on(10)
    assert served.saved() == [3, 4]
    served.go_on()
    assert served.saved() == [3, 5]
    made = [path.stat().st_mtime_ns for path in dailies(served.database)]
    served.go_on(60)
    assert [path.stat().st_mtime_ns for path in dailies(served.database)] == made


def test_an_evening_that_a_crash_has_cut_off_is_saved_after_the_next_start(served: Serving) -> None:
    book = Book()
    served.go_on()
    book.record()
    served.backups = DailyBackup(served.database, getLogger("daily"))
    served.go_on(11)
    assert served.saved() == [2]


def test_at_the_stop_what_was_written_is_saved_and_only_if_there_is_anything(served: Serving) -> None:
    served.backups.save_at_the_stop(served.now)
    assert served.saved() == []
    book = Book()
    served.go_on()
    [first] = dailies(served.database)
    before = first.stat()
    served.backups.save_at_the_stop(served.now)
    assert first.stat() == before
    book.record()
    served.backups.save_at_the_stop(served.now)
    assert served.saved() == [2]
    assert first.stat().st_ino != before.st_ino
    assert names(first.parent) == [first.name]


def test_no_moment_is_without_a_good_backup_while_one_takes_the_place_of_another(
    served: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book()
    served.go_on()
    book.record()
    seen: list[int] = []

    def put_in_place(draft: Path, target: Path) -> None:
        seen.append(contents_of(target).entries)
        os.replace(draft, target)
        seen.append(contents_of(target).entries)

    monkeypatch.setattr(backup, "put_in_place", put_in_place)
    served.backups.save_at_the_stop(served.now)
    assert seen == [1, 2]


def test_a_backup_at_the_stop_that_takes_too_long_is_skipped_with_a_line_whenever_that_is(
    served: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    book = Book()
    served.go_on()
    book.record()
    monkeypatch.setattr(backup, "PAGES", 2)
    monkeypatch.setattr(inspection, "STEPS", 30)
    asked = 1
    while True:
        served.backups = DailyBackup(served.database, getLogger("daily"))
        times = iter([0.0] * asked)
        monkeypatch.setattr(daily, "monotonic", lambda: next(times, 11.0))  # noqa: B023 (used at once)
        caplog.clear()
        served.backups.save_at_the_stop(served.now)
        assert names(served.database.parent / "backups") == ["scorer-2026-02-25.db"]
        if not caplog.records:
            break
        assert [record.getMessage() for record in caplog.records] == [daily.TOO_LONG]
        assert served.saved() == [1]
        asked += 3
    assert asked > 10
    assert served.saved() == [2]


def test_a_damaged_database_takes_the_place_of_no_backup(served: Serving) -> None:
    book = Book()
    book.record()
    served.go_on()
    alter(served.database)
    served.backups = DailyBackup(served.database, getLogger("daily"))
    served.go_on()
    assert served.backups.faults
    Book()
    served.go_on(12)
    served.backups.save_at_the_stop(served.now)
    assert served.saved() == [2]


def test_a_failure_is_one_line_in_the_log_and_is_tried_again_after_an_hour(
    served: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    Book()
    folder = served.database.parent / "backups"
    folder.write_text("no folder")
    served.go_on(60)
    assert len(caplog.records) == 1
    served.go_on()
    assert len(caplog.records) == 2
    folder.unlink()
    served.go_on(60)
    assert served.saved() == [1]
    assert all(record.getMessage().startswith("Daily backup: ") for record in caplog.records)
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in caplog.records)


def test_a_failure_that_nobody_thought_of_ends_nothing(
    served: Serving, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nobody thought of it")

    monkeypatch.setattr(daily, "back_up_daily", fail)
    served.go_on(61)
    served.backups.save_at_the_stop(served.now)
    assert [record.getMessage() for record in caplog.records] == [
        *["Daily backup: nobody thought of it. It is tried again later."] * 2,
        "Not saved at the stop: nobody thought of it.",
    ]


def test_a_server_leaves_a_backup_of_today_at_its_start_and_its_stop_and_ends_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "instance" / "backups"
    for signalled, entries in ((signal.SIGTERM, 2), (signal.SIGINT, 4)):
        with serving(tmp_path) as served:
            assert entries == 2 or in_time(lambda: list(folder.glob(TODAYS)))
            phone = served.phone
            phone.record(phone.start())
            begun = time.monotonic()
            os.kill(served.process.pid, signalled)
            assert served.process.wait(30) == 0
            assert time.monotonic() - begun < 5
            assert served.complaints == ""
        [made] = folder.glob(TODAYS)
        assert abs(date.fromisoformat(made.stem.removeprefix("scorer-")) - datetime.now().astimezone().date()) < (
            timedelta(days=2)
        )
        assert contents_of(made).entries == entries
        assert names(tmp_path / "instance") == ["backups", "scorer.db", "secret_key"]
        if entries == 2:
            shutil.rmtree(folder)
    assert scorer(tmp_path, "check", "--database", str(made)).returncode == 0


def test_what_killed_backups_have_left_is_removed_at_the_start(database: Path) -> None:
    folder = database.parent / "backups"
    for place in (database.parent, folder):
        abandon(place)
    thread = DailyBackup(database, getLogger(__name__))
    thread.start()
    thread.end()
    for place in (database.parent, folder):
        assert {name for name in names(place) if "part" in name} == {".scorer-new.part", "other.part"}


def test_a_server_that_cannot_make_a_backup_serves_on_and_says_so_once(
    app: Flask, phone: Phone, tmp_path: Path
) -> None:
    sheet = phone.start()
    close(app)
    (tmp_path / "instance" / "backups").write_text("no folder")
    with serving(tmp_path) as served:
        assert in_time(lambda: "Daily backup" in served.complaints)
        assert served.phone.get("/").status_code == 200
        assert served.phone.get(sheet).status_code == 404
        complaints = served.complaints
    assert complaints.count("\n") == 1
    reason = f"file exists: {tmp_path / 'instance' / 'backups'}"
    assert f"Daily backup: There is no backup of today: {reason}. It is tried again later." in complaints


def alter(database: Path) -> None:
    """Change a fact of the last hand, so that the sheet can still be read."""
    change(database, "UPDATE entry SET facts = replace(facts, '\"tricks\": 7', '\"tricks\": 8')")


def test_a_damaged_database_pushes_no_backup_out_and_is_logged(
    served: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    Book().record()
    made = [back_up_daily(served.database, day(number)) for number in range(7)]
    served.go_on()
    assert (served.backups.faults, caplog.text, len(dailies(served.database))) == ([], "", 7)
    alter(served.database)
    served.now += timedelta(days=7)
    served.go_on()
    [fault] = served.backups.faults
    assert "entry 2 does not match its digest" in fault
    assert f"The database is damaged: {fault}" in caplog.text
    assert set(made) < set(dailies(served.database))


def test_the_look_for_damage_ends_in_time_and_goes_through_all_in_the_long_run(app: Flask) -> None:
    database = Path(app.instance_path) / "scorer.db"
    with app.app_context():
        for _ in range(6):
            Book().record()
    alter(database)
    assert len(look(database, 60, lambda: False)) == 6
    assert look(database, 0, lambda: False) == []

    def some() -> list[str]:
        left = iter((False, False, True))
        return look(database, 60, lambda: next(left))

    found = [some() for _ in range(40)]
    assert {len(faults) for faults in found} == {2}
    assert len({fault for faults in found for fault in faults}) == 6


def test_a_server_tells_on_every_page_that_its_database_is_damaged(
    app: Flask, phone: Phone, tmp_path: Path
) -> None:
    assert phone.record(phone.start()).status_code == 303
    assert "damaged" not in phone.get("/").text
    close(app)
    alter(tmp_path / "instance" / "scorer.db")
    with serving(tmp_path) as served:
        assert in_time(lambda: "The database is damaged" in served.phone.get("/").text)
        assert "“scorer check”" in served.phone.get("/help").text
        assert "entry 2 does not match its digest" in served.complaints
