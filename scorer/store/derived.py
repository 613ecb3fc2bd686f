"""What was worked out of a sheet and takes long, in a file beside the database until sheet or code change.

No file is a source. One that cannot be read, follows from other entries or other code, or was not sealed under the
secret key of this app counts for nothing, and all of them may be deleted at any time.
"""

import hashlib
import hmac
import secrets
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

from flask import current_app
from sqlalchemy import select

from .database import FOR_A_SHEET, NoRoomError, require_room
from .models import EntryRecord, db

FOLDER = "derived"
"""In the folder of the app."""
WORKING = ("rules", "sheet", "statistics")
"""The packages that work it out."""
SEAL = "sha256"
SEAL_BYTES = 32

Version = tuple[int, str | None]
"""The number of the last entry of a sheet, and the digest that it is stored with, which is of all entries."""


def read(sheet_id: str, version: Version) -> bytes | None:
    """What follows from a version of a sheet; None where it is not there."""
    try:
        content = _file(sheet_id).read_bytes()
    except OSError:
        return None
    packed = content[SEAL_BYTES:]
    if not hmac.compare_digest(content[:SEAL_BYTES], _seal(sheet_id, version, packed)):
        return None
    return zlib.decompress(packed)


def write(sheet_id: str, version: Version, content: bytes) -> None:
    """Keep what follows from a version of a sheet, where there is room for it. A phone alone stores what it writes
    with every act: there it is worked out anew at each start.
    """
    if current_app.config.get("PHONE_ALONE"):
        return
    packed, file = zlib.compress(content, 1), _file(sheet_id)
    made = file.with_name(f"{sheet_id}~{secrets.token_hex(4)}")
    with suppress(OSError, NoRoomError):
        require_room(FOR_A_SHEET)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            made.touch(mode=0o600)
            made.write_bytes(_seal(sheet_id, version, packed) + packed)
            made.replace(file)
        finally:
            made.unlink(missing_ok=True)


def drop(sheet_id: str) -> None:
    with suppress(OSError):
        _file(sheet_id).unlink(missing_ok=True)


def sweep() -> None:
    """Drop what followed from sheets whose entries are gone."""
    files = [*Path(current_app.instance_path, FOLDER).glob("*")]
    there = {*db.session.scalars(select(EntryRecord.sheet_id).where(EntryRecord.number == 1))} if files else set()
    for file in files:
        if file.name not in there:
            drop(file.name)


def _file(sheet_id: str) -> Path:
    return Path(current_app.instance_path, FOLDER, sheet_id)


def _seal(sheet_id: str, version: Version, packed: bytes) -> bytes:
    made_from = repr((_code(), current_app.config["TIME_ZONE"], sheet_id, *version)).encode()
    return hmac.digest(f"{current_app.config['SECRET_KEY']!r}".encode(), made_from + packed, SEAL)


@cache
def _code() -> str:
    """A digest of the code that works it out."""
    here = Path(__file__).parent.parent
    files = sorted(path for package in WORKING for path in (here / package).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
