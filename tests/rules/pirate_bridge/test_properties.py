"""What holds in every auction and every hand of Pirate Bridge."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import BRIDGE, Bid, Contract, Word
from scorer.rules.pirate_bridge.game import PirateBidding, PirateHand, Rubber

from ..auctions import states_of
from ..drawing import MANY
from ..piracy import FOUR, pirates

BIDS = st.builds(Bid, st.integers(1, 7), st.sampled_from(BRIDGE))
HISTORIES: st.SearchStrategy[list[Any]] = states_of("pirate-bridge")
"""Auctions of legal calls, all states from the first."""


@st.composite
def hands(draw: st.DrawFn) -> PirateHand:
    """A hand that may have been played, under either way to score."""
    declarer, acceptor = draw(st.permutations(range(4)))[:2]
    contract = Contract(draw(BIDS), draw(st.integers(0, 2)))
    honors = draw(st.permutations([*draw(st.sampled_from([(4, 0), (3, 1), (2, 2), (1, 1)])), None, 0]))
    tricks, vulnerable = draw(st.integers(0, 13)), draw(st.booleans())
    return PirateHand(contract, declarer, acceptor, tricks, tuple(honors), vulnerable)


@MANY
@given(HISTORIES)
def test_each_contract_is_higher_or_a_double_of_the_one_before(states: list[PirateBidding]) -> None:
    contracts = list(dict.fromkeys(state.contract for state in states if state.contract))
    ranks = [(states[0].bids.index(contract.bid), contract.doubling) for contract in contracts]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@MANY
@given(HISTORIES)
def test_the_end_told_again_from_the_list_of_calls_alone(states: list[PirateBidding]) -> None:
    """[S1 When the auction ends] Passes and bids that three have declined, since the last change."""
    for state in states:
        passes, accepted, declined = 0, False, 0
        for _, call in state.calls:
            declined = declined + 1 if call is Word.DECLINE else 0
            if call in (Word.ACCEPT, Word.DOUBLE, Word.REDOUBLE):
                passes, accepted = 0, True
            elif call is Word.PASS or declined == 3:
                passes += 1
        assert state.over == (passes == (3 if accepted else 4))


@MANY
@given(st.lists(hands(), min_size=1, max_size=20))
def test_the_rubber_is_what_the_lines_below_the_line_add_up_to(played: list[PirateHand]) -> None:
    """[rules 2.3] Told again from the reasons on the sheet alone."""
    game = pirates()
    carry = Rubber()
    below: dict[str, int] = dict.fromkeys(FOUR, 0)
    games: dict[str, int] = dict.fromkeys(FOUR, 0)
    for hand in played:
        if 2 in games.values():
            below, games = dict.fromkeys(FOUR, 0), dict.fromkeys(FOUR, 0)
        before = carry
        score, carry = game.score(hand, 0, before)
        for line in score.lines:
            if "below the line" in line.reason:
                below[FOUR[line.column]] += int(line.points)
        won = [name for name in FOUR if below[name] >= 30]
        if won:
            games.update({name: games[name] + 1 for name in won})
            below = dict.fromkeys(FOUR, 0)
        assert {name: carry.part_score(name) for name in FOUR} == below
        assert {name: carry.games.count(name) for name in FOUR} == games
        assert game.carrying.ends_game(before, carry) == bool(won)
        paid = {FOUR[line.column] for line in score.lines if line.reason.startswith("rubber")}
        assert paid == {name for name in FOUR if games[name] == 2}
