"""Standard Spades with one agreed bid for a side: the same points as for bids that add up to it [S2]."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, Word
from scorer.rules.core import RuleViolation
from scorer.rules.spades.game import Carry, Spades
from scorer.rules.spades.standard import BIDS, AgreedHand, SpadesHand

from ..drawing import MANY
from ..spades_table import WEST, agreed, at, of_sides, spades

EACH = st.tuples(*[st.sampled_from(BIDS)] * 4)
TAKEN = st.tuples(*[st.integers(0, 4)] * 4)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "failed_nil": st.sampled_from(["partner", "ignored"]),
        "bag_limit": st.integers(0, 4),
        "overtrick": st.integers(-3, 3),
        "ten": st.sampled_from([None, 0, 200]),
        "thirteen": st.sampled_from([None, 350]),
        "set_costs": st.sampled_from(["bid", "nothing"]),
        "blind_nil_allowed": st.booleans(),
    },
)


def outcome(game: Spades, hand: Any, carry: Carry) -> object:
    """The score and what is carried on, or why it cannot be."""
    try:
        return game.score(hand, WEST, carry)
    except RuleViolation as violation:
        return f"{violation.rule.name}: {violation.detail}"


@MANY
@given(EACH, st.integers(0, 13), TAKEN, OPTIONS)
def test_a_side_scores_what_it_scores_for_bids_that_add_up_to_the_agreed_one(
    bids: tuple[Any, ...], tricks: int, taken: tuple[int, ...], options: dict[str, Any]
) -> None:
    nil_tricks = tuple(took if isinstance(bid, Word) else None for bid, took in zip(bids, taken, strict=True))
    each = SpadesHand(bids, (tricks, 13 - tricks), nil_tricks)
    if any(each.bid(side) > 13 for side in range(2)):
        return
    nils = tuple(bid if isinstance(bid, Word) else None for bid in bids)
    together = AgreedHand((Bid(each.bid(0)), Bid(each.bid(1))), each.tricks, nils, nil_tricks)
    carry = at(bags=(2, 3))
    table, sides = spades(blind_margin=0, **options), agreed(blind_margin=0, **options)
    expected = outcome(table, each, carry)
    assert outcome(sides, together, carry) == expected
    if isinstance(expected, str):
        return
    assert [sides.bid_text(together, side) for side in range(2)] == [
        table.bid_text(each, side) for side in range(2)
    ]
    assert sides.describe(together, WEST, carry) == table.describe(each, WEST, carry)


def test_the_side_that_does_not_deal_agrees_first() -> None:
    assert agreed().bidders(WEST, at()) == ((0, "North & South"), (1, "East & West"))
    assert agreed().bidders(0, at()) == ((1, "East & West"), (0, "North & South"))
    notes = agreed().deal_notes(WEST, Carry())
    assert "North & South agree on their bid first, then the dealer's side; North leads." in notes


def test_a_table_of_new_york_keeps_its_own_bids_whoever_bids_in_the_standard_game() -> None:
    game = spades(variant="new-york", bidding="sides")
    assert "nils" not in game.keys
    assert type(game.replace(options=spades(bidding="sides").options)) is type(agreed())


def test_the_notes_before_the_play_tell_of_a_blind_nil() -> None:
    hand = of_sides("4 6", 5, North="blind nil")
    notes = agreed().play_notes({"bids": hand.bids, "nils": hand.nils}, WEST, Carry())
    assert notes[0] == "North and South may exchange two cards."
