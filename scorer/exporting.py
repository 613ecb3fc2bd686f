"""What `scorer export` does: every sheet of a server as files in a folder, and in bundles that can be imported."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from .exports import bundle
from .links import opened, unreadable
from .rules.core import counted
from .sheet.file.document import FreeNames
from .store import catalogue
from .store.entry_rows import CorruptSheetError
from .store.sheet_files import SheetFile

SHEETS = "sheets"
"""The folder of the sheet files in the one that is given."""


@dataclass
class Exported:
    """written: how many sheets; bundles: the files in which they can be imported; unreadable, too_large: sentences
    about those that cannot be read, and those that are in no bundle; deleted: how many.
    """

    written: int = 0
    bundles: list[Path] = field(default_factory=list[Path])
    unreadable: list[str] = field(default_factory=list[str])
    too_large: list[str] = field(default_factory=list[str])
    deleted: int = 0

    @property
    def summary(self) -> Iterator[str]:
        """A line for each thing to know, but for the sheets that are named."""
        yield f"Wrote {counted(self.written, 'sheet')}, and {counted(len(self.bundles), 'bundle')} to import them."
        if self.deleted:
            left_out = f"{counted(self.deleted, 'deleted sheet')} left out"
            yield f"{left_out}: “scorer sheets NUMBER --undelete” brings one back."


def export(database: str, folder: Path) -> Exported:
    """Write the sheets of a database to a folder that is empty, or not there yet. Raises ClickException."""
    with opened(database):
        try:
            if folder.is_dir() and any(folder.iterdir()):
                raise click.ClickException(f"The folder {folder} is not empty: choose another one.")
            (folder / SHEETS).mkdir(parents=True)
            return _write(folder)
        except OSError as error:
            raise click.ClickException(f"The sheets cannot be written to {folder}: {error.strerror}.") from None


def _write(folder: Path) -> Exported:
    exported = Exported(deleted=catalogue.how_many_deleted())

    def files() -> Iterator[tuple[str, bytes, int]]:
        """Those that a bundle may hold, one after the other, once they are written."""
        names = FreeNames()
        for number, sheet in catalogue.every():
            if isinstance(sheet, CorruptSheetError):
                exported.unreadable.append(unreadable(number, sheet))
                continue
            file = SheetFile.of(sheet)
            name = names.take(file.name)
            (folder / SHEETS / name).write_bytes(file.content)
            exported.written += 1
            if file.can_be_imported:
                yield name, file.content, file.work
            else:
                exported.too_large.append(
                    f"Sheet {number}, {name}, is too long for an import: it is in no bundle."
                )

    for number, part in enumerate(bundle.parts(files()), start=1):
        if part:
            path = folder / f"score-sheets-{number}.zip"
            path.write_bytes(bundle.write(part))
            exported.bundles.append(path)
    return exported
