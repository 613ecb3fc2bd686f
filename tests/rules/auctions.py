"""Auctions of every game at random."""

from hypothesis import strategies as st

from scorer.rules.auctions import Auction
from scorer.rules.calls import Bid, Call, Word
from scorer.rules.registry import GAMES

from ..sheet.any_game import house_rules
from .speech import NAMES

CALLED = [
    key for key, game in GAMES.items() if game.of(NAMES[: game.sizes[0]]).auction(0, game.carrying_type.first)
]
"""The games in which there are calls."""
SILENCE = (Word.REJECT, Word.DECLINE, Word.NO_PROPOSAL, Word.PASS)


@st.composite
def states_of(draw: st.DrawFn, key: str) -> list[Auction]:
    """An auction of legal calls by a house rule of its game, all its states from the first."""
    game = GAMES[key]
    seats = draw(st.sampled_from(list(game.sizes)))
    options = game.options_type(**draw(st.sampled_from([{}, *house_rules(key)])))
    dealer = draw(st.integers(0, seats - 1))
    carry = game.carrying_type.first
    first = game.of(NAMES[:seats], options).auction(dealer, carry) or game.of(NAMES[:seats]).auction(dealer, carry)
    assert first
    states: list[Auction] = [first]
    for _ in range(draw(st.integers(0, 25))):
        state = states[-1]
        if state.turn is None:
            break
        legal = state.legal()
        words = [call for call in legal if not isinstance(call, Bid)]
        call = draw(st.sampled_from(words) if words and draw(st.booleans()) else st.sampled_from(legal))
        states.append(state.call(state.turn, call))
    return states


def silence(auction: Auction) -> Call:
    """What says least, of what may be said."""
    legal = auction.legal()
    return next((word for word in SILENCE if word in legal), legal[0])
