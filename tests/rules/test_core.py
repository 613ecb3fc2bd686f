"""Points that carry their reasons."""

from decimal import Decimal

import pytest

from scorer.rules.core import Score, ScoreLine, whole


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


def test_sums_of_decimals_are_written_as_short_as_they_can_be() -> None:
    added = [whole(Decimal("0.25") + Decimal(other)) for other in ("0.25", "0.75", "-0.25")]
    assert [f"{points}" for points in added] == ["0.5", "1", "0"]
    assert [type(points) for points in added] == [Decimal, int, int]
