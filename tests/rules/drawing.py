"""Hands of Offender at random, and any call, for the property tests."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorer.rules.calls import BIDDABLE, SUITS, Bid, Contract, Word
from scorer.rules.offender import Offender, OffenderHand, OffenderOptions

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


@st.composite
def played(draw: st.DrawFn) -> tuple[Offender, OffenderHand]:
    """A table and a hand it may have played."""
    game = draw(GAMES)
    level = draw(st.integers(game.options.lowest_bid, game.tricks))
    suits = st.sampled_from(game.denominations if game.options.no_trump else SUITS)
    seats = draw(st.permutations(range(len(game.players))))
    tricks = draw(st.integers(0, game.tricks))
    return game, OffenderHand(Contract(Bid(level, draw(suits))), seats[0], seats[1], tricks)
