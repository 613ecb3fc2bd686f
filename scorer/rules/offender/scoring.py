"""What tricks are worth at Offender, and what people get wrong in scoring it by hand [S0 Scoring]."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..core import Mistake, Points, Score, ScoreLine, Seat, counted
from .rules import BONUS, TRICK_POINTS


def points_for(tricks: int) -> int:
    """What a number of tricks is worth, bid or taken: the triangular numbers [S0, table of points]."""
    return tricks * (tricks + 1) // 2


def mistakes(
    score: Score, offense: Sequence[Seat], defense: Sequence[Seat], taken: int, rest: int
) -> Iterator[Mistake]:
    """taken, rest: the tricks of the offense and of the defense."""
    bonus = next(line for line in score.lines if line.rule is BONUS)
    winners, losers = (offense, defense) if bonus.column in offense else (defense, offense)
    by_winners = taken if winners is offense else rest

    # "A bonus based on their proposal (not their actual takings)."
    yield Mistake(
        f"The bonus was counted on the {counted(taken, 'trick')} the offense took, not on the bid",
        _counting(score, lambda line: points_for(taken) if line.rule is BONUS else line.points),
    )
    if by_winners != taken:
        yield Mistake(
            f"The bonus was counted on the {counted(by_winners, 'trick')} the defense took, not on the bid",
            _counting(score, lambda line: points_for(by_winners) if line.rule is BONUS else line.points),
        )
    # "If the offense fails, each defender scores that bonus instead."
    moved = tuple(replace(bonus, column=seat) for seat in losers)
    tricks_alone = tuple(line for line in score.lines if line.rule is not BONUS)
    side, other = ("offense", "defense") if winners is offense else ("defense", "offense")
    yield Mistake(f"The bonus of the {side} went to the {other}", Score((*tricks_alone, *moved)))
    yield Mistake("The bonus went to both sides", Score((*score.lines, *moved)))
    # "Each defender scores for each trick taken by any defender", and each offender by either offender.
    for seats, tricks, name in ((defense, rest, "defense"), (offense, taken, "offense")):
        shared, left = divmod(points_for(tricks), len(seats))
        if tricks and not left:
            yield Mistake(
                f"The {points_for(tricks)} points for the tricks of the {name} were shared out among its "
                f"{len(seats)} players, though each scores them whole",
                _tricks_counted(score, seats, shared),
            )
        for alone in range(1, tricks):
            yield Mistake(
                f"The {name} was counted singly: {counted(alone, 'trick')} of their own, not all {tricks} of the "
                f"{name}",
                _tricks_counted(score, seats, points_for(alone)),
            )


def _counting(score: Score, points: Callable[[ScoreLine], Points]) -> Score:
    return Score(tuple(replace(line, points=points(line)) for line in score.lines))


def _tricks_counted(score: Score, seats: Sequence[Seat], points: int) -> Score:
    """The score with other points for the tricks of these seats."""

    def trick_points(line: ScoreLine) -> Points:
        return points if line.rule is TRICK_POINTS and line.column in seats else line.points

    return _counting(score, trick_points)
