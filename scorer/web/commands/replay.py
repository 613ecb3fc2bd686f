"""A request under a key that an entry has: whether it asks for the same as the one that wrote the entry.

Its view is asked once more, about the sheet as it was before the entry, and what it would write is compared with
what was written. So whatever else a form holds, such as the version that it has seen, makes no difference. Nothing
is written meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, g, make_response, request, session
from werkzeug.exceptions import HTTPException

from ...sheet.core.entries import Entry, EntryKind
from ...sheet.file import document
from ...statistics.evening import day_of
from ...store.scorebook import Command, Snapshot
from ..responses import LINES

OF_THE_PHONE = ("own_phone", "phone")
"""Facts that are the phone's and not the form's: whose phone it is may be said later."""


class ReplayedError(Exception):
    """Leaves a view as soon as it is known what it would write. same: whether that is what was written."""

    def __init__(self, same: bool) -> None:
        super().__init__("this request is compared with an earlier one, and writes nothing")
        self.same = same


@dataclass(frozen=True)
class Replay:
    """before: the sheet as it was then, None for its start."""

    entry: Entry
    before: Snapshot | None


def asks_for(entry: Entry, snapshot: Snapshot | None) -> bool:
    """Whether this request asks for an entry. snapshot: the sheet, None for the start of one.

    So it is taken to be where that cannot be told, as on a phone that may not write any more.
    """
    before = snapshot.up_to(entry.number - 1) if snapshot else None
    said = session.get(LINES)
    g.replay, g.as_it_was, g.today = Replay(entry, before), before, day_of(entry.at)
    try:
        view = current_app.view_functions[request.endpoint or ""]
        answer = make_response(current_app.ensure_sync(view)(**(request.view_args or {})))
    except ReplayedError as found:
        return found.same
    except HTTPException:
        return True
    finally:
        del g.replay, g.as_it_was, g.today
        if said != session.get(LINES):
            session[LINES] = said or []
    # What is refused now was not refused then.
    return answer.status_code != 422


def compare(command: Command) -> None:
    """To be called where a command is about to be taken. Raises ReplayedError where this request is compared."""
    replay: Replay | None = g.get("replay")
    if not replay or not replay.before:
        return
    try:
        asked = command(replay.before)
    except Exception:
        # In whatever way it is refused: on the same sheet the other one was taken.
        raise ReplayedError(False) from None
    raise ReplayedError(_is(replay.entry, *asked))


def compare_start(facts: Mapping[str, Any]) -> None:
    """The same for facts that a sheet starts with."""
    if replay := g.get("replay"):
        raise ReplayedError(_is(replay.entry, EntryKind.START, facts))


def _is(entry: Entry, kind: EntryKind, facts: Mapping[str, Any]) -> bool:
    return entry.kind is kind and written(entry.facts) == written(facts)


def written(facts: Mapping[str, Any]) -> Any:
    """Facts as they are read once they were stored, to be compared."""
    said = {name: facts[name] for name in facts if name not in OF_THE_PHONE}
    return document.parse(document.dumps(said).encode())
