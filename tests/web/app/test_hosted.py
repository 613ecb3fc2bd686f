"""The app among others on a host: behind a proxy, watched, with a database that goes away and comes back."""

import logging
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import pytest
from flask import Flask, request
from sqlalchemy import text
from werkzeug.test import TestResponse

from scorer import create_app
from scorer.store.database import SETTINGS
from scorer.store.models import db
from scorer.web.protection import REQUEST_ID

from ...one_app import close
from ...postgresql import Server
from ...serving import serving
from ...test_serve import AS_ANYBODY
from ..phone import Phone, tapped, words

MADE = re.compile(r"[0-9a-f]{16}")
FORWARDED = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.1",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
}


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_whatever_watches_over_the_app_is_answered_by_any_name_and_gets_no_cookie(phone: Phone, path: str) -> None:
    answer = phone.get(path, headers={"Host": "any.example"})
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert "Set-Cookie" not in answer.headers
    assert phone.get("/", headers={"Host": "any.example"}).status_code == 400


def test_an_app_whose_database_is_of_another_release_lives_but_is_not_ready(app: Flask, phone: Phone) -> None:
    with app.app_context():
        db.session.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        db.session.commit()
    assert (phone.get("/health").status_code, phone.get("/ready").status_code) == (200, 503)
    with app.app_context():
        db.session.execute(text("DROP TABLE alembic_version"))
        db.session.commit()
    assert phone.get("/ready").status_code == 503


@pytest.mark.sqlite
@pytest.mark.parametrize("replaced", [False, True])
def test_an_app_whose_database_is_not_in_its_place_any_more_is_not_ready(
    app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture, replaced: bool
) -> None:
    file = Path(app.instance_path) / "scorer.db"
    assert phone.get("/ready").status_code == 200
    if replaced:
        shutil.copyfile(file, file.with_name("other.db"))
    file.rename(file.with_name("away.db"))
    if replaced:
        file.with_name("other.db").rename(file)
    assert (phone.get("/health").status_code, phone.get("/ready").status_code) == (200, 503)
    assert f"Not ready: there is no {file} any more, or it is another file." in caplog.text
    file.with_name("away.db").replace(file)
    assert phone.get("/ready").status_code == 200


@pytest.mark.sqlite
@pytest.mark.parametrize("name", ["scorer.db", ""])
def test_an_app_that_may_not_write_its_database_is_not_ready(tmp_path: Path, name: str) -> None:
    with serving(tmp_path, before=AS_ANYBODY) as served:
        path = tmp_path / "instance" / name
        assert served.phone.get("/ready").status_code == 200
        mode = path.stat().st_mode
        path.chmod(mode & ~0o222)
        assert served.phone.get("/ready").status_code == 503
        assert f"Not ready: {path} cannot be written." in served.complaints
        path.chmod(mode)
        assert served.phone.get("/ready").status_code == 200


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [
        (0, ("127.0.0.1", "http", "localhost")),
        (1, ("198.51.100.1", "https", "scores.example.org")),
        (2, ("203.0.113.9", "https", "scores.example.org")),
    ],
)
def test_so_many_proxies_are_believed_as_the_host_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: int, seen: tuple[str, str, str]
) -> None:
    monkeypatch.setenv("SCORER_PROXIES", str(proxies))
    app = create_app({"TESTING": True, "HOST_NAMES": ("scores.example.org",)}, tmp_path)
    app.add_url_rule("/seen", "seen", lambda: [request.remote_addr, request.scheme, request.host])
    two = {**FORWARDED, "X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "scores.example.org, inner"}
    answer = Phone(app).get("/seen", headers=two if proxies == 2 else FORWARDED)
    assert tuple(answer.get_json()) == seen
    close(app)


def test_a_request_keeps_the_id_of_the_proxy(app: Flask, phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    app.view_functions["home.home"] = lambda: str(1 / 0)
    with caplog.at_level(logging.ERROR):
        answer = phone.get("/", headers={REQUEST_ID: "4bf92f35-77b3.1"})
    assert (answer.status_code, answer.headers[REQUEST_ID]) == (500, "4bf92f35-77b3.1")
    assert [vars(record)["request_id"] for record in caplog.records] == ["4bf92f35-77b3.1"]


@pytest.mark.parametrize("sent", ["", "two words", "x" * 65, "<script>", "ä"])
def test_an_id_that_is_none_is_replaced(phone: Phone, sent: str) -> None:
    first, second = (phone.get("/", headers={REQUEST_ID: sent}).headers[REQUEST_ID] for _ in range(2))
    assert MADE.fullmatch(first)
    assert first != second


def test_the_id_stands_in_each_line_that_the_server_writes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        with closing(sqlite3.connect(tmp_path / "instance" / "scorer.db")) as database, database:
            database.execute("UPDATE alembic_version SET version_num = '0001'")
        answer = served.phone.get("/ready", headers={REQUEST_ID: "from-the-proxy"})
        assert answer.status_code == 503
        assert "ERROR in errors [from-the-proxy]: Not ready: " in served.complaints


def test_a_server_that_is_asked_to_end_finishes_what_it_has_begun(tmp_path: Path) -> None:
    answers: list[TestResponse] = []
    with serving(tmp_path) as served:
        phone = served.phone
        form = phone.form("/new/plain")
        sent = {"player": ["Amber", "Betty"], "action": "start"}
        posting = threading.Thread(target=lambda: answers.append(phone.send("/new/plain", form, sent)))
        file = tmp_path / "instance" / "scorer.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            posting.start()
            sleep(0.5)
            served.process.terminate()
            sleep(0.5)
            assert served.process.poll() is None
            other.rollback()
        posting.join()
        assert served.process.wait(30) == 0
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT count(*) FROM sheet").fetchone() == (1,)
    assert [answer.status_code for answer in answers] == [303]


@contextmanager
def on_postgresql(server: Server, folder: Path) -> Iterator[Flask]:
    database = server.new_database()
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": database}, folder)
    yield app
    close(app)
    server.drop(database)


def test_a_connection_to_postgresql_gives_up_in_time_and_commits_for_good(
    postgresql: Server, tmp_path: Path
) -> None:
    with on_postgresql(postgresql, tmp_path) as app, app.app_context():
        found = {
            name: db.session.scalar(text("SELECT setting FROM pg_settings WHERE name = :name"), {"name": name})
            for name in SETTINGS
        }
    assert found == {name: str(value) for name, value in SETTINGS.items()}
    assert postgresql.run("SHOW synchronous_commit") == [("off",)]


def test_a_database_that_only_reads_shows_sheets_and_says_retry(postgresql: Server, tmp_path: Path) -> None:
    with on_postgresql(postgresql, tmp_path) as app:
        phone = Phone(app)
        sheet = phone.start()
        with app.app_context():
            name = db.engine.url.database
            postgresql.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            db.engine.dispose()
        assert phone.get(sheet).status_code == 200
        refused = phone.record(sheet)
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert "Nothing was recorded" in words(refused)
        with app.app_context():
            postgresql.run(f"ALTER DATABASE {name} RESET default_transaction_read_only")
            db.engine.dispose()
        assert phone.record(sheet).status_code == 303


@pytest.mark.parametrize("ended", ["kill", "stop"])
def test_a_database_that_was_away_is_used_again_and_meanwhile_everybody_is_told_when_to_come_back(
    postgresql: Server, tmp_path: Path, ended: str
) -> None:
    with on_postgresql(postgresql, tmp_path) as app:
        phone = Phone(app)
        sheet = phone.start()
        form = phone.form(f"{sheet}/hand")
        getattr(postgresql, ended)()
        try:
            for answer in (
                phone.get(sheet),
                phone.get("/"),
                phone.get(f"{sheet}/news"),
                phone.send(f"{sheet}/hand", form, tapped()),
            ):
                assert answer.status_code == 503
                assert int(answer.headers["Retry-After"]) > 0
                assert "does not answer" in words(answer)
            assert (phone.get("/health").status_code, phone.get("/ready").status_code) == (200, 503)
        finally:
            postgresql.start()
        assert phone.get("/ready").status_code == 200
        phone.record(sheet)
        assert phone.get(sheet).status_code == 200
