"""A restore puts a backup in the place of the database, whole or not at all, and keeps what was there before."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorer import create_app
from scorer.store import backup, scorebook
from scorer.store.backup import BackupError, back_up, restore
from scorer.store.database import newest_revision
from scorer.store.inspection import check, contents_of
from scorer.store.scorebook import forget_snapshots

from ..one_app import close
from ..serving import file_limit, scorer, serving
from ..test_serve import another_program, later_release
from .test_backup import names, rows
from .test_first_release import FRIDAY, KEPT, KNOWN
from .test_inspection import LEAVE_A_LOG, change

pytestmark = pytest.mark.sqlite

NOW = "before-restore-????-??-??T??-??-??Z.db"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup: the database of the first release."""
    shutil.copyfile(KEPT, tmp_path / "saved.db")
    return tmp_path / "saved.db"


@pytest.fixture
def database(tmp_path: Path, saved: Path) -> Path:
    """Another database, with one link less, in a folder of its own."""
    folder = tmp_path / "instance"
    folder.mkdir()
    back_up(saved, folder / "scorer.db")
    change(folder / "scorer.db", "DELETE FROM link WHERE role = 'view'")
    return folder / "scorer.db"


def kept(database: Path) -> list[Path]:
    return sorted((database.parent / "backups").glob(NOW))


def test_the_backup_takes_the_place_and_what_was_there_is_kept(saved: Path, database: Path) -> None:
    before, backup = rows(database), saved.read_bytes()
    database.chmod(0o640)
    restored = restore(saved, database)
    assert restored.contents.sheets == 3
    assert [restored.former] == kept(database)
    assert rows(database) == rows(saved)
    assert rows(kept(database)[0]) == before
    assert saved.read_bytes() == backup
    assert names(database.parent) == ["backups", "scorer.db"]
    assert database.stat().st_mode & 0o777 == 0o640
    assert kept(database)[0].stat().st_mode & 0o777 == 0o600
    assert (database.parent / "backups").stat().st_mode & 0o777 == 0o700


def test_nothing_is_set_aside_before_the_backup_is_safe_on_the_disk(
    saved: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(backup, "sync", fail)
    before = rows(database)
    with pytest.raises(BackupError, match=r"no space left on device: .*\.part"):
        restore(saved, database)
    assert (rows(database), kept(database)) == (before, [])


def test_restores_in_the_same_second_each_keep_what_was_there(saved: Path, database: Path) -> None:
    before = rows(database)
    for _ in range(3):
        restore(saved, database)
    found = sorted((database.parent / "backups").iterdir())
    assert len(found) == 3
    assert sum(rows(file) == before for file in found) == 1


def test_a_restore_is_taken_back_by_restoring_what_was_kept(saved: Path, database: Path) -> None:
    before = rows(database)
    former = restore(saved, database).former
    assert former
    restore(former, database)
    assert rows(database) == before


def test_on_a_fresh_machine_the_backup_becomes_the_database(saved: Path, tmp_path: Path) -> None:
    database = tmp_path / "fresh" / "instance" / "scorer.db"
    restored = restore(saved, database)
    assert restored.former is None
    assert names(database.parent) == ["scorer.db"]
    assert database.stat().st_mode & 0o777 == 0o600
    assert rows(database) == rows(saved)


def test_an_older_backup_is_brought_up_to_date_when_the_app_starts(saved: Path, tmp_path: Path) -> None:
    done = scorer(tmp_path, "restore", "saved.db")
    assert done.returncode == 0
    assert "An earlier release made it: the app brings it up to date" in done.stdout
    assert contents_of(tmp_path / "instance" / "scorer.db").revision == "0001"
    forget_snapshots()
    app = create_app({"TESTING": True}, tmp_path / "instance")
    with app.app_context():
        assert scorebook.read(FRIDAY).version == KNOWN["sheets"][FRIDAY]["entries"]
    close(app)
    assert contents_of(tmp_path / "instance" / "scorer.db").revision == newest_revision()


def damaged(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-4096] + b"\xff" * 4096)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (later_release, "it was made by a later release of Scorer"),
        (lambda file: (file.unlink(), another_program(file)), "it is not a database of Scorer"),
        (damaged, "it is damaged"),
        (lambda file: file.write_bytes(b""), "it is empty"),
        (lambda file: file.write_bytes(b"My diary. " * 500), "file is not a database"),
        (lambda file: file.write_bytes(file.read_bytes()[:20_000]), "it is damaged"),
        (Path.unlink, "there is no file "),
        (lambda file: (file.unlink(), file.mkdir()), "it is not a file"),
    ],
)
def test_what_is_no_sound_backup_is_refused_and_nothing_changes(
    saved: Path, database: Path, spoil: object, said: str
) -> None:
    assert callable(spoil)
    spoil(saved)
    before = database.read_bytes()
    with pytest.raises(BackupError, match=f"saved.db is not restored: {said}"):
        restore(saved, database)
    assert database.read_bytes() == before
    assert names(database.parent) == ["scorer.db"]


def test_the_database_itself_is_no_backup(database: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(database)
    for file in (database, tmp_path / "link.db"):
        with pytest.raises(BackupError, match="it is the database itself"):
            restore(file, database)
    assert names(database.parent) == ["scorer.db"]


def test_a_link_to_the_database_stays_one(saved: Path, database: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(database)
    restore(saved, tmp_path / "link.db")
    assert (tmp_path / "link.db").is_symlink()
    assert rows(database) == rows(saved)
    assert len(kept(database)) == 1


def test_nothing_is_restored_while_the_app_runs(saved: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        sheet = phone.start()
        phone.record(sheet)
        for _ in range(2):
            done = scorer(tmp_path, "restore", "saved.db")
            assert (done.returncode, done.stderr) == (1, "Error: The database is in use. Stop the app first.\n")
        assert phone.record(sheet).status_code == 303
        assert not kept(tmp_path / "instance" / "scorer.db")
    done = scorer(tmp_path, "restore", "saved.db")
    assert (done.returncode, done.stderr) == (0, "")
    [former] = kept(tmp_path / "instance" / "scorer.db")
    assert done.stdout.startswith("Restored 3 sheets with 46 entries from saved.db.\n")
    assert done.stdout.endswith(f"The database as it was before is kept in instance/backups/{former.name}.\n")
    assert contents_of(former).entries == 3
    with serving(tmp_path) as served:
        phone = served.phone
        assert phone.join(KNOWN["links"]["view"]).status_code == 303
        assert phone.get(f"/sheets/{FRIDAY}").status_code == 200
        assert phone.get(sheet).status_code == 404


def test_the_app_in_this_process_is_noticed_too(saved: Path, app: Flask) -> None:
    with pytest.raises(BackupError, match="Stop the app first"):
        restore(saved, Path(app.instance_path) / "scorer.db")


def test_what_a_crash_left_in_the_log_is_kept_and_does_not_reach_the_restored_one(
    saved: Path, database: Path
) -> None:
    subprocess.run([sys.executable, "-c", LEAVE_A_LOG, str(database)], check=True)
    assert Path(f"{database}-wal").stat().st_size > 0
    former = restore(saved, database).former
    assert names(database.parent) == ["backups", "scorer.db"]
    assert rows(database) == rows(saved)
    assert former
    with closing(sqlite3.connect(former)) as connection:
        assert connection.execute("SELECT count(*) FROM link").fetchone() == (0,)


@pytest.mark.parametrize("content", [b"", b"My diary. " * 500, KEPT.read_bytes()[:5000], b"\x00" * 9000])
def test_a_database_that_is_past_reading_is_replaced_and_kept(saved: Path, database: Path, content: bytes) -> None:
    database.write_bytes(content)
    Path(f"{database}-wal").write_bytes(b"what was left of the log")
    former = restore(saved, database).former
    assert names(database.parent) == ["backups", "scorer.db"]
    assert rows(database) == rows(saved)
    assert former
    assert former.read_bytes() == content


def test_a_damaged_database_is_not_replaced_under_a_running_app(saved: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        phone.start()
        database = tmp_path / "instance" / "scorer.db"
        with database.open("r+b") as file:
            file.write(b"no longer a database")
        done = scorer(tmp_path, "restore", "saved.db")
        assert (done.returncode, done.stderr) == (1, "Error: The database is in use. Stop the app first.\n")
    assert scorer(tmp_path, "restore", "saved.db").returncode == 0
    assert check(database)[1] == []


def test_logs_without_a_database_are_cleared_away(saved: Path, database: Path) -> None:
    database.unlink()
    for end in ("-wal", "-shm", "-journal"):
        Path(f"{database}{end}").write_bytes(b"left behind")
    assert restore(saved, database).former is None
    assert names(database.parent) == ["backups", "scorer.db"]
    assert rows(database) == rows(saved)


def test_a_backup_that_was_copied_with_its_log_is_restored_with_it(saved: Path, database: Path) -> None:
    subprocess.run([sys.executable, "-c", LEAVE_A_LOG, str(saved)], check=True)
    restore(saved, database)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM link").fetchone() == (0,)


def test_a_file_system_without_links_keeps_a_copy(
    saved: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*_: object) -> None:
        raise PermissionError

    before = rows(database)
    monkeypatch.setattr(os, "link", no_link)
    former = restore(saved, database).former
    assert former
    assert rows(former) == before


def test_a_disk_that_is_full_is_told_and_nothing_changes(saved: Path, database: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    done = scorer(tmp_path, "restore", "saved.db", before=file_limit(40_000))
    assert done.returncode == 1
    assert done.stderr == "Error: saved.db is not restored: the disk does not take it; it may be full.\n"
    assert database.read_bytes() == before
    assert names(database.parent) == ["scorer.db"]


def test_an_app_that_starts_in_the_middle_does_not_write_on_what_was_replaced(
    saved: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[sqlite3.Connection] = []
    set_aside = backup._set_aside

    def start_meanwhile(file: Path) -> Path | None:
        late.append(sqlite3.connect(file, timeout=0, isolation_level=None))
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            late[0].execute("PRAGMA journal_mode = WAL")
        return set_aside(file)

    monkeypatch.setattr(backup, "_set_aside", start_meanwhile)
    restore(saved, database)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        late[0].execute("PRAGMA journal_mode = WAL")
    late[0].close()
    assert rows(database) == rows(saved)
