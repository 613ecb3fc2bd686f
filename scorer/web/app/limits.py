"""How often one address may do what costs the host most, such as starting sheets."""

import ipaddress
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from flask import current_app, request

from ...rules.core import counted
from .long_work import ServerBusyError

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import MovingWindowRateLimiter

STARTED_A_MINUTE = 100
"""Sheets that one address may start in a minute: a club may sit behind one."""
FILES_A_MINUTE = 60
"""Files that one address may have looked through in a minute, or texts instead of them."""
WRONG_CODES_A_MINUTE = 10
"""Codes of links that one address may type wrong in a minute."""

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


def _counted(what: str, a_minute: int) -> int:
    """Count one more of these, and give 0; where they are too many, how many seconds to wait."""
    if _is_free():
        return 0
    from limits import RateLimitItemPerMinute

    most, whose = RateLimitItemPerMinute(a_minute), (what, _address())
    return 0 if _limiter().hit(most, *whose) else _seconds_left(most, *whose)


def guesses_wait(*, wrong: bool = False) -> int:
    """How many seconds an address must wait before it may try another code, 0 for none. wrong: count one more.

    This machine is counted too: behind a proxy that is not told of, everybody has its address.
    """
    from limits import RateLimitItemPerMinute

    most, whose = RateLimitItemPerMinute(WRONG_CODES_A_MINUTE), ("wrong codes", _address())
    if wrong:
        _limiter().hit(most, *whose)
        return 0
    return 0 if _limiter().test(most, *whose) else _seconds_left(most, *whose)


def _limiter() -> "MovingWindowRateLimiter":
    # Loaded with the first sheet that somebody starts: the first page is to be there soon.
    from limits.storage import storage_from_string
    from limits.strategies import MovingWindowRateLimiter

    if EXTENSION not in current_app.extensions:
        storage = storage_from_string(current_app.config["RATELIMIT_STORAGE_URI"])
        current_app.extensions[EXTENSION] = MovingWindowRateLimiter(storage)
    return current_app.extensions[EXTENSION]


def _seconds_left(most: "RateLimitItem", *whose: str) -> int:
    return max(1, round(_limiter().get_window_stats(most, *whose).reset_time - time.time()))


def in_words(seconds: int) -> str:
    return _in_words(current_app.config["NEW_SHEETS_A_MINUTE"], "sheet", "started", seconds)


def _in_words(most: int, thing: str, done: str, seconds: int) -> str:
    wait = counted(seconds, "second")
    return f"{counted(most, thing)} {done} from here within a minute: the next may be in {wait}."
