"""Where the evenings of the statistics come from, and where their pages are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import g, url_for

from ...store import devices
from ..app import access
from . import spellings


@dataclass(frozen=True)
class Source:
    """sheets: the ids of those whose evenings count; same: other spellings of players, each with the name that
    counts; back, back_label: where the bar leads to.

    own: whether they are the sheets of this phone: then the pages lead into them, compare house rules, offer
    files, and ask which spellings are one player.
    """

    sheets: tuple[str, ...]
    same: Mapping[str, str]
    back: str
    back_label: str
    own: bool = True

    def to(self, page: str, /, **more: Any) -> str:
        """The address of a page. page: the end of an endpoint of the seasons, or a whole one; more: arguments."""
        return url_for(page if "." in page else f"seasons.{page}", **more)


def here() -> Source:
    """The source of the page that is asked for, looked up once for a request."""
    if "season_source" not in g:
        g.season_source = _this_phone()
    return g.season_source


def _this_phone() -> Source:
    """All sheets that this phone may open, archived ones too."""
    sheets = tuple(grant.sheet_id for grant in devices.grants(access.device()))
    return Source(sheets, spellings.here(), url_for("home.home"), "Your sheets")
