"""Every game: a hand is accepted exactly where the players can have taken its tricks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, Word, parse_contract
from scorer.rules.core import RuleViolation
from scorer.rules.fields import NILS
from scorer.rules.offender.game import OffenderHand
from scorer.rules.oh_hell.game import OhHellHand
from scorer.rules.pirate_bridge.scoring import PirateHand
from scorer.rules.registry import GAMES
from scorer.rules.reverse_bridge.game import ReverseBridgeHand
from scorer.rules.spades.new_york import NewYorkHand
from scorer.rules.spades.rules import SpadesOptions
from scorer.rules.spades.standard import SpadesHand
from scorer.rules.ten_bridge.scoring import TenBridgeHand

from .drawing import MANY
from .positions import GAMES_WITH_PLAY

DEALER = 3
OFTEN = [Word.NIL, Word.NIL, Bid(2), Bid(5)]
NUMBER = st.integers(-1, 14)
FEW = st.integers(0, 4)
ALL = {"offender": 13, "pirate-bridge": 13, "spades": 13, "oh-hell": 10, "ten-bridge": 10, "reverse-bridge": 13}
"""Tricks of a hand of four players; of Oh Hell's first."""


@cache
def takings(tricks: int, players: int = 4) -> tuple[tuple[int, ...], ...]:
    """Every way in which so many tricks can fall to the players."""
    if players == 1:
        return ((tricks,),)
    return tuple((own, *rest) for own in range(tricks + 1) for rest in takings(tricks - own, players - 1))


@dataclass(frozen=True)
class Entry:
    """How one game writes down who took what. drawn: any hand; recorded: what a hand says of the tricks; taken:
    the same, of a hand in which the players took these.
    """

    drawn: st.SearchStrategy[Any]
    recorded: Callable[[Any], Any]
    taken: Callable[[Any, tuple[int, ...]], Any]
    options: Any = None
    of: str = ""


def nil_tricks(hand: SpadesHand) -> tuple[int | None, ...]:
    """What is said of each player: a nil that is not told of took nothing, of the others nothing is said."""
    pairs = zip(hand.bids, hand.nil_tricks, strict=True)
    return tuple((own or 0) if bid in NILS else own for bid, own in pairs)


def taken_by_nils(hand: SpadesHand, taken: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(own if bid in NILS else None for bid, own in zip(hand.bids, taken, strict=True))


def by_side(taken: tuple[int, ...]) -> tuple[int, int]:
    return taken[0] + taken[2], taken[1] + taken[3]


SIDES = st.tuples(NUMBER, NUMBER) | st.integers(0, 13).map(lambda own: (own, 13 - own))
ENTRIES = {
    "offender": Entry(
        st.builds(OffenderHand, st.just(parse_contract("6H")), st.just(0), st.just(1), NUMBER),
        lambda hand: hand.tricks,
        lambda hand, taken: taken[0] + taken[1],
    ),
    "pirate-bridge": Entry(
        st.builds(PirateHand, st.just(parse_contract("3S")), st.just(1), st.just(2), NUMBER),
        lambda hand: hand.tricks,
        lambda hand, taken: taken[1] + taken[2],
    ),
    "spades": Entry(
        st.builds(
            SpadesHand,
            st.tuples(*[st.sampled_from(OFTEN)] * 4),
            SIDES,
            st.tuples(*[st.none() | st.none() | FEW | NUMBER] * 4),
        ),
        lambda hand: (hand.tricks, nil_tricks(hand)),
        lambda hand, taken: (by_side(taken), taken_by_nils(hand, taken)),
    ),
    "spades in New York": Entry(
        st.builds(NewYorkHand, SIDES),
        lambda hand: hand.tricks,
        lambda hand, taken: by_side(taken),
        SpadesOptions(variant="new-york"),
        of="spades",
    ),
    "oh-hell": Entry(
        st.builds(OhHellHand, st.just((0, 0, 0, 0)), st.tuples(*[st.integers(-1, 5)] * 4)),
        lambda hand: hand.tricks,
        lambda hand, taken: taken,
    ),
    "ten-bridge": Entry(
        st.builds(TenBridgeHand, st.just(parse_contract("2red")), st.just(1), NUMBER),
        lambda hand: hand.tricks,
        lambda hand, taken: by_side(taken)[1],
    ),
    "reverse-bridge": Entry(
        st.builds(ReverseBridgeHand, st.just(parse_contract("7S")), st.just(1), NUMBER),
        lambda hand: hand.opponent_tricks,
        lambda hand, taken: by_side(taken)[0],
    ),
}


def possible(entry: Entry, hand: Any, tricks: int) -> Iterator[tuple[int, ...]]:
    """Every way in which the players can have taken what the hand says."""
    return (taken for taken in takings(tricks) if entry.taken(hand, taken) == entry.recorded(hand))


def test_every_game_that_counts_tricks_is_looked_at() -> None:
    counting = {key for key in GAMES_WITH_PLAY if GAMES[key].counted in GAMES[key].all_keys()}
    entries = {entry.of or name for name, entry in ENTRIES.items()}
    assert entries == counting == set(ALL), "ENTRIES and ALL in this file say how each game writes its tricks down"


@pytest.mark.parametrize("name", ENTRIES)
@MANY
@given(data=st.data())
def test_a_hand_is_accepted_exactly_where_its_tricks_can_have_been_taken(name: str, data: st.DataObject) -> None:
    entry = ENTRIES[name]
    key = entry.of or name
    game = GAMES[key].of(("North", "East", "South", "West"), entry.options)
    hand = data.draw(entry.drawn)
    if any(possible(entry, hand, ALL[key])):
        game.check(hand, DEALER, None)
    else:
        with pytest.raises(RuleViolation) as caught:
            game.check(hand, DEALER, None)
        assert caught.value.field in ("tricks", "nil_tricks", "opponent_tricks")
