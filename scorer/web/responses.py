"""What answers have in common: the lines at the top of the next page, what the outbox of a phone is told, files to
save, compression.
"""

import gzip
import hmac
import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, current_app, get_flashed_messages, json, redirect, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from ..exports.wording import isolated_in_page
from ..rules.core import RuleViolation
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.sheet import Entry, EntryKind
from ..store.scorebook import Snapshot


def register(app: Flask) -> None:
    """To be called before other parts: this one is the last to see an answer."""
    app.after_request(_compress)
    app.after_request(_tell_outbox)
    app.after_request(_isolate)


# What was just done, or not done, as a line at the top of the next page

LINES = "_flashes"
"""Where Flask keeps them in the session."""
MOST_LINES = 5
MOST_BYTES = 2000
"""Of the lines that wait for a page, whose cookie may have 4,096. Whoever sends act after act without loading one
is told the last ones.
"""
FORMS_OF_THE_NEXT_HAND = ("hands.new", "auction.show")


def line_in_dock() -> Mapping[str, Any] | None:
    """What was just done, where it stands in the dock: on the form of the next hand."""
    lines: list[Any] = [*get_flashed_messages()] if request.endpoint in FORMS_OF_THE_NEXT_HAND else []
    return lines[-1] if lines else None


def say(
    text: str,
    way: str = "",
    address: str | None = None,
    seen: int = 0,
    rule: Mapping[str, Any] | None = None,
    change: str | None = None,
    further: str | None = None,
) -> None:
    """A line at the top of the next page.

    way: what the button beside it says, as "Undo".
    address: where that goes.
    seen: the sheet's last entry then.
    rule: the name and address of the rule that the line cites.
    change: the address of the form that changes what was done.
    further: where Undo goes that takes back what was done before that, too.
    """
    line = {"text": text, "way": way, "address": address, "seen": seen, "rule": rule, "change": change}
    line |= {"further": further} if further else {}
    # What is sent twice and was taken is said once.
    told = [each for each in session.get(LINES, ()) if each[1] != line or not way]
    lines = [*told, ("message", line)][-MOST_LINES:]
    while len(lines) > 1 and len(json.dumps(lines)) > MOST_BYTES:
        del lines[0]
    session[LINES] = lines


def back_to_sheet(sheet_id: str, text: str = "") -> BaseResponse:
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
    further: bool = False,
) -> None:
    """What was done, with the way back; with none for a repetition that other entries have followed.

    change: as `say` takes it; further: whether Undo stands beside Redo.
    """
    latest = may_undo and entry.number == after.version
    way, page = ("Redo", "sheets.redo") if entry.kind is EntryKind.UNDO else ("Undo", "sheets.undo")
    address = url_for(page, sheet_id=after.id, back=back) if latest else None
    undo = url_for("sheets.undo", sheet_id=after.id, back=back) if latest and further else None
    say(text, way=way, address=address, seen=after.version, change=change if may_undo else None, further=undo)


def say_refused(
    refused: str, error: IllegalHandError | RuleViolation, snapshot: Snapshot, way_out: str = ""
) -> None:
    """That a command was refused, because of which hand and rule. way_out: what helps where it is a hand."""
    violation = broken(error)
    place = f", because of hand {error.hand}" if isinstance(error, IllegalHandError) else ""
    address = url_for("rules.of_sheet", sheet_id=snapshot.id, _anchor=violation.rule.slug)
    rule = {"name": violation.rule.name, "address": address}
    helps = f" {way_out}" if place and way_out else ""
    say(f"{refused}{place}: {violation.detail}{helps}", rule=rule)


def broken(error: IllegalHandError | RuleViolation) -> RuleViolation:
    return error.violation if isinstance(error, IllegalHandError) else error


OUTBOX = "Outbox"
"""The header of commands that a page's script sends. A browser follows a redirect without showing it to the
script, and with it would go the line that the next page says; so the script is told the address instead.
"""


def _tell_outbox(response: Response) -> Response:
    """Tell the outbox of a phone that this app answered, and whether it took the command."""
    if OUTBOX not in request.headers:
        return response
    taken = response.status_code == 303
    # A network that answers for everybody, as a hotel's does, does not know this header.
    response.headers[OUTBOX] = "taken" if taken else "answered"
    if taken:
        response.status_code = 204
        response.set_data(b"")
        response.headers.remove("Content-Type")
        # Of several commands sent one after the other only the last is told and offered back; every complaint is.
        if lines := session.get(LINES):
            session[LINES] = [line for line in lines[:-1] if not line[1].get("way")] + lines[-1:]
    return response


def _isolate(response: Response) -> Response:
    """Keep what stands beside a name from right to left on its side, on every page."""
    if response.mimetype == "text/html" and response.is_sequence:
        response.set_data(isolated_in_page(response.get_data()))
    return response


def as_file(content: bytes | str, content_type: str, name: str, disposition: str = "attachment") -> Response:
    """A file to be saved under this name."""
    response = Response(content, content_type=content_type)
    response.headers.set("Content-Disposition", disposition, filename=name)
    return response


# Compression with gzip, where the phone takes it: a page of the sheet in a seventh of its bytes. What is secret in
# an answer must not be guessed from its length: tokens of forms are masked, and an answer that shows a key, as a
# link for another phone does, is marked "no-store" and goes as it is.
#
# The page of a sheet that the phone has already does not go at all: without a service worker it is asked for as a
# spare while a hand is entered, and again when it is opened.

COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/javascript")
LEAST_BYTES = 500
"""Smaller answers fit a packet anyway."""

_DIFFERS = re.compile(
    rb'(?<=name="csrf_token" value=")[^"]*'
    rb'|(?<=name="key" value=")[^"]*(?="><input type="hidden" name="seen" value="[1-9])'
)
"""What is not the same in two answers although the page is. The key of what writes no entry on this sheet, as that
of playing again, makes it another page: it would look the same after its key was used.
"""
_static: dict[str, bytes] = {}
"""Static files by their ETag, compressed once."""


def _compress(response: Response) -> Response:
    if request.endpoint == "sheets.show" and response.status_code == 200:
        # Forms of a session that is over, and of a former secret key, would be refused: their page is another one.
        page = f"{session.get('csrf_token')}".encode() + _DIFFERS.sub(b"", response.get_data())
        key = f"{current_app.config['SECRET_KEY']!r}".encode()
        response.set_etag(hmac.digest(key, page, "sha256").hex(), weak=True)
        response.make_conditional(request)
    is_file = request.endpoint == "static" and response.status_code == 200
    if response.status_code == 204 or not (is_file or response.is_sequence):
        return response
    if not (response.mimetype or "").startswith(COMPRESSIBLE):
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" not in request.accept_encodings or response.cache_control.no_store:
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < LEAST_BYTES:
        return response
    response.set_data(
        _compressed_file(f"{response.get_etag()}", plain) if is_file else gzip.compress(plain, 5, mtime=0)
    )
    response.headers["Content-Encoding"] = "gzip"
    return response


def _compressed_file(etag: str, plain: bytes) -> bytes:
    if etag not in _static:
        _static[etag] = gzip.compress(without_comments(plain), mtime=0)
    return _static[etag]


def without_comments(text: bytes) -> bytes:
    """A script or a style sheet without indentation and without the comments that have lines of their own."""
    kept: list[bytes] = []
    inside = False
    for line in map(bytes.strip, text.split(b"\n")):
        inside = inside or (line.startswith(b"/*") and b"*/" not in line[:-2])
        if not inside and not line.startswith(b"//"):
            kept.append(line)
        inside = inside and not line.endswith(b"*/")
    return b"\n".join(filter(None, kept)) + b"\n"
