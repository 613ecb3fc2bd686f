"""A ledger, an auction and a fault as plain text for a terminal."""

import pytest

from scorer.exports import terminal
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import Hand, Sheet

from ..sheet.files import FIVE, NOBODY, RESULT, SILENT, content, fault, ledger


def test_a_score_sheet_is_a_table_with_its_reasons_and_standings() -> None:
    kept = ledger(RESULT, NOBODY, title="Friday", date="2026-11-20", finished=True)
    lines = terminal.score(kept).splitlines()
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
    lines = terminal.score(ledger({**RESULT, "note": "claimed"}, {**NOBODY, "note": "conceded"})).splitlines()
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
    first, second = terminal.score(ledger(RESULT, fiona)).splitlines()[3:5]
    assert first.split()[-6:] == ["+6", "=", "6", "+0", "=", "0"]
    assert second.split()[-6:] == ["+0", "=", "6", "+49", "=", "49"]


def test_points_settled_with_decimals_add_up_to_whole_ones() -> None:
    half = {"points": dict.fromkeys(FIVE, 0.5)}
    lines = terminal.score(ledger(half, half)).splitlines()
    assert "  1. Amber  1" in lines


def test_an_auction_says_whose_turn_it_is_and_what_may_be_said() -> None:
    said = ["Amber: 9S", "Betty: accept"]
    assert terminal.auction(ledger({"calls": said})).splitlines() == [
        "Betty to speak (bidding).",
        "So far: 9♠, Amber with Betty.",
        "Legal: no proposal, 10♣, 10♦, 10♥, 10♠.",
    ]
    answering = terminal.auction(ledger({"calls": ["Amber: 9S"]})).splitlines()
    assert answering == [
        "Betty to speak (acceptance).",
        "So far: no proposal was accepted.",
        "Legal: accept, reject.",
    ]


def test_an_auction_that_is_over_says_so() -> None:
    over = terminal.auction(ledger({"calls": ["Amber: 10S", "Betty: accept"]}))
    assert over == "The bidding is over: 10♠, Amber with Betty."
    assert terminal.auction(ledger({"calls": SILENT})) == "The bidding is over: no proposal was accepted."
    assert terminal.auction(ledger(RESULT, finished=True)).startswith("The sheet has ended")


def said_of(sheet: bytes) -> str:
    found = fault(sheet)
    assert found
    return terminal.error(found)


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
    sheet, auction = terminal.score(ledger(NOBODY, **named)), terminal.auction(ledger(**named))
    assert sheet.count("\n") == terminal.score(ledger(NOBODY, title="T")).count("\n")
    assert auction.count("\n") == terminal.auction(ledger()).count("\n")
    for told in (sheet, auction, said_of(content(**{f"x{control}": 1}))):
        assert [c for c in told.replace("\n", "") if not c.isprintable()] == []


def test_payments_stand_below_the_standings_and_add_up_to_nothing() -> None:
    hand = {"bids": {"A": 1, "B": 0, "C": 0}, "tricks": {"A": 1, "B": 0, "C": 0}}
    sheet = Sheet(
        "oh-hell", ("A", "B", "C"), "C", {"hand_sizes": [1], "stake": "1", "hook": False}, hands=(Hand(hand),)
    )
    # 11, 10 and 10: a third of a point from the average, and two thirds.
    assert "Payments\n  A  +0.67\n  B  -0.33\n  C  -0.34\n" in terminal.score(Ledger.of(sheet))


def test_marks_of_where_a_line_may_break_are_left_out() -> None:
    assert terminal.printable(["Wal\u2060ter\u00ad, An\u200bna", "a\u202eb"]) == "Walter, Anna\na\ufffdb"
