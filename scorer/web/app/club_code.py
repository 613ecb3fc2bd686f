"""The club code: where the host has set one, whoever does not know it starts and brings in no sheet.

A view that does so calls `refused`, and its template includes parts/club_code.html inside the form. A phone is
asked once: its signed cookie remembers the code, until the host sets another. Sheets that a phone has, and links
that open one, ask for nothing.
"""

import hmac
import unicodedata
from typing import NamedTuple

from flask import Flask, current_app, g, request, session
from wtforms import Form, StringField

from ...rules.core import counted
from . import limits

REMEMBERED = "club"
"""In the session: the code that this phone typed, as `_mark` gives it."""
LONGEST = 100
MISSING = "Type the club code: whoever runs Scorer has it."
WRONG = "This is not the club code: whoever runs Scorer has it."

Refusal = tuple[int, dict[str, str]]
"""The status and the headers of the page that is shown again."""


class ClubCodeForm(Form):
    """What any form may hold beside its own fields."""

    club_code = StringField("Club code", filters=[lambda text: (text or "").strip()[:LONGEST]])


class ClubCode(NamedTuple):
    """The field as a form shows it.

    asked: whether it does.
    typed: what stands in it.
    error: what is wrong.
    """

    asked: bool
    typed: str = ""
    error: str = ""


def register(app: Flask) -> None:
    app.jinja_env.globals["club_code"] = field


def field() -> ClubCode:
    if not _is_asked():
        return ClubCode(asked=False)
    return ClubCode(True, ClubCodeForm(request.form).club_code.data or "", g.get("club_code_error", ""))


def refused() -> Refusal | None:
    """To be called where a form is about to start or bring in a sheet. None where it may; else the form is shown
    again, with the error at the field: `return page, *refused`.
    """
    if not _is_asked():
        return None
    typed = ClubCodeForm(request.form).club_code.data or ""
    if not typed:
        return _refusal(MISSING, 422)
    if seconds := limits.guesses_wait(of="club codes"):
        said = f"Too many codes were wrong: the next may be tried in {counted(seconds, 'second')}."
        return _refusal(said, 429, {"Retry-After": str(seconds)})
    if not hmac.compare_digest(_alike(typed), _alike(_code())):
        limits.guesses_wait(of="club codes", wrong=True)
        return _refusal(WRONG, 422)
    session[REMEMBERED] = _mark(_keys()[0])
    return None


def _refusal(error: str, status: int, headers: dict[str, str] | None = None) -> Refusal:
    g.club_code_error = error
    return status, headers or {}


def _is_asked() -> bool:
    if not _code() or current_app.config["PHONE_ALONE"]:
        return False
    remembered = f"{session.get(REMEMBERED, '')}".encode()
    return not any(hmac.compare_digest(remembered, _mark(key).encode()) for key in _keys())


def _code() -> str:
    return current_app.config["CLUB_CODE"] or ""


def _mark(key: bytes) -> str:
    """What a phone remembers of the code: whoever reads its cookie learns nothing by trying codes."""
    return hmac.digest(key, b"club code " + _alike(_code()), "sha256").hex()


def _keys() -> list[bytes]:
    """The secret key, and those before it, under which cookies still hold."""
    keys = (current_app.config["SECRET_KEY"], *(current_app.config["SECRET_KEY_FALLBACKS"] or ()))
    return [key.encode() if isinstance(key, str) else key for key in keys]


def _alike(code: str) -> bytes:
    """A code as it is compared: capital letters and spaces make no difference, as keyboards of phones put them."""
    return "".join(unicodedata.normalize("NFKC", code).casefold().split()).encode()
