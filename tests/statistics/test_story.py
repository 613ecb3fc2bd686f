"""What a season tells: no sentence is false, none names a stranger, none says of one night what needs many."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.core import Points
from scorer.statistics.evening import (
    BID,
    BID_TOGETHER,
    FIRST,
    LEVEL,
    TOGETHER,
    Deal,
    Evening,
    Key,
    Tally,
    places_of,
)
from scorer.statistics.players import figures, partnerships
from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import BY, Ranking, ahead_of, running_sums, standings
from scorer.statistics.story import (
    MOST,
    _every,
    _margins,
    after,
    at_least,
    broken_tonight,
    facts,
    facts_beside,
    headline,
    of_last_night,
    of_one_night,
    on,
    player_story,
    records,
    records_beside,
)

NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona")


def evening(
    number: int, players: Sequence[str], hands: Sequence[tuple[Sequence[int], int, bool]], *, lowest: bool = False
) -> Evening:
    """A night of Offender. hands: the points of each player, the number bid by the first two, and whether it was
    made.
    """
    deals = tuple(
        Deal(index, index, players[0], dict(zip(players, points, strict=True)))
        for index, (points, _, _) in enumerate(hands, 1)
    )
    totals: dict[str, Points] = {name: sum(deal.points[name] for deal in deals) for name in players}
    best = (min if lowest else max)(totals.values())
    tallies: dict[Key, Tally] = {}
    runs: dict[str, list[tuple[int, bool]]] = {}
    for index, (_, level, made) in enumerate(hands, 1):
        first, second = sorted(players[:2])
        keys = [
            Key(FIRST, players[0], made=made),
            Key(TOGETHER, first, second),
            Key(BID_TOGETHER, first, second, made=made),
        ]
        for name in (first, second):
            keys += [Key(BID, name, made=made), Key(LEVEL, name, detail=f"{level}", made=made)]
            runs.setdefault(name, []).append((index, made))
        for key in keys:
            tallies.setdefault(key, Tally([])).hands.append(index)
    return Evening(
        sheet=f"sheet{number}",
        title="",
        date=f"{date(2026, 1, 1) + timedelta(days=7 * number)}",
        begun="",
        game="offender",
        hands=len(deals),
        totals=totals,
        winners=frozenset(name for name, total in totals.items() if total == best),
        lowest_wins=lowest,
        finished=True,
        options={},
        tallies=tallies,
        runs=runs,
        deals=deals,
    )


@st.composite
def seasons(draw: st.DrawFn) -> Season:
    size, lowest = draw(st.integers(2, 6)), draw(st.booleans())
    points = st.integers(-3, 40)
    nights = []
    for number in range(draw(st.integers(1, 12))):
        players = draw(st.permutations(NAMES[:size]))[: draw(st.integers(2, size))]
        hand = st.tuples(
            st.lists(points, min_size=len(players), max_size=len(players)), st.integers(1, 9), st.booleans()
        )
        nights.append(evening(number, players, draw(st.lists(hand, min_size=1, max_size=4)), lowest=lowest))
    return Season.of(nights, Choice(game="offender"))


def together(season: Season, one: str, other: str) -> list[Evening]:
    return [each for each in season.evenings if one in each.totals and other in each.totals]


def better(season: Season, one: Points, other: Points) -> bool:
    return one < other if season.lowest_wins else one > other


def places(each: Evening) -> dict[str, int]:
    return places_of(each.totals, each.winners, lowest_wins=each.lowest_wins)


def counted(season: Season, key: Key) -> int:
    return sum(len(each.tallies[key].hands) for each in season.evenings if key in each.tallies)


def is_true(season: Season, sentence: str) -> bool:
    """Worked out once more from the evenings, by the words alone."""
    name = r"(\w+)"
    nights = {on(each.date): each for each in season.evenings}
    if found := re.fullmatch(rf"{name}’s (−?\d+)( on .*) is the (?:low|high)est of all nights\.", sentence):
        best = int(found[2].replace("−", "-"))
        others = [total for each in season.evenings for who, total in each.totals.items()]
        return nights[found[3]].totals[found[1]] == best and sum(not better(season, best, o) for o in others) == 1
    if found := re.fullmatch(rf"{name} beats {name} on (?:all (\d+)|(\d+) of (\d+)) nights\.", sentence):
        both = together(season, found[1], found[2])
        won = sum(places(each)[found[1]] < places(each)[found[2]] for each in both)
        return (won, len(both)) == (int(found[3] or found[4]), int(found[3] or found[5])) and 2 * won > len(both)
    if found := re.fullmatch(
        rf"{name} and {name} together: (\d+) of (\d+) contracts (made|set)(, the best share)?\.", sentence
    ):
        key = Key(BID_TOGETHER, found[1], found[2])
        made, failed = (counted(season, key._replace(made=made)) for made in (True, False))
        right = (made if found[5] == "made" else failed, made + failed) == (int(found[3]), int(found[4]))
        shares = [pair.made for pair in partnerships(season).pairs if pair.made.whole]
        missed = found[5] != "made"
        often = int(found[3]) / int(found[4]) - 1e-9
        return right and sum(abs(missed - share.part / share.whole) >= often for share in shares) == 1
    if found := re.fullmatch(rf"(\d+) of (\d+) contracts that {name} named were made, the best share\.", sentence):
        made, failed = (counted(season, Key(FIRST, found[3], made=made)) for made in (True, False))
        right = (made, made + failed) == (int(found[1]), int(found[2]))
        shares = [each.first_made for each in figures(season) if each.first_made.whole]
        return right and sum(share.part / share.whole >= made / (made + failed) for share in shares) == 1
    if found := re.fullmatch(rf"{name} has (never been last in|won none of) (\d+) nights\.", sentence):
        there = [places(each) for each in season.evenings if found[1] in each.totals]
        never = all(of[found[1]] != (1 if found[2] == "won none of" else max(of.values())) for of in there)
        return never and len(there) == int(found[3])
    if found := re.fullmatch(rf"{name} won (the last )?(\d+) nights(?: in a row until .*)?\.", sentence):
        there = [each for each in season.evenings if found[1] in each.totals]
        won = "".join("w" if places(each)[found[1]] == 1 else "." for each in there)
        row, is_now = "w" * int(found[3]), there[-1] is season.evenings[-1]
        first = won.index(row) + len(row) == len(won)
        return f"w{row}" not in won and bool(found[2]) is (first and is_now)
    if found := re.fullmatch(rf"The closest finish: {name} by (\d+) points?( on .*)\.", sentence):
        each = nights[found[3]]
        margins = [
            min(
                abs(total - min(e.totals[w] for w in e.winners))
                for who, total in e.totals.items()
                if who not in e.winners
            )
            for e in season.evenings
            if len(e.winners) < len(e.totals)
        ]
        if any(len(e.winners) > 1 for e in season.evenings):
            return False
        return int(found[2]) == min(margins) and each.winners == {found[1]}
    return _is_true_of_an_evening(season, sentence)


def _is_true_of_an_evening(season: Season, sentence: str) -> bool:
    """What decided the only evening, and its biggest hand."""
    [each] = season.evenings
    deals = [deal.points for deal in each.deals]
    sums = [{who: sum(of[who] for of in deals[:last]) for who in each.totals} for last in range(1, len(deals) + 1)]
    first = [
        {who for who in now if not any(better(season, now[other], now[who]) for other in now)} for now in sums
    ]
    led = [leading == {*each.winners} for leading in first]
    if found := re.fullmatch(r"The last hand turned it for (\w+)\.", sentence):
        return each.winners == {found[1]} and led[-1] and not led[-2]
    if found := re.fullmatch(r"Hand (\d+) of (\d+) turned it: (\w+) led from there on\.", sentence):
        turned = int(found[1])
        return (
            int(found[2]) == len(deals)
            and each.winners == {found[3]}
            and all(led[turned - 1 :])
            and turned > 1
            and not led[turned - 2]
        )
    if found := re.fullmatch(r"(\w+) led after each hand\.", sentence):
        return each.winners == {found[1]} and all(led)
    if found := re.fullmatch(
        r"(\w+)(?: and (\w+))? scored (−?\d+) in hand (\d+), the (?:fewest|most) of the night\.", sentence
    ):
        scored, hand = int(found[3].replace("−", "-")), int(found[4])
        best = {
            (number, who)
            for number, of in enumerate(deals, 1)
            for who in of
            if not better(season, scored, of[who])
        }
        return best == {(hand, who) for who in (found[1], found[2]) if who} and deals[hand - 1][found[1]] == scored
    return False


@given(seasons())
def test_no_fact_of_a_season_is_false_or_of_a_stranger_or_of_too_few_nights(season: Season) -> None:
    told = facts(season)
    assert len(told) <= MOST
    assert len({fact.kind for fact in told}) == len(told)
    assert len(season.nights) >= 3 or not {fact.kind for fact in told} - {"pair", "bids", "turn", "hand"}
    for fact in told:
        assert is_true(season, fact.sentence), fact.sentence
        assert {*fact.players} <= {*season.players}
        assert len(fact.sentence.split()) <= 15


@given(seasons(), st.sampled_from(BY), st.sampled_from([None, 1, 3]))
def test_the_headline_agrees_with_the_standings_beside_it(season: Season, by: str, best: int | None) -> None:
    ranked = standings(season, Ranking(by, best))
    result, turn = headline(season, ranked)
    first = [each for each in ranked.players if each.place == 1]
    assert all(each.player in result for each in first)
    if (found := re.match(r".* leads? by (\d+) points?", result)) and len(season.nights) > 1:
        second = next(each for each in ranked.players if each.place != 1)
        assert abs(first[0].total - second.total) == int(found[1])
    if "the smallest" in result or "the biggest" in result:
        margins = []
        for number in range(1, len(season.nights) + 1):
            sums = sorted(line[number] for line in running_sums(season).values())
            margins.append(sums[1] - sums[0] if season.lowest_wins else sums[-1] - sums[-2])
        assert margins[-1] == (min if "smallest" in result else max)(margins)
        assert margins.count(margins[-1]) == 1
    if found := re.match(r"(.*) (?:has led|have led|have been level) since night (\d+) of \d+\.", turn):
        assert found[1] == " and ".join(each.player for each in first) or len(first) != 1
    if found := re.search(r"The last night cut the lead from (\d+) to (\d+)\.", turn):
        assert [*map(int, found.groups())] == _margins(season)[-2:]
    if found := re.search(r"([\w, ]+) scores? (?:more|less) a night\.", turn):
        sign = 1 if season.lowest_wins else -1
        better = {each.player for each in ranked.players if sign * each.a_night < sign * first[0].a_night}
        assert {*re.split(", | and ", found[1].strip())} == better
    assert len(season.nights) > 1 or turn == ""


@given(seasons())
def test_every_record_is_the_best_there_is_and_held_by_whom_it_says(season: Season) -> None:
    found = {record.name: record for record in records(season)}
    low = season.lowest_wins
    best = min if low else max
    totals = [(total, {name}) for each in season.evenings for name, total in each.totals.items()]
    points = [
        (scored, {name for name, other in deal.points.items() if other == scored})
        for each in season.evenings
        for deal in each.deals
        for scored in {*deal.points.values()}
    ]
    levels = [
        (int(key.detail), {other.player for other in each.tallies if other[:1] + other[3:] == key[:1] + key[3:]})
        for each in season.evenings
        for key, tally in each.tallies.items()
        if key.kind == LEVEL and key.made is True
        for _ in tally.hands
        if key.player == min(other.player for other in each.tallies if other[:1] + other[3:] == key[:1] + key[3:])
    ]
    for name, tries, first in (
        ("Lowest night" if low else "Highest night", totals, best),
        ("Lowest hand" if low else "Biggest hand", points, best),
        ("Boldest bid made", levels, max),
    ):
        number = first((each for each, _ in tries), default=None)
        reached = [names for each, names in tries if each == number]
        assert (name in found) is (1 <= len(reached) <= min(5, len(season.nights)))
        if name in found:
            record = found[name]
            assert record.number == number
            assert sorted(map(sorted, reached)) == sorted(sorted(holder.players) for holder in record.holders)
            assert len(reached) < 3 or f"{len(reached)} times" in record.held
            assert record.held.endswith(on(max(holder.evening.date for holder in record.holders)))


@pytest.mark.parametrize(
    ("winners", "held"),
    [
        ((2, 0, 0), "Amber on 1 Jan 2026"),
        ((2, 2, 1), "Amber twice, last on 8 Jan 2026"),
        ((2, 1, -2), "Twice, last by Betty on 15 Jan 2026"),
        ((2, 2, 2, 2, 1), "Amber 4 times, last on 22 Jan 2026"),
        ((2, 2, -2, -2, 1), "4 times, last by Betty on 22 Jan 2026"),
    ],
)
def test_a_record_is_said_however_often_it_was_reached(winners: tuple[int, ...], held: str) -> None:
    """winners: what Amber was ahead by on each night, or Betty where it is negative."""
    nights = [
        evening(number, NAMES[:3], [((max(ahead, 0), max(-ahead, 0), -9), 4, True)])
        for number, ahead in enumerate(winners)
    ]
    found = {record.name: record for record in records(Season.of(nights, Choice(game="offender")))}
    assert (found["Highest night"].value, found["Highest night"].held) == ("2", held)


def test_partners_who_change_win_together_and_share_with_the_other_side_alone() -> None:
    night = of_sides(0, (60, 51))
    swapped = {Key(TOGETHER, *pair): Tally([1]) for pair in (("Amber", "Betty"), ("Cindy", "Diana"))}
    others = replace(
        of_sides(1, (0, 0)),
        totals={"Amber": 90, "Betty": 90, "Cindy": 87, "Diana": 87},
        winners=frozenset(("Amber", "Betty")),
        tallies=swapped,
    )
    level = replace(of_sides(2, (7, 7)), winners=frozenset(NAMES[:4]))
    of_two_sides = replace(others, sheet="mixed", date="2026-02-01", winners=frozenset(("Amber", "Cindy")))
    season = Season.of([night, others, level, of_two_sides], Choice(game="spades"))
    assert {*map(len, season.sides)} == {1}
    assert [of_one_night(each) for each in season.nights] == [
        "Amber and Cindy won by 9 points.",
        "Amber and Betty won by 3 points.",
        "Amber, Betty, Cindy and Diana share first place.",
        "Amber and Cindy share first place.",
    ]
    assert [each.shared for each in season.nights] == [False, False, True, True]
    settled = replace(others, tallies={})
    assert not Season.of([settled], Choice(game="spades")).nights[0].shared
    closest = Season.of([night, others, replace(night, sheet="again", date="2026-02-02")], Choice(game="spades"))
    told = {fact.kind: fact.sentence for fact in _every(closest)}
    highest = next(record for record in records(closest) if record.name == "Highest night")
    assert (highest.value, highest.held) == ("90", "Amber and Betty on 8 Jan 2026")
    assert told["night"] == "Amber and Betty’s 90 on 8 Jan 2026 is the highest of all nights."
    against = {versus.other: len(versus.ways) for versus in player_story(closest, "Amber").versus}
    assert against == {"Betty": 2, "Cindy": 1, "Diana": 3}
    assert told["closest finish"] == "The closest finish: Amber and Betty by 3 points on 8 Jan 2026."


def test_a_record_is_broken_by_the_evening_that_betters_it_and_by_no_other() -> None:
    nights = [evening(number, NAMES[:3], [((10 + number, 5, 3), 4, True)]) for number in range(4)]
    season = Season.of(nights, Choice(game="offender"))
    assert [record.name for record in broken_tonight(season, "sheet3")] == [
        "Highest night",
        "Biggest hand",
        "Most contracts made in a row",
    ]
    assert broken_tonight(season, "sheet1") == []
    few = Season.of(nights[:3], Choice(game="offender"))
    assert broken_tonight(few, "sheet2") == []


@pytest.mark.parametrize(
    ("totals", "result"),
    [
        ([(30, 18, 2)], "Amber won by 12 points."),
        ([(30, 30, 2)], "Amber and Betty share first place."),
        ([(9, 5, 0), (0, 4, 9), (7, 7, 0)], "Amber and Betty are level at the top."),
        ([(9, 6, 0), (1, 0, 5), (9, 0, 0), (0, 12, 0)], "Amber leads by 1 point, the smallest lead so far."),
    ],
)
def test_the_headline_says_who_is_first_and_by_how_much(totals: Any, result: str) -> None:
    nights = [evening(number, NAMES[:3], [(points, 4, True)]) for number, points in enumerate(totals)]
    season = Season.of(nights, Choice(game="offender"))
    assert headline(season, standings(season)).result == result


def test_while_a_sheet_is_played_nobody_has_won() -> None:
    playing = replace(evening(1, NAMES[:3], [((9, 5, 0), 4, True), ((3, 5, 0), 4, True)]), finished=False)
    season = Season.of([playing], Choice(game="offender"))
    assert headline(season, standings(season)).result == "Amber leads by 2 points."
    assert "turn" not in {fact.kind for fact in facts(season)}


def of_sides(number: int, points: tuple[int, int], names: Sequence[str] = NAMES[:4]) -> Evening:
    """A night of Spades. names: around the table."""
    hand = [points[seat % 2] for seat in range(4)]
    pairs = [Key(TOGETHER, min(both), max(both)) for both in zip(names[:2], names[2:], strict=True)]
    return replace(
        evening(number, names, [(hand, 4, True)]), game="spades", tallies={key: Tally([1]) for key in pairs}
    )


@given(
    st.lists(
        st.tuples(st.permutations(NAMES[:4]), st.tuples(*[st.integers(0, 9)] * 2)),
        min_size=3,
        max_size=12,
    )
)
def test_of_partners_who_change_no_sentence_is_false(drawn: list[tuple[list[str], tuple[int, int]]]) -> None:
    nights = [of_sides(number, points, names) for number, (names, points) in enumerate(drawn)]
    season = Season.of(nights, Choice(game="spades"))
    sides = [({names[0], names[2]}, {names[1], names[3]}) for names, _ in drawn]
    for night, (_, points), (ours, theirs) in zip(season.nights, drawn, sides, strict=True):
        first = ours | theirs if points[0] == points[1] else ours if points[0] > points[1] else theirs
        assert {*night.winners} == first
        assert night.shared == (points[0] == points[1])
        assert ("share first place" in of_one_night(night)) == night.shared
    for fact in facts(season):
        if found := re.fullmatch(r"(\w+) beats (\w+) on (?:all (\d+)|(\d+) of (\d+)) nights\.", fact.sentence):
            one, other = found[1], found[2]
            against = [place for place, pair in enumerate(sides) if {one, other} not in pair]
            won = sum(nights[place].totals[one] > nights[place].totals[other] for place in against)
            assert (won, len(against)) == (int(found[3] or found[4]), int(found[3] or found[5]))
    best = max(max(points) for _, points in drawn)
    reached = [side for pair, (_, points) in zip(sides, drawn, strict=True) for side in pair if best in points]
    held = [
        {*holder.players}
        for record in records(season)
        if record.name == "Highest night"
        for holder in record.holders
    ]
    assert all(side in reached for side in held)
    assert len(held) in (0, sum(points.count(best) for _, points in drawn))


def test_of_partners_who_never_change_one_thing_is_said() -> None:
    season = Season.of(
        [of_sides(number, points) for number, points in enumerate([(60, 51), (70, 30), (20, 90), (80, 10)])],
        Choice(game="spades"),
    )
    ours, theirs = "Amber and Cindy", "Betty and Diana"
    assert [*map(" and ".join, season.sides)] == [ours, theirs]
    told = headline(season, standings(season))
    assert told == (f"{ours} lead by 49 points.", f"{theirs} led by 21 points before the last night.")
    assert {fact.sentence for fact in facts(season)} == {
        f"{theirs}’s 90 on 15 Jan 2026 is the highest of all nights.",
        f"{ours} beat {theirs} on 3 of 4 nights.",
        f"The closest finish: {ours} by 9 points on 1 Jan 2026.",
    }
    assert [record.holders[0].players for record in records(season)][:2] == [(("Betty", "Diana"))] * 2
    assert after(season, "sheet3")[-1] == f"{theirs} are 49 points behind {ours} in the season now."
    assert {one.other for one in player_story(season, "Amber").versus} == {theirs}
    # Somebody has changed sides.
    other = replace(season.evenings[0], sheet="other", tallies={Key(TOGETHER, "Amber", "Betty"): Tally([1])})
    assert {*map(len, Season.of([*season.evenings, other], Choice(game="spades")).sides)} == {1}


def test_the_closest_end_is_the_first_that_was_level() -> None:
    totals = [(9, 5, 0), (0, 4, 5), (9, 3, 0), (1, 37, 37), (12, 12, 3)]
    nights = [evening(number, NAMES[:3], [(points, 4, True)]) for number, points in enumerate(totals)]
    before, now = (Season.of(nights[:many], Choice(game="offender")) for many in (4, 5))
    assert "A new record. Closest finish: level, Betty and Cindy." in after(before, "sheet3")
    [record] = [record for record in records(now) if record.name == "Closest finish"]
    assert (record.value, record.holders[0].players) == ("level", ("Betty", "Cindy"))
    assert "closest finish" not in {fact.kind for fact in facts(now)}
    # Partners who win together are not level with each other.
    sides = Season.of([of_sides(1, (60, 51)), of_sides(2, (70, 30))], Choice(game="spades"))
    assert "9 points" in {record.value for record in records(sides)}


def test_the_chance_of_so_many_or_more_is_that_of_coins() -> None:
    assert [at_least(least, 4, 0.5) * 16 for least in range(5)] == [16, 15, 11, 5, 1]


def test_who_leads_by_coming_more_often_is_told_who_scores_more_and_how_the_lead_has_shrunk() -> None:
    nights = [evening(number, NAMES[:3], [((9, 0, 5), 4, True)]) for number in range(3)]
    few = [evening(number, NAMES[1:4], [((0, 0, 12), 4, True)]) for number in (3, 4)]
    season = Season.of(nights + few, Choice(game="offender", players=NAMES[:4]))
    told = "Amber led after all 5 nights. The last night cut the lead from 12 to 3. Diana scores more a night."
    assert headline(season, standings(season, Ranking(least=2))).turn == told


def test_two_sides_have_two_places_and_a_last_night_that_ended_closest_says_so() -> None:
    nights = [of_sides(number, points) for number, points in enumerate(((60, 51), (70, 30), (50, 52)))]
    season = Season.of(nights, Choice(game="spades"))
    assert [night.places["Amber"] for night in season.nights] == [1, 1, 2]
    assert [night.sides for night in season.nights] == [2, 2, 2]
    assert of_last_night(season) == "Betty and Diana won by 2 points, the closest finish of all."
    assert "Closest finish" not in [record.name for record in records_beside(season, facts(season))]
    assert "closest finish" not in {fact.kind for fact in facts_beside(season, facts(season))}
    assert player_story(season, "Betty").form[0][0].ranked[-1][0] == 2


def test_a_last_night_of_two_sheets_that_ended_closest_is_told_as_a_fact() -> None:
    margins = ((9, 0), (0, 8), (5, 0), (0, 3))
    nights = [evening(number, NAMES[:2], [(points, 4, True)]) for number, points in enumerate(margins)]
    season = Season.of([*nights[:3], replace(nights[3], date=nights[2].date)], Choice(game="offender"))
    told = [fact.sentence for fact in facts_beside(season, facts(season)) if fact.kind == "closest finish"]
    assert told == [f"The closest finish: Amber by 2 points{on(nights[2].date)}."]
    assert of_last_night(season) == "Amber won by 2 points."


def test_a_share_of_bids_is_said_of_the_best_alone() -> None:
    nights = []
    for seat, made in enumerate((11, 12, 1, 1)):
        hands = [((5, 5, 5, 5), 4, number < made) for number in range(13)]
        night = evening(seat, (*NAMES[seat:4], *NAMES[:seat]), hands)
        first = {key: tally for key, tally in night.tallies.items() if key.kind == FIRST}
        nights.append(replace(night, tallies=first))
    season = Season.of(nights, Choice(game="offender"))
    assert (
        player_story(season, "Betty").unusual == "12 of 13 contracts that Betty named were made, the best share."
    )
    assert player_story(season, "Amber").unusual == "Amber won the last 4 nights."


def test_a_win_that_was_shared_is_told_as_one() -> None:
    totals = [(9, 0, 0), (7, 7, 0), (1, 1, 0), (0, 0, 9)]
    nights = [evening(number, NAMES[:3], [(points, 4, True)]) for number, points in enumerate(totals)]
    season = Season.of(nights[:2] + nights[3:], Choice(game="offender"))
    assert {each.player: each.wins for each in standings(season).players} == {
        "Amber": "2 wins, 1 shared",
        "Betty": "1 shared win",
        "Cindy": "1 win",
    }
    assert player_story(season, "Amber").result == "Amber won 2 of 3 nights, 1 shared."
    only = Season.of(nights[1:2], Choice(game="offender"))
    assert player_story(only, "Betty").result == "Betty shared first place."
    sides = Season.of([of_sides(1, (60, 51)), of_sides(2, (70, 30))], Choice(game="spades"))
    assert standings(sides).players[0].wins == "2 wins"


def test_the_form_of_a_player_shows_points_and_places() -> None:
    totals = [(49, 60, 52), (37, 30, 20), (40, 50, 30), (9, 9, 9)]
    nights = [evening(number, NAMES[:3], [(points, 4, True)]) for number, points in enumerate(totals)]
    form = player_story(Season.of(nights, Choice(game="offender")), "Amber").form
    assert [(night.places["Amber"], *bar) for night, *bar in form] == [
        (3, 0, 100),
        (1, 24.5, 75.5),
        (2, 18.4, 81.6),
        (1, 81.6, 18.4),
    ]
    below = [evening(number, NAMES[:2], [(points, 4, True)]) for number, points in enumerate(((30, 0), (-10, 0)))]
    story = player_story(Season.of(below, Choice(game="offender")), "Amber")
    assert [bar for _, *bar in story.form] == [[0, 75], [75, 25]]
    assert story.average == 50
    assert [(night.name, sentence) for night, sentence in story.milestones] == [
        ("2026-01-01", "The first win on 1 Jan 2026.")
    ]


def test_nights_against_another_stand_below_each_other_in_time() -> None:
    tables = [("Amber", "Betty", "Cindy"), ("Amber", "Cindy"), ("Betty", "Cindy"), ("Amber", "Betty")]
    nights = [evening(number, names, [((9, 4, 5)[: len(names)], 4, True)]) for number, names in enumerate(tables)]
    versus = player_story(Season.of(nights, Choice(game="offender")), "Amber").versus
    assert {each.other: each.row for each in versus} == {"Betty": (1, None, 1), "Cindy": (1, 1, None)}
    assert {each.in_words for each in versus} == {"ahead on 2 of 2 nights"}


def test_one_hand_is_not_told_as_two_records() -> None:
    nights = [
        evening(number, NAMES[:3], [((9 + (number == 1), 4, 5), 4 + (number == 1), True)]) for number in range(3)
    ]
    season = Season.of(nights, Choice(game="offender"))
    assert {"Biggest hand", "Boldest bid made"} <= {record.name for record in records(season)}
    told = [record.name for record in records_beside(season, [])]
    assert "Biggest hand" in told
    assert "Boldest bid made" not in told


def test_a_night_that_one_of_two_missed_leaves_them_as_far_apart_as_they_were() -> None:
    nights = [evening(number, NAMES[:3], [((9, 4, 5), 4, True)]) for number in (0, 2)]
    missed = evening(1, (NAMES[0], NAMES[2]), [((7, 8), 4, True)])
    season = Season.of([nights[0], missed, nights[1]], Choice(game="offender", players=NAMES[:3]))
    told = {"Amber": [0, 0, 0, 0], "Betty": [0, -5, -5, -10], "Cindy": [0, -4, -3, -7]}
    assert ahead_of(season, "Amber") == told
    assert {name: line[-1] for name, line in ahead_of(season, "Betty").items()} == {
        "Amber": 10,
        "Betty": 0,
        "Cindy": 2,
    }
    lowest = [replace(each, lowest_wins=True) for each in season.evenings]
    assert ahead_of(Season.of(lowest, season.choice), "Amber")["Betty"] == [0, 5, 5, 10]
    of_hands = evening(0, NAMES[:2], [((1, 4), 4, True), ((9, 0), 4, True)])
    assert ahead_of(Season.of([of_hands], Choice(game="offender")), "Amber")["Betty"] == [0, 3, -6]


def test_one_player_alone_has_a_headline_and_no_rivals() -> None:
    alone = replace(evening(1, NAMES[:2], [((5, 0), 3, True)]), totals={"Amber": 5})
    season = Season.of([alone], Choice(game="offender"))
    assert headline(season, standings(season)).result == "Amber played for 5 points."
    assert facts(season) == []
