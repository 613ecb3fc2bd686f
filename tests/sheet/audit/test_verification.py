"""A history in a file: any changed byte of any entry is told, and what was removed, added or moved."""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet import audit
from scorer.sheet.audit import TamperedHistoryError, Verified
from scorer.sheet.core.entries import Entry, EntryKind
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.sheet import Hand, fold
from scorer.sheet.file import document

from ...long_form import in_short
from ..files import NOBODY, RESULT, content
from ..sealed import NOTE, entries, file

FILE = file()
SHORT = file((entries()[0], replace(entries()[8], number=2), replace(entries()[17], number=3, facts={"entry": 2})))
LINES = FILE.split(b"\n")
FIRST = LINES.index(b' "history": [') + 1
TELLING = b'\n\r\t ,"\\{}[]:0123456789abcdefEu\x00\x1f\x7f\x85\xa0\xc3\xff'


def told(sheet: bytes) -> list[int | None]:
    """The entries that are named, the first one first."""
    with pytest.raises(TamperedHistoryError) as caught:
        audit.verify(sheet)
    assert all(fault.detail for fault in caught.value.faults)
    return [fault.entry for fault in caught.value.faults]


def said(sheet: bytes) -> str:
    with pytest.raises(TamperedHistoryError) as caught:
        audit.verify(sheet)
    return str(caught.value)


def places(sheet: bytes) -> Iterator[tuple[int, int, int]]:
    """Each entry's number, and where in the file it begins and ends."""
    for number, found in enumerate(re.finditer(rb"^  (\{.*\}),?$", sheet[sheet.index(b'"history"') :], re.M), 1):
        start, end = found.span(1)
        yield number, start + sheet.index(b'"history"'), end + sheet.index(b'"history"')


def put(sheet: bytes, at: int, byte: int) -> bytes:
    return sheet[:at] + bytes([byte]) + sheet[at + 1 :]


def lines(change: Callable[[list[bytes]], Any]) -> bytes:
    """The file after something was done to the lines of its history."""
    history = [line.removesuffix(b",") for line in LINES[FIRST : FIRST + len(entries())]]
    change(history)
    rest = LINES[FIRST + len(entries()) :]
    return b"\n".join([*LINES[:FIRST], b",\n".join(history), *rest])


def resealed(history: Sequence[Entry]) -> bytes:
    """A file whose sheet is the one that was played, and whose digests were made anew for other entries."""
    return document.write(fold(entries()), audit.lines(history, ()))


def test_a_history_that_was_only_exported_holds() -> None:
    assert audit.verify(FILE) == Verified(len(entries()), audit.digests(entries())[-1])
    assert audit.verify(FILE).fingerprint == audit.fingerprint(audit.digests(entries())[-1])
    assert document.write(document.load(FILE), audit.lines(entries(), ())) == FILE
    assert document.dumps(NOTE)[1:-1].encode() in FILE


def test_any_byte_of_any_entry_that_is_changed_names_that_entry() -> None:
    chance = random.Random(5)
    number = tried = 0
    for number, start, end in places(SHORT):
        for at in range(start, end):
            for byte in {chance.choice(TELLING), chance.randrange(256)} - {SHORT[at]}:
                assert told(put(SHORT, at, byte)) == [number], (number, at - start, bytes([byte]))
                tried += 1
    assert number == 3
    assert tried > 1000


@pytest.mark.parametrize("bytes_changed", in_short((100, 500), 100))
def test_a_byte_changed_in_a_long_history_names_the_right_one_of_many(bytes_changed: int) -> None:
    chance = random.Random(9)
    known = [(number, at) for number, start, end in places(FILE) for at in range(start, end)]
    assert {number for number, _ in known} == {entry.number for entry in entries()}
    for number, at in chance.sample(known, bytes_changed):
        byte = chance.choice([byte for byte in TELLING if byte != FILE[at]])
        assert told(put(FILE, at, byte))[0] == number, (number, at, bytes([byte]))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (rb"\u001f", rb"\u001F"),
        (b"1e-06", b"1E-06"),
        (b"1e-06", b"1e-6"),
        (b"1.5", b"1.50"),
        ("安".encode(), rb"\u5b89"),
        (b'"number": 9', b'"number":  9'),
        (b'"number": 9', b'"number": 9 '),
    ],
)
def test_a_change_that_leaves_the_value_the_same_is_told(old: bytes, new: bytes) -> None:
    before, line, after = FILE.partition(LINES[FIRST + 8])
    assert old in line
    changed = before + line.replace(old, new) + after
    assert json.loads(changed) == json.loads(FILE)
    assert told(changed) == [9]


def test_a_byte_may_be_put_in_or_taken_out_as_well() -> None:
    chance = random.Random(7)
    known = [(number, at) for number, start, end in places(FILE) for at in range(start + 1, end)]
    for number, at in chance.sample(known, 100):
        assert told(FILE[:at] + FILE[at + 1 :])[0] == number
        assert told(FILE[:at] + bytes([chance.choice(TELLING)]) + FILE[at:])[0] == number


def test_two_entries_that_were_changed_are_both_named() -> None:
    at = {number: start + 40 for number, start, _ in places(FILE)}
    for byte in b"\xff\n\x00":
        assert told(put(put(FILE, at[4], byte), at[9], byte)) == [4, 9]
        assert told(put(put(FILE, at[4], byte), at[5], byte)) == [4, 5]


@pytest.mark.parametrize("number", [1, 2, 10, 20])
def test_an_entry_that_was_removed_is_named(number: int) -> None:
    removed = lines(lambda history: history.pop(number - 1))
    assert told(removed) == [number]
    assert f"entry {number} is missing" in said(removed)


def test_several_that_were_removed_are_named_together() -> None:
    def remove(history: list[bytes]) -> None:
        del history[3:6], history[7]

    assert said(lines(remove)) == "entries 4 to 6 are missing; entry 11 is missing"


def test_the_end_that_was_removed_is_missed_by_the_sheet() -> None:
    removed = lines(lambda history: history.pop())
    assert told(removed) == [None]
    # Not finished any more, the sheet would have a hand to come.
    assert said(removed) == "the history holds, but the sheet has 4 hands, not 5"


@pytest.mark.parametrize("number", [1, 2, 10, 19])
def test_entries_that_changed_places_are_named(number: int) -> None:
    def swap(history: list[bytes]) -> None:
        history[number - 1 : number + 1] = reversed(history[number - 1 : number + 1])

    assert said(lines(swap)) == f"entries {number} to {number + 1} do not stand in their order"


def test_an_entry_that_was_moved_far_is_named_with_those_it_passed() -> None:
    later = lines(lambda history: history.insert(7, history.pop(2)))
    earlier = lines(lambda history: history.insert(2, history.pop(7)))
    assert said(later) == said(earlier) == "entries 3 to 8 do not stand in their order"


def test_an_entry_that_stands_twice_is_named() -> None:
    for place in (5, 6, 15, 21):
        assert told(lines(lambda history, place=place: history.insert(place, history[4])))[0] in (place, place + 1)
    assert said(lines(lambda history: history.insert(5, history[4]))) == (
        "after entry 5 stands a line that is none of the entries"
    )


def test_an_entry_that_was_put_between_is_named() -> None:
    foreign = replace(entries()[5], number=6, key="foreign")
    known = audit.digests(entries())
    for digest in ("0" * 64, audit.digest(known[4], foreign)):
        added = lines(
            lambda history, digest=digest: history.insert(5, b"  " + audit.line(foreign, digest).encode())
        )
        assert told(added)[0] == 6


def test_a_line_that_is_no_entry_is_told_by_the_one_before_it() -> None:
    added = lines(lambda history: history.insert(5, b'  {"number": "six"}'))
    assert said(added) == "after entry 5 stands a line that is none of the entries"


def test_an_altered_entry_with_a_digest_made_for_it_is_told_by_the_next() -> None:
    known = audit.digests(entries())
    altered = replace(entries()[4], key="other")
    line = b"  " + audit.line(altered, audit.digest(known[3], altered)).encode()

    def change(history: list[bytes]) -> None:
        history[4] = line

    assert said(lines(change)) == "entry 6 does not match its digest: it was altered, or one before it"


def test_a_history_made_anew_holds_by_itself_and_has_another_fingerprint() -> None:
    made = resealed([replace(entry, key="other") for entry in entries()])
    assert audit.verify(made).entries == len(entries())
    assert audit.verify(made).fingerprint != audit.verify(FILE).fingerprint


@pytest.mark.parametrize(
    ("old", "new", "which"),
    [
        (b'"tricks": 5', b'"tricks": 6', "hand 1"),
        (b"-0.25", b"-0.5", "hand 3"),
        (b'"Friday"', b'"Monday"', "“title”"),
        (b'"finished": true', b'"finished": false', "“finished”"),
        (b' "date": "2026-11-20",\n', b"", "“date”"),
    ],
)
def test_a_sheet_that_is_not_what_its_history_makes_is_told(old: bytes, new: bytes, which: str) -> None:
    head, middle, history = FILE.partition(b' "history"')
    assert old in head
    changed = head.replace(old, new, 1) + middle + history
    assert said(changed) == f"the history holds, but {which} of the sheet is another one"


def test_a_hand_more_or_less_on_the_sheet_is_told() -> None:
    sheet = fold(entries())
    for hands in (sheet.hands[:2], (*sheet.hands, Hand(NOBODY))):
        altered = document.write(replace(sheet, hands=hands), audit.lines(entries(), ()))
        assert said(altered) == f"the history holds, but the sheet has {len(hands)} hands, not 4"


def test_sealed_entries_that_make_no_sheet_are_told() -> None:
    senseless = [entries()[0], replace(entries()[1], facts={}), Entry(3, EntryKind.REDO, {})]
    assert said(resealed(senseless)) == "the digests hold, but the entries make no sheet (IndexError)"


@pytest.mark.parametrize("ends", [b"\r\n", b" \n"])
def test_other_line_ends_leave_every_entry_as_it_is(ends: bytes) -> None:
    head, middle, history = FILE.partition(b' "history": [\n')
    changed = head + middle + history.replace(b"\n", ends)
    assert audit.verify(changed) == audit.verify(FILE)


def test_a_history_that_was_laid_out_anew_does_not_hold() -> None:
    for changed in (json.dumps(json.loads(FILE)), json.dumps(json.loads(FILE), indent=2)):
        assert told(changed.encode()) == [1]
        assert "does not stand as it was exported" in said(changed.encode())


def test_what_is_no_sheet_file_or_has_no_history_is_malformed() -> None:
    head, middle, history = FILE.partition(b' "history"')
    for sheet, place in (
        (b"", "$"),
        (b"[]", "$"),
        (b"\xff", "$"),
        (b"{}", "$.format"),
        (content(RESULT), "$.history"),
        (content(RESULT, history=[]), "$.history"),
        (head.replace(b'"Friday"', b"5") + middle + history, "$.title"),
        (head.replace(b'"Friday"', b"Friday") + middle + history, "$"),
        (FILE.removesuffix(b"}\n"), "$"),
    ):
        with pytest.raises(FormatError) as caught:
            audit.verify(sheet)
        assert caught.value.where == place


def test_a_sheet_that_breaks_a_rule_says_which() -> None:
    head, middle, history = FILE.partition(b' "history"')
    with pytest.raises(IllegalHandError):
        audit.verify(head.replace(b'"tricks": 5', b'"tricks": 11') + middle + history)


def test_a_file_that_was_cut_off_names_the_entry_it_was_cut_in() -> None:
    for number, start, end in list(places(FILE))[::5]:
        assert told(FILE[: (start + end) // 2]) == [number]


def test_a_monstrous_number_of_an_entry_takes_no_time() -> None:
    changed = FILE.replace(b'{"number": 21,', b'{"number": 210000000000000000000,')
    assert said(changed) == "entries 21 to 209999999999999999999 are missing"
