"""Many sheets in one ZIP: the same sheets make the same bytes, and what a ZIP says of itself is not trusted."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")
MOST_BYTES = 4 * 1024 * 1024
MOST_FILES = 300
MOST_UNPACKED = 16 * 1024 * 1024
BESIDE = 100
"""Bytes that a file takes in a bundle besides its content and its name, which is there twice."""
ENCRYPTED = 0x1
NAME_SHOWN = 80
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)


class UnreadableBundleError(ValueError):
    """A ZIP that cannot be read; the message says why, without a full stop."""


class Packed(NamedTuple):
    """A file of a bundle.

    name: only to be shown.
    content: None where it is refused.
    why: the reason for that.
    """

    name: str
    content: bytes | None
    why: str = ""


def parts(files: Iterable[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """The files in their order, in as many bundles as `read` needs to take all of them; at least one.

    files: name and content.
    """
    made: list[tuple[str, bytes]] = []
    packed = unpacked = 0
    for name, content in files:
        takes = len(zlib.compress(content)) + 2 * len(name.encode()) + BESIDE
        full = packed + takes > MOST_BYTES - BESIDE or unpacked + len(content) > MOST_UNPACKED
        if made and (full or len(made) == MOST_FILES):
            yield made
            made = []
            packed = unpacked = 0
        made.append((name, content))
        packed, unpacked = packed + takes, unpacked + len(content)
    yield made


class FreeNames:
    """Names with an ending, each given once: "friday.json", then "friday-2.json"."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def take(self, name: str) -> str:
        stem, _, ending = name.rpartition(".")
        free = name
        while free in self._taken:
            self._taken[name] += 1
            free = f"{stem}-{self._taken[name]}.{ending}"
        self._taken[free] = 1
        return free


def write(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP of these files by name, of which two may be the same: "friday.json", "friday-2.json"."""
    packed = io.BytesIO()
    names = FreeNames()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files:
            # Without a time stamp, so that equal sheets are equal bundles.
            entry = zipfile.ZipInfo(names.take(name))
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, content)
    return packed.getvalue()


def is_workbook(content: bytes) -> bool:
    """Whether a ZIP is a workbook, of the kind that is imported."""
    if not content.startswith(BEGINNINGS) or len(content) > MOST_BYTES:
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as bundle:
            return "xl/workbook.xml" in bundle.namelist()
    except _BROKEN:
        return False


OF_AN_OFFICE = {"[Content_Types].xml", "mimetype"}
"""Files of which every document of an office program, as a workbook is, holds one."""


def read(content: bytes, most_each: int) -> list[Packed]:
    """The files of a bundle, of at most so many bytes each. Raises UnreadableBundleError.

    No more of a file is unpacked than it may hold, whatever size the bundle gives for it.
    """
    if len(content) > MOST_BYTES:
        raise UnreadableBundleError(f"the ZIP is larger than {_mib(MOST_BYTES)}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as bundle:
            entries = [entry for entry in bundle.infolist() if not entry.is_dir()]
            if not OF_AN_OFFICE.isdisjoint(entry.filename for entry in entries):
                raise UnreadableBundleError("this is a document of an office program: save it as XLSX or CSV")
            if len(entries) > MOST_FILES:
                raise UnreadableBundleError(f"the ZIP holds more than {MOST_FILES} files")
            return list(_unpacked(bundle, entries, most_each))
    except _BROKEN as error:
        if isinstance(error, UnreadableBundleError):
            raise
        raise UnreadableBundleError("the ZIP is damaged, or is none") from None


def _unpacked(bundle: zipfile.ZipFile, entries: list[zipfile.ZipInfo], most_each: int) -> Iterator[Packed]:
    left = MOST_UNPACKED
    for entry in entries:
        name = "".join(letter if letter.isprintable() else "�" for letter in entry.filename)
        name = name if len(name) <= NAME_SHOWN else f"…{name[-NAME_SHOWN:]}"
        if entry.flag_bits & ENCRYPTED:
            yield Packed(name, None, "it is encrypted")
        elif entry.compress_type not in _METHODS:
            yield Packed(name, None, "it is packed in a way that is not read here")
        else:
            try:
                with bundle.open(entry) as packed:
                    content = packed.read(most_each + 1)
            except _BROKEN:
                yield Packed(name, None, "it is damaged")
                continue
            left -= len(content)
            if left < 0:
                raise UnreadableBundleError(f"the ZIP holds more than {_mib(MOST_UNPACKED)} once it is unpacked")
            if len(content) > most_each:
                yield Packed(name, None, f"it is larger than {_mib(most_each)}")
            elif content.startswith(BEGINNINGS):
                yield Packed(name, None, "it is a ZIP within the ZIP")
            else:
                yield Packed(name, content)


def _mib(size: int) -> str:
    return f"{size // 1024 // 1024} MiB"
