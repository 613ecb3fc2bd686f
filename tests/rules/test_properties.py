"""What holds in every auction of Offender, at tables of 3 to 7 under all house rules."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, Word
from scorer.rules.offender import Proposals

from .auctions import states_of
from .drawing import MANY

HISTORIES: st.SearchStrategy[list[Any]] = states_of("offender")
"""Auctions of legal calls, all states from the first."""


@MANY
@given(HISTORIES)
def test_the_contract_pro_tem_only_rises(states: list[Proposals]) -> None:
    levels = [state.contract.level for state in states if state.contract]
    assert levels == sorted(levels)
    contracts = {state.contract for state in states if state.contract}
    assert len({contract.level for contract in contracts}) == len(contracts)


@MANY
@given(HISTORIES)
def test_only_the_maker_of_the_last_proposal_is_barred_and_only_if_it_was_abandoned(
    states: list[Proposals],
) -> None:
    """[rules 1.2.7] Told again from the list of calls alone."""
    for state in states:
        bids = [index for index, (_, call) in enumerate(state.calls) if isinstance(call, Bid)]
        answers = (
            [call for _, call in state.calls[bids[-1] :] if call in (Word.ACCEPT, Word.REJECT)] if bids else []
        )
        abandoned = answers == [Word.REJECT] * (len(state.players) - 1)
        assert state.barred == (state.calls[bids[-1]][0] if abandoned else None)
        if state.barred is not None and state.barred == state.turn:
            assert state.legal() == (Word.NO_PROPOSAL,)


@MANY
@given(HISTORIES)
def test_the_exchanges_hold_every_call_in_order(states: list[Proposals]) -> None:
    auction = states[-1]
    rows = auction.exchanges()
    assert tuple(spoken for row in rows for spoken in (*row.proposals, *row.answers)) == auction.calls
    assert [row for row in rows[:-1] if not row.answers] == []
    for row in rows:
        assert [call for _, call in row.proposals[:-1]] == [Word.NO_PROPOSAL] * len(row.proposals[:-1])
