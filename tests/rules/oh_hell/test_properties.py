"""What holds in every auction and every hand of Oh Hell, at tables of 2 to 10 under all house rules."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.calls import Bid
from scorer.rules.core import RuleViolation, in_cents
from scorer.rules.oh_hell.game import OhHell, OhHellHand, OhHellOptions
from scorer.rules.oh_hell.rules import HOOK
from scorer.rules.oh_hell.scoring import METHODS

from ..drawing import MANY
from ..speech import NAMES
from .test_game import opened

FIGURES = st.integers(-1000, 1000)
THREE = st.tuples(FIGURES, FIGURES, FIGURES)
OWN = st.fixed_dictionaries({"met": st.tuples(FIGURES, FIGURES) | THREE, "over": THREE, "under": THREE})
OPTIONS = st.builds(
    OhHellOptions,
    scoring=st.sampled_from([*METHODS, "own"]),
    own=OWN,
    hook=st.booleans() | st.lists(st.integers(1, 17), min_size=1, unique=True),
    hand_sizes=st.sampled_from(["down-up", "up-down", "down", "up"])
    | st.lists(st.integers(1, 17), min_size=1, max_size=9),
    max_cards=st.none() | st.integers(1, 17),
    stake=st.sampled_from(["0", "0.05", "1", "12.3456"]),
)
GAMES = st.builds(lambda players, options: OhHell.of(NAMES[:players], options), st.integers(2, 10), OPTIONS)


@st.composite
def tables(draw: st.DrawFn) -> tuple[OhHell, int, int]:
    """A game, a dealer and the carry of one of its hands."""
    game = draw(GAMES)
    carry = draw(st.integers(0, len(game.hand_sizes) - 1))
    return game, draw(st.integers(0, len(game.players) - 1)), carry


def is_hooked(game: OhHell, cards: int) -> bool:
    hook = game.options.hook
    return hook if isinstance(hook, bool) else cards not in hook


@st.composite
def played(draw: st.DrawFn) -> tuple[OhHell, int, int, OhHellHand]:
    """A table and a hand it may have played."""
    game, dealer, carry = draw(tables())
    cards, players = game.cards(carry), len(game.players)
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    assume(sum(bids) != cards or not is_hooked(game, cards))
    winners = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    tricks = tuple(winners.count(seat) for seat in range(players))
    return game, dealer, carry, OhHellHand(tuple(bids), tricks)


@MANY
@given(played())
def test_the_auction_and_the_hand_agree_on_the_hook(drawn: tuple[OhHell, int, int, OhHellHand]) -> None:
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
    hook = is_hooked(game, game.cards(carry))
    assert (Bid(left) in auction.legal()) is not hook
    if hook:
        with pytest.raises(RuleViolation) as caught:
            game.score(forbidden, dealer, carry)
        assert caught.value.rule is HOOK
    else:
        game.score(forbidden, dealer, carry)


@MANY
@given(OWN)
def test_every_hand_by_the_numbers_of_a_table_scores_what_the_format_says(own: dict[str, Any]) -> None:
    """[sheet-format: own] Its reasons add up, also where a number is nought, and none of them is empty."""
    method = OhHellOptions(scoring="own", own=own).method
    for bid, tricks in product(range(18), repeat=2):
        off = abs(tricks - bid)
        if bid == tricks:
            a, b, *zero = own["met"]
            due = zero[0] if zero and not bid else a + b * bid
        else:
            d, e, f = own["over" if tricks > bid else "under"]
            due = d + e * bid + f * off
        lines = method.lines(bid, tricks, 17)
        assert sum(points for points, _ in lines) == due
        assert all(reason for _, reason in lines)


def test_a_preset_of_the_form_is_the_same_by_the_numbers_of_a_table() -> None:
    """Ten of the fourteen: the others pay squares or the cards, or have a price of a bid of 0 that was missed."""
    formulas = {name: method.formula for name, method in METHODS.items()}
    of_form = {name: each for name, each in formulas.items() if each and len(each.over) == 3}
    assert len(of_form) == 10
    for name, each in of_form.items():
        own = OhHellOptions(scoring="own", own={"met": each.met, "over": each.over, "under": each.under}).method
        for bid, tricks in product(range(18), repeat=2):
            assert own.lines(bid, tricks, 17) == METHODS[name].lines(bid, tricks, 17)


@MANY
@given(GAMES, st.data())
def test_payments_add_up_to_nothing_also_in_cents(game: OhHell, data: st.DataObject) -> None:
    totals = [data.draw(st.integers(-200, 400) | st.decimals(-9, 9, places=2)) for _ in game.players]
    paid = game.payments(totals)
    assert bool(paid) == (game.options.stake != "0")
    assert sum(paid) == 0
    assert sum(in_cents(dict(zip(game.players, paid, strict=False))).values()) == 0
    stake = Fraction(game.options.stake)
    for total, amount in zip(totals, paid, strict=False):
        assert amount * len(totals) == (Fraction(total) * len(totals) - sum(map(Fraction, totals))) * stake
