"""What the documents leave open, as sheets of it are scored; the rules say the same in their sentences."""

from typing import Any

from ..files import FIVE, SheetFiles

FOUR = ["North", "East", "South", "West"]


def sheet(game: str, players: list[str] = FOUR, **options: Any) -> SheetFiles:
    return SheetFiles({"game": game, "players": players, "options": options})


def test_how_far_a_side_is_behind_stays_with_the_seats_when_partners_change_or_begins_anew() -> None:
    points = {"North": 0, "South": 0, "East": 150, "West": 150}
    blind = {
        "players": ["North", "East", "West", "South"],
        "bids": {"North": "blind nil", "East": 3, "West": 3, "South": 3},
        "tricks": [7, 6],
    }
    kept = sheet("spades", totals="players").ledger({"points": points}, blind)
    assert kept.rows[1].points[0] == 200 + 34
    assert sheet("spades", totals="players", carry_goes="nobody").broken({"points": points}, blind)[0] == 2


def test_a_card_for_trumps_at_no_trump_means_nothing() -> None:
    hand = {"contract": "2NT", "declarer": "North", "tricks": 8}
    ten = sheet("ten-bridge")
    assert ten.ledger({**hand, "trump": "H"}).totals == ten.ledger(hand).totals


def test_a_session_of_reverse_bridge_may_be_of_any_number_of_hands() -> None:
    hand = {"contract": "7S", "declarer": "North", "opponent_tricks": 9}
    assert not sheet("reverse-bridge", length={"hands": 5}).ledger(*[hand] * 4).over
    assert sheet("reverse-bridge", length={"hands": 5}).ledger(*[hand] * 5).over


def test_five_may_play_offender_with_more_cards_than_a_pack_has() -> None:
    hand = {"contract": "9H", "proposer": "Amber", "accepter": "Cindy", "tricks": 17}
    played = sheet("offender", FIVE, tricks=17).ledger(hand)
    assert played.totals[0] == 153 + 45
    game: Any = played.table.game
    assert game.widow == 0
    assert game.play_rules({}, 0, 0).pack.size == 85


def test_a_trump_suit_that_was_named_where_every_card_is_dealt_is_kept() -> None:
    """[S2] Then no card is left to turn up. It scores nothing, and a file that has one is read as before."""
    tricks = {"North": 4, "East": 3, "South": 3, "West": 3}
    hand = {"bids": dict.fromkeys(FOUR, 3), "tricks": tricks, "trump": "H"}
    played = sheet("oh-hell", hand_sizes=[13], hook=False).ledger(hand)
    assert played.rows[0].result.trump.value == "H"
    assert "Every card is dealt, so there is no trump." in played.table.game.deal_notes(0, 0)
