"""The auction on trial: what a table remembers, read leniently and judged strictly."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.rules.auctions import Auction
from scorer.rules.calls import Bid, Call, Denomination, Word, parse_call
from scorer.rules.core import RuleViolation
from scorer.rules.registry import GAMES
from scorer.sheet.auction_check import BidSpan, UnreadableCallError, check_calls, legal_bids, legal_words

from ..rules.auctions import CALLED, states_of

NAMES = ("Amber", "Betty", "Cindy", "Diana", "Ellie")
EXAMPLE = """
Amber: "no proposal"
Betty: "no proposal"
Cindy: "propose 3 hearts"
Diana: "reject 3 hearts"
Ellie: "reject 3 hearts"
Amber: "accept 3 hearts"

Diana: "no proposal"
Ellie: "no proposal"
Amber: "no proposal"
Betty: "propose 5 clubs"
Cindy: "reject 5 clubs"
Diana: "reject 5 clubs"
Ellie: "reject 5 clubs"
Amber: "reject 5 clubs"

Cindy: "no proposal"
Diana: "no proposal"
Ellie: "no proposal"
Amber: "propose 4 spades"
Betty: "accept 4 spades"
Betty: "propose 5 spades"
Cindy: "reject 5 spades"
Diana: "reject 5 spades"
Ellie: "reject 5 spades"
Amber: "accept 5 spades"
Cindy: "no proposal"
Diana: "no proposal"
Ellie: "no proposal"
Amber: "no proposal"
Betty: "no proposal"
"""
"""[S0 annotated example of bidding], as it stands in the document."""


def opened(game: str = "offender", players: tuple[str, ...] = NAMES, dealer: int = 4) -> Auction:
    table = GAMES[game].of(players)
    auction = table.auction(dealer, table.carrying.first)
    assert auction
    return auction


def four(game: str) -> Auction:
    """North speaks first, where the dealer's left does."""
    return opened(game, ("North", "East", "South", "West"), 3)


def calls(auction: Auction, text: str) -> list[str]:
    check = check_calls(auction, text)
    assert check.illegal is None, check.illegal
    return [f"{auction.name(seat)}: {call}" for seat, call in check.auction.calls]


def test_the_documents_own_example_is_legal_as_it_is_printed() -> None:
    check = check_calls(opened(), EXAMPLE)
    assert check.illegal is None
    assert check.auction.over
    assert len(check.auction.calls) == 29
    assert check.auction.outcome() == "5♠, Betty with Amber"


def test_the_first_illegal_call_is_named_with_its_rule_and_what_could_have_been_said() -> None:
    check = check_calls(opened(), EXAMPLE.replace("propose 5 spades", "propose 4 hearts"))
    illegal = check.illegal
    assert illegal
    assert (illegal.number, illegal.line, illegal.seat, illegal.call) == (20, 23, 1, parse_call("4H"))
    assert illegal.violation.rule.name == "More tricks"
    assert check.auction.name(check.auction.turn) == "Betty"
    assert legal_words(check.auction) == (Word.NO_PROPOSAL,)
    suits = tuple(Denomination(suit) for suit in "CDHS")
    assert legal_bids(check.auction) == (BidSpan(5, 10, suits),)


@pytest.mark.parametrize(
    "text",
    [
        "3H\nreject\nreject\naccept",
        "3h\nREJ\nno\nyes",
        "  3 Hearts \n\n-: reject\n".replace("-: ", "") + "rejected\nacc",
        "1. amber 3♥\n2. betty reject\n3. CINDY: rejects\n4) Diana - accepts",
        "amber proposes 3 hearts\nBetty, decline\nc: no\nd: accept 3♥\ufe0f",
        "A: 3H\nB: rej\nC: rej\nD: acc",
    ],
)
def test_names_may_be_left_out_and_words_written_as_people_do(text: str) -> None:
    assert calls(opened(), text) == ["Amber: 3H", "Betty: reject", "Cindy: reject", "Diana: accept"]


@pytest.mark.parametrize("silence", ["no proposal", "np", "NP", "-", "–", "pass", "Pass", "no", "n.p."])
def test_silence_is_heard_in_the_games_own_word(silence: str) -> None:
    assert calls(opened(), silence) == ["Amber: no proposal"]
    assert calls(opened(), f"Amber: {silence}") == ["Amber: no proposal"]
    assert calls(four("pirate-bridge"), f"West {silence}") == ["West: pass"]


@pytest.mark.parametrize(
    ("game", "text", "heard"),
    [
        ("ten-bridge", "2 Major\nx\nXX", ["West: 2major", "North: X", "East: XX"]),
        ("ten-bridge", "0nt\ndouble", ["West: 0NT", "North: X"]),
        ("ten-bridge", "love minor\nLove\u00a0red\nI bid love NT", ["West: 0minor", "North: 0red", "East: 0NT"]),
        ("ten-bridge", "1 red\n1 no trump\n2minor", ["West: 1red", "North: 1NT", "East: 2minor"]),
        ("reverse-bridge", "7♠\np\n9 NT", ["North: 7S", "East: pass", "South: 9NT"]),
        ("pirate-bridge", "1 club\nyes\ndbl", ["West: 1C", "North: accept", "East: X"]),
        ("spades", "3\nNil\n4", ["North: 3", "East: nil", "South: 4"]),
        ("oh-hell", "bids 0\n3", ["North: 0", "East: 3"]),
    ],
)  # fmt: skip
def test_the_calls_of_every_game_are_known(game: str, text: str, heard: list[str]) -> None:
    assert calls(four(game), text) == heard


@pytest.mark.parametrize(
    "answer", ["pass", "I decline", "“I decline”", "decline", "I pass", "p", "-", "no", "no thanks"]
)
def test_an_answer_in_pirate_bridge_may_be_a_pass(answer: str) -> None:
    """[S1] "I accept", or "I decline" or "pass" or something to that effect."""
    heard = ["West: pass", "North: 1S", "East: decline", "South: accept"]
    assert calls(four("pirate-bridge"), f"pass\n1S\n{answer}\nI accept") == heard
    assert calls(four("pirate-bridge"), f"West: I pass\nNorth: I bid 1S\nEast: {answer}\nSouth: accepts") == heard


def test_in_offender_silence_is_no_answer() -> None:
    illegal = check_calls(opened(), "3H\nBetty: no proposal").illegal
    assert illegal
    assert (illegal.number, illegal.call) == (2, Word.NO_PROPOSAL)


def test_a_bid_of_oh_hell_may_be_changed_until_the_next_player_has_bid() -> None:
    """[S2] "A bid may be changed only if the next player to the left has not yet bid"."""
    check = check_calls(four("oh-hell"), "North: 3\nNorth: 2\nEast: 1\nEast: 0\nEast: 4\nSouth: 3")
    assert check.illegal is None
    assert [str(call) for _, call in check.auction.calls] == ["2", "4", "3"]
    sentences = [sentence for sentence, _ in check.changed]
    assert sentences[0] == "North changed 3 to 2 before East had bid."
    assert len(sentences) == 3
    assert {rule and rule.name for _, rule in check.changed} == {"One bid each"}
    late = check_calls(four("oh-hell"), "North: 3\nEast: 1\nNorth: 2").illegal
    assert late
    assert (late.number, late.violation.rule.name) == (3, "Bidding in turn")


def test_the_dealers_bid_stands_and_a_change_must_be_a_bid_too() -> None:
    after = check_calls(four("oh-hell"), "3\n3\n1\nWest: 2\nWest: 1").illegal
    assert after
    assert (after.number, after.violation.rule.name) == (5, "One bid each")
    wrong = check_calls(four("oh-hell"), "North: 3\nNorth: 2\nNorth: 11").illegal
    assert wrong
    assert (wrong.number, wrong.violation.rule.name) == (3, "Bid")


def test_a_bid_of_spades_cannot_be_altered() -> None:
    """[S2] "Bids once made cannot be altered"."""
    illegal = check_calls(four("spades"), "North: 3\nNorth: 2").illegal
    assert illegal
    assert (illegal.number, illegal.violation.rule.name) == (2, "Turn to bid")


def test_before_the_first_proposal_there_is_none_to_accept() -> None:
    for game, word in (("offender", "proposal"), ("pirate-bridge", "bid")):
        illegal = check_calls(four(game), "accept").illegal
        assert illegal
        name = four(game).name(four(game).turn)
        assert illegal.violation.detail == f"There is no {word} for {name} to accept: none has been made."
    settled = check_calls(opened(), "3H\naccept\nBetty: accept").illegal
    assert settled
    assert settled.violation.detail.endswith("for Betty to accept: the last one is settled.")


@pytest.mark.parametrize(
    ("text", "line", "detail"),
    [
        ("3H\n\nzebra", 3, "“zebra” is no call of any game, and begins with no player of this table."),
        ("Zoe: 3H", 1, "“Zoe” is not at this table: Amber, Betty, Cindy, Diana and Ellie are."),
        ("Amber: 3X", 1, "“3X” is no call of any game."),
        ("Amber", 1, "Amber makes no call here."),
        ("3H\nBetty: accept 4H", 2, "4♥ is not what was bid: it was 3♥."),
        ("3H 4H", 1, "“3H 4H” is no call of any game, and begins with no player of this table."),
    ],
)
def test_a_line_that_is_no_call_is_told_by_its_number(text: str, line: int, detail: str) -> None:
    with pytest.raises(UnreadableCallError) as caught:
        check_calls(opened(), text)
    assert (caught.value.line, caught.value.detail) == (line, detail)


def test_a_beginning_that_two_names_have_is_not_guessed() -> None:
    with pytest.raises(UnreadableCallError, match="“an” may be Anna or Ann"):
        check_calls(opened("offender", ("Anna", "Ann", "Bea", "Cleo"), 3), "an: 3H")
    # The whole name is never a beginning.
    assert check_calls(opened("offender", ("Ann", "Anna", "Bea", "Cleo"), 3), "ann: 3H").illegal is None
    assert check_calls(opened("offender", ("Anna", "Ann", "Bea", "Cleo"), 3), "anna 3H").illegal is None


def test_a_player_called_like_a_call_does_not_speak_for_others() -> None:
    auction = opened("offender", ("Pass", "X", "Bea: C", "Cleo"), 3)
    assert calls(auction, "pass\nX: pass\nBea: C: 3H") == ["Pass: no proposal", "X: no proposal", "Bea: C: 3H"]


def test_a_call_after_the_end_is_illegal_named_or_not() -> None:
    over = "\n".join(["np"] * 5)
    for more in ("3H", "Amber: 3H", "Cindy: np"):
        illegal = check_calls(opened(), f"{over}\n{more}").illegal
        assert illegal
        assert (illegal.number, illegal.violation.rule.name) == (6, "End of the bidding")


def test_nothing_said_is_legal_and_the_first_to_speak_is_due() -> None:
    check = check_calls(opened(), " \n\n")
    assert (check.illegal, check.auction.turn, check.auction.calls) == (None, 0, ())


def test_what_is_legal_is_grouped_by_number() -> None:
    major, no_trump = Denomination.MAJOR, Denomination.NO_TRUMP
    after = check_calls(four("ten-bridge"), "3 black").auction
    every = tuple(Denomination(name) for name in ("minor", "red", "black", "major", "NT"))
    assert legal_bids(after) == (BidSpan(3, 3, (major, no_trump)), BidSpan(4, 5, every))
    assert legal_words(after) == (Word.PASS, Word.DOUBLE)
    hooked = check_calls(four("oh-hell"), "3\n2\n1").auction
    assert legal_bids(hooked) == (BidSpan(0, 3, ()), BidSpan(5, 10, ()))
    assert legal_bids(check_calls(opened(), "3H").auction) == ()


def _another_way(draw: st.DrawFn, name: str, call: Call, *, named: bool) -> str:
    said = call.symbols if isinstance(call, Bid) and draw(st.booleans()) else str(call)
    said = draw(st.sampled_from([str.lower, str.upper, str]))(said)
    shown = draw(st.sampled_from([str.lower, str.upper, str]))(name)
    return f"{shown}{draw(st.sampled_from([': ', ' ', ', ']))}{said}" if named or draw(st.booleans()) else said


@pytest.mark.parametrize("key", CALLED)
@given(data=st.data())
def test_legal_calls_are_found_legal_however_they_are_written(key: str, data: st.DataObject) -> None:
    states = data.draw(states_of(key))
    written = data.draw(st.composite(_written)(states[-1]))
    check = check_calls(states[0], written)
    assert check.illegal is None
    assert check.auction == states[-1]


def _written(draw: st.DrawFn, auction: Auction) -> str:
    return "\n".join(_another_way(draw, auction.name(seat), call, named=False) for seat, call in auction.calls)


@pytest.mark.parametrize("key", CALLED)
@given(data=st.data())
def test_a_planted_illegal_call_is_found_and_no_other(key: str, data: st.DataObject) -> None:
    states = data.draw(states_of(key))
    at = data.draw(st.integers(0, len(states) - 1))
    state = states[at]
    seat = data.draw(st.integers(0, len(state.players) - 1))
    call = data.draw(st.sampled_from(state.vocabulary()))
    # A bid changed in time, and an answer in the word for silence, are read as what they mean.
    assume(state.change_rule is None or state.over or not state.calls or state.calls[-1][0] != seat)
    assume(call is not Word.PASS or state.stage == "bidding")
    try:
        state.check(seat, call)
    except RuleViolation as error:
        expected = error
    else:
        assume(False)
        raise AssertionError
    lines = data.draw(st.composite(_written)(states[-1])).split("\n")
    planted = data.draw(st.composite(_another_way)(state.name(seat), call, named=True))
    before, after = lines[:at] if state.calls else [], lines[at:]
    check = check_calls(states[0], "\n".join([*before, planted, *after]))
    assert check.illegal
    assert (check.illegal.number, check.illegal.seat, check.illegal.call) == (at + 1, seat, call)
    assert (check.illegal.violation.rule, check.illegal.violation.detail) == (expected.rule, expected.detail)
    assert check.auction == state
