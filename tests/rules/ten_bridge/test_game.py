"""10 Bridge: the document's chart of twelve deals [S3 Scoring chart], its lists of points, and its part scores."""

import re
from itertools import product

import pytest

from scorer.rules.calls import Denomination, parse_contract
from scorer.rules.core import Rule, RuleViolation, Score
from scorer.rules.ten_bridge import (
    CARRIED_GAME,
    CLOSING,
    EXTRA_LEVEL,
    FULL_HOUSE,
    LOVE,
    OBLIGED,
    OVERTRICKS,
    SINGLE_GAME,
    SINGLE_SUPER_GAME,
    TRICK_POINTS,
    UNDERTRICK_BONUS,
    UNDERTRICKS,
    PartScoreCarrying,
    PartScores,
    TenBridge,
    TenBridgeHand,
    noted,
    off_bonus,
)

from ..four import EAST, EW, FOUR, NORTH, NS, SOUTH, ten, ten_bridge

# Dealer, contract, by, double, result, total NS and EW, explanation: as printed. Last, what both sides carry then
# [rules 6.4]: the chart's own columns show the increment in deal 4, and the points of the hand in deal 10.
CHART = [
    ("N", "1Minor", "N", "", "+2", 8, 0, "(2x4) As bid level is 1 so CPS = 4", (4, 0)),
    ("E", "2NT", "S", "X X", "+3", 89, 0, "(3x13) 40 Super Game 10 Over trick Bonus", (4, 0)),
    ("S", "2Major", "W", "", "+4", 0, 20, "(4x5) Bid level 2 so CPS=10 and no game.", (4, 10)),
    ("W", "1NT", "N", "", "+1", 7, 0, "(1x7)", (11, 10)),
    ("N", "3Major", "S", "X", "-2", 0, 24, "(2x7) 10 Undertrick Bonus", (11, 10)),
    ("E", "5Major", "E", "", "+5", 0, 135, "(5x5) 40 Super G. 20 Extra L. 50 Full H.", (11, 10)),
    ("S", "2NT", "W", "", "+2", 0, 34, "(2x7) 20 Game", (11, 10)),
    ("W", "0NT", "W", "", "+2", 0, 5, "Only 5 bonus No trick points.", (11, 10)),
    ("N", "0NT", "N", "X", "-3", 0, 5, "‘X’ for record only & only 5 bonus", (11, 10)),
    ("E", "4Major", "S", "", "+4", 70, 0, "(4x5) 40 Super G 10 Extra L.", (0, 0)),
    ("S", "2Minor", "S", "", "+2", 8, 0, "(2x4) New CPS started", (8, 0)),
    ("W", "3Minor", "N", "X X", "-3", 0, 70, "(3x10) 40 Undertrick Bonus", (8, 0)),
]
TOTALS = [187, 293]
EXPLAINED = {
    "Super G": {SINGLE_SUPER_GAME, CARRIED_GAME},
    "Game": {SINGLE_GAME},
    "Over trick": {OVERTRICKS},
    "Undertrick": {UNDERTRICK_BONUS},
    "Extra L": {EXTRA_LEVEL},
    "Full H": {FULL_HOUSE},
    "bonus": {LOVE},
}


def printed_hand(contract: str, by: str, double: str, result: str) -> TenBridgeHand:
    """A contract made shows the tricks above five, one set the tricks it is short of [S3 Notes on the table]."""
    denomination = contract[1:] if contract.endswith("NT") else contract[1:].lower()
    written = f"{contract[0]}{denomination}{double.replace(' ', '')}"
    base = 5 if result.startswith("+") else 5 + int(contract[0])
    return ten(written, "NESW".index(by), base + int(result))


def explained(text: str) -> list[tuple[int, set[Rule]]]:
    """The points of an explanation in order, each with the rules it may mean."""
    tricks = re.findall(r"\((\d+)x(\d+)\)", text)
    named = re.findall(rf"(\d+) ({'|'.join(EXPLAINED)})", text)
    return [
        *((int(number) * int(rate), {TRICK_POINTS, UNDERTRICKS}) for number, rate in tricks),
        *((int(points), EXPLAINED[name]) for points, name in named),
    ]


def test_the_chart_comes_out_deal_by_deal_with_the_same_explanations() -> None:
    game, carry, totals = ten_bridge(), PartScores(), [0, 0]
    for number, (dealer, contract, by, double, result, ns, ew, text, carried) in enumerate(CHART, start=1):
        assert "NESW".index(dealer) == (number - 1) % 4
        score, carry = game.score(printed_hand(contract, by, double, result), (number - 1) % 4, carry)
        assert [score.total(side) for side in range(2)] == [ns, ew], number
        assert carry.carried == carried, number
        told = explained(text)
        assert [line.points for line in score.lines] == [points for points, _ in told], number
        assert all(line.rule in rules for line, (_, rules) in zip(score.lines, told, strict=True)), number
        totals = [totals[0] + int(score.total(NS)), totals[1] + int(score.total(EW))]
    closing = PartScoreCarrying(game).closing(carry)
    assert [line.points for line in closing.lines] == [5]
    assert closing.lines[0].rule is CLOSING
    assert [total + int(closing.total(side)) for side, total in enumerate(totals)] == TOTALS


def scored(contract: str, tricks: int, carried: tuple[int, int] = (0, 0), declarer: int = NORTH) -> Score:
    return ten_bridge().score(ten(contract, declarer, tricks), NORTH, PartScores(carried))[0]


def after(contract: str, tricks: int, carried: tuple[int, int], declarer: int = NORTH) -> PartScores:
    return ten_bridge().score(ten(contract, declarer, tricks), NORTH, PartScores(carried))[1]


# [S3 Trick points] Plain, doubled, redoubled.
PER_TRICK = {
    "minor": (4, 6, 10),
    "red": (4, 6, 10),
    "black": (5, 7, 11),
    "major": (5, 7, 11),
    "NT": (7, 9, 13),
}
RATES = [(name, doubling, rate) for name, row in PER_TRICK.items() for doubling, rate in enumerate(row)]


@pytest.mark.parametrize(("name", "doubling", "rate"), RATES)
def test_every_trick_above_five_pays_by_denomination_and_doubling(name: str, doubling: int, rate: int) -> None:
    for level, tricks in product(range(1, 6), range(6, 11)):
        score = scored(f"{level}{name}{'X' * doubling}", tricks)
        first = score.lines[0]
        if tricks - 5 >= level:
            assert (first.column, first.points, first.rule) == (NS, rate * (tricks - 5), TRICK_POINTS)
        else:
            assert (first.column, first.points, first.rule) == (EW, rate * (level - tricks + 5), UNDERTRICKS)


@pytest.mark.parametrize("name", PER_TRICK)
def test_love_is_a_battle_for_five_points_doubled_or_not(name: str) -> None:
    """[S3 Love contract bonus; rules 6.5 T0]"""
    for tricks, doubling in product(range(11), ("", "X", "XX")):
        contract = f"0{name}{doubling}"
        score = scored(contract, tricks)
        assert [(line.column, line.points, line.rule) for line in score.lines] == [
            (NS if tricks >= 5 else EW, 5, LOVE)
        ]
        assert after(contract, tricks, (4, 10)).carried == (4, 10)


# [S3 Game bonus, Super game bonus] The levels that make a game and a super game in a single hand.
GAMES = {
    "minor": (4, None), "minorX": (3, 5), "minorXX": (2, 3),
    "major": (3, 5), "majorX": (2, 4), "majorXX": (2, 3),
    "NT": (2, 4), "NTX": (2, 3), "NTXX": (1, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_thirteen_trick_points_bid_are_a_game_and_twenty_five_a_super_game(name: str) -> None:
    game, super_game = GAMES[name]
    for level in range(1, 6):
        paid = [(line.points, line.rule) for line in scored(f"{level}{name}", 10).lines]
        is_super = super_game is not None and level >= super_game
        is_game = not is_super and level >= game
        assert ((40, SINGLE_SUPER_GAME) in paid) == is_super
        assert ((20, SINGLE_GAME) in paid) == is_game


def test_overtricks_count_towards_no_game() -> None:
    """[S3 Part score; chart, deal 3]"""
    assert scored("2major", 10).sum(NS) == "25"
    assert after("2major", 10, (0, 0)).carried == (10, 0)


EXTRA = {"minor": 4, "red": 4, "black": 3, "major": 3, "NT": 2}


@pytest.mark.parametrize("name", EXTRA)
def test_extra_levels_count_from_the_plain_game_even_when_doubled(name: str) -> None:
    """[S3 Extra level bonus]"""
    for level, doubling in product(range(1, 6), ("", "X", "XX")):
        made = scored(f"{level}{name}{doubling}", 5 + level).lines
        paid = [line.points for line in made if line.rule is EXTRA_LEVEL]
        assert paid == ([10 * (level - EXTRA[name])] if level > EXTRA[name] else [])


def test_the_full_house_is_for_all_ten_bid_and_made() -> None:
    assert (50, FULL_HOUSE) in [(line.points, line.rule) for line in scored("5red", 10).lines]
    assert (50, FULL_HOUSE) in [(line.points, line.rule) for line in scored("5redXX", 10).lines]
    assert FULL_HOUSE not in {line.rule for line in scored("4red", 10).lines}
    assert FULL_HOUSE not in {line.rule for line in scored("5red", 9).lines}


# [S3 Overtrick bonus, Undertrick bonus] For 1, 2, 3 and so on.
OVER = {"": [], "X": [5, 10, 20, 40], "XX": [10, 20, 40, 80]}
UNDER = {"": [], "X": [5, 10, 20, 40, 80, 160], "XX": [10, 20, 40, 80, 160, 320]}


@pytest.mark.parametrize("doubling", ["", "X", "XX"])
def test_overtricks_and_undertricks_pay_a_bonus_when_doubled(doubling: str) -> None:
    over = [scored(f"1major{doubling}", 6 + more).lines for more in range(1, 5)]
    assert [line.points for lines in over for line in lines if line.rule is OVERTRICKS] == OVER[doubling]
    under = [scored(f"1major{doubling}", 6 - fewer).lines for fewer in range(1, 7)]
    assert [line.points for lines in under for line in lines if line.rule is UNDERTRICK_BONUS] == UNDER[doubling]
    assert [off_bonus(len(doubling), 0)] == [0]


def test_undertricks_past_the_sixth_are_ignored() -> None:
    """[S3 Undertrick bonus; rules 6.5 T3]"""
    six = [line.points for line in scored("5NTXX", 4).lines]
    assert six == [6 * 13, 320]
    for tricks in range(4):
        assert [line.points for line in scored("5NTXX", tricks).lines] == six
    assert scored("5NTXX", 0).lines[1].reason == "6 undertricks of 10, redoubled"


# What both carry, the contract that NS make, its game bonus, what both carry then. [rules 6.3]
CARRIED = [
    ((0, 0), "3minor", None, (12, 0)),
    ((0, 7), "1NT", None, (7, 7)),
    ((4, 10), "2major", (20, CARRIED_GAME), (0, 0)),
    ((12, 0), "1minor", (20, CARRIED_GAME), (0, 0)),
    ((8, 12), "1minor", None, (12, 12)),
    ((12, 5), "3minor", (20, CARRIED_GAME), (0, 0)),
    ((11, 10), "4major", (40, CARRIED_GAME), (0, 0)),
    ((5, 10), "4major", (40, CARRIED_GAME), (0, 0)),
    ((4, 10), "4major", (20, SINGLE_GAME), (4, 10)),
    ((11, 10), "2NT", (40, CARRIED_GAME), (0, 0)),
    ((10, 10), "2NT", (20, SINGLE_GAME), (10, 10)),
    ((12, 3), "5major", (40, SINGLE_SUPER_GAME), (12, 3)),
    ((12, 3), "4NT", (40, SINGLE_SUPER_GAME), (12, 3)),
]


@pytest.mark.parametrize(("carried", "contract", "paid", "left"), CARRIED)
@pytest.mark.parametrize("declarer", [SOUTH, EAST])
def test_part_scores_make_games_and_are_wiped_out_by_them(
    carried: tuple[int, int],
    contract: str,
    paid: tuple[int, Rule] | None,
    left: tuple[int, int],
    declarer: int,
) -> None:
    hand = ten(contract, declarer, 5 + int(contract[0]))
    ours, theirs = carried
    turn = 1 if declarer == SOUTH else -1
    before = PartScores((ours, theirs) if declarer == SOUTH else (theirs, ours))
    score, carry = ten_bridge().score(hand, NORTH, before)
    games = {CARRIED_GAME, SINGLE_GAME, SINGLE_SUPER_GAME}
    assert [(line.points, line.rule) for line in score.lines if line.rule in games] == ([paid] if paid else [])
    assert carry.carried[::turn] == left


def test_a_set_contract_leaves_the_part_scores() -> None:
    assert after("3major", 7, (4, 10)).carried == (4, 10)


def test_doubled_part_scores_are_carried_doubled() -> None:
    """[rules 6.5 T2]"""
    assert after("1majorX", 6, (0, 0)).carried == (7, 0)
    assert after("1majorXX", 10, (0, 0)).carried == (11, 0)


def test_games_and_wiped_part_scores_are_told_and_the_line_is_drawn_under_a_wipe() -> None:
    game, before = ten_bridge(), PartScores((4, 10))
    assert game.carrying.events(PartScores(), after("1minor", 6, (0, 0))) == ()
    assert game.carrying.events(before, after("4major", 9, (4, 10))) == ("North & South made a game.",)
    assert game.carrying.events(before, after("5major", 10, (4, 10), EAST)) == ("East & West made a super game.",)
    carried = after("2major", 7, (4, 10))
    assert game.carrying.events(before, carried) == (
        "North & South made a game with their part score.",
        "Both part scores, 4 and 10, are wiped out.",
    )
    assert game.carrying.ends_game(before, carried)
    assert not game.carrying.ends_game(before, after("4major", 9, (4, 10)))
    assert not game.carrying.ends_game(PartScores(), after("1minor", 6, (0, 0)))


def test_a_part_score_is_marked_and_pays_five_at_the_end() -> None:
    game = ten_bridge()
    assert [(mark.column, mark.name, mark.text) for mark in game.carrying.counters(PartScores((0, 11)))] == [
        ("East & West", "part score", "11")
    ]
    assert [
        (line.column, line.points, line.reason)
        for line in PartScoreCarrying(game).closing(PartScores((4, 11))).lines
    ] == [
        (NS, 5, "part score of 4 carried at the end"),
        (EW, 5, "part score of 11 carried at the end"),
    ]
    assert game.carrying.counters(PartScores()) == ()
    assert PartScoreCarrying(game).closing(PartScores()).lines == ()
    assert game.carrying.settled({NS: 100}, PartScores((4, 11))) == PartScores((4, 11))


def test_the_sides_are_opposite_each_other_and_the_dealer_speaks_first() -> None:
    game = ten_bridge()
    assert [(column.name, column.seats) for column in game.columns()] == [
        ("North & South", (0, 2)),
        ("East & West", (1, 3)),
    ]
    assert game.deal_notes(EAST, PartScores())[1] == "East speaks first."
    assert game.auction(EAST, PartScores()).turn == EAST
    assert [game.next_dealer(seat, played=True) for seat in range(4)] == [1, 2, 3, 0]
    assert not game.may_pass_out
    assert list(game.sizes) == [4]
    assert {option.name for option in game.options_type.described()} == {"totals", "carry_goes", "length"}


# [S3 Denominations of bids] The suits that each may mean, the default first.
SUITS = {"minor": "CD", "red": "DH", "black": "SC", "major": "HS"}


@pytest.mark.parametrize("name", SUITS)
def test_the_trump_suit_is_one_of_the_pair_or_else_the_default_and_scores_nothing(name: str) -> None:
    """[S3; rules 6.5 T9]"""
    plain = ten_bridge().score(ten(f"2{name}", NORTH, 7), NORTH, PartScores())
    for suit in "CDHS":
        hand = TenBridgeHand(parse_contract(f"2{name}"), NORTH, 7, Denomination(suit))
        assert hand.trump_suit is Denomination(suit if suit in SUITS[name] else SUITS[name][0])
        assert ten_bridge().score(hand, NORTH, PartScores()) == plain
    assert ten(f"2{name}", NORTH, 7).trump_suit is None
    assert TenBridgeHand(parse_contract("2NT"), NORTH, 7, Denomination.CLUBS).trump_suit is None


def test_the_sentence_of_a_hand_says_what_happened_and_what_it_pays() -> None:
    game = TenBridge.of(FOUR)
    assert game.describe(ten("2NTXX", SOUTH, 8), EAST, PartScores((4, 0))) == (
        "South played 2 NT redoubled, took 8: made. North & South 39 + 40 + 10 = 89."
    )
    assert game.describe(ten("3majorX", SOUTH, 6), NORTH, PartScores()) == (
        "South played 3 major doubled, took 6: set. East & West 14 + 10 = 24."
    )
    assert game.describe(ten("1NT", NORTH, 6), NORTH, PartScores((4, 10))).endswith("7. Part score 11.")
    assert game.describe(ten("2major", SOUTH, 7), NORTH, PartScores((4, 10))).endswith(
        "10 + 20 = 30. Both part scores are wiped out."
    )
    assert game.summarize(ten("2red", EAST, 7)) == "East 2 red, took 7 (+2)"
    hand = TenBridgeHand(parse_contract("2red"), EAST, 7, Denomination.HEARTS)
    assert game.summarize(hand) == "East 2 red (♥), took 7 (+2)"
    assert [game.outcomes.of(ten("2red", EAST, tricks)) for tricks in (6, 7, 8)] == ["set", "made", "made"]


def test_what_no_hand_can_have_is_refused_at_its_key() -> None:
    for hand, field in ((ten("6NT", NORTH, 5), "contract"), (ten("1NT", NORTH, 11), "tricks")):
        with pytest.raises(RuleViolation) as caught:
            ten_bridge().score(hand, NORTH, PartScores())
        assert caught.value.field == field


def test_no_hand_of_10_bridge_is_without_a_contract() -> None:
    with pytest.raises(RuleViolation) as broken:
        TenBridge.of(FOUR).carrying.passed_out(PartScores())
    assert broken.value.rule is OBLIGED


@pytest.mark.parametrize(
    ("contract", "tricks", "result"),
    [
        ("1minor", 7, "+2"),  # deal 1 of the chart: 7 tricks, having contracted for 6
        ("3majorX", 6, "−2"),  # deal 5: 6 tricks, 2 below the contract
        ("0NT", 7, "+2"),
        ("0NTX", 2, "−3"),
        ("5major", 10, "+5"),
        ("3minorXX", 5, "−3"),
        ("0NT", 5, "+0"),
    ],
)
def test_a_result_is_shown_and_read_as_the_chart_writes_it(contract: str, tricks: int, result: str) -> None:
    """[S3 Scoring chart] Above five where the contract is made, relative to the bid where it fails."""
    hand = ten(contract, NORTH, tricks)
    assert noted(hand) == result
    assert ten_bridge().summarize(hand).endswith(f", took {tricks} ({result})")
    field = ten_bridge().keys["tricks"]
    for written in (result, result.replace("−", "-")):
        assert field.beside(field.parse(written, ()), {"contract": contract}) == tricks


def test_a_result_below_the_contract_needs_the_contract() -> None:
    field = ten_bridge().keys["tricks"]
    assert field.beside(field.parse("-2", ()), {}) == "-2"
    assert field.beside(field.parse("-2", ()), {"contract": "no such"}) == "-2"
    assert field.parse("7", ()) == 7
