"""New York, which older files and histories call “barmore”: the same sheet, and written as “new-york”."""

from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorer.sheet.audit import hash_chain, verification
from scorer.sheet.audit.verification import TamperedHistoryError
from scorer.sheet.changes.history import History
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.file import document, schema
from scorer.sheet.importing import history as bringing
from scorer.sheet.importing.history import Sealed
from scorer.store.scorebook import Snapshot

from ...rules.spades_table import FOUR
from ..evening import Evening
from ..files import content, ledger, place

OLD, NEW = {"variant": "barmore", "sets_to_lose": 3}, {"variant": "new-york", "sets_to_lose": 3}
UNBID: dict[str, Any] = {"tricks": [7, 6]}
BID: dict[str, Any] = {"bids": [6, 5], "tricks": [7, 6]}
HAND: dict[str, Any] = {"bids": dict.fromkeys(FOUR, 3), "tricks": [7, 6]}
HEAD: dict[str, Any] = {"game": "spades", "players": list(FOUR), "dealer": "West"}


def old_evening() -> Evening:
    """As a phone wrote it that called the variant so: from the start, in mid-sheet, in a hand that was amended."""
    evening = Evening(UNBID, BID, **{**HEAD, "options": OLD})
    evening.rules(variant="standard", sets_to_lose=2)
    evening.record(HAND)
    evening.record({**BID, "options": {"variant": "barmore"}})
    evening.amend(4, {**BID, "tricks": [6, 7], "options": {"variant": "barmore"}}, "miscounted")
    entries = (replace(entry, key=f"key-{entry.number}") for entry in evening.entries)
    evening.snapshot = Snapshot.of(evening.snapshot.id, tuple(entries))
    return evening


def exported(evening: Evening) -> bytes:
    """Its file as it was written then."""
    file = document.write(evening.snapshot.sheet, hash_chain.lines(evening.entries, ()))
    return file.replace(b'"variant": "new-york"', b'"variant": "barmore"')


def test_a_file_that_says_barmore_is_the_same_sheet_and_is_written_as_new_york() -> None:
    hands = (UNBID, BID, {**BID, "options": {**OLD, "sets_to_lose": 4}})
    today = (*hands[:2], {**BID, "options": {**NEW, "sets_to_lose": 4}})
    old = document.load(content(*hands, **HEAD, options=OLD))
    new = document.load(content(*today, **HEAD, options=NEW))
    assert old == new
    assert document.write(old) == document.write(new)
    assert Ledger.of(old).totals == Ledger.of(new).totals == (190, 160)
    assert b"barmore" not in document.write(old)


def test_house_rules_of_the_variant_belong_to_it_under_either_name() -> None:
    changed = {**BID, "options": {"variant": "barmore", "failed_ten": 100}}
    assert ledger(HAND, changed, **HEAD).table.game.options.failed_ten == 100
    assert place(content(**HEAD, options={"variant": "barmore", "nil": 50})) == "$.options.nil"


@pytest.mark.parametrize(
    "twice",
    ['"variant": "barmore", "target": 300, "target": 400', '"variant": "barmore"}, "note": "", "note": ""'],
)
def test_a_key_that_stands_twice_beside_the_older_name_is_found(twice: str) -> None:
    hand = f'{{"tricks": [7, 6], "options": {{{twice}}}'
    file = content("HAND", **HEAD).replace(b'"HAND"', (hand if twice.endswith('""') else hand + "}").encode())
    assert place(file).startswith("$.hands[0].")


def test_entries_keep_their_word_and_their_digests() -> None:
    evening = old_evening()
    before = hash_chain.digests(evening.entries)
    assert evening.entries[0].facts["options"] == OLD
    assert evening.snapshot.sheet.options == NEW
    assert evening.snapshot.sheet.hands[3].facts["options"] == {"variant": "new-york"}
    evening.record(BID)
    assert hash_chain.digests(evening.entries)[: len(before)] == before


def test_the_history_calls_the_variant_new_york_under_either_name() -> None:
    evening = Evening(HAND, **HEAD)
    evening.rules(variant="new-york")
    new = evening.entries[-1]
    old = replace(new, facts=document.parse(document.dumps(new.facts).replace("new-york", "barmore").encode()))
    for entry in (new, old):
        snapshot = Snapshot.of("evening", (*evening.entries[:-1], entry))
        assert History(snapshot.entries, snapshot.ledger).describe(entry).endswith("variant New York")


def test_an_old_export_still_verifies_and_comes_back_as_it_was_written() -> None:
    evening = old_evening()
    file = exported(evening)
    assert b'"variant": "barmore"' in file.partition(b'"history"')[0]
    assert verification.verify(file).entries == len(evening.entries)
    read = bringing.read(file)
    assert isinstance(read, Sealed)
    assert (read.entries, read.digests) == (evening.entries, hash_chain.digests(evening.entries))


def test_an_export_of_today_with_an_old_history_verifies_too() -> None:
    evening = old_evening()
    file = document.write(evening.snapshot.sheet, hash_chain.lines(evening.entries, ()))
    assert b"new-york" in file
    assert b"barmore" in file
    assert verification.verify(file).entries == len(evening.entries)
    with pytest.raises(TamperedHistoryError, match="“options” of the sheet is another one"):
        verification.verify(file.replace(b'"sets_to_lose": 3', b'"sets_to_lose": 4', 1))


def test_the_published_schema_takes_both_names() -> None:
    validator = Draft202012Validator(schema.sheet_file())
    for options in (OLD, NEW, {**OLD, "blind_margin": 0, "first_hand": "bid"}):
        assert validator.is_valid(document.parse(content(UNBID, BID, **HEAD, options=options)))
    for wrong in ({"variant": "redd"}, {"sets_to_lose": 3}, {"variant": "barmore", "nil": 50}):
        assert not validator.is_valid(document.parse(content(**HEAD, options=wrong)))
