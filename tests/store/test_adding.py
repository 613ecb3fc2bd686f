"""Sheets of another database are added: whole, once, and nothing that is here is overwritten."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from scorer import create_app
from scorer.sheet.core.sheet import EntryKind
from scorer.store import people, scorebook
from scorer.store.backup import BackupError, back_up
from scorer.store.copying import AddStatus, add, prepare, sheets_in, summary
from scorer.store.inspection import check
from scorer.store.models import DeviceRecord, SheetRecord, db

from ..one_app import close
from ..serving import scorer
from .book import NOBODY, OTHER, RESULT, Book, open_sheet
from .test_first_release import FRIDAY, KEPT, KNOWN

both = pytest.mark.both


@pytest.fixture(autouse=True)
def _elsewhere_in_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clients of a server tell it their time zone, and times are those of the file all the same."""
    monkeypatch.setenv("PGTZ", "Pacific/Auckland")


class Elsewhere:
    """Another phone, whose database is saved to a file."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.app = create_app({"TESTING": True}, folder / "instance")
        with self.app.app_context():
            self.book = Book(title="Friday")
            people.be_guest(self.book.id, self.book.device, "Betty's phone")
            self.book.record(RESULT)

    def record(self, hand: dict[str, object]) -> None:
        with self.app.app_context():
            self.book.record(hand)

    def saved(self) -> Path:
        """What is on it now, prepared to be added."""
        back_up(self.folder / "instance" / "scorer.db", self.folder / "saved.db")
        prepare(self.folder / "saved.db", self.folder / "prepared.db")
        return self.folder / "prepared.db"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    made = Elsewhere(tmp_path / "elsewhere")
    close(made.app)
    return made


def statuses(prepared: Path) -> list[AddStatus]:
    return [found.status for found in add(prepared)]


@both
def test_a_sheet_comes_with_its_id_its_entries_and_the_name_of_its_phone(
    open_app: Flask, elsewhere: Elsewhere
) -> None:
    prepared = elsewhere.saved()
    [found] = sheets_in(prepared)
    assert (found.status, found.sheet_id) == (AddStatus.NEW, elsewhere.book.id)
    with pytest.raises(scorebook.SheetNotFoundError):
        scorebook.read(elsewhere.book.id)
    assert summary(add(prepared)) == "1 sheet added"
    here = scorebook.read(elsewhere.book.id)
    assert here.entries == found.snapshot.entries
    assert scorebook.stored_digests(here) == found.snapshot.digests
    assert people.former(elsewhere.book.id)[elsewhere.book.device].grant.who == people.Guest("Betty's phone")
    # The name comes, and no right to open anything.
    assert people.people(elsewhere.book.id) == []
    assert db.session.get(DeviceRecord, elsewhere.book.device) is None


@both
def test_what_was_added_twice_goes_on_or_parts_and_is_never_doubled(open_app: Flask, elsewhere: Elsewhere) -> None:
    prepared = elsewhere.saved()
    assert statuses(prepared) == [AddStatus.NEW]
    assert statuses(prepared) == [AddStatus.SAME]
    elsewhere.record(OTHER)
    assert statuses(elsewhere.saved()) == [AddStatus.UPDATE]
    here = scorebook.read(elsewhere.book.id)
    assert len(here.ledger.rows) == 2
    # Here it goes on, and the file is behind; then there too, another way.
    device, _ = people.new_device()
    open_sheet(device, elsewhere.book.id, people.SCORE)
    goes_on = {"key": "here", "seen": here.version, "device": device}
    scorebook.append(elsewhere.book.id, lambda snapshot: (EntryKind.RECORD, {"hand": RESULT}), **goes_on)
    assert statuses(elsewhere.saved()) == [AddStatus.SAME]
    elsewhere.record(NOBODY)
    kept = scorebook.read(elsewhere.book.id).entries
    [copy] = add(elsewhere.saved())
    assert copy.status is AddStatus.COPY
    assert scorebook.read(elsewhere.book.id).entries == kept
    assert scorebook.read(copy.sheet_id).entries == copy.snapshot.entries
    assert statuses(elsewhere.saved()) == [AddStatus.SAME]
    elsewhere.record(OTHER)
    [later] = add(elsewhere.saved())
    assert (later.status, later.sheet_id) == (AddStatus.UPDATE, copy.sheet_id)
    assert db.session.query(SheetRecord).count() == 2


@both
def test_a_backup_of_the_first_release_is_brought_up_to_date_and_stays_as_it_was(
    open_app: Flask, tmp_path: Path
) -> None:
    file = shutil.copyfile(KEPT, tmp_path / "server.db")
    before = file.read_bytes()
    prepared = tmp_path / "prepared.db"
    assert prepare(file, prepared).sheets == 3
    assert {found.status for found in add(prepared)} == {AddStatus.NEW}
    assert file.read_bytes() == before
    assert scorebook.read(FRIDAY).version == KNOWN["sheets"][FRIDAY]["entries"]
    assert {found.status for found in add(prepared)} == {AddStatus.SAME}


def test_a_file_that_is_damaged_newer_or_none_of_ours_is_refused_before_anything_is_touched(
    open_app: Flask, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    elsewhere.saved()
    file, prepared = elsewhere.folder / "saved.db", tmp_path / "prepared.db"

    def refused(change: str) -> str:
        bad = shutil.copyfile(file, tmp_path / "bad.db")
        with closing(sqlite3.connect(bad)) as connection, connection:
            connection.execute(change)
        with pytest.raises(BackupError) as caught:
            prepare(bad, prepared)
        assert not prepared.exists()
        return str(caught.value)

    assert "entry 2 does not match its digest" in refused("UPDATE entry SET facts = replace(facts, '7}', '8}')")
    assert "entry 1 is missing" in refused("DELETE FROM entry WHERE number = 1")
    assert "made by a later release" in refused("UPDATE alembic_version SET version_num = '9999'")
    for content, why in (
        (b"", "it is empty"),
        (b"{}" * 900, "not a database"),
        (file.read_bytes()[:9000], "malformed"),
    ):
        (tmp_path / "bad.db").write_bytes(content)
        with pytest.raises(BackupError, match=why):
            prepare(tmp_path / "bad.db", prepared)
    assert db.session.query(SheetRecord).count() == 0


@pytest.mark.sqlite
def test_the_command_adds_what_a_phone_saved_also_while_the_app_runs(
    app: Flask, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    elsewhere.saved()
    database = Path(app.instance_path, "scorer.db")
    command = (tmp_path, "import", str(elsewhere.folder / "saved.db"), "--database", str(database))
    assert scorer(*command).stdout == "1 sheet added.\n"
    assert scorer(*command).stdout == "1 here already.\n"
    with app.app_context():
        assert scorebook.read(elsewhere.book.id).ledger.totals == (49, 6, 49, 6, 6)
    assert check(database)[1] == []
    (tmp_path / "note.db").write_text("no database")
    done = scorer(tmp_path, "import", str(tmp_path / "note.db"), "--database", str(database))
    assert done.returncode == 1
    assert done.stderr.startswith("Error: note.db cannot be used: ")
    with ZipFile(tmp_path / "bundle.zip", "w") as bundle:
        bundle.writestr("sheet.json", "{}")
    done = scorer(tmp_path, "import", str(tmp_path / "bundle.zip"), "--database", str(database))
    assert done.stderr == "Error: bundle.zip is no database. “Import” in the app takes sheet files.\n"
