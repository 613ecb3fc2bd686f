"""A database of an earlier release is saved before its tables are changed, or it is left as it is."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import URL

from scorer import __version__, create_app
from scorer.store.backup import COPIES_KEPT, BackupError, copies, save_before
from scorer.store.database import newest_revision
from scorer.store.inspection import Contents, contents_of
from scorer.store.models import db

from ..one_app import close
from ..postgresql import Server
from ..serving import file_limit, scorer, serving
from ..test_serve import AS_ANYBODY
from .test_backup import names, rows
from .test_first_release import KEPT as FIRST_RELEASE
from .test_inspection import change
from .test_migrations import migrate
from .test_processes import begin_at_once, end

pytestmark = pytest.mark.sqlite

NAME = re.compile(rf"before-{re.escape(__version__)}-kept-\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db")
START = """
import sys
from pathlib import Path
from scorer import create_app
print("ready", flush=True)
sys.stdin.read()
create_app({"SQLALCHEMY_DATABASE_URI": sys.argv[2]}, Path(sys.argv[1]))
"""


def start(database: str, folder: Path) -> None:
    close(create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": database}, folder / "instance"))


@pytest.mark.parametrize("named", ["{}", "sqlite:///{}", "sqlite:///file:{}?uri=true"])
def test_an_old_database_is_saved_whole_beside_it_and_the_log_says_where(
    database: Path, caplog: pytest.LogCaptureFixture, named: str
) -> None:
    start(named.format(database), database.parent)
    [saved] = copies(database)
    assert saved.parent == database.parent / "backups"
    assert NAME.fullmatch(saved.name)
    assert (saved.stat().st_mode & 0o777, saved.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert rows(saved) == rows(FIRST_RELEASE)
    assert contents_of(saved) == Contents("0001", 3, 46)
    assert contents_of(database) == Contents(newest_revision(), 3, 46)
    said = f"Bringing the database up to date. As it was before, it is kept in {saved}."
    assert [record.getMessage() for record in caplog.records] == [said]
    start(named.format(database), database.parent)
    assert copies(database) == [saved]
    assert len(caplog.records) == 1
    # It is a backup as any other.
    assert scorer(database.parent, "restore", str(saved), "--database", "kept.db").returncode == 0
    assert contents_of(database) == contents_of(saved)


def test_a_database_that_the_default_place_links_to_is_saved_where_its_daily_backups_are(database: Path) -> None:
    instance = database.parent / "instance"
    instance.mkdir()
    (instance / "scorer.db").symlink_to(database)
    close(create_app({"TESTING": True}, instance))
    assert rows(copies(instance / "scorer.db")[0]) == rows(FIRST_RELEASE)
    assert contents_of(database).revision == newest_revision()


def test_a_new_database_has_nothing_to_save(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    start(str(tmp_path / "new.db"), tmp_path)
    assert caplog.records == []
    assert "backups" not in [*names(tmp_path), *names(tmp_path / "instance")]


def full_disk(folder: Path) -> Sequence[str]:
    return file_limit(40_000)


def no_folder(folder: Path) -> Sequence[str]:
    (folder / "backups").write_text("no folder")
    return ()


def read_only(folder: Path) -> Sequence[str]:
    (folder / "backups").mkdir(mode=0o500)
    return AS_ANYBODY


def damaged(folder: Path) -> Sequence[str]:
    (folder / "kept.db").write_bytes(FIRST_RELEASE.read_bytes()[:-4096] + b"\xff" * 4096)
    return ()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (full_disk, "the disk does not take it; it may be full"),
        (no_folder, "file exists: {}/backups"),
        (read_only, "the folder {}/backups cannot be written"),
        (damaged, "it is damaged ("),
    ],
)
def test_where_it_cannot_be_saved_nothing_is_changed_and_the_app_says_why(
    database: Path, spoil: Callable[[Path], Sequence[str]], why: str
) -> None:
    before = spoil(database.parent)
    done = scorer(database.parent, "serve", "--port", "0", "--database", "kept.db", before=before)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    left = "an earlier release made it, and it is left as it is because it cannot be saved first"
    said = f"Error: The database cannot be opened: {left}. The database is not saved: {why}"
    assert done.stderr.startswith(said.format(database.parent))
    assert copies(database) == []
    if spoil is damaged:
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        return
    assert rows(database) == rows(FIRST_RELEASE)
    if spoil is not full_disk:
        (database.parent / "backups").rename(database.parent / "away")
    with serving(database.parent, "--database", "kept.db") as served:
        assert served.phone.get("/").status_code == 200
    assert len(copies(database)) == 1


def test_processes_that_start_at_once_on_an_old_database_save_it_once_and_change_it_once(database: Path) -> None:
    folder = database.parent
    told = "".join(end(process) for process in begin_at_once(3, START, str(folder / "instance"), str(database)))
    assert (told.count("\n"), told.count("Bringing the database up to date. As it was before")) == (0, 1), told
    [saved] = copies(database)
    assert rows(saved) == rows(FIRST_RELEASE)
    assert contents_of(database).revision == newest_revision()


def test_a_migration_that_fails_changes_nothing_and_its_copy_is_made_once(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of it")

    with monkeypatch.context() as failing:
        upgrade = command.upgrade
        failing.setattr(command, "upgrade", lambda config, revision: fail(upgrade(config, revision)))
        for _ in range(COPIES_KEPT + 1):
            with pytest.raises(ZeroDivisionError):
                start(str(database), database.parent)
            assert rows(database) == rows(FIRST_RELEASE)
    [saved] = copies(database)
    start(str(database), database.parent)
    assert copies(database) == [saved]


def test_the_last_three_of_a_database_are_kept_and_no_other_file_is_ever_deleted(database: Path) -> None:
    other = database.with_name("my-kept.db")
    shutil.copyfile(database, other)
    folder = database.parent / "backups"
    folder.mkdir()
    others = ["before-restore-2026-01-01T00-00-00Z.db", "kept-2026-01-01.db", "before-0.1.0-kept-mine.db"]
    for name in others:
        (folder / name).write_text("mine")
    of_other = save_before("0.1.0", other)
    made: list[Path] = []
    for release in ("0.9.0", "0.10.0", "1.0.0", "1.0.1", "1.1.0rc1"):
        made.append(save_before(release, database))
        change(database, "DELETE FROM entry WHERE rowid = (SELECT max(rowid) FROM entry)")
    assert copies(database) == made[-COPIES_KEPT:]
    assert {*names(folder)} == {*others, of_other.name, *(path.name for path in made[-COPIES_KEPT:])}


def test_what_is_no_database_of_ours_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        save_before("1.0", tmp_path / "none.db")


def test_a_start_on_an_old_postgresql_says_which_command_saves_it(
    postgresql: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgresql.new_database()
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": url}, tmp_path / "instance")
    with app.app_context():
        migrate(command.downgrade, "0001")
    close(app)
    assert caplog.records == []
    asked: URL = url.set(password="S3cret-Pw").update_query_dict({"sslpassword": "S3cret-Pw"})
    again = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": asked}, tmp_path / "instance")
    with again.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == newest_revision()
    close(again)
    [record] = caplog.records
    said, _, saving = record.getMessage().partition(" For the next release: ")
    assert said == "Bringing the database up to date, which is not saved before."
    assert "S3cret" not in saving
    environment = {**os.environ, "PATH": os.pathsep.join((str(postgresql.tools), os.environ["PATH"]))}
    subprocess.run(saving, shell=True, check=True, cwd=tmp_path, env=environment)
    assert (tmp_path / f"before-{__version__}.dump").read_bytes().startswith(b"PGDMP")
    postgresql.drop(url)
