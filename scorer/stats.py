"""What `scorer stats` does: the figures over exported sheets and bundles of them, or all sheets of a database."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from .answers import print_line, read_file
from .exports import bundle
from .exports.text import json_answer, terminal
from .exports.text import season as text
from .rules.core import upper_first
from .rules.reading import FormatError
from .seasons.alike import season_of
from .seasons.as_json import as_json as season_as_json
from .seasons.evening import Evening, without_copies
from .seasons.season import Choice
from .seasons.standings import Ranking
from .sheet.audit.verification import read_lines
from .sheet.core.judge import IllegalHandError
from .sheet.core.ledger import Ledger
from .sheet.file import document

MOST_BYTES = bundle.MOST_UNPACKED


def of_files(files: Iterable[str], choice: Choice, ranking: Ranking, *, as_json: bool) -> int:
    """Print the figures of a season; the exit status. Where a file cannot be counted, only what is wrong with it:
    figures without it would be of another season.
    """
    evenings: list[Evening] = []
    worst = 0
    for name, content in _sheets(files):
        try:
            if isinstance(content, FormatError):
                raise content
            sheet = document.load(content)
            evening = Evening.of(Ledger.of(sheet), name, None if sheet.date else _begun(content))
            choice.check(evening)
            evenings.append(evening)
        except (FormatError, IllegalHandError) as fault:
            worst = max(worst, 2 if isinstance(fault, FormatError) else 1)
            answer = document.dumps({"file": name, **json_answer.error(fault)}) if as_json else ""
            print_line(answer or f"{name}: {terminal.error(fault)}", error=not as_json)
    if not worst:
        _tell(evenings, choice, ranking, as_json=as_json)
    return worst


def of_database(database: str, choice: Choice, ranking: Ranking, *, as_json: bool) -> int:
    """The same over all sheets of a database, each called by its number. One that cannot be read is named and left
    out, as on a phone. Raises ClickException.
    """
    from .links import opened, unreadable
    from .store import catalogue
    from .store.entry_rows import CorruptSheetError

    evenings: list[Evening] = []
    worst = 0
    with opened(database):
        for number, sheet in catalogue.every():
            if isinstance(sheet, CorruptSheetError):
                print_line(terminal.printable([unreadable(number, sheet)]), error=True)
                worst = 1
                continue
            evening = Evening.of(sheet.ledger, f"sheet {number}", sheet.entries[0].at)
            try:
                choice.check(evening)
            except FormatError as fault:
                print_line(f"Sheet {number}: {fault.detail}.", error=True)
                return 2
            evenings.append(evening)
    _tell(evenings, choice, ranking, as_json=as_json)
    return worst


def _tell(evenings: Iterable[Evening], choice: Choice, ranking: Ranking, *, as_json: bool) -> None:
    season = season_of(without_copies(evenings), choice)
    print_line(document.dumps(season_as_json(season, ranking)) if as_json else text.stats(season, ranking))


def _begun(content: bytes) -> datetime | None:
    """When the first entry of a sheet file with its history was made."""
    first = next(iter(read_lines(content)), None)
    return first.entry.at if first and first.entry else None


def _sheets(files: Iterable[str]) -> Iterator[tuple[str, bytes | FormatError]]:
    """The sheet files, those in bundles too, with their names."""
    for file in files:
        try:
            content = read_file(file)
        except FormatError as fault:
            yield file, fault
            continue
        if not content.startswith(bundle.BEGINNINGS):
            yield file, content
            continue
        try:
            for packed in bundle.read(content, MOST_BYTES):
                refused = FormatError("$", packed.why)
                yield f"{Path(file).name}/{packed.name}", refused if packed.content is None else packed.content
        except bundle.UnreadableBundleError as unreadable:
            yield file, FormatError("$", upper_first(str(unreadable)))
