"""Pages that take files: a request to them may be larger than one that enters a hand."""

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, current_app, request

View = TypeVar("View", bound=Callable[..., object])

BESIDE = 16 * 1024
"""What the form may hold beside its file."""


def takes_a_file(most_bytes: int, *, typed: bool = False) -> Callable[[View], View]:
    """Mark a view whose form sends a file of at most so many bytes. typed: which may also stand in a field."""

    def mark(view: View) -> View:
        view.most_bytes = most_bytes + BESIDE  # type: ignore[attr-defined]
        view.typed = typed  # type: ignore[attr-defined]
        return view

    return mark


def register(app: Flask) -> None:
    """To be called before anything looks into a form, for then all of it has been read."""
    app.before_request(_make_room)


def _make_room() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    most: int | None = getattr(view, "most_bytes", None)
    # Files come in parts, and of these Flask limits what is typed by itself.
    if most is not None and request.mimetype == "multipart/form-data":
        request.max_content_length = most
        if getattr(view, "typed", False):
            request.max_form_memory_size = most
