"""A backup a day is made by itself while the app serves, and the last seven are kept."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date, datetime, timedelta
from logging import getLogger
from pathlib import Path

import pytest
from flask import Flask

from scorer.store.upkeep import daily
from scorer.store.upkeep.backup import BackupError
from scorer.store.upkeep.daily import DailyBackup, back_up_daily, dailies
from scorer.store.upkeep.inspection import contents_of, look

from ...serving import scorer, serving
from ..book import Book
from ..test_first_release import KEPT
from .test_backup import abandon, names

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
    ]
    for name in others:
        (folder / name).write_text("mine")
    for number in range(9):
        back_up_daily(database, day(number))
    assert len(dailies(database)) == 7
    assert {*others} <= {*names(folder)}
    assert len(names(folder)) == 7 + len(others)


def test_two_databases_in_one_folder_have_backups_of_their_own(database: Path) -> None:
    other = database.with_name("club.db")
    shutil.copyfile(database, other)
    for number in range(8):
        back_up_daily(database, day(number))
    back_up_daily(other, FIRST)
    assert [path.name for path in dailies(other)] == ["club-2026-02-25.db"]
    assert len(dailies(database)) == 7


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


def test_the_thread_looks_again_each_pause_and_makes_the_next_days(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        today_is = FIRST

        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.combine(cls.today_is, datetime.min.time()).astimezone()

    monkeypatch.setattr(daily, "datetime", Clock)
    thread = DailyBackup(database, getLogger("daily"), pause=0.02)
    thread.start()
    assert in_time(lambda: len(dailies(database)) == 1)
    Clock.today_is = day(1)
    assert in_time(lambda: len(dailies(database)) == 2)
    thread.end()
    assert not thread.is_alive()
    Clock.today_is = day(2)
    assert len(dailies(database)) == 2


def test_a_failure_is_one_line_in_the_log_and_is_tried_again(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = database.parent / "backups"
    folder.write_text("no folder")
    thread = DailyBackup(database, getLogger("daily"), pause=0.02)
    thread.start()
    assert in_time(lambda: len(caplog.records) > 1)
    folder.unlink()
    assert in_time(lambda: folder.is_dir() and dailies(database))
    thread.end()
    assert all(record.getMessage().startswith("Daily backup: ") for record in caplog.records)
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in caplog.records)


def test_a_failure_that_nobody_thought_of_does_not_end_the_thread(
    database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of it")

    monkeypatch.setattr(daily, "back_up_daily", fail)
    thread = DailyBackup(database, getLogger("daily"), pause=0.02)
    thread.start()
    assert in_time(lambda: len(caplog.records) > 1)
    assert thread.is_alive()
    thread.end()


def test_a_server_leaves_a_backup_of_today_and_ends_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        phone.record(phone.start())
    shutil.rmtree(tmp_path / "instance" / "backups", ignore_errors=True)
    with serving(tmp_path) as served:
        assert in_time(lambda: list((tmp_path / "instance" / "backups").glob(TODAYS)))
        [made] = (tmp_path / "instance" / "backups").glob(TODAYS)
        assert abs(date.fromisoformat(made.stem.removeprefix("scorer-")) - datetime.now().astimezone().date()) < (
            timedelta(days=2)
        )
        assert contents_of(made).entries == 2
        begun = time.monotonic()
        assert served.stop() == 0
        assert time.monotonic() - begun < 5
        assert served.complaints == ""
    assert names(tmp_path / "instance") == ["backups", "scorer.db", "secret_key"]
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


def test_a_server_that_cannot_make_a_backup_serves_on_and_says_so_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        sheet = served.phone.start()
    shutil.rmtree(tmp_path / "instance" / "backups", ignore_errors=True)
    (tmp_path / "instance" / "backups").write_text("no folder")
    with serving(tmp_path) as served:
        assert in_time(lambda: "Daily backup" in served.complaints)
        assert served.phone.get("/").status_code == 200
        assert served.phone.get(sheet).status_code == 404
        complaints = served.complaints
    assert complaints.count("\n") == 1
    reason = f"file exists: {tmp_path / 'instance' / 'backups'}"
    assert f"Daily backup: There is no backup of today: {reason}. It is tried again later." in complaints


def test_no_thread_is_left_by_the_tests() -> None:
    assert "daily backup" not in [thread.name for thread in threading.enumerate()]


def alter(database: Path) -> None:
    """Change a fact of the last hand, so that the sheet can still be read."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE entry SET facts = replace(facts, '\"tricks\": 7', '\"tricks\": 8')")


def test_a_damaged_database_pushes_no_backup_out_and_is_logged(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database = Path(app.instance_path) / "scorer.db"
    with app.app_context():
        Book().record()
    made = [back_up_daily(database, day(number)) for number in range(7)]
    sound = DailyBackup(database, getLogger(__name__))
    sound.start()
    sound.end()
    assert (sound.faults, caplog.text, len(dailies(database))) == ([], "", 7)
    alter(database)
    thread = DailyBackup(database, getLogger(__name__))
    later = datetime.now().astimezone() + timedelta(days=1)
    monkeypatch.setattr("scorer.store.upkeep.daily.datetime", type("", (), {"now": staticmethod(lambda: later)}))
    thread.start()
    assert in_time(lambda: len(dailies(database)) == 8)
    thread.end()
    [fault] = thread.faults
    assert "entry 2 does not match its digest" in fault
    assert f"The database is damaged: {fault}" in caplog.text
    assert set(made[1:]) < set(dailies(database))


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

    found = [some() for _ in range(60)]
    assert {len(faults) for faults in found} == {2}
    assert len({fault for faults in found for fault in faults}) == 6


def test_a_server_tells_on_every_page_that_its_database_is_damaged(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        assert phone.record(phone.start()).status_code == 303
        assert "damaged" not in phone.get("/").text
    alter(tmp_path / "instance" / "scorer.db")
    with serving(tmp_path) as served:
        assert in_time(lambda: "The database is damaged" in served.phone.get("/").text)
        assert "“scorer check”" in served.phone.get("/help").text
        assert "entry 2 does not match its digest" in served.complaints
