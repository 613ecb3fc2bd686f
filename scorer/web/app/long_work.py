"""Requests that keep the server busy for long: one after the other, so that every phone is answered meanwhile.

Python computes for one request at a time. One that takes seconds may share this with those that take little;
several would leave nothing to them, and would hold every thread besides.
"""

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic
from types import MappingProxyType

from flask import Flask, g, make_response, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.core import counted

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


@dataclass(frozen=True)
class Asker:
    """For whom the server works. name: the same for all requests of a phone, or of an address; stranger: whether
    that is an address, of which no phone is known that may open a sheet.
    """

    name: str
    stranger: bool


class Queue:
    """places: how many requests may be here, the one whose turn it is and those that wait, each with a thread.

    Nobody has two of them, and strangers leave the last one free.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._taken: set[str] = set()
        self._door = threading.Lock()
        self._turn = threading.Lock()

    def enter(self, asker: Asker) -> ExitStack | None:
        """Wait for the turn, and give what ends it; None where that would take too long."""
        with ExitStack() as stack:
            with self._door:
                if asker.name in self._taken or len(self._taken) >= self._places - asker.stranger:
                    return None
                self._taken.add(asker.name)
            stack.callback(self._taken.discard, asker.name)
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
    if queue in turns:
        return
    from . import limits  # Here, not above: it asks which phone this is, and who looks at a sheet takes a turn.

    asker = limits.asker()
    if seconds := limits.seconds_to_rest(asker):
        kept, wait = counted(limits.COMPUTING_A_MINUTE, "second"), counted(seconds, "second")
        text = f"The server has worked for you {kept} within a minute: it goes on in {wait}."
        raise ServerBusyError(fields(), text, 429, seconds)
    turn = queue.enter(asker)
    if turn is None:
        raise ServerBusyError(fields())
    begun = monotonic()
    turn.callback(lambda: limits.computed(asker, monotonic() - begun))
    turns[queue] = turn


def register(app: Flask) -> None:
    @app.teardown_request
    def end_turns(error: BaseException | None) -> None:
        for turn in g.pop("turns", {}).values():
            turn.close()

    @app.errorhandler(ServerBusyError)
    def say_when(error: ServerBusyError) -> ResponseReturnValue:
        return refusal(error.text, error.status, error.seconds, error.fields)


def refusal(
    text: str, status: int, seconds: int = 0, fields: Mapping[str, str] = MappingProxyType({})
) -> ResponseReturnValue:
    """A page that says why a request was not taken, and loses nothing of it.

    fields: as of ServerBusyError; seconds: after which it is sent again by itself, 0 for never.
    """
    page = render_template("busy.html", text=text, sent=[*sent_but(*fields), *fields.items()], seconds=seconds)
    response = make_response(page, status)
    if seconds:
        response.headers["Retry-After"] = str(seconds)
    return response


def sent_but(*names: str) -> list[tuple[str, str]]:
    """The texts that were sent under other names than these, and no token: a page offers to send them again."""
    # Not a form: whatever was sent, to any page, is offered as it is.
    return [each for each in request.form.items(multi=True) if each[0] not in ("csrf_token", *names)]
