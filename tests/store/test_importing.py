"""Sheets brought into the scorebook: entries and digests as they are, once, and never in the place of others."""

import pytest
from flask import Flask
from sqlalchemy import update

from scorer.sheet import audit
from scorer.sheet.core.sheet import Entry, EntryKind
from scorer.sheet.importing import acts_of
from scorer.sheet.sheet_file import load, write
from scorer.store import files, people, scorebook
from scorer.store.database import now
from scorer.store.inspection import faults
from scorer.store.models import CorruptSheetError, EntryRecord, db
from scorer.store.people import NotAllowedError
from scorer.store.scorebook import StaleVersionError, forget_snapshots

from ..sheet.files import NOBODY, RESULT, content
from ..sheet.sealed import entries
from .book import Book, open_sheet

ALL = entries()
DIGESTS = audit.digests(ALL)


def brought(device: str, upto: int = len(ALL), key: str = "key") -> str:
    return files.bring(ALL[:upto], DIGESTS[:upto], key=key, device=device)


@pytest.fixture
def device(open_app: Flask) -> str:
    return people.new_device()[0]


def test_entries_are_stored_as_they_are_and_nothing_is_wrong_with_them(device: str) -> None:
    sheet = brought(device)
    forget_snapshots()
    snapshot = scorebook.read(sheet)
    assert snapshot.entries == ALL
    assert scorebook.stored_digests(snapshot) == scorebook.sealed(snapshot) == DIGESTS
    assert audit.mismatches(snapshot.entries, DIGESTS) == []
    assert list(faults(db.session.connection())) == []


def test_a_request_is_known_by_its_key_and_its_device(device: str) -> None:
    assert files.brought(key="key", device=device) is None
    sheet = brought(device)
    assert brought(device) == files.brought(key="key", device=device) == sheet
    assert brought(device, key="another") != sheet


def test_a_sheet_goes_on_with_the_entries_that_it_lacks(device: str) -> None:
    sheet = brought(device, upto=5)
    assert files.go_on(sheet, ALL, DIGESTS, device=device).version == len(ALL)
    assert files.go_on(sheet, ALL, DIGESTS, device=device).version == len(ALL)
    forget_snapshots()
    assert scorebook.read(sheet).entries == ALL


def test_a_sheet_that_is_further_or_went_another_way_is_left_alone(device: str) -> None:
    sheet = brought(device)
    with pytest.raises(StaleVersionError):
        files.go_on(sheet, ALL[:5], DIGESTS[:5], device=device)
    apart = brought(device, upto=5, key="apart")
    scorebook.append(apart, lambda snapshot: (ALL[5].kind, ALL[5].facts), key="own", seen=5, device=device)
    with pytest.raises(StaleVersionError):
        files.go_on(apart, ALL, DIGESTS, device=device)
    assert scorebook.read(apart).version == 6


def test_a_device_that_scores_no_more_when_its_import_is_written_writes_nothing(device: str) -> None:
    sheet = brought(device, 4)
    other, _ = people.new_device()
    open_sheet(other, sheet, people.SCORE)
    people.remove(sheet, device, other, "Amber")
    with pytest.raises(NotAllowedError):
        files.go_on(sheet, ALL, DIGESTS, device=device)
    assert scorebook.read(sheet).version == 4


def test_only_the_sheets_that_a_device_may_score_are_looked_through(device: str) -> None:
    sheet = brought(device)
    other, viewer = people.new_device()[0], people.new_device()[0]
    open_sheet(viewer, sheet, people.VIEW)
    assert [snapshot.id for snapshot in files.begun_with(DIGESTS[0], device)] == [sheet]
    assert files.begun_with(DIGESTS[1], device) == []
    assert files.begun_with(DIGESTS[0], other) == files.begun_with(DIGESTS[0], viewer) == []


def test_a_sheet_of_a_release_without_digests_is_found_and_goes_on(device: str) -> None:
    sheet = brought(device, upto=5)
    db.session.execute(update(EntryRecord).values(digest=None))
    db.session.commit()
    assert [snapshot.id for snapshot in files.begun_with(DIGESTS[0], device)] == [sheet]
    assert files.go_on(sheet, ALL, DIGESTS, device=device).version == len(ALL)


def test_entries_that_a_file_brings_have_who_brought_them_and_when(device: str) -> None:
    other = people.new_device()[0]
    before = now()
    sheet = brought(device, upto=5)
    between = now()
    open_sheet(other, sheet, people.SCORE)
    files.go_on(sheet, ALL, DIGESTS, device=other)
    scorebook.append(sheet, lambda snapshot: (EntryKind.REOPEN, {}), key="own", seen=len(ALL), device=device)
    imports = files.imports(sheet)
    assert [imports[number].device for number in sorted(imports)] == [device] * 5 + [other] * (len(ALL) - 5)
    assert all(before <= imports[number].at <= between for number in range(1, 6))
    assert all(between <= imports[number].at <= now() for number in range(6, len(ALL) + 1))
    assert scorebook.read(sheet).entries[:-1] == ALL
    assert list(faults(db.session.connection())) == []


def test_a_sheet_without_a_history_is_written_by_the_request(device: str) -> None:
    file = write(load(content(RESULT, NOBODY, title="Friday")))
    made = files.first_written(acts_of(load(file)), key="key", device=device)
    assert len({entry.key for entry in made}) == len(made) == 3
    assert {entry.device for entry in made} == {device}
    sheet = files.bring(made, audit.digests(made), key="key", device=device, history=False)
    assert files.imports(sheet) == {}
    assert write(scorebook.read(sheet).sheet) == file


def test_entries_that_make_no_sheet_are_not_stored(book: Book) -> None:
    first, *_ = ALL
    astray = (first, Entry(3, ALL[1].kind, ALL[1].facts, "k", "d"))
    with pytest.raises(CorruptSheetError, match="entry 2 is missing"):
        files.bring(astray, audit.digests(astray), key="key", device=book.device)
    assert files.brought(key="key", device=book.device) is None
