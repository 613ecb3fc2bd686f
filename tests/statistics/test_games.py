"""What is counted in each game, from sheets small enough to be counted by hand."""

import json
from fractions import Fraction
from typing import Any

import pytest

from scorer.exports.texts import statistics
from scorer.rules.game import OwnBid
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.sheet_file import load
from scorer.statistics.evening import HANDS, OVER, UNDER, Evening
from scorer.statistics.players import Pair, figures, partnerships
from scorer.statistics.season import Choice, Season, groups, latest
from scorer.statistics.standings import standings
from scorer.statistics.story import facts, records
from scorer.statistics.why import MADE_RUN, WON_RUN, why

from ..nap import Nap
from ..sheet.vectors import VECTORS, sheet_of

FOUR = ["North", "East", "South", "West"]


def evening(name: str = "one", /, **sheet: Any) -> Evening:
    document = {"format": "score-sheet/1", "date": "2026-03-06", **sheet}
    return Evening.of(Ledger.of(load(json.dumps(document).encode())), name)


def season(*evenings: Evening, **choice: Any) -> Season:
    return Season.of(evenings, Choice(**choice))


def test_who_sits_out_a_hand_has_no_nought_there() -> None:
    three = ["Ann", "Bo", "Cid"]
    told = season(
        evening(
            game="plain",
            players=three,
            options={"wins": "lowest"},
            hands=[
                {"points": {"Ann": 5, "Bo": 6, "Cid": 9}},
                {"players": ["Ann", "Cid"], "points": {"Ann": 4, "Cid": 8}},
                {"players": three, "points": {"Ann": 7, "Bo": 3, "Cid": 2}},
            ],
        )
    )
    by_name = {each.player: each for each in figures(told)}
    assert {name: each.count(HANDS) for name, each in by_name.items()} == {"Ann": 3, "Bo": 2, "Cid": 3}
    assert by_name["Bo"].average(HANDS) == Fraction(9, 2)
    assert {each.player: each.total for each in standings(told).players} == {"Ann": 16, "Bo": 9, "Cid": 19}
    lowest = next(record for record in records(told) if record.name == "Lowest hand")
    assert (lowest.value, lowest.holders[0].players) == ("2", ("Cid",))
    assert "Bo’s 0" not in " ".join(fact.sentence for fact in facts(told))


def test_oh_hell_counts_bids_met_and_by_how_much_they_were_missed() -> None:
    bids = {"Ann": 1, "Bo": 1, "Cid": 2}
    told = season(
        evening(
            game="oh-hell",
            players=["Ann", "Bo", "Cid"],
            options={"hand_sizes": [3, 2]},
            hands=[
                {"bids": bids, "tricks": {"Ann": 1, "Bo": 0, "Cid": 2}},
                {"bids": {"Ann": 0, "Bo": 1, "Cid": 2}, "tricks": {"Ann": 0, "Bo": 2, "Cid": 0}},
            ],
        )
    )
    by_name = {each.player: each for each in figures(told)}
    assert {name: (each.made.part, each.made.whole) for name, each in by_name.items()} == {
        "Ann": (2, 2),
        "Bo": (0, 2),
        "Cid": (1, 2),
    }
    assert (by_name["Bo"].count(OVER), by_name["Bo"].count(UNDER)) == (1, 1)
    assert by_name["Bo"].tricks == (2, 2)
    assert [(level, share.part, share.whole) for level, share in by_name["Cid"].by_level] == [("2", 1, 2)]
    assert by_name["Ann"].made_in_a_row.length == 2
    assert why(told, MADE_RUN, "Ann").total == "2 bids made in a row"
    assert why(told, "bid", "Bo").total == "0 met, 2 missed"
    assert why(told, WON_RUN, "Ann").total == "1 night won in a row"
    assert by_name["Ann"].by_suit == []


def test_spades_counts_nils_and_partners_of_two_sides() -> None:
    bids = {"North": 4, "East": "nil", "South": 2, "West": 4}
    told = season(
        evening(
            game="spades",
            players=FOUR,
            hands=[
                {"bids": {"North": 3, "East": 4, "South": 2, "West": 3}, "tricks": [7, 6]},
                {"bids": bids, "tricks": [8, 5]},
                {"bids": bids, "tricks": [8, 5], "nil_tricks": {"East": 2}},
            ],
        )
    )
    east = next(each for each in figures(told) if each.player == "East")
    assert [(nil, share.part, share.whole) for nil, share in east.nils] == [("nil", 1, 2)]
    pairs = {pair.players: pair for pair in partnerships(told).pairs}
    assert set(pairs) == {("East", "West"), ("North", "South")}
    assert (pairs["North", "South"].made.part, pairs["North", "South"].made.whole) == (3, 3)
    assert pairs["East", "West"].hands == 3
    # What the side scores is what each partner scores in a hand.
    total = told.evenings[0].totals["North"]
    assert pairs["North", "South"].each_a_hand == pytest.approx(float(total) / 3)


def test_sides_that_rotate_are_partners_of_their_hands_alone() -> None:
    hand = {"contract": "1minor", "declarer": "North", "tricks": 7}
    turned = ["North", "South", "East", "West"]
    told = season(
        evening(
            game="ten-bridge",
            players=FOUR,
            options={"totals": "players"},
            hands=[hand, {**hand, "players": turned}, {**hand, "tricks": 5}],
        )
    )
    pairs = {pair.players: pair for pair in partnerships(told).pairs}
    assert {players: pair.hands for players, pair in pairs.items()} == {
        ("North", "South"): 1,
        ("East", "West"): 1,
        ("East", "North"): 2,
        ("South", "West"): 2,
    }
    # Only the declaring side bid the contract.
    made: Pair = pairs["East", "North"]
    assert (made.made.part, made.made.whole, pairs["South", "West"].made.whole) == (1, 2, 0)
    [north] = [each for each in figures(told) if each.player == "North"]
    assert (north.count("offense"), north.count("defense")) == (3, 0)
    assert (north.first_made.part, north.first_made.whole) == (2, 3)
    # A bid of one is for six of ten tricks.
    assert north.tricks == (18, 19)


def test_where_the_lowest_total_wins_the_lowest_is_first_and_best() -> None:
    nights = {"2026-03-06": {"Ann": 3, "Bo": 9}, "2026-03-13": {"Ann": 5, "Bo": 2.5}}
    sheet = {"game": "plain", "players": ["Ann", "Bo"], "options": {"wins": "lowest"}}
    told = season(*(evening(day, **sheet, date=day, hands=[{"points": of}]) for day, of in nights.items()))
    assert [(each.player, each.total, each.won) for each in standings(told).players] == [
        ("Ann", 8, 1),
        ("Bo", pytest.approx(11.5), 1),
    ]
    bo = next(each for each in figures(told) if each.player == "Bo")
    assert bo.best
    assert (bo.best[0].date, bo.worst and bo.worst[0].date) == ("2026-03-13", "2026-03-06")


def test_a_hand_nobody_bid_is_no_hand_of_a_player_and_a_settled_one_is_no_bid() -> None:
    players = ["Amber", "Betty", "Cindy", "Diana", "Ellie"]
    settled = {"points": {**dict.fromkeys(players, 0), "Amber": 20}, "note": "cards fell on the floor"}
    told = season(
        evening(
            game="offender",
            players=players,
            hands=[
                {"contract": None},
                settled,
                {"contract": "6H", "proposer": "Amber", "accepter": "Cindy", "tricks": 7},
            ],
        )
    )
    amber = next(each for each in figures(told) if each.player == "Amber")
    assert (amber.hands, amber.total(HANDS).amount, amber.made.whole, amber.count("offense")) == (2, 69, 1, 1)


def met(name: str, date: str, *players: str, **points: int) -> Evening:
    given = dict.fromkeys(players, 1) | points
    return evening(name, game="plain", players=list(given), date=date, hands=[{"points": given}])


def test_everybody_is_offered_first_and_then_who_sat_at_one_table_more_than_once() -> None:
    evenings = [
        met("1", "2026-03-06", "Ann", "Bo", "Cid", "Dot"),
        met("2", "2026-03-13", "Ann", "Bo", "Cid", "Eve"),
        met("3", "2026-03-20", "Ann", "Bo", "Cid", "Dot"),
        met("4", "2026-03-27", "Ann", "Bo", "Dot", "Guest"),
        met("5", "2026-04-03", "Xin", "Yun"),
    ]
    everybody, group = groups(evenings, Choice())
    assert (everybody.choice.players, everybody.nights, everybody.players) == ((), 5, 8)
    assert {*group.choice.players} == {"Ann", "Bo", "Cid", "Dot"}
    assert (group.nights, group.since) == (4, "2026-03-06")
    # Of six regulars one sits out each time, and a guest came once.
    six = ["Ann", "Bo", "Cid", "Dot", "Eve", "Fay"]
    by_turns = [met(f"{day}", f"2026-03-{day:02}", *six[: day % 6], *six[day % 6 + 1 :]) for day in range(1, 13)]
    again = [*by_turns, met("guest", "2026-03-20", *six[:4], "Guest")]
    assert latest(again, Choice()).players == tuple(six)
    # Nor do they need to have met twice in one company.
    assert {*latest(by_turns[:3], Choice()).players} == {*six}
    # Whoever met once is no group.
    assert [group.choice.players for group in groups(evenings[4:], Choice())] == [()]
    # Of two tables that change their players every time no third is made up.
    club = [
        met(
            f"{night} {table}",
            f"2026-03-{night:02}",
            *(f"P{(night + table * 6 + seat * night) % 13}" for seat in range(6)),
        )
        for night in range(1, 7)
        for table in (0, 1)
    ]
    assert [group.choice.players for group in groups(club, Choice())] == [()]
    assert latest(club, Choice()).players == ()


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_that_the_rules_score_can_be_counted(game: str) -> None:
    names = [name for name, vector in VECTORS.items() if vector["sheet"]["game"] == game]
    ledgers = [Ledger.of(sheet_of(name)) for name in names if "error" not in VECTORS[name]["expect"]]
    assert any(ledger.rows for ledger in ledgers)
    for ledger in ledgers:
        told = season(Evening.of(ledger, "sheet"))
        assert bool(told.evenings) == bool(ledger.rows)
        for each in figures(told):
            assert each.made.part <= each.made.whole
            assert each.count("offense") + each.count("defense") <= each.hands
        for pair in partnerships(told).pairs:
            assert pair.made.whole <= pair.hands
        assert not ledger.rows or max(each.won for each in standings(told).players) == 1


def test_who_changes_sides_has_the_total_of_the_last_one_and_wins_with_it_alone() -> None:
    hand = {"bids": {"North": 3, "East": 4, "South": 2, "West": 3}, "tricks": [7, 6]}
    changed = {**hand, "players": ["East", "North", "South", "West"]}
    found = evening(game="spades", players=FOUR, hands=[hand, changed])
    assert found.totals == {"East": 113, "South": 113, "North": -10, "West": -10}
    assert found.winners == {"East", "South"}


def test_nobody_is_their_own_partner_where_two_spellings_sat_at_one_table() -> None:
    hand = {"contract": "6H", "proposer": "North", "accepter": "South", "tricks": 7}
    told = season(evening(game="offender", players=FOUR, hands=[hand]), same={"South": "North"})
    assert partnerships(told).pairs == ()


def test_where_nobody_bids_a_number_no_number_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    bid = OwnBid((0, 2), None, None, 3, 4, made=True)
    monkeypatch.setattr(Nap.outcomes_type, "contract", lambda self, hand: bid)
    hand = {"bidder": "North", "bid": 3, "wellington": False, "tricks": 4}
    of_nap = season(evening(game="nap", players=FOUR, hands=[hand]), game="nap")
    [north] = [each for each in figures(of_nap) if each.player == "North"]
    assert (north.made.part, north.by_level, north.tricks) == (1, [], (0, 0))
    assert "by level" not in statistics(of_nap)
    assert "bid," not in statistics(of_nap)
