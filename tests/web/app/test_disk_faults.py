"""A disk that is full, a database that is locked: a clear page, nothing recorded, and afterwards it works."""

import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorer import create_app
from scorer.store import scorebook
from scorer.store.models import db
from scorer.store.scorebook import forget_snapshots

from ...one_app import close
from ...postgresql import NoPostgreSQLError, Server, running
from ...serving import scorer, serving
from ...test_serve import AS_ANYBODY
from ..phone import PLAYERS, Form, Phone, tapped, words

pytestmark = pytest.mark.sqlite

WRITERS = 16
STARTED = {"player": PLAYERS, "action": "start"}


@contextmanager
def each_connection(app: Flask, *statements: str) -> Iterator[None]:
    """Have every connection that the app takes meanwhile run these statements first."""

    def run(connection: Any, record: Any, proxy: Any) -> None:
        for statement in statements:
            connection.execute(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", run)
    yield
    event.remove(engine, "checkout", run)
    # What was asked for ends with its connection.
    engine.dispose()


def file_of(app: Flask) -> Path:
    return Path(app.instance_path) / "scorer.db"


def rows(app: Flask) -> list[str]:
    """All that is stored, but when."""
    with closing(sqlite3.connect(file_of(app))) as connection:
        return [line for line in connection.iterdump() if "INSERT" in line]


@contextmanager
def full_disk(app: Flask) -> Iterator[None]:
    """As many pages as there are, and no more; on those that are there no act finds room."""
    with closing(sqlite3.connect(file_of(app))) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    with each_connection(app, f"PRAGMA max_page_count = {pages}"):
        yield


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Another connection writes meanwhile."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    with held(file_of(app)), each_connection(app, "PRAGMA busy_timeout = 50"):
        yield


FAULTS: dict[str, Callable[[Flask], Any]] = {
    "The scorebook is busy": locked,
    "The scorebook cannot be written": lambda app: each_connection(app, "PRAGMA query_only = ON"),
}


def acts(phone: Phone, sheet: str) -> dict[str, tuple[Form, dict[str, Any]]]:
    """Every kind of form that writes, filled in."""
    return {
        "record": (phone.form(f"{sheet}/hand", action="/hand"), tapped()),
        "amend": (phone.form(f"{sheet}/hand/2", action="/hand/2"), {"tricks": "9"}),
        "strike": (phone.form(f"{sheet}/hand/2", action="/strike"), {}),
        "call": (phone.form(f"{sheet}/auction", action="/auction"), {"call": "5C"}),
        "undo": (phone.form(sheet, action="/undo"), {}),
        "share": (phone.form(f"{sheet}/share", action="/share/link"), {}),
        "archive": (phone.form("/", action=f"{sheet}/archive"), {}),
        "start": (phone.form("/new/offender"), STARTED),
    }


def is_refused(answer: TestResponse, title: str) -> None:
    assert answer.status_code == 503, words(answer)
    assert title in words(answer)
    assert "Nothing was recorded" in words(answer)
    assert "then go back and try again" in words(answer)
    assert "sqlite" not in answer.text.lower()


@pytest.mark.parametrize("title", FAULTS)
def test_no_act_is_half_done_and_the_same_request_is_done_once(app: Flask, phone: Phone, title: str) -> None:
    for act in ("record", "amend", "strike", "call", "undo", "share", "archive", "start"):
        sheet = phone.start()
        phone.record(sheet)
        form, filled = acts(phone, sheet)[act]
        path = "/new/offender" if act == "start" else f"{sheet}/share"
        before = rows(app)
        with FAULTS[title](app):
            is_refused(phone.send(path, form, filled), title)
            assert phone.get(sheet).status_code == 200
        assert rows(app) == before, act
        first = phone.send(path, form, filled)
        assert first.status_code in (200, 303), act
        after = rows(app)
        assert after != before, act
        if act != "share":
            again = phone.send(path, form, filled)
            assert again.headers["Location"] == first.headers["Location"], act
            assert rows(app) == after, act


def until_refused(phone: Phone, sheet: str, title: str) -> tuple[int, Form]:
    """How many hands are recorded before one is refused, and the form of that one."""
    for recorded in range(200):
        form = phone.form(f"{sheet}/hand", action="/hand")
        answer = phone.send("", form, tapped())
        if answer.status_code != 303:
            is_refused(answer, title)
            is_refused(phone.send("", form, tapped()), title)
            assert phone.version(sheet) == str(recorded + 1)
            return recorded, form
    pytest.fail("never refused")


def is_recorded_once(phone: Phone, sheet: str, form: Form, version: int) -> None:
    for _ in range(2):
        assert phone.send("", form, tapped()).status_code == 303
        assert phone.version(sheet) == str(version)


def test_hands_are_recorded_until_the_disk_is_full_and_on_when_there_is_room(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    with full_disk(app):
        recorded, form = until_refused(phone, sheet, "The disk is full")
    is_recorded_once(phone, sheet, form, recorded + 2)
    forget_snapshots()
    assert phone.totals(sheet)[0] == 49 * (recorded + 1)


def limit(server: int, most: int) -> None:
    """Let a process make no file of more bytes than this: to it the disk is as good as full."""
    resource.prlimit(server, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_server_whose_disk_takes_no_more_says_so_and_records_when_it_does_again(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        sheet = phone.start()
        limit(served.process.pid, (tmp_path / "instance" / "scorer.db-wal").stat().st_size + 50_000)
        recorded, form = until_refused(phone, sheet, "The disk did not take it")
        assert "The database did not answer: disk I/O error" in served.complaints
        limit(served.process.pid, resource.RLIM_INFINITY)
        is_recorded_once(phone, sheet, form, recorded + 2)
        assert "Traceback" not in served.complaints
    assert scorer(tmp_path, "check").stdout == f"1 sheet with {recorded + 2} entries: no fault.\n"


def test_a_server_whose_database_another_program_holds_says_so_and_records_when_it_is_free(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        sheet = phone.start()
        form = phone.form(f"{sheet}/hand", action="/hand")
        with held(tmp_path / "instance" / "scorer.db"):
            is_refused(phone.send("", form, tapped()), "The scorebook is busy")
            # Who only looks is not kept waiting.
            assert phone.version(sheet) == "1"
        is_recorded_once(phone, sheet, form, 2)
        assert "Traceback" not in served.complaints


@pytest.mark.alone
@pytest.mark.long
def test_whoever_reads_does_not_wait_for_sixteen_who_cannot_write(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phones = [served.phone for _ in range(WRITERS + 1)]
        sheets = [phone.start() for phone in phones]
        forms = [phone.form(f"{sheet}/hand", action="/hand") for phone, sheet in zip(phones, sheets, strict=True)]
        reader = phones.pop()
        over = Event()
        refused: list[TestResponse] = []

        def write(phone: Phone, form: Form) -> None:
            while not over.is_set():
                refused.append(phone.send("", form, tapped()))

        took: list[float] = []
        with held(tmp_path / "instance" / "scorer.db"):
            with ThreadPoolExecutor(WRITERS) as pool:
                writing = [pool.submit(write, *each) for each in zip(phones, forms, strict=False)]
                ends = monotonic() + 7
                while (begun := monotonic()) < ends:
                    assert reader.get(sheets[-1]).status_code == 200
                    took.append(monotonic() - begun)
                    sleep(0.05)
                over.set()
            for each in writing:
                each.result()
        assert len(refused) >= 2 * len(phones)
        for answer in refused:
            is_refused(answer, "The scorebook is busy")
        assert max(took[1:]) < 2  # the first one shares the processor with the forms of all the others
        assert median(took) < 1
        for phone, sheet, form in zip(phones, sheets, forms, strict=False):
            assert phone.send("", form, tapped()).status_code == 303
            assert phone.version(sheet) == "2"
        assert "Traceback" not in served.complaints


def test_a_server_does_not_start_where_it_may_not_write_and_starts_when_it_may(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.phone.start()
    folder = tmp_path / "instance"
    for path, mode in ((folder / "scorer.db", 0o400), (folder, 0o500)):
        path.chmod(mode)
        done = scorer(tmp_path, "serve", "--port", "0", before=AS_ANYBODY)
        path.chmod(0o700)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"Error: The database cannot be opened: {path} cannot be written.\n"
    with serving(tmp_path, before=AS_ANYBODY) as served:
        assert served.phone.start()
    assert scorer(tmp_path, "check").stdout == "2 sheets with 2 entries: no fault.\n"


def spoil_page(file: Path) -> None:
    """Overwrite the rows of the sheets, where they are in the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (snapshot,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as content:
        content.seek((snapshot - 1) * size)
        content.write(b"\xff" * 96)


def spoil_head(file: Path) -> None:
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    file.write_bytes(b"My diary. " * 999)


def remove(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)


@pytest.mark.parametrize("spoil", [spoil_page, spoil_head, remove])
def test_a_damaged_database_is_told(app: Flask, phone: Phone, fresh: str, spoil: Callable[[Path], None]) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    with app.app_context():
        db.engine.dispose()
    forget_snapshots()
    spoil(file_of(app))
    for answer in (phone.get("/"), phone.get(fresh), phone.send("", form, tapped())):
        assert answer.status_code == 500
        assert "The database is damaged" in words(answer)
        assert "stop it now" in words(answer)
        assert "scorer restore" in words(answer)


def test_a_folder_that_is_gone_is_told(app: Flask, phone: Phone, fresh: str) -> None:
    with app.app_context():
        db.engine.dispose()
    shutil.move(app.instance_path, f"{app.instance_path}.gone")
    is_refused(phone.get(fresh), "The scorebook cannot be written")
    shutil.move(f"{app.instance_path}.gone", app.instance_path)
    assert phone.get(fresh).status_code == 200


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_is_moved_away_under_the_app_is_noticed_before_anything_is_acknowledged(
    app: Flask, phone: Phone, fresh: str, replaced: bool
) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    file, elsewhere = file_of(app), file_of(app).with_name("elsewhere.db")
    file.rename(elsewhere)
    if replaced:
        shutil.copyfile(elsewhere, file)
    for _ in range(2):
        refused = phone.send("", form, tapped())
        assert refused.status_code == 503
        assert "The scorebook is not in its place" in words(refused)
        assert "Nothing was recorded" in words(refused)
    # What was written is to be read, and once it is back, all goes on.
    assert phone.version(fresh) == "1"
    elsewhere.replace(file)
    assert phone.send("", form, tapped()).status_code == 303
    assert phone.version(fresh) == "2"


def test_a_lost_database_is_noticed(app: Flask, phone: Phone, fresh: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form = phone.form(f"{fresh}/hand", action="/hand")
    append = scorebook.append_row

    def and_remove(*args: Any) -> None:
        append(*args)
        file_of(app).unlink()

    monkeypatch.setattr(scorebook, "append_row", and_remove)
    refused = phone.send("", form, tapped())
    assert refused.status_code == 503
    assert "The scorebook is not in its place" in words(refused)


@pytest.fixture
def mortal() -> Iterator[Server]:
    """A PostgreSQL of this test alone, which may be killed."""
    try:
        with running() as server:
            yield server
    except NoPostgreSQLError as missing:
        pytest.skip(str(missing))


def test_a_postgresql_killed_in_a_request_leaves_the_app_s_own_pages(mortal: Server, tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": mortal.new_database()}, tmp_path / "instance")
    phone = Phone(app)
    sheet = phone.start()
    show = app.view_functions["sheets.show"]

    def killed(**arguments: Any) -> Any:
        shown = show(**arguments)
        mortal.kill()
        return shown

    app.view_functions["sheets.show"] = killed
    # Read it was, and the transaction in which it was read cannot be ended any more.
    assert phone.get(sheet).status_code == 200
    app.view_functions["sheets.show"] = show
    silent = phone.get(sheet)
    assert silent.status_code == 503
    assert "The scorebook does not answer" in words(silent)
    assert silent.headers["X-Content-Type-Options"] == "nosniff"
    mortal.start()
    assert phone.record(sheet).status_code == 303
    close(app)
