"""A check tells every sheet that cannot be read and every damaged page of the database, and writes nothing."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import make_url

from scorer.store.database import UnusableDatabaseError
from scorer.store.inspection import Contents, check, check_server, contents_of, is_idle

from ..serving import scorer, serving
from .book import OTHER, Book
from .test_damaged import DAMAGE, damage

pytestmark = pytest.mark.sqlite

LEAVE_A_LOG = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("PRAGMA wal_autocheckpoint = 0")
connection.execute("DELETE FROM link")
os._exit(0)
"""


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def files(folder: Path) -> dict[str, bytes]:
    """Every file below, with what it holds; the index of SQLite's log apart, which every reader marks."""
    return {
        str(path): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
    }


def test_a_sound_database_has_no_fault_and_nothing_is_written(database: Path) -> None:
    before = files(database.parent)
    found, faults = check(database)
    assert (found, faults) == (Contents("0001", 3, 46), [])
    assert str(found) == "3 sheets with 46 entries"
    assert files(database.parent) == before


def test_a_database_that_cannot_be_written_is_checked(database: Path) -> None:
    database.chmod(0o400)
    database.parent.chmod(0o500)
    assert check(database)[1] == []
    database.parent.chmod(0o700)
    assert list(database.parent.iterdir()) == [database]


def test_what_a_crash_left_in_the_log_is_seen_and_left_there(database: Path) -> None:
    subprocess.run([sys.executable, "-c", LEAVE_A_LOG, str(database)], check=True)
    change_in_log = Path(f"{database}-wal").read_bytes()
    assert change_in_log
    assert not is_idle(database)
    before = files(database.parent)
    assert check(database)[1] == []
    assert files(database.parent) == before
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM link").fetchone() == (0,)


@pytest.mark.parametrize("statement", [*DAMAGE][::8])
def test_a_damaged_sheet_has_a_line_of_its_own(open_app: Flask, statement: str) -> None:
    sound, book = Book(title="Sound"), Book(title="Friday")
    sound.record()
    book.record()
    book.record(OTHER)
    damage(open_app, f"{statement}{' AND' if 'WHERE' in statement else ' WHERE'} sheet_id = '{book.id}'")
    found, [fault] = check(Path(open_app.instance_path) / "scorer.db")
    titled = "" if "number = 1" in statement or "WHERE" not in statement else ", “Friday”: "
    assert fault.startswith(f"sheet {book.id}{titled}")
    assert DAMAGE[statement] in fault
    assert found
    assert found.sheets == 2


def test_rows_that_belong_to_nothing_are_told(database: Path) -> None:
    change(database, "DELETE FROM sheet")
    _, faults = check(database)
    assert len(faults) == 46 + 5 + 2
    assert faults[0].startswith("table ")
    assert any("it belongs to no sheet that there is" in fault for fault in faults)


@pytest.mark.parametrize("snapshot", range(1, 20))
def test_a_damaged_page_is_told_whatever_is_on_it(database: Path, snapshot: int) -> None:
    content = bytearray(database.read_bytes())
    start = (snapshot - 1) * 4096 or 100
    content[start : start + 96] = b"\x0d" + b"\xff" * 95
    database.write_bytes(content)
    with pytest.raises(UnusableDatabaseError, match="damaged"):
        contents_of(database)
    _, faults = check(database)
    assert any(fault.startswith("database: ") for fault in faults)


def test_the_sheets_beside_a_damaged_page_are_still_gone_through(database: Path) -> None:
    [(snapshot,)] = sqlite_rows(database, "SELECT rootpage FROM sqlite_master WHERE name = 'device'")
    content = bytearray(database.read_bytes())
    content[(snapshot - 1) * 4096 : (snapshot - 1) * 4096 + 96] = b"\xff" * 96
    database.write_bytes(content)
    done = scorer(database.parent, "check", "--database", database.name)
    assert done.returncode == 1
    assert done.stdout.startswith("database: ")
    assert done.stdout.splitlines()[-1].startswith("3 sheets with 46 entries: ")
    assert done.stderr == ""


@pytest.mark.parametrize("content", [b"", b"\x00" * 4096, b"The cards are yours. " * 99])
def test_what_is_no_database_of_scorer_is_unfit(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "some.db").write_bytes(content)
    with pytest.raises(UnusableDatabaseError):
        check(tmp_path / "some.db")
    done = scorer(tmp_path, "check", "--database", "some.db")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: The database cannot be checked: ")
    assert list(tmp_path.iterdir()) == [tmp_path / "some.db"]


def test_the_command_tells_each_fault_and_exits_with_1(database: Path) -> None:
    [(sheet,)] = sqlite_rows(database, "SELECT sheet_id FROM entry WHERE facts LIKE '%O''Hara%' AND number = 1")
    change(database, f"UPDATE entry SET facts = '{{}}' WHERE number = 2 AND sheet_id = '{sheet}'")
    done = scorer(database.parent, "check", "--database", database.name)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == (
        f"sheet {sheet}, “Ночь & «карты» <b>”: entry 2 does not hold what it should: “hand” is missing"
    )
    assert lines[-1] == "3 sheets with 46 entries: 1 fault."


def sqlite_rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def test_a_title_with_control_characters_does_not_reach_the_terminal(database: Path) -> None:
    change(database, "UPDATE entry SET facts = replace(facts, 'Friday', 'Fri\\u001bday') WHERE number = 1")
    change(database, "DELETE FROM entry WHERE number = 2")
    done = scorer(database.parent, "check", "--database", database.name)
    assert done.returncode == 1
    assert "Fri\ufffdday" in done.stdout


def test_an_older_database_is_checked_and_said_to_be_brought_up_to_date(database: Path) -> None:
    done = scorer(database.parent, "check", "--database", database.name)
    assert done.returncode == 0
    assert "An earlier release made this database" in done.stdout
    assert sqlite_rows(database, "SELECT version_num FROM alembic_version") == [("0001",)]


def test_the_database_of_a_running_app_is_checked_as_it_stands(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        sheet = phone.start()
        phone.record(sheet)
        assert scorer(tmp_path, "check").stdout == "1 sheet with 2 entries: no fault.\n"
        assert phone.undo(sheet).status_code == 303
        assert scorer(tmp_path, "check").stdout == "1 sheet with 3 entries: no fault.\n"
    assert sorted(path.name for path in (tmp_path / "instance").glob("scorer.db*")) == ["scorer.db"]


def test_a_check_of_nothing_says_so_and_makes_nothing(tmp_path: Path) -> None:
    done = scorer(tmp_path, "check")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: The database cannot be checked: there is no file instance/scorer.db.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_a_server_keeps_is_gone_through_by_its_address(database: Path) -> None:
    # SQLite stands in for the server: what is asked is the same.
    change(database, "DELETE FROM entry WHERE number = 2")
    found, faults = check_server(make_url(f"sqlite:///{database}"))
    assert found == Contents("0001", 3, 43)
    assert len(faults) == 3
    assert all("entry 2 is missing" in fault for fault in faults)
