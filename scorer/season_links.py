"""What `scorer season` does: the links that show the figures of a season to everybody who has them."""

from collections.abc import Iterator

import click

from .links import described_line, opened, place, sheet_numbered
from .rules.core import counted
from .store import catalogue, seasons
from .store.seasons import NAME_LENGTH, STATISTICS, TONIGHT, SeasonExistsError, SharedSeason

HOW_IT_GROWS = "A sheet is in it once whoever scores adds it, on a phone under “Share”."


def list_seasons(database: str) -> Iterator[str]:
    """A line for each season, the one made last first. Raises ClickException."""
    with opened(database):
        sheets, found = seasons.how_many_sheets(), seasons.every()
        if not found:
            yield "There is no season yet: “scorer season NAME” makes one."
        for season in found:
            yield _described(season, sheets.get(season.id, 0))


def links(database: str, name: str, address: str, port: int, *, renew: bool = False) -> Iterator[str]:
    """The links of a season, which is made where there is none of this name, unless its links are to be renewed.

    address: where phones reach the app, "" for this machine's own at this port. Raises ClickException.
    """
    with opened(database, to_share=True):
        season = seasons.named(name)
        if season is None and not renew:
            season = _made(name)
            yield f"Made the season {season.name}. {HOW_IT_GROWS}"
        season = season or _there(name)
        if renew:
            seasons.renew(season.id)
            season = _there(name)
            yield "These are new links. Those before show nothing any more."
        yield _described(season, seasons.how_many_sheets().get(season.id, 0))
        yield f"Its figures: {place(address, port)}/season/{season.key(STATISTICS)}"
        yield f"Its tables of tonight, for a television: {place(address, port)}/tonight/{season.key(TONIGHT)}"


def sheets(database: str, name: str) -> Iterator[str]:
    """A line for each sheet of a season, with the number that it has in `scorer sheets`. Raises ClickException."""
    with opened(database):
        among = {*seasons.sheets_of(_there(name).id)}
        for number, sheet in catalogue.every(among) if among else ():
            yield f"{number}  {described_line(sheet)}"
        if not among:
            yield f"No sheet is in it yet. {HOW_IT_GROWS}"


def remove(database: str, name: str, number: int) -> str:
    """Take a sheet out of a season; what was done. Raises ClickException."""
    with opened(database):
        season = _there(name)
        if not seasons.remove(season.id, sheet_numbered(number, deleted=True)):
            raise click.ClickException(f"Sheet {number} is not in the season {season.name}.")
        return f"Sheet {number} counts no more in the season {season.name}. It stays as it is."


def about_to_end(database: str, name: str) -> str:
    """The season that is to be removed, in a line. Raises ClickException."""
    with opened(database):
        season = _there(name)
        return _described(season, seasons.how_many_sheets().get(season.id, 0))


def end(database: str, name: str) -> str:
    """Remove a season; what was done. Raises ClickException."""
    with opened(database):
        season = _there(name)
        seasons.end(season.id)
        return f"The season {season.name} is gone: its links show nothing any more. Its sheets stay as they are."


def _there(name: str) -> SharedSeason:
    season = seasons.named(name)
    if season is None:
        raise click.ClickException(f"There is no season {name}: “scorer season” lists them.")
    return season


def _made(name: str) -> SharedSeason:
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise click.ClickException(f"The name of a season has 1 to {NAME_LENGTH} letters, on one line.")
    try:
        return seasons.make(name)
    except SeasonExistsError:
        # Another command made it at the same moment: then that is the one.
        return _there(name)


def _described(season: SharedSeason, sheets: int) -> str:
    return f"{season.name}, {counted(sheets, 'sheet')}"
