"""What is worth remembering of an evening: who led, and the best of it."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from scorer.rules.auctions import Acceptance, Rotation
from scorer.rules.calls import Contract
from scorer.rules.game import ContractOutcomes
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Sheet
from scorer.sheet.highlights import (
    Deed,
    best_hand,
    boldest_contract,
    lead_in_words,
    leads,
    longest_run,
    moment,
    places_moved,
)

from ..exports.ledgers import plain
from ..rules.drawing import MANY
from .any_game import ANY_SHEET
from .files import FIVE, NOBODY, RESULT, ledger

SET = {**RESULT, "tricks": 0}


def seen(deeds: tuple[Deed, ...]) -> set[tuple[str, tuple[int, ...]]]:
    """Who, and in which hands."""
    return {(name, tuple(row.number for row in deed.rows)) for deed in deeds for name in deed.columns}


def own(kept: Ledger, row: Row) -> dict[str, int]:
    """The columns of a hand's game by the names on the sheet that they stand for."""
    game = row.game
    if game.sides_have_columns:
        return {name: column for column, name in enumerate(kept.columns)}
    return {game.players[seat]: index for index, column in enumerate(game.columns()) for seat in column.seats}


@MANY
@given(ANY_SHEET)
def test_nobody_had_a_better_hand_than_the_best(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    sign = -1 if kept.table.game.lowest_wins else 1
    worth = {
        (name, (row.number,)): sum(line.points for line in row.why(kept.columns.index(name))) * sign
        for row in kept.rows
        for name in own(kept, row)
    }
    found = best_hand(kept)
    if not worth or not max(worth.values()):
        assert found is None
        return
    assert found is not None
    points, deeds = found
    assert points * sign == max(worth.values())
    assert seen(deeds) == {where for where, scored in worth.items() if scored == points * sign}


@MANY
@given(ANY_SHEET)
def test_no_contract_that_was_made_was_higher_than_the_boldest(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    made = [
        row
        for row in kept.rows
        if row.result and isinstance(row.game.outcomes, ContractOutcomes) and row.result.made
    ]
    found = seen(boldest_contract(kept))
    assert bool(made) == bool(found)
    numbers = {number for _, [number] in found}
    assert numbers <= {row.number for row in made}
    for row in made:
        beaten = [other for other in made if outbids(other, row)]
        assert (row.number in numbers) == (not beaten)
        outcomes = row.game.outcomes
        assert isinstance(outcomes, ContractOutcomes)
        named = {row.game.players[seat] for seat in outcomes.seats(row.result)}
        columns = {name for name, [number] in found if number == row.number}
        if row.number in numbers and not row.game.partnerships:
            assert columns == named


def outbids(higher: Row, lower: Row) -> bool:
    """Whether the bid of one contract would be legal over the other, at the table of the first."""
    auction: Any = higher.game.auction(0, higher.game.carrying.first)
    if isinstance(auction, Rotation):
        one, other = higher.result.contract.bid, lower.result.contract.bid
        return auction.bids.index(one) > auction.bids.index(other)
    assert isinstance(auction, Acceptance)
    after = replace(auction, contract=Contract(lower.result.contract.bid), declarer=1, partner=2)
    try:
        after.check_speech(0, higher.result.contract.bid)
    except ValueError:
        return False
    return True


@MANY
@given(ANY_SHEET)
def test_no_stretch_of_hands_that_were_made_is_longer_than_the_longest_run(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    stretches: set[tuple[str, tuple[int, ...]]] = set()
    for name in kept.columns:
        bids = [
            (row.number, made)
            for row in kept.rows
            if row.result is not None and name in own(kept, row)
            if (made := row.game.outcomes.made(row.result, own(kept, row)[name])) is not None
        ]
        for start, end in combinations(range(len(bids) + 1), 2):
            if all(made for _, made in bids[start:end]):
                stretches.add((name, tuple(number for number, _ in bids[start:end])))
    longest = max((len(hands) for _, hands in stretches), default=0)
    found = longest_run(kept)
    if longest < 2:
        assert found is None
        return
    assert found is not None
    length, deeds = found
    assert length == longest
    assert seen(deeds) == {(name, hands) for name, hands in stretches if len(hands) == longest}


def test_equals_share_the_honor_in_the_order_of_the_hands() -> None:
    kept = plain([5, 0, 5], [0, 5, 0], players=FIVE[:3])
    found = best_hand(kept)
    assert found is not None
    assert [(deed.columns, [row.number for row in deed.rows]) for deed in found[1]] == [
        (("Amber", "Cindy"), [1]),
        (("Betty",), [2]),
    ]


def test_a_hand_that_nobody_bid_and_one_of_others_break_no_run() -> None:
    others = {**SET, "proposer": "Betty", "accepter": "Diana"}
    found = longest_run(ledger(RESULT, NOBODY, others, RESULT, SET))
    assert found is not None
    assert found[0] == 2
    [deed] = found[1]
    assert deed.columns == ("Amber", "Cindy")
    assert [row.number for row in deed.rows] == [1, 4]


def test_suits_of_one_number_are_equally_bold_in_offender_and_not_in_bridge() -> None:
    spades = {**RESULT, "contract": "6S", "tricks": 10}
    assert [deed.rows[0].number for deed in boldest_contract(ledger(RESULT, spades))] == [1, 2]


def best_after(kept: Ledger, hand: int) -> set[str] | None:
    """Who has the best total after a hand and what follows it, added up from the points; None before any."""
    totals: dict[str, list[object]] = {}
    rows = [row for row in kept.lines if getattr(row, "after", getattr(row, "number", 0)) <= hand]
    if not rows:
        return None
    for row in rows:
        for name, points in zip(kept.columns, row.points, strict=False):
            totals.setdefault(name, []).append(points)
    sums = {name: sum(points) for name, points in totals.items()}  # type: ignore[arg-type]  # they are numbers
    if hand > len(kept.rows):
        sums = dict(zip(kept.columns, kept.totals, strict=True))
    best = min(sums.values()) if kept.table.game.lowest_wins else max(sums.values())
    return {name for name, total in sums.items() if total == best}


@MANY
@given(ANY_SHEET)
def test_the_lead_after_every_hand_is_the_best_total_added_up(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    last = len(kept.rows) + bool(kept.rows and kept.closing)
    found = {lead.hand: {*lead.columns} for lead in leads(kept)}
    now: set[str] | None = None
    for hand in range(last + 1):
        before, now = now, best_after(kept, hand)
        assert found.pop(hand, before) == now
        assert before is None or now is not None
    assert not found
    for one, other in zip(leads(kept), leads(kept)[1:], strict=False):
        assert one.columns != other.columns


def test_the_lead_and_its_changes_are_said_in_two_sentences() -> None:
    kept = plain([5, 0, 0], [0, 5, 0], [0, 3, 0], players=FIVE[:3])
    assert [(lead.hand, lead.columns) for lead in leads(kept)] == [
        (1, ("Amber",)),
        (2, ("Amber", "Betty")),
        (3, ("Betty",)),
    ]
    assert lead_in_words(kept) == (
        "After 3 hands Betty leads with 8. "
        "The lead changed in hand 2 (Amber and Betty, level) and in hand 3 (Betty)."
    )
    assert lead_in_words(plain([5, 0], players=FIVE[:2])) == "After 1 hand Amber leads with 5."
    assert lead_in_words(ledger()) == "No hand yet."


def test_of_many_changes_only_the_last_is_named() -> None:
    hands = [[2, 0] if number % 2 else [0, 2] for number in range(1, 21)]
    kept = plain(*hands, players=["A", "B"])
    assert lead_in_words(kept) == (
        "After 20 hands A and B lead with 20. "
        "The lead changed 19 times, the last time in hand 20 (A and B, level)."
    )


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([], ""),
        ([[1, 1, 1]], ""),
        ([[9, 4, 1]], "A leads by 5"),
        ([[9, 9, 1]], "A and B share the lead"),
        ([[9, 9, 9, 1]], "3 share the lead"),
        ([[9, 4, 1], [0, 6, 0]], "B passes A"),
        ([[9, 4, 1], [0, 0, 4]], "C passes B"),
        # Nobody passes the one with whom they led.
        ([[9, 9, 1, 2], [5, 0, 3, 0]], "A leads by 5"),
        # The best of those whom the best placed of all who went up passed, and everybody else who passed that one.
        ([[9, 4, 1], [0, 0, 30]], "C passes A"),
        ([[9, 4, 1], [0, 9, 30]], "C and B pass A"),
        ([[9, 4, 1, 5], [0, 9, 12, 8]], "3 pass A"),
        # Who draws level passes nobody.
        ([[9, 4, 1], [0, 5, 0]], "A and B share the lead"),
    ],
)
def test_a_hand_is_told_by_who_passes_whom_or_else_by_the_lead(hands: list[list[int]], words: str) -> None:
    assert moment(plain(*hands, players=["A", "B", "C", "D"][: len(hands[0]) if hands else 3])) == words


@MANY
@given(ANY_SHEET)
def test_who_moved_with_the_last_hand_stood_elsewhere_on_the_sheet_without_it(sheet: Sheet) -> None:
    kept = Ledger.of(sheet)
    if len(kept.rows) < 2:
        assert places_moved(kept) == {}
        return
    last = kept.rows[-1]
    without = dict(zip(kept.columns, kept.totals, strict=True))
    after = [row for row in kept.adjusted if row.after == last.number]
    for column, name in enumerate(kept.columns):
        closed = kept.closing[column] if kept.closing else 0
        given = sum(row.points[column] for row in after)
        without[name] -= last.points[column] + given + closed
    sign = -1 if kept.table.game.lowest_wins else 1
    now = {standing.column: standing.place for standing in kept.standings}
    for name, total in without.items():
        before = 1 + sum(sign * other > sign * total for other in without.values())
        assert places_moved(kept).get(name, 0) == before - now[name]
