"""What `scorer check-paper` says."""

from pathlib import Path

import pytest

from scorer.exports import texts

from ..sheet.paper.test_file import TYPED
from ..sheet.papers import POINTS_DUE, TOTALS_DUE, planted, table
from ..test_cli import answers, run

WRONG = planted(planted(TOTALS_DUE, 2, 2, 78, carried=True), 4, 4, 73)


def test_the_first_wrong_figure_stands_first_then_the_further_ones_and_last_what_is_only_carried_on() -> None:
    said = texts.check_paper(table(totals=WRONG)).split("\n")
    assert said[0] == "2 wrong figures of 20, and 2 more that only carry on what was wrong before."
    assert said[2:5] == [
        "The first wrong figure",
        "Hand 2, Cindy: the total is 87, not 78.",
        "   Two digits changed places: 78 for 87.",
    ]
    assert "   Right: 10 (4 tricks) + 28 (bid 7, set) = 38" in said
    assert said.index("Further") < said.index("Hand 4, Ellie: the total is 72, not 73.")
    assert said[-3:] == [
        "Only carried on",
        "Hand 3, Cindy: the total is 138, not 129.",
        "Hand 4, Cindy: the total is 180, not 171.",
    ]


def test_a_right_paper_and_an_empty_one_are_told_apart() -> None:
    assert texts.check_paper(table(POINTS_DUE, TOTALS_DUE)) == "Nothing is wrong: 40 figures checked."
    assert texts.check_paper(table()) == "The paper claims no figures."


def test_what_cannot_be_read_is_told_where_it_stands_and_the_rest_is_checked(tmp_path: Path) -> None:
    paper = tmp_path / "paper.csv"
    paper.write_text(TYPED.replace("78", "87").replace("138", "a lot"), "utf-8")
    answer = run("check-paper", str(paper))
    assert answer.exit_code == 1
    assert "Nothing is wrong: 20 figures checked. 1 figure cannot be read." in answer.output
    assert "Line 4, column 7, Cindy: “a lot” is no number." in answer.output
    (said,) = answers(run("check-paper", "--json", str(paper)))
    assert said["unread"] == [
        {"column": "Cindy", "kind": "totals", "where": "line 4, column 7", "detail": "“a lot” is no number"}
    ]


@pytest.fixture
def papers(tmp_path: Path) -> list[str]:
    right, wrong, broken, unread = (tmp_path / f"{number}.csv" for number in range(4))
    right.write_text(TYPED.replace("78", "87"), "utf-8")
    wrong.write_text(TYPED, "utf-8")
    broken.write_text(TYPED.replace("Diana,8", "Diana,11"), "utf-8")
    unread.write_text(TYPED.replace("Diana,8", "Diana,a lot"), "utf-8")
    return [str(path) for path in (right, wrong, broken, unread)]


def test_the_exit_status_tells_right_from_wrong_and_from_unreadable(papers: list[str]) -> None:
    assert [run("check-paper", paper).exit_code for paper in papers] == [0, 1, 1, 2]
    assert run("check-paper", *papers[:3]).exit_code == 1
    assert run("check-paper", *papers).exit_code == 2


def test_json_answers_a_line_a_file(papers: list[str]) -> None:
    right, wrong, broken, unread = answers(run("check-paper", "--json", *papers))
    assert (right["figures"], right["findings"]) == (21, [])
    (finding,) = wrong["findings"]
    assert (finding["hand"], finding["column"], finding["claimed"], finding["due"]) == (2, "Cindy", 78, 87)
    assert finding["working"] == "49 + 38 = 87"
    assert broken["error"]["hand"] == 3
    assert unread["error"]["where"] == "line 4, column 4"


def test_a_paper_may_come_by_standard_input_and_its_game_beside_it() -> None:
    rows = 'bids,tricks,Ann\n"Ann 1, Bo 1, Cid 2","Ann 1, Bo 0, Cid 2",11\n'
    given = f'players,Ann,Bo,Cid\nhand_sizes,"3, 2, 1"\n{rows}'.encode()
    assert run("check-paper", "-", given=given).exit_code == 2
    said = run("check-paper", "--game", "oh-hell", "-", given=given)
    assert (said.exit_code, said.stdout) == (0, "Nothing is wrong: 1 figure checked.\n")


def test_what_cannot_be_read_is_told_on_standard_error(papers: list[str]) -> None:
    said = run("check-paper", papers[3])
    assert said.stdout == ""
    assert "expected a whole number, found a text (at line 4, column 4)." in said.stderr
