"""What holds in every auction and every hand of Oh Hell, at tables of 3 to 7 under all house rules."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.auctions import BidEach
from scorer.rules.calls import Bid
from scorer.rules.core import RuleViolation, in_cents
from scorer.rules.oh_hell.game import OhHell, OhHellHand, OhHellOptions
from scorer.rules.oh_hell.rules import HOOK, MET, METHODS, MISSED, RULES

from ..drawing import ANY_CALLS, MANY
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
def tables(draw: st.DrawFn) -> tuple[OhHell, int, int | None]:
    """A game, a dealer and the carry of one of its hands."""
    game = draw(GAMES)
    carry = draw(st.integers(0, len(game.hand_sizes) - 1))
    return game, draw(st.integers(0, len(game.players) - 1)), carry or None


@st.composite
def auctions(draw: st.DrawFn) -> tuple[OhHell, int, BidEach]:
    """An auction of legal bids somewhere between its first and its end; the cards of its hand."""
    game, dealer, carry = draw(tables())
    auction = opened(game, dealer, carry)
    for _ in range(draw(st.integers(0, len(game.players)))):
        assert auction.turn is not None
        auction = auction.call(auction.turn, draw(st.sampled_from(auction.legal())))
    return game, game.cards(carry), auction


@st.composite
def played(draw: st.DrawFn) -> tuple[OhHell, int, int | None, OhHellHand]:
    """A table and a hand it may have played."""
    game, dealer, carry = draw(tables())
    cards, players = game.cards(carry), len(game.players)
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    assume(not game.options.hook or sum(bids) != cards)
    winners = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    tricks = tuple(winners.count(seat) for seat in range(players))
    return game, dealer, carry, OhHellHand(tuple(bids), tricks)


@MANY
@given(auctions(), st.lists(ANY_CALLS, max_size=8))
def test_legal_bids_are_those_that_check_lets_pass(
    drawn: tuple[OhHell, int, BidEach], others: list[object]
) -> None:
    _, cards, auction = drawn
    legal = auction.legal()
    if auction.turn is None:
        assert legal == ()
        return
    assert [str(call) for call in legal] == sorted({str(call) for call in legal}, key=int)
    for call in (*(Bid(number) for number in range(cards + 2)), *others):
        if call in legal:
            auction.check(auction.turn, call)  # pyright: ignore[reportArgumentType] (also what is no call)
        else:
            with pytest.raises(RuleViolation) as caught:
                auction.check(auction.turn, call)  # pyright: ignore[reportArgumentType] (also what is no call)
            assert caught.value.rule in RULES


@MANY
@given(auctions())
def test_everybody_may_bid_something_and_the_auction_ends_with_the_dealer(
    drawn: tuple[OhHell, int, BidEach],
) -> None:
    game, cards, auction = drawn
    while auction.turn is not None:
        legal = auction.legal()
        # The hook takes one number from the dealer at most, and nobody has fewer than two.
        struck = cards + 1 - len(legal)
        assert struck <= (1 if game.options.hook and auction.is_last else 0)
        auction = auction.call(auction.turn, legal[-1])
    agreed = game.agreed(auction)
    assert agreed is not None
    assert len(agreed["bids"]) == len(game.players)
    assert not game.options.hook or sum(agreed["bids"]) != cards


@MANY
@given(played())
def test_the_lines_sum_to_the_score_and_name_what_was_met_and_what_missed(
    drawn: tuple[OhHell, int, int | None, OhHellHand],
) -> None:
    game, dealer, carry, hand = drawn
    score, after = game.score(hand, dealer, carry)
    assert after == (carry or 0) + 1
    for seat, (bid, tricks) in enumerate(zip(hand.bids, hand.tricks, strict=True)):
        lines = list(score.of(seat))
        assert lines
        assert score.total(seat) == sum(line.points for line in lines)
        assert {line.rule for line in lines} == {MET if bid == tricks else MISSED}
        assert all(line.reason for line in lines)
        assert score.total(seat) > 0 if bid == tricks else score.total(seat) <= tricks
    assert game.describe(hand, dealer, carry)


@MANY
@given(played())
def test_the_auction_and_the_hand_agree_on_the_hook(
    drawn: tuple[OhHell, int, int | None, OhHellHand],
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
