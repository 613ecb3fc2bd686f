"""The auction in rotation, as 10 Bridge and Reverse Bridge speak it."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.auctions import Rotation
from scorer.rules.calls import Bid, Contract, Word

from .auctions import states_of
from .drawing import MANY
from .four import around, reverse_opened, ten_opened

OPENED = {"10 Bridge": ten_opened, "Reverse Bridge": reverse_opened}


def sides(seat: int | None) -> int:
    assert seat is not None
    return seat % 2


HISTORIES: st.SearchStrategy[list[Any]] = states_of("ten-bridge") | states_of("reverse-bridge")
"""Auctions of legal calls, all states from the first."""


def replayed(auction: Rotation) -> tuple[int, Contract | None, int | None]:
    """How many have passed since the last other call, the contract and the declarer, told from the calls alone."""
    calls = auction.calls
    passes = next((i for i, (_, call) in enumerate(reversed(calls)) if call is not Word.PASS), len(calls))
    bids = [(seat, call) for seat, call in calls if isinstance(call, Bid)]
    if not bids:
        return passes, None, None
    by, bid = bids[-1]
    doubling = sum(call in (Word.DOUBLE, Word.REDOUBLE) for _, call in calls[calls.index((by, bid)) :])
    namers = [seat for seat, call in bids if call.denomination is bid.denomination and sides(seat) == sides(by)]
    return passes, Contract(bid, doubling), namers[0]


@MANY
@given(HISTORIES)
def test_contract_declarer_and_end_follow_from_the_calls_alone(states: list[Rotation]) -> None:
    for state in states:
        passes, contract, declarer = replayed(state)
        over = passes == (3 if contract else 4)
        assert state.over == over
        if over and contract is None and state.obliged:
            contract, declarer = Contract(state.obliged), state.calls[0][0]
        assert (state.contract, state.declarer) == (contract, declarer)
        assert state.partner is None
        assert state.stage == "bidding"
        if not over:
            assert state.turn == ((states[0].turn or 0) + len(state.calls)) % 4


@pytest.mark.parametrize("game", OPENED)
def test_every_bid_outranks_all_before_it_and_none_after(game: str) -> None:
    opened = OPENED[game]()
    for lower, higher in combinations(opened.bids[::3], 2):
        assert opened.call(opened.turn or 0, lower).refusal(higher) is None
        assert opened.call(opened.turn or 0, higher).refusal(lower)
        assert opened.call(opened.turn or 0, higher).refusal(higher)


def test_each_game_has_its_bids_in_their_order() -> None:
    """[S3 Denominations of bids; S4 Table 1, rules R3]"""
    ten, reverse = ten_opened().bids, reverse_opened().bids
    assert [str(bid) for bid in ten[:6]] == ["0minor", "0red", "0black", "0major", "0NT", "1minor"]
    assert (str(ten[-1]), len(ten)) == ("5NT", 30)
    assert [str(bid) for bid in reverse[:6]] == ["1C", "1D", "1H", "1S", "1NT", "2C"]
    assert (str(reverse[-1]), len(reverse)) == ("13NT", 65)


SAID = [
    (ten_opened, (), "", "If all 4 pass North must play 0 NT.", "nobody has bid"),
    (ten_opened, ("pass",), "North passes.", "With 3 more passes North must play 0 NT.", "nobody has bid"),
    (
        ten_opened,
        ("pass",) * 4,
        "West passes. The bidding is over: 0 NT, North must play it.",
        None,
        "0 NT, North must play it",
    ),
    (
        ten_opened,
        ("2red",),
        "North bids 2 red.",
        "If all 3 pass the contract is 2 red.",
        "2 red, North is declarer",
    ),
    (ten_opened, ("2red", "X"), "East doubles 2 red.", "If all 3 pass the contract is 2 red doubled.", None),
    (
        ten_opened,
        ("2red", "X", "XX", "pass", "pass"),
        "North passes.",
        "With this pass the contract is 2 red redoubled.",
        None,
    ),
    (reverse_opened, ("pass",) * 3, "South passes.", "With this pass the hand is passed out.", None),
    (reverse_opened, ("pass",) * 4, "West passes. The bidding is over: nobody has bid.", None, "nobody has bid"),
    (reverse_opened, ("7S",), "North bids 7 spades.", "If all 3 pass the contract is 7♠.", None),
]


@pytest.mark.parametrize(("opened", "calls", "last", "silence", "outcome"), SAID)
def test_what_was_said_and_what_a_pass_would_do_is_told_in_words(
    opened: Callable[[], Rotation], calls: tuple[str, ...], last: str, silence: str | None, outcome: str | None
) -> None:
    auction = around(opened(), *calls)
    assert auction.last_words() == last
    assert silence is None or auction.what_a_pass_does() == silence
    assert outcome is None or auction.outcome() == outcome


def test_a_redouble_is_told_with_its_bid() -> None:
    assert around(ten_opened(), "2red", "X", "XX").last_words() == "South redoubles 2 red."
