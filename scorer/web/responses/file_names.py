"""The names under which a sheet is saved."""

import re
import unicodedata

from ...store.scorebook import Snapshot

_NOT_PLAIN = re.compile("[^a-z0-9]+")


def file_name(snapshot: Snapshot) -> str:
    """A name that every file system takes, from the title and the date."""
    sheet = snapshot.sheet
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    words = _NOT_PLAIN.sub("-", plain).strip("-")[:60]
    return "-".join(part for part in (sheet.date, words or sheet.game) if part)
