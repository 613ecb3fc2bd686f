"""What holds in every auction and every hand of Oh Hell, at tables of 3 to 7 under all house rules."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.calls import Bid
from scorer.rules.core import RuleViolation, in_cents
from scorer.rules.oh_hell.game import OhHell, OhHellHand, OhHellOptions
from scorer.rules.oh_hell.rules import HOOK, METHODS

from ..drawing import MANY
from ..speech import NAMES
from .test_game import opened

OPTIONS = st.builds(
    OhHellOptions,
    scoring=st.sampled_from(list(METHODS)),
    hook=st.booleans(),
    hand_sizes=st.sampled_from(["down-up", "up-down", "down", "up"])
    | st.lists(st.integers(1, 17), min_size=1, max_size=9),
    max_cards=st.none() | st.integers(1, 17),
    stake=st.sampled_from(["0", "0.05", "1", "12.3456"]),
)
GAMES = st.builds(lambda players, options: OhHell.of(NAMES[:players], options), st.integers(3, 7), OPTIONS)


@st.composite
def tables(draw: st.DrawFn) -> tuple[OhHell, int, int]:
    """A game, a dealer and the carry of one of its hands."""
    game = draw(GAMES)
    carry = draw(st.integers(0, len(game.hand_sizes) - 1))
    return game, draw(st.integers(0, len(game.players) - 1)), carry


@st.composite
def played(draw: st.DrawFn) -> tuple[OhHell, int, int, OhHellHand]:
    """A table and a hand it may have played."""
    game, dealer, carry = draw(tables())
    cards, players = game.cards(carry), len(game.players)
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    assume(not game.options.hook or sum(bids) != cards)
    winners = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    tricks = tuple(winners.count(seat) for seat in range(players))
    return game, dealer, carry, OhHellHand(tuple(bids), tricks)


@MANY
@given(played())
def test_the_auction_and_the_hand_agree_on_the_hook(
    drawn: tuple[OhHell, int, int, OhHellHand],
) -> None:
    game, dealer, carry, hand = drawn
    # The others bid no more than there are cards, or no bid of the dealer's could add up to them.
    left, bids = game.cards(carry), list(hand.bids)
    for step in range(1, len(bids)):
        seat = (dealer + step) % len(bids)
        bids[seat] = min(bids[seat], left)
        left -= bids[seat]
    bids[dealer] = left
    forbidden = OhHellHand(tuple(bids), hand.tricks)
    auction = opened(game, dealer, carry)
    for step in range(1, len(game.players)):
        seat = (dealer + step) % len(game.players)
        auction = auction.call(seat, Bid(bids[seat]))
    assert (Bid(left) in auction.legal()) is not game.options.hook
    if game.options.hook:
        with pytest.raises(RuleViolation) as caught:
            game.score(forbidden, dealer, carry)
        assert caught.value.rule is HOOK
    else:
        game.score(forbidden, dealer, carry)


@MANY
@given(GAMES, st.data())
def test_payments_add_up_to_nothing_also_in_cents(game: OhHell, data: st.DataObject) -> None:
    totals = [data.draw(st.integers(-200, 400) | st.decimals(-9, 9, places=2)) for _ in game.players]
    paid = game.payments(totals)
    assert sum(paid) == 0
    assert sum(in_cents(dict(zip(game.players, paid, strict=False))).values()) == 0
    stake = Fraction(game.options.stake)
    for total, amount in zip(totals, paid, strict=False):
        assert amount * len(totals) == (Fraction(total) * len(totals) - sum(map(Fraction, totals))) * stake
