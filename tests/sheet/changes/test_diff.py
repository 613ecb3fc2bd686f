"""What a correction moves, told before it is made: points of hands, totals, who leads then, calls that go."""

from collections.abc import Callable
from typing import Any

import pytest

from scorer.sheet.changes.history import Consequence, Move, compare, lead
from scorer.sheet.core.ledger import Ledger

from ..evening import FOR_ELLIE, SET, SPOKEN, SWAPPED, Evening
from ..files import FIVE, NOBODY, RESULT, ledger

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE

Moved = dict[str, tuple[int, int]]
CORRECTIONS: dict[str, tuple[Callable[[Evening], Ledger], dict[int, Moved], Moved]] = {
    "an amended hand moves its points and the totals by as much": (
        lambda evening: evening.amend(2, {**SET, "tricks": 7}),
        {2: {AMBER: (38, 6), BETTY: (21, 56), CINDY: (38, 6), DIANA: (38, 6), ELLIE: (21, 56)}},
        {AMBER: (136, 104), BETTY: (33, 68), CINDY: (136, 104), DIANA: (50, 18), ELLIE: (33, 68)},
    ),
    "a hand amended to none moves all its points": (
        lambda evening: evening.amend(1, NOBODY),
        {1: {AMBER: (49, 0), BETTY: (6, 0), CINDY: (49, 0), DIANA: (6, 0), ELLIE: (6, 0)}},
        {AMBER: (136, 87), BETTY: (33, 27), CINDY: (136, 87), DIANA: (50, 44), ELLIE: (33, 27)},
    ),
    "a hand amended to what it was moves nothing": (lambda evening: evening.amend(2, SET), {}, {}),
    "another offender moves what the two players have": (
        lambda evening: evening.amend(1, {**RESULT, "accepter": DIANA}),
        {1: {CINDY: (49, 6), DIANA: (6, 49)}},
        {CINDY: (136, 93), DIANA: (50, 93)},
    ),
    "a struck hand moves the totals and no other hand": (
        lambda evening: evening.strike(2),
        {},
        {AMBER: (136, 98), BETTY: (33, 12), CINDY: (136, 98), DIANA: (50, 12), ELLIE: (33, 12)},
    ),
    "a new hand moves the totals": (
        lambda evening: evening.record(SET),
        {},
        {AMBER: (136, 174), BETTY: (33, 54), CINDY: (136, 174), DIANA: (50, 88), ELLIE: (33, 54)},
    ),
    "house rules of the whole sheet move every hand that they touch": (
        lambda evening: evening.rules(tricks=9, whole=True),
        {
            1: {BETTY: (6, 3), DIANA: (6, 3), ELLIE: (6, 3)},
            2: {AMBER: (38, 34), CINDY: (38, 34), DIANA: (38, 34)},
            3: {BETTY: (6, 3), DIANA: (6, 3), ELLIE: (6, 3)},
        },
        {AMBER: (136, 132), BETTY: (33, 27), CINDY: (136, 132), DIANA: (50, 40), ELLIE: (33, 27)},
    ),
    "a substitution takes from whoever did not play": (
        lambda evening: evening.seat(2, FOR_ELLIE, AMBER),
        {2: {ELLIE: (21, 0)}, 3: {ELLIE: (6, 0)}},
        {ELLIE: (33, 6)},
    ),
    "house rules of the next hand move nothing": (lambda evening: evening.rules(tricks=9), {}, {}),
    "another dealer moves nothing": (lambda evening: evening.seat(1, FIVE, BETTY), {}, {}),
    "another name moves nothing": (lambda evening: evening.rename(Amber="Ann"), {}, {}),
}


def moved(moves: tuple[Move, ...]) -> dict[str, Any]:
    return {move.column: (move.old, move.new) for move in moves}


def consequence(evening: Evening, correct: Callable[[Evening], Ledger]) -> Consequence:
    return compare(evening.ledger, correct(evening))


@pytest.mark.parametrize("case", CORRECTIONS)
def test_what_moves(case: str) -> None:
    correct, hands, totals = CORRECTIONS[case]
    known = consequence(Evening(RESULT, SET, RESULT), correct)
    assert {number: moved(moves) for number, moves in known.hands} == hands
    assert moved(known.totals) == totals
    assert known.calls_dropped == ()


def test_a_hand_is_told_by_its_new_number() -> None:
    evening = Evening(RESULT, SET)
    evening.strike(1)
    evening.amend(1, {**SET, "tricks": 7})
    known = consequence(evening, lambda evening: evening.undo(down_to=3))
    assert [(number, moved(moves)[BETTY]) for number, moves in known.hands] == [(2, (56, 21))]


def test_two_spellings_that_become_one_move_the_total_of_the_name_that_stays() -> None:
    evening = Evening(RESULT, {**RESULT, "players": [AMBER, "Bety", CINDY, DIANA, ELLIE]})
    known = consequence(evening, lambda evening: evening.rename(Bety="Betty"))
    assert moved(known.totals) == {BETTY: (6, 12)}


def test_who_leads_after_the_correction_is_told() -> None:
    known = consequence(Evening(SET, RESULT), lambda evening: evening.amend(1, {**SET, "tricks": 9}))
    # 28 + 45 = 73 for Betty and Ellie, with 6 from the other hand; 1 trick for the others, with 49 and 6.
    assert known.lead == "Betty and Ellie share the lead."


def test_the_hands_that_lose_their_calls_are_told() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FIVE, ELLIE)
    evening.call(*SPOKEN)
    evening.record(RESULT)
    evening.seat(None, FIVE, ELLIE)
    evening.call("Amber: 6H", "Betty: reject")
    for correct, dropped in (
        (lambda evening: evening.seat(2, SWAPPED, ELLIE), (2, 3)),
        (lambda evening: evening.seat(None, SWAPPED, ELLIE), (3,)),
        (lambda evening: evening.amend(2, {**RESULT, "accepter": DIANA}), (2,)),
        (lambda evening: evening.amend(2, {**RESULT, "tricks": 6}), ()),
        (lambda evening: evening.rename(Amber="Ann"), ()),
        (lambda evening: evening.strike(2), ()),
    ):
        assert consequence(evening, correct).calls_dropped == dropped
        evening.undo()


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((9, 5, 3, 3, 3), "Amber leads Betty by 4."),
        ((3, 3, 9, 1, 1), "Cindy leads Amber and Betty by 6."),
        ((-7, -2, -7, -7, -7), "Betty leads Amber, Cindy, Diana and Ellie by 5."),
        ((5, 9, 9, 0, 9), "Betty, Cindy and Ellie share the lead."),
        ((4, 4, 4, 4, 4), "All are level."),
        ((0.5, 0, 0, 0, 0.25), "Amber leads Ellie by 0.25."),
    ],
)
def test_who_leads_whom_by_how_much(points: tuple[float, ...], sentence: str) -> None:
    assert lead(ledger({"points": dict(zip(FIVE, points, strict=True))})) == sentence


def test_nobody_leads_before_the_first_hand() -> None:
    assert lead(ledger()) == ""
    assert lead(ledger({"calls": ["Amber: 3H"]})) == ""
