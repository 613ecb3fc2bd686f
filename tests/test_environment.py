"""The app and its commands take their settings from SCORER_ variables of the environment, too."""

import json
import re
import sqlite3
import subprocess
from base64 import b64encode
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import flask_sqlalchemy
import flask_wtf
import pytest
from click.testing import CliRunner
from flask import Flask, session

from scorer import create_app
from scorer.cli import main
from scorer.configuration import (
    COOKIES,
    FLASK_SQLALCHEMYS,
    FLASK_WTFS,
    FLASKS,
    MAKES_ONE,
    OURS,
    PREFIX,
    SETTINGS,
    UNSAFE,
    SettingsError,
    read,
    weakness,
)
from scorer.store.database import UnusableDatabaseError
from scorer.web import source
from scorer.web.app import access, devices

from .one_app import close
from .serving import scorer, serving
from .web.phone import Phone

KEY = "u2NwaxCtDYqUk0PgV9zdAEsoMIb5HrX7"
"""Of 32 bytes."""


@pytest.mark.parametrize("name", ["SCORER_DATABASE_URL", "SCORER_SQLALCHEMY_DATABASE_URI"])
def test_the_environment_says_which_database_the_app_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, f"sqlite:///{tmp_path / 'elsewhere.db'}")
    close(create_app({"TESTING": True}, tmp_path / "instance"))
    with closing(sqlite3.connect(tmp_path / "elsewhere.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sheet").fetchone() == (0,)
    assert not (tmp_path / "instance" / "scorer.db").exists()


@pytest.mark.parametrize("key", [KEY, "31415926535897932384626433832795028841"])
def test_cookies_are_signed_with_the_key_of_the_environment_unless_the_program_sets_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("SCORER_SECRET_KEY", key)
    app = create_app({"TESTING": True}, tmp_path)
    assert app.config["SECRET_KEY"] == key
    assert Phone(app).get("/").status_code == 200
    assert not (tmp_path / "secret_key").exists()
    close(app)
    app = create_app({"TESTING": True, "SECRET_KEY": KEY[::-1]}, tmp_path)
    assert app.config["SECRET_KEY"] == KEY[::-1]
    close(app)


def test_the_commands_read_the_same_database_as_the_server_which_answers_to_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORER_DATABASE_URL", "club.db")
    monkeypatch.setenv("SCORER_HOST_NAMES", "scores.example.org")
    with serving(tmp_path) as served:
        assert "club.db" in served.announced
        assert urlopen(Request(served.address, headers={"Host": "scores.example.org"})).status == 200
        with pytest.raises(HTTPError, match="400"):
            urlopen(Request(served.address, headers={"Host": "scores.example.com"}))
    assert (tmp_path / "club.db").is_file()
    for words in (["check"], ["backup", "saved.db"], ["links"], ["restore", "saved.db"]):
        done = scorer(tmp_path, *words)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "instance" / "scorer.db").exists()


def test_every_setting_of_the_packages_is_known_and_no_other() -> None:
    assert {*Flask("any").config} == {*FLASKS}
    for package, known in ((flask_sqlalchemy, FLASK_SQLALCHEMYS), (flask_wtf, FLASK_WTFS)):
        files = Path(package.__file__ or "").parent.rglob("*.py")
        source = "".join(file.read_text("utf-8") for file in files)
        assert {*re.findall(r"\"((?:SQLALCHEMY|WTF|RECAPTCHA)_\w+)\"", source)} == {*known}
    assert len(SETTINGS) == sum(map(len, (OURS, FLASKS, FLASK_SQLALCHEMYS, FLASK_WTFS)))


def test_what_flask_and_the_app_set_by_themselves_may_be_set(app: Flask) -> None:
    for config in (Flask("any").config, app.config):
        set_by_itself = {name: value for name, value in config.items() if name in SETTINGS}
        if set_by_itself["SECRET_KEY"] is None:
            del set_by_itself["SECRET_KEY"]
        assert {*read(set_by_itself, {})} == {*set_by_itself}


@pytest.mark.parametrize(
    ("name", "written", "meant"),
    [
        ("PROXIES", "2", 2),
        ("TESTING", "true", True),
        ("TESTING", "0", False),
        ("MAX_CONTENT_LENGTH", "null", None),
        ("SESSION_COOKIE_NAME", "007", "007"),
        ("SESSION_COOKIE_NAME", '"quoted"', "quoted"),
        ("SESSION_COOKIE_SAMESITE", "Strict", "Strict"),
        ("HOST_NAMES", "cards.example.org", ("cards.example.org",)),
        ("HOST_NAMES", '["a.example", "b.example"]', ("a.example", "b.example")),
        ("SECRET_KEY_FALLBACKS", "weak", ["weak"]),
        ("SECRET_KEY_FALLBACKS", '["weak", "12"]', ["weak", "12"]),
        ("SQLALCHEMY_ENGINE_OPTIONS", '{"echo": true}', {"echo": True}),
        ("SQLALCHEMY_ENGINE_OPTIONS__connect_args__timeout", "9", {"connect_args": {"timeout": 9}}),
        ("CLUB_CODE", "20262026", "20262026"),
        ("CLUB_CODE", "null", None),
        ("TIME_ZONE", "Asia/Kathmandu", "Asia/Kathmandu"),
        ("LAN_ADDRESS", "http://192.0.2.7:8000", "http://192.0.2.7:8000"),
    ],
)
def test_a_setting_is_read_as_it_is_meant(name: str, written: str, meant: object) -> None:
    assert read(variables={PREFIX + name: written}) == {name.partition("__")[0]: meant}


BAD = {
    "PROXIES": ("abc", "-1", "1.5", "true", '"1"', "[]", "NaN"),
    "NEW_SHEETS_A_MINUTE": ("lots", "-1"),
    "ACTS_A_MINUTE": ("lots", "-1"),
    "TESTING": ("yes", "True", "2", "null"),
    "MAX_CONTENT_LENGTH": ("64k", "0"),
    "SEND_FILE_MAX_AGE_DEFAULT": ("soon", "-1", "1" + "0" * 30),
    "PREFERRED_URL_SCHEME": ("ftp",),
    "SESSION_COOKIE_SAMESITE": ("lax", "yes"),
    "SESSION_COOKIE_NAME": (" ", "two\nlines", "null", "a b;c", "device", "settings", "ä"),
    "TRUSTED_HOSTS": ('["a"]', "cards.example.org"),
    "WTF_CSRF_FIELD_NAME": ("key",),
    "WTF_CSRF_SSL_STRICT": ("true",),
    "HOST_NAMES": ("https://cards.example.org", "cards.example.org:8000", "a.example,b.example", "[1]", "a\r"),
    "CLUB_CODE": ("1234567", "  1 2 3 4 5  ", "a tab\tor two", "[1]"),
    "LAN_ADDRESS": ("192.0.2.7",),
    "TIME_ZONE": ("Mars/Base", "Europe", "../etc/localtime", "zone.tab", "1"),
    "SQLALCHEMY_ENGINE_OPTIONS": ("echo", "[]", "null", '{"pool_size": "x"}', '{"pool_timeout": true}'),
    "SQLALCHEMY_DATABASE_URI": ("mysql://h/n", "postgresql://h:port/n", "secret word://", "postgres://h/n", "://"),
    "DATABASE_URL": ("mysql://h/n", "sqlite://", "sqlite:///:memory:", ":memory:", "postgresql+psycopg://[::1/n"),
    "RATELIMIT_STORAGE_URI": ("redis://h", "async+memory://", "memory", "unheard://h"),
    "SECRET_KEY": ("null", "[1]", "\udcff" + KEY),
    "SECRET_KEY_FALLBACKS": ("[1]", '[""]', '["one"', "\udcff"),
}


def test_a_setting_that_cannot_be_so_is_named_with_what_it_has_to_be_and_without_its_value() -> None:
    cases = [(name, "") for name in SETTINGS] + [(name, value) for name in BAD for value in BAD[name]]
    for name, value in cases:
        with pytest.raises(
            SettingsError, match=rf"^SCORER_{name} (has to be .*[^.]|.* 32 or more.*)\.$"
        ) as refused:
            read(variables={PREFIX + name: value})
        assert "SECRET_KEY" in name or str(refused.value) == f"SCORER_{name} has to be {SETTINGS[name].wanted}."
    given = {"PROXIES": "1", "SECRET_KEY": b"cards", "HOST_NAMES": [1], "SQLALCHEMY_DATABASE_URI": 5}
    for name, value in given.items():
        with pytest.raises(SettingsError, match=f"^{name} "):
            read({name: value}, {})


def test_a_part_of_a_setting_beside_the_whole_of_another_kind_is_refused() -> None:
    whole = f"{PREFIX}SQLALCHEMY_ENGINE_OPTIONS"
    with pytest.raises(SettingsError, match=f"{whole}__echo is a part of {whole}, which is set as a whole"):
        read(variables={whole: "7", f"{whole}__echo": "true"})


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("PROXY", "PROXIES"),
        ("proxies", "PROXIES"),
        ("NEW_SHEETS", "NEW_SHEETS_A_MINUTE"),
        ("DATABASE", "DATABASE_URL"),
        ("SECRETKEY", "SECRET_KEY"),
        ("HOSTNAMES", "HOST_NAMES"),
        ("PORT_8000_TCP", "PROXIES"),
        ("SQLALCHEMY_ENGINE_OPTION__echo", "SQLALCHEMY_ENGINE_OPTIONS"),
    ],
)
def test_a_name_that_is_none_is_refused_with_the_nearest_one(name: str, nearest: str) -> None:
    own = name.partition("__")[0]
    with pytest.raises(SettingsError) as refused:
        read(variables={PREFIX + name: "true"})
    said = str(refused.value)
    assert said.startswith(f"SCORER_{own} is no setting of Scorer; the nearest is SCORER_")
    assert name.startswith("PORT") or said.endswith(f" SCORER_{nearest}.")
    with pytest.raises(SettingsError, match=f"^{own} is no setting of Scorer; the nearest is [A-Z]"):
        read({own: True})


def test_a_setting_that_cannot_be_so_is_refused_as_an_option_too() -> None:
    refused = {
        "serve --club-code bridge": "'--club-code': it has to be a text of 8 characters or more.",
        "serve --name http://cards": "'--name': it has to be a host name such as cards.example.org.",
        "copy-to mysql://h/n": f"'FILE|URL': it has to be {SETTINGS['DATABASE_URL'].wanted}.",
    }
    commands = (name for name, command in main.commands.items() if "database" in {p.name for p in command.params})
    for command in commands:
        arguments = "x " if command in ("copy-to", "restore", "import", "export") else ""
        refused[f"{command} {arguments}--database mysql://h/n"] = (
            f"'--database': it has to be {SETTINGS['DATABASE_URL'].wanted}."
        )
    for command, why in refused.items():
        done = CliRunner().invoke(main, command.split())
        said = " ".join(done.stderr.split())
        assert (done.exit_code, said.partition("Invalid value for ")[2]) == (2, why), command
    assert len(refused) > 10


def test_every_command_ends_at_once_where_a_setting_cannot_be_so_and_still_gives_help(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCORER_PROXIES", "abc")
    assert len(main.commands) > 10
    for command in main.commands:
        done = CliRunner().invoke(main, [command, "x"])
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == "Error: SCORER_PROXIES has to be a whole number, 0 or more.\n"
        assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0
    with pytest.raises(SettingsError):
        create_app({"TESTING": True}, tmp_path / "instance")
    monkeypatch.delenv("SCORER_PROXIES")
    with pytest.raises(SettingsError, match=r"^PROXY is no setting"):
        create_app({"PROXY": 1}, tmp_path / "instance")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "options", [{"pool_sise": 5}, {"connect_args": {"nope": 1}}, {"poolclass": "x"}, {"echo": "x"}]
)
def test_options_for_the_database_that_do_not_fit_it_are_refused(
    tmp_path: Path, options: dict[str, object]
) -> None:
    with pytest.raises(UnusableDatabaseError, match=r"SQLALCHEMY_ENGINE_OPTIONS do not fit it: ."):
        create_app({"TESTING": True, "SQLALCHEMY_ENGINE_OPTIONS": options}, tmp_path)


def test_what_no_host_should_set_is_said_in_the_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name, (value, _) in UNSAFE.items():
        monkeypatch.setenv(f"{PREFIX}{name}", json.dumps(value))
    close(create_app(None, tmp_path))
    assert [message.partition(": ")[0] for message in caplog.messages] == [
        *("SCORER_DEBUG is true", "SCORER_TESTING is true"),
        *("SCORER_WTF_CSRF_CHECK_DEFAULT is false", "SCORER_WTF_CSRF_ENABLED is false"),
    ]


def test_no_cookie_of_the_app_may_be_that_of_the_session(app: Flask) -> None:
    assert {devices.COOKIE, access.SETTINGS_COOKIE, source.COOKIE} == {*COOKIES}


WEAK = {
    "has 1 byte and": "a",
    "has 9 bytes": "CHANGE_ME",
    "has 31 bytes": KEY[1:],
    "repeats itself,": "abcabc" * 8,
    "repeats itself, and": "x" * 64,
    "(“WHAT_THE_COMMAND_BELOW_PRINTS”)": "<WHAT_THE_COMMAND_BELOW_PRINTS__>",
    "(“secrets.token”)": f"$({MAKES_ONE} | cat)",
}


@pytest.mark.parametrize("said", WEAK)
def test_a_key_that_can_be_guessed_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("SCORER_SECRET_KEY", WEAK[said])
    with pytest.raises(SettingsError) as refused:
        create_app({"TESTING": True}, tmp_path / "instance")
    message = str(refused.value)
    assert message.startswith("SCORER_SECRET_KEY ")
    for words in (said, MAKES_ONE, "“scorer links”", " SCORER_SECRET_KEY_FALLBACKS ", "phones keep their sheets"):
        assert words in message
    assert WEAK[said] == "a" or WEAK[said] not in message
    assert not (tmp_path / "instance").exists()
    assert said in weakness(WEAK[said].encode())


def test_a_key_that_is_drawn_at_random_is_fit() -> None:
    chance = Random(21)
    for _ in range(500):
        for key in (chance.randbytes(32), chance.randbytes(16).hex(), b64encode(chance.randbytes(24)).decode()):
            assert weakness(key) == "", key
    printed = subprocess.run(MAKES_ONE, shell=True, capture_output=True, text=True, check=True).stdout.strip()
    assert weakness(printed) == ""


def test_with_another_key_cookies_hold_by_the_former_one_and_links_are_printed_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the refusal of a weak key promises, to a host whose key it was."""
    instance = tmp_path / "instance"
    before = create_app({"TESTING": True}, instance)
    before.config["SECRET_KEY"] = "cards"
    phone = Phone(before)
    sheet = phone.start()
    link = phone.share(sheet, "score")
    cookie = phone.client.get_cookie("scorer")
    assert cookie
    close(before)
    monkeypatch.setenv("SCORER_SECRET_KEY", KEY)
    for former, is_kept in (("cards", True), ("other", False)):
        monkeypatch.setenv("SCORER_SECRET_KEY_FALLBACKS", former)
        after = create_app({"TESTING": True}, instance)
        with after.test_request_context(headers={"Cookie": f"scorer={cookie.value}"}):
            assert bool({**session}) is is_kept
        close(after)
    phone.client.application = after
    assert phone.get(sheet).status_code == 200
    assert phone.record(sheet).status_code == 303
    assert Phone(after).get(link).status_code == 404
    done = scorer(tmp_path, "links", "1")
    other = Phone(after)
    assert other.join(urlsplit(done.stdout.split()[0]).path).status_code == 303
    assert other.get(sheet).status_code == 200
    close(after)
