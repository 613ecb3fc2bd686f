"""How often one address may do what costs the host most, such as starting sheets."""

import ipaddress
import time

from flask import Flask, current_app, request
from flask_limiter import Limiter, RateLimitExceeded

from ...rules.core import counted

STARTED_A_MINUTE = 100
"""Sheets that one address may start in a minute: a club may sit behind one."""

MINUTE = 60


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


limiter = Limiter(_address, strategy="moving-window")


def _most() -> str:
    return f"{current_app.config['NEW_SHEETS_A_MINUTE']}/minute"


@limiter.shared_limit(_most, scope="new sheets", exempt_when=_is_free)
def _count_start() -> None:
    """A sheet is about to be started, or several brought in together. Raises RateLimitExceeded."""


def seconds_to_wait() -> int:
    """Count a sheet that is about to be started, and give 0; where these are too many, when the next may be."""
    try:
        _count_start()
    except RateLimitExceeded:
        limit = limiter.current_limit
        return max(1, limit.reset_at - int(time.time())) if limit else MINUTE
    return 0


def in_words(seconds: int) -> str:
    most = current_app.config["NEW_SHEETS_A_MINUTE"]
    wait = counted(seconds, "second")
    return f"{counted(most, 'sheet')} started from here within a minute: the next may be in {wait}."


def register(app: Flask) -> None:
    limiter.init_app(app)
