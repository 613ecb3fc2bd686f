"""What all games share: points with reasons, money, values from outside, contracts."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import reading
from scorer.rules.calls import Bid, Contract
from scorer.rules.core import Score, ScoreLine, in_cents, whole
from scorer.rules.game import ContractOutcomes, Game
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES


@pytest.mark.parametrize(
    ("points", "working"),
    [
        ((), "0"),
        ((21,), "21"),
        ((-70,), "-70"),
        ((21, 28), "21 + 28 = 49"),
        ((50, 3, -100), "50 + 3 - 100 = -47"),
        ((-50, 100), "-50 + 100 = 50"),
    ],
)
def test_the_working_of_a_score_is_written_as_a_table_writes_it(points: tuple[int, ...], working: str) -> None:
    own = (ScoreLine(0, each, "a reason") for each in points)
    score = Score((*own, ScoreLine(1, 7, "another's")))
    assert score.sum(0) == working
    assert score.sum(1) == "7"


def test_sums_of_decimals_are_written_as_short_as_they_can_be() -> None:
    added = [whole(Decimal("0.25") + Decimal(other)) for other in ("0.25", "0.75", "-0.25")]
    assert [f"{points}" for points in added] == ["0.5", "1", "0"]
    assert [type(points) for points in added] == [Decimal, int, int]


def test_the_largest_remainders_are_rounded_up() -> None:
    """58 1/3, -41 2/3 and -16 2/3 cents: rounded down a cent is missing, and all remainders are equal."""
    paid = in_cents({"Amber": Fraction(7, 12), "Betty": Fraction(-5, 12), "Cindy": Fraction(-1, 6)})
    assert paid == {"Amber": Decimal("0.59"), "Betty": Decimal("-0.42"), "Cindy": Decimal("-0.17")}
    halves = in_cents({"Amber": Fraction(1, 400), "Betty": Fraction(3, 400), "Cindy": Fraction(-1, 100)})
    assert halves == {"Amber": Decimal("0.00"), "Betty": Decimal("0.01"), "Cindy": Decimal("-0.01")}


def test_whole_cents_stay_as_they_are() -> None:
    assert in_cents({"Amber": Fraction(5, 2), "Betty": Fraction(-5, 2)}) == {
        "Amber": Decimal("2.50"),
        "Betty": Decimal("-2.50"),
    }
    assert in_cents({}) == {}


@given(st.lists(st.fractions(-1000, 1000), min_size=1, max_size=8))
def test_rounded_payments_add_up_to_nothing_and_none_is_a_cent_off(parts: list[Fraction]) -> None:
    exact = {str(at): part for at, part in enumerate([*parts, -sum(parts, Fraction())])}
    paid = in_cents(exact)
    assert sum(paid.values()) == 0
    assert all(abs(Fraction(paid[name]) - amount) < Fraction(1, 100) for name, amount in exact.items())


@pytest.mark.parametrize(("sizes", "players"), [(range(3, 8), "3 to 7 players"), (range(4, 5), "4 players")])
def test_too_few_names_are_told_how_many_the_game_is_for(sizes: range, players: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading.names(["Ann", "Bo"], "$.players", sizes)
    assert (caught.value.where, caught.value.detail) == ("$.players", f"the game is for {players}, not 2")


def test_a_key_that_is_no_plain_word_stands_in_quotation_marks_in_its_place() -> None:
    keys = ("Amber", "2", "Zoé", "Zoe\u0301", "a·b", "Mary Ann")
    places = (".Amber", ".2", ".Zoé", '["Zoe\u0301"]', '["a·b"]', '["Mary Ann"]')
    assert tuple(reading.at("", key) for key in keys) == places


PLAYERS = ("Alan", "Dave", "Gracie", "Mike")
CONTRACT_GAMES = [game for game in GAMES.values() if issubclass(game.outcomes_type, ContractOutcomes)]


@pytest.mark.parametrize("kind", CONTRACT_GAMES, ids=lambda kind: kind.key)
def test_a_contract_is_made_with_the_tricks_of_the_book_and_of_the_bid(kind: type[Game]) -> None:
    game = kind.of(PLAYERS)
    auction, outcomes = game.auction(0, game.carrying.first), game.outcomes
    assert auction is not None
    assert isinstance(outcomes, ContractOutcomes)
    assert outcomes.roles == auction.roles
    bids = [call for call in auction.vocabulary() if isinstance(call, Bid)]
    assert bids
    for bid in bids:
        roles = {role: seat for seat, role in enumerate(outcomes.roles)}
        for tricks in range(outcomes.tricks + 1):
            hand = game.hand_type(contract=Contract(bid), **roles, **{outcomes.counted: tricks})
            assert hand.made == (tricks >= outcomes.book + bid.level), (bid, tricks)


def test_there_are_such_games() -> None:
    assert {"offender", "pirate-bridge", "ten-bridge", "reverse-bridge"} <= {game.key for game in CONTRACT_GAMES}
