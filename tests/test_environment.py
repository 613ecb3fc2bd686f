"""The app and its commands take their settings from SCORER_ variables of the environment, too."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scorer import create_app
from scorer.store.database import UnusableDatabaseError

from .one_app import close
from .serving import scorer, serving
from .web.phone import Phone


@pytest.mark.parametrize("name", ["SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI"])
def test_the_environment_says_which_database_the_app_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, f"sqlite:///{tmp_path / 'elsewhere.db'}")
    close(create_app({"TESTING": True}, tmp_path / "instance"))
    with closing(sqlite3.connect(tmp_path / "elsewhere.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sheet").fetchone() == (0,)
    assert not (tmp_path / "instance" / "scorer.db").exists()


def test_a_database_url_may_name_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_DATABASE_URL", str(tmp_path / "some.db"))
    close(create_app({"TESTING": True}, tmp_path / "instance"))
    assert (tmp_path / "some.db").is_file()


def test_what_the_program_sets_goes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORER_SECRET_KEY", "from the environment")
    app = create_app({"TESTING": True, "SECRET_KEY": "from the program"}, tmp_path)
    assert app.config["SECRET_KEY"] == "from the program"
    close(app)


@pytest.mark.parametrize("key", ["a long secret of your own", "1234567890"])
def test_cookies_are_signed_with_the_key_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("SCORER_SECRET_KEY", key)
    app = create_app({"TESTING": True}, tmp_path)
    assert app.config["SECRET_KEY"] == key
    assert Phone(app).get("/").status_code == 200
    assert not (tmp_path / "secret_key").exists()
    close(app)


@pytest.mark.parametrize("names", ["scores.example.org", '["scores.example.org", "www.example.org"]'])
def test_the_server_answers_to_the_names_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    monkeypatch.setenv("SCORER_HOST_NAMES", names)
    app = create_app({"TESTING": True}, tmp_path)
    assert Phone(app).get("/", headers={"Host": "scores.example.org"}).status_code == 200
    assert Phone(app).get("/", headers={"Host": "scores.example.com"}).status_code == 400
    close(app)


def test_a_number_in_the_environment_is_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_MAX_CONTENT_LENGTH", "4096")
    app = create_app({"TESTING": True}, tmp_path)
    assert app.config["MAX_CONTENT_LENGTH"] == 4096
    close(app)


def test_what_is_no_database_is_refused_and_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_DATABASE_URL", "secret word://")
    with pytest.raises(UnusableDatabaseError, match="no URL of a database") as refused:
        create_app({"TESTING": True}, tmp_path)
    assert "secret" not in str(refused.value)


def test_the_commands_read_the_same_database_as_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORER_DATABASE_URL", "club.db")
    monkeypatch.setenv("SCORER_HOST_NAMES", "scores.example.org")
    with serving(tmp_path) as served:
        assert "club.db" in served.announced
        assert urlopen(Request(served.address, headers={"Host": "scores.example.org"})).status == 200
    assert (tmp_path / "club.db").is_file()
    for words in (["check"], ["backup", "saved.db"], ["links"], ["restore", "saved.db"]):
        done = scorer(tmp_path, *words)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "instance" / "scorer.db").exists()
