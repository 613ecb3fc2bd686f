"""How long a game goes on: the agreed length, and how far it is."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorer.rules.options import Length, Options
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger, last_hand, progress
from scorer.sheet.core.sheet import Hand, Sheet
from scorer.sheet.sheet_file import load, write

from ..files import FIVE, NOBODY, RESULT, SheetFiles, broken, content, ledger, place

TWO = {"length": {"hands": 2}}
BEGAN = datetime(2026, 11, 20, 19, tzinfo=UTC)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_it_as_its_last_house_rule(game: str) -> None:
    length = GAMES[game].options_type.described()[-1]
    assert (length.name, length.default) == ("length", None)
    assert length.in_words(None) == "as long as you like"
    assert length.in_words({"hands": 1}) == "1 hand"
    assert length.in_words({"minutes": 90}) == "90 minutes"


def test_the_sheet_ends_with_the_last_hand_and_the_best_total_has_won() -> None:
    sheet = ledger(RESULT, RESULT, options=TWO)
    assert sheet.over
    assert sheet.ending
    assert sheet.ending.reason == "the agreed length of 2 hands is played"
    assert sheet.winners == ("Amber", "Cindy")
    assert not ledger(RESULT, options=TWO).over
    assert broken(RESULT, RESULT, RESULT, options=TWO) == (3, None, "Closed sheet")


def test_hands_that_nobody_bid_do_not_count_and_settled_ones_do() -> None:
    settled = {"points": dict.fromkeys(FIVE, 5)}
    assert not ledger(RESULT, NOBODY, NOBODY, options=TWO).over
    assert ledger(RESULT, NOBODY, settled, options=TWO).over


def test_the_lowest_total_wins_where_the_game_is_won_so() -> None:
    plain = SheetFiles({"game": "plain", "players": ["Amber", "Betty"], "options": {"wins": "lowest", **TWO}})
    ended = plain.ledger({"points": {"Amber": 5, "Betty": 7}}, {"points": {"Amber": 0, "Betty": 0}})
    assert ended.winners == ("Amber",)


def test_in_pirate_bridge_no_new_rubber_begins_after_it() -> None:
    pirates = SheetFiles({"game": "pirate-bridge", "players": ["Alan", "Dave", "Gracie", "Mike"]})
    hand = {"contract": "4H", "declarer": "Alan", "acceptor": "Dave", "tricks": 10}
    rubber = pirates.ledger(hand, hand)
    assert rubber.ending
    assert not rubber.over
    assert pirates.ledger(hand, hand, options=TWO).over
    assert pirates.broken(hand, hand, hand, options=TWO) == (3, None, "Closed sheet")


def test_it_can_be_agreed_in_mid_sheet() -> None:
    assert ledger(RESULT, {**RESULT, "options": TWO}).over
    assert broken(RESULT, RESULT, {**RESULT, "options": TWO}, RESULT)[0] == 4


@pytest.mark.parametrize(
    "value",
    [
        *(0, "12 hands", {}, {"hands": 0}, {"hands": True}, {"hands": 1001}, {"rounds": 3}, {"minutes": 1.5}),
        {"hands": 2, "minutes": 90},
    ],
)
def test_what_is_no_length_is_malformed_at_its_place(value: Any) -> None:
    assert place(content(RESULT, options={"length": value})) == "$.options.length"


def test_by_the_clock_nothing_ends() -> None:
    sheet = ledger(RESULT, RESULT, RESULT, options={"length": {"minutes": 1}})
    assert not sheet.over


@pytest.mark.parametrize(
    ("hands", "length", "minutes", "said"),
    [
        (0, {"hands": 2}, 0, ""),
        (1, {"hands": 2}, 0, "This is the last hand of the agreed length, 2 hands."),
        (2, {"hands": 2}, 0, ""),
        (1, {"minutes": 90}, 89, ""),
        (1, {"minutes": 90}, 90, "The agreed 90 minutes are over: this is the last hand."),
        (1, None, 9000, ""),
    ],
)
def test_the_last_hand_is_said_to_be_so(hands: int, length: Any, minutes: int, said: str) -> None:
    sheet = ledger(*[RESULT] * hands, options={"length": length})
    assert last_hand(sheet, BEGAN, BEGAN + timedelta(minutes=minutes)) == said


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12 hands", {"hands": 12}),
        (" 1 Hand ", {"hands": 1}),
        ("90 min", {"minutes": 90}),
        ("90 minutes", {"minutes": 90}),
    ],
)
def test_it_is_read_as_people_write_it(text: str, value: Any) -> None:
    length = Options.described()[-1].values
    assert isinstance(length, Length)
    assert length.read(text) == value


@pytest.mark.parametrize(
    "text", ["12", "hands", "0 hands", "9 moons", "1001 hands", "-1 hands", "12 hands 90 minutes"]
)
def test_what_is_no_length_is_not_read(text: str) -> None:
    length = Options.described()[-1].values
    assert isinstance(length, Length)
    with pytest.raises(ValueError, match=text):
        length.read(text)


def test_the_sheet_file_comes_back_with_it() -> None:
    sheet = ledger(RESULT, options=TWO).sheet
    assert load(write(sheet)) == sheet
    assert Ledger.of(load(write(sheet))).table.hands_left == 1


@pytest.mark.parametrize(("hands", "words"), [(2, "hand 1 of 2"), (40, "hand 1 of 19")])
def test_how_far_oh_hell_is_counts_to_the_end_that_comes_first(hands: int, words: str) -> None:
    bare = SheetFiles({"game": "oh-hell", "players": FIVE, "options": {"length": {"hands": hands}}}).ledger()
    assert progress(bare) == words
    assert bare.table.game.deal_notes(0, 0)[0].startswith(f"{words.capitalize()}: ")


def test_how_far_reverse_bridge_is_counts_to_the_end_that_comes_first() -> None:
    """[S4] The hands to play are a multiple of four; the length of a session is what the table agrees on."""
    options = {"hands": 8, "length": {"hands": 5}}
    bare = SheetFiles({"game": "reverse-bridge", "players": FIVE[:4], "options": options}).ledger()
    assert progress(bare) == "hand 1 of 5"
    assert bare.table.game.deal_notes(0, 0)[-1] == "Hand 1 of 5 begins."


FOUR = ("North", "East", "South", "West")


def sheet_of(game: str, options: dict[str, Any], *points: dict[str, int]) -> Ledger:
    """Hands that the table has settled by points."""
    none = dict.fromkeys(FOUR if game != "spades" else ("North & South", "East & West"), 0)
    hands = tuple(Hand({"points": none | given}, entry) for entry, given in enumerate(points, start=2))
    return Ledger.of(Sheet(game, FOUR, FOUR[0], options, hands=hands))


def sides(ours: int, theirs: int) -> dict[str, int]:
    return {"North & South": ours, "East & West": theirs}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (sheet_of("oh-hell", {"hand_sizes": [5, 4, 1]}), "hand 1 of 3"),
        (sheet_of("oh-hell", {"hand_sizes": [5, 4, 1]}, {"North": 10}, {"East": 12}), "hand 3 of 3"),
        (sheet_of("oh-hell", {"hand_sizes": [5]}, {"North": 10}), ""),
        (sheet_of("spades", {}, sides(120, -40)), "120 of 500"),
        (sheet_of("spades", {}, sides(-20, -40)), "−20 of 500"),
        (sheet_of("spades", {"target": 100}, sides(120, 120)), "past 100"),
        (sheet_of("spades", {"target": 100}, sides(120, 20)), ""),
        (sheet_of("offender", {"length": {"hands": 4}}, {"North": 30}), "hand 2 of 4"),
        (sheet_of("offender", {}, {"North": 30}), ""),
        (sheet_of("plain", {"target": 100, "wins": "lowest"}, {"East": 60}), "60 of 100"),
        (sheet_of("plain", {}), ""),
    ],
)
def test_progress_is_told_in_a_few_words(known: Ledger, said: str) -> None:
    assert progress(known) == said
