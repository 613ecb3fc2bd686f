"""Pages that take files: a request to them may be larger than one that enters a hand."""

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, current_app, request

View = TypeVar("View", bound=Callable[..., object])

READ_AWAY = 32 * 1024 * 1024
"""Bytes of a request that is too large which are still taken in: a picture from a phone's camera, say."""
FORM_BYTES = 16 * 1024
"""What the form may hold besides its file."""

_most: dict[object, tuple[int, bool]] = {}
"""Of each view that takes a file: the bytes of its requests, and whether they may also stand in a field."""


def takes_a_file(most_bytes: int, *, typed: bool = False) -> Callable[[View], View]:
    """Mark a view whose form sends a file of at most so many bytes. typed: which may also stand in a field."""

    def mark(view: View) -> View:
        _most[view] = most_bytes + FORM_BYTES, typed
        return view

    return mark


def register(app: Flask) -> None:
    """To be called before anything looks into a form, for then all of it has been read."""
    app.before_request(_raise_limit)


def rooms(app: Flask) -> dict[str, int]:
    """The bytes that a request may have, by the beginning of its address, where that is more than a form needs."""
    views = ((rule.rule, app.view_functions[rule.endpoint]) for rule in app.url_map.iter_rules())
    return {address.partition("<")[0]: _most[view][0] for address, view in views if view in _most}


def read_away() -> None:
    """Take in a request that is refused as too large, and keep nothing of it.

    A server that answers before it has read all closes the connection, and a browser that still sends never reads
    why: a proxy makes a 502 of it.
    """
    left = READ_AWAY
    while left > 0 and (part := request.environ["wsgi.input"].read(64 * 1024)):
        left -= len(part)


def _raise_limit() -> None:
    most_bytes, typed = _most.get(current_app.view_functions.get(request.endpoint or ""), (0, False))
    # Files come in parts, and of these Flask limits what is typed by itself.
    if most_bytes and request.mimetype == "multipart/form-data":
        request.max_content_length = most_bytes
        if typed:
            request.max_form_memory_size = most_bytes
