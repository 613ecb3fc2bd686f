"""How often one address may do what costs the host most, such as starting sheets."""

import ipaddress
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from flask import current_app, request

from ...rules.core import counted
from .long_work import ServerBusyError

if TYPE_CHECKING:
    from limits.strategies import MovingWindowRateLimiter

STARTED_A_MINUTE = 100
"""Sheets that one address may start in a minute: a club may sit behind one."""
FILES_A_MINUTE = 60
"""Files that one address may have looked through in a minute, or texts instead of them."""
WRONG_CODES_A_MINUTE = 10
"""Codes of links that one address may type wrong in a minute."""

OWN_STORE = "memory://"
"""Where a process counts by itself."""
EXTENSION = "scorer limits"


def _address() -> str:
    """Who asks: an address, or of the sixth version all that one host has to choose from."""
    address = ipaddress.ip_address(request.remote_addr or "127.0.0.1")
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


def _is_free() -> bool:
    """Whether nothing is counted: for this machine itself, and where the host wants no limit."""
    here = ipaddress.ip_address(request.remote_addr or "127.0.0.1")
    return here.is_loopback or not current_app.config["NEW_SHEETS_A_MINUTE"]


def seconds_to_wait() -> int:
    """Count a sheet that is about to be started, or several imported together, and give 0; where these are too
    many, when the next may be.
    """
    return _counted("new sheets", current_app.config["NEW_SHEETS_A_MINUTE"])


def admit_file(fields: Callable[[], Mapping[str, str]]) -> None:
    """Count a file that is about to be looked through. fields: as for `take_turn`. Raises ServerBusyError where
    these are too many.
    """
    if seconds := _counted("files", FILES_A_MINUTE):
        raise ServerBusyError(fields(), _in_words(FILES_A_MINUTE, "file", "sent", seconds), 429, seconds)


def guesses_wait(*, wrong: bool = False) -> int:
    """How many seconds an address must wait before it may try another code, 0 for none. wrong: count one more.

    This machine is counted too: behind a proxy that is not told of, everybody has its address.
    """
    return _seconds("wrong codes", WRONG_CODES_A_MINUTE, adds=wrong)


def _counted(what: str, a_minute: int) -> int:
    """Count one more of these, and give 0; where they are too many, how many seconds to wait."""
    return 0 if _is_free() else _seconds(what, a_minute, adds=True)


def _seconds(what: str, a_minute: int, *, adds: bool) -> int:
    """How many seconds this address must wait, 0 for none. adds: count one more.

    Where the store of the counts is away, each process counts for itself meanwhile.
    """
    from limits import RateLimitItemPerMinute
    from limits.errors import StorageError

    def ask(limiter: "MovingWindowRateLimiter") -> int:
        if (limiter.hit if adds else limiter.test)(most, *whose):
            return 0
        return max(1, round(limiter.get_window_stats(most, *whose).reset_time - time.time()))

    most, whose = RateLimitItemPerMinute(a_minute), (what, _address())
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
