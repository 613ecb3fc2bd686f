"""The `scorer` command [sheet-format]: its answers, its exit status, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import __version__
from scorer.cli import main

from .sheet.files import FIVE, NOBODY, RESULT, content
from .sheet.malformed import MALFORMED

SCORER = Path(sys.executable).with_name("scorer")
TOO_MANY = {**RESULT, "tricks": 11}
BROKEN = content(RESULT, RESULT, TOO_MANY)
OPEN = content(RESULT, {"calls": ["Betty: no proposal", "Cindy: 3H"]})


def run(*words: str, given: bytes = b"") -> Result:
    """The command in this process; a traceback would be an exception here."""
    result = CliRunner().invoke(main, words, input=given)
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    assert "Traceback" not in result.output
    return result


def answers(result: Result) -> list[Any]:
    """The lines of --json, an object each."""
    written = result.stdout_bytes.decode("utf-8")
    assert written.endswith("\n")
    assert result.stderr_bytes == b""
    return [json.loads(line) for line in written.removesuffix("\n").split("\n")]


def filed(folder: Path, *sheets: bytes) -> list[str]:
    paths = [folder / f"{number}.json" for number, _ in enumerate(sheets)]
    for path, sheet in zip(paths, sheets, strict=True):
        path.write_bytes(sheet)
    return [str(path) for path in paths]


def installed(*words: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The console script itself, as it is installed beside the running interpreter."""
    done = subprocess.run(
        [SCORER, *words],
        input=given,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    return done


def test_the_installed_command_scores_a_sheet_in_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    players = ["Åsa", "Bjørn", "安娜"]
    files = filed(tmp_path, content(NOBODY, players=players))
    for locale in ("C", "C.UTF-8"):
        done = installed("score", "--json", *files, LC_ALL=locale, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert done.returncode == 0
        assert done.stdout.count(b"\n") == 1
        assert "Åsa".encode() in done.stdout
        assert json.loads(done.stdout)["columns"] == players
        assert "安娜".encode() in installed("score", *files, LC_ALL=locale, PYTHONIOENCODING="ascii").stdout


def test_the_installed_command_survives_a_standard_input_that_is_closed() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" score --json - <&-', SCORER], capture_output=True, check=False, timeout=60
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2


def test_the_installed_command_knows_its_version_and_its_use() -> None:
    assert installed("--version").stdout.decode() == f"scorer, version {__version__}\n"
    assert b"auction" in installed("--help").stdout
    for wrong in (["score"], ["auction", "--jsn", "-"], ["settle"]):
        done = installed(*wrong)
        assert done.returncode == 2
        assert b"Error" in done.stderr


def test_a_score_is_told_as_in_the_format() -> None:
    """[sheet-format: scorer score] The whole answer for game 1 of the document's table."""
    [told] = answers(run("score", "--json", "-", given=content(RESULT)))
    own = [{"points": 21, "reason": "bid 6, made"}, {"points": 28, "reason": "7 tricks"}]
    other = [{"points": 6, "reason": "3 tricks"}]
    assert told == {
        "game": "offender",
        "columns": FIVE,
        "hands": [
            {
                "number": 1,
                "dealer": "Ellie",
                "points": [49, 6, 49, 6, 6],
                "totals": [49, 6, 49, 6, 6],
                "why": [own, other, own, other, other],
            }
        ],
        "closing": None,
        "totals": [49, 6, 49, 6, 6],
        "standings": [
            {"place": place, "column": name, "total": total}
            for place, name, total in zip(
                (1, 1, 3, 3, 3), ("Amber", "Cindy", "Betty", "Diana", "Ellie"), (49, 49, 6, 6, 6), strict=True
            )
        ],
        "ending": None,
    }
    [closed] = answers(run("score", "--json", "-", given=content(RESULT, finished=True)))
    assert closed["ending"]["winners"] == ["Amber", "Cindy"]


def test_a_line_for_every_file_in_order_and_the_highest_status(tmp_path: Path) -> None:
    files = filed(tmp_path, content(RESULT), b"[]", BROKEN, content())
    result = run("score", "--json", *files)
    told = answers(result)
    assert [next(iter(answer)) for answer in told] == ["game", "error", "error", "game"]
    assert told[1]["error"]["where"] == "$"
    assert told[2]["error"] == {
        "hand": 3,
        "call": None,
        "rule": "Tricks of the hand",
        "detail": "The offense cannot have taken 11 of 10 tricks.",
    }
    assert result.exit_code == 2
    assert run("score", "--json", files[2], files[0]).exit_code == 1
    assert run("auction", "--json", files[0], files[3]).exit_code == 0


def test_standard_input_stands_among_the_files(tmp_path: Path) -> None:
    [file] = filed(tmp_path, b"{}")
    told = answers(run("score", "--json", "-", file, given=content(RESULT)))
    assert told[0]["totals"] == [49, 6, 49, 6, 6]
    assert told[1]["error"]["where"] == "$.format"


def test_what_cannot_be_read_at_all_is_said_with_status_2(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / "missing" / "sheet.json"):
        for command in ("score", "auction"):
            result = run(command, "--json", str(path))
            assert result.exit_code == 2
            [told] = answers(result)
            assert told["error"].keys() == {"where", "detail"}
            assert told["error"]["where"] == "$"
            plain = run(command, str(path))
            assert plain.exit_code == 2
            assert str(path) in plain.stderr
            assert plain.stdout == ""


@pytest.mark.parametrize("named", [*MALFORMED][::6])
def test_no_malformed_file_ends_in_a_traceback(named: str) -> None:
    sheet, _ = MALFORMED[named]
    for command in ("score", "auction"):
        result = run(command, "--json", "-", given=sheet)
        [told] = answers(result)
        assert result.exit_code == 2
        assert told["error"].keys() == {"where", "detail"}
        plain = run(command, "-", given=sheet)
        assert (plain.exit_code, plain.stdout) == (2, "")
        assert "Not a score sheet" in plain.stderr


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e", "\n"])
def test_the_answer_is_one_line_for_every_reader_of_lines(separator: str) -> None:
    given = content(NOBODY, players=[f"Am{separator}ber", *FIVE[1:]])
    result = run("score", "--json", "-", given=given)
    assert json.loads(result.stdout_bytes)["columns"][0] == f"Am{separator}ber"
    assert len(result.stdout_bytes.decode().splitlines()) == 1


def test_without_json_a_score_is_printed_and_a_fault_goes_to_standard_error() -> None:
    scored = run("score", "-", given=content(RESULT))
    assert (scored.exit_code, scored.stderr) == (0, "")
    assert "Standings" in scored.stdout
    for command in ("score", "auction"):
        result = run(command, "-", given=BROKEN)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "hand 3" in result.stderr


# [sheet-format: scorer auction] Of a sheet: who speaks, in which stage, the number of legal calls, the contract.
AUCTIONS: dict[str, tuple[bytes, tuple[str | None, str, int, str | None]]] = {
    "an open hand": (OPEN, ("Diana", "acceptance", 2, None)),
    "a last hand with calls": (
        content({"calls": ["Amber: 10S", "Betty: accept"], "tricks": 9}),
        (None, "bidding", 0, "10S"),
    ),
    "a finished sheet": (content(RESULT, finished=True), (None, "bidding", 0, None)),
    "house rules": (content(options={"no_trump": True, "tricks": 2}), ("Amber", "bidding", 11, None)),
}


@pytest.mark.parametrize("named", AUCTIONS)
def test_the_auction_is_told_by_json_and_in_words(named: str) -> None:
    sheet, (turn, stage, legal, contract) = AUCTIONS[named]
    [told] = answers(run("auction", "--json", "-", given=sheet))
    assert told.keys() == {"turn", "stage", "legal", "contract", "over"}
    assert (told["turn"], told["stage"], len(told["legal"]), told["over"]) == (turn, stage, legal, turn is None)
    assert (told["contract"] and told["contract"]["contract"]) == contract
    words = run("auction", "-", given=sheet)
    assert words.exit_code == 0
    assert words.stdout.startswith(f"{turn} to speak" if turn else "The ")


def test_the_auction_of_a_sheet_with_an_earlier_broken_hand_names_it() -> None:
    for open_hand in ({"calls": []}, {"calls": ["Betty: 3H"]}):
        result = run("auction", "--json", "-", given=content(TOO_MANY, open_hand))
        assert result.exit_code == 1
        [told] = answers(result)
        assert (told["error"]["hand"], told["error"]["call"]) == (1, None)


def test_names_that_are_hard_to_tell_are_warned_of_on_standard_error_and_scored_as_ever() -> None:
    plain = {"format": "score-sheet/1", "game": "plain", "players": ["Ann", "ann", "\u0410nn", "Bo"], "hands": []}
    plain["zone"] = "Mars/Base"
    done = run("score", "--json", "-", given=json.dumps(plain).encode())
    assert done.exit_code == 0
    assert json.loads(done.stdout)["columns"] == plain["players"]
    assert done.stderr == (
        "-: a warning about the name “ann”: Ann is on this sheet, too.\n"
        "-: The time zone Mars/Base is not known here: times are told in the server's.\n"
    )
