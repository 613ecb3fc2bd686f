"""Backups of a PostgreSQL database, made by its own programs while the app serves."""

import os
import re
import subprocess
from datetime import date
from pathlib import Path

from sqlalchemy import URL

from ..location import plain
from .backup import BackupError, draft_in, give, put_in_place, refusing
from .daily import KEPT

BEGINNING = b"PGDMP"
"""Of a file that pg_dump writes in its own format."""
_DAY = re.compile(r"-\d{4}-\d{2}-\d{2}\.dump")
_NOT_IN_NAMES = re.compile(r"[^\w.-]")


def dump(url: URL, file: Path) -> None:
    """Save a database to a file that pg_restore reads, whole or not at all; an earlier one there is replaced.

    The file is its owner's alone to read. Raises BackupError.
    """
    with refusing("The database is not saved"):
        target = file.resolve()
        if not target.parent.is_dir():
            raise BackupError(f"There is no folder {file.parent}.")
        if target.exists() and (not target.is_file() or not _is_dump(target)):
            raise BackupError(f"{file} is there already and is not replaced: it is no file of pg_dump.")
        with draft_in(target.parent) as draft:
            words = ("--format", "custom", "--no-password", "--file", f"{draft}", "--dbname", plain(url))
            _run(url, "pg_dump", *words)
            # It reads what there is to restore, and so the file to its end.
            _run(url, "pg_restore", "--file", os.devnull, f"{draft}")
            put_in_place(draft, target)


def dump_daily(url: URL, folder: Path, today: date) -> Path:
    """Save it as the backup of today in this folder, where the last seven stay; the file. Raises BackupError."""
    name = _NOT_IN_NAMES.sub("_", url.database or "") or "scorer"
    with refusing("The database is not saved"):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            give(folder, folder.parent)
        file = folder / f"{name}-{today.isoformat()}.dump"
        dump(url, file)
        give(file, folder)
        made = (path for path in folder.iterdir() if path.name.startswith(name))
        for older in sorted(path for path in made if _DAY.fullmatch(path.name.removeprefix(name)))[:-KEPT]:
            older.unlink(missing_ok=True)
    return file


def _is_dump(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(BEGINNING)) == BEGINNING


def _run(url: URL, program: str, *words: str) -> None:
    """Run one of PostgreSQL's programs. Its password is in no list of processes. Raises BackupError."""
    password = url.password or url.query.get("password")
    own = {"PGPASSWORD": f"{password}"} if password else {}
    try:
        done = subprocess.run(  # noqa: S603 (one of two programs, and words of our own)
            [program, *words],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise BackupError(
            f"The database is not saved: there is no {program}. Install the client programs of PostgreSQL, of the "
            "server's release or a later one."
        ) from None
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"it ended with {done.returncode}"
        raise BackupError(f"The database is not saved: {said.replace(f'{password}', '***') if password else said}")
