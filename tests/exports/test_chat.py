"""The sheet as text for a chat: short, and whole in columns."""

from dataclasses import replace

import pytest

from scorer.exports import chat, wording
from scorer.rules.core import ordinal
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet

from ..sheet.files import NOBODY, RESULT, ledger
from .ledgers import OF_GAME, STRANGE, plain


def test_a_summary_says_what_was_played_how_it_stands_and_who_won() -> None:
    known = ledger(RESULT, NOBODY, title="Friday", date="2026-11-20", finished=True)
    assert chat.summary(known, "K7QF-2M9D").splitlines() == [
        "Friday",
        "Offender · 20 Nov 2026 · 2 hands",
        "",
        "=1st Amber: 49",
        "=1st Cindy: 49",
        "=3rd Betty: 6",
        "=3rd Diana: 6",
        "=3rd Ellie: 6",
        "",
        "Amber and Cindy won: the table ended the game.",
        "",
        "Fingerprint K7QF-2M9D",
    ]


def test_a_sheet_that_goes_on_says_after_which_hand_it_stands_so() -> None:
    assert chat.summary(ledger(RESULT)).splitlines()[0] == "Offender · after 1 hand"
    assert chat.summary(ledger()).splitlines() == [
        *("Offender · no hand yet", ""),
        *(f"{name}: 0" for name in ("Amber", "Betty", "Cindy", "Diana", "Ellie")),
    ]


def test_payments_are_told_where_something_is_at_stake() -> None:
    hand = {"bids": {"A": 1, "B": 0, "C": 0}, "tricks": {"A": 1, "B": 0, "C": 0}}
    options = {"hand_sizes": [1], "stake": "1", "hook": False}
    known = Ledger.of(Sheet("oh-hell", ("A", "B", "C"), "C", options, hands=(Hand(hand),)))
    assert "\n\nPayments\nA: +0.67\nB: −0.33\nC: −0.34\n" in chat.summary(known)


@pytest.mark.parametrize("game", OF_GAME)
def test_every_standing_is_in_both_texts_in_every_game(game: str) -> None:
    for known in (one for one in OF_GAME[game] if one.sheet.players != STRANGE):
        short, whole = chat.summary(known), chat.whole(known)
        for standing in known.standings:
            total = f"{standing.total}".replace("-", "−")
            assert f"{standing.column}: {total}\n" in f"{short}\n"
            assert not known.rows or f"{ordinal(standing.place)} {standing.column}: " in short
            assert f"  {standing.place}. {standing.column}  {standing.total}" in whole


def test_the_columns_of_the_whole_sheet_stand_below_each_other_in_a_fence() -> None:
    lines = chat.whole(plain([-3, *[12] * 11], [1] * 12)).splitlines()
    assert (lines[0], lines[-1]) == ("```", "```")
    assert [line for line in lines[1:-1] if "```" in line] == []
    head, first, second = lines[3:6]
    assert {wording.cells(line) for line in (head, first, second)} == {wording.cells(head)}
    assert (first.split()[:3], second.split()[:3]) == (["1", "-3", "12"], ["2", "-2", "13"])
    assert "安娜安…" in head


def test_a_table_in_markdown_has_the_running_totals_and_no_name_means_anything_in_it() -> None:
    assert chat.markdown(plain([-3, 12], [1, 1], players=["A|b*", "Bo"])).splitlines() == [
        *(r"| hand | A\|b\* | Bo |", "| ---: | ---: | ---: |"),
        *("| 1 | −3 | 12 |", "| 2 | −2 | 13 |"),
    ]
    late = plain([1, 2], players=["A", "Bo"])
    joined = replace(
        late.sheet, hands=(*late.sheet.hands, Hand({"players": ["A", "Cy"], "points": {"A": 1, "Cy": 5}}))
    )
    assert chat.markdown(Ledger.of(joined)).splitlines()[-2:] == ["| 1 | 1 | 2 |  |", "| 2 | 2 | 2 | 5 |"]


def test_names_that_run_from_right_to_left_leave_the_numbers_where_they_are() -> None:
    told = chat.summary(plain([1] * 12)).splitlines()
    assert "=1st \u2068ליאור\u2069: 1" in told
    assert "=1st =1+1: 1" in told


@pytest.mark.parametrize("control", ["\n", "\r", "\x1b", "\u202e", "\u2066"])
def test_what_comes_from_outside_breaks_no_line_and_turns_no_direction(control: str) -> None:
    known = plain(players=[f"A{control}B", "C"], title=f"T{control}1", finished=True)
    assert chat.summary(known).splitlines() == [
        *("T 1", "Any other game · 0 hands", "", "A B: 0", "C: 0", ""),
        "A B and C won: the table ended the game.",
    ]


def test_names_are_shortened_to_their_room_and_told_apart_by_their_ends() -> None:
    assert wording.shortened("Maximiliana", 7, wording.cells) == "Maximi…"
    assert wording.shortened("Amber", 5, wording.cells) == "Amber"
    assert wording.shortened("安娜安娜", 6, wording.cells) == "安娜…"
    assert wording.distinct(["Anna of Troy I", "Anna of Troy J", "Zoe"], 9, wording.cells) == [
        *("Anna…y I", "Anna…y J", "Zoe")
    ]


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "👩\u200d👩\u200d👧", "\U0001f3f4\U000e0067\U000e0062\U000e007f"]
)
def test_a_name_whose_letters_are_joined_or_kept_apart_stays_whole(name: str) -> None:
    whole = chat.whole(plain([1, 2], players=[name, "Bo"]))
    assert f"  2. {name}  1" in whole
    assert "\ufffd" not in whole


def test_two_sides_have_room_for_their_names_in_the_whole_text() -> None:
    [known, *_] = (known for known in OF_GAME["spades"] if known.columns == ("North & South", "East & West"))
    assert chat.whole(known).splitlines()[3].strip() == "North & South  East & West"


def test_the_end_of_a_sheet_is_told_where_it_pays_and_only_there() -> None:
    closed = [known for known in OF_GAME["ten-bridge"] if known.sheet.finished]
    paid = {any(known.closing or ()): chat.whole(known) for known in closed}
    assert "The end of the sheet\n   " in paid[True]
    assert "The end of the sheet" not in paid[False]


@pytest.mark.parametrize(
    ("letter", "width"), [("a", 0.63), ("A", 0.75), ("W", 1.0), ("i", 0.42), ("安", 1.24), ("\u0301", 0)]
)
def test_a_letter_is_as_wide_as_its_kind(letter: str, width: float) -> None:
    assert wording.ems(letter) == width
