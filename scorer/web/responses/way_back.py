"""The way back to the page from which Help or Settings was opened: an address of this app alone."""

import re

from flask import request, url_for

_LOCAL = re.compile(r"/(?![/\\])[^\\\s]*")
LONGEST = 500


def local(text: str | None) -> str | None:
    """An address as it was sent; None for one that might lead elsewhere."""
    return text if text and _LOCAL.fullmatch(text) else None


def here() -> str | None:
    """The address of the page that is shown; for one that a form led to, the sheet's, None without a sheet."""
    if request.method == "GET" and request.endpoint:
        path = request.full_path.rstrip("?") if len(request.full_path) < LONGEST else request.path
        return request.script_root + path
    sheet_id = (request.view_args or {}).get("sheet_id")
    return url_for("sheets.show", sheet_id=sheet_id) if sheet_id else None
