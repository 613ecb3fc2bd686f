"""Requests drawn by Hypothesis: any route with any values, and forms of pages with some of their fields spoilt."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from ...web.bad import BAD
from .world import NAMES, Sent, World

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS")
FIELDS = (
    *("key", "seen", "after", "player", "action", "q", "page", "back", "to", "from", "hand", "column", "open"),
    *("before", "contract", "level", "suit", "tricks", "proposer", "accepter", "bid", "call", "calls"),
    *("points-0", "title", "date", "dealer", "role", "device", "phones", "code", "heard", "then", "near"),
    *("text", "kept", "name", "like", "mark", "acted", "entering", "edited", "flag", "option-tricks", "theme"),
    *("number", "leader", "held-0"),
)
TYPES = (
    None,
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
)
HEADERS = (
    *("HX-Request", "Outbox", "Range", "If-None-Match", "Accept-Encoding", "X-Forwarded-For", "Cookie"),
    *("Referer"),
)

SMALL = st.integers(-3, 20).map(str)
VALUES = st.one_of(
    st.sampled_from(
        (*BAD.values(), *NAMES, "", "on", "1", "score", "6H", "pass", "X" * 3000, "../../etc/passwd", "%00")
    ),
    SMALL,
    st.text(max_size=40),
    st.text(alphabet="0123456789.,-+eE{}[]\"':;/\\\n\r\t \x00\u200b\u202e\ufffe", max_size=60),
)


@dataclass(frozen=True)
class Request:
    """One request, as a client of the app sends it."""

    who: str
    method: str
    path: str
    options: tuple[tuple[str, Any], ...]

    def send(self, world: World) -> TestResponse:
        options = {name: _fresh(value) for name, value in self.options}
        return world.phones[self.who].client.open(self.path, method=self.method, buffered=True, **options)


def _fresh(value: Any) -> Any:
    """A form with a file in it, made for one request: what was sent is used up."""
    if not isinstance(value, tuple):
        return value
    fields: dict[str, list[Any]] = {}
    for name, content in value:
        fields.setdefault(name, []).append(
            (BytesIO(content), "any.json") if isinstance(content, bytes) else content
        )
    return fields


def requests(world: World) -> st.SearchStrategy[Request]:
    return st.one_of(_any_request(world), _spoilt_form(world), _spoilt_form(world), _spoilt_file(world))


@st.composite
def _any_request(draw: st.DrawFn, world: World) -> Request:
    who = draw(st.sampled_from(sorted(world.phones)))
    fields = draw(st.lists(st.tuples(st.sampled_from(FIELDS), VALUES), max_size=6))
    path = _path(draw, draw(st.sampled_from(world.rules())), world)
    method = draw(st.sampled_from(METHODS))
    options: list[tuple[str, Any]] = [("query_string", "&".join(f"{name}={quote(text)}" for name, text in fields))]
    if method != "GET" and method != "HEAD":
        kind = draw(st.sampled_from(TYPES))
        if kind is None:
            options.append(("data", (*fields, ("csrf_token", world.tokens[who]))))
        else:
            options += [("data", draw(st.binary(max_size=200))), ("content_type", kind)]
    if draw(st.integers(0, 4)) == 0:
        text = draw(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
        options.append(("headers", {draw(st.sampled_from(HEADERS)): text}))
    return Request(who, method, path, tuple(options))


def _path(draw: st.DrawFn, rule: Rule, world: World) -> str:
    """The address of a route, with ids that there are and others."""
    parts = rule.rule
    for name in rule.arguments:
        known = {"sheet_id": [each.rpartition("/")[2] for each in (*world.sheets, world.hidden)]}
        value = draw(st.one_of(st.sampled_from(known.get(name, ["1", "2", "plain", "start"])), SMALL, VALUES))
        start, end = parts.index("<"), parts.index(">") + 1
        parts = parts[:start] + (quote(value[:200], safe="") or "x") + parts[end:]
    return parts


@st.composite
def _spoilt_form(draw: st.DrawFn, world: World) -> Request:
    """A form of a page, nearly as it is: so the request comes as far as it can."""
    form: Sent = draw(st.sampled_from(world.forms))
    fields = list(form.fields)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(len(fields) - 1, 0)))
        how = draw(st.sampled_from(("change", "drop", "repeat", "add", "file")))
        if how == "add" or not fields:
            fields.append((draw(st.sampled_from(FIELDS)), draw(VALUES)))
        elif fields[at][0] != "csrf_token":
            name = fields[at][0]
            fields[at : at + 1] = {
                "change": [(name, draw(VALUES))],
                "drop": [],
                "file": [(name, b"x")],
                "repeat": [fields[at], (name, draw(VALUES))],
            }[how]
    who = draw(st.sampled_from((form.who, form.who, *sorted(world.phones))))
    sent = [(name, text) for name, text in fields if name != "csrf_token"]
    key = ("key", draw(st.text(alphabet="abcdef0123", min_size=8, max_size=12)))
    sent = [key if name == "key" and draw(st.booleans()) else (name, text) for name, text in sent]
    return Request(who, "POST", form.action, (("data", (*sent, ("csrf_token", world.tokens[who]))),))


@st.composite
def _spoilt_file(draw: st.DrawFn, world: World) -> Request:
    """A file of a sheet, or a table, with a piece of it changed."""
    text = draw(st.sampled_from(world.files))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        text = text[:start] + draw(VALUES) + text[start + draw(st.integers(0, 30)) :]
    who = draw(st.sampled_from(sorted(world.phones)))
    path = draw(st.sampled_from(("/import", "/check-paper/plain", f"{world.sheets[0]}/check-paper")))
    content: Any = text.encode("utf-8", "replace") if draw(st.booleans()) else text
    action = ("action", draw(st.sampled_from(("look", "import"))))
    name = "file" if isinstance(content, bytes) else "text"
    return Request(who, "POST", path, (("data", ((name, content), action, ("csrf_token", world.tokens[who]))),))
