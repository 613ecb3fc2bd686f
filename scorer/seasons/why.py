"""What stands behind a figure of a season: the evenings it counts, the hands of each, and what each adds."""

from dataclasses import dataclass

from ..rules.core import Points, counted, minus, whole
from ..rules.registry import GAMES
from .evening import Evening
from .players import of_player
from .season import Behind, Season
from .standings import standings
from .tallies import (
    ANSWER,
    BID,
    BID_TOGETHER,
    BID_TRICKS,
    CONTRACT,
    DEFENSE,
    FIRST,
    HANDS,
    LEVEL,
    NIL,
    OF_PAIRS,
    OFFENSE,
    OVER,
    SUIT,
    TAKEN_TRICKS,
    TOGETHER,
    UNDER,
    Key,
)

EVENINGS, EVENINGS_WON, BEST_EVENINGS = "evenings", "won", "best"
MADE_RUN, WON_RUN = "made in a row", "won in a row"

WITH_AMOUNT = {
    HANDS: "points",
    OFFENSE: "points on offense",
    DEFENSE: "points on defense",
    BID_TRICKS: "tricks bid",
    TAKEN_TRICKS: "tricks taken",
    TOGETHER: "points of both",
}
"""Figures that add something up besides the hands that they count."""
WITH_OUTCOME = (BID, LEVEL, SUIT, FIRST, NIL, BID_TOGETHER, CONTRACT, ANSWER)
"""Figures of which each hand was made or not."""
OF_TWO = (TOGETHER, BID_TOGETHER, CONTRACT, ANSWER)
FIGURES = (*WITH_AMOUNT, *WITH_OUTCOME, OVER, UNDER, EVENINGS, EVENINGS_WON, BEST_EVENINGS, MADE_RUN, WON_RUN)


@dataclass(frozen=True)
class Part:
    """An evening of a figure. note: what it adds, in words; hands: by what became of them, "" for all alike."""

    evening: Evening
    note: str
    hands: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Why:
    """A figure of a season with the evenings behind it, the first first. total: all together, in words."""

    total: str
    parts: tuple[Part, ...]


def why(season: Season, figure: str, who: str, other: str = "", detail: str = "", most: int | None = None) -> Why:
    """detail: a level, a denomination or a nil; most: how many evenings count as the best.

    Raises KeyError for a figure that there is not, or a player who did not play.
    """
    if who not in season.players or figure not in FIGURES or (figure in OF_TWO) != (other in season.players):
        raise KeyError(figure)
    if figure in (MADE_RUN, WON_RUN):
        figures = of_player(season, who)
        run = figures.made_in_a_row if figure == MADE_RUN else figures.won_in_a_row
        what = "bid made" if figure == MADE_RUN else "evening won"
        plural = "bids made" if figure == MADE_RUN else "evenings won"
        return Why(f"{counted(run.length, what, plural)} in a row", _runs(run.behind))
    if figure in (EVENINGS, EVENINGS_WON, BEST_EVENINGS):
        return _evenings(season, figure, who, most)
    if figure in OF_PAIRS:
        who, other = sorted((who, other))
    key = Key(figure, who, other, detail)
    return _outcomes(season, key) if figure in WITH_OUTCOME else _amounts(season, key)


def _runs(behind: tuple[Behind, ...]) -> tuple[Part, ...]:
    return tuple(Part(each.evening, "", (("", each.hands),) if each.hands else ()) for each in behind)


def _evenings(season: Season, figure: str, who: str, most: int | None) -> Why:
    attended = season.attended(who)
    if figure == EVENINGS_WON:
        attended = [each for each in attended if season.has_won(each[0], who)]
    elif figure == BEST_EVENINGS:
        player = next(each for each in standings(season, most=most).players if each.player == who)
        best = {evening.sheet for evening in player.best}
        attended = [each for each in attended if each[0].sheet in best]
    total = whole(sum((total for _, total in attended), 0))
    of = "won" if figure == EVENINGS_WON else ""
    evenings = f"{counted(len(attended), 'evening')} {of}".strip()
    return Why(f"{evenings}, {_points(total)}", tuple(Part(evening, _points(came)) for evening, came in attended))


def _amounts(season: Season, key: Key) -> Why:
    what = WITH_AMOUNT.get(key.kind, "")

    def note(count: int, amount: Points) -> str:
        hands = counted(count, "hand")
        return f"{hands}, {minus(amount)} {what}" if what else hands

    parts: list[Part] = []
    count, amount = 0, 0
    for behind in season.behind(key):
        added = whole(sum((tally.amount for _, tally in season.parts(behind.evening, key)), 0))
        parts.append(Part(behind.evening, note(len(behind.hands), added), (("", behind.hands),)))
        count, amount = count + len(behind.hands), whole(amount + added)
    return Why(note(count, amount), tuple(parts))


def _outcomes(season: Season, key: Key) -> Why:
    words = outcome_words(season, key.kind)

    def named(made: int, failed: int) -> str:
        return f"{made} {words[0]}, {failed} {words[1]}"

    parts: list[Part] = []
    counts = [0, 0]
    for evening in season.evenings:
        of_each: dict[bool | None, list[int]] = {True: [], False: []}
        for each, tally in season.parts(evening, key):
            of_each[each.made] += tally.hands
        numbers = [len(of_each[True]), len(of_each[False])]
        if not any(numbers):
            continue
        hands = tuple(
            (word, tuple(sorted({*of_each[made]})))
            for word, made in zip(words, (True, False), strict=True)
            if of_each[made]
        )
        parts.append(Part(evening, named(*numbers), hands))
        counts = [count + number for count, number in zip(counts, numbers, strict=True)]
    return Why(named(*counts), tuple(parts))


def outcome_words(season: Season, kind: str) -> tuple[str, str]:
    """What is said of a bid that was made, and of one that was not; of proposals, accepted and rejected."""
    return ("accepted", "rejected") if kind == ANSWER else GAMES[season.game].outcome_labels


def _points(points: Points) -> str:
    return f"{minus(points)} points"
