"""Why? Every number, the deal and the turn, answered with rules and facts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.calls import Bid, parse_call
from scorer.rules.core import Points, in_cents, whole
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.questions import why
from scorer.sheet.questions.why import Answer, NoAnswerError

from ...rules.drawing import MANY
from ..any_game import sheets_of
from ..evening import FOR_AMBER, SET, SILENCE, SPOKEN, Evening, dealers
from ..files import FIVE, RESULT
from ..vectors import VECTORS, sheet_of


def added(answer: Answer) -> Points:
    """The sum of the points in its chain."""
    return whole(sum(step.points or 0 for step in answer.chain))


def is_sound(answer: Answer) -> None:
    """It can be read aloud: a question, a working, rules of the game with their text, and facts as sentences."""
    assert answer.question.endswith("?")
    assert answer.working
    assert answer.rules or answer.facts
    for rule in (*answer.rules, *(line.rule for line in answer.lines)):
        assert rule
        assert answer.game.number_of(rule) > 0
    for fact in answer.facts:
        assert fact.endswith((".", "…")), fact
    for line in answer.lines:
        assert line.reason


def about(ledger: Ledger) -> Iterator[Answer]:
    """Every answer that a sheet can give about its numbers."""
    for column, name in enumerate(ledger.columns):
        for row in ledger.rows:
            scored = why.points(ledger, row, column)
            assert whole(sum(line.points for line in scored.lines)) == ledger.padded(row.points)[column]
            assert scored.working.endswith(scored.number)
            then = why.total(ledger, column, row)
            assert added(then) == ledger.padded(row.totals)[column]
            assert then.number == then.chain[-1].after
            yield from (scored, then)
        total = why.total(ledger, column)
        assert added(total) == ledger.totals[column]
        assert total.number == f"{ledger.totals[column]}"
        assert total.working.endswith(total.number)
        yield total
        yield why.standing(ledger, column)
        for mark in ledger.counters.get(name, ()):
            carried = why.mark(ledger, column, mark.name)
            assert carried.number == mark.text == (carried.chain[-1].after if carried.chain else "0")
            assert not mark.text.isdigit() or added(carried) == int(mark.text)
            yield carried
        if paid := ledger.closing_score:
            closing = why.closing(ledger, column)
            assert whole(sum(line.points for line in closing.lines)) == paid.total(column)
            yield closing
        if ledger.payments:
            payment = why.payment(ledger, column)
            assert payment.number == f"{in_cents(ledger.payments)[name]:+.2f}"
            yield payment


@pytest.mark.parametrize("game", GAMES)
@MANY
@given(st.data())
def test_the_lines_under_why_add_up_to_the_number(game: str, data: st.DataObject) -> None:
    for answer in about(Ledger.of(data.draw(sheets_of(game)))):
        is_sound(answer)


def test_the_points_of_a_hand_are_told_with_what_was_bid_and_called_and_who_dealt() -> None:
    ledger = Evening({**RESULT, "calls": SPOKEN}).ledger
    answer = why.points(ledger, ledger.rows[0], 0)
    assert answer.question == "Why did Amber score 49 in hand 1?"
    assert answer.working == "21 + 28 = 49"
    assert [line.reason for line in answer.lines] == ["bid 6, made", "7 tricks"]
    assert answer.facts == (
        "Amber and Cindy bid 6♥, took 7: made. Offense 21 + 28 = 49 each, defense 6 each.",
        f"The calls: {'; '.join(SPOKEN).replace('6H', '6♥')}.",
        "Ellie dealt.",
    )


def test_a_total_is_the_chain_of_its_hands() -> None:
    ledger = Evening(RESULT, SET).ledger
    answer = why.total(ledger, 0)
    assert answer.question == "Why does Amber have 87?"
    assert answer.working == "49 + 38 = 87"
    assert [(step.row and step.row.number, step.points, step.after) for step in answer.chain] == [
        (1, 49, "49"),
        (2, 38, "87"),
    ]
    assert why.total(ledger, 0, ledger.rows[0]).number == "49"


def test_who_has_nothing_in_a_hand_hears_who_scored_instead() -> None:
    ledger = Ledger.of(sheet_of("reverse-bridge: nine-diamonds-six"))
    nothing = next(column for column in range(2) if not ledger.rows[0].why(column))
    answer = why.points(ledger, ledger.rows[0], nothing)
    assert answer.number == answer.working == "0"
    assert "There was nothing for" in answer.facts[0]
    assert answer.rules


def test_a_hand_that_nobody_bid_cites_the_rule_for_it() -> None:
    ledger = Evening({"contract": None}).ledger
    answer = why.points(ledger, ledger.rows[0], 2)
    assert [rule.name for rule in answer.rules] == ["End of the bidding"]
    assert answer.facts[0] == "There was no contract: nobody scores."


def test_a_newcomer_was_not_at_the_table_before() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, FOR_AMBER, "Betty")
    ledger = evening.record(SET)
    column = ledger.columns.index("Fiona")
    assert "Fiona was not at the table." in why.points(ledger, ledger.rows[0], column).facts
    assert added(why.total(ledger, column)) == ledger.totals[column] == 38


def test_a_settled_hand_says_so_with_its_note() -> None:
    ledger = Evening({"points": {**dict.fromkeys(FIVE, 0), "Amber": 5}, "note": "a card was missing"}).ledger
    answer = why.points(ledger, ledger.rows[0], 0)
    assert [line.reason for line in answer.lines] == ["settled by the table"]
    assert "Noted: “a card was missing”." in answer.facts


def test_what_was_put_right_in_a_hand_is_told_with_its_reason() -> None:
    evening = Evening(RESULT, SET)
    evening.amend(1, {**RESULT, "tricks": 8}, "misheard")
    row = evening.ledger.rows[0]
    assert list(why.corrections(evening.history, row)) == [
        "Changed: hand 1, Amber and Cindy 6♥, took 8. It was Amber and Cindy 6♥, took 7. Reason: “misheard”."
    ]
    assert not list(why.corrections(evening.history, evening.ledger.rows[1]))


def test_a_place_tells_who_is_ahead_by_how_much_and_who_shares_it() -> None:
    ledger = Evening(RESULT, SET).ledger
    first, third = why.standing(ledger, 0), why.standing(ledger, 3)
    assert (first.question, first.working) == ("Why is Amber 1st?", "87, 43 ahead of Diana")
    assert "Cindy has as many: a shared place." in first.facts
    assert (third.number, third.working) == ("3rd", "44, 43 behind Amber and Cindy")
    assert "Amber has 87, 43 more." in third.facts


def test_where_the_lowest_wins_fewer_points_are_ahead() -> None:
    hands = ({"points": {"Ann": 3, "Bob": 10}},)
    ledger = Evening(*hands, game="plain", players=["Ann", "Bob"], dealer="Ann", options={"wins": "lowest"}).ledger
    answer = why.standing(ledger, 1)
    assert (answer.number, answer.working) == ("2nd", "10, 7 behind Ann")
    assert answer.facts[:2] == ("The lowest total stands first.", "Ann has 3, 7 fewer.")


def test_bags_are_the_hands_that_took_them() -> None:
    ledger = Ledger.of(sheet_of("spades: tenth-bag"))
    changed = [name for name, counters in ledger.counters.items() if counters]
    answer = why.mark(ledger, ledger.columns.index(changed[0]), "bags")
    assert added(answer) == int(answer.number)
    assert any("lose 100 points" in step.did for step in answer.chain)
    assert [rule.name for rule in answer.rules] == ["Bags that add up"]


def test_a_part_score_that_was_wiped_out_is_nought_with_the_hand_that_wiped_it() -> None:
    ledger = Ledger.of(sheet_of("ten-bridge: scoring-chart"))
    wiped = [row for row in ledger.rows if row.ends_game]
    answer = why.mark(ledger, 0, "part score", wiped[0])
    assert answer.number == "0"
    assert answer.chain[-1].row == wiped[0]
    assert "wiped out" in answer.chain[-1].did


def test_the_end_of_the_sheet_pays_for_what_is_carried() -> None:
    sheet = replace(sheet_of("ten-bridge: scoring-chart"), finished=True)
    ledger = Ledger.of(sheet)
    paid = [column for column in range(2) if ledger.closing and ledger.closing[column]]
    answer = why.closing(ledger, paid[0])
    assert answer.number == "5"
    assert answer.chain
    total = why.total(ledger, paid[0])
    assert total.chain[-1].did == "the end of the sheet"
    assert total.working == f"{ledger.totals[paid[0]] - 5} + 5 = {ledger.totals[paid[0]]}"


def test_what_is_not_on_the_sheet_has_no_answer() -> None:
    ledger = Evening(RESULT).ledger
    for ask in (
        lambda: why.total(ledger, 5),
        lambda: why.points(ledger, ledger.rows[0], -1),
        lambda: why.mark(ledger, 0, "bags"),
        lambda: why.closing(ledger, 0),
        lambda: why.payment(ledger, 0),
        lambda: why.standing(ledger, 99),
    ):
        with pytest.raises(NoAnswerError):
            ask()


def test_a_payment_tells_the_average_and_the_difference_from_it() -> None:
    named = next(named for named in VECTORS if named.startswith("oh-hell") and Ledger.of(sheet_of(named)).rows)
    sheet = sheet_of(named)
    ledger = Ledger.of(replace(sheet, options={**sheet.options, "stake": "0.10"}))
    answer = why.payment(ledger, 0)
    assert "on average" in answer.facts[0]
    assert "each point is worth 0.10" in answer.facts[1]
    assert [rule.name for rule in answer.rules] == ["Payment"]


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
