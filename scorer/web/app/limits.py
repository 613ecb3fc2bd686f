"""How often one phone or one address may do what costs the host most. Who does too much waits, and loses nothing.

A phone that may open a sheet is counted by itself, wherever it is; of all others only the address is known.
"""

import ipaddress
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NoReturn

from flask import abort, current_app, request

from ...rules.core import counted
from ...store import people
from . import access
from .long_work import Asker, ServerBusyError

if TYPE_CHECKING:
    from limits.strategies import MovingWindowRateLimiter

STARTED_A_MINUTE = 100
"""Sheets that one address may start in a minute, each of a bundle counted: a club may sit behind one."""
BUNDLE = 300
"""Sheets that may come together, if none have come for as long as it takes to start so many."""
FILES_A_MINUTE = 60
"""Files that one address may have looked through in a minute, or texts instead of them."""
ACTS_A_MINUTE = 60
"""Acts that one phone may do in a minute: nobody plays as fast."""
COMPUTING_A_MINUTE = 20
"""Seconds of a minute that the server may be kept busy for one phone, or for one address, by what takes long."""
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

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def _here() -> Address:
    address = ipaddress.ip_address(request.remote_addr or "127.0.0.1")
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


def asker() -> Asker:
    """For whom this request is: a phone that may open the sheet that it is about, or any; else an address."""
    sheet_id = (request.view_args or {}).get("sheet_id")
    device = access.device()
    if device and (access.is_open(sheet_id) if sheet_id else people.has_a_sheet(device)):
        return Asker(f"phone {device}", stranger=False)
    return Asker(_address(), stranger=True)


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


def admit_act(device: str) -> None:
    """Raises ServerBusyError where a phone has done too many acts within a minute. `act_done` counts one."""
    most = current_app.config["ACTS_A_MINUTE"]
    if most and (seconds := _seconds("acts", device, most)):
        wait = counted(seconds, "second")
        text = f"{counted(most, 'entry', 'entries')} of this phone within a minute: the next may be in {wait}."
        raise ServerBusyError({}, text, 429, seconds)


def act_done(device: str) -> None:
    if most := current_app.config["ACTS_A_MINUTE"]:
        _seconds("acts", device, most, adds=True)


def seconds_to_rest(whose: Asker) -> int:
    """How many seconds must pass before the server computes for somebody again, 0 for none."""
    return 0 if _is_free() else _seconds("computing", whose.name, round(COMPUTING_A_MINUTE * TENTHS))


def computed(whose: Asker, seconds: float) -> None:
    """Count what the server has computed for somebody."""
    most = round(COMPUTING_A_MINUTE * TENTHS)
    tenths = min(round(seconds * TENTHS), most)
    if tenths and not _is_free():
        _seconds("computing", whose.name, most, takes=tenths, adds=True, or_rest=True)


def guesses_wait(*, of: str = "codes", wrong: bool = False) -> int:
    """How many seconds an address must wait before it may try another code, 0 for none. of: which kind of codes;
    wrong: count one more.

    This machine is counted too: behind a proxy that is not told of, everybody has its address.
    """
    waits = [
        _seconds(f"wrong {of}", _address(), WRONG_CODES_A_MINUTE, adds=wrong),
        _seconds(f"wrong {of} of a site", _network(48), WRONG_CODES_A_SITE, adds=wrong),
    ]
    of_all = _seconds(f"wrong {of} of all", "", WRONG_CODES_AN_HOUR, minutes=60, adds=wrong)
    return max(*waits, of_all if not access.device() else 0)


def refuse_key() -> NoReturn:
    """Count a wrong key of a season's link: 404, or that there were too many. A right key is never held up."""
    if seconds := guesses_wait(of="season keys", wrong=True):
        wait = counted(seconds, "second")
        raise ServerBusyError({}, f"Too many links were wrong: the next may be tried in {wait}.", 429, seconds)
    abort(404)


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
    """How many seconds somebody must wait, 0 for none. most: within so many minutes; takes: how many are asked
    for; adds: count them; or_rest: where there is no room for all of them, those for which there is.

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


def in_words(seconds: int) -> str:
    return _in_words(current_app.config["NEW_SHEETS_A_MINUTE"], "sheet", "started", seconds)


def _in_words(most: int, thing: str, done: str, seconds: int) -> str:
    wait = counted(seconds, "second")
    return f"{counted(most, thing)} {done} from here within a minute: the next may be in {wait}."
