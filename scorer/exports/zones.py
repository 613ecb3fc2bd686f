"""The time zone in which moments are told: the sheet's, as the phone that started it has said, or the server's."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo


@lru_cache(1000)
def zone_called(name: str) -> ZoneInfo | None:
    """The time zone of a name such as "America/Los_Angeles"; None where none is known by it here."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        # There is no such file, or it is a folder, or a table of zones.
        return None


def local(moment: datetime, *names: str | None) -> datetime:
    """A moment in the first of these time zones that is known here; where none is, in that of this process."""
    known = (zone_called(name) for name in names if name)
    return moment.astimezone(next(filter(None, known), None))


def unknown(name: str) -> str:
    """That a sheet's time zone is not known here, as a sentence; "" where it is, or where the sheet has none."""
    if not name or zone_called(name):
        return ""
    return f"The time zone {name} is not known here: times are told in the server's."
