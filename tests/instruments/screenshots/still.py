"""A clock that stands and chance that repeats itself, so that pictures of two commits differ in the look alone."""

import importlib
import pkgutil
import random
import secrets
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from unittest.mock import patch

import scorer

EVENING = datetime(2026, 11, 20, 20, 14, tzinfo=UTC)
"""When every picture is taken, but for 10 µs a look at the clock: what is saved later is later."""


class _AnyMoment(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


class _Clock(datetime, metaclass=_AnyMoment):
    """Stands in for the class `datetime`; all that it makes are moments of that class itself."""

    _looks = count()

    def __new__(cls, *args: int, **kwargs: int) -> datetime:
        return datetime(*args, **kwargs)  # type: ignore[arg-type] # noqa: DTZ001 (whatever that class takes)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        moment = EVENING + timedelta(microseconds=10 * next(cls._looks))
        return moment.astimezone(tz) if tz else moment.astimezone().replace(tzinfo=None)


@contextmanager
def still() -> Iterator[None]:
    """While inside, the app and its tests see one evening, and draw the same ids, keys and lots each time."""
    for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if not module.name.startswith("scorer.store.migrations.") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    streams: dict[str, random.Random] = {}

    def drawn(kind: str, number: int) -> bytes:
        """From a stream for each kind and length: one draw more of a kind moves no other."""
        return streams.setdefault(f"{kind} {number}", random.Random(f"{kind} {number}")).randbytes(number)

    stands = [
        patch.object(module, "datetime", _Clock)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in ("scorer", "tests") and getattr(module, "datetime", None) is datetime
        if name != __name__
    ]
    stands += [
        patch.object(secrets, "token_bytes", lambda number=32: drawn("bytes", number)),
        patch.object(secrets, "token_hex", lambda number=32: drawn("hex", number).hex()),
        patch.object(
            *(secrets, "token_urlsafe"),
            lambda number=32: urlsafe_b64encode(drawn("url", number)).rstrip(b"=").decode(),
        ),
        patch.object(secrets, "choice", lambda choices: choices[0]),
    ]
    with ExitStack() as inside:
        for stand in stands:
            inside.enter_context(stand)
        yield
