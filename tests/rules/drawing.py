"""Offender tables, auctions and hands at random, for the property tests."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorer.rules.calls import BIDDABLE, SUITS, Bid, Call, Contract, Word
from scorer.rules.offender import Offender, OffenderHand, OffenderOptions, Proposals

from .speech import NAMES

MANY = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""The profile of all property tests; together they draw about 10,000 examples."""

OPTIONS = st.builds(
    OffenderOptions,
    no_trump=st.booleans(),
    speaks_next=st.sampled_from(["left of proposer", "left of accepter"]),
    lowest_bid=st.sampled_from([1, 0]),
    tricks=st.none() | st.integers(1, 17),
)
GAMES = st.builds(lambda players, options: Offender.of(NAMES[:players], options), st.integers(3, 7), OPTIONS)
ANY_CALLS = st.sampled_from(Word) | st.builds(Bid, st.integers(0, 19), st.none() | st.sampled_from(BIDDABLE))
"""Any call of any game."""


def spoken(auction: Proposals, call: Call) -> Proposals:
    """The player whose turn it is makes this call."""
    assert auction.turn is not None
    return auction.call(auction.turn, call)


def unwilling(auction: Proposals) -> Proposals:
    """The player whose turn it is proposes nothing and accepts nothing."""
    return spoken(auction, Word.REJECT if auction.stage == "acceptance" else Word.NO_PROPOSAL)


def _wishes(game: Offender) -> st.SearchStrategy[Call]:
    bids = st.builds(Bid, st.integers(0, game.tricks), st.sampled_from(game.denominations))
    words = st.sampled_from([Word.ACCEPT, Word.REJECT, Word.REJECT, Word.NO_PROPOSAL])
    return bids | words | words


@st.composite
def histories(draw: st.DrawFn) -> list[Proposals]:
    """An auction of legal calls, all its states from the first: what a player wishes she says if she may."""
    game = draw(GAMES)
    states = [game.auction(draw(st.integers(0, len(game.players) - 1)))]
    for wish in draw(st.lists(_wishes(game), max_size=40)):
        state = states[-1]
        if state.over:
            break
        states.append(spoken(state, wish) if state.refusal(wish) is None else unwilling(state))
    return states


AUCTIONS = histories().map(lambda states: states[-1])
"""An auction somewhere between its first call and its end."""


@st.composite
def played(draw: st.DrawFn) -> tuple[Offender, OffenderHand]:
    """A table and a hand it may have played."""
    game = draw(GAMES)
    level = draw(st.integers(game.options.lowest_bid, game.tricks))
    suits = st.sampled_from(game.denominations if game.options.no_trump else SUITS)
    seats = draw(st.permutations(range(len(game.players))))
    tricks = draw(st.integers(0, game.tricks))
    return game, OffenderHand(Contract(Bid(level, draw(suits))), seats[0], seats[1], tricks)
