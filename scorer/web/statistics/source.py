"""Where the evenings of the statistics come from, and where their pages are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flask import g, request, url_for

from ...store import people, seasons
from ...store.database import now
from ..app import access, limits
from . import spellings

SHARED = "shared_season"
"""The pages of the statistics once more, at the link of a season of the server."""
SHARED_TONIGHT = "shared_tonight"
"""The page of tonight once more, at another link of it."""

LAST_NIGHTS = timedelta(days=2)
"""How long before now the sheets of tonight were begun, or written on, at most."""


@dataclass(frozen=True)
class Source:
    """sheets: the ids of those whose evenings count; same: other spellings of players, each with the name that
    counts; back, back_label: where the bar leads to, "" for nowhere; name: of the season, "" where it has none.

    blueprint, key: of its pages, key "" where everybody has them at one address.

    own: whether they are the sheets of this phone: then the pages lead into them, compare house rules, offer
    files, and ask which spellings are one player.
    """

    sheets: tuple[str, ...]
    same: Mapping[str, str]
    back: str
    back_label: str
    name: str = ""
    own: bool = True
    blueprint: str = "seasons"
    key: str = ""

    def to(self, page: str, /, **more: Any) -> str:
        """The address of a page. page: the end of an endpoint of the seasons, or a whole one; more: arguments."""
        arguments = {"key": self.key, **more} if self.key else more
        return url_for(page if "." in page else f"{self.blueprint}.{page}", **arguments)


def here() -> Source:
    """The source of the page that is asked for, looked up once for a request."""
    if "season_source" not in g:
        g.season_source = _shared(g.season_key) if "season_key" in g else _this_phone()
    return g.season_source


def _this_phone() -> Source:
    """All sheets that this phone may open, archived ones too."""
    sheets = tuple(grant.sheet_id for grant in people.grants(access.device()))
    return Source(sheets, spellings.here(), url_for("home.home"), "Your sheets")


def _shared(key: str) -> Source:
    """The sheets that were added to a season of the server; 404 for a key that shows none."""
    shows = seasons.TONIGHT if request.blueprint == SHARED_TONIGHT else seasons.STATISTICS
    season = seasons.opened_by(key, shows) or limits.refuse_key()
    # A television asks every few seconds: the sheets of former nights are not looked at for it.
    since = now() - LAST_NIGHTS if shows == seasons.TONIGHT else None
    sheets = tuple(seasons.sheets_of(season.id, since))
    return Source(sheets, {}, "", "", season.name, own=False, blueprint=request.blueprint or SHARED, key=key)
