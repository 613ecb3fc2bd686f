"""Whether a history is as it was written: the chain of digests, and a sheet file checked by it."""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.reading import FormatError
from scorer.sheet import audit, sheet_file
from scorer.sheet.audit import TamperedHistoryError, Verified
from scorer.sheet.core.sheet import Entry, EntryKind, Hand, fold

from ..long_form import in_short
from .files import NOBODY, RESULT, content
from .sealed import BEGAN, NOTE, entries, file

START = Entry(1, EntryKind.START, {"game": "plain", "players": ["安娜", "Zoë"]}, "key", "phone", BEGAN)


def test_an_entry_has_one_text_and_a_digest_that_anybody_can_make_again() -> None:
    assert audit.text(START) == (
        '{"number": 1, "kind": "start", "facts": {"game": "plain", "players": ["安娜", "Zoë"]}, '
        '"device": "phone", "key": "key", "at": "2026-11-20T19:30:00.000005+00:00"}'
    )
    # printf '\n%s' TEXT | sha256sum
    assert audit.digest("", START) == "8642e397b6554b04879f322140c8fccc655dd117dec4ad003b27b67dbd2d3d40"


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"b": 1, "a": {"d": 2, "c": 3}}, '{"a": {"c": 3, "d": 2}, "b": 1}'),
        ({"hands": {10: "x", 9: "y"}}, '{"hands": {"10": "x", "9": "y"}}'),
        ({"players": ("Amber", "Betty")}, '{"players": ["Amber", "Betty"]}'),
        ({"points": [Decimal("1.50"), Decimal("1E-6"), Decimal("2.0"), 2]}, '{"points": [1.5, 1e-06, 2.0, 2]}'),
        ({"note": 'é\x1f\u2028"\\'}, '{"note": "é\\u001f\\u2028\\"\\\\"}'),
    ],
)
def test_facts_have_one_text_however_they_are_held(facts: dict[Any, Any], text: str) -> None:
    entry = replace(START, facts=facts)
    assert f'"facts": {text}, ' in audit.text(entry)
    stored = json.loads(json.dumps(facts, default=float), parse_float=Decimal)
    assert audit.text(replace(START, facts=stored)) == audit.text(entry)


def test_the_time_is_the_same_moment_in_every_zone_and_always_has_microseconds() -> None:
    elsewhere = replace(START, at=BEGAN.astimezone(timezone(timedelta(hours=5))))
    assert audit.text(elsewhere) == audit.text(START)
    assert '"at": "2026-01-01T00:00:00.000000+00:00"' in audit.text(
        replace(START, at=datetime(2026, 1, 1, tzinfo=UTC))
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")) | st.floats(-1e9, 1e9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=9,
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=3))
def test_the_text_of_an_entry_read_back_is_the_text_of_the_same_entry(facts: dict[str, Any]) -> None:
    text = audit.text(replace(START, facts=facts))
    assert "\n" not in text
    assert len(text.splitlines()) == 1
    assert audit.text(replace(START, facts=sheet_file.parse(text.encode())["facts"])) == text


@pytest.mark.parametrize(
    "changed",
    [
        {"number": 2},
        {"kind": EntryKind.TITLE},
        {"facts": {**START.facts, "game": "oh-hell"}},
        {"key": "other"},
        {"device": "other"},
        {"at": BEGAN + timedelta(microseconds=1)},
    ],
)
def test_every_part_of_an_entry_is_in_its_digest(changed: dict[str, Any]) -> None:
    assert audit.digest("", replace(START, **changed)) != audit.digest("", START)


def test_one_changed_entry_changes_its_own_digest_and_every_later_one() -> None:
    known = audit.digests(entries())
    for place, entry in enumerate(entries()):
        changed = replace(entry, at=entry.at + timedelta(microseconds=1))
        again = audit.digests((*entries()[:place], changed, *entries()[place + 1 :]))
        assert again[:place] == known[:place]
        assert not set(again[place:]) & set(known)


def test_digests_go_on_from_those_that_are_known() -> None:
    known = audit.digests(entries())
    assert audit.digests(entries(), known[:4]) == known
    assert audit.digests(entries()[:4], known) == known[:4]
    assert audit.digests(entries(), (None, None, known[2])) == known


def test_entries_that_match_are_not_told_and_early_ones_may_have_no_digest() -> None:
    known = audit.digests(entries())
    for unsealed in range(len(known) + 1):
        assert audit.mismatches(entries(), [*[None] * unsealed, *known[unsealed:]]) == []


def test_a_stored_digest_tells_which_entry_was_altered_and_no_other() -> None:
    known = audit.digests(entries())
    for place, entry in enumerate(entries()):
        changed = (*entries()[:place], replace(entry, key="other"), *entries()[place + 1 :])
        assert audit.mismatches(changed, known) == [entry.number]
        for digest in ("0" * 64, "", "no digest at all"):
            assert audit.mismatches(entries(), [*known[:place], digest, *known[place + 1 :]]) == [entry.number]


def test_an_entry_that_lost_its_digest_is_told() -> None:
    known = audit.digests(entries())
    assert audit.mismatches(entries(), [*known[:4], None, *known[5:]]) == [5]


def test_a_fingerprint_is_the_first_forty_bits_without_letters_that_are_misread() -> None:
    assert audit.fingerprint("0" * 64) == "0000-0000"
    assert audit.fingerprint("f" * 64) == "ZZZZ-ZZZZ"
    # 00001 00010 00011 00100 10001 10010 10011 11111
    assert audit.fingerprint(f"{0b0000100010000110010010001100101001111111:010x}{'e' * 54}") == "1234-HJKZ"
    assert len(audit.ALPHABET) == 32
    assert not set("ILOU") & set(audit.ALPHABET)


@given(st.integers(0, 2**256 - 1))
def test_a_fingerprint_is_read_back_as_it_was_said(value: int) -> None:
    shown = audit.fingerprint(f"{value:064x}")
    assert audit.read_fingerprint(shown) == shown
    assert audit.read_fingerprint(f" {shown.lower().replace('-', ' ')} ") == shown
    assert audit.read_fingerprint(shown.replace("0", "o").replace("1", "l")) == shown
    assert audit.read_fingerprint(shown.replace("0", "O").replace("1", "I").replace("-", "–")) == shown


@pytest.mark.parametrize(
    "words", ["", "K7QF", "K7QF-2M9", "K7QF-2M9DD", "K7QF-2M9U", "K7QF-2M9!", "К7QF-2M9D", "ß" * 8]
)
def test_what_is_no_fingerprint_is_known_as_none(words: str) -> None:
    assert audit.read_fingerprint(words) is None


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


BARE = [line.removesuffix(b",") for line in LINES[FIRST : FIRST + len(entries())]]
"""The lines of the history."""


def lines(change: Callable[[list[bytes]], Any]) -> bytes:
    """The file after something was done to the lines of its history."""
    history = [*BARE]
    change(history)
    rest = LINES[FIRST + len(entries()) :]
    return b"\n".join([*LINES[:FIRST], b",\n".join(history), *rest])


def resealed(history: Sequence[Entry]) -> bytes:
    """A file whose sheet is the one that was played, and whose digests were made anew for other entries."""
    return sheet_file.write(fold(entries()), audit.lines(history, ()))


def test_a_history_that_was_only_exported_holds() -> None:
    assert audit.verify(FILE) == Verified(len(entries()), audit.digests(entries())[-1])
    assert audit.verify(FILE).fingerprint == audit.fingerprint(audit.digests(entries())[-1])
    assert sheet_file.write(sheet_file.load(FILE), audit.lines(entries(), ())) == FILE
    assert sheet_file.dumps(NOTE)[1:-1].encode() in FILE


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


def removed(*numbers: int) -> bytes:
    kept = [line for number, line in enumerate(BARE, start=1) if number not in numbers]
    return lines(lambda history: history.__setitem__(slice(None), kept))


def moved(number: int, to: int) -> bytes:
    return lines(lambda history: history.insert(to - 1, history.pop(number - 1)))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        *((removed(number), f"entry {number} is missing") for number in (1, 2, 10, 20)),
        (removed(4, 5, 6, 11), "entries 4 to 6 are missing; entry 11 is missing"),
        *(
            (moved(number, number + 1), f"entries {number} to {number + 1} do not stand in their order")
            for number in (1, 2, 10, 19)
        ),
        (moved(3, 8), "entries 3 to 8 do not stand in their order"),
        (moved(8, 3), "entries 3 to 8 do not stand in their order"),
    ],
)
def test_entries_that_were_removed_or_changed_places_are_named(changed: bytes, words: str) -> None:
    assert said(changed) == words


def test_the_end_that_was_removed_is_missed_by_the_sheet() -> None:
    removed = lines(lambda history: history.pop())
    assert told(removed) == [None]
    # Not finished any more, the sheet would have a hand to come.
    assert said(removed) == "the history holds, but the sheet has 4 hands, not 5"


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
        altered = sheet_file.write(replace(sheet, hands=hands), audit.lines(entries(), ()))
        assert said(altered) == f"the history holds, but the sheet has {len(hands)} hands, not 4"


def test_sealed_entries_that_make_no_sheet_are_told() -> None:
    senseless = [entries()[0], replace(entries()[1], facts={}), Entry(3, EntryKind.REDO, {})]
    assert said(resealed(senseless)) == "the digests hold, but the entries make no sheet"


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


def test_a_file_that_was_cut_off_names_the_entry_it_was_cut_in() -> None:
    for number, start, end in list(places(FILE))[::5]:
        assert told(FILE[: (start + end) // 2]) == [number]


def test_a_monstrous_number_of_an_entry_takes_no_time() -> None:
    changed = FILE.replace(b'{"number": 21,', b'{"number": 210000000000000000000,')
    assert said(changed) == "entries 21 to 209999999999999999999 are missing"
