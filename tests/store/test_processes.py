"""Another process, or the same one started again, sees and continues every sheet."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import URL, create_engine, inspect

import scorer
from scorer.store.models import db
from scorer.store.scorebook import StaleVersionError

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
import alembic.command
from sqlalchemy import create_engine
from scorer.store.database import upgrade
engine = create_engine(os.environ["SCORER_DATABASE_URL"])
engine.connect().close()
print("ready", flush=True)
input()
upgrade(engine, save=lambda _: None)
"""


def begin(code: str, *arguments: str, database: URL | None = None) -> subprocess.Popen[str]:
    url = database.render_as_string(hide_password=False) if database else ""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "SCORER_DATABASE_URL": url} if url else None,
        cwd=Path(scorer.__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def go_on_at_once(processes: list[subprocess.Popen[str]]) -> None:
    """When all of them are ready."""
    assert [process.stdout and process.stdout.readline() for process in processes] == ["ready\n"] * len(processes)
    for process in processes:
        assert process.stdin
        process.stdin.write("now\n")
        process.stdin.flush()


def end(process: subprocess.Popen[str]) -> str:
    said, complained = process.communicate(timeout=60)
    assert (process.returncode, complained) == (0, "")
    return said.strip()


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
    processes = [begin(MIGRATE, database=database) for _ in range(3)]
    go_on_at_once(processes)
    for process in processes:
        end(process)
    made = create_engine(database)
    assert {*inspect(made).get_table_names()} == {*db.metadatas[None].tables, "alembic_version"}
    made.dispose()
    postgresql.drop(database)
