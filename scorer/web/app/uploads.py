"""Pages that take files: a request to them may be larger than one that enters a hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import Flask, current_app, request

View = TypeVar("View", bound=Callable[..., object])

BESIDE = 16 * 1024
"""What the form may hold beside its file."""


@dataclass(frozen=True)
class _Room:
    most_bytes: int
    typed: bool


_rooms: dict[object, _Room] = {}
"""What each view that takes a file has room for."""


def takes_a_file(most_bytes: int, *, typed: bool = False) -> Callable[[View], View]:
    """Mark a view whose form sends a file of at most so many bytes. typed: which may also stand in a field."""

    def mark(view: View) -> View:
        _rooms[view] = _Room(most_bytes + BESIDE, typed)
        return view

    return mark


def register(app: Flask) -> None:
    """To be called before anything looks into a form, for then all of it has been read."""
    app.before_request(_make_room)


def rooms(app: Flask) -> dict[str, int]:
    """The bytes that a request may have, by the beginning of its address, where that is more than a form needs."""
    found = ((rule.rule, _rooms.get(app.view_functions[rule.endpoint])) for rule in app.url_map.iter_rules())
    return {address.partition("<")[0]: room.most_bytes for address, room in found if room}


def _make_room() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    room = _rooms.get(view)
    # Files come in parts, and of these Flask limits what is typed by itself.
    if room and request.mimetype == "multipart/form-data":
        request.max_content_length = room.most_bytes
        if room.typed:
            request.max_form_memory_size = room.most_bytes
