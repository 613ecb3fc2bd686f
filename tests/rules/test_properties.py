"""What holds in every auction and every hand, at tables of 3 to 7 under all house rules."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, Call, Word
from scorer.rules.core import RuleViolation
from scorer.rules.offender import BONUS, RULES, TRICK_POINTS, Offender, OffenderHand, Proposals

from .drawing import ANY_CALLS, AUCTIONS, MANY, histories, played, unwilling

TRIANGULAR = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153}  # [S0 table of points]


@MANY
@given(AUCTIONS)
def test_silence_ends_every_auction(auction: Proposals) -> None:
    """However it went so far: at most the others' rejections and one round of silence are still to come."""
    players = len(auction.players)
    for _ in range(2 * players - 1):
        if auction.over:
            break
        auction = unwilling(auction)
    assert auction.over
    assert auction.stage == "bidding"
    assert (auction.contract is None) == (auction.declarer is None) == (auction.partner is None)
    assert auction.contract is None or auction.declarer != auction.partner


@MANY
@given(AUCTIONS, st.data())
def test_legal_calls_are_those_that_check_lets_pass(auction: Proposals, data: st.DataObject) -> None:
    legal = auction.legal()
    assert len(set(legal)) == len(legal)
    if auction.turn is None:
        assert legal == ()
        return
    assert legal
    for call in (*data.draw(st.lists(ANY_CALLS, max_size=8)), *auction.vocabulary()[:: 1 + len(legal) // 8]):
        if call in legal:
            auction.check(auction.turn, call)
        else:
            with pytest.raises(RuleViolation) as caught:
                auction.check(auction.turn, call)
            assert caught.value.rule in RULES


@MANY
@given(AUCTIONS)
def test_nobody_is_ever_forced_to_bid(auction: Proposals) -> None:
    if not auction.over:
        assert (Word.REJECT if auction.stage == "acceptance" else Word.NO_PROPOSAL) in auction.legal()


@MANY
@given(histories())
def test_the_contract_pro_tem_only_rises(states: list[Proposals]) -> None:
    levels = [state.contract.level for state in states if state.contract]
    assert levels == sorted(levels)
    contracts = {state.contract for state in states if state.contract}
    assert len({contract.level for contract in contracts}) == len(contracts)


@MANY
@given(histories())
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
@given(AUCTIONS, st.integers(0, 6), ANY_CALLS)
def test_an_illegal_call_is_refused_and_leaves_the_auction_as_it_was(
    auction: Proposals, seat: int, call: Call
) -> None:
    assume(seat < len(auction.players))
    assume(seat != auction.turn or call not in auction.legal())
    before = auction.calls, auction.legal(), auction.turn, auction.stage, auction.contract, auction.barred
    with pytest.raises(RuleViolation) as caught:
        auction.call(seat, call)
    assert caught.value.detail
    assert before == (
        auction.calls,
        auction.legal(),
        auction.turn,
        auction.stage,
        auction.contract,
        auction.barred,
    )


@MANY
@given(AUCTIONS)
def test_the_exchanges_hold_every_call_in_order(auction: Proposals) -> None:
    rows = auction.exchanges()
    assert tuple(spoken for row in rows for spoken in (*row.proposals, *row.answers)) == auction.calls
    assert [row for row in rows[:-1] if not row.answers] == []
    for row in rows:
        assert [call for _, call in row.proposals[:-1]] == [Word.NO_PROPOSAL] * len(row.proposals[:-1])


@MANY
@given(played())
def test_the_lines_sum_to_the_score_and_the_sides_share_alike(table: tuple[Offender, OffenderHand]) -> None:
    game, hand = table
    score, carry = game.score(hand, 0)
    assert carry is None
    offense, defense = game.offense(hand), game.defense(hand)
    assert sorted((*offense, *defense)) == list(range(len(game.players)))
    for side, tricks in ((offense, hand.tricks), (defense, game.tricks - hand.tricks)):
        for seat in side:
            lines = list(score.of(seat))
            assert score.total(seat) == sum(line.points for line in lines)
            assert [line.points for line in lines if line.rule is TRICK_POINTS] == [tricks * (tricks + 1) // 2]
            assert [line.points for line in lines] == [line.points for line in score.of(side[0])]
    assert {line.points for line in score.lines} <= TRIANGULAR
    assert sum(len(list(score.of(seat))) for seat in range(len(game.players))) == len(score.lines)


@MANY
@given(played())
def test_the_bonus_goes_to_exactly_one_side(table: tuple[Offender, OffenderHand]) -> None:
    game, hand = table
    score, _ = game.score(hand, 0)
    paid = {line.column: line.points for line in score.lines if line.rule is BONUS}
    level = hand.contract.level
    earners = game.offense(hand) if hand.tricks >= level else game.defense(hand)
    assert paid == dict.fromkeys(earners, level * (level + 1) // 2)


@MANY
@given(played(), st.integers(-3, 25))
def test_a_hand_is_scored_only_with_tricks_that_the_deal_has(
    table: tuple[Offender, OffenderHand], tricks: int
) -> None:
    game, hand = table
    other = OffenderHand(hand.contract, hand.proposer, hand.accepter, tricks)
    if 0 <= tricks <= game.tricks:
        assert game.score(other, 0)[0].lines
    else:
        with pytest.raises(RuleViolation, match=f"{tricks} of {game.tricks} trick"):
            game.score(other, 0)
