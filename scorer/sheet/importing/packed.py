"""A sheet with its history as one short text, to be carried by a link or a QR code.

The text is base64url of: a byte for the version; the digest of the last entry; the number of entries, in two
bytes; for each entry its time, after the one before, and its key; and JSON in raw deflate, with all else. Other
digests are left out: they are made again from the entries, and the last one proves them all.
"""

import base64
import binascii
import json
import re
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from ...rules import reading
from ...rules.reading import FormatError
from ..audit import hash_chain
from ..core.entries import Entry, EntryKind
from ..file import document
from . import validation

VERSION = 1
MARK = "sheet="
"""What stands before the text in a link, behind its #."""
MOST_PACKED = 64 * 1024
"""Characters of the text."""
MOST_UNPACKED = 1024 * 1024
"""Bytes of the JSON."""

_IN_A_LINK = re.compile(rf"(?:^|[#\s]){MARK}([\w=-]+)\s*$", re.ASCII)
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGEST, _KEY = 32, 12
"""Bytes of a digest, and of a key as this app makes them: sixteen letters of base64url."""
_DICTIONARY = (
    b'"undo""redo""title""finish""seats""rules""rename""strike""adjust""dispute""statement""settle""agree""sign"'
    b'"reason":0"note":0"revised":"coming":{"options":{"plainspadesoh-hellpirate-bridgeten-bridgereverse-bridge'
    b'offender{"game":0,"title":0,"date":0,"players":[0,0,0,0,0],"dealer":0,{"entry":0,"hand":{'
    b'{"hand":{"contract":0,"declarer":0,"acceptor":0,"opponent_tricks":0}},{"hand":{"points":{"'
    b'{"hand":{"bids":{"nil_tricks":{"tricks":[0,0]}},{"call":0,"dealer":0},{"hand":{"contract":0,"proposer":0,'
    b'"accepter":0,"tricks":0}},"start","call","amend","record",0,0,"'
)
"""What deflate may refer to from its first byte on. It can never change: links made with it lie in chats."""


class _UnreadableError(FormatError):
    """A link that carries more than it may, or what this release does not know."""

    def __init__(self, what: str) -> None:
        super().__init__("$", f"the link {what}")


def text_in(content: bytes) -> str | None:
    """The packed text where this is a link that carries a sheet, or what stands behind its #; else None."""
    # A link that is longer than any would be is told so where it is unpacked.
    found = _IN_A_LINK.search(content.decode("ascii", errors="replace").strip())
    return found[1] if found else None


def pack(entries: Sequence[Entry], digest: str) -> str:
    """digest: of the last entry, by the chain that the entries alone make."""
    devices = list(dict.fromkeys(entry.device for entry in entries))
    shapes: dict[str, int] = {}
    moments, rows = bytearray(), list[list[Any]]()
    before = 0
    for entry in entries:
        moment = (entry.at - _EPOCH) // _MICROSECOND
        key = _key_bytes(entry.key)
        moments += _varint((moment - before) << 1 | bool(key)) + key
        before = moment
        leaves: list[Any] = []
        shape = document.dumps(_shape(entry.facts, leaves))
        about = [entry.kind.value, devices.index(entry.device), shapes.setdefault(shape, len(shapes))]
        rows.append([*about, *([] if key else [entry.key]), *leaves])
    text = document.dumps([devices, [json.loads(shape) for shape in shapes], *rows], compact=True)
    head = bytes([VERSION]) + bytes.fromhex(digest) + len(entries).to_bytes(2, "big")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = head + moments + deflate.compress(text.encode()) + deflate.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The entries of a packed text, and their digests. Raises FormatError at "$"."""
    if len(text) > MOST_PACKED:
        raise _UnreadableError(f"is longer than {MOST_PACKED // 1024} kB")
    try:
        bare = text.rstrip("=")
        whole = base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)
        if whole[0] > VERSION:
            raise _UnreadableError("was made by a later release of this app")
        entries = tuple(_entries(whole))
        digests = hash_chain.digests(entries)
        if digests[-1] != whole[1 : 1 + _DIGEST].hex():
            raise ValueError
    except _UnreadableError:
        raise
    except (ValueError, LookupError, TypeError, OverflowError, zlib.error, RecursionError):
        raise FormatError("$", "the link is not whole: part of it is missing or was changed on its way") from None
    return entries, digests


def _entries(packed: bytes) -> Iterator[Entry]:
    at = 1 + _DIGEST
    count = int.from_bytes(packed[at : at + 2], "big")
    if count > validation.MOST_ENTRIES:
        raise _UnreadableError(f"carries more than {validation.MOST_ENTRIES} entries")
    at += 2
    moments: list[tuple[int, str | None]] = []
    moment = 0
    for _ in range(count):
        number, at = _read_varint(packed, at)
        moment += number >> 1
        key = packed[at : at + _KEY] if number & 1 else b""
        at += len(key)
        moments.append((moment, base64.urlsafe_b64encode(key).decode() if number & 1 else None))
    devices, shapes, *rows = document.parse(_inflated(packed[at:]))
    for number, ((moment, key), row) in enumerate(zip(moments, rows, strict=True), start=1):
        values = deque(row)
        kind, device, shape = values.popleft(), values.popleft(), values.popleft()
        own_key = reading.text(values.popleft(), "$") if key is None else key
        facts = _filled(shapes[shape], values)
        yield Entry(
            number,
            EntryKind(kind),
            facts,
            own_key,
            reading.text(devices[device], "$"),
            _EPOCH + moment * _MICROSECOND,
        )


def _inflated(deflated: bytes) -> bytes:
    inflate = zlib.decompressobj(-15, _DICTIONARY)
    content = inflate.decompress(deflated, MOST_UNPACKED)
    if inflate.unconsumed_tail:
        raise _UnreadableError(f"unpacks to more than {MOST_UNPACKED // 1024 // 1024} MB")
    if not inflate.eof:
        raise ValueError
    return content


def _shape(value: Any, leaves: list[Any]) -> Any:
    """What the value is but for its leaves, each of which is 0 there; they are added to `leaves` in order."""
    if reading.is_object(value):
        return {key: _shape(inner, leaves) for key, inner in value.items()}
    if reading.is_list(value):
        return [_shape(inner, leaves) for inner in value]
    leaves.append(value)
    return 0


def _filled(shape: Any, leaves: deque[Any]) -> Any:
    if reading.is_object(shape):
        return {key: _filled(inner, leaves) for key, inner in shape.items()}
    if reading.is_list(shape):
        return [_filled(inner, leaves) for inner in shape]
    return leaves.popleft()


def _key_bytes(key: str) -> bytes:
    """The bytes that a key is the base64url of; none where it is no such key."""
    try:
        found = base64.b64decode(key, b"-_", validate=True) if len(key) == _KEY * 4 // 3 else b""
    except (binascii.Error, ValueError):
        return b""
    return found if base64.urlsafe_b64encode(found).decode() == key else b""


def _varint(number: int) -> bytes:
    """Seven bits in a byte, the lowest first; a sign in the lowest bit of all."""
    left = number << 1 if number >= 0 else -number << 1 | 1
    found = bytearray()
    while left > 127:
        found.append(left & 127 | 128)
        left >>= 7
    return bytes([*found, left])


def _read_varint(content: bytes, at: int) -> tuple[int, int]:
    """The number, and where what follows it begins."""
    found = shift = 0
    while True:
        byte = content[at]
        at += 1
        found |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return (-(found >> 1) if found & 1 else found >> 1), at
        if shift > 70:
            raise ValueError
