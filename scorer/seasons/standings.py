"""Who leads a season, by each way to rank: every ranking says in a sentence how it counts."""

from dataclasses import dataclass, replace
from fractions import Fraction

from ..rules.core import Points, counted, whole
from .evening import Evening
from .season import NOTHING, Season, Total
from .tallies import HANDS, Key

SUM, WON, A_HAND, AN_EVENING, BEST = "sum", "won", "hand", "evening", "best"
BY = (SUM, WON, AN_EVENING, A_HAND, BEST)
LEAST = 4
"""Who came to less than one evening in so many has no place where averages are ranked."""


@dataclass(frozen=True)
class PlayerStanding:
    """A player's season. place: from 1, equals share one; None where they came to too few evenings to be ranked.

    evenings: how many they came to; won: of these; total: the sum; hands: dealt to them; points: of these hands;
    best: their best evenings, the best first; best_total: of these.
    """

    player: str
    evenings: int
    won: int
    total: Points
    hands: int
    points: Points
    best: tuple[Evening, ...]
    best_total: Points
    place: int | None = None

    @property
    def a_hand(self) -> Fraction | None:
        return Fraction(self.points) / self.hands if self.hands else None

    @property
    def an_evening(self) -> Fraction:
        return Fraction(self.total) / self.evenings

    def value(self, by: str) -> Fraction | None:
        """What a ranking goes by."""
        values = {SUM: self.total, WON: self.won, A_HAND: self.a_hand, BEST: self.best_total}
        value = values.get(by, self.an_evening)
        return None if value is None else Fraction(value)


@dataclass(frozen=True)
class Standings:
    """by: one of `BY`; most: how many evenings count as a player's best; players: the first first, those without a
    place at the end; sentence: how it counts.
    """

    by: str
    most: int
    players: tuple[PlayerStanding, ...]
    sentence: str


def standings(season: Season, by: str = SUM, most: int | None = None) -> Standings:
    """Rank the players of a season. most: how many evenings count as a player's best, two thirds unless given."""
    evenings = len(season.evenings)
    most = max(1, min(most or -(-2 * evenings // 3), evenings))
    dealt = season.totals((HANDS,))
    sign = -1 if season.lowest_wins else 1
    found = [_of(season, name, most, sign, dealt.get(Key(HANDS, name), NOTHING)) for name in season.players]
    least = {BEST: most, AN_EVENING: -(-evenings // LEAST), A_HAND: -(-evenings // LEAST)}.get(by, 0)
    sign = 1 if by == WON else sign
    worth = {
        each.player: sign * value
        for each in found
        if each.evenings >= least and (value := each.value(by)) is not None
    }
    placed = [replace(each, place=_place(worth, each.player)) for each in found]
    placed.sort(key=lambda each: (each.place is None, each.place or 0, -each.evenings, each.player))
    return Standings(by, most, tuple(placed), sentence(season, by, most))


def _of(season: Season, name: str, most: int, sign: int, dealt: Total) -> PlayerStanding:
    attended = season.attended(name)
    best = sorted(attended, key=lambda each: -sign * each[1])[:most]
    return PlayerStanding(
        name,
        len(attended),
        sum(season.has_won(evening, name) for evening, _ in attended),
        whole(sum((total for _, total in attended), 0)),
        dealt.count,
        whole(dealt.amount),
        tuple(evening for evening, _ in best),
        whole(sum((total for _, total in best), 0)),
    )


def _place(worth: dict[str, Fraction], player: str) -> int | None:
    if player not in worth:
        return None
    return 1 + sum(other > worth[player] for other in worth.values())


def sentence(season: Season, by: str, most: int) -> str:
    """How a ranking counts, ties and absences included."""
    evenings = len(season.evenings)
    first = "lowest" if season.lowest_wins else "highest"
    few = f"who came to fewer than {counted(-(-evenings // LEAST), 'evening')} has no place"
    absent = "an evening without them is left out"
    ways = {
        SUM: f"By the sum of all evenings, the {first} first: an evening without a player adds nothing to theirs.",
        WON: "By evenings won: whoever shared a first place has won, too, and who was absent has not.",
        A_HAND: f"By the average of the hands dealt to a player, the {first} first: {absent}; {few}. Hands "
        "that nobody bid, points without a deal, and what the end of a sheet pays are left aside.",
        AN_EVENING: f"By the average of the evenings a player came to, the {first} first: {absent}; {few}.",
        BEST: f"By the sum of a player's best {most} of {counted(evenings, 'evening')}, the {first} first: "
        f"{counted(evenings - most, 'absence')} cost nothing, and who came to fewer than {most} has no place.",
    }
    return f"{ways[by]} Equals share a place."
