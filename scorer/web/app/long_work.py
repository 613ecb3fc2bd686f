"""Requests that keep the server busy for long: one after the other, so that every phone is answered meanwhile.

Python computes for one request at a time. One that takes seconds may share this with those that take little;
several would leave nothing to them, and would hold every thread besides.
"""

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from flask import Flask, g, make_response, render_template, request
from flask.typing import ResponseReturnValue

LONG_SHEET = 150
"""Hands from which on whatever is done with a sheet takes long."""
PATIENCE = 5
"""Seconds that a request waits for its turn; then it is refused, and to be sent again."""
AGAIN = 5
"""Seconds after which that makes sense."""
TEXT = "The server works on something large for somebody else."


class ServerBusyError(Exception):
    """Others wait already, or one takes very long; or this address has done so often enough.

    fields: what the form holds beside what was sent as text. seconds: when it makes sense to send it again.
    """

    def __init__(
        self, fields: Mapping[str, str], text: str = TEXT, status: int = 503, seconds: int = AGAIN
    ) -> None:
        super().__init__(text)
        self.fields = fields
        self.text = text
        self.status = status
        self.seconds = seconds


class Queue:
    """places: how many requests may be here, the one whose turn it is and those that wait, each with a thread."""

    def __init__(self, places: int) -> None:
        self._places = threading.BoundedSemaphore(places)
        self._turn = threading.Lock()

    def enter(self) -> ExitStack | None:
        """Wait for the turn, and give what ends it; None where that would take too long."""
        with ExitStack() as stack:
            if not self._places.acquire(blocking=False):
                return None
            stack.callback(self._places.release)
            if not self._turn.acquire(timeout=PATIENCE):
                return None
            stack.callback(self._turn.release)
            return stack.pop_all()


FILES = Queue(2)
"""For files from elsewhere, and for all sheets of a phone as one."""
SHEETS = Queue(3)
"""For sheets that are long or are drawn on paper: whoever plays on a long one does not wait for files."""


def take_turn(queue: Queue, fields: Callable[[], Mapping[str, str]] = dict) -> None:
    """Wait until no other request of this queue is being answered; until this one is, it is its turn.

    fields: asked for what is to be sent again beside the texts of the form. Raises ServerBusyError.
    """
    turns: dict[Queue, ExitStack] = g.setdefault("turns", {})
    if queue not in turns:
        turn = queue.enter()
        if turn is None:
            raise ServerBusyError(fields())
        turns[queue] = turn


def register(app: Flask) -> None:
    @app.teardown_request
    def end_turns(error: BaseException | None) -> None:
        for turn in g.pop("turns", {}).values():
            turn.close()

    @app.errorhandler(ServerBusyError)
    def say_when(error: ServerBusyError) -> ResponseReturnValue:
        # Not a form: whatever was sent, to any page, is offered to be sent again as it is.
        sent = [each for each in request.form.items(multi=True) if each[0] not in ("csrf_token", *error.fields)]
        page = render_template("busy.html", text=error.text, sent=[*sent, *error.fields.items()])
        response = make_response(page, error.status)
        response.headers["Retry-After"] = str(error.seconds)
        return response
