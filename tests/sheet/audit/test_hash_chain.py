"""The chain of digests: the same before and after storing, another wherever anything is, read aloud in eight."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.sheet import audit
from scorer.sheet.core.entries import Entry, EntryKind
from scorer.sheet.file import document

from ..sealed import BEGAN, entries

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
    assert audit.text(replace(START, facts=document.parse(text.encode())["facts"])) == text


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


def test_two_altered_entries_are_both_told() -> None:
    known = list(audit.digests(entries()))
    changed = [*entries()]
    changed[3] = replace(changed[3], device="other")
    known[5] = "0" * 64
    assert audit.mismatches(changed, known) == [4, 6]


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
