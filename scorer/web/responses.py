"""What every answer is given: static files, addresses, tokens, the lines at the top of a page, headers,
compression.
"""

import base64
import binascii
import gzip
import hashlib
import hmac
import ipaddress
import logging
import re
import secrets
import socket
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    get_flashed_messages,
    has_request_context,
    json,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.logging import default_handler
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect, generate_csrf
from werkzeug.routing import Rule
from werkzeug.wrappers import Response as BaseResponse

from ..exports.wording import isolated_in_page
from ..rules.core import RuleViolation
from ..sheet.core.judge import IllegalHandError
from ..sheet.core.sheet import Entry, EntryKind
from ..store.scorebook import Snapshot


def register(app: Flask) -> None:
    """To be called before all other parts: this one is the first to see a request, and the last its answer."""
    MaskedCSRFProtect().init_app(app)
    _serve_static_files(app)
    app.register_blueprint(bp)
    app.jinja_env.globals.update(form_token=form_token, line_on_felt=line_on_felt, paper=PAPER)
    _answer_to_own_names(app)
    # Else Flask asks of a dozen functions at each request whether they are coroutines. None is.
    app.ensure_sync = _as_it_is
    app.before_request(_refuse_nul)
    app.after_request(_compress)
    _add_headers_in(app)
    app.after_request(_tell_outbox)
    app.after_request(_isolate)
    app.logger.addFilter(WithRequestId())
    if default_handler in app.logger.handlers:
        default_handler.setFormatter(logging.Formatter(LINE_OF_LOG))


class LateRule(Rule):
    """The address of a page. Werkzeug writes and compiles two functions for each that make the address, for all
    pages when the app starts, which is a twelfth of the start. Here it does when such an address is made first.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, /, **values: compiled()(rule, **values)


def _as_it_is(func: Callable[..., Any]) -> Callable[..., Any]:
    return func


# Static files, and what a phone asks for to keep this app among its own

SCRIPTS = "js"
PACKAGE = Path(__file__).parents[1]
PAPER = {"light": "#f5efe1", "dark": "#101714", "black": "#000000"}
"""The ground of the pages in each theme, as the stylesheet has it: also of the phone's bars around them."""
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""File, size in pixels, and purpose: a phone cuts a maskable one to the shape of its others."""
MANIFEST = "application/manifest+json"
WORKER = "worker/service-worker.js"
SHELL = ("*.js", "*.svg", "css/*.css", "fonts/*.woff", "js/*.js")
"""What pages are made of: a phone keeps it, to show its last sheet without a network."""

bp = Blueprint("installation", __name__)


def folder_of(name: str) -> Path:
    """Beside the package's modules where it was installed, beside the package in a checkout."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def _serve_static_files(app: Flask) -> None:
    """Serve `/static/<version>/<file>`, and give templates `asset(file)`, the address of a file.

    The version stands in the path, not behind a question mark: a script imports the others as "./queue.js", and so
    gets those of its own version, without a map of addresses in every page or a script that is rewritten.
    """
    folder = Path(app.static_folder or "")

    @cache
    def version_of(name: str) -> str:
        """12 digits that change with the content; the scripts import each other and share one version."""
        path = folder / name
        paths = sorted(path.parent.iterdir()) if path.parent.name == SCRIPTS else [path]
        return hashlib.sha256(b"".join(each.read_bytes() for each in paths)).hexdigest()[:12]

    def send(filename: str, version: str = "") -> Response:
        response = app.send_static_file(filename)
        if version != version_of(filename):
            # A page of another version asks: what it gets is not what its address says for good.
            response.headers["Cache-Control"] = "no-cache"
        return response

    def asset(name: str) -> str:
        return url_for("static", filename=name, version=version_of(name))

    app.view_functions["static"] = send
    app.add_url_rule("/static/<string(length=12):version>/<path:filename>", endpoint="static")
    app.jinja_env.globals["asset"] = asset


def manifest_of(top: str, asset: Callable[[str], str]) -> dict[str, Any]:
    """What the app says of itself. top: the address of its first page; asset: gives that of a static file."""
    return {
        "id": top,
        "name": "Scorer",
        "short_name": "Scorer",
        "description": "The scorekeeper that lies on the table while you play cards.",
        "start_url": top,
        "scope": top,
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "icons": [
            {"src": asset(file), "sizes": size, "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ],
    }


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    top = f"{request.script_root}/"
    return Response(json.dumps(manifest_of(top, current_app.jinja_env.globals["asset"])), mimetype=MANIFEST)


@bp.get("/service-worker.js")
def service_worker() -> Response:
    """The worker of this release: it is another one as soon as a stylesheet or a script is another."""
    asset, folder = current_app.jinja_env.globals["asset"], Path(current_app.static_folder or "")
    files = sorted(path.relative_to(folder).as_posix() for parts in SHELL for path in folder.glob(parts))
    shell = json.dumps([asset(file) for file in files])
    version = hashlib.sha256(shell.encode()).hexdigest()[:12]
    text = f'const VERSION = "{version}";\nconst SHELL = {shell};\n{(folder / WORKER).read_text("utf-8")}'
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/favicon.ico")
def favicon() -> Response:
    """For browsers that take no drawing as an icon, and ask without being told to."""
    response = current_app.send_static_file("icons/favicon.ico")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


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


# What was just done, or not done, as a line at the top of the next page

LINES = "_flashes"
"""Where Flask keeps them in the session."""
MOST_LINES = 5
MOST_BYTES = 2000
"""Of the lines that wait for a page, whose cookie may have 4,096. Whoever sends act after act without loading one
is told the last ones.
"""
FORMS_OF_THE_NEXT_HAND = ("hands.new", "auction.show")


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
        given = {**headers, "Cache-Control": "private, no-cache", REQUEST_ID: request_id()} if is_page else headers
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
