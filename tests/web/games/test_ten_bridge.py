"""10 Bridge on a phone without JavaScript: the document's twelve deals, doubles, the trump suit, the calls."""

import pytest
from werkzeug.test import TestResponse

from ..evening import all_hands, preview
from ..phone import Form, Phone, read, words

FOUR = ("North", "East", "South", "West")
CHART = [
    ("North", "1", "minor", "", "7"),
    ("South", "2", "NT", "XX", "8"),
    ("West", "2", "major", "", "9"),
    ("North", "1", "NT", "", "6"),
    ("South", "3", "major", "X", "6"),
    ("East", "5", "major", "", "10"),
    ("West", "2", "NT", "", "7"),
    ("West", "0", "NT", "", "7"),
    ("North", "0", "NT", "X", "2"),
    ("South", "4", "major", "", "9"),
    ("South", "2", "minor", "", "7"),
    ("North", "3", "minor", "XX", "5"),
]
"""[S3 Scoring chart] Declarer, level, denomination, double, tricks."""


def tapped(deal: tuple[str, ...] = CHART[0], **fields: str) -> dict[str, str]:
    names = ("declarer", "level", "suit", "doubling", "tricks")
    return {**dict(zip(names, deal, strict=True)), **fields}


def started(phone: Phone) -> str:
    """North deals first, as in the chart."""
    return phone.start(FOUR, "ten-bridge", dealer="0")


def recorded(phone: Phone, sheet: str, *deals: tuple[str, ...]) -> None:
    for deal in deals:
        assert phone.enter(sheet, tapped(deal)).status_code == 303


def entry_of(response: TestResponse) -> Form:
    return next(form for form in read(response).forms if form.id == "entry")


@pytest.fixture
def sheet(phone: Phone) -> str:
    return started(phone)


def test_a_part_score_and_what_the_end_pays_for_it_stand_on_the_sheet(phone: Phone, sheet: str) -> None:
    recorded(phone, sheet, CHART[0])
    assert "North & South8 points, 1stpart score 4" in words(phone.get(sheet))
    assert phone.send(sheet, phone.form(sheet, action="/finish")).status_code == 303
    said = words(phone.get(sheet))
    assert "The end of the sheet pays Why? North & South +5 for part score of 4 carried at the end" in said
    assert "North & South13" in said


def test_the_preview_says_what_recording_would_do(phone: Phone, sheet: str) -> None:
    assert "North deals and opens" in words(phone.get(f"{sheet}/hand"))
    recorded(phone, sheet, CHART[0])
    said = words(preview(phone, sheet, tapped(CHART[1])))
    assert "South played 2 NT redoubled, took 8: made. North & South 39 + 40 + 10 = 89." in said
    assert "North & South +89, 97 in all. East & West +0, 0 in all." in said
    assert "97 (+89)" in said
    assert "2 NT redoubled" in said


def test_the_trump_suit_may_be_noted_and_scores_nothing(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, tapped(("East", "2", "red", "", "7"), trump="H")).status_code == 303
    assert phone.enter(sheet, tapped(("East", "2", "red", "", "4"), trump="S")).status_code == 303
    assert [hand["trump"] for hand in all_hands(phone, sheet)] == ["H", "S"]
    said = words(phone.get(sheet))
    assert "East 2 red (♥︎ hearts), took 7" in said
    assert "East 2 red (♦︎ diamonds), took 4" in said  # a card outside the pair means the first of it
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen()["trump"] == "H"


def test_a_trump_noted_before_no_trump_was_chosen_is_dropped(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, tapped(CHART[1], trump="H")).status_code == 303
    assert "trump" not in all_hands(phone, sheet)[0]


def test_no_hand_is_without_a_contract(phone: Phone, sheet: str) -> None:
    assert "No contract" not in words(phone.get(f"{sheet}/hand"))
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send(f"{sheet}/hand", form, {"nobody_bid": "1"}).status_code == 422
    assert phone.version(sheet) == "1"


def test_four_passes_make_the_dealer_play_love_no_trump(phone: Phone, sheet: str) -> None:
    assert "North speaks first." in words(phone.get(f"{sheet}/auction"))
    phone.say(sheet, *["pass"] * 4)
    snapshot = phone.get(f"{sheet}/auction")
    said = words(snapshot)
    assert "The bidding is over: 0 NT, North must play it." in said
    assert "North needs 5 tricks with South. There is no trump suit. East leads to the first trick" in said
    assert phone.send(f"{sheet}/auction", entry_of(snapshot), {"tricks": "4"}).status_code == 303
    assert phone.totals(sheet) == [0, 5]
    assert all_hands(phone, sheet)[0]["calls"] == [f"{name}: pass" for name in FOUR]


def test_a_hand_is_bid_doubled_and_played_call_by_call(phone: Phone, sheet: str) -> None:
    phone.say(sheet, "1red", "pass", "3red", "X", "pass", "pass")
    refused = phone.call(sheet, "X")
    assert refused.status_code == 422
    assert "South cannot double: 3 red is doubled already." in words(refused)
    phone.say(sheet, "XX", *["pass"] * 3)
    snapshot = phone.get(f"{sheet}/auction")
    said = words(snapshot)
    assert "3 red redoubled" in said
    assert "North is declarer" in said
    assert "North lays a small card face down for the trump suit, ♦︎ diamonds or ♥︎ hearts." in said
    assert phone.send(f"{sheet}/auction", entry_of(snapshot), {"tricks": "8", "trump": "D"}).status_code == 303
    assert phone.totals(sheet) == [30 + 40, 0]
    hand = all_hands(phone, sheet)[0]
    assert (hand["tricks"], hand["trump"]) == (8, "D")
