"""`scorer statistics`: what a season tells, from files and bundles of them."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from scorer.exports import bundle
from scorer.sheet import audit, sheet_file
from scorer.sheet.core.sheet import Entry, EntryKind

from .statistics.decade import decade
from .test_cli import BROKEN, answers, run
from .web.phone import Phone
from .web.statistics.test_pages import met


def files(folder: Path, evenings: int = 4) -> list[str]:
    sheets = decade(5, evenings, 6)
    for place, sheet in enumerate(sheets):
        (folder / f"{place}.json").write_text(json.dumps(sheet), encoding="utf-8")
    return [str(folder / f"{place}.json") for place in range(evenings)]


def test_a_bundle_tells_what_its_files_tell(tmp_path: Path) -> None:
    names = files(tmp_path)
    bundled = tmp_path / "season.zip"
    bundled.write_bytes(bundle.write((Path(name).name, Path(name).read_bytes()) for name in names))
    [told], [same] = (answers(run("statistics", "--json", *given)) for given in (names, [str(bundled)]))
    assert told["players"][0]["hands"] == same["players"][0]["hands"]
    assert told["standings"]["players"][0]["sum"] == same["standings"]["players"][0]["sum"]
    assert same["evenings"][0]["sheet"] == "season.zip/0.json"


def test_the_text_has_standings_players_and_partnerships_and_says_how_they_count(tmp_path: Path) -> None:
    done = run("statistics", "--by", "places", *files(tmp_path))
    assert done.exit_code == 0
    first, *_ = lines = done.output.splitlines()
    assert first == "Offender: 4 nights, 2016-01-07 to 2016-01-28"
    assert run("stats", "--by", "places", *files(tmp_path)).output == done.output
    assert "stats" not in run("--help").output
    assert {"Standings", "Players", "Partnerships", "Proposals"} <= {*lines}
    assert any(line.startswith("By the average of a player's places: ") for line in lines)


def test_a_choice_of_players_dates_and_spellings(tmp_path: Path) -> None:
    names = files(tmp_path)
    [told] = answers(
        run("statistics", "--json", "--player", "Fiona", "--from", "2016-01-14", "--to", "2016-01-21", *names)
    )
    assert [evening["date"] for evening in told["evenings"]] == ["2016-01-14", "2016-01-21"]
    [merged] = answers(run("statistics", "--json", "--same", "Fiona=Fifi", "--best", "1", *names))
    assert "Fifi" in [each["player"] for each in merged["players"]]
    assert merged["standings"]["best_of"] == 1
    assert run("statistics", "--game", "spades", *names).output == "No sheet is in this choice.\n"


def test_what_cannot_be_counted_is_named_and_nothing_else_is_told(tmp_path: Path) -> None:
    names = files(tmp_path)
    (tmp_path / "broken.json").write_bytes(BROKEN)
    (tmp_path / "none.json").write_bytes(b"[]")
    broken = run("statistics", *names, str(tmp_path / "broken.json"))
    assert broken.exit_code == 1
    assert "A rule is broken in hand 3" in broken.stderr
    assert broken.stdout == ""
    none = run("statistics", "--json", *names, str(tmp_path / "none.json"), str(tmp_path / "missing.json"))
    assert none.exit_code == 2
    assert [answer["file"] for answer in answers(none)] == [
        str(tmp_path / f"{name}.json") for name in ("none", "missing")
    ]


def test_options_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    names = files(tmp_path, 1)
    for words, said in (
        (("--game", "whist"), "there is no game “whist”"),
        (("--from", "yesterday"), "a date is written as 2026-11-20"),
        (("--same", "Fi"), "two names stand on either side of ="),
    ):
        refused = run("statistics", *words, *names)
        assert refused.exit_code == 2
        assert said in refused.output


def test_a_file_and_its_copy_count_once(tmp_path: Path) -> None:
    names = files(tmp_path, 2)
    (tmp_path / "copy.json").write_bytes(Path(names[0]).read_bytes())
    [told], [same] = (
        answers(run("statistics", "--json", *given)) for given in (names, [*names, str(tmp_path / "copy.json")])
    )
    assert same == told


def test_two_who_sat_at_one_table_are_not_one_player(tmp_path: Path) -> None:
    names = files(tmp_path)
    refused = run("statistics", "--same", "Betty=Amber", *names)
    assert refused.exit_code == 2
    assert "Amber and Betty sat at one table: they are two players" in refused.stderr
    assert refused.stdout == ""


@pytest.mark.sqlite
def test_all_sheets_of_a_database_tell_what_they_tell_once_they_are_exported(
    app: Flask, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(Path(app.instance_path) / "scorer.db")
    for phone_of_a_table, day in ((phone, "2026-03-06"), (Phone(app), "2026-03-13"), (phone, "2026-03-20")):
        met(phone_of_a_table, date=day)
    assert run("sheets", "3", "--delete", "--yes", "--database", database).exit_code == 0
    assert run("export", str(tmp_path / "all"), "--database", database).exit_code == 0
    [bundled] = (tmp_path / "all").glob("*.zip")
    options = ("--player", "Amber", "--from", "2026-03-01")
    told, same = (run("statistics", *options, *given) for given in ((str(bundled),), ("--database", database)))
    assert same.output == told.output
    assert same.output.startswith("Offender: 2 nights, 2026-03-06 to 2026-03-13")
    [each] = answers(run("statistics", "--json", "--database", database))
    assert [evening["sheet"] for evening in each["evenings"]] == ["sheet 1", "sheet 2"]
    # Without a name it is the database that the environment names.
    monkeypatch.setenv("SCORER_DATABASE_URL", f"sqlite:///{database}")
    assert run("statistics", "--database", "--by", "places").output.startswith(
        "Offender: 2 nights, 2026-03-06 to 2026-03-13"
    )
    with closing(sqlite3.connect(database)) as connection, connection:
        first = "SELECT id FROM sheet ORDER BY made_at LIMIT 1"
        connection.execute(f"UPDATE entry SET facts = '{{}}' WHERE number = 2 AND sheet_id = ({first})")
    damaged = run("statistics", "--database")
    assert damaged.exit_code == 1
    assert damaged.stderr.startswith("Sheet 1 cannot be read: entry 2 does not hold what it should")
    assert damaged.stdout.startswith("Offender: 1 night, 2026-03-13")
    two = run("statistics", "--database", "--same", "Betty=Amber")
    assert two.exit_code == 2
    assert "Sheet 2: Amber and Betty sat at one table: they are two players.\n" in two.stderr


@pytest.mark.parametrize("words", [(), ("--database", "some.db", "a.json")])
def test_files_are_named_or_a_database_and_not_both(words: tuple[str, ...]) -> None:
    refused = run("statistics", *words)
    assert refused.exit_code == 2
    assert "Name files, or --database for all sheets of a server; one of the two." in refused.output


def test_a_file_without_a_date_is_of_the_night_of_its_first_entry(tmp_path: Path) -> None:
    sheets = decade(5, 1, 6)
    del sheets[0]["date"]
    first = Entry(1, EntryKind.START, {}, "key", "device", datetime(2026, 3, 7, 5, 59).astimezone())
    written = sheet_file.write(sheet_file.load(json.dumps(sheets[0]).encode()), [audit.line(first, "0" * 64)])
    (tmp_path / "undated.json").write_bytes(written)
    [told] = answers(run("statistics", "--json", str(tmp_path / "undated.json")))
    assert [(night["night"], night["sheets"]) for night in told["nights"]] == [
        ("2026-03-06", [str(tmp_path / "undated.json")])
    ]
