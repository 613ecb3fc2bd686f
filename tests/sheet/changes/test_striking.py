"""A hand struck off the sheet although later hands have calls or sizes: they stay as they were played."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.rules.registry import GAMES
from scorer.sheet import importing, sheet_file
from scorer.sheet.changes.remarks import sheet_warnings
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.ledger import Ledger, Row
from scorer.sheet.core.sheet import Entry, EntryKind, Outcome, Sheet, fold
from scorer.web import commands, disputes

from ..evening import Evening, as_entries, brought_in, dealers, exported
from ..files import FIVE, RESULT
from ..test_sheet_file import VALIDATOR
from ..vectors import VECTORS, sheet_of

FOUR = ("North", "East", "South", "West")
THREE = ("Ann", "Ben", "Cid")


def spades() -> Sheet:
    """Three hands with every bid in turn, the dealers by rotation."""
    hands = [
        {"calls": [f"{FOUR[(first + seat) % 4]}: 3" for seat in range(4)], "tricks": [7, 6]} for first in range(3)
    ]
    return sheet_file.sheet_of({**head("spades", FOUR), "hands": hands})


def oh_hell(sizes: Sequence[int], **options: Any) -> Sheet:
    """A hand of each of these sizes: the first to bid bids and takes all tricks, the others none."""
    hands = []
    for place, cards in enumerate(sizes):
        order = [THREE[(place + seat) % 3] for seat in range(3)]
        bids = {order[0]: cards, order[1]: 1, order[2]: 0}
        calls = [f"{name}: {bids[name]}" for name in order]
        hands.append({"calls": calls, "tricks": dict(zip(order, (cards, 0, 0), strict=True))})
    return sheet_file.sheet_of({**head("oh-hell", THREE), "hands": hands, "options": options})


def head(game: str, players: Sequence[str]) -> dict[str, Any]:
    return {"format": sheet_file.FORMAT, "game": game, "players": [*players]}


def bidding_sheets() -> Mapping[str, Sheet]:
    """A sheet of every game with calls, the longest of its vectors."""
    longest = {
        game: max(
            (sheet_of(name) for name in VECTORS if name.startswith(f"{game}: {game}-open")),
            key=lambda sheet: sum("calls" in hand.facts for hand in sheet.hands),
        )
        for game in ("offender", "pirate-bridge", "ten-bridge", "reverse-bridge")
    }
    longest = {game: replace(sheet, finished=False) for game, sheet in longest.items()}
    return {**longest, "spades": spades(), "oh-hell": oh_hell([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2])}


SHEETS = bidding_sheets()


def played(row: Row) -> tuple[Any, ...]:
    """What a hand was: who dealt it, what was said, bid and taken, what it was dealt."""
    return row.dealer, row.hand.calls, row.result, row.game.players, row.game.dealing.dealt(row.judged.table.carry)


def test_every_game_with_calls_is_struck_here() -> None:
    with_calls = {
        key
        for key, game in GAMES.items()
        if game.of(tuple(FIVE[: game.sizes[0]])).auction(0, game.carrying_type.first) is not None
    }
    assert set(SHEETS) == with_calls


@pytest.mark.parametrize("game", SHEETS)
def test_every_hand_can_be_struck_and_the_others_stay_as_they_were_played(game: str) -> None:
    for number in range(1, len(SHEETS[game].hands) + 1):
        evening = brought_in(SHEETS[game])
        before = evening.ledger
        after = evening.strike(number)
        left = [row for row in before.rows if row.number != number]
        assert [played(row) for row in after.rows] == [played(row) for row in left]
        assert all(row.judged.auction for row in after.rows if row.hand.calls)


@pytest.mark.parametrize("game", SHEETS)
def test_what_is_exported_after_striking_comes_back_the_same_and_undo_brings_the_hand_back(game: str) -> None:
    evening = brought_in(SHEETS[game])
    before = sheet_file.write(evening.snapshot.sheet)
    evening.strike(2)
    content = sheet_file.write(evening.snapshot.sheet)
    assert not list(VALIDATOR.iter_errors(json.loads(content)))
    assert sheet_file.write(fold(as_entries(importing.read_bare(content)))) == content
    assert json_answer.score(exported(evening.snapshot)) == json_answer.score(evening.ledger)
    evening.undo()
    assert sheet_file.write(evening.snapshot.sheet) == before
    evening.redo()
    assert sheet_file.write(evening.snapshot.sheet) == content


def test_a_dispute_that_strikes_a_hand_leaves_the_others_as_they_were_played_too() -> None:
    for game, sheet in SHEETS.items():
        struck, settled = brought_in(sheet), brought_in(sheet)
        struck.strike(2)
        settled.act(disputes.to_dispute(settled.row(2).hand.entry or 0))
        settled.act(disputes.to_settle(settled.snapshot.version, Outcome.STRUCK, (), "", None))
        assert sheet_file.dump(settled.snapshot.sheet) == sheet_file.dump(struck.snapshot.sheet), game


def test_hand_2_of_11_in_oh_hell_is_struck_and_the_next_hand_goes_on_in_the_pattern() -> None:
    evening = brought_in(SHEETS["oh-hell"])
    ledger = evening.strike(2)
    assert [hand.facts.get("cards") for hand in ledger.sheet.hands] == [None, 8, 7, 6, 5, 4, 3, 2, 1, 2]
    assert dealers(ledger)[:3] == ["Cid", "Ben", "Cid"]
    assert next_cards(evening) == 3
    for cards in (3, 4, 5):
        evening.record(taking_all(evening, cards))
        assert evening.ledger.rows[-1].hand.facts["cards"] == cards
    assert next_cards(evening) == 6
    assert json_answer.score(exported(evening.snapshot)) == json_answer.score(evening.ledger)
    assert next_cards(evening) == dealt(exported(evening.snapshot))


def taking_all(evening: Evening, cards: int) -> dict[str, Any]:
    """The next hand: the first to bid takes all tricks that are bid, and one more is bid."""
    table = evening.ledger.table
    order = [table.game.players[(table.dealer + 1 + seat) % 3] for seat in range(3)]
    bids = dict(zip(order, (cards, 1, 0), strict=True))
    tricks = dict(zip(order, (cards, 0, 0), strict=True))
    return {"bids": bids, "tricks": tricks}


def dealt(ledger: Ledger) -> int:
    """The cards of the open or next hand."""
    return ledger.table.game.dealing.dealt(ledger.table.carry)["cards"]


def next_cards(evening: Evening) -> int:
    return dealt(evening.ledger)


def test_the_last_hand_of_oh_hell_is_struck_and_played_again_with_as_many_cards() -> None:
    evening = brought_in(SHEETS["oh-hell"])
    evening.strike(11)
    assert next_cards(evening) == 2
    assert not any("cards" in hand.facts for hand in evening.snapshot.sheet.hands)
    evening.strike(2)
    evening.strike(9)
    assert next_cards(evening) == 1


def test_the_open_hand_keeps_its_calls_and_its_cards_when_another_is_struck() -> None:
    evening = brought_in(SHEETS["oh-hell"])
    first = evening.ledger.table.game.players[(evening.ledger.table.dealer + 1) % 3]
    evening.call(f"{first}: 3")
    ledger = evening.strike(2)
    assert ledger.playing
    assert ledger.sheet.hands[-1].facts["cards"] == 3
    assert ledger.sheet.hands[-1].calls == (f"{first}: 3",)


def test_other_hand_sizes_for_the_next_hand_take_the_place_of_what_would_have_followed() -> None:
    evening = brought_in(SHEETS["oh-hell"])
    evening.strike(2)
    evening.rules(scoring="blackout")
    assert next_cards(evening) == 3
    evening.rules(hand_sizes=[4] * 12)
    assert next_cards(evening) == 4


def test_a_hand_that_cannot_have_been_played_without_the_struck_one_is_named_by_its_number() -> None:
    hands = [
        {"bids": {"North": 5, "East": 3, "South": 5, "West": 1}, "tricks": [11, 2]},
        {"bids": {"North": 3, "East": "blind nil", "South": 3, "West": 4}, "tricks": [7, 6]},
    ]
    evening = brought_in(sheet_file.sheet_of({**head("spades", FOUR), "hands": hands}))
    number, rule, detail = evening.refuses(commands.strike(evening.row(1)))
    assert number == 2
    assert "blind" in f"{rule.name} {detail}".lower()


def test_no_hand_is_said_to_be_out_of_turn_because_another_was_struck() -> None:
    for game, sheet in SHEETS.items():
        evening = brought_in(sheet)
        evening.strike(2)
        assert not [
            flag.text for flag in sheet_warnings(evening.entries, evening.ledger) if "dealt" in flag.text
        ], game


@pytest.mark.parametrize(
    ("cards", "where"), [(0, "hand"), (18, "hand"), ("3", "file"), (3.0, "file"), (True, "file")]
)
def test_cards_that_no_hand_can_have_are_refused(cards: Any, where: str) -> None:
    hand = {"cards": cards, "bids": dict.fromkeys(THREE, 0), "tricks": dict.fromkeys(THREE, 0)}
    content = sheet_file.dumps({**head("oh-hell", THREE), "hands": [hand]}).encode()
    with pytest.raises(IllegalHandError if where == "hand" else sheet_file.FormatError):
        Ledger.of(sheet_file.load(content))


def test_cards_are_a_key_of_oh_hell_alone() -> None:
    hand = {"cards": 3, "points": dict.fromkeys(THREE, 0)}
    with pytest.raises(sheet_file.FormatError, match="unknown key “cards”"):
        Ledger.of(sheet_file.sheet_of({**head("plain", THREE), "hands": [hand]}))


def test_tricks_add_up_to_the_cards_that_the_hand_names() -> None:
    bids, tricks = {"Ann": 1, "Ben": 1, "Cid": 0}, {"Ann": 2, "Ben": 1, "Cid": 0}
    sheet = {**head("oh-hell", THREE), "hands": [{"cards": 3, "bids": bids, "tricks": tricks}]}
    ledger = Ledger.of(sheet_file.sheet_of(sheet))
    assert ledger.totals == (2, 11, 10)
    assert ledger.table.game.dealing.dealt(ledger.table.carry) == {"cards": 9}


def test_a_history_that_deals_cards_to_the_next_hand_of_another_game_is_refused() -> None:
    start = Entry(1, EntryKind.START, {"game": "plain", "players": [*THREE], "dealer": "Ann"}, key="a")
    named = {"entry": None, "players": [*THREE], "dealer": "Ann", "revised": {"coming": {"cards": 3}}}
    with pytest.raises(sheet_file.FormatError, match="unknown key “cards”"):
        importing.check_entries([start, Entry(2, EntryKind.SEATS, named, key="b")])


def test_a_hand_stays_that_brought_somebody_who_has_points_without_a_deal() -> None:
    evening = Evening(RESULT)
    evening.seat(None, [*FIVE[:4], "Nora"], "Amber")
    evening.record(RESULT)
    evening.act(commands.adjust({"points": {"Nora": 5}, "by": ["Nora"]}, None))
    number, _, detail = evening.refuses(commands.strike(evening.row(2)))
    assert (number, detail) == (2, "“Nora” has no column after hand 1.")
