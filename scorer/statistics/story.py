"""What a season has to tell: who is first and how it came, a few facts that are rare in it, and its records.

A fact is rated by how unusual it would be if only chance were at work, given the season's own numbers, and by in
how many places one might have looked for it. Nothing is said of too few nights or hands, and nothing twice.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import combinations, groupby, product
from math import comb, log2, prod
from operator import gt, lt
from typing import NamedTuple

from ..rules.core import Points, counted, listed, minus, ordinal, rounded, whole
from ..rules.names import sort_key
from ..rules.registry import GAMES
from . import evening
from .evening import Evening, are_partners
from .players import Pair, Share, figures, partnerships
from .season import Night, Season, in_order, once
from .standings import A_NIGHT, PLACES, SUM, Standings, leaders, running_sums, standings
from .why import MADE_RUN, NIGHTS, WON_RUN

LEAST, MOST = 3, 5
"""So many facts are told, as far as there are any."""
UNUSUAL = 3.0
"""Bits of surprise with which a fact is told beyond the least: chance alone brings it in one season of eight."""
FEW_NIGHTS = 3
"""Of fewer nights nothing is said as if of many."""
FEW_HANDS = 3
RUN = 3
"""Shorter runs are not told."""
OFTEN = 5
"""What was reached more often is no record."""
CLOSEST = "closest finish"
"""A kind of fact, that also says who won."""


class Target(NamedTuple):
    """Where the hands or the evenings of a fact are shown: a page of the statistics with its arguments."""

    page: str
    arguments: dict[str, str]

    @classmethod
    def why(cls, figure: str, who: str, other: str = "") -> "Target":
        return cls("why", {"figure": figure, "who": who, "other": other})

    @classmethod
    def pair(cls, who: str, other: str) -> "Target":
        return cls("pair", {"who": who, "other": other})

    @classmethod
    def night(cls, night: Night) -> "Target":
        return cls("night", {"night": night.name})


class Fact(NamedTuple):
    """kind: facts of one kind are not told together.
    players: whom it names.
    sentence: at most fifteen words.
    bits: how surprising it is, as the negative logarithm to base 2 of how likely.
    """

    kind: str
    players: tuple[str, ...]
    sentence: str
    target: Target
    bits: float


class Headline(NamedTuple):
    """result: who is first, and by how much; turn: what came before it, "" for nothing to tell. Sentences."""

    result: str
    turn: str = ""


def on(day: str, word: str = "on") -> str:
    """ "on 19 Nov 2026"; "" without a date."""
    return f" {word} {(when := date.fromisoformat(day)).day} {when:%b %Y}" if day else ""


Side = tuple[str, ...]
"""A player, or two who are always partners: of those one thing is said."""


def _do(side: Side, one: str, two: str) -> str:
    """The side, with the verb that goes with it: "Amber leads", "Amber and Cindy lead"."""
    return f"{listed(side)} {one if len(side) == 1 else two}"


def _sides(season: Season, names: Iterable[str]) -> list[Side]:
    """The sides that have these names, in the order of the season; whoever it does not show stands alone."""
    given = [*names]
    shown = [side for side in season.sides if {*side} & {*given}]
    known = {name for side in shown for name in side}
    return shown + [(name,) for name in given if name not in known]


def points(number: Points) -> str:
    return f"{minus(number)} {'point' if number == 1 else 'points'}"


# The headline


def headline(season: Season, ranked: Standings) -> Headline:
    """ranked: the standings that the page shows, which it must not contradict."""
    players = ranked.players
    if not players:
        return Headline("Nobody came often enough to be ranked.") if season.nights else Headline("")
    first = [each for each in players if each.place == 1]
    names = listed([each.player for each in first])
    sides = _sides(season, (each.player for each in first))
    if len(season.nights) == 1:
        return Headline(of_one_night(season.nights[0]))
    if len(sides) > 1:
        return Headline(f"{names} are level at the top.", _turn(season, ranked))
    by, best, leads = ranked.ranking.by, first[0], _do(sides[0], "leads", "lead")
    if by == PLACES:
        return Headline(f"{leads} with an average place of {rounded(best.average_place, 2)}.")
    if by == A_NIGHT:
        return Headline(f"{leads} with {minus(rounded(best.a_night, 1))} points a night.")
    second = next((each for each in players if each.place != 1), None)
    if second is None:
        return Headline(
            f"{_do(sides[0], 'has', 'have')} {points(best.total)} after {counted(len(season.nights), 'night')}."
        )
    by_how_much = points(abs(best.total - second.total))
    return Headline(f"{leads} by {by_how_much}{_compared(season, ranked)}.", _turn(season, ranked))


def of_one_night(night: Night) -> str:
    """Who won it, and by how much, as a sentence; who leads while one of its sheets is played."""
    names = sorted(night.winners, key=sort_key)
    if len(night.places) == 1:
        return f"{names[0]} played for {points(night.totals[names[0]])}."
    if night.shared:
        return f"{listed(names)} share first place."
    ahead = _won_by(night)
    won = "won" if night.finished else "leads" if len(names) == 1 else "lead"
    return f"{listed(names)} {won} by {points(ahead)}." if ahead else f"{listed(names)} {won}."


def _counts_all(ranked: Standings) -> bool:
    """Whether the sums of all nights are ranked, and everybody with them."""
    return ranked.ranking.by == SUM and ranked.ranking.best is None and not ranked.below


def _margins(season: Season) -> list[Points]:
    """After each night by how much the first was ahead of the next side, 0 where several were level."""
    sums = running_sums(season)
    sign = 1 if season.lowest_wins else -1
    found: list[Points] = []
    for number in range(1, len(season.nights) + 1):
        ordered = sorted(sign * sums[side[0]][number] for side in season.sides)
        found.append(whole(ordered[1] - ordered[0]))
    return found


def _compared(season: Season, ranked: Standings) -> str:
    """How the lead compares with the leads after all nights before."""
    if not _counts_all(ranked) or len(season.nights) <= FEW_NIGHTS:
        return ""
    *before, now = _margins(season)
    rare = "smallest" if now < min(before) else "biggest" if now > max(before) else ""
    return f", the {rare} lead so far" if rare else ""


def _turn(season: Season, ranked: Standings) -> str:
    """Who led before the last night, or since when the first leads."""
    if not _counts_all(ranked):
        return ""
    led = leaders(season, running_sums(season))
    before, now = led[-2], led[-1]
    alone = len(_sides(season, now)) == 1
    if before != now:
        if len(_sides(season, before)) == 1:
            return f"{listed(before)} led by {points(_margins(season)[-2])} before the last night."
        return f"{listed(before)} were level before the last night."
    since = max((number for number, each in enumerate(led, 1) if each != now), default=0) + 1
    if since == 1:
        how = f"{listed(now)} {'led' if alone else 'were level'} after all {len(led)} nights."
    else:
        how = (
            f"{_do(now, 'has led', 'have led' if alone else 'have been level')} since night {since} of {len(led)}."
        )
    *_, before, margin = _margins(season)
    shrunk = f"The last night cut the lead from {minus(before)} to {minus(margin)}."
    return " ".join(
        [how, *([shrunk] if alone and 0 < 2 * margin <= before else ()), *_better_a_night(season, ranked)]
    )


def _better_a_night(season: Season, ranked: Standings) -> Iterator[str]:
    """Who scores more a night than whoever leads, for those came more often."""
    sign = 1 if season.lowest_wins else -1
    first = next(each for each in ranked.players if each.place == 1)
    names = [each.player for each in ranked.players if sign * each.a_night < sign * first.a_night]
    if names:
        more = "less" if season.lowest_wins else "more"
        yield f"{_do(tuple(names), 'scores', 'score')} {more} a night."


# Facts


def surprise(probability: float, places: int = 1) -> float:
    """In bits. places: in how many one might have looked for such a thing."""
    return max(0.0, -log2(min(1.0, max(probability * places, 1e-300))))


def at_least(part: int, of: int, chance: float) -> float:
    """How likely it is that so many of so many succeed, or more."""
    if of > 500:  # Further, each term is too small for a float, and no table plays as many hands together.
        part, of = part * 500 // of, 500
    return sum(comb(of, each) * chance**each * (1 - chance) ** (of - each) for each in range(part, of + 1))


@once
def _every(season: Season) -> list[Fact]:
    """All that can be said, the rarest first."""
    kinds = _record, _head_to_head, _pair, _bids, _never, _nights_in_a_row, _closest_night, _only_evening
    return sorted((fact for kind in kinds for fact in kind(season)), key=lambda fact: -fact.bits)


def facts(season: Season) -> list[Fact]:
    """What to tell of a season, the rarest first: never two of a kind, and of others where there are any."""
    found = _every(season)
    told: list[Fact] = []
    named: set[str] = set()
    for of_others in (True, False):
        for fact in found:
            new = fact.kind not in {each.kind for each in told} and not (of_others and named & {*fact.players})
            if new and len(told) < (LEAST if fact.bits < UNUSUAL else MOST):
                told.append(fact)
                named |= {*fact.players}
    return sorted(told, key=lambda fact: -fact.bits)


def _together(season: Season, one: str, other: str) -> list[Night]:
    """The nights on which both played, and not as partners."""
    both = [night for night in season.attended(one) if other in night.totals]
    return [night for night in both if not are_partners((one, other), night.pairs)]


def _ahead(night: Night, one: str, other: str) -> int:
    """1 where one was ahead of the other, -1 behind, 0 level."""
    return (night.places[one] < night.places[other]) - (night.places[one] > night.places[other])


def _record(season: Season) -> Iterator[Fact]:
    """The highest total of a night, by how far it stands out from the second."""
    sign = -1 if season.lowest_wins else 1
    scored = sorted(_totals(season), key=lambda each: -sign * each.number)
    if len(season.nights) < FEW_NIGHTS or len(scored) < 2 or scored[0].number == scored[1].number:
        return
    best, numbers = scored[0], [float(each.number) for each in scored]
    average = sum(numbers) / len(numbers)
    spread = (sum((number - average) ** 2 for number in numbers) / len(numbers)) ** 0.5
    bits = log2(len(numbers)) / 2 + 4 * abs(numbers[0] - numbers[1]) / spread
    what = "lowest" if season.lowest_wins else "highest"
    sentence = f"{listed(best.players)}’s {minus(best.number)}{on(best.evening.date)} is the {what} of all nights."
    yield Fact("night", best.players, sentence, best.target, bits)


def _sides_on(season: Season, night: Night) -> list[Side]:
    """Those of a night whose figures are given, two who were partners as one."""
    shown = [name for name in season.players if name in night.totals]
    side_of = {name: pair for pair in night.pairs if are_partners(pair, night.pairs) for name in pair}
    sides = (tuple(each for each in shown if each in side_of.get(name, {name})) for name in shown)
    return [*dict.fromkeys(sides)]


def _head_to_head(season: Season) -> Iterator[Fact]:
    two_of = [*combinations(season.sides, 2)]
    for pair in two_of:
        nights = _together(season, pair[0][0], pair[1][0])
        ways = [_ahead(night, pair[0][0], pair[1][0]) for night in nights]
        for one, other, way in ((*pair, 1), (*pair[::-1], -1)):
            won = ways.count(way)
            if len(nights) >= FEW_NIGHTS and 2 * won > len(nights):
                bits = surprise(2 * at_least(won, len(nights), 0.5), len(two_of))
                how_often = f"all {won} nights" if won == len(nights) else f"{won} of {len(nights)} nights"
                sentence = f"{_do(one, 'beats', 'beat')} {listed(other)} on {how_often}."
                yield Fact("head to head", one + other, sentence, Target.pair(one[0], other[0]), bits)


def _pair(season: Season) -> Iterator[Fact]:
    """The partners who make, or miss, what they bid most often."""
    every = partnerships(season).pairs
    pairs = [pair for pair in every if pair.made.whole >= FEW_HANDS]
    made, bid = sum(pair.made.part for pair in pairs), sum(pair.made.whole for pair in pairs)
    if len(pairs) < 2:
        return
    made_word, missed_word = GAMES[season.game].outcomes_type.labels
    best = ", the best share" if len(pairs) > 2 else ""
    for pair in pairs:
        others = (made - pair.made.part + 1) / (bid - pair.made.whole + 2)
        for did, share, of, chance, end in (
            (made_word, pair.made, [each.made for each in every], others, best),
            (missed_word, _missed(pair), [*map(_missed, every)], 1 - others, ""),
        ):
            if 2 * share.part > share.whole and _is_best(share, of):
                bits = surprise(at_least(*share, chance), 2 * len(pairs))
                how_often = f"{share.part} of {share.whole} {bids_word(season)} {did}"
                sentence = f"{listed(pair.players)} together: {how_often}{end}."
                yield Fact("pair", pair.players, sentence, Target.why(evening.BID_TOGETHER, *pair.players), bits)


def _missed(pair: Pair) -> Share:
    return Share(pair.made.whole - pair.made.part, pair.made.whole)


def _is_best(share: Share, of: Iterable[Share]) -> bool:
    """Whether no other of these, be it of few bids, is as high."""
    return sum(each.part * share.whole >= share.part * each.whole for each in of if each.whole) == 1


def _bids(season: Season) -> Iterator[Fact]:
    """Who makes what they bid most often; where somebody names a contract, who named it."""
    every = figures(season)
    named = any(each.first_made.whole for each in every)
    figure = evening.FIRST if named else evening.BID
    shares = [(each.player, each.first_made if named else each.made) for each in every]
    of_all = [share for _, share in shares]
    # What two always bid together is said of the pair.
    alone = {side[0] for side in season.sides if len(side) == 1}
    shares = [(name, share) for name, share in shares if share.whole >= FEW_HANDS and name in alone]
    if len(shares) < 2:
        return
    made, bid = sum(share.part for _, share in shares), sum(share.whole for _, share in shares)
    outcomes = GAMES[season.game].outcomes_type
    for name, share in shares:
        chance = (made - share.part + 1) / (bid - share.whole + 2)
        if 2 * share.part > share.whole and _is_best(share, of_all):
            bits = surprise(at_least(*share, chance), len(shares))
            did, how_many = outcomes.labels[0], f"{share.part} of {share.whole} {bids_word(season)}"
            sentence = f"{how_many} that {name} named were {did}" if named else f"{name} {did} {how_many}"
            yield Fact("bids", (name,), f"{sentence}, the best share.", Target.why(figure, name), bits)


def _never(season: Season) -> Iterator[Fact]:
    """Who has never been last, or first, in nights that did not end level."""
    for side, word in product(season.sides, ("last", "first")):
        nights = season.attended(side[0])
        places = [(night.places[side[0]], max(night.places.values())) for night in nights]
        had = any(last == 1 or place == (last if word == "last" else 1) for place, last in places)
        if len(nights) >= FEW_NIGHTS and not had:
            bits = surprise(prod(1 - len(side) / len(night.places) for night in nights), len(season.sides))
            rare = "won none of" if word == "first" else "never been last in"
            sentence = f"{_do(side, 'has', 'have')} {rare} {len(nights)} nights."
            yield Fact(f"never {word}", side, sentence, Target.why(NIGHTS, side[0]), bits)


def _nights_in_a_row(season: Season) -> Iterator[Fact]:
    rows = {each.player: each.won_in_a_row for each in figures(season)}
    for side in season.sides:
        length, behind = rows[side[0]]
        if length >= RUN:
            attended = season.attended(side[0])
            size = sum(len(night.places) for night in attended) / len(attended) / len(side)
            bits = surprise(size**-length, len(attended) * len(season.sides))
            is_now = behind[-1].evening in season.nights[-1].evenings
            until = on(behind[-1].evening.date, "until")
            which = f"the last {length} nights" if is_now else f"{length} nights in a row{until}"
            sentence = f"{listed(side)} won {which}."
            yield Fact("row of nights", side, sentence, Target.why(WON_RUN, side[0]), bits)


def _closest_night(season: Season) -> Iterator[Fact]:
    """The night that was won by least, where none ended level."""
    won = [(ahead, night) for night in season.nights if (ahead := _won_by(night)) is not None]
    if len(won) < FEW_NIGHTS:
        return
    won.sort(key=lambda each: each[0])
    (least, night), (second, _) = won[:2]
    side = tuple(name for name in season.players if name in night.winners)
    if 0 < least < second and len(side) == len(night.winners):
        bits = log2(len(won)) / 2 + float((second - least) / second)
        sentence = f"The closest finish: {listed(side)} by {points(least)}{on(night.date)}."
        yield Fact(CLOSEST, side, sentence, Target.night(night), bits)


def _only_evening(season: Season) -> Iterator[Fact]:
    """Of a season of one sheet: the hand that decided it, and its biggest."""
    if len(season.evenings) != 1:
        return
    [each] = season.evenings
    stages, sides = each.stages, _sides(season, map(season.choice.name, each.winners))
    best = min if season.lowest_wins else max
    if each.finished and len(sides) == 1 and len(stages) > 1 and len(season.sides) > 1:
        led = [{*each.winners} == {name for name in now if now[name] == best(now.values())} for now in stages]
        turned = max((number for number, holds in enumerate(led, 1) if not holds), default=0) + 1
        if turned == 1:
            sentence, target = f"{listed(sides[0])} led after each hand.", Target("sheet", {"sheet": each.sheet})
        else:
            of_all, whom = f"Hand {turned} of {len(stages)}", listed(sides[0])
            is_last = turned == len(stages)
            sentence = (
                f"The last hand turned it for {whom}."
                if is_last
                else f"{of_all} turned it: {whom} led from there on."
            )
            target = _hand(each, turned)
        if led[-1]:
            yield Fact("turn", sides[0], sentence, target, UNUSUAL + 1)
    tries = [*_hands(season)]
    alone = len(tries) == 1 or (tries and tries[-1].number != tries[-2].number)
    if len(each.deals) > 1 and alone and len(tries[-1].players) <= 2:
        number = tries[-1].target.arguments["hand"]
        what = "fewest" if season.lowest_wins else "most"
        scored = f"{listed(tries[-1].players)} scored {minus(tries[-1].number)} in hand {number}"
        sentence = f"{scored}, the {what} of the night."
        yield Fact("hand", tries[-1].players, sentence, tries[-1].target, UNUSUAL)


def _won_by(night: Night) -> Points | None:
    """By how much the winner was ahead, 0 where several won; None where nobody else played."""
    if night.shared:
        return 0
    if len(night.places) == len(night.winners):
        return None
    others = [total for name, total in night.totals.items() if night.places[name] != 1]
    return whole(min(abs(night.totals[night.winners[0]] - total) for total in others))


# One player


class Versus(NamedTuple):
    """A player against others, one or two who are always partners.

    row: of each night of the player 1 where they were ahead, -1 behind, 0 level; None for one of their own.
    """

    others: Side
    row: tuple[int | None, ...]

    @property
    def ways(self) -> tuple[int, ...]:
        """Of the nights of both."""
        return tuple(way for way in self.row if way is not None)

    @property
    def other(self) -> str:
        return listed(self.others)

    @property
    def in_words(self) -> str:
        if not any(self.ways):
            return "always level"
        return f"ahead on {self.ways.count(1)} of {counted(len(self.ways), 'night')}"

    def sentence(self, name: str) -> str:
        """The same of both. name: the player."""
        ahead, behind = self.ways.count(1), self.ways.count(-1)
        if ahead == behind:
            level = "level on their only night" if len(self.ways) == 1 else "always level"
            how = f"each ahead on {ahead} of {len(self.ways)} nights" if ahead else level
            return f"{name} and {self.other} were {how}."
        first, second, number = (name, self.other, ahead) if ahead > behind else (self.other, name, behind)
        on_nights = f"{number} of {len(self.ways)} nights" if len(self.ways) > 1 else "their only night"
        return f"{first} was ahead of {second} on {on_nights}."


class PlayerStory(NamedTuple):
    """result: what they have won, as a sentence.
    unusual: what is most unusual about them, as a sentence; "" for nothing.
    form: their latest nights, the first first, each with the upper end and the height of its bar in a box of 100.
    average: the height of their average of all nights in it.
    versus: against each of the others, whoever they met most often first.
    milestones: the first first, each with its night, as a sentence.
    """

    result: str
    unusual: str
    form: tuple[tuple[Night, float, float], ...]
    average: float
    versus: tuple[Versus, ...]
    milestones: tuple[tuple[Night, str], ...]


FORM = 8
"""Nights in the strip."""
ROUND = {"night": (25, 50, 100, 200), "hand": (100, 250, 500, 1000, 2500, 5000)}


def player_story(season: Season, name: str) -> PlayerStory:
    """name: one of the players of the season."""
    nights = season.attended(name)
    won = [night for night in nights if night.places[name] == 1]
    unusual = (fact.sentence for fact in _every(season) if name in fact.players and fact.bits >= UNUSUAL)
    scored = [night.totals[name] for night in nights[-FORM:]]
    average = float(sum(night.totals[name] for night in nights)) / len(nights)
    low, high = min(0, average, *map(float, scored)), max(0, average, *map(float, scored))

    def down(total: float) -> float:
        return round(100 * (high - total) / ((high - low) or 1), 1)

    ends = [(down(float(max(total, 0))), down(float(min(total, 0)))) for total in scored]
    return PlayerStory(
        _won_of(name, won, nights, next(side for side in season.sides if name in side)),
        next(unusual, ""),
        tuple((night, top, round(end - top, 1)) for night, (top, end) in zip(nights[-FORM:], ends, strict=True)),
        down(average),
        tuple(_versus(season, name)),
        tuple((nights[number - 1], sentence) for number, sentence in sorted(_milestones(season, name, nights))),
    )


def _won_of(name: str, won: list[Night], nights: list[Night], side: Side) -> str:
    shared = sum(night.shared for night in won)
    if len(nights) == 1:
        if won:
            return f"{name} {'shared first place' if shared else 'won'}."
        [only] = nights
        behind = points(whole(abs(only.totals[name] - only.totals[only.winners[0]])))
        return f"{name} came {ordinal(only.places[name])}, {behind} behind {listed(only.winners)}."
    if not won:
        return f"{name}’s best place in {len(nights)} nights is {ordinal(min(n.places[name] for n in nights))}."
    so_far = "" if won[-1].finished else ", one so far"
    return (
        f"{listed(side)} won {len(won)} of {len(nights)} nights{f', {shared} shared' if shared else ''}{so_far}."
    )


def _versus(season: Season, name: str) -> list[Versus]:
    found: list[Versus] = []
    for side in (side for side in season.sides if name not in side):
        met = {night.name for night in _together(season, name, side[0])}
        nights = season.attended(name)
        row = tuple(_ahead(night, name, side[0]) if night.name in met else None for night in nights)
        found += [Versus(side, row)] if met else []
    return sorted(found, key=lambda each: -len(each.ways))


def _milestones(season: Season, name: str, nights: list[Night]) -> Iterator[tuple[int, str]]:
    """Each with which of their nights it was."""
    won = (number for number, night in enumerate(nights, 1) if night.places[name] == 1)
    if (first := next(won, None)) and len(nights) > 1:
        yield first, f"The first win{on(nights[first - 1].date)}."
    hands = 0
    reached = dict[str, tuple[int, str]]()
    for number, night in enumerate(nights, 1):
        before = hands
        hands += sum(
            sum(season.choice.name(spelled) == name for deal in each.deals for spelled in deal.points)
            for each in night.evenings
        )
        if number in ROUND["night"]:
            reached["night"] = number, f"The {ordinal(number)} night{on(night.date)}."
        for many in ROUND["hand"]:
            if before < many <= hands:
                reached["hand"] = number, f"The {ordinal(many)} hand{on(night.date)}."
    yield from reached.values()


# Records


IN_A_ROW, FINISH = "in a row", "Closest finish"


class Holder(NamedTuple):
    """Who holds a record, since which evening. players: in the order of the season."""

    players: tuple[str, ...]
    evening: Evening
    target: Target


class Record(NamedTuple):
    """name: what it is.
    value: as it is written.
    holders: who reached it, the first first; others, later, only equalled it.
    """

    name: str
    value: str
    number: Points
    holders: tuple[Holder, ...]

    @property
    def held(self) -> str:
        """By whom, and when: "Ellie on 19 Nov 2026", "4 times, last by Ellie on …", "Ellie twice, …"."""
        last, times = self.holders[-1], len(self.holders)
        often = "twice" if times == 2 else f"{times} times"
        # A row may have begun on another night.
        who, when = listed(last.players), on(last.evening.date, "until" if self.name.endswith(IN_A_ROW) else "on")
        if times == 1:
            return f"{who}{when}"
        if len({holder.players for holder in self.holders}) == 1:
            return f"{who} {often}{when and ', last'}{when}"
        return f"{often[0].upper()}{often[1:]}, last by {who}{when}"


class _Try(NamedTuple):
    """One candidate for a record."""

    number: Points
    players: tuple[str, ...]
    evening: Evening
    target: Target


def records_beside(season: Season, told: Iterable[Fact]) -> list[Record]:
    """The records, without those that the facts beside them, or the last night, tell already."""
    beside = {"night": ("Highest night", "Lowest night"), CLOSEST: (FINISH,)}
    said = {name for fact in told for name in beside.get(fact.kind, ())}
    if _ended_closest(season):
        said.add(FINISH)
    found = [record for record in records(season) if record.name not in said]
    # One hand may hold two.
    of_hands = [[holder.target for holder in record.holders] for record in found]
    return [record for place, record in enumerate(found) if of_hands[place] not in of_hands[:place]]


def facts_beside(season: Season, told: Iterable[Fact]) -> list[Fact]:
    """The facts, without what the line of the last night tells already."""
    return [fact for fact in told if fact.kind != CLOSEST or not _ended_closest(season)]


def of_last_night(season: Season) -> str:
    """Who won it, and whether by less than all before."""
    told = of_one_night(season.nights[-1])
    return f"{told.removesuffix('.')}, the closest finish of all." if _ended_closest(season) else told


def _ended_closest(season: Season) -> bool:
    """Whether the last night was won by less than all before, and had one sheet."""
    closest = next((record.holders for record in records(season) if record.name == FINISH), ())
    return len(closest) == 1 and (closest[0].evening,) == season.nights[-1].evenings


@once
def records(season: Season) -> list[Record]:
    """The best of each kind, as far as the game has it."""
    low = season.lowest_wins
    kinds: tuple[tuple[str, Iterable[_Try], bool, Callable[[Points], str]], ...] = (
        ("Lowest night" if low else "Highest night", _totals(season), low, minus),
        ("Lowest hand" if low else "Biggest hand", _hands(season), low, minus),
        (
            f"Most {bids_word(season)} {GAMES[season.game].outcomes_type.labels[0]} {IN_A_ROW}",
            _runs(season),
            False,
            minus,
        ),
        ("Greatest comeback", _comebacks(season), False, points),
        (FINISH, _ends(season), True, lambda ahead: points(ahead) if ahead else "level"),
        ("Boldest bid made", _bold(season), False, minus),
    )
    found = (_best(name, [*tries], lowest, written) for name, tries, lowest, written in kinds)
    # What comes often, or more than once a night, is none.
    return [record for record in found if record and len(record.holders) <= min(OFTEN, len(season.nights))]


def _best(name: str, tries: list[_Try], lowest: bool, written: Callable[[Points], str]) -> Record | None:
    if not tries:
        return None
    best = (min if lowest else max)(each.number for each in tries)
    holders = [Holder(each.players, each.evening, each.target) for each in tries if each.number == best]
    return Record(name, written(best), best, tuple(sorted(holders, key=lambda each: in_order(each.evening))))


def bids_word(season: Season) -> str:
    """What is made or not."""
    return "contracts" if any(each.first_made.whole for each in figures(season)) else "bids"


def _hand(of: Evening, number: int) -> Target:
    return Target("hand", {"sheet": of.sheet, "hand": f"{number}"})


def _totals(season: Season) -> Iterator[_Try]:
    for night in season.nights:
        for side in _sides_on(season, night):
            yield _Try(night.totals[side[0]], side, night.evenings[-1], Target.night(night))


def _hands(season: Season) -> Iterator[_Try]:
    """Of the hands those that are no worse than all before."""
    spelled = set[str]().union(*(deal.points for each in season.evenings for deal in each.deals))
    names = {each: name for each in spelled if (name := season.choice.name(each)) in season.players}
    best_of, ahead = (min, lt) if season.lowest_wins else (max, gt)
    best: Points | None = None
    for each in season.evenings:
        for deal in each.deals:
            if best is not None and ahead(best, best_of(deal.points.values())):
                continue
            shown = {player: scored for player, scored in deal.points.items() if player in names}
            if shown and (best is None or not ahead(best, best_of(shown.values()))):
                best = best_of(shown.values())
                reached = {names[player] for player, scored in shown.items() if scored == best}
                of = tuple(name for name in season.players if name in reached)
                yield _Try(best, of, each, _hand(each, deal.number))


def _runs(season: Season) -> Iterator[_Try]:
    found = {each.player: each.made_in_a_row for each in figures(season)}
    for side in season.sides:
        together = all(found[name] == found[side[0]] for name in side)
        for players in (side,) if together else [(name,) for name in side]:
            run = found[players[0]]
            if run.length >= 2:
                yield _Try(run.length, players, run.behind[-1].evening, Target.why(MADE_RUN, players[0]))


def _comebacks(season: Season) -> Iterator[_Try]:
    """By how much the winner of an evening had been behind whoever led then."""
    sign = 1 if season.lowest_wins else -1
    for each in season.evenings:
        winners = [name for name in each.totals if name in each.winners]
        side = tuple(name for name in season.players if name in map(season.choice.name, winners))
        if winners and not each.shared and len(side) == len(winners):
            stages = each.stages
            best = min if season.lowest_wins else max
            most = max((sign * (now[winners[0]] - best(now.values())) for now in stages), default=0)
            if most > 0:
                yield _Try(whole(most), side, each, Target("sheet", {"sheet": each.sheet}))


def _ends(season: Season) -> Iterator[_Try]:
    """By how much an evening was won, 0 where several share first place."""
    for each in season.evenings:
        winners = [name for name in each.totals if name in each.winners]
        others = [total for name, total in each.totals.items() if name not in each.winners]
        level = each.shared
        shown = len({season.choice.name(name) for name in winners} & {*season.players}) == len(winners)
        if shown and (level or others):
            totals = {each.totals[name] for name in winners}
            if len(totals) == 1 and each.hands and each.finished:
                ahead = 0 if level else min(abs(total - other) for total in totals for other in others)
                names = tuple(season.choice.name(name) for name in winners)
                yield _Try(whole(ahead), names, each, Target("sheet", {"sheet": each.sheet}))


def _bold(season: Season) -> Iterator[_Try]:
    """The highest number of a bid that was made, by whom and in which hand."""
    found = [
        (int(key.detail), name, each, tally)
        for each in season.evenings
        for key, tally in each.tallies.items()
        if key.kind == evening.LEVEL and key.made and (name := season.choice.name(key.player)) in season.players
    ]
    best = max((level for level, *_ in found), default=0)
    for each, of in groupby((one for one in found if one[0] == best), lambda one: one[2]):
        by_hand: dict[int, list[str]] = {}
        for _, name, _, tally in of:
            for number in tally.hands:
                by_hand.setdefault(number, []).append(name)
        for number, names in by_hand.items():
            yield _Try(best, tuple(sorted(names)), each, _hand(each, number))


def broken_tonight(season: Season, sheet: str) -> list[Record]:
    """The records that an evening of the season broke, which had stood on some nights before it."""
    earlier = [each for each in season.evenings if each.sheet != sheet]
    before = Season(season.choice, tuple(earlier), season.known)
    if len(before.nights) < FEW_NIGHTS:
        return []
    old = {record.name: record for record in records(before)}
    return [
        record
        for record in records(season)
        if record.name in old
        and record.number != old[record.name].number
        and all(holder.evening.sheet == sheet for holder in record.holders)
    ]


def after(season: Season, sheet: str) -> list[str]:
    """What an evening did to its season, as sentences: the records that it broke, and who is first now."""
    broken = [
        f"A new record. {record.name}: {record.value}, {listed(record.holders[0].players)}."
        for record in broken_tonight(season, sheet)
    ]
    totals = {each.player: each.total for each in standings(season).players}
    sides = _sides(season, totals)
    if len(season.nights) < 2 or len(sides) < 2:
        return broken
    first, second, *_ = sorted(sides, key=lambda side: [*totals].index(next(filter(totals.__contains__, side))))
    behind = whole(abs(totals[first[0]] - totals[second[0]]))
    if not behind:
        return [*broken, f"{listed((*first, *second))} are level in the season now."]
    return [*broken, f"{_do(second, 'is', 'are')} {points(behind)} behind {listed(first)} in the season now."]
