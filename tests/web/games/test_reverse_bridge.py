"""Reverse Bridge on a phone without JavaScript: the bid, the opponents' tricks, the agreed number of hands."""

import pytest

from ..evening import all_hands, opened, preview
from ..phone import Phone, read, words

FOUR = ("North", "East", "South", "West")
HANDS = [
    ("North", "7", "S", "9"),
    ("South", "9", "D", "6"),
    ("East", "13", "NT", "13"),
    ("West", "5", "C", "5"),
]
"""Declarer, number, denomination, the opponents' tricks. The first two are the text's examples [S4 Scoring]."""


def tapped(hand: tuple[str, ...] = HANDS[0]) -> dict[str, str]:
    return dict(zip(("declarer", "level", "suit", "tricks"), hand, strict=True))


def started(phone: Phone, **options: str) -> str:
    """West deals first."""
    return phone.start(FOUR, "reverse-bridge", dealer="3", **options)


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
    hands = " ".join(words(phone.get(opened(sheet, number))) for number in range(1, 5))
    assert "10 2 tricks over rule 13" in hands
    assert "no trump rule 12 1" in hands


def test_the_preview_says_what_recording_would_do(phone: Phone) -> None:
    sheet = started(phone)
    said = words(preview(phone, sheet, tapped()))
    assert "North & South bid 7♠︎ spades, East & West took 9: made, 2 over." in said
    assert "North & South 21, East & West 10." in said
    assert "10 (+10)" in said


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"declarer": ""}, "Tap who declared."),
        ({"level": "14"}, "“14” is not a number that can be bid."),
        ({"level": "0"}, "“0” is not a number that can be bid."),
        ({"suit": "red"}, "“red” is not a denomination of this game."),
        ({"tricks": "14"}, "“14” is not a number of tricks here."),
        ({"tricks": ""}, "Tap the tricks the opponents took."),
    ],
)
def test_what_is_missing_or_impossible_is_refused_at_its_field(
    phone: Phone, fields: dict[str, str], error: str
) -> None:
    sheet = started(phone)
    refused = phone.enter(sheet, {**tapped(), **fields})
    assert refused.status_code == 422
    [field] = fields
    assert read(refused).errors[f"{field}-error"] == error
    kept = next(form for form in read(refused).forms if form.id == "entry").chosen()
    assert kept == {name: value for name, value in tapped().items() if name != field}
    assert phone.version(sheet) == "1"


def test_a_hand_is_amended_with_what_it_was(phone: Phone) -> None:
    sheet = started(phone)
    phone.enter(sheet, tapped())
    path = f"{sheet}/hand/2"
    form = phone.form(path, action="/hand/2")
    assert form.chosen() == tapped()
    assert phone.send(path, form, {"tricks": "7"}).status_code == 303
    assert phone.totals(sheet) == [21, 0]


def test_a_hand_that_nobody_bid_moves_the_deal_and_does_not_count(phone: Phone) -> None:
    sheet = started(phone, **{"option-hands": "4"})
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send(f"{sheet}/hand", form, {"nobody_bid": "1"}).status_code == 303
    hand = phone.get(f"{sheet}/hand")
    assert "North deals, East speaks first" in words(hand)
    # On the felt the mark of the dealer says who deals.
    assert '<span class="who"><bdi>East</bdi> speaks first</span>' in hand.text
    assert "Hand 1 of 4 begins." in words(phone.get(f"{sheet}/auction"))


def test_a_hand_is_bid_and_played_call_by_call(phone: Phone) -> None:
    sheet = started(phone)
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


def test_four_passes_abandon_the_hand_and_the_next_player_deals(phone: Phone) -> None:
    sheet = started(phone)
    phone.say(sheet, *["pass"] * 4)
    assert "Hand 1 is abandoned: nobody has bid. North deals next." in words(phone.get(f"{sheet}/auction"))
    assert phone.totals(sheet) == [0, 0]


def test_the_number_of_hands_may_be_changed_to_none_and_back(phone: Phone) -> None:
    sheet = started(phone, **{"option-hands": "4"})
    phone.enter(sheet, tapped())
    for number, written in (("", None), ("8", 8)):
        form = phone.form(f"{sheet}/house-rules", action="/house-rules")
        assert phone.send(f"{sheet}/house-rules", form, {"option-hands": number}).status_code == 303
        assert all_hands(phone, sheet)[-1] == {"calls": [], "options": {"hands": written}}
    assert phone.enter(sheet, tapped()).status_code == 303
    assert "Hand 3 of 8 begins." in words(phone.get(f"{sheet}/auction"))


def test_the_rules_page_has_every_rule_and_the_table_of_points(phone: Phone) -> None:
    said = words(phone.get("/rules/reverse-bridge"))
    assert "Forced capture" in said
    assert "no trump3, and 1 in all" in said
    assert "Hands to play" in said
