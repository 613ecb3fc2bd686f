"""Any other game: the points are the facts."""

from ...sheet.core.ledger import Row
from .live import Live
from .places import Places


def _points(row: Row, at: Places, names: tuple[str, ...]) -> str:
    return at.fact("points", who=names[0])


LIVE = Live(_points)
