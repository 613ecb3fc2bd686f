"""Every setting there is and what it may be: all that are given are read and checked before anything starts. The
key that signs cookies and makes links: whether a chosen one is fit, and the file of the app's own.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .rules.core import counted

if TYPE_CHECKING:
    from logging import Logger

LEAST_BYTES = 32
"""Of a key that somebody has chosen: what HMAC-SHA-256 makes use of."""
MAKES_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
"""The command that prints a key."""

_FEW = 6
"""Of a random key of hexadecimal digits, fewer than one in a million has so few different ones, or fewer."""
_IN_DOCUMENTS = ("WHAT_THE_COMMAND_BELOW_PRINTS", "secrets.token")
"""What stands in the documents where a key is to be put, and the command that prints one."""

_FILE_BYTES = 64
_OTHERS = 0o077
"""The rights of everybody but the owner."""


def weakness(key: str | bytes) -> str:
    """What is wrong with a key that somebody has chosen, as the end of a sentence; "" for one that is fit.

    Raises UnicodeEncodeError, which is a ValueError, for a text that is none in UTF-8.
    """
    content = key.encode() if isinstance(key, str) else key
    if len(content) < LEAST_BYTES:
        return f"has {counted(len(content), 'byte')} and needs {LEAST_BYTES} or more"
    if len({*content}) <= _FEW:
        return "repeats itself, and so can be guessed"
    if found := next((words for words in _IN_DOCUMENTS if words.encode() in content), ""):
        return f"is of our own documents (“{found}”), and so can be guessed"
    return ""


def secret_key_file(instance: Path) -> Path:
    return instance / "secret_key"


def has_secret_key(instance: Path) -> bool:
    """Whether the folder has a whole key: then an app has run there."""
    file = secret_key_file(instance)
    return file.is_file() and file.stat().st_size >= _FILE_BYTES


def secret_key(instance: Path, log: "Logger") -> bytes:
    """The key in this folder, made once, and readable by its owner alone from now on."""
    file = secret_key_file(instance)
    if not file.exists():
        # Not every system has links to files.
        _write_key(file, getattr(os, "link", os.replace))
    if not has_secret_key(instance):
        # Cut short by a power cut: worth nothing; open pages and links depend on it, and both can be had again.
        _write_key(file, os.replace)
    _close_key(file, log)
    return file.read_bytes()


def secret_key_at_hand(instance: Path) -> bytes | None:
    """The key in this folder, for a command; None where there is none yet."""
    return secret_key_file(instance).read_bytes() if has_secret_key(instance) else None


def _write_key(file: Path, put: Callable[[str, Path], None]) -> None:
    """Write a key whole under another name, then put it in its place: nobody ever reads half of one."""
    # Loaded only where a key is made: every command looks at the settings.
    import secrets
    import tempfile

    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix="secret_key.")
    with os.fdopen(descriptor, "w") as made:
        made.write(secrets.token_hex(_FILE_BYTES // 2))
        made.flush()
        os.fsync(made.fileno())
    try:
        put(draft, file)
    except FileExistsError:
        pass  # Of two processes that start at once one wins; the other takes the winner's key.
    except OSError:
        os.replace(draft, file)  # A file system without links.
    with suppress(FileNotFoundError):
        os.unlink(draft)


def _close_key(file: Path, log: "Logger") -> None:
    """Take the file from everybody but its owner, where the disk knows owners."""
    if not _is_open(file):
        return
    with suppress(OSError):
        file.chmod(0o600)
    if not _is_open(file):
        log.warning(
            "%s could be read by others and is its owner's alone now. Who has read it can make links.", file
        )
    elif _knows_modes(file.parent):
        log.warning("%s can be read by others, who can make links by it, and is not ours to close.", file)


def _is_open(file: Path) -> bool:
    return bool(file.stat().st_mode & _OTHERS)


def _knows_modes(folder: Path) -> bool:
    """Whether a file that is made for its owner alone is its owner's alone; on many a memory card none is."""
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder) as made:
            return not os.fstat(made.fileno()).st_mode & _OTHERS
    except OSError:
        return False


PREFIX = "SCORER_"
"""Before the name of a setting in the environment."""
DATABASE = "SQLALCHEMY_DATABASE_URI"
_HOST = re.compile(r"[A-Za-z0-9_.-]+")
_COOKIE = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
COOKIES = ("device", "settings", "spellings")
"""The names of the app's other cookies."""
_POOL = ("max_overflow", "pool_recycle", "pool_size", "pool_timeout")
"""What is a number among the options for the database."""
_KINDS_OF_DATABASE = ("sqlite", "postgresql")
_MEMORY = ":memory:"
"""SQLite's name for no file at all."""
OR_NULL = ", or null"
"""After what a setting has to be that may be turned off."""
OR_LIST = ", or a JSON list of them"
"""After what a setting has to be of which there may be several."""
LEAST_CLUB_CODE = 8
"""Characters of a club code."""


class SettingsError(Exception):
    """A setting that there is not, or that cannot be so: the message, for a person, names it and says why."""


class UnfitError(ValueError):
    """Why a value is none, where there is more to say than what is wanted. Its {prefix} is that of the setting."""


@dataclass(frozen=True)
class Kind:
    """What a setting has to be.

    read: gives the value as the app takes it, and raises ValueError where it is none.
    is_text: whether what looks like a number stays a text.
    """

    wanted: str
    read: Callable[[Any], Any]
    is_text: bool = True


def _that(fits: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Takes a value as it is, where it fits."""

    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError
        return value

    return read


def _flag(value: Any) -> bool:
    if type(value) not in (bool, int) or value not in (0, 1):
        raise ValueError
    return bool(value)


def _count(least: int) -> Callable[[Any], int]:
    return _that(lambda value: type(value) is int and value >= least)


def _seconds(value: Any) -> int | timedelta:
    try:
        lasts = value if isinstance(value, timedelta) else timedelta(seconds=_count(0)(value))
    except OverflowError:
        raise ValueError from None
    if lasts < timedelta():
        raise ValueError
    return value


_text = _that(lambda value: isinstance(value, str) and value.isprintable() and value.strip())


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_text(each) for each in ((value,) if isinstance(value, str) else _listed(value)))


def _listed(value: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError
    return (*value,)


def _one_of(*choices: Any) -> Callable[[Any], Any]:
    return _that(lambda value: value in choices)


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError
    return dict(value)


def _engine_options(value: Any) -> dict[str, Any]:
    options = _object(value)
    if any(type(options[name]) not in (int, float) for name in _POOL if name in options):
        raise ValueError
    return options


def _hosts(value: Any) -> tuple[str, ...]:
    names = _texts(value)
    if not all(_HOST.fullmatch(name) for name in names):
        raise ValueError
    return names


def _zone(value: Any) -> str:
    # Loaded only where one is set.
    from .exports.zones import zone_called

    if not zone_called(_text(value)):
        raise ValueError
    return value


def _key(value: Any) -> str | bytes:
    if not isinstance(value, str | bytes):
        raise ValueError
    if reason := weakness(value):
        raise UnfitError(f"{reason}. This prints another: {MAKES_ONE}")
    return value


def _secret_key(value: Any) -> str | bytes:
    try:
        return _key(value)
    except UnfitError as weak:
        raise UnfitError(
            f"{weak}. With another one phones keep their sheets, and also their cookies as long as "
            "{prefix}SECRET_KEY_FALLBACKS holds the former one; open pages have to be loaded again; links given "
            "so far open nothing any more, and “scorer links” prints new ones"
        ) from None


def _keys(value: Any) -> list[str | bytes]:
    """Former keys: they may be as weak as they were, for no link is derived from them."""
    keys = (value,) if isinstance(value, str | bytes) else _listed(value)
    if isinstance(value, str) and value.startswith("["):
        # A list that JSON cannot read.
        raise ValueError
    if not all(isinstance(key, bytes) or (isinstance(key, str) and key.encode()) for key in keys):
        raise ValueError
    return [*keys]


def _database(value: Any) -> Any:
    """A file's name or a URL. What cannot be read is not repeated: a password may be in it."""
    if isinstance(value, str) and "://" not in value and value != _MEMORY:
        return _text(value)
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(value)
        kind = url.get_backend_name()
        if kind not in _KINDS_OF_DATABASE or (kind == "sqlite" and url.database in (None, "", _MEMORY)):
            raise ValueError
    except ArgumentError:
        raise ValueError from None
    return value


def _store(value: Any) -> str:
    """Where limits are counted; looked at closely only where it is not the memory of the process."""
    if _text(value) == "memory://":
        return value
    if value.startswith("async+"):
        raise ValueError
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string
    from limits.strategies import MovingWindowRateLimiter

    try:
        MovingWindowRateLimiter(storage_from_string(value))
    except (ConfigurationError, NotImplementedError, TypeError, AttributeError):
        raise ValueError from None
    return value


def _or_null(kind: Kind) -> Kind:
    return replace(
        kind, wanted=kind.wanted + OR_NULL, read=lambda value: None if value is None else kind.read(value)
    )


def _each(kind: Kind, names: str) -> dict[str, Kind]:
    """Several settings of one kind. names: with blanks between them."""
    return dict.fromkeys(names.split(), kind)


FLAG = Kind("true or false", _flag, is_text=False)
COUNT = Kind("a whole number, 0 or more", _count(0), is_text=False)
SOME = Kind("a whole number, 1 or more", _count(1), is_text=False)
SECONDS = Kind("a whole number of seconds, 0 or more", _seconds, is_text=False)
TEXT = Kind("a text", _text)
TEXTS = Kind('a text, or a JSON list of texts such as ["one", "two"]', _texts)
OBJECT = Kind('a JSON object such as {"name": "value"}', _object, is_text=False)
URL = Kind(
    "a file, or the URL of a database such as postgresql+psycopg://HOST/NAME; memory alone would lose every hand",
    _database,
)

OURS = {
    "ACTS_A_MINUTE": COUNT,
    "CLUB_CODE": _or_null(
        Kind(
            f"a text of {LEAST_CLUB_CODE} characters or more",
            _that(lambda value: len("".join(_text(value).split())) >= LEAST_CLUB_CODE),
        )
    ),
    "DATABASE_URL": URL,
    "HOST_NAMES": Kind(f"a host name such as cards.example.org{OR_LIST}", _hosts),
    "LAN_ADDRESS": _or_null(
        Kind(
            "an address that begins with http:// or https://",
            _that(lambda value: _text(value).startswith(("http://", "https://"))),
        )
    ),
    "NEW_SHEETS_A_MINUTE": COUNT,
    "PROXIES": COUNT,
    "RATELIMIT_STORAGE_URI": Kind(
        "memory:// or, with its package installed, the URL of a store such as redis://HOST", _store
    ),
    "TIME_ZONE": _or_null(Kind("the name of a time zone such as Europe/Berlin", _zone)),
}
FLASKS = {
    **_each(FLAG, "DEBUG EXPLAIN_TEMPLATE_LOADING PROVIDE_AUTOMATIC_OPTIONS SESSION_COOKIE_HTTPONLY TESTING"),
    **_each(FLAG, "SESSION_COOKIE_PARTITIONED SESSION_COOKIE_SECURE SESSION_REFRESH_EACH_REQUEST"),
    **_each(FLAG, "TRAP_HTTP_EXCEPTIONS USE_X_SENDFILE"),
    **_each(_or_null(FLAG), "PROPAGATE_EXCEPTIONS TEMPLATES_AUTO_RELOAD TRAP_BAD_REQUEST_ERRORS"),
    **_each(_or_null(SOME), "MAX_CONTENT_LENGTH MAX_FORM_MEMORY_SIZE MAX_FORM_PARTS"),
    **_each(_or_null(TEXT), "SERVER_NAME SESSION_COOKIE_DOMAIN SESSION_COOKIE_PATH"),
    "APPLICATION_ROOT": TEXT,
    "MAX_COOKIE_SIZE": COUNT,
    "PERMANENT_SESSION_LIFETIME": SECONDS,
    "PREFERRED_URL_SCHEME": Kind("http or https", _one_of("http", "https")),
    "SECRET_KEY": Kind(f"a text of {LEAST_BYTES} bytes or more", _secret_key),
    "SECRET_KEY_FALLBACKS": _or_null(Kind("a former key, or a JSON list of former keys", _keys)),
    "SEND_FILE_MAX_AGE_DEFAULT": _or_null(SECONDS),
    "SESSION_COOKIE_NAME": Kind(
        f"the name of a cookie, and none of {', '.join(COOKIES)}, which are cookies already",
        _that(lambda value: _COOKIE.fullmatch(_text(value)) and value not in COOKIES),
    ),
    "SESSION_COOKIE_SAMESITE": _or_null(Kind("Strict, Lax or None", _one_of("Strict", "Lax", "None"))),
    "TRUSTED_HOSTS": Kind("null, for HOST_NAMES says which names are answered", _one_of(None), is_text=False),
}
FLASK_SQLALCHEMYS = {
    **_each(FLAG, "SQLALCHEMY_ECHO SQLALCHEMY_RECORD_QUERIES SQLALCHEMY_TRACK_MODIFICATIONS"),
    DATABASE: URL,
    "SQLALCHEMY_BINDS": OBJECT,
    "SQLALCHEMY_ENGINE_OPTIONS": Kind(
        f"{OBJECT.wanted}, with a number for {', '.join(_POOL)}", _engine_options, is_text=False
    ),
}
FLASK_WTFS = {
    **_each(FLAG, "RECAPTCHA_ENABLED WTF_CSRF_CHECK_DEFAULT WTF_CSRF_ENABLED WTF_I18N_ENABLED"),
    **_each(OBJECT, "RECAPTCHA_DATA_ATTRS RECAPTCHA_PARAMETERS"),
    **_each(TEXT, "RECAPTCHA_DIV_CLASS RECAPTCHA_HTML RECAPTCHA_PRIVATE_KEY RECAPTCHA_PUBLIC_KEY"),
    **_each(TEXT, "RECAPTCHA_SCRIPT RECAPTCHA_VERIFY_SERVER WTF_CSRF_META_NAME"),
    **_each(TEXTS, "WTF_CSRF_HEADERS WTF_CSRF_METHODS"),
    "WTF_CSRF_FIELD_NAME": Kind("csrf_token, as the forms have it", _one_of("csrf_token")),
    "WTF_CSRF_SECRET_KEY": Kind(f"a text of {LEAST_BYTES} bytes or more", _key),
    "WTF_CSRF_SSL_STRICT": Kind("false, for our pages send no referrer", _one_of(False), is_text=False),
    "WTF_CSRF_TIME_LIMIT": _or_null(SECONDS),
}
UNSAFE = {
    "DEBUG": (True, "it is for developing Scorer"),
    "TESTING": (True, "it is for the tests of Scorer"),
    "WTF_CSRF_CHECK_DEFAULT": (False, "a page elsewhere can change sheets through the phones that open it"),
    "WTF_CSRF_ENABLED": (False, "a page elsewhere can change sheets through the phones that open it"),
}
"""What no host should set, and why."""
SETTINGS: Mapping[str, Kind] = {**OURS, **FLASKS, **FLASK_SQLALCHEMYS, **FLASK_WTFS}


def read(config: Mapping[str, Any] | None = None, variables: Mapping[str, str] | None = None) -> dict[str, Any]:
    """All that is set, by the names of Flask; config, what a program sets, goes before the environment.

    variables: the environment, by default this process's. The database is a file's name, a URL, or not there.
    Raises SettingsError.
    """
    given = _given(os.environ if variables is None else variables)
    return {**_checked(given, PREFIX), **_checked(config or {}, "")}


def unsafe(variables: Mapping[str, str] | None = None) -> Iterator[str]:
    """What the environment sets and no host should, as sentences for the log. Raises SettingsError."""
    given = read(None, variables)
    for name, (value, why) in UNSAFE.items():
        if given.get(name) is value:
            yield f"{PREFIX}{name} is {json.dumps(value)}: {why}."


def _given(variables: Mapping[str, str]) -> dict[str, Any]:
    """The settings in the environment as Flask reads them: JSON or else text, NAME__KEY a part of an object."""
    given: dict[str, Any] = {}
    for variable in sorted(variables):
        if not variable.startswith(PREFIX):
            continue
        name, *keys = variable.removeprefix(PREFIX).split("__")
        written = variables[variable]
        if not keys:
            given[name] = _meant(written, is_text=name in SETTINGS and SETTINGS[name].is_text)
            continue
        inner = given.setdefault(name, {})
        for key in keys[:-1]:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else None
        if not isinstance(inner, dict):
            raise SettingsError(f"{variable} is a part of {PREFIX}{name}, which is set as a whole, too.")
        inner[keys[-1]] = _meant(written, is_text=False)
    return given


def _meant(written: str, *, is_text: bool) -> Any:
    try:
        meant = json.loads(written)
    except (ValueError, RecursionError):
        return written
    # Digits alone are a number to JSON; a key or a name may consist of them.
    return written if is_text and isinstance(meant, bool | int | float | dict) else meant


def _checked(given: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if name not in SETTINGS:
            # Loaded only where somebody has mistyped.
            from difflib import get_close_matches

            [nearest] = get_close_matches(name.upper(), SETTINGS, 1, cutoff=0)
            raise SettingsError(f"{prefix}{name} is no setting of Scorer; the nearest is {prefix}{nearest}.")
        kind = SETTINGS[name]
        try:
            checked[name] = kind.read(value)
        except UnfitError as unfit:
            raise SettingsError(f"{prefix}{name} {unfit}.".format(prefix=prefix)) from None
        except ValueError:
            raise SettingsError(f"{prefix}{name} has to be {kind.wanted}.") from None
    if "DATABASE_URL" in checked:
        checked[DATABASE] = checked.pop("DATABASE_URL")
    return checked
