"""Reverse Bridge on a phone without JavaScript: the bid, the opponents' tricks, the agreed number of hands."""

import pytest

from ..evening import all_hands, opened, preview
from ..phone import Phone, read, words

FOUR = ("North", "East", "South", "West")
HANDS = [("North", "7", "S", "9"), ("South", "9", "D", "6"), ("East", "13", "NT", "13"), ("West", "5", "C", "5")]
"""Declarer, number, denomination, the opponents' tricks. The first two are the text's examples [S4 Scoring]."""


def tapped(hand: tuple[str, ...] = HANDS[0]) -> dict[str, str]:
    return dict(zip(("declarer", "level", "suit", "tricks"), hand, strict=True))


def started(phone: Phone, **options: str) -> str:
    """West deals first."""
    return phone.start(FOUR, "reverse-bridge", dealer="3", **options)


@pytest.fixture
def sheet(phone: Phone) -> str:
    return started(phone)


def test_an_evening_of_four_hands_ends_with_its_winner(phone: Phone) -> None:
    sheet = started(phone, **{"option-hands": "4"})
    assert "Hand 1 of 4 begins." in words(phone.get(sheet))
    for hand in HANDS:
        assert phone.enter(sheet, tapped(hand)).status_code == 303
    assert phone.totals(sheet) == [21, 10 + 15 + 40 + 10]
    assert all_hands(phone, sheet)[0]["opponent_tricks"] == 9
    over = phone.get(f"{sheet}/hand")
    assert over.status_code == 303
    assert "The game is over: 4 hands are played." in words(phone.get(sheet))
    assert "10 2 tricks over rule 13" in words(phone.get(opened(sheet, 1)))


def test_the_preview_says_what_recording_would_do(phone: Phone, sheet: str) -> None:
    said = words(preview(phone, sheet, tapped()))
    assert "North & South bid 7♠︎ spades, East & West took 9: made, 2 over." in said
    assert "North & South 21, East & West 10." in said
    assert "10 (+10)" in said


def test_a_hand_that_nobody_bid_moves_the_deal_and_does_not_count(phone: Phone) -> None:
    sheet = started(phone, **{"option-hands": "4"})
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send(f"{sheet}/hand", form, {"nobody_bid": "1"}).status_code == 303
    hand = phone.get(f"{sheet}/hand")
    assert "North deals, East opens" in words(hand)
    # On the felt the mark of the dealer says who deals.
    assert '<span class="who"><bdi>East</bdi> opens</span>' in hand.text
    assert "Hand 1 of 4 begins." in words(phone.get(f"{sheet}/auction"))


def test_a_hand_is_bid_and_played_call_by_call(phone: Phone, sheet: str) -> None:
    phone.say(sheet, "3H", "pass", "4C", "pass", "4H", "pass", "pass")
    refused = phone.call(sheet, "4D")
    assert "West must bid more than 4♥︎ hearts" in words(refused)
    assert phone.call(sheet, "X").status_code == 422
    phone.say(sheet, "pass")
    snapshot = phone.get(f"{sheet}/auction")
    said = words(snapshot)
    assert "The bidding is over: 4♥︎ hearts, North is declarer." in said
    assert "East & West should take 4 tricks. East leads to the first trick; nobody is dummy." in said
    form = next(form for form in read(snapshot).forms if form.id == "entry")
    assert phone.send(f"{sheet}/auction", form, {"tricks": "6"}).status_code == 303
    assert phone.totals(sheet) == [12, 10]
