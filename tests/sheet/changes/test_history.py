"""Every act in words, and what it moved."""

from collections.abc import Callable
from typing import Any

import pytest

from scorer.sheet.changes.history import WORDS, Consequence, HistoryLine, Move, as_spoken, compare, lead, named
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import EntryKind
from scorer.web import commands

from ..evening import FOR_AMBER, FOR_ELLIE, SET, SILENCE, SIX, SPOKEN, SWAPPED, Evening
from ..files import FIVE, NOBODY, RESULT, ledger

AMBER, BETTY, CINDY, DIANA, ELLIE = FIVE
SEVEN = {**SET, "tricks": 7}
FIRST = "hand 1, Amber and Cindy 6♥, took 7"
ANOTHER = "hand 1, contract 6♥ → 7♠, proposer Amber → Betty, accepter Cindy → Ellie"
"""RESULT, which every evening here begins with."""


def last(evening: Evening) -> HistoryLine:
    return evening.history.line(evening.entries[-1])


def words(told: HistoryLine) -> str:
    return f"{told.verb}: {told.what}"


def moves(told: HistoryLine) -> dict[str, Any]:
    return {move.column: (move.old, move.new) for move in told.moves}


def test_every_kind_of_entry_has_its_verb() -> None:
    assert set(WORDS) == set(EntryKind)
    assert len({verb for verb, _ in WORDS.values()}) == len(WORDS)


DONE: list[tuple[Callable[[Evening], Any], str]] = [
    (lambda evening: evening.record(SET), "Recorded: hand 2, Betty and Ellie 7♠, took 6"),
    (lambda evening: evening.call(*[*SILENCE[1:], SILENCE[0]]), "Recorded: hand 2, no contract"),
    (lambda evening: evening.call("Betty: 3H"), "Called: the call “Betty: 3♥”"),
    (lambda evening: evening.amend(1, SEVEN), f"Changed: {ANOTHER}"),
    (lambda evening: evening.strike(1), f"Deleted: {FIRST}"),
    (
        lambda evening: evening.seat(1, FOR_ELLIE, BETTY),
        "Seated: from hand 1 on: Amber, Betty, Cindy, Diana and Fiona; Betty deals",
    ),
    (
        lambda evening: evening.seat(None, SIX, AMBER),
        "Seated: from hand 2 on: Amber, Betty, Cindy, Diana, Ellie and Fiona; Amber deals",
    ),
    (
        lambda evening: evening.seat(None, FOR_AMBER, BETTY, "Fiona"),
        "Seated: from hand 2 on: Fiona, Betty, Cindy, Diana and Ellie; Betty deals; Fiona takes over from Amber",
    ),
    (
        lambda evening: evening.rules(no_trump=True, tricks=9),
        "House rules: from hand 2 on, no-trump yes, tricks in a hand 9",
    ),
    (
        lambda evening: evening.rules(speaks_next="left of accepter", whole=True),
        "House rules: for the whole sheet, who speaks next left of accepter",
    ),
    (
        lambda evening: (evening.rules(no_trump=True), evening.rules(no_trump=False)),
        "House rules: from hand 2 on, no-trump no",
    ),
    (
        lambda evening: (evening.rules(tricks=9), evening.rules(tricks=None)),
        "House rules: from hand 2 on, tricks in a hand from the number of players",
    ),
    (
        lambda evening: (evening.rules(tricks=9), evening.record(RESULT), evening.rules(whole=True)),
        "House rules: for the whole sheet, as they are",
    ),
    (lambda evening: evening.rename(Amber="Ann", Betty="Beth"), "Renamed: Amber to Ann, Betty to Beth"),
    (lambda evening: evening.act(commands.entitle("Friday", "2026-11-20")), "Titled: “Friday”, 2026-11-20"),
    (lambda evening: evening.act(commands.entitle("", "2026-11-20")), "Titled: 2026-11-20"),
    (lambda evening: evening.finish(), "Finished: the sheet"),
    (lambda evening: (evening.finish(), evening.reopen()), "Reopened: the sheet"),
    (lambda evening: evening.undo(), f"Undone: {FIRST}"),
    (
        lambda evening: (evening.amend(1, SEVEN), evening.undo()),
        f"Undone: the change of {ANOTHER}",
    ),
    (lambda evening: (evening.finish(), evening.undo()), "Undone: the end of the sheet"),
    (
        lambda evening: (evening.record(SET), evening.strike(1), evening.undo(1)),
        f"Undone: 3 entries, from {FIRST} to the deletion of {FIRST}",
    ),
    (lambda evening: (evening.undo(), evening.redo()), f"Redone: {FIRST}"),
    (
        lambda evening: (evening.record(SET), evening.undo(), evening.undo(), evening.redo(), evening.redo()),
        "Redone: hand 2, Betty and Ellie 7♠, took 6",
    ),
]
"""What was done, and how the history tells it."""


@pytest.mark.parametrize(("done", "told"), DONE, ids=[told for _, told in DONE])
def test_every_act_is_told_in_words(done: Callable[[Evening], Any], told: str) -> None:
    evening = Evening(RESULT)
    done(evening)
    assert words(last(evening)) == told


def test_the_start_is_told_with_who_sits_where_and_who_deals() -> None:
    assert words(last(Evening())) == "Started: Amber, Betty, Cindy, Diana and Ellie; Ellie deals first"


def test_what_was_told_stays_so_whatever_comes_after() -> None:
    evening = Evening(RESULT, SET)
    evening.amend(2, SEVEN)
    before = [words(evening.history.line(entry)) for entry in evening.entries]
    evening.strike(1)
    evening.rename(Amber="Ann", Betty="Beth")
    evening.undo(1)
    history = evening.history
    assert [words(history.line(entry)) for entry in evening.entries][: len(before)] == before


def test_an_amendment_tells_the_old_value_the_reason_and_the_points_of_that_hand() -> None:
    evening = Evening(RESULT, SET)
    evening.amend(1, {**RESULT, "tricks": 5}, "miscounted")
    told = last(evening)
    assert (told.what, told.was, told.reason) == ("hand 1, tricks 7 → 5, bid made → set", "", "miscounted")
    # 5 of 10 tricks, 6 bid: 15, and 15 + 21 = 36.
    assert moves(told) == {AMBER: (49, 15), BETTY: (6, 36), CINDY: (49, 15), DIANA: (6, 36), ELLIE: (6, 36)}


def test_a_call_moves_nothing_and_a_redone_hand_brings_its_points_back() -> None:
    evening = Evening(RESULT, SET)
    evening.undo()
    evening.redo()
    assert moves(last(evening)) == {
        AMBER: (49, 87),
        BETTY: (6, 27),
        CINDY: (49, 87),
        DIANA: (6, 44),
        ELLIE: (6, 27),
    }
    assert last(evening).was == ""
    evening.call("Cindy: 3H")
    assert moves(last(evening)) == {}


def test_what_was_taken_back_stands_no_more_until_it_is_redone() -> None:
    evening = Evening(RESULT, SET)
    evening.undo()

    def standing() -> list[bool]:
        return [evening.history.line(entry).stands for entry in evening.entries]

    assert standing() == [True, True, False, True]
    evening.redo()
    assert standing() == [True, True, True, True, True]


def test_everything_that_happened_to_a_hand_is_told_the_latest_first() -> None:
    evening = Evening(RESULT, SET)
    evening.amend(1, SEVEN)
    evening.record(SET)
    evening.undo()
    evening.redo()
    evening.amend(2, SEVEN)
    evening.seat(2, FOR_ELLIE, AMBER)
    evening.strike(1, "played twice")
    evening.undo(7)
    verbs = [[told.verb for told in evening.history.of_hand(entry)] for entry in (2, 3, 5)]
    assert verbs == [
        ["Undone", "Deleted", "Changed", "Recorded"],
        ["Undone", "Seated", "Changed", "Recorded"],
        ["Undone", "Seated", "Redone", "Undone", "Recorded"],
    ]


def test_a_hand_that_a_seating_has_settled_begins_with_that_seating() -> None:
    evening = Evening(RESULT)
    evening.seat(None, FOR_AMBER, BETTY, "Fiona")
    evening.strike(2)
    assert [told.verb for told in evening.history.of_hand(3)] == ["Deleted", "Seated"]


def test_the_latest_entries_are_told_so_many_at_a_time() -> None:
    evening = Evening(RESULT, SET, NOBODY)
    pages = [
        [told.entry.number for told in evening.history.latest(*snapshot)]
        for snapshot in ((5, 2), (3, 2), (5, 9), (1, 2))
    ]
    assert pages == [[4, 3], [2, 1], [4, 3, 2, 1], []]


def test_the_ledger_after_any_entry_is_that_of_the_sheet_as_it_stood_then() -> None:
    evening = Evening()
    ledgers = [evening.ledger, evening.record(RESULT), evening.amend(1, SEVEN), evening.undo(), evening.strike(1)]
    history = evening.history
    for number in (3, 1, 5, 2, 4):
        assert history.ledger(number).totals == ledgers[number - 1].totals
        assert history.ledger(number).sheet == ledgers[number - 1].sheet


def test_a_row_and_a_call_by_their_names() -> None:
    assert named(Evening(RESULT).row(1)) == FIRST
    assert [as_spoken(call) for call in ("Amber: 10S", "Mary: Ann: 3NT", "Betty: no proposal")] == [
        "Amber: 10♠",
        "Mary: Ann: 3 NT",
        "Betty: no proposal",
    ]


Moved = dict[str, tuple[int, int]]
CORRECTIONS: dict[str, tuple[Callable[[Evening], Ledger], dict[int, Moved], Moved]] = {
    "an amended hand moves its points and the totals by as much": (
        lambda evening: evening.amend(2, {**SET, "tricks": 7}),
        {2: {AMBER: (38, 6), BETTY: (21, 56), CINDY: (38, 6), DIANA: (38, 6), ELLIE: (21, 56)}},
        {AMBER: (136, 104), BETTY: (33, 68), CINDY: (136, 104), DIANA: (50, 18), ELLIE: (33, 68)},
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
