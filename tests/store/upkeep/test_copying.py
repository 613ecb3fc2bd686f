"""A database is copied to another kind of database and back, whole or not at all, and is then the same."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import URL, Connection, Table, create_engine, text

from scorer.store import people
from scorer.store.location import url_of
from scorer.store.models import Base, db
from scorer.store.scorebook import Snapshot, stored
from scorer.store.upkeep import copying, inspection
from scorer.store.upkeep.copying import CopyError, copy_database
from scorer.store.upkeep.inspection import check_server

from ...one_app import OneApp
from ...postgresql import Server
from ...serving import scorer
from ...sheet.sealed import NOTE, points
from ..book import FIVE, OTHER, Book

HERE = Path()


@pytest.fixture
def source(open_app: Flask) -> URL:
    """A database with two sheets, whose facts hold whatever facts can hold."""
    book = Book(title="Bétty’s 安娜")
    book.record({"points": dict(zip(FIVE, points(), strict=True)), "note": NOTE})
    book.record(OTHER)
    Book().record()
    people.be_guest(book.id, book.device, "Amber’s phone")
    db.session.remove()
    return db.engine.url


@pytest.fixture
def target(postgresql: Server) -> Iterator[URL]:
    url = postgresql.new_database()
    yield url
    postgresql.drop(url)


def rows(url: URL) -> dict[str, list[copying.Row]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {table.name: [*copying._rows(connection, table)] for table in Base.metadata.sorted_tables}
    engine.dispose()
    return found


def test_what_is_copied_there_and_back_is_the_same(source: URL, target: URL, tmp_path: Path) -> None:
    back = url_of(str(tmp_path / "back.db"))
    copied = copy_database(source, target, HERE)
    assert (copied.sheets, copied.entries) == (2, 5)
    assert copy_database(target, back, HERE) == copied
    assert rows(source) == rows(target) == rows(back)
    assert len(rows(back)["device"]) == 2
    assert check_server(target) == (copied, [])


def test_times_are_the_same_on_a_server_with_a_clock_of_its_own(
    source: URL, target: URL, postgresql: Server
) -> None:
    postgresql.run(f"ALTER DATABASE {target.database} SET timezone = 'Asia/Kathmandu'")
    copy_database(source, target, HERE)
    assert rows(source) == rows(target)
    assert check_server(target)[1] == []


def test_a_database_that_holds_sheets_is_not_copied_to(source: URL, target: URL) -> None:
    copy_database(source, target, HERE)
    before = rows(target)
    with pytest.raises(CopyError, match="holds sheets already"):
        copy_database(source, target, HERE)
    assert rows(target) == before


def test_a_copy_that_differs_is_not_kept(source: URL, target: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_some(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
        return (batch[:-1] for batch in BATCHES(connection, table))

    monkeypatch.setattr(copying, "_batches", lose_some)
    with pytest.raises(CopyError):
        copy_database(source, target, HERE)
    assert not any(rows(target).values())


BATCHES = copying._batches

KILLED = """
import os, sys
from pathlib import Path
from scorer.store.scorebook import Snapshot, stored
from scorer.store.upkeep import copying, inspection
from scorer.store.location import url_of
copying._compare = lambda *both: os._exit(9)
copying.copy_database(url_of(sys.argv[1]), url_of(sys.argv[2]), Path())
"""


def test_a_copy_that_was_killed_is_begun_again(source: URL, target: URL) -> None:
    both = [url.render_as_string(hide_password=False) for url in (source, target)]
    assert subprocess.run([sys.executable, "-c", KILLED, *both], check=False).returncode == 9
    assert not any(rows(target).values())
    assert copy_database(source, target, HERE).sheets == 2


@pytest.mark.sqlite
def test_a_sheet_that_cannot_be_read_is_told_and_nothing_is_copied(source: URL, target: URL) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET facts = '{not json' WHERE number = 2"))
    with pytest.raises(CopyError, match="damaged"):
        copy_database(source, target, HERE)
    assert not any(rows(target).values())


@pytest.mark.sqlite
def test_a_database_of_an_earlier_release_that_holds_sheets_is_not_copied_to_and_stays_as_it_is(
    source: URL, database: Path
) -> None:
    with pytest.raises(CopyError, match="holds sheets already"):
        copy_database(source, url_of(str(database)), HERE)
    assert inspection.contents_of(database) == inspection.Contents("0001", 3, 46)
    with pytest.raises(CopyError, match="An earlier release made the database"):
        copy_database(url_of(str(database)), source, HERE)


@pytest.mark.sqlite
def test_the_command_copies_and_says_what_else_has_to_go_with_it(source: URL, target: URL) -> None:
    folder = Path(source.database or "").parent.parent
    url = target.render_as_string(hide_password=False)
    done = scorer(folder, "copy-to", url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Copied 2 sheets with 5 entries to postgresql+psycopg://postgres@")
    assert "the same secret key" in done.stdout
    again = scorer(folder, "copy-to", url)
    assert again.returncode == 1
    assert "holds sheets already" in again.stderr
    assert "there is no file" in scorer(folder, "copy-to", url, "--database", "none.db").stderr
    assert "no URL" in scorer(folder, "copy-to", "nowhere://:x/").stderr


def test_a_sheet_that_a_server_cannot_read_keeps_no_other_from_being_checked(
    one_app_on_postgresql: OneApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with one_app_on_postgresql.on(tmp_path / "instance") as app, app.app_context():
        first, _ = Book(), Book()

        def unreadable(reader: Connection, sheet_id: str) -> Snapshot:
            if sheet_id == first.id:
                reader.execute(text("SELECT 1 / 0"))
            return stored(reader, sheet_id)

        monkeypatch.setattr(inspection, "stored", unreadable)
        db.session.rollback()
        _, faults = check_server(db.engine.url)
    assert len(faults) == 1
    assert first.id in faults[0]
