"""Why every number is what it is, and what it would have been with other tricks, contracts and house rules."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorer.rules.calls import parse_call
from scorer.rules.core import CLOSED_SHEET, Points, in_cents, sentence, whole
from scorer.rules.offender import PROPOSAL, TRICKS_TAKEN, TWO_OFFENDERS
from scorer.rules.reading import FormatError
from scorer.rules.registry import GAMES
from scorer.rules.spades.rules import BLIND_NIL
from scorer.sheet import questions
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Adjustment, Hand, Sheet
from scorer.sheet.questions import (
    Answer,
    NoAnswerError,
    OptionMismatchError,
    Reach,
    Results,
    may_be_asked,
    results,
    under,
    why_none,
    with_contract,
)

from ..rules.drawing import MANY
from ..web.phone import TABLE_GAMES
from .any_game import sheets_of
from .drawing import SHEETS as OFFENDER
from .evening import FOR_AMBER, SET, SILENCE, SPOKEN, Evening, dealers
from .files import FIVE, NOBODY, RESULT, SILENT, ledger
from .games import test_bridge_sheets, test_oh_hell_sheets, test_spades_sheets
from .vectors import VECTORS, sheet_of


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
        assert fact == sentence(fact)
    for line in answer.lines:
        assert line.reason


def about(ledger: Ledger) -> Iterator[Answer]:
    """Every answer that a sheet can give about its numbers."""
    for column, name in enumerate(ledger.columns):
        for row in ledger.rows:
            scored = questions.points(ledger, row, column)
            assert whole(sum(line.points for line in scored.lines)) == ledger.padded(row.points)[column]
            assert scored.working.endswith(scored.number)
            then = questions.total(ledger, column, row)
            assert added(then) == ledger.padded(row.totals)[column]
            assert then.number == then.chain[-1].after
            yield from (scored, then)
        total = questions.total(ledger, column)
        assert added(total) == ledger.totals[column]
        assert total.number == f"{ledger.totals[column]}"
        assert total.working.endswith(total.number)
        yield total
        yield questions.standing(ledger, column)
        for mark in ledger.counters.get(name, ()):
            carried = questions.mark(ledger, column, mark.name)
            assert carried.number == mark.text == (carried.chain[-1].after if carried.chain else "0")
            assert not mark.text.isdigit() or added(carried) == int(mark.text)
            yield carried
        if paid := ledger.closing_score:
            closing = questions.closing(ledger, column)
            assert whole(sum(line.points for line in closing.lines)) == paid.total(column)
            yield closing
        if ledger.payments:
            payment = questions.payment(ledger, column)
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
    answer = questions.points(ledger, ledger.rows[0], 0)
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
    answer = questions.total(ledger, 0)
    assert answer.question == "Why does Amber have 87?"
    assert answer.working == "49 + 38 = 87"
    assert [(step.row and step.row.number, step.points, step.after) for step in answer.chain] == [
        (1, 49, "49"),
        (2, 38, "87"),
    ]
    assert questions.total(ledger, 0, ledger.rows[0]).number == "49"


def test_who_has_nothing_in_a_hand_hears_who_scored_instead() -> None:
    ledger = Ledger.of(sheet_of("reverse-bridge: nine-diamonds-six"))
    nothing = next(column for column in range(2) if not ledger.rows[0].why(column))
    answer = questions.points(ledger, ledger.rows[0], nothing)
    assert answer.number == answer.working == "0"
    scored = "15 for 3 tricks short"
    assert answer.facts[0] == f"In this hand East & West scored {scored}. There was nothing for North & South."
    assert answer.rules
    ledger = Ledger.of(sheet_of("ten-bridge: scoring-chart"))
    told = [questions.points(ledger, row, 0).facts[0] for row in ledger.rows if not row.why(0)]
    scored = "24: 14 for 2 undertricks at 7; 10 for 2 undertricks, doubled"
    assert told[1] == f"In this hand East & West scored {scored}. There was nothing for North & South."


def test_a_hand_that_nobody_bid_cites_the_rule_for_it() -> None:
    ledger = Evening({"contract": None}).ledger
    answer = questions.points(ledger, ledger.rows[0], 2)
    assert [rule.name for rule in answer.rules] == ["End of the bidding"]
    assert answer.facts[0] == "There was no contract: nobody scores."


def test_a_newcomer_was_not_at_the_table_before() -> None:
    evening = Evening(RESULT, SET)
    evening.seat(None, FOR_AMBER, "Betty")
    ledger = evening.record(SET)
    column = ledger.columns.index("Fiona")
    assert "Fiona was not at the table." in questions.points(ledger, ledger.rows[0], column).facts
    assert added(questions.total(ledger, column)) == ledger.totals[column] == 38


def test_a_settled_hand_says_so_with_its_note() -> None:
    ledger = Evening({"points": {**dict.fromkeys(FIVE, 0), "Amber": 5}, "note": "a card was missing"}).ledger
    answer = questions.points(ledger, ledger.rows[0], 0)
    assert [line.reason for line in answer.lines] == ["settled by the table"]
    assert "Noted: “a card was missing”." in answer.facts


def test_what_was_put_right_in_a_hand_is_told_with_its_reason() -> None:
    evening = Evening(RESULT, SET)
    evening.amend(1, {**RESULT, "tricks": 8}, "misheard")
    row = evening.ledger.rows[0]
    assert list(questions.corrections(evening.history, row)) == [
        "Changed: hand 1, tricks 7 → 8. Reason: “misheard”."
    ]
    assert not list(questions.corrections(evening.history, evening.ledger.rows[1]))


def test_a_place_tells_who_is_ahead_by_how_much_and_who_shares_it() -> None:
    ledger = Evening(RESULT, SET).ledger
    first, third = questions.standing(ledger, 0), questions.standing(ledger, 3)
    assert (first.question, first.working) == ("Why is Amber 1st?", "87, 43 ahead of Diana")
    assert "Cindy has as many: a shared place." in first.facts
    assert "Next: Diana with 44, 43 behind." in first.facts
    assert (third.number, third.working) == ("3rd", "44, 43 behind Amber and Cindy")
    assert "Amber has 87, 43 more." in third.facts


def test_where_the_lowest_wins_fewer_points_are_ahead() -> None:
    hands = ({"points": {"Ann": 3, "Bob": 10}},)
    ledger = Evening(*hands, game="plain", players=["Ann", "Bob"], dealer="Ann", options={"wins": "lowest"}).ledger
    answer = questions.standing(ledger, 1)
    assert (answer.number, answer.working) == ("2nd", "10, 7 behind Ann")
    assert answer.facts[:2] == ("The lowest total stands first.", "Ann has 3, 7 fewer.")


def test_bags_are_the_hands_that_took_them() -> None:
    ledger = Ledger.of(sheet_of("spades: tenth-bag"))
    changed = [name for name, counters in ledger.counters.items() if counters]
    answer = questions.mark(ledger, ledger.columns.index(changed[0]), "bags")
    assert added(answer) == int(answer.number)
    assert any("lose 100 points" in step.did for step in answer.chain)
    assert [rule.name for rule in answer.rules] == ["Bags that add up"]


def test_a_part_score_that_was_wiped_out_is_nought_with_the_hand_that_wiped_it() -> None:
    ledger = Ledger.of(sheet_of("ten-bridge: scoring-chart"))
    wiped = [row for row in ledger.rows if row.ends_game]
    answer = questions.mark(ledger, 0, "part score", wiped[0])
    assert answer.number == "0"
    assert answer.chain[-1].row == wiped[0]
    assert "wiped out" in answer.chain[-1].did


def test_what_is_not_on_the_sheet_has_no_answer() -> None:
    ledger = Evening(RESULT).ledger
    for ask in (
        lambda: questions.total(ledger, 5),
        lambda: questions.points(ledger, ledger.rows[0], -1),
        lambda: questions.mark(ledger, 0, "bags"),
        lambda: questions.closing(ledger, 0),
        lambda: questions.payment(ledger, 0),
        lambda: questions.standing(ledger, 99),
    ):
        with pytest.raises(NoAnswerError):
            ask()


def test_a_payment_tells_the_average_and_the_difference_from_it() -> None:
    named = next(named for named in VECTORS if named.startswith("oh-hell") and Ledger.of(sheet_of(named)).rows)
    sheet = sheet_of(named)
    ledger = Ledger.of(replace(sheet, options={**sheet.options, "stake": "0.10"}))
    answer = questions.payment(ledger, 0)
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
        answer = questions.dealer(ledger, ledger.rows[number - 1] if number <= len(ledger.rows) else None)
        assert answer.number == name == answer.chain[-1].after
        assert name in answer.working
        assert len(answer.chain) == number
        assert "The deal" in names(answer)


def test_the_deal_is_told_hand_by_hand() -> None:
    evening = Evening(RESULT, {"contract": None}, SET)
    answer = questions.dealer(evening.ledger)
    assert answer.question == "Why does Betty deal hand 4?"
    assert [step.did for step in answer.chain] == [
        "Ellie deals first, as the table chose.",
        "Amber sits at the left of Ellie, who dealt hand 1.",
        "Nobody's bid stood in hand 2, so Amber deals again.",
        "Betty sits at the left of Amber, who dealt hand 3.",
    ]
    third = questions.dealer(evening.ledger, evening.row(3))
    assert third.question == "Why did Amber deal hand 3?"
    assert names(third) == ["The deal", "End of the bidding"]


def test_a_deal_that_the_table_gave_away_says_whose_it_was() -> None:
    evening = Evening(RESULT)
    evening.seat(None, ["Amber", "Betty", "Cindy", "Diana", "Ellie"], "Diana")
    assert questions.dealer(evening.ledger).working == "The table gave the deal to Diana; by turns it was Amber's."


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
    answer = questions.turn(spoken(game, *calls))
    assert answer.question == f"Why is it {speaker}'s turn?"
    assert answer.number == speaker
    assert names(answer) == [rule]
    assert answer.facts[0].startswith("Diana deals; the first to speak is ")
    assert not calls or any(fact.startswith("The calls: ") for fact in answer.facts)


def test_when_the_bidding_is_over_that_is_told_instead_of_a_turn() -> None:
    answer = questions.turn(Evening().call("Amber: 10S", "Betty: accept"))
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
    answer = questions.call(ledger, player, call)
    assert answer.question.startswith(f"Why may {player} not say “")
    assert names(answer) == [rule]
    assert f"{questions.turn(ledger).number} may say: " in answer.facts[0]
    assert answer.number == parse_call(call).symbols


def test_a_barred_player_hears_what_became_of_her_proposal() -> None:
    away = [f"{name}: reject" for name in ("Cindy", "Diana", "Ellie", "Amber")]
    silence = [f"{name}: no proposal" for name in ("Cindy", "Diana", "Ellie", "Amber")]
    ledger = Evening().call("Amber: no proposal", "Betty: 5C", *away, *silence[:4])
    answer = questions.call(ledger, "Betty", "7H")
    assert answer.working == LEGEND
    assert names(answer) == ["Abandoned proposal"]
    turn = questions.turn(ledger)
    assert names(turn) == ["Turn to propose", "Abandoned proposal"]
    assert LEGEND in turn.facts


def test_a_call_that_may_be_made_is_not_refused() -> None:
    answer = questions.call(Evening().ledger, "Amber", "6H")
    assert answer.question == "May Amber say “6♥”?"
    assert answer.working == "Yes, Amber may say “6♥” now."


def test_where_nobody_speaks_there_is_no_answer() -> None:
    pass_word = Evening({"calls": SILENCE}).ledger
    plain = Evening(game="plain", players=FOUR, dealer="Diana").ledger
    for kept, player, call in (
        (plain, "Amber", "6H"),
        (pass_word, "Zoe", "6H"),
        (pass_word, "Amber", "seven hearts"),
        (pass_word, "Amber", ""),
    ):
        with pytest.raises(NoAnswerError):
            questions.call(kept, player, call)
    with pytest.raises(NoAnswerError):
        questions.turn(plain)


SHEETS_OF = {game: sheets_of(game) for game in GAMES if game != "plain"}
"""Of every game in which something else might have happened."""
FEW_CARDS = test_oh_hell_sheets.ledger(test_oh_hell_sheets.TWO, test_oh_hell_sheets.ONE).sheet
SHEETS, OTHERS = (st.one_of([SHEETS_OF[game] for game in SHEETS_OF if game != left]) for left in ("", "oh-hell"))
"""With Oh Hell, and without it: of its hands few are small enough to try every way in which they can be played."""
SPADES: dict[str, Any] = test_spades_sheets.HEAD
SIDES = test_spades_sheets.SIDES


def asked(kept: Ledger, number: int = 1) -> Results:
    found = results(kept, kept.rows[number - 1])
    assert found is not None
    return found


def places(kept: Ledger, found: Results) -> list[int]:
    return [kept.columns.index(name) for name in found.columns]


@MANY
@given(SHEETS)
def test_the_result_that_was_played_is_what_the_ledger_says(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    for row in kept.rows:
        found = results(kept, row)
        assert (found is None) == (row.result is None) == bool(why_none(row))
        if found is None:
            continue
        for column, place in enumerate(places(kept, found)):
            (cell,) = (result.cells[column] for result in found.results if result.cells[column].played)
            assert cell.lines == row.why(place)
            assert (cell.points, cell.total) == (row.points[place], row.totals[place])
            assert cell.end == kept.totals[place]
        played = [result for result in found.results if result.played]
        if found.trick_takers:
            assert [result.standings for result in played] == [kept.standings]
        assert not found.changed


def taken_otherwise(row: Row) -> Iterator[tuple[int, int | None, Any]]:
    """More results than there can be: the tricks, the column that took them, None for all; the keys."""
    counted = row.game.outcomes.counted
    if row.game.key == "oh-hell":
        for taken in product(range(-1, 4), repeat=len(row.game.players)):
            facts = {counted: dict(zip(row.game.players, taken, strict=True))}
            yield from ((tricks, seat, facts) for seat, tricks in enumerate(taken))
    for tricks in range(-2, 20):
        yield tricks, None, spades_taken(row, tricks) if row.game.key == "spades" else {counted: tricks}


def spades_taken(row: Row, tricks: int) -> dict[str, Any]:
    """Where both partners bid nil, every trick of theirs is one of a nil: the one who took fewer takes no more."""
    # A first hand of New York has no bids.
    bids, told = row.hand.facts.get("bids", []), row.hand.facts.get("nil_tricks", {})
    facts: dict[str, Any] = {"tricks": [tricks, 13 - tricks]}
    for side, taken in enumerate(facts["tricks"]):
        partners = row.game.players[side::2]
        if isinstance(bids, dict) and all("nil" in str(bids[name]) for name in partners):
            few, many = sorted(partners, key=lambda name: told.get(name, 0))
            if told.get(few, 0) == told.get(many, 0):
                many, few = partners
            fewer = min(told.get(few, 0), taken)
            facts["nil_tricks"] = {**told, **facts.get("nil_tricks", {}), few: fewer, many: taken - fewer}
    return facts


def two_nils(*took: int) -> Sheet:
    """A hand in which both partners of the first side bid nil. took: by each of the two."""
    bids = {"North": "nil", "East": 1, "South": "nil", "West": 4}
    nils = {name: tricks for name, tricks in zip(("North", "South"), took, strict=True) if tricks}
    return ledger({"bids": bids, "tricks": [sum(took), 13 - sum(took)], "nil_tricks": nils}, **SPADES).sheet


@settings(MANY, max_examples=15)
@given(OTHERS)
@example(FEW_CARDS)
@example(two_nils(0, 0))
@example(two_nils(2, 0))
@example(two_nils(1, 3))
def test_all_results_that_could_have_been_are_there_and_no_other(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    for row in kept.rows[-2:]:
        found = results(kept, row)
        if found is None:
            continue
        before = Ledger.of(replace(sheet, hands=sheet.hands[: row.number - 1], coming={}, finished=False))
        paid: dict[tuple[int, int], Any] = {}
        for tricks, seat, facts in taken_otherwise(row):
            try:
                other = before.add(Hand({**row.hand.facts, **facts})).rows[-1]
            except (IllegalHandError, FormatError):
                continue
            written = (*sheet.hands[: row.number - 1], other.hand, *sheet.hands[row.number :])
            try:
                totals = Ledger.of(replace(sheet, hands=written)).totals
            except IllegalHandError:
                totals = None
            for column, place in enumerate(places(kept, found)):
                if seat in (None, column):
                    paid[tricks, column] = other.points[place], totals and totals[place]
        assert paid == {
            (result.tricks, column): (cell.points, cell.end)
            for result in found.results
            for column, cell in enumerate(result.cells)
        }


def test_of_very_many_results_those_are_shown_between_which_something_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = asked(ledger(RESULT | {"contract": "6H", "tricks": 8}))
    assert found.steps == found.results
    monkeypatch.setattr(questions, "MOST_SHOWN", 10)
    assert [result.tricks for result in found.steps] == [0, 5, 6, 8, 10]


def triangle(tricks: int) -> int:
    return tricks * (tricks + 1) // 2


@pytest.mark.parametrize("hand", TABLE_GAMES)
def test_the_break_even_of_the_documents_hands_is_right_by_brute_force(hand: tuple[str, ...]) -> None:
    proposer, accepter, level, suit, tricks = hand
    bid = int(level)
    facts = {"contract": f"{level}{suit}", "proposer": proposer, "accepter": accepter, "tricks": int(tricks)}
    found = asked(ledger(facts))
    offense = [triangle(took) + (triangle(bid) if took >= bid else 0) for took in range(11)]
    defense = [triangle(10 - took) + (triangle(bid) if took < bid else 0) for took in range(11)]
    for result in found.results:
        for name, cell in zip(found.columns, result.cells, strict=True):
            side = offense if name in (proposer, accepter) else defense
            assert cell.points == side[result.tricks]
    (made,) = found.made
    assert made == Reach((proposer, accepter), tuple(range(bid, 11)))
    assert found.level is not None
    assert found.level.tricks == tuple(took for took in range(11) if offense[took] >= defense[took])
    assert made.first == bid


def test_numbers_of_tricks_are_told_in_spans() -> None:
    assert [Reach((), tricks).text for tricks in [(), (7,), (6, 7, 8), (0, 1, 5), (1, 3)]] == [
        "",
        "7",
        "6 to 8",
        "0 to 1 and 5",
        "1 and 3",
    ]
    assert Reach((), ()).first is None


def test_at_reverse_bridge_the_opponents_catch_up_again_past_the_bid() -> None:
    hand = {"contract": "3C", "declarer": "North", "opponent_tricks": 3}
    found = asked(test_bridge_sheets.reverse(hand))
    assert found.trick_takers == ("East & West",)
    # 6 for the bid against 5 for each trick over.
    assert found.level == Reach(("North & South",), (3, 4))
    assert [reach.text for reach in found.made] == ["3 to 13"]


def test_at_spades_what_a_nil_took_stays_and_a_side_cannot_take_less() -> None:
    found = asked(ledger(test_spades_sheets.NIL, **SPADES))
    assert [result.tricks for result in found.results] == list(range(2, 14))
    assert found.kept == "North's nil takes 2 tricks, as it did."
    # South's 2 without North's tricks, and the other side's 7.
    assert found.made == (Reach((SIDES[0],), tuple(range(4, 14))), Reach((SIDES[1],), tuple(range(2, 7))))


def test_at_oh_hell_each_player_is_asked_about_by_herself() -> None:
    bids, tricks = {"Amber": 1, "Betty": 0, "Cindy": 0}, {"Amber": 1, "Betty": 1, "Cindy": 0}
    found = asked(test_oh_hell_sheets.ledger({"bids": bids, "tricks": tricks}))
    points = [[cell.points for cell in result.cells] for result in found.results]
    assert points == [[0, 10, 10], [11, 1, 1], [2, 2, 2]]
    assert [[cell.played for cell in result.cells] for result in found.results] == [
        [False, False, True],
        [True, True, False],
        [False, False, False],
    ]
    assert found.made == (Reach(("Amber",), (1,)), Reach(("Betty", "Cindy"), (0,)))
    assert (found.level, found.trick_takers) == (None, ())
    assert not any(result.standings for result in found.results)


def test_where_a_later_hand_could_not_have_followed_its_rule_is_told() -> None:
    ahead = {"points": {SIDES[0]: 440, SIDES[1]: 0}}
    ten = {"bids": {"North": 4, "East": 1, "South": 3, "West": 1}, "tricks": [5, 8]}
    found = asked(ledger(ahead, ten, ten, **SPADES), 2)
    ended = [result.tricks for result in found.results if result.broken]
    assert ended == list(range(7, 14))  # 440 + 70 is past 500
    broken = found.results[-1].broken
    assert broken is not None
    assert (broken.hand, broken.violation.rule) == (3, CLOSED_SHEET)
    assert [cell.end for cell in found.results[-1].cells] == [None, None]
    assert found.results[-1].standings == ()
    assert [cell.total for cell in found.results[-1].cells] == [516, -20]


@settings(MANY, max_examples=15)
@given(OFFENDER, st.integers(1, 10), st.sampled_from("CDHS"), st.permutations(FIVE))
def test_another_contract_is_scored_as_if_it_were_on_the_sheet(
    sheet: Sheet, level: int, suit: str, names: list[str]
) -> None:
    kept = Ledger.of(sheet)
    for row in kept.rows[-1:]:
        keys = {"contract": f"{level}{suit}", "proposer": names[0], "accepter": names[1]}
        beside = {key: row.hand.facts[key] for key in ("players", "options", "dealer") if key in row.hand.facts}
        before = Ledger.of(replace(sheet, hands=sheet.hands[: row.number - 1], coming={}, finished=False))
        try:
            written = before.add(Hand({**beside, **keys, "tricks": 0})).rows[-1]
        except (IllegalHandError, FormatError) as error:
            with pytest.raises(type(error)):
                with_contract(kept, row, keys)
            continue
        found = with_contract(kept, row, keys)
        assert [cell.points for cell in found.results[0].cells] == [
            written.points[place] for place in places(kept, found)
        ]
        assert found.trick_takers == tuple(names[:2])
        assert [result.played for result in found.results].count(True) <= 1


def test_another_contract_of_the_same_two_keeps_their_tricks_and_one_of_others_does_not() -> None:
    kept = ledger(RESULT)
    row = kept.rows[0]
    swapped = with_contract(kept, row, {"contract": "8S", "proposer": "Cindy", "accepter": "Amber"})
    assert [result.tricks for result in swapped.results if result.played] == [7]
    assert swapped.changed
    others = with_contract(kept, row, {"accepter": "Betty"})
    assert not any(result.played for result in others.results)
    assert not with_contract(kept, row, {"contract": "6H"}).changed


def test_a_hand_that_nobody_bid_or_that_was_settled_can_be_asked_about_with_a_contract() -> None:
    settled = {"points": dict.fromkeys(FIVE, 3)}
    kept = ledger(NOBODY, {"calls": SILENT}, settled)
    keys = {key: RESULT[key] for key in ("contract", "proposer", "accepter")}
    for row in kept.rows:
        assert results(kept, row) is None
        assert may_be_asked(row)
        found = with_contract(kept, row, keys)
        assert [cell.points for cell in found.results[7].cells] == [49, 6, 49, 6, 6]
        assert not any(result.played for result in found.results)


def test_a_sheet_that_the_table_counts_has_no_what_if() -> None:
    kept = ledger({"points": dict.fromkeys(FIVE, 3)}, game="plain")
    assert results(kept, kept.rows[0]) is None
    assert "only what happened is known" in why_none(kept.rows[0])
    assert not may_be_asked(kept.rows[0])


def test_a_contract_that_cannot_be_is_refused_at_its_key() -> None:
    kept = ledger(NOBODY, RESULT)
    row = kept.rows[1]
    for keys, field, rule in [
        ({"contract": "11H"}, "contract", PROPOSAL),
        ({"accepter": "Amber"}, "accepter", TWO_OFFENDERS),
    ]:
        with pytest.raises(IllegalHandError) as caught:
            with_contract(kept, row, keys)
        violation = caught.value.violation
        assert (caught.value.hand, violation.field, violation.rule) == (2, field, rule)
    for key, value in [("contract", "six"), ("proposer", "Zoe")]:
        with pytest.raises(FormatError) as malformed:
            with_contract(kept, row, {key: value})
        assert malformed.value.where == f"$.hands[1].{key}"


def test_other_bids_are_asked_about_in_games_without_a_contract() -> None:
    kept = ledger(test_spades_sheets.HAND, **SPADES)
    bids = {**test_spades_sheets.BIDS, "North": 5}
    found = with_contract(kept, kept.rows[0], {"bids": bids})
    assert found.made[0] == Reach((SIDES[0],), tuple(range(7, 14)))
    with pytest.raises(IllegalHandError) as caught:
        with_contract(kept, kept.rows[0], {"bids": {**bids, "North": "blind nil"}})
    assert (caught.value.violation.rule, caught.value.violation.field) == (BLIND_NIL, "bids")


def options(sheet: Sheet, **changed: Any) -> dict[str, Any]:
    """All of them: the sheet's own first ones with these changes."""
    return {**GAMES[sheet.game].options_type.usual(), **sheet.options, **changed}


def test_a_hand_of_seven_tricks_has_no_place_in_one_of_six() -> None:
    kept = ledger({**RESULT, "tricks": 5, "contract": "5H"}, RESULT)
    with pytest.raises(IllegalHandError) as caught:
        under(kept, options(kept.sheet, tricks=6))
    assert (caught.value.hand, caught.value.violation.rule) == (2, TRICKS_TAKEN)


def test_calls_that_could_not_be_spoken_so_leave_the_contract_standing() -> None:
    kept = ledger({"calls": SPOKEN, "tricks": 7})
    found = under(kept, {**asdict(kept.table.game.options), "tricks": 9})
    assert found.totals == (49, 3, 49, 3, 3)


def test_what_the_other_rules_do_not_ask_for_is_left_aside() -> None:
    """Honors count in the auction's scoring only."""
    four = ["Alan", "Dave", "Gracie", "Mike"]
    hand = {"contract": "4S", "declarer": "Dave", "acceptor": "Gracie", "tricks": 10, "honors": {"Dave": 4}}
    kept = ledger(hand, game="pirate-bridge", players=four)
    assert kept.totals == (0, 108, 108, 0)  # 36 and 72 for honors
    assert under(kept, options(kept.sheet, scoring="contract")).totals == (0, 420, 420, 0)
    # The hand itself still has them.
    assert kept.rows[0].hand.facts["honors"] == {"Dave": 4}


def test_hands_behind_the_end_that_the_other_rules_bring_are_left_out() -> None:
    hands = [{"points": {"Ann": 7, "Ben": 1}}] * 3
    kept = ledger(*hands, game="plain", players=["Ann", "Ben"])
    kept = Ledger.of(replace(kept.sheet, adjustments=(Adjustment({"points": {"Ann": 5}}, 3),)))
    found = under(kept, options(kept.sheet, target=14))
    assert (len(found.rows), found.totals, found.ending and found.ending.reason) == (2, (14, 2), "Ann reached 14")


@pytest.mark.parametrize(
    ("hand", "now", "then"),
    [
        (test_spades_sheets.HAND, {}, {"variant": "new-york"}),
        (test_spades_sheets.UNBID, {"variant": "new-york"}, {"variant": "standard"}),
    ],
)
def test_hands_that_were_written_down_otherwise_cannot_be_compared(
    hand: dict[str, Any], now: dict[str, Any], then: dict[str, Any]
) -> None:
    kept = ledger(hand, **{**test_spades_sheets.HEAD, "options": now})
    with pytest.raises(
        OptionMismatchError, match="Hand 1 does not say what these house rules ask for: other bids"
    ):
        under(kept, options(kept.sheet, **then))
