"""Points that carry their reasons."""

import pytest

from scorer.rules.core import Score, ScoreLine


@pytest.mark.parametrize(
    ("points", "working"),
    [
        ((), "0"),
        ((21,), "21"),
        ((-70,), "-70"),
        ((21, 28), "21 + 28 = 49"),
        ((50, 3, -100), "50 + 3 - 100 = -47"),
        ((-50, 100), "-50 + 100 = 50"),
    ],
)
def test_the_working_of_a_score_is_written_as_a_table_writes_it(points: tuple[int, ...], working: str) -> None:
    own = (ScoreLine(0, each, "a reason") for each in points)
    score = Score((*own, ScoreLine(1, 7, "another's")))
    assert score.sum(0) == working
    assert score.sum(1) == "7"
