"""What a host collects from every sheet of a server: `scorer export`, which comes back by the import."""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import insert, select

from scorer.exports import bundle
from scorer.exports.bundle import FreeNames
from scorer.sheet import audit, importing
from scorer.sheet.core.sheet import Entry, EntryKind, Sheet
from scorer.sheet.importing import Sealed
from scorer.store.database import now
from scorer.store.models import ENTRIES, EntryRecord, SheetRecord, db, values_of

from .serving import scorer
from .store.book import FIVE
from .web.evening import with_history
from .web.files.test_import import PAGE, form_of, look
from .web.phone import Phone

PLAIN = {"game": "plain", "players": ["Ann", "Bo"], "dealer": "Bo", "date": "2026-11-20", "title": "Club / Night"}

pytestmark = pytest.mark.sqlite


def export(app: Flask, status: int = 0) -> list[str]:
    """What `scorer export all` prints, and on standard error."""
    done = scorer(Path(app.instance_path).parent, "export", "all")
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines() + done.stderr.splitlines()


def files_of(app: Flask, ending: str = ".json") -> list[Path]:
    return sorted(Path(app.instance_path).parent.glob(f"all/**/*{ending}"))


def contents(zipped: bytes) -> list[bytes]:
    return [packed.content or b"" for packed in bundle.read(zipped, bundle.MOST_UNPACKED)]


def with_sheets(app: Flask, number: int) -> None:
    """So many sheets of a hand each, written without any page."""
    with app.app_context(), db.engine.begin() as connection:
        ids = [f"sheet-{each}" for each in range(number)]
        connection.execute(insert(SheetRecord), [{"id": each, "made_at": now()} for each in ids])
        rows = []
        for sheet_id in ids:
            hand = {"hand": {"points": {"Ann": 5, "Bo": 7}}}
            acts = (EntryKind.START, PLAIN), (EntryKind.RECORD, hand)
            entries = [
                Entry(number, kind, facts, f"{sheet_id} {number}", "a phone", now())
                for number, (kind, facts) in enumerate(acts, start=1)
            ]
            digests = audit.digests(tuple(entries))
            rows += [values_of(sheet_id, *each) for each in zip(entries, digests, strict=True)]
        connection.execute(insert(ENTRIES), rows)


def test_five_hundred_sheets_of_a_server_come_back_by_the_import_as_they_are(app: Flask) -> None:
    with_sheets(app, 500)
    assert export(app) == ["Wrote 500 sheets, and 2 bundles to import them."]
    written = files_of(app)
    assert [path.name for path in written[:2]] == [
        "2026-11-20-club-night-10.json",
        "2026-11-20-club-night-100.json",
    ]
    packed = [path.read_bytes() for path in files_of(app, ".zip")]
    found = [contents(each) for each in packed]
    assert [len(each) for each in found] == [bundle.MOST_FILES, 500 - bundle.MOST_FILES]
    assert sorted(content for each in found for content in each) == sorted(path.read_bytes() for path in written)
    assert all(isinstance(importing.read(content), Sealed) for content in found[0])
    # As a browser sends the form of what was looked at: what is typed into it may be less.
    phone = Phone(app)
    form = form_of(look(phone, packed[1]))
    done = phone.send(PAGE, form, {"action": "import"}, content_type="multipart/form-data")
    assert done.status_code == 303
    with app.app_context():
        imported = select(EntryRecord.digest).where(EntryRecord.imported_by.is_not(None))
        assert set(db.session.scalars(imported)) == {
            line["digest"] for each in found[1] for line in json.loads(each)["history"]
        }


def test_a_folder_that_holds_anything_is_refused_and_left_as_it_is(app: Flask, phone: Phone) -> None:
    phone.start()
    folder = Path(app.instance_path).parent / "all"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert export(app, 1) == ["Error: The folder all is not empty: choose another one."]
    (folder / "notes.txt").rename(folder.parent / "notes.txt")
    assert export(app)[0] == "Wrote 1 sheet, and 1 bundle to import them."
    (folder.parent / "all").rename(folder.parent / "done")
    folder.write_text("a file")
    assert export(app, 1) == ["Error: The sheets cannot be written to all: Not a directory."]


def test_a_damaged_sheet_is_named_and_the_others_are_written_without_the_deleted_ones(
    app: Flask, phone: Phone
) -> None:
    for title in ("Friday", "Saturday", "Sunday"):
        phone.record(phone.start(title=title))
    assert scorer(Path(app.instance_path).parent, "sheets", "1", "--delete", "--yes").returncode == 0
    with closing(sqlite3.connect(Path(app.instance_path) / "scorer.db")) as connection, connection:
        saturday = "SELECT sheet_id FROM entry WHERE facts LIKE '%Saturday%'"
        connection.execute(f"UPDATE entry SET facts = '{{}}' WHERE number = 2 AND sheet_id = ({saturday})")
    wrote, left_out, damaged = export(app, 1)
    assert wrote == "Wrote 1 sheet, and 1 bundle to import them."
    assert left_out == "1 deleted sheet left out: “scorer sheets NUMBER --undelete” brings one back."
    assert damaged.startswith("Sheet 2, Saturday, cannot be read: entry 2 does not hold what it should")
    [sunday] = files_of(app)
    assert b'"Sunday"' in sunday.read_bytes()


def test_a_sheet_too_long_for_an_import_is_written_and_named(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorer.cli.hosting import export as write

    phone.start(title="Short", date="2026-11-20")
    long = phone.start(title="Long", date="2026-11-20")
    phone.record(long)
    monkeypatch.setattr(importing, "MOST_ENTRIES", 1)
    folder = Path(app.instance_path).parent / "all"
    lines, unreadable = write(f"sqlite:///{Path(app.instance_path) / 'scorer.db'}", folder)
    told = "Sheet 2, 2026-11-20-long.json, is too long for an import: it is in no bundle."
    assert (lines[1:], unreadable) == ([told], [])
    assert with_history(phone, long) in {path.read_bytes() for path in files_of(app)}
    with zipfile.ZipFile(folder / "score-sheets-1.zip") as packed:
        assert packed.namelist() == ["2026-11-20-short.json"]


@pytest.mark.parametrize(
    ("title", "day", "name"),
    [
        ("../../etc/passwd", "2026-11-20", "2026-11-20-etc-passwd"),
        ("C:\\Club | Night?.json", "", "c-club-night-json"),
        ("CON", "", "sheet-con"),
        ("lpt1", "", "sheet-lpt1"),
        ("con", "2026-11-20", "2026-11-20-con"),
        (".", "", "offender"),
        ("Übung für Ján", "", "ubung-fur-jan"),
        ("星期五", "2026-11-20", "2026-11-20-offender"),
        ("x" * 200, "", "x" * 60),
    ],
)
def test_a_title_is_the_name_of_a_file_that_every_system_takes(title: str, day: str, name: str) -> None:
    assert Sheet("offender", tuple(FIVE), FIVE[-1], title=title, date=day).file_name == name


def test_names_are_given_once_also_where_one_looks_like_another_with_a_number() -> None:
    names = FreeNames()
    given = [names.take(name) for name in ("a.json", "a-2.json", "a.json", "a.json", "a-2.json", "b.json")]
    assert given == ["a.json", "a-2.json", "a-3.json", "a-4.json", "a-2-2.json", "b.json"]
