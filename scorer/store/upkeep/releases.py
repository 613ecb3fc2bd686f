"""A database of an earlier release, saved before the tables are brought up to date."""

import filecmp
import re
from pathlib import Path

from .backup import back_up, folder_of, free_name, make_folder, refusing

KEPT = 3
"""How many of a database stay, the latest."""
_COPY = re.compile(r"before-\d[^-]*-(.+)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-(\d+))?\.db")
"""The name of a copy: the name of its database, the time, and a number where there are several of that time."""


def save_before(release: str, database: Path) -> Path:
    """Copy the database as it stands among its backups, and look the copy through; the file. Raises BackupError.

    A migration that failed and is tried again finds its copy there, and older ones are not pushed out.
    """
    with refusing("The database is not saved"):
        earlier = copies(database)
        made = free_name(make_folder(database), f"{release}-{database.stem}")
        back_up(database, made)
        if earlier and filecmp.cmp(earlier[-1], made, shallow=False):
            made.unlink()
            return earlier[-1]
        for older in [*earlier, made][:-KEPT]:
            older.unlink(missing_ok=True)
    return made


def copies(database: Path) -> list[Path]:
    """The copies of a database that were made before a release, the oldest first."""
    found = ((_COPY.fullmatch(path.name), path) for path in folder_of(database).glob("before-*.db"))
    made = [(match[2], int(match[3] or 0), path) for match, path in found if match and match[1] == database.stem]
    return [path for _, _, path in sorted(made)]
