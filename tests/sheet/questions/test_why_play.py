"""Why? of the play: who deals, whose turn it is, and which calls may not be made, in every kind of auction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, parse_call
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.questions import why
from scorer.sheet.questions.why import Answer, NoAnswerError

from ...rules.drawing import MANY
from ..any_game import sheets_of
from ..evening import SET, SILENCE, SWAPPED, Evening, dealers
from ..files import RESULT

FOUR = ["Amber", "Betty", "Cindy", "Diana"]
LEGEND = "Betty may not propose: their 5♣ was abandoned and nobody has proposed since."


def names(answer: Answer) -> list[str]:
    return [rule.name for rule in answer.rules]


def spoken(game: str, *calls: str, **head: Any) -> Ledger:
    """A table of four where Diana deals, after these calls."""
    return Evening(game=game, players=FOUR, dealer="Diana", **head).call(*calls)


@pytest.mark.parametrize("game", GAMES)
@MANY
@given(st.data())
def test_whoever_deals_a_hand_stands_at_the_end_of_its_chain(game: str, data: st.DataObject) -> None:
    ledger = Ledger.of(data.draw(sheets_of(game)))
    for number, name in enumerate(dealers(ledger), start=1):
        answer = why.dealer(ledger, ledger.rows[number - 1] if number <= len(ledger.rows) else None)
        assert answer.number == name == answer.chain[-1].after
        assert name in answer.working
        assert len(answer.chain) == number
        assert "The deal" in names(answer)


def test_the_deal_is_told_hand_by_hand() -> None:
    evening = Evening(RESULT, {"contract": None}, SET)
    answer = why.dealer(evening.ledger)
    assert answer.question == "Why does Betty deal hand 4?"
    assert [step.did for step in answer.chain] == [
        "Ellie deals first, as the table chose.",
        "Amber sits at the left of Ellie, who dealt hand 1.",
        "Nobody's bid stood in hand 2, so Amber deals again.",
        "Betty sits at the left of Amber, who dealt hand 3.",
    ]
    third = why.dealer(evening.ledger, evening.row(3))
    assert third.question == "Why did Amber deal hand 3?"
    assert names(third) == ["The deal", "End of the bidding"]


def test_a_deal_that_the_table_gave_away_says_whose_it_was() -> None:
    evening = Evening(RESULT)
    evening.seat(None, ["Amber", "Betty", "Cindy", "Diana", "Ellie"], "Diana")
    assert why.dealer(evening.ledger).working == "The table gave the deal to Diana; by turns it was Amber's."


def test_a_deal_after_the_seats_changed_says_so() -> None:
    evening = Evening(RESULT, SET)
    due = evening.ledger.table
    evening.seat(None, SWAPPED, "Diana")
    assert due.game.players[due.dealer] == "Betty"
    assert "Diana" in why.dealer(evening.ledger).working


@pytest.mark.parametrize(
    ("game", "calls", "speaker", "rule"),
    [
        ("offender", (), "Amber", "Turn to propose"),
        ("offender", ("Amber: 5C",), "Betty", "Turn to answer"),
        ("pirate-bridge", (), "Diana", "Turn to bid"),
        ("pirate-bridge", ("Diana: 1C",), "Amber", "Turn to answer"),
        ("pirate-bridge", ("Diana: 1C", "Amber: decline", "Betty: accept"), "Cindy", "Turn to bid"),
        ("spades", ("Amber: 3",), "Betty", "Turn to bid"),
        ("oh-hell", ("Amber: 3", "Betty: 1"), "Cindy", "Bidding in turn"),
        ("ten-bridge", ("Diana: pass",), "Amber", "Turn to call"),
        ("reverse-bridge", ("Amber: 7S", "Betty: pass"), "Cindy", "Turn to call"),
    ],
)
def test_whose_turn_it_is_comes_with_its_rule(game: str, calls: tuple[str, ...], speaker: str, rule: str) -> None:
    answer = why.turn(spoken(game, *calls))
    assert answer.question == f"Why is it {speaker}'s turn?"
    assert answer.number == speaker
    assert names(answer) == [rule]
    assert answer.facts[0].startswith("Diana deals; the first to speak is ")
    assert not calls or any(fact.startswith("The calls: ") for fact in answer.facts)


def test_when_the_bidding_is_over_that_is_told_instead_of_a_turn() -> None:
    answer = why.turn(Evening().call("Amber: 10S", "Betty: accept"))
    assert answer.question == "Why is the bidding over?"
    assert answer.working == "The bidding is over: 10♠, Amber with Betty."
    assert names(answer) == ["End of the bidding"]


@pytest.mark.parametrize(
    ("game", "calls", "player", "call", "rule"),
    [
        ("offender", ("Amber: 5C", "Betty: accept"), "Betty", "5H", "More tricks"),
        ("offender", ("Amber: 5C",), "Betty", "6H", "Two stages"),
        ("offender", (), "Cindy", "6H", "Turn to propose"),
        ("pirate-bridge", (), "Diana", "X", "Double"),
        ("spades", (), "Amber", "blind nil", "Blind nil"),
        ("oh-hell", ("Amber: 3", "Betty: 3", "Cindy: 3"), "Diana", "1", "The hook"),
        ("ten-bridge", ("Diana: 2NT",), "Amber", "1NT", "Higher bid"),
        ("reverse-bridge", ("Amber: 7S",), "Betty", "X", "Calls"),
    ],
)
def test_a_refused_call_comes_with_the_rule_it_would_break_and_what_may_be_said(
    game: str, calls: tuple[str, ...], player: str, call: str, rule: str
) -> None:
    ledger = spoken(game, *calls)
    answer = why.call(ledger, player, call)
    assert answer.question.startswith(f"Why may {player} not say “")
    assert names(answer) == [rule]
    assert f"{why.turn(ledger).number} may say: " in answer.facts[0]
    shown = parse_call(call)
    assert answer.number == (shown.symbols if isinstance(shown, Bid) else call)


def test_a_barred_player_hears_what_became_of_her_proposal() -> None:
    away = [f"{name}: reject" for name in ("Cindy", "Diana", "Ellie", "Amber")]
    silence = [f"{name}: no proposal" for name in ("Cindy", "Diana", "Ellie", "Amber")]
    ledger = Evening().call("Amber: no proposal", "Betty: 5C", *away, *silence[:4])
    answer = why.call(ledger, "Betty", "7H")
    assert answer.working == LEGEND
    assert names(answer) == ["Abandoned proposal"]
    turn = why.turn(ledger)
    assert names(turn) == ["Turn to propose", "Abandoned proposal"]
    assert LEGEND in turn.facts


def test_a_call_that_may_be_made_is_not_refused() -> None:
    answer = why.call(Evening().ledger, "Amber", "6H")
    assert answer.question == "May Amber say “6♥”?"
    assert answer.working == "Yes, Amber may say “6♥” now."


def test_where_nobody_speaks_there_is_no_answer() -> None:
    pass_word = Evening({"calls": SILENCE}).ledger
    plain = Evening(game="plain", players=FOUR, dealer="Diana").ledger
    for ledger, player, call in (
        (plain, "Amber", "6H"),
        (pass_word, "Zoe", "6H"),
        (pass_word, "Amber", "seven hearts"),
        (pass_word, "Amber", ""),
    ):
        with pytest.raises(NoAnswerError):
            why.call(ledger, player, call)
    with pytest.raises(NoAnswerError):
        why.turn(plain)
