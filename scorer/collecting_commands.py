"""`scorer export`: what a host has from all sheets of a server, whichever phones they are on."""

import sys
from pathlib import Path

import click

from .answers import print_line
from .exports.text import terminal as text
from .options import DATABASE, DEFAULT_DATABASE


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@DATABASE
def export(folder: Path, database: str | None) -> None:
    """Write every sheet with its history to FOLDER, which must be empty: as sheet files, and as bundles (ZIP) that
    can be imported.

    Also while the app runs. Deleted sheets are left out. Exit status 1 when a sheet cannot be read: it is named,
    and the others are written.
    """
    from .exporting import export as write

    exported = write(database or str(DEFAULT_DATABASE), folder)
    for line in (*exported.summary, *exported.too_large):
        print_line(text.printable([line]))
    for line in exported.unreadable:
        print_line(text.printable([line]), error=True)
    sys.exit(bool(exported.unreadable))
