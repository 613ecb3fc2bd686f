"""The key that signs cookies and makes links: whether a chosen one is fit, and the file of the app's own."""

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from .rules.core import counted

if TYPE_CHECKING:
    from logging import Logger

LEAST_BYTES = 32
"""Of a key that somebody has chosen: what HMAC-SHA-256 makes use of."""
MAKES_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
"""The command that prints a key."""

_FEW = 6
"""Of a random key of hexadecimal digits, fewer than one in a million has so few different ones, or fewer."""
_WORDS = (
    "change",
    "default",
    "example",
    "insecure",
    "passphrase",
    "password",
    "placeholder",
    "qwerty",
    "replace",
    "secret",
    "whatthecommand",
)
"""What no random key says. All are so long that it does not happen by chance either."""

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
    steps = [after - before for before, after in pairwise(content)]
    if len({*content}) <= _FEW or _repeats(content):
        return "repeats itself, and so can be guessed"
    if sum(abs(step) <= 1 for step in steps) * 2 > len(steps):
        return "is a row of neighboring characters, and so can be guessed"
    letters = "".join(letter for letter in content.decode("latin-1").lower() if letter.isalpha())
    if found := next((word for word in _WORDS if word in letters), ""):
        return f"reads like a placeholder (“{found}”), and so can be guessed"
    return ""


def _repeats(content: bytes) -> bool:
    """Whether a beginning that would be too short by itself is said again and again until the end."""
    sizes = range(1, min(LEAST_BYTES, len(content) // 2 + 1))
    return any(content[size:] == content[:-size] for size in sizes)


def file_in(instance: Path) -> Path:
    return instance / "secret_key"


def is_in(instance: Path) -> bool:
    """Whether the folder has a whole key: then an app has run there."""
    file = file_in(instance)
    return file.is_file() and file.stat().st_size >= _FILE_BYTES


def of(instance: Path, log: "Logger") -> bytes:
    """The key in this folder, made once, and readable by its owner alone from now on."""
    file = file_in(instance)
    if not file.exists():
        # Not every system has links to files.
        _write(file, getattr(os, "link", os.replace))
    if not is_in(instance):
        # Cut short by a power cut: worth nothing; open pages and links depend on it, and both can be had again.
        _write(file, os.replace)
    _close(file, log)
    return file.read_bytes()


def at_hand(instance: Path) -> bytes | None:
    """The key in this folder, for a command; None where there is none yet."""
    return file_in(instance).read_bytes() if is_in(instance) else None


def _write(file: Path, put: Callable[[str, Path], None]) -> None:
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


def _close(file: Path, log: "Logger") -> None:
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
