"""What holds in every auction and every hand of Spades, under all house rules."""

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Call
from scorer.rules.fields import NILS
from scorer.rules.spades.game import Carry, Spades
from scorer.rules.spades.new_york import BLIND_BIDS, OPEN_BIDS, NewYorkHand
from scorer.rules.spades.rules import SpadesOptions
from scorer.rules.spades.standard import BIDS, SpadesHand

from ..drawing import MANY
from ..spades_table import FOUR, WEST, at

STANDARD = st.builds(
    SpadesOptions,
    target=st.sampled_from([200, 500]),
    bag_limit=st.sampled_from([0, 5, 10]),
    bag_penalty=st.sampled_from([50, 100]),
    nil=st.sampled_from([50, 100]),
    blind_nil=st.just(200),
    failed_nil=st.sampled_from(["bags", "partner", "ignored"]),
    blind_margin=st.sampled_from([0, 100, 200]),
)
NEW_YORK = st.builds(
    SpadesOptions,
    variant=st.just("new-york"),
    sets_to_lose=st.sampled_from([2, 3]),
    failed_ten=st.sampled_from([100, 200]),
    first_hand=st.sampled_from(["unbid", "bid"]),
    blind_margin=st.sampled_from([0, 100, 200]),
)
GAMES = st.builds(lambda options: Spades.of(FOUR, options), STANDARD)
TOTALS = st.integers(-400, 600)
BAGS = st.integers(0, 9)
CARRIES = st.builds(lambda own, other, bags: at(own, other, bags), TOTALS, TOTALS, st.tuples(BAGS, BAGS))


@st.composite
def standard(draw: st.DrawFn) -> tuple[Spades, SpadesHand, Carry]:
    """A table, a hand that may have been played at it, and what the hands before carried over."""
    game, carry = draw(GAMES), draw(CARRIES)
    tricks = draw(st.integers(0, 13))
    left = [tricks, 13 - tricks]
    bids, taken = list[Call](), list[int | None]()
    for seat in range(4):
        known = BIDS if game.may_bid_blind(seat % 2, carry) else BIDS[:-1]
        bid = draw(st.sampled_from(known[:8]) | st.sampled_from(known))
        own = draw(st.none() | st.integers(0, left[seat % 2])) if bid in NILS else None
        if seat > 1 and bid in NILS and bids[seat - 2] in NILS:
            own = left[seat % 2]  # of two nils of one side the second took what the first left
        left[seat % 2] -= own or 0
        bids.append(bid)
        taken.append(own)
    return game, SpadesHand(tuple(bids), (tricks, 13 - tricks), tuple(taken)), carry


@st.composite
def new_york(draw: st.DrawFn) -> tuple[Spades, NewYorkHand, Carry]:
    game = Spades.of(FOUR, draw(NEW_YORK))
    carry = draw(st.just(Carry()) | CARRIES)
    tricks = draw(st.integers(0, 13))
    if carry.hands == 0 and game.options.first_hand == "unbid":
        return game, NewYorkHand((tricks, 13 - tricks)), carry
    known = [OPEN_BIDS + (BLIND_BIDS if game.may_bid_blind(side, carry) else ()) for side in range(2)]
    bids = draw(st.tuples(*map(st.sampled_from, known)))
    return game, NewYorkHand((tricks, 13 - tricks), bids), carry


@MANY
@given(standard())
def test_bags_are_worth_one_each_and_never_reach_the_limit(drawn: tuple[Spades, SpadesHand, Carry]) -> None:
    game, played, carry = drawn
    score, after = game.score(played, WEST, carry)
    for side in range(2):
        before, now = carry.sides[side], after.sides[side]
        taken = now.bags - before.bags
        assert 0 <= taken <= played.tricks[side]
        # Told again from the points alone: bids and nils pay in tens, so that the last digit is the bags.
        assert (score.total(side) - taken) % 10 == 0
        limit = game.options.bag_limit
        assert not limit or 0 <= now.carried < limit
        assert limit or now.paid == 0


@MANY
@given(new_york())
def test_a_side_is_set_exactly_when_it_loses_points(drawn: tuple[Spades, NewYorkHand, Carry]) -> None:
    game, played, carry = drawn
    score, after = game.score(played, WEST, carry)
    for side in range(2):
        assert (after.sides[side].sets > carry.sides[side].sets) == (score.total(side) < 0)
