"""Commands for a host: the database moved to another, and sheets put away that nobody writes on any more."""

from datetime import timedelta
from pathlib import Path

import click

from .answers import print_line
from .options import DATABASE, DEFAULT_DATABASE, located
from .rules.core import counted


@click.command()
@click.argument("target", metavar="FILE|URL")
@DATABASE
def copy_to(target: str, database: str | None) -> None:
    """Copy the whole database to another that is empty: from SQLite to PostgreSQL, or back.

    Every row is compared, and every sheet's digests are computed anew on both sides, before the copy counts. What
    is cut off leaves the target empty, so that it can be begun again. Stop the app first, or what it records
    meanwhile is not in the copy.
    """
    from .store.errors import UnusableDatabaseError
    from .store.location import shown, url_of
    from .store.upkeep.copying import CopyError, copy_database

    source = located(database)
    try:
        goal = url_of(target)
        copied = copy_database(
            url_of(str(source)) if isinstance(source, Path) else source, goal, DEFAULT_DATABASE.parent
        )
    except UnusableDatabaseError as error:
        raise click.ClickException(f"The target cannot be found: {error}.") from None
    except CopyError as refused:
        raise click.ClickException(str(refused)) from None
    print_line(f"Copied {copied} to {shown(goal)}, and compared every one.")
    print_line("Links and cookies hold where the app has the same secret key, as in the file instance/secret_key.")


@click.command()
@click.option("--older-than", "days", type=click.IntRange(1), required=True, help="Days since the last act.")
@DATABASE
def archive(days: int, database: str | None) -> None:
    """Take sheets that nobody has written on for so many days off the first page of every phone.

    They stay in each phone's archive, from which it can take them back. Also while the app runs.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from .store.database import at_hand, now
    from .store.errors import UnusableDatabaseError
    from .store.location import reason_of, url_of
    from .store.upkeep.archiving import archive_untouched

    url = None
    try:
        url = url_of(database or str(DEFAULT_DATABASE))
        with at_hand(url, DEFAULT_DATABASE.parent):
            archived = archive_untouched(now() - timedelta(days=days))
    except (OSError, ImportError, SQLAlchemyError, UnusableDatabaseError) as error:
        raise click.ClickException(f"The database cannot be opened: {reason_of(error, url)}.") from None
    print_line(f"Archived {counted(archived, 'sheet')}.")
