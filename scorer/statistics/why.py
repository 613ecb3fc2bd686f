"""What stands behind a figure of a season: the nights it counts, their sheets and hands, and what each adds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules.core import Points, counted, minus, ordinal, rounded, whole
from ..rules.registry import GAMES
from . import evening
from .evening import Evening, Key
from .players import of_player
from .season import Behind, Night, Season
from .standings import AS_USUAL, Ranking, standings

NIGHTS, NIGHTS_WON, POINTS, PLACES = "nights", "won", "sum", "places"
MADE_RUN, WON_RUN = "made in a row", "won in a row"

WITH_AMOUNT = {
    evening.HANDS: "points",
    evening.OFFENSE: "points on offense",
    evening.DEFENSE: "points on defense",
    evening.BID_TRICKS: "tricks bid",
    evening.TAKEN_TRICKS: "tricks taken",
    evening.TOGETHER: "points of both",
}
"""Figures that add something up besides the hands that they count."""
WITH_OUTCOME = (
    *(evening.BID, evening.LEVEL, evening.SUIT, evening.FIRST, evening.NIL),
    *(evening.BID_TOGETHER, evening.CONTRACT),
)
"""Figures of which each hand was made or not."""
OF_NIGHTS = (NIGHTS, NIGHTS_WON, POINTS, PLACES)
FIGURES = (*WITH_AMOUNT, *WITH_OUTCOME, evening.OVER, evening.UNDER, *OF_NIGHTS, MADE_RUN, WON_RUN)

Hands = tuple[tuple[str, tuple[int, ...]], ...]
"""The numbers of hands by what became of them, "" for all alike."""


class OnSheet(NamedTuple):
    """What one sheet adds to a figure. note: in words, "" where the night says it."""

    evening: Evening
    note: str = ""
    hands: Hands = ()


class Part(NamedTuple):
    """A night of a figure, and its sheets that add to it. note: what it adds, in words."""

    night: Night
    note: str
    sheets: tuple[OnSheet, ...]


class Why(NamedTuple):
    """A figure of a season with the nights behind it, the first first. total: all together, in words."""

    total: str
    parts: tuple[Part, ...]


def why(
    season: Season, figure: str, who: str, other: str = "", detail: str = "", ranking: Ranking = AS_USUAL
) -> Why:
    """detail: a level, a denomination or a nil.
    ranking: which nights count.

    Raises KeyError for a figure that there is not, or a player who did not play.
    """
    of_two = figure in evening.OF_PARTNERS
    if who not in season.players or figure not in FIGURES or of_two != (other in season.players):
        raise KeyError(figure)
    if figure in (MADE_RUN, WON_RUN):
        figures = of_player(season, who)
        run = figures.made_in_a_row if figure == MADE_RUN else figures.won_in_a_row
        what = "bid made" if figure == MADE_RUN else "night won"
        plural = "bids made" if figure == MADE_RUN else "nights won"
        behind = {each.evening.sheet: each for each in run.behind}
        return Why(f"{counted(run.length, what, plural)} in a row", tuple(_runs(season, behind)))
    if figure in OF_NIGHTS:
        return _nights(season, figure, who, ranking)
    if figure in evening.OF_PAIRS:
        who, other = sorted((who, other))
    key = Key(figure, who, other, detail)
    return _outcomes(season, key) if figure in WITH_OUTCOME else _amounts(season, key)


def _runs(season: Season, behind: Mapping[str, Behind]) -> Iterator[Part]:
    for night in season.nights:
        sheets = [behind[evening.sheet] for evening in night.evenings if evening.sheet in behind]
        if sheets:
            yield Part(
                night,
                "",
                tuple(OnSheet(each.evening, "", (("", each.hands),) if each.hands else ()) for each in sheets),
            )


def _nights(season: Season, figure: str, who: str, ranking: Ranking) -> Why:
    standing = next(each for each in standings(season, ranking).everybody if each.player == who)
    attended = season.attended(who)
    shown = {
        NIGHTS: attended,
        NIGHTS_WON: [night for night in attended if night.places[who] == 1],
        POINTS: standing.by_points,
        PLACES: standing.by_places,
    }[figure]
    total = whole(sum((night.totals[who] for night in shown), 0))
    of = {NIGHTS_WON: " won"}.get(figure, f" of {len(attended)}" if len(shown) < len(attended) else "")
    said = f"{counted(len(shown), 'night')}{of}, {_points(total)}"
    if figure == PLACES:
        said = f"{counted(len(shown), 'night')}{of}, average place {rounded(standing.average_place, 2)}"
    return Why(said, tuple(_of_night(season, night, who) for night in shown))


def _of_night(season: Season, night: Night, who: str) -> Part:
    """The place and the points of a player, and those of each sheet where there are several."""
    evenings = season.sheets_of(night, who)
    note = f"{ordinal(night.places[who])} of {night.sides}, {_points(night.totals[who])}"
    several = len(evenings) > 1
    return Part(
        night,
        note,
        tuple(OnSheet(each, _points(season.total_of(each, who) or 0) if several else "") for each in evenings),
    )


Numbers = tuple[Points, Points]
"""How many hands and what they add up to; or how many were made and how many were not."""


def _amounts(season: Season, key: Key) -> Why:
    what = WITH_AMOUNT.get(key.kind, "")

    def of_sheet(evening: Evening) -> tuple[Numbers, Hands]:
        found = [tally for _, tally in season.parts(evening, key)]
        hands = tuple(sorted({number for tally in found for number in tally.hands}))
        return (len(hands), whole(sum((tally.amount for tally in found), 0))), (("", hands),) if hands else ()

    def said(count: Points, amount: Points) -> str:
        hands = counted(int(count), "hand")
        return f"{hands}, {minus(amount)} {what}" if what else hands

    return _by_night(season, of_sheet, said)


def _outcomes(season: Season, key: Key) -> Why:
    words = GAMES[season.game].outcomes_type.labels

    def of_sheet(evening: Evening) -> tuple[Numbers, Hands]:
        of_each: dict[bool | None, list[int]] = {True: [], False: []}
        for each, tally in season.parts(evening, key):
            of_each[each.made] += tally.hands
        named = zip(words, of_each.values(), strict=True)
        hands = tuple((word, tuple(sorted({*numbers}))) for word, numbers in named if numbers)
        return (len(of_each[True]), len(of_each[False])), hands

    return _by_night(season, of_sheet, lambda made, failed: f"{made} {words[0]}, {failed} {words[1]}")


def _by_night(
    season: Season, of_sheet: Callable[[Evening], tuple[Numbers, Hands]], said: Callable[[Points, Points], str]
) -> Why:
    """Sheets without a hand of the figure are left out; one says what it adds only where its night has others."""
    parts: list[Part] = []
    total: Numbers = (0, 0)
    for night in season.nights:
        found = [(evening, *of_sheet(evening)) for evening in night.evenings]
        found = [(evening, numbers, hands) for evening, numbers, hands in found if hands]
        if not found:
            continue
        of_night = _sum(numbers for _, numbers, _ in found)
        several = len(found) > 1
        sheets = (OnSheet(evening, said(*numbers) if several else "", hands) for evening, numbers, hands in found)
        parts.append(Part(night, said(*of_night), tuple(sheets)))
        total = _sum((total, of_night))
    return Why(said(*total), tuple(parts))


def _sum(several: Iterable[Numbers]) -> Numbers:
    first, second = (whole(sum(numbers)) for numbers in zip(*several, strict=True))
    return first, second


def _points(points: Points) -> str:
    return f"{minus(points)} points"
