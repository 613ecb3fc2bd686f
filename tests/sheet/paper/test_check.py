"""The check of a paper sheet: the first wrong figure, what only carries an earlier one on, and slips at random."""

import pytest

from scorer.rules.reading import FormatError
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.paper.check import TOTAL, Claims, Paper, check

from ..files import FIVE, RESULT
from ..papers import TABLE, TOTALS_DUE, filed, found, planted, read, table
from .slips import outcomes


def test_an_error_that_another_one_hides_again_is_two_errors() -> None:
    """Nine too many in hand 1, nine too few in hand 3: the totals between carry the first."""
    totals = planted(planted(TOTALS_DUE, 1, 0, 58, carried=True), 3, 0, 90, carried=True)
    checked = table(totals=totals)
    assert found(checked) == [(1, "Amber", TOTAL, False), (2, "Amber", TOTAL, True)]
    again = table(totals=planted(planted(TOTALS_DUE, 1, 0, 58, carried=True), 3, 0, 98, carried=True))
    assert [one.hand for one in again.wrong] == [1, 3]
    assert [one.hand for one in again.carried] == [2, 4]


def test_findings_stand_in_reading_order_hand_by_hand_and_column_by_column() -> None:
    totals = planted(planted(planted(TOTALS_DUE, 4, 0, 1), 2, 4, 2), 2, 1, 3)
    assert [(hand, column) for hand, column, _, _ in found(table(totals=totals))] == [
        (2, "Betty"),
        (2, "Ellie"),
        (4, "Amber"),
    ]


def test_figures_that_paper_does_not_give_are_not_missed() -> None:
    claims = [{}, {"totals": {"Cindy": 86}}, {}, {"totals": {"Cindy": 179, "Amber": 132}}]
    checked = check(read(filed(TABLE, claims)))
    assert found(checked) == [(2, "Cindy", TOTAL, False), (4, "Cindy", TOTAL, True)]
    assert checked.figures == 3


def test_a_finding_has_its_right_working_and_the_lines_of_its_hand() -> None:
    checked = table(totals=planted(TOTALS_DUE, 2, 2, 78))
    (finding,) = checked.findings
    assert checked.working(finding) == "49 + 38 = 87"
    assert [(line.points, line.reason) for line in checked.why(finding)] == [(10, "4 tricks"), (28, "bid 7, set")]


def test_a_column_that_the_sheet_has_not_is_refused_where_it_stands() -> None:
    with pytest.raises(FormatError) as caught:
        check(read(filed(TABLE, [{}, {"totals": {"Zoe": 1}}, {}, {}])))
    assert caught.value.where == "$.hands[1].claimed.totals.Zoe"


def test_a_hand_still_being_played_has_no_figures_to_claim() -> None:
    sheet = {**TABLE, "hands": [RESULT, {"calls": ["Betty: 5C"]}]}
    with pytest.raises(FormatError) as caught:
        check(read(filed(sheet, [{}, {"totals": {"Amber": 49}}])))
    assert caught.value.where == "$.hands[1].claimed.totals.Amber"


def test_the_slip_is_looked_for_in_the_first_hundred_wrong_figures_only() -> None:
    hands = tuple(Hand(RESULT) for _ in range(101))
    sheet = Sheet("offender", tuple(FIVE), "Ellie", hands=hands)
    checked = check(Paper(sheet, (Claims(points={"Betty": 3}),) * 101))
    assert [bool(finding.mistakes) for finding in checked.findings] == [True] * 100 + [False]


SLIPS = 150


def test_of_random_slips_all_are_found_and_nearly_all_are_named_first() -> None:
    """The rest lead to the very figure of a likelier slip. What is wrong below only carries the slip on."""
    made = list(outcomes(SLIPS, seed=2026))
    for slip, row, checked in made:
        columns = {checked.ledger.columns[at] for at in slip.points or (slip.at,)}
        assert {(one.hand, one.column) for one in checked.wrong} == {(row.number, name) for name in columns}
        assert all(one.hand >= row.number and one.column in columns for one in checked.carried)
        assert len(checked.wrong) == len(columns)
        off = slip.total - row.totals[slip.at] if slip.total is not None else None
        assert off is None or [one.claimed - one.due for one in checked.wrong] == [off]
    assert sum(outcome.named(1) for outcome in made) >= 0.9 * SLIPS
    assert sum(outcome.named(2) for outcome in made) >= 0.95 * SLIPS
