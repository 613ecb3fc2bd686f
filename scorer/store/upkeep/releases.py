"""A database of an earlier release, saved before the tables are brought up to date."""

import filecmp
import re
from pathlib import Path

from .backup import back_up, folder_of, free_name, make_folder, refusing

KEPT = 3
"""How many of a database stay, the latest."""
_TIME = r"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-(\d+))?"


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
    name = re.compile(rf"before-[0-9][^-]*-{re.escape(database.stem)}-{_TIME}\.db")
    found = ((name.fullmatch(path.name), path) for path in folder_of(database).glob("before-*.db"))
    made = [(match[1], int(match[2] or 0), path) for match, path in found if match]
    return [path for _, _, path in sorted(made)]
