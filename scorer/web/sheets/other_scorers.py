"""Which other phones keep the score too, as far as their last acts tell."""

from datetime import timedelta

from ...sheet.core.entries import TALK, EntryKind
from ...store import people
from ...store.database import now
from ...store.people import SCORE
from ...store.scorebook import Snapshot
from ..app import access
from ..app.display import when
from ..app.people import name_of

LATELY = timedelta(minutes=30)
"""How long after its last act a phone is still taken for one that scores."""
NO_SCORING = (*TALK, EntryKind.START)


def told(snapshot: Snapshot) -> str:
    """The other phones that have scored lately and may go on, each with the time of its last act; empty for none.

    Nothing is written down for this: a phone that only has the sheet open is not among them.
    """
    since, here = now() - LATELY, access.device()
    last = {}
    for entry in reversed(snapshot.entries):
        if entry.at < since:
            break
        if entry.device != here and entry.kind not in NO_SCORING:
            last.setdefault(entry.device, entry.at)
    if not last:
        return ""
    may = {one.device: one.grant for one in people.people(snapshot.id) if one.grant.role == SCORE}
    return "; ".join(
        f"{name_of(snapshot, may[each]) or 'a guest'}, last at {when(last[each])}" for each in last if each in may
    )
