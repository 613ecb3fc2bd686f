"""Offender's points over every hand, its sizes and house rules; the document's example [S0] is a vector."""

from itertools import permutations, product

from hypothesis import given

from scorer.rules.calls import parse_contract
from scorer.rules.core import Rule
from scorer.rules.offender import BONUS, TRICK_POINTS, Offender, OffenderHand, points_for

from ..drawing import MANY, played
from ..speech import FIVE, offender

# [S0 table of points] The last two by the same triangular numbers, for three players.
POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153]

# [rules 1.1] Players: tricks, widow, cards that each offender may swap.
SIZES = {3: (17, 1, 0), 4: (13, 0, 0), 5: (10, 2, 1), 6: (8, 4, 2), 7: (7, 3, 1)}


def hand(contract: str, tricks: int, proposer: int = 0, accepter: int = 1) -> OffenderHand:
    return OffenderHand(parse_contract(contract), proposer, accepter, tricks)


Lines = list[tuple[int, str, Rule]]


def due(level: int, offense: int, defense: int) -> tuple[Lines, Lines]:
    """What each of the offense scores, and each of the defense, by their tricks; the bonus first or last."""
    bonus = (POINTS[level], f"bid {level}, {'made' if offense >= level else 'set'}", BONUS)
    first, second = (
        (POINTS[tricks], "1 trick" if tricks == 1 else f"{tricks} tricks", TRICK_POINTS)
        for tricks in (offense, defense)
    )
    return ([bonus, first], [second]) if offense >= level else ([first], [second, bonus])


def test_every_hand_pays_by_the_document_s_table_of_points() -> None:
    assert [points_for(tricks) for tricks in range(18)] == POINTS
    assert Offender.points_table() == tuple(enumerate(POINTS))
    for players, (dealt, _, _) in SIZES.items():
        game = offender(players)
        hands = product(range(1, dealt + 1), range(dealt + 1), permutations(range(players), 2))
        for level, tricks, pair in hands:
            score, carry = game.score(hand(f"{level}H", tricks, *pair), 0)
            offense, defense = due(level, tricks, dealt - tricks)
            for seat in range(players):
                lines = [(line.points, line.reason, line.rule) for line in score.of(seat)]
                assert lines == (offense if seat in pair else defense), (players, level, tricks, pair, seat)
            assert carry is None


def test_each_size_of_table_has_its_tricks_its_widow_and_its_exchange() -> None:
    assert list(Offender.sizes) == list(SIZES)
    for players, (tricks, widow, exchanged) in SIZES.items():
        game = offender(players)
        assert (game.tricks, game.widow, game.exchanged) == (tricks, widow, exchanged)
        assert game.tricks * players + game.widow == 52
        assert 2 * game.exchanged <= game.widow
        cards, eldest = game.deal_notes(players - 1)
        assert f"{game.players[-1]} deals {tricks} cards each" in cards
        assert ("no widow" if widow == 0 else f"a widow of {widow} card") in cards
        assert eldest == "Amber speaks first."


def test_four_players_may_leave_a_widow_and_a_bigger_pack_than_fifty_two_cards_leaves_none() -> None:
    for players, tricks, widow, exchanged in ((4, 12, 4, 2), (7, 17, 0, 0)):
        game = offender(players, tricks=tricks)
        assert (game.tricks, game.widow, game.exchanged) == (tricks, widow, exchanged)


def test_the_house_rules_and_their_defaults_are_those_of_the_sheet_format() -> None:
    described = {option.name: option for option in Offender.options_type.described()}
    assert {name: option.default for name, option in described.items()} == {
        "tricks": None,
        "no_trump": False,
        "speaks_next": "left of proposer",
        "lowest_bid": 1,
        "length": None,
    }
    assert described["tricks"].values == range(1, 18)
    assert not described["lowest_bid"].accepts(True)
    assert not described["no_trump"].accepts(1)


def test_the_sentence_of_a_hand_says_what_happened_and_what_it_pays() -> None:
    game = offender()
    assert game.summarize(hand("8S", 7, 1, 3)) == "Betty and Diana 8♠, took 7"
    assert game.describe(hand("8S", 7, 1, 3), 0) == (
        "Betty and Diana bid 8♠, took 7: set. Offense 28 each, defense 6 + 36 = 42 each."
    )
    assert [game.outcomes.of(hand("8S", tricks)) for tricks in (7, 8, 9)] == ["set", "made", "made"]
    alone = offender(3).describe(hand("8S", 9), 0)
    assert alone == "Amber and Betty bid 8♠, took 9: made. Offense 36 + 45 = 81 each, defense 36."


def mistakes(contract: str, tricks: int) -> dict[str, list[int]]:
    """What each slip gives everybody; Amber proposed and Cindy accepted."""
    hand = OffenderHand(parse_contract(contract), 0, 2, tricks)
    game = Offender.of(FIVE)
    return {slip.name: [int(slip.score.total(seat)) for seat in range(5)] for slip in game.mistakes(hand, 4)}


def test_the_slips_of_a_contract_made() -> None:
    """Game 1 of the table: 49 and 6 are due."""
    assert mistakes("6H", 7) == {
        "The bonus was counted on the 7 tricks the offense took, not on the bid": [56, 6, 56, 6, 6],
        "The bonus of the offense went to the defense": [28, 27, 28, 27, 27],
        "The bonus went to both sides": [49, 27, 49, 27, 27],
        "Offense and defense were taken for one another": [6, 49, 6, 49, 49],
        "The 6 points for the tricks of the defense were shared out among its 3 players, though each scores them "
        "whole": [49, 2, 49, 2, 2],
        "The defense was counted singly: 1 trick of their own, not all 3 of the defense": [49, 1, 49, 1, 1],
        "The defense was counted singly: 2 tricks of their own, not all 3 of the defense": [49, 3, 49, 3, 3],
        "The 28 points for the tricks of the offense were shared out among its 2 players, though each scores them "
        "whole": [35, 6, 35, 6, 6],
        **{
            f"The offense was counted singly: {own} of their own, not all 7 of the offense": [due, 6, due, 6, 6]
            for own, due in zip(
                ("1 trick", *(f"{n} tricks" for n in range(2, 7))), (22, 24, 27, 31, 36, 42), strict=True
            )
        },
    }


def test_the_bonus_of_a_contract_set_may_be_counted_on_the_tricks_of_either_side() -> None:
    """Game 2 of the table, 21 and 38, with its bonus of 28 counted on 6 tricks and on 4."""
    found = mistakes("7S", 6)
    assert found["The bonus was counted on the 6 tricks the offense took, not on the bid"] == [21, 31, 21, 31, 31]
    assert found["The bonus was counted on the 4 tricks the defense took, not on the bid"] == [21, 20, 21, 20, 20]
    assert found["The bonus of the defense went to the offense"] == [49, 10, 49, 10, 10]


@MANY
@given(played())
def test_every_hand_has_its_slips_and_each_is_named_once(hand: tuple[Offender, OffenderHand]) -> None:
    game, played_hand = hand
    names = [slip.name for slip in game.mistakes(played_hand, 0)]
    assert len(names) == len(set(names)) >= 3
