"""A ledger, an auction and a fault as plain text for a terminal."""

import pytest

from scorer.exports import texts, wording
from scorer.rules.core import ordinal
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet

from ..sheet.files import FIVE, NOBODY, RESULT, SILENT, content, fault, ledger
from .ledgers import OF_GAME, STRANGE, plain


def test_a_score_sheet_is_a_table_with_its_reasons_and_standings() -> None:
    kept = ledger(RESULT, NOBODY, title="Friday", date="2026-11-20", finished=True)
    lines = texts.score(kept).splitlines()
    assert lines[0] == "Friday · Offender · 2026-11-20"
    assert lines[2].split() == ["hand", "dealer", *FIVE]
    own, other = ["+49", "=", "49"], ["+6", "=", "6"]
    assert lines[3].split() == ["1", "Ellie", *own, *other, *own, *other, *other]
    assert len(lines[2]) == len(lines[3]) == len(lines[4])
    assert "1: Amber and Cindy 6♥, took 7" in lines
    assert "   Amber and Cindy: 21 (bid 6, made) + 28 (7 tricks) = 49" in lines
    assert "   Betty, Diana and Ellie: 6 (3 tricks)" in lines
    assert "2: no contract" in lines
    standings = lines[lines.index("Standings") + 1 :][:3]
    assert [line.split() for line in standings] == [
        ["1.", "Amber", "49"],
        ["1.", "Cindy", "49"],
        ["3.", "Betty", "6"],
    ]
    assert lines[-1].endswith("Amber and Cindy won.")


def test_the_note_of_a_hand_stands_behind_it() -> None:
    lines = texts.score(ledger({**RESULT, "note": "claimed"}, {**NOBODY, "note": "conceded"})).splitlines()
    assert "1: Amber and Cindy 6♥, took 7 (claimed)" in lines
    assert "2: no contract (conceded)" in lines


def test_a_column_that_came_later_has_noughts_before() -> None:
    fiona = {
        "contract": "6H",
        "proposer": "Fiona",
        "accepter": "Betty",
        "tricks": 7,
        "players": [*FIVE[:4], "Fiona"],
    }
    first, second = texts.score(ledger(RESULT, fiona)).splitlines()[3:5]
    assert first.split()[-6:] == ["+6", "=", "6", "+0", "=", "0"]
    assert second.split()[-6:] == ["+0", "=", "6", "+49", "=", "49"]


def test_an_auction_says_whose_turn_it_is_and_what_may_be_said() -> None:
    said = ["Amber: 9S", "Betty: accept"]
    assert texts.auction(ledger({"calls": said})).splitlines() == [
        "Betty to speak (bidding).",
        "So far: 9♠, Amber with Betty.",
        "Legal: no proposal, 10♣, 10♦, 10♥, 10♠.",
    ]
    answering = texts.auction(ledger({"calls": ["Amber: 9S"]})).splitlines()
    assert answering == [
        "Betty to speak (acceptance).",
        "So far: no proposal was accepted.",
        "Legal: accept, reject.",
    ]


def test_an_auction_that_is_over_says_so() -> None:
    over = texts.auction(ledger({"calls": ["Amber: 10S", "Betty: accept"]}))
    assert over == "The bidding is over: 10♠, Amber with Betty."
    assert texts.auction(ledger({"calls": SILENT})) == "The bidding is over: no proposal was accepted."
    assert texts.auction(ledger(RESULT, finished=True)).startswith("The sheet has ended")


def said_of(sheet: bytes) -> str:
    found = fault(sheet)
    assert found
    return texts.error(found)


def test_a_broken_rule_is_told_with_its_place_its_facts_and_its_law() -> None:
    told = said_of(content(RESULT, RESULT, {**RESULT, "tricks": 11})).splitlines()
    assert told[0] == "A rule is broken in hand 3: The offense cannot have taken 11 of 10 tricks."
    assert told[1].startswith("Tricks of the hand: Offense and defense together take all the tricks")
    assert "hand 1, call 1:" in said_of(content({"calls": ["Betty: 3H"]}))


def test_a_malformed_file_is_told_with_its_place() -> None:
    told = said_of(content(RESULT, {**RESULT, "tricks": "7"}))
    assert told.startswith("Not a score sheet: ")
    assert told.endswith("(at $.hands[1].tricks).")


@pytest.mark.parametrize("control", ["\x1b[2J", "\x1b]0;x\x07", "\x9b", "\u202e", "\n", "\r", "\x00"])
def test_what_comes_from_outside_cannot_command_the_terminal(control: str) -> None:
    named = {"title": f"T{control}", "players": [f"A{control}B", *FIVE[1:]]}
    sheet, auction = texts.score(ledger(NOBODY, **named)), texts.auction(ledger(**named))
    assert sheet.count("\n") == texts.score(ledger(NOBODY, title="T")).count("\n")
    assert auction.count("\n") == texts.auction(ledger()).count("\n")
    for told in (sheet, auction, said_of(content(**{f"x{control}": 1}))):
        assert [c for c in told.replace("\n", "") if not c.isprintable()] == []


def test_payments_stand_below_the_standings_in_both_texts_and_add_up_to_nothing() -> None:
    hand = {"bids": {"A": 1, "B": 0, "C": 0}, "tricks": {"A": 1, "B": 0, "C": 0}}
    sheet = Sheet(
        "oh-hell", ("A", "B", "C"), "C", {"hand_sizes": [1], "stake": "1", "hook": False}, hands=(Hand(hand),)
    )
    # 11, 10 and 10: a third of a point from the average, and two thirds.
    assert "Payments\n  A  +0.67\n  B  -0.33\n  C  -0.34\n" in texts.score(Ledger.of(sheet))
    assert "\n\nPayments\nA: +0.67\nB: −0.33\nC: −0.34\n" in texts.summary(Ledger.of(sheet))


def test_marks_of_where_a_line_may_break_are_left_out() -> None:
    assert texts.printable(["Wal\u2060ter\u00ad, An\u200bna", "a\u202eb"]) == "Walter, Anna\na\ufffdb"


def test_a_summary_says_what_was_played_how_it_stands_and_who_won() -> None:
    known = ledger(RESULT, NOBODY, title="Friday", date="2026-11-20", finished=True)
    assert texts.summary(known).splitlines() == [
        "Friday",
        "Offender · 20 Nov 2026 · 2 hands",
        "",
        "=1st Amber: 49",
        "=1st Cindy: 49",
        "=3rd Betty: 6",
        "=3rd Diana: 6",
        "=3rd Ellie: 6",
        "",
        "Amber and Cindy won.",
    ]


def test_a_sheet_that_goes_on_says_after_which_hand_it_stands_so() -> None:
    assert texts.summary(ledger(RESULT)).splitlines()[0] == "Offender · after 1 hand"
    assert texts.summary(ledger()).splitlines() == [
        *("Offender · no hand yet", ""),
        *(f"{name}: 0" for name in ("Amber", "Betty", "Cindy", "Diana", "Ellie")),
    ]


@pytest.mark.parametrize("game", OF_GAME)
def test_every_standing_is_in_both_texts_in_every_game(game: str) -> None:
    for known in (one for one in OF_GAME[game] if one.sheet.players != STRANGE):
        short, whole = texts.summary(known), texts.whole(known)
        for standing in known.standings:
            total = f"{standing.total}".replace("-", "−")
            assert f"{standing.column}: {total}\n" in f"{short}\n"
            assert not known.rows or f"{ordinal(standing.place)} {standing.column}: " in short
            assert f"  {standing.place}. {standing.column}  {standing.total}" in whole


def test_the_columns_of_the_whole_sheet_stand_below_each_other_in_a_fence() -> None:
    lines = texts.whole(plain([-3, *[12] * 11], [1] * 12)).splitlines()
    assert (lines[0], lines[-1]) == ("```", "```")
    assert [line for line in lines[1:-1] if "```" in line] == []
    head, first, second = lines[3:6]
    assert {wording.cells(line) for line in (head, first, second)} == {wording.cells(head)}
    assert (first.split()[:3], second.split()[:3]) == (["1", "-3", "12"], ["2", "-2", "13"])
    assert "安娜安…" in head


def test_winners_who_ended_the_game_by_what_they_did_are_named_once() -> None:
    won = plain([50, 3], players=["Ann", "Bo"], options={"target": 50})
    assert wording.won(won) == "Ann wins: they reached 50."
    assert texts.summary(won).splitlines()[-1] == "Ann won: they reached 50."
    assert texts.score(won).splitlines()[-1] == "The end: Ann reached 50."
    # Both reached it, and one has won.
    beaten = plain([50, 53], players=["Ann", "Bo"], options={"target": 50})
    assert wording.won(beaten) == "Bo wins: Ann and Bo reached 50."
    assert texts.score(beaten).splitlines()[-1] == "The end: Ann and Bo reached 50. Bo won."


def test_names_that_run_from_right_to_left_leave_the_numbers_where_they_are() -> None:
    known = plain([1] * 12, adjustments=[{"after": 1, "points": {"ליאור": 10, "-2": -5}}])
    told = texts.summary(known).splitlines()
    assert "1st \u2068ליאור\u2069: 11" in told
    assert "=2nd =1+1: 1" in told
    assert "Adjusted after hand 1: \u2068ליאור\u2069 +10, -2 −5" in told
    assert "Adjusted after hand 1: \u2068ליאור\u2069 +10, -2 −5" in texts.whole(known)
    assert wording.isolated("דוד כהן 2 and محمد’s “x”") == "\u2068דוד כהן\u2069 2 and \u2068محمد\u2069’s “x”"


@pytest.mark.parametrize("control", ["\n", "\r", "\x1b", "\u202e", "\u2066"])
def test_what_comes_from_outside_breaks_no_line_and_turns_no_direction(control: str) -> None:
    known = plain(players=[f"A{control}B", "C"], title=f"T{control}1", finished=True)
    assert texts.summary(known).splitlines() == [
        *("T 1", "Any other game · 0 hands", "", "A B: 0", "C: 0", ""),
        "A B and C won.",
    ]


def test_names_are_shortened_to_their_room_and_told_apart_by_their_ends() -> None:
    assert wording.shortened("Maximiliana", 7, wording.cells) == "Maximi…"
    assert wording.shortened("Amber", 5, wording.cells) == "Amber"
    assert wording.shortened("安娜安娜", 6, wording.cells) == "安娜…"
    # Never within what is seen as one character: a family, a skin, a flag, a letter with its mark.
    for one in ("👩‍👧‍👦", "👍🏽", "🇨🇭", "e\u0301"):
        for width in range(1, 12):
            short = wording.shortened(f"Zo{one}{one}ra and all", width, wording.cells)
            assert short in {f"{'Zo'[:at]}…" for at in range(3)} | {
                f"Zo{one * times}{'ra and'[:at]}…" for times in (1, 2) for at in range(7) if times == 2 or not at
            }, (short, width)
        assert wording.distinct([f"Anna of Troy {one}", f"Anna of Troy x{one}"], 9, len)[0].endswith(f"y {one}")
    assert wording.distinct(["Anna of Troy I", "Anna of Troy J", "Zoe"], 9, wording.cells) == [
        *("Anna…y I", "Anna…y J", "Zoe")
    ]


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "👩\u200d👩\u200d👧", "\U0001f3f4\U000e0067\U000e0062\U000e007f"]
)
def test_a_name_whose_letters_are_joined_or_kept_apart_stays_whole(name: str) -> None:
    whole = texts.whole(plain([1, 2], players=[name, "Bo"]))
    assert wording.isolated(f"  2. {name}  1") in whole
    assert "\ufffd" not in whole


def test_two_sides_have_room_for_their_names_in_the_whole_text() -> None:
    [known, *_] = (known for known in OF_GAME["spades"] if known.columns == ("North & South", "East & West"))
    assert texts.whole(known).splitlines()[3].strip() == "North & South  East & West"


def test_the_end_of_a_sheet_is_told_where_it_pays_and_only_there() -> None:
    closed = [known for known in OF_GAME["ten-bridge"] if known.sheet.finished]
    paid = {any(known.closing or ()): texts.whole(known) for known in closed}
    assert "The end of the sheet\n   " in paid[True]
    assert "The end of the sheet" not in paid[False]


@pytest.mark.parametrize(
    ("letter", "width"), [("a", 0.63), ("A", 0.75), ("W", 1.0), ("i", 0.42), ("安", 1.24), ("\u0301", 0)]
)
def test_a_letter_is_as_wide_as_its_kind(letter: str, width: float) -> None:
    assert wording.ems(letter) == width
