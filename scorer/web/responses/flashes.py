"""What was just done, or not done, as a line at the top of the next page."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, get_flashed_messages, json, redirect, request, session, url_for
from werkzeug.wrappers import Response

from ...rules.core import RuleViolation
from ...sheet.core.entries import Entry, EntryKind
from ...sheet.core.judge import IllegalHandError
from ...store.scorebook import Snapshot

LINES = "_flashes"
"""Where Flask keeps them in the session."""
MOST_LINES = 5
MOST_BYTES = 2000
"""Of the lines that wait for a page, whose cookie may have 4,096. Whoever sends act after act without loading one
is told the last ones.
"""
FORMS_OF_THE_NEXT_HAND = ("hands.new", "auction.show")


def register(app: Flask) -> None:
    app.jinja_env.globals["line_on_felt"] = line_on_felt


def line_on_felt() -> Mapping[str, Any] | None:
    """What was just recorded, where it stands in the middle of the felt: on the form of the hand after it."""
    lines: list[Any] = [*get_flashed_messages()] if request.endpoint in FORMS_OF_THE_NEXT_HAND else []
    return next((line for line in reversed(lines) if line.get("change")), None)


def say(
    text: str,
    way: str = "",
    address: str | None = None,
    seen: int = 0,
    rule: Mapping[str, Any] | None = None,
    change: str | None = None,
) -> None:
    """A line at the top of the next page.

    way: what the button beside it says, as "Undo"; address: where that goes; seen: the sheet's last entry then;
    rule: the name and address of the rule that the line cites; change: the address of the form that changes what
    was done.
    """
    line = {"text": text, "way": way, "address": address, "seen": seen, "rule": rule, "change": change}
    # What is sent twice and was taken is said once.
    told = [each for each in session.get(LINES, ()) if each[1] != line or not way]
    lines = [*told, ("message", line)][-MOST_LINES:]
    while len(lines) > 1 and len(json.dumps(lines)) > MOST_BYTES:
        del lines[0]
    session[LINES] = lines


def back_to_sheet(sheet_id: str, text: str = "") -> Response:
    """To the sheet, with a line at its top."""
    if text:
        say(text)
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def say_done(
    text: str,
    after: Snapshot,
    entry: Entry,
    back: str | None = None,
    *,
    change: str | None = None,
    may_undo: bool = True,
) -> None:
    """What was done, with the way back; with none for a repetition that other entries have followed.

    change: as `say` takes it.
    """
    latest = may_undo and entry.number == after.version
    way = "Redo" if entry.kind is EntryKind.UNDO else "Undo"
    address = url_for(f"sheets.{way.lower()}", sheet_id=after.id, back=back) if latest else None
    say(text, way=way, address=address, seen=after.version, change=change if may_undo else None)


def say_refused(
    refused: str, error: IllegalHandError | RuleViolation, snapshot: Snapshot, way_out: str = ""
) -> None:
    """That a command was refused, because of which hand and rule. way_out: what helps where it is a hand."""
    violation = broken(error)
    place = f", because of hand {error.hand}" if isinstance(error, IllegalHandError) else ""
    address = url_for("rules.show", game=snapshot.sheet.game, _anchor=violation.rule.slug)
    rule = {"name": violation.rule.name, "address": address}
    helps = f" {way_out}" if place and way_out else ""
    say(f"{refused}{place}: {violation.detail}{helps}", rule=rule)


def broken(error: IllegalHandError | RuleViolation) -> RuleViolation:
    return error.violation if isinstance(error, IllegalHandError) else error
