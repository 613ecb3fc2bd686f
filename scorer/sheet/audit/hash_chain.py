"""The chain that makes a history tamper-evident: each entry's digest is made of the entry and of all before it.

An entry's text has one form, so that it gives the same digest before it is stored, after, and in a file.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from itertools import zip_longest
from operator import itemgetter
from typing import Any

from ..core.entries import Entry
from ..file.document import dumps

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that is read as a digit or, read aloud, as another."""
FINGERPRINT_BITS = 40
FOLLOWED = 8
"""How many digests that an altered one should have been are gone on from."""


def text(entry: Entry) -> str:
    """The entry on one line of JSON, always the same: keys of the facts sorted, the time to the microsecond."""
    return dumps(
        {
            "number": entry.number,
            "kind": entry.kind.value,
            "facts": plain(entry.facts),
            "device": entry.device,
            "key": entry.key,
            "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        }
    )


def plain(facts: Any) -> Any:
    """The same facts as JSON gives them back, the keys of every object sorted."""
    # Sorted as they are read: keys that were numbers are texts then, as after storing.
    return _SORTED.decode(dumps(facts))


_SORTED = json.JSONDecoder(object_pairs_hook=lambda pairs: dict(sorted(pairs, key=itemgetter(0))))


def digest(before: str, entry: Entry) -> str:
    """SHA-256, in hex, over the digest of the entry before ("" for the first), a line end, and the text."""
    return _digest(before, text(entry))


def _digest(before: str, written: str) -> str:
    return hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()


def digests(entries: Sequence[Entry], given: Sequence[str | None] = ()) -> tuple[str, ...]:
    """The digest of each entry. The first ones, where given, are not computed again."""
    known = given[: len(entries)]
    made = [each for each in known if each]
    if len(made) < len(known):
        made = []
    for entry, stored in zip_longest(entries[len(made) :], known[len(made) :]):
        made.append(stored or digest(made[-1] if made else "", entry))
    return tuple(made)


def line(entry: Entry, given: str) -> str:
    """An entry as it stands in a file: its text, with its digest appended."""
    return f'{text(entry)[:-1]}, "digest": "{given}"}}'


def lines(entries: Sequence[Entry], given: Sequence[str | None]) -> list[str]:
    """A history as it stands in a file, with the digests that its entries were given when they were written."""
    return [line(entry, sealed) for entry, sealed in zip(entries, digests(entries, given), strict=True)]


def holding(links: Iterable[tuple[Entry | None, str | None]]) -> Iterator[bool]:
    """For each entry, whether its digest fits the entry and the digest before it.

    None for an entry: it cannot be read, so it does not fit. None for a digest: it is unknown. One altered digest
    does not make the next entry wrong: that one may also follow from what the digest should have been.
    """
    before_digests: tuple[str, ...] = ("",)
    for entry, given in links:
        written = text(entry) if entry else ""
        follows = tuple(_digest(before, written) for before in before_digests) if entry else ()
        holds = entry is not None and (given is None or not follows or given in follows)
        yield holds
        # Where one digest after the other was altered, what all of them should have been stands first.
        before_digests = ((given,) if holds else (*follows[:FOLLOWED], given)) if given else follows


def mismatches(entries: Sequence[Entry], stored: Sequence[str | None]) -> list[int]:
    """The numbers of the entries that do not match their stored digests.

    Entries of early releases have no digest: None, up to the first entry written since, whose digest covers them.
    """
    numbers: list[int] = []
    sealed = False
    for entry, given, holds in zip(entries, stored, holding(zip(entries, stored, strict=True)), strict=True):
        if not holds or (sealed and given is None):
            numbers.append(entry.number)
        sealed = sealed or given is not None
    return numbers


def fingerprint(digest: str) -> str:
    """The beginning of a digest, to be read aloud: "K7QF-2M9D"."""
    value = int(digest, 16) >> (len(digest) * 4 - FINGERPRINT_BITS)
    letters = "".join(ALPHABET[value >> shift & 31] for shift in range(FINGERPRINT_BITS - 5, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def read_fingerprint(typed: str) -> str | None:
    """A typed fingerprint in its usual form; None where it is no fingerprint.

    Case, spaces and hyphens do not matter, and a letter that looks like a digit is that digit.
    """
    letters = re.sub(r"[\s\-‐‑‒–—−]", "", typed).upper().translate(str.maketrans("OIL", "011"))
    if len(letters) != FINGERPRINT_BITS // 5 or not set(letters) <= set(ALPHABET):
        return None
    return f"{letters[:4]}-{letters[4:]}"
