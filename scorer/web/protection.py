"""Which requests are answered at all, the token that each form carries, and the headers of every answer."""

import base64
import binascii
import hashlib
import ipaddress
import logging
import re
import secrets
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, has_request_context, make_response, render_template, request
from flask.logging import default_handler
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect, generate_csrf


def register(app: Flask) -> None:
    """To be called before other parts: this one is the first to see a request."""
    MaskedCSRFProtect().init_app(app)
    app.jinja_env.globals["form_token"] = form_token
    _answer_to_own_names(app)
    app.before_request(_refuse_nul)
    _add_headers_in(app)
    app.logger.addFilter(WithRequestId())
    if default_handler in app.logger.handlers:
        default_handler.setFormatter(logging.Formatter(LINE_OF_LOG))


# Which requests are answered at all

LOGGED_NAMES = 20
"""So many unknown names are logged, each once: whoever sends others fills no disk."""
LONGEST_NAME = 80
MOST_HOSTS = 100
"""So many are read once and not at each request."""


def _answer_to_own_names(app: Flask) -> None:
    """A page elsewhere could point its own name at this address."""
    unknown: set[str] = set()

    @app.before_request
    def refuse_unknown_host() -> ResponseReturnValue | None:
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
        asked = (host or request.headers.get("Host", ""))[:LONGEST_NAME]
        if asked not in unknown and len(unknown) < LOGGED_NAMES:
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


@lru_cache(MOST_HOSTS)
def _named(host: str) -> str:
    """The name in a Host header, without its port and in small letters; "" for none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


@lru_cache(MOST_HOSTS)
def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _refuse_nul() -> None:
    # No id holds this letter, and a database may refuse to look for it, for the page that says so too.
    if "\0" in request.path:
        request.view_args = {}
        abort(404)


# The token that each form of this app carries, masked afresh in every answer

SEED_BYTES = 16


class MaskedCSRFProtect(CSRFProtect):
    """Only forms of this app are taken.

    The length of a compressed answer tells what repeats in it. Somebody who can have words of theirs put on a
    page, as a player's name, and can watch the lengths of many answers, could so guess a token that always looks
    the same, letter by letter (the attack is called BREACH). Here no two answers show it alike: 16 random bytes,
    then the token XORed with what a hash makes of them.
    """

    def _get_csrf_token(self) -> str | None:
        sent = super()._get_csrf_token()
        return unmask(sent) if sent else None


def form_token() -> str:
    """The token of the forms in this answer."""
    if "form_token" not in g:
        g.form_token = mask(generate_csrf())
    return g.form_token


def make_form_token() -> None:
    """Give the session of this phone its token now, where it has none.

    Of two pages that are asked for at once each would make one, and the forms of the page whose cookie came first
    would be refused.
    """
    generate_csrf()


def mask(token: str) -> str:
    """A token as an answer shows it, otherwise each time."""
    seed = secrets.token_bytes(SEED_BYTES)
    return base64.urlsafe_b64encode(seed + _masked(token.encode(), seed)).decode()


def unmask(masked: str) -> str | None:
    """The token that was shown so; None for what is none."""
    try:
        shown = base64.urlsafe_b64decode(masked)
        return _masked(shown[SEED_BYTES:], shown[:SEED_BYTES]).decode()
    except (binascii.Error, ValueError):
        return None


def _masked(text: bytes, seed: bytes) -> bytes:
    """A text XORed with what a hash makes of the seed; twice gives the text again."""
    mask = hashlib.shake_256(seed).digest(len(text))
    return bytes(letter ^ other for letter, other in zip(text, mask, strict=True))


# Headers, and the id of each request, which the log and the answer name

POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
}
REQUEST_ID = "X-Request-ID"
LINE_OF_LOG = "[%(asctime)s] %(levelname)s in %(module)s [%(request_id)s]: %(message)s"
"""A line of the log, as Flask writes it, with the id; "-" outside of requests."""
_WELL_FORMED = re.compile(r"[\w.=+/-]{1,64}", re.ASCII)


def _add_headers_in(app: Flask) -> None:
    # On the phone alone its own page shows the app in a frame.
    ancestors = "'self'" if app.config["PHONE_ALONE"] else "'none'"
    policy = HEADERS[POLICY].replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")
    headers = {**HEADERS, POLICY: policy}

    @app.after_request
    def add_headers(response: Response) -> Response:
        present = {*response.headers.keys()}
        # A file is the same for everybody, and is kept.
        is_page = request.endpoint != "static"
        # Most answers have no body, for nothing is new: no policy is about them.
        given = {} if response.status_code == 204 else headers
        if is_page:
            given = {**given, "Cache-Control": "private, no-cache", REQUEST_ID: request_id()}
        response.headers.extend({name: value for name, value in given.items() if name not in present})
        if is_page and "Vary" in present:
            response.vary.update(("HX-Request", "Cookie"))
        elif is_page:
            response.headers["Vary"] = "HX-Request, Cookie"
        return response


def style_policy(style: str) -> str:
    """The policy of a drawing that brings a style of its own."""
    own = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"{HEADERS[POLICY]}; style-src 'sha256-{own}'"


def request_id() -> str:
    """The id of this request: one that a proxy has given it, or a new one."""
    if "request_id" not in g:
        sent = request.headers.get(REQUEST_ID, "")
        g.request_id = sent if _WELL_FORMED.fullmatch(sent) else secrets.token_hex(8)
    return g.request_id


class WithRequestId(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id() if has_request_context() else "-"
        return True
