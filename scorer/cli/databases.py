"""`scorer backup`, `restore`, `check`, `copy-to` and `archive`: the whole database, for whoever runs the app."""

import sys
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import is_zipfile

import click

from .. import __version__
from ..rules.core import counted
from .common import DATABASE, INSTANCE, checked_database, located, print_line, say, told

SHEET_FILES = (".json", ".csv")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@DATABASE
def backup(file: Path | None, database: str | None) -> None:
    """Save the database to FILE, also while the app runs.

    A backup that FILE holds already is replaced; nothing else is. Without FILE it is the backup of today in the
    folder backups, beside an SQLite file or else in the folder instance: one for a day, of which the last seven
    stay, as a timer may make them. A PostgreSQL database is saved by pg_dump, for pg_restore.
    """
    from ..store.backup import BackupError, back_up
    from ..store.daily import back_up_daily, dump, dump_daily
    from ..store.inspection import contents_of

    location, today = located(database), datetime.now().astimezone().date()
    saved = "the database"
    with told(BackupError):
        if not isinstance(location, Path):
            if file:
                dump(location, file)
            else:
                file = dump_daily(location, INSTANCE / "backups", today)
        elif file:
            saved = f"{back_up(location, file)}"
        elif file := back_up_daily(location, today, anew=True):
            saved = f"{contents_of(file)}"
    if file:
        print_line(f"Saved {saved} to {file}.")
    else:
        print_line("There is nothing to save: nothing was written since the last backup.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def restore(file: Path, database: str | None) -> None:
    """Put the backup FILE in the place of the whole database, while the app does not run.

    The database as it was is kept in the folder backups beside it. To add the sheets of FILE to those that are
    here, use “scorer import”.
    """
    from ..store.backup import BackupError
    from ..store.backup import restore as put_back

    location = located(database)
    if not isinstance(location, Path):
        raise click.ClickException("Only an SQLite file is restored so, and a PostgreSQL database by pg_restore.")
    with told(BackupError):
        restored = put_back(file, location)
    print_line(f"Restored {restored.contents} from {file}.")
    print_line("It took the place of the whole database. To add the sheets of a file instead: scorer import FILE.")
    if restored.contents.is_older:
        print_line("An earlier release made it: the app brings it up to date when it starts.")
    if former := restored.former:
        shown = former.relative_to(Path.cwd()) if former.is_relative_to(Path.cwd()) else former
        print_line(f"The database as it was before is kept in {shown}.")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def add(file: Path, database: str | None) -> None:
    """Add the sheets of FILE, which a phone or a server saved, to the database, also while the app runs.

    No sheet here is overwritten: one that is here at an earlier time is brought up to date, and one that has gone
    another way comes in as another sheet. “scorer links” opens them on a phone.
    """
    from ..store import copying
    from ..store.backup import BackupError
    from ..store.database import DatabaseBusyError
    from .hosting import opened

    if is_zipfile(file) or file.suffix.lower() in SHEET_FILES:
        raise click.ClickException(f"{file.name} is no database. “Import” in the app takes sheet files.")
    try:
        with told(BackupError), opened(database, refused="Nothing was added"), TemporaryDirectory() as folder:
            prepared = Path(folder, "prepared.db")
            copying.prepare(file, prepared)
            found = copying.add(prepared)
    except DatabaseBusyError:
        raise click.ClickException("Nothing was added: the database is busy. Try again.") from None
    print_line(f"{copying.summary(found)}.")


@click.command()
@DATABASE
def check(database: str | None) -> None:
    """Look for damage in the database, and in every sheet. Nothing is changed.

    Exit status 1 when anything is damaged, each on a line of its own.
    """
    from ..store import inspection
    from ..store.database import UnusableDatabaseError, reason_of

    location = located(database)
    try:
        if isinstance(location, Path):
            found, faults = inspection.check(location)
        else:
            found, faults = inspection.check_server(location)
    except (UnusableDatabaseError, ImportError, OSError) as error:
        raise click.ClickException(f"The database cannot be checked: {reason_of(error)}.") from None
    say(faults)
    if found and found.is_older:
        print_line("An earlier release made this database: the app brings it up to date when it starts.")
    print_line(f"{found or 'Not all can be counted'}: {counted(len(faults), 'fault') if faults else 'no fault'}.")
    sys.exit(bool(faults))


@click.command()
@click.argument("target", metavar="FILE|URL", callback=checked_database)
@DATABASE
def copy_to(target: str, database: str | None) -> None:
    """Copy the whole database to another that is empty: from SQLite to PostgreSQL, or back.

    Every row is compared, and every sheet's digests are computed anew on both sides, before the copy counts. What
    is cut off leaves the target empty, so that it can be begun again. Stop the app first: while it serves, nothing
    is copied.
    """
    from ..store.copying import CopyError, copy_database
    from ..store.database import UnusableDatabaseError, shown, url_of

    source = located(database)
    source = url_of(str(source)) if isinstance(source, Path) else source
    try:
        goal = url_of(target)
    except UnusableDatabaseError as error:
        raise click.ClickException(f"The target cannot be found: {error}.") from None
    with told(CopyError):
        copied = copy_database(source, goal, INSTANCE, __version__)
    print_line(f"Copied {copied} to {shown(goal)}, and compared every one.")
    print_line("Links and cookies hold where the app has the same secret key, as in the file instance/secret_key.")


@click.command()
@click.option("--older-than", "days", type=click.IntRange(1), required=True, help="Days since the last entry.")
@DATABASE
def archive(days: int, database: str | None) -> None:
    """Take sheets that nobody has written on for so many days off the first page of every phone.

    They stay in each phone's archive, from which it can take them back. Also while the app runs.
    """
    from ..store.catalogue import purge
    from ..store.database import now
    from ..store.listing import archive_untouched
    from .hosting import opened

    with opened(database):
        archived = archive_untouched(now() - timedelta(days=days))
        purge()
    print_line(f"Archived {counted(archived, 'sheet')}.")
