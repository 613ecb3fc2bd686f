"""Which names are one player under two spellings: remembered on this phone, in a cookie of its own."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ...rules.reading import NAME_LENGTH
from ..app.phone import LASTING

COOKIE = "spellings"
MOST_BYTES = 3500
"""Of the cookie: a browser keeps 4,096 with its name and attributes."""


def here() -> dict[str, str]:
    """By another spelling the name that counts; a cookie that somebody has changed says nothing."""
    try:
        read: Any = json.loads(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "")[:MOST_BYTES].encode()))
    except (ValueError, RecursionError):
        return {}
    found = read.items() if isinstance(read, dict) else ()
    same = {spelled: name for spelled, name in found if _is_name(spelled) and _is_name(name) and spelled != name}
    # A name that counts is no other spelling.
    return {spelled: name for spelled, name in same.items() if name not in same}


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= NAME_LENGTH


def merged(same: Mapping[str, str], spelled: str, name: str) -> dict[str, str]:
    """With one more spelling of a player; whoever was merged into it follows."""
    counts = same.get(name, name)
    follow = {each: counts if of == spelled else of for each, of in same.items()}
    return {each: of for each, of in {**follow, spelled: counts}.items() if each != of}


def keep(response: Response, same: Mapping[str, str]) -> bool:
    """Remember them on this phone; whether there is room for all."""
    written = base64.urlsafe_b64encode(json.dumps(dict(same), separators=(",", ":")).encode()).decode()
    if len(written) > MOST_BYTES:
        return False
    if same:
        response.set_cookie(
            COOKIE, written, max_age=LASTING, httponly=True, samesite="Lax", secure=request.is_secure
        )
    else:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=request.is_secure)
    return True
