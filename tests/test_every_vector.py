"""Every vector once: read and scored, then through all that is made of a sheet; or its rule broken everywhere."""

import json
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.exports.workbook import workbook
from scorer.rules.registry import GAMES
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.paper.check import Paper, check
from scorer.sheet.paper.csv import wide

from .exports.recalculation import said_totals
from .sheet.paper.test_file import checked
from .sheet.papers import honest
from .sheet.test_questions import about, is_sound
from .sheet.test_sheet_file import faults
from .sheet.vectors import VECTORS, sheet_of
from .test_cli import answers, run

SOUND = [named for named, vector in VECTORS.items() if "error" not in vector["expect"]]
BROKEN = [named for named, vector in VECTORS.items() if "error" in vector["expect"]]


def test_no_vector_is_left_out() -> None:
    assert len(VECTORS) >= 65
    known = {"columns", "points", "totals", "closing", "error", "auction"}
    for vector in VECTORS.values():
        assert vector["expect"].keys() <= known
        assert vector["expect"].keys() & {"points", "error", "auction"}


@pytest.mark.parametrize("named", SOUND)
def test_a_vector_says_what_is_expected_in_every_format(named: str) -> None:
    vector = VECTORS[named]
    expected = vector["expect"]
    ledger = Ledger.of(sheet_of(named))
    assert faults(vector["sheet"]) == []
    for answer in about(ledger):
        is_sound(answer)
    if "auction" in expected:
        assert json_answer.auction(ledger) == expected["auction"]
    if "points" in expected:
        is_scored(ledger, expected)
        adds_up(ledger)
        comes_back_from_paper(ledger)
    if ledger.rows:
        assert said_totals(workbook.write(ledger)) == list(ledger.totals)
    has_its_exit_status(named, score=0, auction=0 if ledger.table.auction(unbid=True) else 2)


def is_scored(ledger: Ledger, expected: dict[str, Any]) -> None:
    told = json_answer.score(ledger)
    found = {**told, "points": [hand["points"] for hand in told["hands"]]}
    wanted = expected.keys() - {"auction"}
    assert {key: found[key] for key in wanted} == {key: expected[key] for key in wanted}


def adds_up(ledger: Ledger) -> None:
    """The reasons to the points, and the points to the totals."""
    told = json_answer.score(ledger)
    running = [0] * len(told["columns"])
    for number, hand in enumerate(told["hands"], 1):
        assert hand["number"] == number
        assert [sum(line["points"] for line in lines) for lines in hand["why"]] == hand["points"]
        running = [total + points for total, points in zip(running, hand["points"], strict=True)]
        assert hand["totals"] == running
    closing = told["closing"] or [0] * len(running)
    assert told["totals"] == [total + paid for total, paid in zip(running, closing, strict=True)]


def comes_back_from_paper(ledger: Ledger) -> None:
    """No figure of it is wrong on a paper sheet, nor in the CSV that the app makes of it."""
    on_paper = check(Paper(ledger.sheet, honest(ledger)))
    assert on_paper.findings == ()
    assert on_paper.figures == 2 * len(ledger.rows) * len(ledger.columns)
    right = checked(wide(ledger))
    assert right.findings == ()
    # Where the points are what was played, they are facts of the hand, and only totals are claimed.
    kinds = 1 if "points" in ledger.table.game.keys else 2
    assert right.figures == kinds * (len(ledger.rows) + bool(ledger.closing)) * len(ledger.columns)
    assert right.ledger.totals == ledger.totals


def has_its_exit_status(named: str, **statuses: int) -> None:
    """Of each command, with its answer as text and as JSON."""
    given = json.dumps(VECTORS[named]["sheet"]).encode()
    for command, status in statuses.items():
        assert run(command, "-", given=given).exit_code == status
        result = run(command, "--json", "-", given=given)
        [told] = answers(result)
        assert result.exit_code == status
        assert VECTORS[named]["expect"].get("error", {}).items() <= told.get("error", {}).items()


@pytest.mark.parametrize("named", BROKEN)
def test_a_vector_breaks_its_rule(named: str) -> None:
    with pytest.raises(IllegalHandError) as caught:
        Ledger.of(sheet_of(named))
    error = json_answer.error(caught.value)["error"]
    expected = VECTORS[named]["expect"]["error"]
    assert {key: error[key] for key in expected} == expected
    assert error["rule"] in {rule.name for rule in GAMES[VECTORS[named]["sheet"]["game"]].rules}
    assert faults(VECTORS[named]["sheet"]) == []
    has_its_exit_status(named, score=1, auction=1)
