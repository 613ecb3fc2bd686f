"""Which names this server answers to: a page elsewhere could point its own name at this address."""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, make_response, render_template, request
from flask.typing import ResponseReturnValue

LOGGED = 20
"""So many unknown names are logged, each once: whoever sends others fills no disk."""
LONGEST = 80


def register(app: Flask) -> None:
    unknown: set[str] = set()

    @app.before_request
    def known_host() -> ResponseReturnValue | None:
        """Refuse names that are not ours, with what to set.

        Addresses as such are safe from that and may change while the app runs. What watches over the app may
        call it as it likes, and learns nothing of anybody.
        """
        host = _named(request.host)
        if request.blueprint == "health" or _is_address(host) or host == "localhost":
            return None
        names = app.config["HOST_NAMES"] or own_names()
        if host and host in {name.lower() for name in names}:
            return None
        # What no name can be is not in `host`, but it is to be seen.
        asked = (host or request.headers.get("Host", ""))[:LONGEST]
        if asked not in unknown and len(unknown) < LOGGED:
            unknown.add(asked)
            # As ASCII, for a name may hold what a terminal obeys.
            app.logger.warning(
                "Refused, for it is none of this server's names: %a. SCORER_HOST_NAMES, or --name of “scorer "
                "serve”, adds one.",
                asked,
            )
        return make_response(render_template("unknown_name.html", name=asked, can_be=bool(host)), 400)


def own_names() -> tuple[str, ...]:
    """What this machine is called, whole and bare, and as others find it on the same network without a server for
    names.
    """
    try:
        whole = socket.gethostname()
    except OSError:
        return ()  # In a browser there is none.
    bare = whole.partition(".")[0]
    return whole, bare, f"{bare}.local"


def _named(host: str) -> str:
    """The name in a Host header, without its port and in small letters; "" for none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
