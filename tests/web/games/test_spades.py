"""Spades on the pages, without JavaScript: bids, tricks, nils, the New York variant, call by call."""

import re

import pytest
from werkzeug.test import TestResponse

from ..evening import change_rules, forecast, form_of, hands, opened, preview, standings
from ..phone import Phone, read, words

FOUR = ("North", "East", "South", "West")


def hand(bids: str, tricks: int | str, **nils: str) -> dict[str, str]:
    """The fields of a hand: what each player or side bid; what North & South took; the tricks of nils by seat."""
    fields = {f"bid_{number}": bid.replace("-", " ") for number, bid in enumerate(bids.split())}
    return {**fields, "tricks": f"{tricks}", **nils}


SEVEN = hand("3 4 2 3", 7)


def started(phone: Phone, **options: str) -> str:
    return phone.start(FOUR, game="spades", **{f"option-{name}": value for name, value in options.items()})


def entered(phone: Phone, sheet: str, *fields: dict[str, str]) -> None:
    for each in fields:
        answer = phone.enter(sheet, each)
        assert answer.status_code == 303, words(answer)


def look(phone: Phone, sheet: str, fields: dict[str, str]) -> TestResponse:
    """The page with what was tapped, and what it would pay."""
    return phone.enter(sheet, {**fields, "look": "1"})


def key(snapshot: TestResponse, id: str) -> dict[str, str | None]:
    return next(attributes for _, attributes in read(snapshot).tags if attributes.get("id") == id)


@pytest.fixture
def sheet(phone: Phone) -> str:
    return started(phone)


def test_a_hand_is_bids_and_the_tricks_of_one_side(phone: Phone, sheet: str) -> None:
    entered(phone, sheet, SEVEN)
    assert hands(phone, sheet)[0] == {
        "dealer": "West",
        "bids": {"North": 3, "East": 4, "South": 2, "West": 3},
        "tricks": [7, 6],
    }
    shown = phone.get(sheet)
    assert standings(shown) == {"North & South": 52, "East & West": -70}
    assert "bags 2" in words(shown)


def test_a_made_bid_that_lost_points_by_a_failed_nil_is_shown_neither_as_made_nor_as_set(phone: Phone) -> None:
    sheet = started(phone)
    entered(phone, sheet, SEVEN, hand("3 4 nil 3", 7, nil_2="1"))
    pills = re.findall(r'<td role="cell"><b(?: class="(\w+)")?>([^<]+)</b>', phone.get(sheet).text)
    assert pills == [("", "−66"), ("set", "−70"), ("made", "52"), ("set", "−70")]


def test_the_preview_says_what_each_side_scores(phone: Phone, sheet: str) -> None:
    assert forecast(look(phone, sheet, SEVEN)).startswith(
        "North & South bid 5, took 7: made, 50 + 2 = 52. East & West bid 7, took 6: set, −70."
    )
    assert hands(phone, sheet) == []


def test_the_page_says_what_to_tap_next(phone: Phone, sheet: str) -> None:
    for fields, wish in (
        ({}, "Tap what North bid."),
        ({"bid_0": "3"}, "Tap what East bid."),
        ({"bid_0": "3", "bid_1": "4", "bid_2": ""}, "Tap what South bid."),
        (hand("3 4 2 3", ""), "Bid 5 and 7 of 13 tricks. Tap what North & South took."),
        (hand("9 4 5 3", ""), "Bid 14 and 7 of 13 tricks. Tap what North & South took."),
        (hand("nil 4 nil 3", 2), "Tap the tricks that North or South took."),
    ):
        assert forecast(preview(phone, sheet, fields)).startswith(wish)


def test_nil_tricks_are_told_of_a_nil_alone_and_of_two_one_follows(phone: Phone, sheet: str) -> None:
    for fields, told in (
        (hand("nil 4 4 3", 6, nil_0="2", nil_1="5"), {"North": 2}),
        (hand("nil 4 4 3", 6), None),
        (hand("nil 4 nil 3", 3, nil_0="1"), {"North": 1, "South": 2}),
        (hand("nil 4 nil 3", 3, nil_2="3"), {"South": 3, "North": 0}),
        (hand("nil 4 nil 3", 0), None),
    ):
        entered(phone, sheet, fields)
        assert hands(phone, sheet)[-1].get("nil_tricks") == told


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(phone: Phone, sheet: str) -> None:
    for fields, place, said in (
        (hand("3 4 2", 7), "bid_3-error", "Tap what West bid."),
        ({**SEVEN, "bid_1": "14"}, "bid_1-error", "“14” cannot be chosen here."),
        ({**SEVEN, "bid_1": "blind 7"}, "bid_1-error", "“blind 7” cannot be chosen here."),
        ({**SEVEN, "tricks": ""}, "tricks-error", "Tap"),
        ({**SEVEN, "tricks": "14"}, "tricks-error", "“14” cannot be chosen here."),
        (hand("nil 4 2 3", 7, nil_0="x"), "nil_0-error", "“x” cannot be chosen here."),
        (hand("nil 4 2 3", 3, nil_0="4"), "nil_0-error", "cannot have taken 4 when the side took 3"),
        (hand("nil 4 nil 3", 6, nil_0="0", nil_2="0"), "nil_2-error", "the 6 they took must be the tricks"),
        (hand("3 nil 4 nil", 6), "nil_3-error", "the 7 they took must be the tricks"),
        (hand("blind-nil 4 5 3", 7), "bid_3-error", "North cannot bid blind nil"),
    ):
        answer = phone.enter(sheet, fields)
        assert answer.status_code == 422, said
        assert said in read(answer).errors[place]
        kept = form_of(answer, f"{sheet}/hand").chosen()
        offered = {name: value for name, value in fields.items() if value not in ("", "14", "x", "blind 7")}
        assert offered.items() <= kept.items(), said
    assert hands(phone, sheet) == []


def test_blind_nil_is_offered_to_a_side_100_behind_and_says_else_why_not(phone: Phone, sheet: str) -> None:
    refused = key(phone.get(f"{sheet}/hand"), "bid_0-blind-nil")
    assert refused["aria-disabled"] == "true"
    assert "North cannot bid blind nil" in (refused["data-why"] or "")
    entered(phone, sheet, hand("3 4 2 3", 7))
    snapshot = phone.get(f"{sheet}/hand")
    assert "aria-disabled" not in key(snapshot, "bid_1-blind-nil")
    assert "aria-disabled" in key(snapshot, "bid_2-blind-nil")
    entered(phone, sheet, hand("3 blind-nil 2 3", 7, nil_1="0"))


def test_a_correction_that_makes_a_played_blind_nil_illegal_leads_to_the_house_rule_that_allows_it(
    phone: Phone, sheet: str
) -> None:
    entered(phone, sheet, SEVEN, hand("3 blind-nil 2 3", 7, nil_1="0"))
    corrected = {**hand("3 4 2 3", 3), "note_words": ""}
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    refused = phone.send("", form, corrected)
    assert forecast(refused).startswith("Hand 2 would break a rule: East cannot bid blind nil")
    way = next(link for link in read(refused).links if "/house-rules" in link)
    offered = form_of(phone.get(way), "/house-rules")
    assert offered.chosen()["option-blind_margin"] == "0"
    assert way.endswith("#option-blind_margin")
    assert phone.send("", offered).status_code == 303
    assert phone.send("", phone.form(f"{sheet}/hand/2", action="/hand/2"), corrected).status_code == 303
    assert hands(phone, sheet)[0]["tricks"] == [3, 10]
    assert hands(phone, sheet)[1]["bids"] == {"North": 3, "East": "blind nil", "South": 2, "West": 3}


def test_a_form_that_was_open_before_the_variant_had_its_name_still_starts_a_sheet(phone: Phone) -> None:
    sheet = started(phone, variant="barmore")
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"variant": "new-york"}
    entered(phone, sheet, {"tricks": "7"})
    assert "New York" in words(phone.get(f"{sheet}/house-rules"))


def test_the_bidding_call_by_call_settles_the_bids(phone: Phone, sheet: str) -> None:
    assert phone.call(sheet, "blind nil").status_code == 422
    phone.say(sheet, "3", "4", "nil")
    assert "West to speak" in words(phone.get(f"{sheet}/auction"))
    phone.say(sheet, "2")
    snapshot = phone.get(f"{sheet}/auction")
    assert "North leads to the first trick, any card but a spade." in words(snapshot)
    assert "nil_2" in snapshot.text
    assert "nil_0" not in snapshot.text
    form = phone.form(f"{sheet}/auction", action=f"{sheet}/hand")
    answer = phone.send(f"{sheet}/auction", form, {"tricks": "6", "nil_2": "1"})
    assert answer.status_code == 303
    assert hands(phone, sheet)[0] == {
        "dealer": "West",
        "calls": ["North: 3", "East: 4", "South: nil", "West: 2"],
        "bids": {"North": 3, "East": 4, "South": "nil", "West": 2},
        "tricks": [6, 7],
        "nil_tricks": {"South": 1},
    }


def test_where_the_sides_agree_on_their_bids_a_nil_is_said_beside_them(phone: Phone) -> None:
    sheet = started(phone, bidding="sides")
    page = phone.get(f"{sheet}/hand")
    assert "Tap what North & South bid." in words(page)
    assert "Somebody bids nil" in words(page)
    assert "aria-disabled" in key(page, "nils_1-blind-nil")
    entered(phone, sheet, {**hand("5 3", 8), "nils_1": "nil", "nil_1": "1"})
    assert hands(phone, sheet)[0] == {
        "dealer": "West",
        "bids": [5, 3],
        "nils": {"East": "nil"},
        "tricks": [8, 5],
        "nil_tricks": {"East": 1},
    }
    assert "East & West−68 points, total −68 3 and nil, took 5" in words(phone.get(opened(sheet, 1)))
    path = f"{sheet}/hand/2"
    form = phone.form(path, action=path)
    assert {"bid_0": "5", "bid_1": "3", "nils_1": "nil", "nil_1": "1"}.items() <= form.chosen().items()
    assert phone.send(path, form, {"nils_1": "", "nil_1": ""}).status_code == 303
    assert "nils" not in hands(phone, sheet)[0]
    assert standings(phone.get(sheet))["East & West"] == 30 + 2


def test_a_wrong_agreed_bid_is_told_there(phone: Phone) -> None:
    sheet = started(phone, bidding="sides")
    for fields, place, said in (
        (hand("5", 8), "bid_1-error", "Tap what East & West bid."),
        (hand("5 nil", 8), "bid_1-error", "“nil” cannot be chosen here."),
        ({**hand("5 3", 8), "nils_1": "blind nil"}, "nils_1-error", "East cannot bid blind nil"),
        ({**hand("5 3", 13), "nils_1": "nil", "nils_3": "nil"}, "bid_1-error", "their side bids 0, not 3"),
    ):
        answer = phone.enter(sheet, fields)
        assert answer.status_code == 422
        assert said in read(answer).errors[place]
    assert hands(phone, sheet) == []


def test_new_york_asks_no_bids_in_the_first_hand_and_the_sides_bids_later(phone: Phone) -> None:
    sheet = started(phone, variant="new-york")
    first = phone.get(f"{sheet}/hand")
    assert "bid_0" not in first.text
    assert "Call by call" not in words(first)
    entered(phone, sheet, {"tricks": "7"})
    snapshot = phone.get(f"{sheet}/hand")
    assert "Tap what East & West bid." in words(snapshot)
    assert "bid_2" not in snapshot.text
    assert "nil" not in snapshot.text
    entered(phone, sheet, hand("6 5", 7))
    assert hands(phone, sheet)[1]["bids"] == [6, 5]


def test_a_first_hand_without_bids_asks_the_tricks_alone(phone: Phone) -> None:
    sheet = started(phone, unbid_first="true")
    first = phone.get(f"{sheet}/hand")
    assert "The first hand is played without bids: 10 points for each trick." in words(first)
    assert "bid_0" not in first.text
    assert "nil_0" not in first.text
    assert "Call by call" not in words(first)
    entered(phone, sheet, {"tricks": "7"})
    assert hands(phone, sheet)[0] == {"dealer": "West", "tricks": [7, 6]}
    assert "unless nobody bid" not in words(phone.get(f"{sheet}/hand"))
    refused = change_rules(phone, sheet, **{"option-unbid_first": "false", "whole": "1"})
    assert refused.status_code == 422
    assert "Hand 1" in words(refused)


def test_the_second_partner_is_kept_from_less_than_a_side_bids(phone: Phone) -> None:
    sheet = started(phone, least_bid="5")
    shown = look(phone, sheet, hand("3 2", ""))
    assert key(shown, "bid_2-1")["data-why"] == (
        "North & South bid 4: a side bids at least 5 here, or one of its players nil."
    )
    assert "aria-disabled" not in key(shown, "bid_2-2") | key(shown, "bid_2-nil") | key(shown, "bid_3-3")
    drawn = preview(phone, sheet, hand("3 4", ""))
    assert key(drawn, "cell-bid_2-1")["hx-swap-oob"] == "true"
    answer = phone.enter(sheet, hand("3 4 1 3", 7))
    assert answer.status_code == 422
    assert "North & South bid 4: a side bids at least 5 here" in words(answer)


def test_a_side_that_agrees_on_a_number_is_kept_from_less_until_one_of_them_bids_nil(phone: Phone) -> None:
    sheet = started(phone, bidding="sides", least_bid="5")
    shown = phone.get(f"{sheet}/hand")
    assert key(shown, "bid_0-4")["data-why"] == (
        "North & South bid 4: a side bids at least 5 here, or one of its players nil."
    )
    assert "aria-disabled" not in key(shown, "bid_0-5") | key(shown, "bid_1-13")
    drawn = preview(phone, sheet, {"nils_2": "nil"})
    assert key(drawn, "cell-bid_0-4")["hx-swap-oob"] == "true"
    assert "aria-disabled" not in key(drawn, "bid_0-4")
    assert "aria-disabled" in key(drawn, "bid_1-4")


def test_a_table_without_blind_nil_is_not_offered_it(phone: Phone) -> None:
    page = phone.get(f"{started(phone, blind_nil_allowed='false', blind_margin='0')}/hand")
    assert "bid_0-nil" in page.text
    assert "blind" not in page.text.lower().split("<form", 1)[1].split("</form>")[0]


def test_a_losing_limit_is_typed_with_whatever_minus_the_phone_has(phone: Phone) -> None:
    sheet = started(phone, lose_at="−70")
    entered(phone, sheet, hand("4 3 3 2", 6))
    assert "North & South fell to −70 or below" in words(phone.get(sheet))
