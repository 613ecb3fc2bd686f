"""HOSTING and SCALING are true: their commands run on a real PostgreSQL, in their order, and the SQL too."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Template

import pytest
from flask import Flask
from sqlalchemy import URL

from scorer import __version__, create_app
from scorer.configuration import MAKES_ONE, OURS, SETTINGS
from scorer.store.inspection import check_server
from scorer.store.models import db

from .one_app import close
from .postgresql import Server
from .serving import SCORER, scorer, serving
from .store.book import Book
from .test_environment import KEY

TOP = Path(__file__).parent.parent
FOLDER = TOP / ".github"
HOSTING = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("HOSTING.md", "SCALING.md"))
RUN = {"createuser", "createdb", "dropdb", "pg_restore", "psql", "scorer", "python3"}
"""What a test runs. Servers and a proxy were tried by hand, with what is said beside them."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    asked = [line.removeprefix("sudo -u postgres ").replace(" --pwprompt", "") for line in lines]
    return [line for line in asked if line.split()[0] in RUN and " -m venv" not in line]


@contextmanager
def at_hand(url: URL, folder: Path) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": url}, folder)
    try:
        with app.app_context():
            yield app
    finally:
        close(app)


@pytest.fixture
def url(postgresql: Server) -> Iterator[URL]:
    """The database that the commands make."""
    made = postgresql.url("scorer").set(username="scorer")
    yield made
    postgresql.run("DROP DATABASE IF EXISTS scorer WITH (FORCE)")
    postgresql.run("DROP USER IF EXISTS scorer")


def test_every_command_runs_in_its_order_and_the_entries_can_be_divided(
    postgresql: Server, url: URL, tmp_path: Path
) -> None:
    with at_hand(URL.create("sqlite", database=str(tmp_path / "instance" / "scorer.db")), tmp_path / "instance"):
        books = [Book() for _ in range(6)]
        for book in books:
            book.record()
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(postgresql.tools), str(SCORER.parent), os.environ["PATH"])),
        "PGHOST": str(url.query["host"]),
        "PGUSER": "postgres",
        "SCORER_DATABASE_URL": url.render_as_string(hide_password=False),
        "SCORER_SECRET_KEY": KEY,
        "PLAIN_URL": plain,
    }
    [divide] = (block for block in blocks("sql") if "PARTITION" in block)
    (tmp_path / "partitions.sql").write_text(divide, "utf-8")
    said: dict[str, str] = {}
    for command in commands():
        words = shlex.split(Template(command).safe_substitute(environment))
        if words[0] == "scorer" and "--delete" not in words:
            done = scorer(tmp_path, *words[1:], environment=environment)
        else:  # It is another program, or asks.
            done = subprocess.run(
                words, cwd=tmp_path, env=environment, capture_output=True, text=True, input="y\n"
            )
        assert (done.returncode, done.stderr) == (0, ""), command
        said[command] = done.stdout
    assert {command.split()[0] for command in said} == RUN
    assert said["scorer check"] == "6 sheets with 12 entries: no fault.\n"
    assert "https://cards.example.org/join/" in said["scorer links 1 --address https://cards.example.org"]
    assert said["scorer archive --older-than 365"] == "Archived 0 sheets.\n"

    assert len(postgresql.run("SELECT DISTINCT tableoid FROM entry", "scorer")) > 1
    with at_hand(url, tmp_path / "instance"):
        assert books[1].record().version == 3
        assert books[1].snapshot.version == 3
        asked = f"EXPLAIN SELECT * FROM entry WHERE sheet_id = '{books[1].id}' AND number >= 1"
        plan = "\n".join(row[0] for row in postgresql.run(asked, "scorer"))
        assert len(set(re.findall(r"entry_\d\b", plan))) == 1, plan
        db.session.remove()
    assert check_server(url)[1] == []


def test_what_watches_over_the_app_is_answered(tmp_path: Path) -> None:
    asked = {line for block in blocks("sh") for line in block.splitlines() if line.startswith("curl")}
    assert len(asked) == 2
    if shutil.which("curl") is None:
        pytest.skip("There is no curl on this machine, so its commands in HOSTING were not run.")
    with serving(tmp_path) as served:
        for line in asked:
            subprocess.run(line.replace("http://127.0.0.1:8000", served.address), shell=True, check=True)


def test_every_setting_is_one_that_the_app_has_and_its_own_are_all_there() -> None:
    named = set(re.findall(r"\bSCORER_([A-Z_]+)", HOSTING))
    assert named - set(SETTINGS) == set()
    # The server sets the address on its network itself.
    assert {*OURS} - named == {"LAN_ADDRESS"}


def test_the_container_starts_the_server_as_the_unit_does_and_knows_its_settings() -> None:
    image, compose = ((FOLDER / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    [started] = re.findall(r"^CMD (\[.*\])$", image, re.MULTILINE)
    [of_the_unit] = re.findall(r"^ExecStart=\S*/(granian .*)$", HOSTING, re.MULTILINE)
    assert " ".join(json.loads(started)) == of_the_unit.replace("127.0.0.1", "0.0.0.0")
    assert set(re.findall(r"\bSCORER_([A-Z_]+):", compose)) <= set(SETTINGS)
    copied = re.findall(r"^!(.*)$", (FOLDER / "Containerfile.dockerignore").read_text("utf-8"), re.MULTILINE)
    assert copied
    assert [name for name in copied if not (TOP / name).exists()] == []


def test_the_command_that_makes_a_key_is_the_one_that_a_refusal_names() -> None:
    assert MAKES_ONE in [line for block in blocks("sh") for line in block.splitlines()]


def test_the_tag_that_is_taken_is_that_of_this_release() -> None:
    assert {*re.findall(r"git checkout (\S+)", HOSTING)} == {f"v{__version__}"}
