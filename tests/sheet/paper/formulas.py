"""Hands scored by other formulas than that of their game, and how the sentence begins that names each of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from scorer.rules.calls import BIDDABLE, Contract, Word
from scorer.rules.core import RuleViolation, Score, ScoreLine, whole
from scorer.rules.oh_hell.rules import METHODS
from scorer.rules.reverse_bridge import BIDDERS
from scorer.rules.spades.rules import NIL
from scorer.sheet.core.ledger import Row


def scored(row: Row, hand: Any, **options: Any) -> Score | None:
    """The hand as another one, or by other house rules."""
    table = row.judged.table
    game = row.game.replace(options=replace(row.game.options, **options))
    try:
        return game.score(hand, table.dealer, table.carry)[0]
    except RuleViolation:
        return None


def _triangle(number: int) -> int:
    return sum(range(number + 1))


def _offender(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    game: Any = row.game

    def paid(bonus: int, to: tuple[int, ...]) -> Score:
        tricks = ((game.offense(hand), hand.tricks), (game.defense(hand), game.tricks - hand.tricks))
        lines = [ScoreLine(seat, _triangle(taken), "") for seats, taken in tricks for seat in seats]
        return Score((*lines, *(ScoreLine(seat, bonus, "") for seat in to)))

    sides = game.offense(hand), game.defense(hand)
    earners, others = sides if hand.made else sides[::-1]
    yield paid(_triangle(hand.tricks), earners), "The bonus was counted on"
    yield paid(_triangle(hand.contract.level), others), "The bonus of the"
    yield paid(_triangle(hand.contract.level), (*earners, *others)), "The bonus went to both"


def _oh_hell(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    for method in METHODS:
        if score := scored(row, hand, scoring=method):
            yield score, "Scored by another method"


def _contract(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    if hand.contract.doubling and (plain := scored(row, replace(hand, contract=Contract(hand.contract.bid)))):
        yield plain, "The double was forgotten"
    for denomination in BIDDABLE:
        bid = replace(hand.contract.bid, denomination=denomination)
        if denomination is not hand.contract.denomination and (
            score := scored(row, replace(hand, contract=replace(hand.contract, bid=bid)))
        ):
            yield score, "Counted as if "


def _pirate(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    yield from _contract(row, hand)
    score: Score = row.judged.score
    if other := scored(row, hand, scoring="contract" if row.game.options.scoring == "auction" else "auction"):
        yield other, "Scored by"
    alone = tuple(line for line in score.lines if line.column != hand.acceptor)
    yield Score(alone), "Nothing was given to"


def _spades(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    score: Score = row.judged.score
    for index, line in enumerate(score.lines):
        if line.rule is NIL:
            flipped = replace(line, points=-line.points)
            yield (
                Score((*score.lines[:index], flipped, *score.lines[index + 1 :])),
                f"{line.reason.partition(',')[0]}",
                "The minus sign",
                "A minus sign",
            )
    if Word.NIL in (hand.bids or ()):
        for value in ("bags", "partner", "ignored"):
            if other := scored(row, hand, failed_nil=value):
                yield other, "The tricks of a failed nil"


def _reverse(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    yield from _contract(row, hand)
    score: Score = row.judged.score
    taken = hand.opponent_tricks
    lines = (
        replace(line, points=whole(line.points * taken / hand.contract.level)) if line.rule is BIDDERS else line
        for line in score.lines
    )
    yield Score(tuple(lines)), "The bidders were paid"


def _sides_exchanged(row: Row, hand: Any) -> Iterator[tuple[Any, ...]]:
    score: Score = row.judged.score
    yield (
        Score(tuple(replace(line, column=1 - line.column) for line in score.lines)),
        "The two sides",
        "The points of ",
    )


FORMULAS: dict[str, Callable[[Row, Any], Iterable[tuple[Any, ...]]]] = {
    "offender": _offender,
    "oh-hell": _oh_hell,
    "pirate-bridge": _pirate,
    "spades": lambda row, hand: (*_spades(row, hand), *_sides_exchanged(row, hand)),
    "ten-bridge": lambda row, hand: (*_contract(row, hand), *_sides_exchanged(row, hand)),
    "reverse-bridge": lambda row, hand: (*_reverse(row, hand), *_sides_exchanged(row, hand)),
}
