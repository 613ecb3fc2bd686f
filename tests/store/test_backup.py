"""A backup is the database as it stood at one moment, whole or not at all, also while the app writes."""

import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorer.store import backup
from scorer.store.backup import BackupError, back_up
from scorer.store.inspection import Contents, contents_of

from ..serving import file_limit, scorer, serving
from .book import Book
from .test_inspection import change

pytestmark = pytest.mark.sqlite


def rows(file: Path) -> list[str]:
    """Everything in a database, as SQL."""
    with closing(sqlite3.connect(file)) as connection:
        return sorted(connection.iterdump())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_holds_everything_in_one_file_of_its_owners_alone(database: Path) -> None:
    saved = database.with_name("saved.db")
    assert back_up(database, saved) == Contents("0001", 3, 46)
    assert names(database.parent) == ["kept.db", "saved.db"]
    assert saved.stat().st_mode & 0o777 == 0o600
    assert rows(saved) == rows(database)


def test_a_backup_is_read_from_a_place_where_nothing_can_be_written(database: Path) -> None:
    saved = database.with_name("saved.db")
    back_up(database, saved)
    with closing(sqlite3.connect(saved)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_is_only_in_the_log_is_saved_too(book: Book, open_app: Flask, tmp_path: Path) -> None:
    book.record()
    database = Path(open_app.instance_path) / "scorer.db"
    assert Path(f"{database}-wal").stat().st_size > 0
    assert back_up(database, tmp_path / "saved.db").entries == 2
    book.record()
    assert back_up(database, tmp_path / "saved.db").entries == 3


def test_a_writer_is_not_kept_waiting_and_its_half_done_act_is_not_saved(book: Book, open_app: Flask) -> None:
    database = Path(open_app.instance_path) / "scorer.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM opening")
        assert back_up(database, database.with_name("saved.db")).sheets == 1
        writer.execute("ROLLBACK")
    with closing(sqlite3.connect(database.with_name("saved.db"))) as saved:
        assert saved.execute("SELECT count(*) FROM opening").fetchone() == (1,)


def test_an_earlier_backup_is_replaced_and_through_a_link_its_file(database: Path) -> None:
    saved, link = database.with_name("saved.db"), database.with_name("link.db")
    back_up(database, saved)
    link.symlink_to(saved)
    change(database, "DELETE FROM link")
    back_up(database, link)
    assert link.is_symlink()
    assert rows(saved) == rows(database)


def test_the_database_itself_is_never_overwritten(database: Path) -> None:
    hard, soft = database.with_name("hard.db"), database.with_name("soft.db")
    os.link(database, hard)
    soft.symlink_to(database)
    roundabout = database.parent / ".." / database.parent.name / "kept.db"
    before = database.read_bytes()
    for file in (database, hard, soft, roundabout):
        with pytest.raises(BackupError, match="is the database itself"):
            back_up(database, file)
    with pytest.raises(BackupError, match="is the database itself"):
        back_up(soft, database)
    for end in ("-wal", "-shm", "-journal"):
        with pytest.raises(BackupError, match="is a part of the database"):
            back_up(soft, Path(f"{database}{end}"))
    assert database.read_bytes() == before
    assert names(database.parent) == ["hard.db", "kept.db", "soft.db"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is there already and is not replaced: it is empty"),
        (b"My diary. " * 500, "is there already and is not replaced: file is not a database"),
        (None, "is there already and is not replaced: it is not a file"),
    ],
)
def test_nothing_but_a_backup_is_replaced(database: Path, content: bytes | None, said: str) -> None:
    file = database.with_name("some.db")
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(BackupError, match=said):
        back_up(database, file)
    assert file.is_dir() if content is None else file.read_bytes() == content
    assert names(database.parent) == ["kept.db", "some.db"]


def test_the_database_of_another_program_is_not_replaced_and_not_saved(database: Path) -> None:
    other = database.with_name("other.db")
    change(other, "CREATE TABLE bookmark (address TEXT)")
    for source, file in ((database, other), (other, database.with_name("saved.db"))):
        with pytest.raises(BackupError, match="it is not a database of Scorer"):
            back_up(source, file)
    assert names(database.parent) == ["kept.db", "other.db"]


def test_a_damaged_database_is_not_saved_and_the_earlier_backup_stays(database: Path) -> None:
    saved = database.with_name("saved.db")
    back_up(database, saved)
    before = saved.read_bytes()
    content = bytearray(database.read_bytes())
    content[-4096:-4000] = b"\xff" * 96
    database.write_bytes(content)
    with pytest.raises(BackupError, match="The database is not saved: it is damaged"):
        back_up(database, saved)
    assert saved.read_bytes() == before
    assert names(database.parent) == ["kept.db", "saved.db"]


def test_what_is_not_there_is_told(database: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        back_up(database.with_name("nothing.db"), database.with_name("saved.db"))
    with pytest.raises(BackupError, match="There is no folder"):
        back_up(database, database.parent / "nowhere" / "saved.db")
    with pytest.raises(BackupError, match="file name too long"):
        back_up(database, database.with_name("x" * 300))
    assert names(database.parent) == ["kept.db"]


def test_a_database_locked_for_good_is_told(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "PATIENCE", 0.1)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("DELETE FROM link")
        other.execute("COMMIT")
        with pytest.raises(BackupError, match="The database is not saved: database is locked"):
            back_up(database, database.with_name("saved.db"))
    assert "saved.db" not in names(database.parent)


def test_a_disk_that_is_full_is_told_and_the_earlier_backup_stays(database: Path) -> None:
    saved = database.with_name("saved.db")
    back_up(database, saved)
    before = saved.read_bytes()
    words = ("backup", "saved.db", "--database", "kept.db")
    done = scorer(database.parent, *words, before=file_limit(40_000))
    assert done.returncode == 1
    assert done.stderr == "Error: The database is not saved: the disk does not take it; it may be full.\n"
    assert saved.read_bytes() == before
    assert names(database.parent) == ["kept.db", "saved.db"]


def test_the_command_saves_what_a_running_app_has_recorded_while_it_records_on(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        sheet = phone.start()
        ended = threading.Event()
        recorded: list[int] = []

        def record_on() -> None:
            while not ended.is_set():
                recorded.append(phone.record(sheet).status_code)

        recording = threading.Thread(target=record_on)
        recording.start()
        try:
            for number in range(2):
                before = len(recorded)
                done = scorer(tmp_path, "backup", f"{number}.db")
                assert (done.returncode, done.stderr) == (0, "")
                saved = contents_of(tmp_path / f"{number}.db")
                assert done.stdout == f"Saved {saved} to {number}.db.\n"
                assert before + 1 <= saved.entries <= len(recorded) + 2
        finally:
            ended.set()
            recording.join()
        assert set(recorded) == {303}
    for number in range(2):
        assert scorer(tmp_path, "check", "--database", f"{number}.db").returncode == 0


def test_the_command_makes_the_backup_of_today_and_another_only_if_something_was_written(
    book: Book, open_app: Flask
) -> None:
    database = Path(open_app.instance_path) / "scorer.db"

    def said() -> str:
        done = scorer(database.parent.parent, "backup")
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert said().startswith("Saved 1 sheet with 1 entry to instance/backups/scorer-20")
    assert said() == "There is nothing to save: nothing was written since the last backup.\n"
    book.record()
    assert said().startswith("Saved 1 sheet with 2 entries to ")


def abandon(folder: Path) -> None:
    """Leave what backups have left that were killed two hours ago, and what one writes now."""
    folder.mkdir(exist_ok=True)
    for name in (".scorer-old.part", ".scorer-old.part-journal", ".scorer-new.part", "other.part"):
        (folder / name).touch()
        if "new" not in name:
            os.utime(folder / name, (time.time() - 7200, time.time() - 7200))


def test_what_killed_backups_have_left_is_removed_by_the_next_one(database: Path) -> None:
    abandon(database.parent)
    back_up(database, database.with_name("saved.db"))
    assert names(database.parent) == [".scorer-new.part", "kept.db", "other.part", "saved.db"]
