"""Another process, or the same one started again, sees and continues every sheet."""

import os
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import URL, create_engine, inspect

from scorer.store.models import db
from scorer.store.scorebook import StaleVersionError

from .. import copies
from ..copies import Copy
from ..postgresql import Server
from .book import OTHER, TOTALS, Book, recording

pytestmark = pytest.mark.both

RECORD_ELSEWHERE = """
import sys
from pathlib import Path
from scorer import create_app
from scorer.sheet.core.sheet import EntryKind
from scorer.store import scorebook
instance, sheet, device = sys.argv[1:]
with create_app({}, Path(instance)).app_context():
    hand = {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7}
    seen = scorebook.read(sheet).version
    record = lambda page: (EntryKind.RECORD, {"hand": hand})
    scorebook.append(sheet, record, key=f"at {seen}", seen=seen, device=device)
    print(*scorebook.read(sheet).ledger.totals)
"""
START = """
import sys
from pathlib import Path
from scorer import create_app
print(create_app({}, Path(sys.argv[1])).config["SECRET_KEY"].decode())
"""

MIGRATE = """
import os
import sys
import alembic.command
from sqlalchemy import create_engine
from scorer.store.database import upgrade
engine = create_engine(os.environ["SCORER_DATABASE_URL"])
engine.connect().close()
print("ready", flush=True)
sys.stdin.read()
upgrade(engine, save=lambda _: None)
"""


def begin(code: str, *arguments: str, database: URL | None = None, stdin: int = -1) -> Copy:
    """A process that runs a program; what it prints and what it complains of come together."""
    url = database.render_as_string(hide_password=False) if database else ""
    environment = {"SCORER_DATABASE_URL": url} if url else None
    read, write = os.pipe()
    files = {"stdin": stdin, "stdout": write, "stderr": write}
    process = copies.start("-c", code, *arguments, folder=Path.cwd(), environment=environment, **files)
    os.close(write)
    process.stdout = os.fdopen(read, encoding="utf-8")
    return process


def begin_at_once(count: int, code: str, *arguments: str, database: URL | None = None) -> list[Copy]:
    """Processes that say that they are ready, and go on when all of them are: then their input ends."""
    read, write = os.pipe()
    processes = [begin(code, *arguments, database=database, stdin=read) for _ in range(count)]
    assert [process.stdout and process.stdout.readline() for process in processes] == ["ready\n"] * count
    os.close(read)
    os.close(write)
    return processes


def end(process: Copy) -> str:
    assert process.stdout
    with process.stdout as said:
        told = said.read()
    assert process.wait() == 0, told
    return told.strip()


def test_a_hand_recorded_by_another_process_is_on_the_sheet_at_once(book: Book, open_app: Flask) -> None:
    known = book.snapshot
    said = end(begin(RECORD_ELSEWHERE, open_app.instance_path, book.id, book.device, database=db.engine.url))
    assert said == "49 6 49 6 6"
    db.session.rollback()
    assert book.totals == TOTALS
    with pytest.raises(StaleVersionError):
        book.act(recording(OTHER), seen=known.version)
    assert book.record(OTHER).version == 3


def test_processes_that_start_at_once_on_nothing_share_one_database_and_one_key(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    keys = {end(process) for process in [begin(START, str(folder)) for _ in range(4)]}
    assert len(keys) == 1
    assert (folder / "secret_key").read_text("utf-8") in keys


def test_processes_that_start_at_once_on_an_empty_postgresql_make_its_tables_once(postgresql: Server) -> None:
    database = postgresql.new_database()
    processes = begin_at_once(3, MIGRATE, database=database)
    assert [end(process) for process in processes] == [""] * 3
    made = create_engine(database)
    assert {*inspect(made).get_table_names()} == {*db.metadatas[None].tables, "alembic_version"}
    made.dispose()
    postgresql.drop(database)
