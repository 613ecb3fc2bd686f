"""`scorer serve` says in one line why it does not start on a database that it cannot use, and changes nothing."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer import create_app
from scorer.cli import main
from scorer.store.database import UnusableDatabaseError, reason_of, shown, url_of

from .serving import scorer, serving
from .store.test_first_release import KEPT


def later_release(file: Path) -> None:
    shutil.copyfile(KEPT, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE bookmark (address TEXT)")


def another_program_with_revisions(file: Path) -> None:
    another_program(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")


def cut_short(file: Path) -> None:
    file.write_bytes(KEPT.read_bytes()[:5000])


CAPABILITIES = "-dac_override,-dac_read_search"
AS_ANYBODY = () if os.geteuid() else ("setpriv", f"--bounding-set={CAPABILITIES}", f"--inh-caps={CAPABILITIES}")
"""A command by which an administrator, too, may read and write only what its owner may."""

UNFIT = {
    "it was made by a later release of Scorer, which this one cannot read": later_release,
    "it is not a database of Scorer": another_program,
    "it is not a database of Scorer.": another_program_with_revisions,
    "file is not a database": lambda file: file.write_text("The cards are yours, the sums are mine. " * 99),
    "database disk image is malformed": cut_short,
    "unable to open database file": lambda file: file.mkdir(),
}


@pytest.mark.parametrize("said", UNFIT)
def test_a_database_that_is_unfit_is_refused_in_one_line(tmp_path: Path, said: str) -> None:
    UNFIT[said](tmp_path / "some.db")
    done = scorer(tmp_path, "serve", "--port", "0", "--database", "some.db")
    assert done.returncode == 1
    assert done.stderr == f"Error: The database cannot be opened: {said.rstrip('.')}.\n"
    if (tmp_path / "some.db").is_file() and "cannot read" in said:
        with closing(sqlite3.connect(tmp_path / "some.db")) as connection:
            assert connection.execute("SELECT count(*) FROM entry").fetchone() == (46,)


def test_a_database_in_a_folder_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    done = scorer(tmp_path, "serve", "--port", "0", "--database", "nowhere/some.db")
    assert done.returncode == 1
    missing = tmp_path / "nowhere" / "some.db"
    assert done.stderr == f"Error: The database cannot be opened: No such file or directory: {missing}.\n"


URLS = (
    "postgresql+psycopg://betty:S3cret-Pw@127.0.0.1:1/scorer",
    "postgresql+psycopg://betty:S3cret-Pw@127.0.0.1:port/scorer",
    "postgresql+psycopg://betty:S3cret-Pw@[::1/scorer",
    "postgresql+psycopg://127.0.0.1:1/scorer?user=betty&password=S3cret-Pw",
    "sqlite://betty:S3cret-Pw@nowhere/scorer",
    "unheard://betty:S3cret-Pw@nowhere/scorer",
    "://betty:S3cret-Pw@nowhere",
)


COMMANDS = (("serve", "--port", "0"), ("check",), ("backup", "x"), ("links",))
ASKED = [
    pytest.param(command, url, marks=[] if url == URLS[0] or command == ("check",) else pytest.mark.long)
    for command in COMMANDS
    for url in URLS
]


@pytest.mark.parametrize(("command", "url"), ASKED)
def test_no_message_repeats_the_password_of_a_database(tmp_path: Path, command: tuple[str, ...], url: str) -> None:
    done = scorer(tmp_path, *command, "--database", url)
    refused = "Invalid value for '--database'" in done.stderr
    assert (done.returncode, done.stdout) == (2 if refused else 1, "")
    assert done.stderr.startswith("Usage: " if refused else "Error: ")
    assert "S3cret" not in done.stderr


def test_where_hands_are_kept_is_said_without_the_password() -> None:
    url = url_of("postgresql+psycopg://betty:S3cret-Pw@host:5432/scorer?sslpassword=S3cret-Pw")
    assert shown(url) == "postgresql+psycopg://betty:***@host:5432/scorer"
    assert reason_of(ValueError("no S3cret-Pw\n here."), url) == "no *** here"


def test_where_hands_are_kept_is_said(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert f"Every hand is kept in the folder {tmp_path / 'instance'}." in served.announced
    with serving(tmp_path, "--database", "some.db") as served:
        assert f"Every hand is kept in {tmp_path / 'some.db'}." in served.announced


def test_a_file_that_may_not_be_opened_is_named(tmp_path: Path) -> None:
    key = tmp_path / "instance" / "secret_key"
    key.parent.mkdir()
    key.write_bytes(b"x" * 64)
    key.chmod(0o200)
    key.with_name("scorer.db").touch()
    done = scorer(tmp_path, "serve", "--port", "0", before=AS_ANYBODY)
    assert done.stderr == f"Error: The database cannot be opened: Permission denied: {key}.\n"
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o000)
    # As "serve", "links" opens it; "check" and "backup" read the file.
    for command in ("links", "check"):
        done = scorer(tmp_path, command, "--database", "shut/some.db", before=AS_ANYBODY)
        assert done.returncode == 1
        assert "ermission denied: " in done.stderr
        assert "shut/some.db" in done.stderr
    shut.chmod(0o700)


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "some.db").touch()
    with serving(tmp_path, "--database", "some.db") as served:
        assert served.phone.start().startswith("/sheets/")
    assert scorer(tmp_path, "check", "--database", "some.db").stdout == "1 sheet with 1 entry: no fault.\n"


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    with serving(tmp_path):
        for end in ("", "-wal", "-shm"):
            assert (tmp_path / "instance" / f"scorer.db{end}").stat().st_mode & 0o777 == 0o600, end


def test_a_proxy_on_this_machine_is_believed_that_the_phone_speaks_https(tmp_path: Path) -> None:
    with serving(tmp_path, "--name", "cards.example.org") as served:
        phone = served.phone
        headers = {"Host": "cards.example.org", "X-Forwarded-Proto": "https"}
        answer = phone.get("/new/offender", headers=headers)
        assert answer.status_code == 200
        assert "Secure" in answer.headers["Set-Cookie"]
        assert "Secure" not in served.phone.get("/new/offender").headers["Set-Cookie"]


def test_a_database_that_was_emptied_or_removed_is_not_begun_anew_beside_its_backups(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.phone.start()
    file, backups = tmp_path / "instance" / "scorer.db", tmp_path / "instance" / "backups"
    backups.mkdir(exist_ok=True)
    saved = backups / "scorer-2026-11-20.db"
    shutil.copyfile(file, saved)
    ways = f"“scorer restore {saved}” brings the latest back; to begin anew, move the folder"
    for content, what in ((b"", f"{file} is empty"), (None, f"there is no {file}")):
        for made in backups.glob("*"):
            if made != saved:
                made.unlink()
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        done = scorer(tmp_path, "serve", "--port", "0")
        assert done.returncode == 1
        assert f"The database cannot be opened: {what}, but there are backups of it. {ways}" in done.stderr
        assert file.exists() is (content is not None)
    # Both ways out work.
    assert scorer(tmp_path, "restore", str(saved)).returncode == 0
    assert scorer(tmp_path, "check").stdout.startswith("1 sheet with 1 entry: no fault")
    file.unlink()
    backups.rename(tmp_path / "elsewhere")
    with serving(tmp_path, "--new") as served:
        assert served.phone.get("/").status_code == 200


def test_a_database_that_is_gone_without_a_backup_is_begun_anew_only_where_that_is_said(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        phone = served.phone
        link = phone.share(phone.start(), "view")
    file = tmp_path / "instance" / "scorer.db"
    shutil.rmtree(file.with_name("backups"), ignore_errors=True)
    file.unlink()
    for words in ((), ("--database", "instance/scorer.db")):
        done = scorer(tmp_path, "serve", "--port", "0", *words)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"The database cannot be opened: there is no {file}, though the key beside it" in done.stderr
        for way in ("“scorer restore FILE”", "--database", "“scorer serve --new”"):
            assert way in done.stderr
        assert not file.exists()
    with serving(tmp_path, "--new") as served:
        assert served.phone.get(link).status_code == 404
        assert file.stat().st_mode & 0o777 == 0o600
    done = scorer(tmp_path, "serve", "--port", "0", "--new")
    assert (done.returncode, "already; without --new it is opened" in done.stderr) == (1, True)
    # Elsewhere than at the default place a key says nothing of a database, nor does a part of a key.
    with serving(tmp_path, "--database", "other.db", "--new"), serving(tmp_path, "--database", "third.db"):
        pass
    done = scorer(tmp_path, "serve", "--port", "0", "--new", "--database", "postgresql://nowhere/scorer")
    assert (done.returncode, "--new begins an SQLite file, and no other database" in done.stderr) == (1, True)
    file.unlink()
    file.with_name("secret_key").write_bytes(b"cut short by a power cut")
    with serving(tmp_path) as served:
        assert served.phone.get("/").status_code == 200


def test_a_database_that_lost_its_log_is_not_begun_anew_beside_its_backups(tmp_path: Path) -> None:
    # As a crash before the first checkpoint and a careless copy leave it: a page of nothing.
    file = tmp_path / "some.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    (tmp_path / "backups").mkdir()
    shutil.copyfile(KEPT, tmp_path / "backups" / "some-2026-11-20.db")
    assert file.stat().st_size > 0
    done = scorer(tmp_path, "serve", "--port", "0", "--database", "some.db")
    assert done.returncode == 1
    assert f"{file} is empty, but there are backups of it" in done.stderr
    # The backups of another database beside it say nothing.
    (tmp_path / "backups" / "some-2026-11-20.db").rename(tmp_path / "backups" / "other-2026-11-20.db")
    with serving(tmp_path, "--database", "some.db") as served:
        assert served.phone.get("/").status_code == 200


@pytest.mark.parametrize("driver", ["psycopg", "psycopg2"])
def test_where_the_driver_of_postgresql_lacks_every_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, driver, None)
    url = f"postgresql+{driver}://nobody@nowhere/scorer"
    for command in (["check"], ["links"], ["archive", "--older-than", "9"], ["copy-to", "x.db"]):
        done = CliRunner().invoke(main, [*command, "--database", url])
        assert done.exit_code == 1
        assert "the driver of PostgreSQL is not here. Install the extra postgres" in done.stderr
        assert done.stderr.endswith(": pip install 'table-scorer[postgres]'.\n")
        assert ("begin its address with postgresql+psycopg://" in done.stderr) == (driver == "psycopg2")
    with pytest.raises(UnusableDatabaseError, match="Install the extra postgres"):
        create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": url}, tmp_path / "instance")
