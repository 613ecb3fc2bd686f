"""`scorer serve` says in one line why it does not start on a database that it cannot use, and changes nothing."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

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
    assert done.stderr == "Error: The database cannot be opened: No such file or directory.\n"


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "some.db").touch()
    with serving(tmp_path, "--database", "some.db") as served:
        assert served.phone.start().startswith("/sheets/")
    assert scorer(tmp_path, "check", "--database", "some.db").stdout == "1 sheet with 1 entry: no fault.\n"


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    with serving(tmp_path):
        for end in ("", "-wal", "-shm"):
            assert (tmp_path / "instance" / f"scorer.db{end}").stat().st_mode & 0o777 == 0o600, end
