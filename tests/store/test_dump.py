"""A PostgreSQL database is saved by its own programs, whole or not at all, and restored from the file."""

import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL

from scorer.store.backup import BackupError
from scorer.store.daily import dump, dump_daily
from scorer.store.database import plain
from scorer.store.inspection import check_server

from ..one_app import OneApp
from ..postgresql import Server
from ..serving import scorer
from .book import Book
from .test_backup import names

TODAY = date(2026, 2, 25)


@pytest.fixture
def url(
    postgresql: Server, one_app_on_postgresql: OneApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[URL]:
    """A database with a sheet."""
    monkeypatch.setenv("PATH", f"{postgresql.tools}", prepend=":")
    with one_app_on_postgresql.on(tmp_path / "instance") as app, app.app_context():
        Book().record()
        yield app.config["SQLALCHEMY_DATABASE_URI"]


def test_the_command_saves_a_file_from_which_another_database_is_restored(
    url: URL, postgresql: Server, tmp_path: Path
) -> None:
    named = url.render_as_string(hide_password=False)
    done = scorer(tmp_path, "backup", "saved.dump", "--database", named)
    assert (done.stdout, done.stderr) == ("Saved the database to saved.dump.\n", "")
    assert (tmp_path / "saved.dump").stat().st_mode & 0o777 == 0o600
    other = postgresql.url("restored")
    postgresql.run("CREATE DATABASE restored TEMPLATE template0")
    postgresql.tool("pg_restore", "--dbname", plain(other), str(tmp_path / "saved.dump"))
    found, faults = check_server(other)
    postgresql.drop(other)
    assert (f"{found}", faults) == ("1 sheet with 2 entries", [])
    done = scorer(tmp_path, "backup", "--database", named)
    [made] = (tmp_path / "instance" / "backups").iterdir()
    assert done.stdout == f"Saved the database to {made.relative_to(tmp_path)}.\n"


def test_the_last_seven_days_stay_and_no_other_file_is_deleted(url: URL, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = dump_daily(url, folder, TODAY)
    assert first.name == f"{url.database}-2026-02-25.dump"
    for days in range(1, 9):
        shutil.copyfile(first, folder / f"{url.database}-{TODAY + timedelta(days)}.dump")
    others = ["other-2026-01-01.dump", f"{url.database}-friday.dump"]
    for name in others:
        (folder / name).write_text("mine")
    inode = (folder / f"{url.database}-2026-03-05.dump").stat().st_ino
    dump_daily(url, folder, TODAY + timedelta(days=8))
    assert (folder / f"{url.database}-2026-03-05.dump").stat().st_ino != inode
    assert names(folder) == sorted(
        [*others, *(f"{url.database}-{TODAY + timedelta(days)}.dump" for days in range(2, 9))]
    )


def test_a_timer_replaces_what_an_administrator_has_saved(
    url: URL, tmp_path: Path, given: list[tuple[Path, int]]
) -> None:
    made = dump_daily(url, tmp_path / "backups", TODAY)
    owner = tmp_path.stat().st_uid
    assert given == [(made.parent, owner), (made, owner)]


def test_what_cannot_be_saved_is_told_and_an_earlier_file_stays(
    url: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saved.dump"
    dump(url, file)
    before = file.read_bytes()
    diary = tmp_path / "diary"
    diary.write_text("mine")
    with pytest.raises(BackupError, match="is not replaced: it is no file of pg_dump"):
        dump(url, diary)
    with pytest.raises(BackupError, match="no folder"):
        dump(url, tmp_path / "nowhere" / "saved.dump")
    with pytest.raises(BackupError, match='database "none" does not exist') as refused:
        dump(url.set(database="none", password="a secret word"), file)
    assert "secret" not in str(refused.value)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BackupError, match=r"there is no pg_dump\. Install the client programs of PostgreSQL"):
        dump(url, file)
    assert file.read_bytes() == before
    assert names(tmp_path) == ["diary", "instance", "saved.dump"]


def test_what_pg_dump_wrote_is_read_through_before_it_takes_a_place(
    url: URL, postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saved.dump"
    dump(url, file)
    before = file.read_bytes()
    tools = tmp_path / "tools"
    tools.mkdir()
    false = tools / "pg_dump"
    false.write_text(
        f'#!/bin/sh\n"{postgresql.tools}/pg_dump" "$@" && while [ "$1" != --file ]; do shift; done\n'
        'truncate -s 2000 "$2"\n'
    )
    false.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tools}", prepend=":")
    with pytest.raises(BackupError, match="The database is not saved: pg_restore: "):
        dump(url, file)
    assert file.read_bytes() == before
