"""`scorer verify`: what it says of a history that holds, of one that was altered, and of a file without one."""

import json
from pathlib import Path

import pytest

from scorer.sheet import audit

from .sheet.files import RESULT, content
from .sheet.sealed import entries, file
from .test_cli import BROKEN, answers, filed, run

FILE = file()
ALTERED = FILE.replace(b"key-4", b"key-5").replace(b"key-9", b"key-8")
OTHER_SHEET = FILE.replace(b'"tricks": 5', b'"tricks": 6', 1)
HEAD, MIDDLE, HISTORY = FILE.partition(b' "history"')
DIGEST = audit.digests(entries())[-1]


def test_a_history_that_holds_is_counted_and_its_fingerprint_told(tmp_path: Path) -> None:
    result = run("verify", *filed(tmp_path, FILE))
    assert result.exit_code == 0
    shown = audit.fingerprint(DIGEST)
    assert (
        result.stdout == f"21 entries, fingerprint {shown}: the history holds, and the sheet is what it makes.\n"
    )
    assert result.stderr == ""


def test_standard_input_and_json_tell_the_same() -> None:
    [said] = answers(run("verify", "--json", "-", given=FILE))
    assert said == {"entries": 21, "fingerprint": audit.fingerprint(DIGEST), "digest": DIGEST}


def test_the_first_altered_entry_is_named_and_every_later_one(tmp_path: Path) -> None:
    [name] = filed(tmp_path, ALTERED)
    result = run("verify", name)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"{name}: Entry 4 does not match its digest: it was altered, or one before it.\n"
        "Entry 9 does not match its digest: it was altered, or one before it.\n"
    )
    [said] = answers(run("verify", "--json", "-", given=ALTERED))
    assert said["error"]["entry"] == 4
    assert [later["entry"] for later in said["later"]] == [9]


def test_a_sheet_that_is_another_than_its_history_makes_is_told() -> None:
    result = run("verify", "-", given=OTHER_SHEET)
    assert (result.exit_code, result.stderr) == (
        1,
        "-: The history holds, but hand 1 of the sheet is another one.\n",
    )
    [said] = answers(run("verify", "--json", "-", given=OTHER_SHEET))
    assert said["error"] == {"entry": None, "detail": "the history holds, but hand 1 of the sheet is another one"}


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (content(RESULT), "Not a score sheet: the file has no history (at $.history)."),
        (HEAD.replace(b"offender", b"whist") + MIDDLE + HISTORY, "Not a score sheet: the game is one of"),
    ],
)
def test_what_has_no_history_is_malformed(sheet: bytes, said: str) -> None:
    result = run("verify", "-", given=sheet)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"-: {said}")
    [error] = answers(run("verify", "--json", "-", given=sheet))
    assert set(error["error"]) == {"where", "detail"}


def test_a_sheet_that_breaks_a_rule_is_told_as_score_tells_it() -> None:
    broken = HEAD.replace(b'"tricks": 5', b'"tricks": 11') + MIDDLE + HISTORY
    assert run("verify", "-", given=broken).exit_code == 1
    assert answers(run("verify", "--json", "-", given=broken)) == answers(
        run("score", "--json", "-", given=broken)
    )


def test_several_files_answer_a_line_each_and_the_worst_status_counts(tmp_path: Path) -> None:
    names = filed(tmp_path, FILE, ALTERED, content(RESULT), BROKEN)
    assert run("verify", names[0], names[1]).exit_code == 1
    result = run("verify", "--json", *names, str(tmp_path / "none.json"))
    assert result.exit_code == 2
    assert ["error" in said for said in answers(result)] == [False, True, True, True, True]


def test_the_score_of_a_file_does_not_depend_on_its_history(tmp_path: Path) -> None:
    plain = FILE.replace(MIDDLE + HISTORY, b"")[:-2] + b"\n}\n"
    scores = [run("score", "--json", name).stdout_bytes for name in filed(tmp_path, FILE, ALTERED, plain)]
    assert len(set(scores)) == 1
    assert json.loads(scores[0])["totals"]


@pytest.mark.parametrize("number", [1, 8, 21])
def test_an_entry_of_a_receipt_is_found_in_the_history(number: int) -> None:
    receipt = f"{number}:{audit.digests(entries())[number - 1]}"
    result = run("verify", "--receipt", receipt.upper(), "-", given=FILE)
    assert result.exit_code == 0
    assert result.stdout.endswith(f"the sheet is what it makes. Entry {number} is the one of the receipt.\n")
    [said] = answers(run("verify", "--json", "--receipt", receipt, "-", given=FILE))
    assert said["receipt"] == number


def test_a_history_that_was_cut_off_does_not_contain_a_later_receipt() -> None:
    result = run("verify", "--receipt", f"22:{DIGEST}", "-", given=FILE)
    assert result.exit_code == 1
    assert result.stderr == (
        "-: The history ends with entry 21, before entry 22 of the receipt: its end was cut off, or the receipt "
        "is of another sheet.\n"
    )


def test_a_history_that_was_written_anew_does_not_contain_an_earlier_receipt() -> None:
    result = run("verify", "--json", "--receipt", f"4:{DIGEST}", "-", given=FILE)
    [said] = answers(result)
    assert result.exit_code == 1
    assert said["error"]["entry"] == 4
    assert said["error"]["detail"].startswith("entry 4 is not the one of the receipt: it was written anew")


def test_a_history_that_was_altered_is_told_before_the_receipt_is_looked_for() -> None:
    result = run("verify", "--receipt", f"22:{DIGEST}", "-", given=ALTERED)
    assert result.exit_code == 1
    assert "Entry 4 does not match its digest" in result.stderr
    assert "receipt" not in result.stderr


@pytest.mark.parametrize("receipt", ["", "21", f"0:{DIGEST}", f"21:{DIGEST[1:]}", f"x:{DIGEST}", "21:K7QF-2M9D"])
def test_what_is_no_receipt_is_refused_before_any_file_is_read(receipt: str) -> None:
    result = run("verify", "--receipt", receipt, "no-such-file.json")
    assert result.exit_code == 2
    assert "a receipt is the number of an entry" in " ".join(result.stderr.split()).lower()
