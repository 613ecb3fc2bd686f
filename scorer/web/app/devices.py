"""Which phone this is, by its cookie: looked up once for a request, with what it may open."""

import re

from flask import g, request

from ...store import people
from ...store.models import db
from ...store.scorebook import PhoneAtSheet, look

COOKIE = "device"
KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
MOST_KEYS = 8
"""An address may serve another database for an evening: a phone keeps its key to each, the last used first."""


def device() -> str | None:
    """The id of this device, None for one that has not opened anything yet."""
    if "device" not in g:
        if sheet_id := (request.view_args or {}).get("sheet_id"):
            # Who it is comes with what it may do, and with the sheet.
            opening_of(sheet_id)
        else:
            found = ((people.known_device(key), key) for key in keys())
            g.device, g.device_key = next((pair for pair in found if pair[0]), (None, None))
    return g.device


def opening_of(sheet_id: str) -> PhoneAtSheet | None:
    """This device at a sheet, looked up once for a request; None for one that has not opened anything yet."""
    openings: dict[str, PhoneAtSheet | None] = g.setdefault("openings", {})
    if sheet_id not in openings:
        found = ((look(key, sheet_id), key) for key in keys())
        opening, key = next((pair for pair in found if pair[0]), (None, None))
        openings[sheet_id] = opening
        g.device, g.device_key = opening and opening.device, key
    return openings[sheet_id]


def look_again() -> None:
    """Forget what was looked up: what others have written meanwhile is seen from now on."""
    db.session.rollback()
    g.pop("openings", None)


def keys_in(cookie: str) -> list[str]:
    """The keys in the cookie of a phone, of other databases too."""
    return [key for key in cookie.split(".")[:MOST_KEYS] if KEY.fullmatch(key)]


def keys() -> list[str]:
    """The keys of this phone, the one that it was found by, or was just given, first."""
    first = [g.device_key] if g.get("device_key") else []
    return list(dict.fromkeys((*first, *keys_in(request.cookies.get(COOKIE, "")))))


def joined() -> str:
    """The cookie of this phone."""
    return ".".join(keys()[:MOST_KEYS])


def device_here() -> str:
    """The id of this device, which gets one now if it has none."""
    if (here := device()) is None:
        here, g.device_key = people.new_device()
        g.device = here
    return here


def is_open(sheet_id: str) -> bool:
    """Whether this request has found that the device may open a sheet; nothing is looked up for it."""
    opening = g.get("openings", {}).get(sheet_id)
    return bool(opening and opening.grant)
