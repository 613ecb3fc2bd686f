"""`scorer stats`: what a season tells, from files and bundles of them."""

import json
from pathlib import Path

from scorer.exports import bundle

from .seasons.decade import decade
from .test_cli import BROKEN, answers, run


def files(folder: Path, evenings: int = 4) -> list[str]:
    _, sheets = decade(5, evenings, 6)
    for place, sheet in enumerate(sheets):
        (folder / f"{place}.json").write_text(json.dumps(sheet), encoding="utf-8")
    return [str(folder / f"{place}.json") for place in range(evenings)]


def test_a_bundle_tells_what_its_files_tell(tmp_path: Path) -> None:
    names = files(tmp_path)
    bundled = tmp_path / "season.zip"
    bundled.write_bytes(bundle.write((Path(name).name, Path(name).read_bytes()) for name in names))
    [told], [same] = (answers(run("stats", "--json", *given)) for given in (names, [str(bundled)]))
    assert told["players"][0]["hands"] == same["players"][0]["hands"]
    assert told["standings"]["players"][0]["sum"] == same["standings"]["players"][0]["sum"]
    assert same["evenings"][0]["sheet"] == "season.zip/0.json"


def test_the_text_has_standings_players_and_partnerships_and_says_how_they_count(tmp_path: Path) -> None:
    done = run("stats", "--by", "won", *files(tmp_path))
    assert done.exit_code == 0
    first, *_ = lines = done.output.splitlines()
    assert first == "Offender: 4 nights, 2016-01-07 to 2016-01-28"
    assert {"Standings", "Players", "Partnerships", "Proposals"} <= {*lines}
    assert any(line.startswith("By nights won: ") for line in lines)


def test_a_choice_of_players_dates_and_spellings(tmp_path: Path) -> None:
    names = files(tmp_path)
    [told] = answers(
        run("stats", "--json", "--player", "Fiona", "--from", "2016-01-14", "--to", "2016-01-21", *names)
    )
    assert [evening["date"] for evening in told["evenings"]] == ["2016-01-14", "2016-01-21"]
    [merged] = answers(run("stats", "--json", "--same", "Fiona=Fifi", "--best", "1", *names))
    assert "Fifi" in [each["player"] for each in merged["players"]]
    assert merged["standings"]["best_of"] == 1
    assert run("stats", "--game", "spades", *names).output == "No sheet is in this choice.\n"


def test_what_cannot_be_counted_is_named_and_nothing_else_is_told(tmp_path: Path) -> None:
    names = files(tmp_path)
    (tmp_path / "broken.json").write_bytes(BROKEN)
    (tmp_path / "none.json").write_bytes(b"[]")
    broken = run("stats", *names, str(tmp_path / "broken.json"))
    assert broken.exit_code == 1
    assert "A rule is broken in hand 3" in broken.stderr
    assert broken.stdout == ""
    none = run("stats", "--json", *names, str(tmp_path / "none.json"), str(tmp_path / "missing.json"))
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
        refused = run("stats", *words, *names)
        assert refused.exit_code == 2
        assert said in refused.output


def test_a_file_and_its_copy_count_once(tmp_path: Path) -> None:
    names = files(tmp_path, 2)
    (tmp_path / "copy.json").write_bytes(Path(names[0]).read_bytes())
    [told], [same] = (
        answers(run("stats", "--json", *given)) for given in (names, [*names, str(tmp_path / "copy.json")])
    )
    assert same == told


def test_two_who_sat_at_one_table_are_not_one_player(tmp_path: Path) -> None:
    names = files(tmp_path)
    refused = run("stats", "--same", "Betty=Amber", *names)
    assert refused.exit_code == 2
    assert "Amber and Betty sat at one table: they are two players" in refused.stderr
    assert refused.stdout == ""
