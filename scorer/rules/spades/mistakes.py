"""What people get wrong in scoring Spades by hand [S2; rules 4.1, 4.2]."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core import Mistake, Points, Rule, Score, ScoreLine, Seat
from .rules import (
    BAGS,
    BLIND_NIL,
    FAILED_NIL,
    MADE,
    NEW_YORK_BLIND_PAYS,
    NEW_YORK_MADE,
    NEW_YORK_TEN,
    NIL,
    PENALTY,
)
from .sides import Carry

if TYPE_CHECKING:
    from .game import Spades

A_NIL = "nil"
BIDS: Mapping[Rule, str] = {
    **dict.fromkeys((NIL, BLIND_NIL), A_NIL),
    **dict.fromkeys((MADE, NEW_YORK_MADE, NEW_YORK_TEN, NEW_YORK_BLIND_PAYS), "The bid"),
}
"""What a line pays for, by its rule."""


FAILED = {"bags": "bags", "partner": "tricks for the partner", "ignored": "nothing"}
"""By the value of the option `failed_nil`."""


def mistakes(game: "Spades", hand: Any, dealer: Seat, carry: Carry | None) -> Iterator[Mistake]:
    score, _ = game.score(hand, dealer, carry)
    for line in score.lines:
        yield from _of_bid(game, score, line)
    turned = tuple(replace(line, column=1 - line.column) for line in score.lines)
    yield Mistake("The two sides were taken for one another", Score(turned))
    for line in score.lines:
        if line.rule in (BAGS, FAILED_NIL):
            yield Mistake(f"10 were counted for each of {line.reason}", _with(score, line, 10 * line.points))
            yield Mistake(f"{line.points} for {line.reason} was taken off", _with(score, line, -line.points))
    if game.options.variant == "standard":
        yield from _by_other_rules(game, hand, score, dealer, carry)
        for side, name in enumerate(game.sides):
            if any(abs(line.points) == game.options.bag_penalty for line in score.of(side)):
                continue  # Then it is that line that was left out, or counted the other way.
            paid = (*score.lines, ScoreLine(side, -game.options.bag_penalty, "bags", PENALTY))
            yield Mistake(f"{name} paid for bags that do not cost yet", Score(paid))


def _of_bid(game: "Spades", score: Score, line: ScoreLine) -> Iterator[Mistake]:
    """A bid counted as made that was set, or the other way; where it is all that its side scored, only a sign."""
    bid = BIDS.get(line.rule) if line.rule else None
    if not bid or len([*score.of(line.column)]) == 1:
        return
    whose = bid if bid != A_NIL else line.reason.partition(",")[0]
    of_side = f" of {game.sides[line.column]}" if bid != A_NIL else ""
    counted = "set, though it was made" if line.points > 0 else "made, though it was set"
    yield Mistake(f"{whose}{of_side} was counted as {counted}", _with(score, line, -line.points))


def _by_other_rules(
    game: "Spades", hand: Any, score: Score, dealer: Seat, carry: Carry | None
) -> Iterator[Mistake]:
    """The price of the other nil, and what other tables do with the tricks of a failed one."""
    for rule, worth, name in (
        (NIL, game.options.blind_nil, "A nil was counted as a blind nil"),
        (BLIND_NIL, game.options.nil, "A blind nil was counted as a nil"),
    ):
        lines = (
            replace(line, points=worth if line.points > 0 else -worth) if line.rule is rule else line
            for line in score.lines
        )
        yield Mistake(name, Score(tuple(lines)))
    for value, what in FAILED.items():
        if value != game.options.failed_nil:
            other = game.replace(options=replace(game.options, failed_nil=value))
            scored, _ = other.score(hand, dealer, carry)
            yield Mistake(f"The tricks of a failed nil were counted as {what}", scored)


def _with(score: Score, line: ScoreLine, points: Points) -> Score:
    """The score with other points in one line."""
    return Score(tuple(replace(each, points=points) if each is line else each for each in score.lines))
