"""How often one phone or one address may do what costs the host most. Who does too much waits, and loses nothing.

A phone that may open a sheet is counted by itself, wherever it is, and its address besides, which can have as many
phones as it makes cookies; there is room for a club behind one address. Of all others only the address is known.
"""

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn, ParamSpec, TypeVar

from flask import Flask, abort, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue

from ...rules.core import counted
from ...store import people
from . import devices

if TYPE_CHECKING:
    from limits.strategies import MovingWindowRateLimiter

P = ParamSpec("P")

TYPED_BYTES = 64 * 1024
"""What a form may hold, files apart."""
STARTED_A_MINUTE = 100
"""Sheets that one address may start in a minute, each of a bundle counted: a club may sit behind one."""
BUNDLE = 300
"""Sheets that may come together, if none have come for as long as it takes to start so many."""
FILES_A_MINUTE = 60
"""Files that one address may have looked through in a minute, or texts instead of them."""
ACTS_A_MINUTE = 60
"""Acts that one phone may do in a minute: nobody plays as fast."""
PHONES_OF_AN_ADDRESS = 5
"""So many times the acts of one phone may come from one address: three hundred in a minute are those of a club
where a hundred phones do something every twenty seconds.
"""
COMPUTING_A_MINUTE = 20
"""Seconds of a minute that the server may be kept busy for one phone, or for one address, by what takes long."""
COMPUTING_OF_AN_ADDRESS = 30
"""The same for all phones of one address: half of the time is left to others."""
WRONG_CODES_A_MINUTE = 10
"""Codes of links, and club codes, that one address may type wrong in a minute, of each kind."""
WRONG_CODES_A_SITE = 60
"""The same for a /48 of the sixth version, which a customer of a network may have."""
WRONG_CODES_AN_HOUR = 1000
"""The same for all addresses together; phones that are known here may go on."""

TENTHS = 10
"""Computing is counted in tenths of a second."""
OWN_STORE = "memory://"
"""Where a process counts by itself."""
EXTENSION = "scorer limits"


def register(app: Flask) -> None:
    """To be called before anything looks into a form, for then all of it has been read."""
    app.before_request(_raise_limit)

    @app.teardown_request
    def end_turns(error: BaseException | None) -> None:
        for turn in g.pop("turns", {}).values():
            turn.close()

    @app.errorhandler(ServerBusyError)
    def say_when(error: ServerBusyError) -> ResponseReturnValue:
        return refusal(error.text, error.status, error.seconds, error.fields)


# Who asks

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NOWHERE = ipaddress.ip_address("0.0.0.0")
"""Counted as one address: whatever a proxy says that is none."""


def _here() -> Address:
    return address_in(request.remote_addr or "127.0.0.1")


def address_in(text: str) -> Address:
    """The address in what a proxy says of who asks: bare, in brackets, or with a port; else `NOWHERE`."""
    host = text.rpartition(":")[0]
    bare = host if "." in host or host.endswith("]") else text
    try:
        # Behind the % of an address stands the name of a wire of that machine.
        address = ipaddress.ip_address(bare.strip("[]").partition("%")[0])
    except ValueError:
        return NOWHERE
    return getattr(address, "ipv4_mapped", None) or address


def _network(prefix: int) -> str:
    """Who asks: an address, or of the sixth version all that begin as it does."""
    address = _here()
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, prefix), strict=False))


def _address() -> str:
    """Who asks: an address, or of the sixth version all that one host has to choose from."""
    return _network(64)


def _is_free() -> bool:
    """Whether nothing is counted: for this machine itself, and where the host wants no limit."""
    return _here().is_loopback or not current_app.config["NEW_SHEETS_A_MINUTE"]


class Asker(NamedTuple):
    """For whom the server works.

    phone: one that may open a sheet, "" for a stranger.
    address: "" where it is not counted, as for phones that reach this machine by itself.
    """

    phone: str
    address: str

    @property
    def name(self) -> str:
        """The same for all requests of a phone, or of a stranger's address."""
        return self.phone or self.address


def asker() -> Asker:
    """For whom this request is: a phone that may open the sheet that it is about, or any; else an address."""
    sheet_id = (request.view_args or {}).get("sheet_id")
    device = devices.device()
    if device and (devices.is_open(sheet_id) if sheet_id else people.has_a_sheet(device)):
        return Asker(f"phone {device}", "" if _is_free() else _address())
    return Asker("", _address())


# How often

AGAIN = 5
"""Seconds after which it makes sense to send again what the server was too busy for."""
BUSY = "The server works on something large for somebody else."


class ServerBusyError(Exception):
    """Others wait already, or one takes very long; or this address has done so often enough.

    fields: what the form holds beside what was sent as text.
    seconds: when it makes sense to send it again.
    """

    def __init__(
        self, fields: Mapping[str, str], text: str = BUSY, status: int = 503, seconds: int = AGAIN
    ) -> None:
        super().__init__(text)
        self.fields = fields
        self.text = text
        self.status = status
        self.seconds = seconds


def refusal(
    text: str, status: int, seconds: int = 0, fields: Mapping[str, str] = MappingProxyType({})
) -> ResponseReturnValue:
    """A page that says why a request was not taken, and loses nothing of it.

    fields: as of ServerBusyError.
    seconds: after which it is sent again by itself, 0 for never.
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


def seconds_to_wait(sheets: int = 1) -> int:
    """Count sheets that are about to be started or imported, and give 0; where these are too many, when the next
    may be.
    """
    if _is_free() or not sheets:
        return 0
    most = current_app.config["NEW_SHEETS_A_MINUTE"]
    minutes = max(1, -(-BUNDLE // most))
    sheets = min(sheets, most * minutes)
    whose = _address()

    def asked(adds: bool) -> int:
        # More than a minute's together only where none have come for as many minutes.
        return max(
            _seconds("new sheets", whose, most, takes=min(sheets, most), adds=adds),
            _seconds("many new sheets", whose, most * minutes, minutes=minutes, takes=sheets, adds=adds),
        )

    return asked(adds=False) or asked(adds=True)


def admit_sheets(sheets: int, fields: Callable[[], Mapping[str, str]]) -> None:
    """Count sheets that are about to be imported. fields: as for `take_turn`. Raises ServerBusyError where these
    are too many.
    """
    if seconds := seconds_to_wait(sheets):
        raise ServerBusyError(fields(), in_words(seconds), 429, seconds)


def admit_file(fields: Callable[[], Mapping[str, str]]) -> None:
    """Count a file that is about to be looked through. fields: as for `take_turn`. Raises ServerBusyError where
    these are too many.
    """
    if not _is_free() and (seconds := _seconds("files", _address(), FILES_A_MINUTE, adds=True)):
        raise ServerBusyError(fields(), _in_words(FILES_A_MINUTE, "file", "sent", seconds), 429, seconds)


def admit_act(device: str | None) -> None:
    """Raises ServerBusyError where a phone, or its address, has done too many acts within a minute. `act_done`
    counts one. device: None for a phone that is not known yet.
    """
    for what, whose, most, where in _counts_of_acts(device):
        if seconds := _seconds(what, whose, most):
            wait = counted(seconds, "second")
            text = f"{counted(most, 'change')} {where} within a minute: the next may be in {wait}."
            raise ServerBusyError({}, text, 429, seconds)


def act_done(device: str | None) -> None:
    for what, whose, most, _ in _counts_of_acts(device):
        _seconds(what, whose, most, adds=True)


def _counts_of_acts(device: str | None) -> Iterator[tuple[str, str, int, str]]:
    """Where an act is counted: as what, whose it is, how many may be, and where they come from."""
    if most := current_app.config["ACTS_A_MINUTE"]:
        if device:
            yield "acts", device, most, "of this phone"
        if not _is_free():
            yield "acts of an address", _address(), most * PHONES_OF_AN_ADDRESS, "from here"


def is_act(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """Mark a view that writes something beside the entries of a sheet: what it does is an act too."""

    @wraps(view)
    def counted_view(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        admit_act(devices.device())
        answer = make_response(view(*args, **kwargs))
        if answer.status_code < 400:
            act_done(devices.device())
        return answer

    return counted_view


def guesses_wait(*, of: str = "codes", wrong: bool = False) -> int:
    """How many seconds an address must wait before it may try another code, 0 for none.

    of: which kind of codes.
    wrong: count one more.

    This machine is counted too: behind a proxy that is not told of, everybody has its address.
    """
    waits = [
        _seconds(f"wrong {of}", _address(), WRONG_CODES_A_MINUTE, adds=wrong),
        _seconds(f"wrong {of} of a site", _network(48), WRONG_CODES_A_SITE, adds=wrong),
    ]
    of_all = _seconds(f"wrong {of} of all", "", WRONG_CODES_AN_HOUR, minutes=60, adds=wrong)
    return max(*waits, of_all if not devices.device() else 0)


def refuse_key() -> NoReturn:
    """Count a wrong key of a season's link: 404, or that there were too many. A right key is never held up."""
    if seconds := guesses_wait(of="season keys", wrong=True):
        wait = counted(seconds, "second")
        raise ServerBusyError({}, f"Too many links were wrong: the next may be tried in {wait}.", 429, seconds)
    abort(404)


def in_words(seconds: int) -> str:
    return _in_words(current_app.config["NEW_SHEETS_A_MINUTE"], "sheet", "started", seconds)


def _in_words(most: int, thing: str, done: str, seconds: int) -> str:
    wait = counted(seconds, "second")
    return f"{counted(most, thing)} {done} from here within a minute: the next may be in {wait}."


def _seconds(
    what: str,
    whose: str,
    most: int,
    *,
    minutes: int = 1,
    takes: int = 1,
    adds: bool = False,
    or_rest: bool = False,
) -> int:
    """How many seconds somebody must wait, 0 for none.

    most: within so many minutes.
    takes: how many are asked for.
    adds: count them.
    or_rest: where there is no room for all of them, those for which there is.

    Where the store of the counts is away, each process counts for itself meanwhile.
    """
    from limits import RateLimitItemPerMinute
    from limits.errors import StorageError

    def ask(limiter: "MovingWindowRateLimiter") -> int:
        if (limiter.hit if adds else limiter.test)(item, what, whose, cost=takes):
            return 0
        window = limiter.get_window_stats(item, what, whose)
        if adds and or_rest and window.remaining > 0:
            limiter.hit(item, what, whose, cost=window.remaining)
        return max(1, round(window.reset_time - time.time()))

    item = RateLimitItemPerMinute(most, minutes)
    try:
        return ask(_limiter(current_app.config["RATELIMIT_STORAGE_URI"]))
    except StorageError as away:
        current_app.logger.error("The store of the limits did not answer: %s", away.storage_error)
        return ask(_limiter(OWN_STORE))


def _limiter(store: str) -> "MovingWindowRateLimiter":
    # Loaded with the first sheet that somebody starts: the first page is to be there soon.
    from limits.storage import storage_from_string
    from limits.strategies import MovingWindowRateLimiter

    made: dict[str, MovingWindowRateLimiter] = current_app.extensions.setdefault(EXTENSION, {})
    if store not in made:
        made[store] = MovingWindowRateLimiter(storage_from_string(store, wrap_exceptions=True))
    return made[store]


# Requests that keep the server busy for long: one after the other, so that every phone is answered meanwhile.
# Python computes for one request at a time. One that takes seconds may share this with those that take little;
# several would leave nothing to them, and would hold every thread besides.

PATIENCE = 5
"""Seconds that a request waits for its turn; then it is refused, and to be sent again."""


class Queue:
    """places: how many requests may be here, those that are answered and those that wait, each with a thread.
    turns: how many are answered at the same time.

    No phone has two places, and of one address only one request is answered at a time. Neither the phones of one
    address nor strangers take the last place.
    """

    def __init__(self, places: int, turns: int = 1) -> None:
        self._places = places
        self._turns = turns
        self._here: list[Asker] = []
        self._answered: list[Asker] = []
        self._changed = threading.Condition()

    def enter(self, asker: Asker) -> ExitStack | None:
        """Wait for the turn, and give what ends it; None where that would take too long."""
        with ExitStack() as stack, self._changed:
            if not self._has_place(asker):
                return None
            self._here.append(asker)
            stack.callback(self._leave, self._here, asker)
            if not self._changed.wait_for(lambda: self._may_begin(asker), PATIENCE):
                return None
            self._answered.append(asker)
            stack.callback(self._leave, self._answered, asker)
            return stack.pop_all()

    def _has_place(self, asker: Asker) -> bool:
        names = [each.name for each in self._here]
        beside = [each for each in self._here if each.address and each.address == asker.address]
        leaves_one = not asker.phone or len(beside) == self._places - 1
        return asker.name not in names and len(names) < self._places - leaves_one

    def _may_begin(self, asker: Asker) -> bool:
        answered = [each.address or each.name for each in self._answered]
        return len(answered) < self._turns and (asker.address or asker.name) not in answered

    def _leave(self, those: list[Asker], asker: Asker) -> None:
        with self._changed:
            those.remove(asker)
            self._changed.notify_all()


FILES = Queue(2)
"""For files from elsewhere, and for all sheets of a phone as one."""
SHEETS = Queue(3, turns=2)
"""For sheets that are long or are drawn on paper: whoever plays on a long one does not wait for files."""


def take_turn(queue: Queue, fields: Callable[[], Mapping[str, str]] = dict) -> None:
    """Wait until no other request of this queue is being answered; until this one is, it is its turn.

    fields: asked for what is to be sent again beside the texts of the form. Raises ServerBusyError.
    """
    turns: dict[Queue, ExitStack] = g.setdefault("turns", {})
    if queue in turns:
        return
    whose = asker()
    if seconds := max((_seconds(*count) for count in _computing_of(whose)), default=0):
        wait = counted(seconds, "second")
        text = f"The server has worked for you as long as it may within a minute: it goes on in {wait}."
        raise ServerBusyError(fields(), text, 429, seconds)
    turn = queue.enter(whose)
    if turn is None:
        raise ServerBusyError(fields())
    begun = time.monotonic()
    turn.callback(lambda: _computed(whose, time.monotonic() - begun))
    turns[queue] = turn


def _computing_of(whose: Asker) -> Iterator[tuple[str, str, int]]:
    """Where computing is counted: as what, whose it is, and how many tenths of a second may be."""
    if not _is_free():
        yield "computing", whose.name, round(COMPUTING_A_MINUTE * TENTHS)
        yield "computing of an address", whose.address, round(COMPUTING_OF_AN_ADDRESS * TENTHS)


def _computed(whose: Asker, seconds: float) -> None:
    """Count what the server has computed for somebody."""
    for what, name, most in _computing_of(whose):
        if tenths := min(round(seconds * TENTHS), most):
            _seconds(what, name, most, takes=tenths, adds=True, or_rest=True)


# Pages that take files: a request to them may be larger than one that enters a hand.

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
