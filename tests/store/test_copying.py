"""A database is copied to another kind of database and back, whole or not at all, and is then the same."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import URL, Connection, Table, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorer.store import copying, inspection, people, seasons
from scorer.store.copying import CopyError, copy_database
from scorer.store.database import UnusableDatabaseError, alone_on_server, make_safe, shown, upgrade, url_of
from scorer.store.inspection import check_server
from scorer.store.models import Base, db
from scorer.store.opening import at_hand
from scorer.store.scorebook import Snapshot, stored
from scorer.web.app.errors import BUSY, fault_of

from .. import copies
from ..one_app import OneApp
from ..postgresql import Server
from ..serving import scorer
from ..sheet.sealed import NOTE, points
from .book import FIVE, OTHER, Book

HERE = Path()


@pytest.fixture
def source(open_app: Flask) -> URL:
    """A database with two sheets, whose facts hold whatever facts can hold."""
    book = Book(title="Bétty’s 安娜")
    book.record({"points": dict(zip(FIVE, points(), strict=True)), "note": NOTE})
    book.record(OTHER)
    Book().record()
    people.be_guest(book.id, book.device, "Amber’s phone")
    seasons.add(seasons.make("Autumn 2026").id, book.id)
    db.session.remove()
    db.engine.dispose()  # The app is stopped.
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
    copied = copy_database(source, target, HERE, "0.0.0")
    assert (copied.sheets, copied.entries) == (2, 5)
    assert copy_database(target, back, HERE, "0.0.0") == copied
    assert rows(source) == rows(target) == rows(back)
    assert len(rows(back)["device"]) == 2
    assert check_server(target) == (copied, [])


def test_times_are_the_same_on_a_server_with_a_clock_of_its_own(
    source: URL, target: URL, postgresql: Server
) -> None:
    postgresql.run(f"ALTER DATABASE {target.database} SET timezone = 'Asia/Kathmandu'")
    copy_database(source, target, HERE, "0.0.0")
    assert rows(source) == rows(target)
    assert check_server(target)[1] == []


def test_a_database_that_holds_sheets_is_not_copied_to(source: URL, target: URL) -> None:
    copy_database(source, target, HERE, "0.0.0")
    before = rows(target)
    with pytest.raises(CopyError, match="holds sheets already"):
        copy_database(source, target, HERE, "0.0.0")
    assert rows(target) == before


def test_a_copy_that_differs_is_not_kept(source: URL, target: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_some(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
        return (batch[:-1] for batch in BATCHES(connection, table) if len(batch) > 1)

    monkeypatch.setattr(copying, "_batches", lose_some)
    with pytest.raises(CopyError):
        copy_database(source, target, HERE, "0.0.0")
    assert not any(rows(target).values())


BATCHES = copying._batches

KILLED = """
import os, sys
from pathlib import Path
from scorer.store import copying
from scorer.store.database import url_of
copying._compare = lambda *both: os._exit(9)
copying.copy_database(url_of(sys.argv[1]), url_of(sys.argv[2]), Path(), "0.0.0")
"""


def test_a_copy_that_was_killed_is_begun_again(source: URL, target: URL) -> None:
    both = [url.render_as_string(hide_password=False) for url in (source, target)]
    assert copies.start("-c", KILLED, *both, folder=HERE, stdout=2).wait() == 9
    assert not any(rows(target).values())
    assert copy_database(source, target, HERE, "0.0.0").sheets == 2


@pytest.mark.sqlite
def test_a_sheet_that_cannot_be_read_is_told_and_nothing_is_copied(source: URL, target: URL) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET facts = '{not json' WHERE number = 2"))
    db.engine.dispose()
    with pytest.raises(CopyError, match="damaged"):
        copy_database(source, target, HERE, "0.0.0")
    assert not any(rows(target).values())


def test_while_an_app_serves_nothing_is_copied_from_it_or_to_it(source: URL, target: URL) -> None:
    with db.engine.connect():
        """As each connection of an app stays open, also while nobody asks for anything."""
    with pytest.raises(CopyError, match=f"{re.escape(shown(source))} is in use. Stop the app first."):
        copy_database(source, target, HERE, "0.0.0")
    db.engine.dispose()
    served = create_engine(target)
    make_safe(served, shared=True)
    with served.connect():
        pass
    with pytest.raises(CopyError, match=f"{re.escape(shown(target))} is in use. Stop the app first."):
        copy_database(source, target, HERE, "0.0.0")
    served.dispose()
    assert copy_database(source, target, HERE, "0.0.0").sheets == 2


def test_while_a_database_is_copied_no_app_starts_on_it_and_afterwards_one_does(target: URL) -> None:
    copier, app = create_engine(target, poolclass=NullPool), create_engine(target)
    make_safe(app, shared=True)
    with alone_on_server(copier):
        with pytest.raises(OperationalError, match="another program copies it") as refused, app.connect():
            pass
        assert fault_of(refused.value) == BUSY
    with app.connect():
        pass
    app.dispose()


def test_on_a_server_a_database_of_an_earlier_release_is_not_changed_under_an_app(
    postgresql: Server, tmp_path: Path
) -> None:
    url = postgresql.new_database()
    served = create_engine(url)
    upgrade(served, "0001", save=lambda _: None)
    served.dispose()
    make_safe(served, shared=True)
    with served.connect():
        pass
    with (
        pytest.raises(UnusableDatabaseError, match=r"it is in use\. Stop the app first"),
        at_hand(url, HERE, "0.0.0"),
    ):
        pass
    served.dispose()
    with at_hand(url, HERE, "0.0.0"):
        assert not db.session.scalar(text("SELECT count(*) FROM sheet"))
    back = copy_database(url, url_of(str(tmp_path / "back.db")), HERE, "0.0.0")
    assert back.sheets == 0
    postgresql.drop(url)


@pytest.mark.sqlite
def test_a_database_of_an_earlier_release_is_brought_up_to_date_after_a_copy_and_then_copied(
    database: Path, target: URL
) -> None:
    copied = copy_database(url_of(str(database)), target, HERE, "0.0.0")
    assert (copied.sheets, copied.entries) == (3, 46)
    [kept] = (database.parent / "backups").iterdir()
    assert inspection.contents_of(kept) == inspection.Contents("0001", 3, 46)
    assert check_server(target) == (copied, [])


@pytest.mark.sqlite
def test_a_database_of_an_earlier_release_that_holds_sheets_is_not_copied_to_and_stays_as_it_is(
    source: URL, database: Path
) -> None:
    with pytest.raises(CopyError, match="holds sheets already"):
        copy_database(source, url_of(str(database)), HERE, "0.0.0")
    assert inspection.contents_of(database) == inspection.Contents("0001", 3, 46)


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
    nowhere = scorer(folder, "copy-to", "nowhere://:x/")
    assert "it has to be a file, or the URL of a database" in " ".join(nowhere.stderr.split())


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
