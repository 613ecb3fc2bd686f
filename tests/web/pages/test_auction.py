"""The auction spoken call by call through the page's forms."""

import re
from html import unescape

from flask import Flask

from ..evening import TOTALS, all_hands, form_of, joined, offers, values
from ..phone import Phone, read, words

SILENT = ["no proposal"] * 5
SEAT = re.compile(r'class="seat[^>]*>\s*<span class="unseen">([^<]*)</span>')


def take_back(phone: Phone, sheet: str) -> None:
    path = f"{sheet}/auction"
    assert phone.send(path, phone.form(path, action="/undo")).status_code == 303


def tricks(phone: Phone, sheet: str, taken: str, **fields: str) -> int:
    form = phone.form(f"{sheet}/auction", action=f"{sheet}/hand")
    return phone.send("", form, {"tricks": taken, **fields}).status_code


def test_a_bid_is_two_taps_a_number_and_a_suit(phone: Phone, fresh: str) -> None:
    form = phone.form(f"{fresh}/auction", action="/auction")
    assert ("suit", "C") in form.buttons
    spoken = phone.send("", form, {"level": "5", "suit": "C"})
    assert spoken.headers["Location"] == f"{fresh}/auction#turn"
    snapshot = words(phone.get(f"{fresh}/auction"))
    assert "Amber proposes 5 clubs." in snapshot
    assert "Betty: accept or reject?" in snapshot


def test_the_calls_so_far_are_kept_on_the_server_for_every_phone(app: Flask, phone: Phone, fresh: str) -> None:
    phone.say(fresh, "5C", "reject")
    other = joined(app, phone, fresh)
    assert "Cindy: accept or reject?" in words(other.get(f"{fresh}/auction"))
    assert "Go on bidding" in words(other.get(fresh))
    other.say(fresh, "accept")
    assert "5♣︎ clubs Amber with Cindy so far" in words(phone.get(f"{fresh}/auction"))


def test_the_end_of_the_bidding_says_what_comes_next_asks_for_the_tricks_and_keeps_the_calls(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "6♥︎ hearts Amber with Betty Amber" in snapshot
    assert "Amber and Betty may each swap one card with the widow." in snapshot
    assert "Amber leads to the first trick." in snapshot
    assert tricks(phone, sheet, "7") == 303
    assert phone.totals(sheet) == [49, 49, 6, 6, 6]
    silent = [f"{name}: no proposal" for name in ("Betty", "Cindy", "Diana", "Ellie", "Amber")]
    assert [hand["calls"] for hand in all_hands(phone, sheet)] == [["Amber: 6H", "Betty: accept", *silent]]


def test_the_bidding_fills_in_the_contract_of_the_other_way_too(phone: Phone, fresh: str) -> None:
    phone.bid(fresh, "6H")
    form = phone.form(f"{fresh}/hand", action="/hand")
    assert form.chosen() == {"proposer": "Amber", "accepter": "Betty", "level": "6", "suit": "H"}
    assert phone.send("", form, {"tricks": "7"}).status_code == 303
    assert "calls" in all_hands(phone, fresh)[0]


def test_a_contract_that_the_calls_did_not_lead_to_is_recorded_without_them(phone: Phone, fresh: str) -> None:
    phone.bid(fresh, "6H")
    assert phone.record(fresh).status_code == 303
    (hand,) = all_hands(phone, fresh)
    assert (hand["proposer"], hand["accepter"]) == ("Amber", "Cindy")
    assert "calls" not in hand
    phone.undo(fresh)
    assert "6♥︎ hearts Amber with Betty Amber" in words(phone.get(f"{fresh}/auction"))


def test_a_contract_recorded_in_the_middle_of_the_bidding_ends_it_and_undo_goes_on(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", "accept")
    assert phone.record(sheet).status_code == 303
    assert "calls" not in all_hands(phone, sheet)[0]
    phone.undo(sheet)
    assert "Betty to speak" in words(phone.get(f"{sheet}/auction"))


def test_the_last_silence_records_the_abandoned_hand_and_the_same_dealer_deals_again(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", *["reject"] * 4, *SILENT)
    (hand,) = all_hands(phone, sheet)
    assert len(hand["calls"]) == 10  # pyright: ignore[reportArgumentType] (JSON is any object)
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "Hand 1 is abandoned. Ellie deals again." in snapshot
    assert "Hand 2" in snapshot
    assert "Amber, to speak" in snapshot
    assert "Ellie, deals" in snapshot
    assert phone.totals(sheet) == [0, 0, 0, 0, 0]


def test_before_the_first_call_every_seat_has_its_total_also_the_one_that_is_lit(phone: Phone, sheet: str) -> None:
    shown = phone.get(f"{sheet}/auction").text
    at_seats = r'(?s)<bdi aria-hidden="true">(\w+)</bdi>.*?<small>(\w+)</small>'
    assert {name: int(total) for name, total in re.findall(at_seats, shown)} == TOTALS


def test_calls_are_taken_back_one_by_one_also_the_one_that_abandoned_the_hand(phone: Phone, fresh: str) -> None:
    phone.say(fresh, *SILENT)
    phone.get(f"{fresh}/auction")
    turns = ("Ellie", "Diana", "Cindy", "Betty", "Amber")
    for name in turns:
        take_back(phone, fresh)
        assert f"{name} to speak" in words(phone.get(f"{fresh}/auction"))
    assert all_hands(phone, fresh) == []


def test_an_illegal_call_is_refused_with_its_rule(phone: Phone, fresh: str) -> None:
    phone.say(fresh, "5C", *["reject"] * 4, *["no proposal"] * 4)
    for call, rule, told in (
        ("pass", "two-stages", "is not a call of this game"),
        ("6C", "abandoned-proposal", "Amber may not propose: their 5♣︎ clubs was abandoned"),
    ):
        refused = phone.call(fresh, call)
        assert refused.status_code == 422
        assert told in words(refused)
        assert f"{fresh}/rules#{rule}" in read(refused).links
    assert len(all_hands(phone, fresh)[0]["calls"]) == 9  # pyright: ignore[reportArgumentType] (JSON is any object)


def test_a_call_out_of_turn_or_after_the_end_is_refused(phone: Phone, fresh: str) -> None:
    refused = phone.call(fresh, "5C", player="Cindy")
    assert refused.status_code == 422
    assert "It is Amber's turn to propose or not, not Cindy's." in words(refused)
    assert all_hands(phone, fresh) == []
    form = phone.form(f"{fresh}/auction", action="/auction")
    phone.bid(fresh, "6H")
    refused = phone.send("", form, {"call": "7H", "seen": phone.version(fresh)})
    assert refused.status_code == 422
    assert "The bidding is over" in words(refused)


def test_a_call_of_a_phone_that_missed_another_is_told_and_not_taken(phone: Phone, fresh: str) -> None:
    form = phone.form(f"{fresh}/auction", action="/auction")
    phone.say(fresh, "5C")
    refused = phone.send("", form, {"call": "6C"})
    assert refused.status_code == 409
    assert "the call was not taken" in words(refused)
    assert all_hands(phone, fresh)[0]["calls"] == ["Amber: 5C"]
    assert phone.send("", form_of(refused, "/auction"), {"call": "accept"}).status_code == 303


def test_a_suit_tapped_first_waits_for_its_number(phone: Phone, fresh: str) -> None:
    phone.say(fresh, "5H", "reject", "reject", "reject", "reject")
    path = f"{fresh}/auction"
    version = phone.version(fresh)
    asked = phone.send("", phone.form(path, action=path), {"suit": "S"})
    assert asked.status_code == 200
    assert "♠︎ spades: tap the number." in words(asked)
    assert phone.version(fresh) == version
    form = form_of(asked, "/auction")
    assert values(form, "suit") == ["S"]
    assert [value for name, value in form.buttons if name == "level"] == [str(level) for level in range(1, 11)]
    assert phone.send("", form, {"level": "5"}).status_code == 303
    assert "5♠" in words(phone.get(path))


def seats(phone: Phone, sheet: str) -> list[str]:
    """Each seat of the felt, as a screen reader says it."""
    html = phone.get(f"{sheet}/auction").text
    return [unescape(said) for said in SEAT.findall(html)]


def test_each_seat_says_its_latest_call_and_who_is_to_speak(phone: Phone, fresh: str) -> None:
    assert seats(phone, fresh) == ["Amber, to speak", "Betty", "Cindy", "Diana", "Ellie, deals"]
    phone.say(fresh, "no proposal", "3H", "reject")
    assert seats(phone, fresh) == [
        "Amber",
        "Betty, 3 hearts",
        "Cindy, rejects",
        "Diana, to answer",
        "Ellie, deals",
    ]
    phone.say(fresh, "accept", "5C", *["reject"] * 4, "no proposal")
    assert seats(phone, fresh) == [
        "Amber",
        "Betty, has the contract so far",
        "Cindy, 5 clubs, refused",
        "Diana, no proposal, has the contract so far",
        "Ellie, to speak, deals",
    ]
    phone.say(fresh, *["no proposal"] * 4)
    told = seats(phone, fresh)
    assert (told[1], told[3]) == ("Betty, 3 hearts, has the contract", "Diana, accepts, has the contract")


def test_a_bid_stays_at_its_seat_where_everybody_bids_once(phone: Phone) -> None:
    sheet = phone.start(("North", "East", "South", "West"), "spades")
    phone.say(sheet, "3", "nil")
    assert seats(phone, sheet) == ["North, 3", "East, nil", "South, to speak", "West, deals"]
    assert "3 of 13 bid" in words(phone.get(f"{sheet}/auction"))


def test_before_a_call_nothing_is_offered_to_be_taken_back(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    phone.get(fresh)  # The message about it is read.
    assert f"{fresh}/undo" not in offers(phone.get(f"{fresh}/auction"))
    phone.say(fresh, "3H")
    assert f"{fresh}/undo" in offers(phone.get(f"{fresh}/auction"))


def test_the_key_of_silence_says_how_many_end_the_bidding(phone: Phone, fresh: str) -> None:
    for left in (5, 4, 3, 2):
        assert f"No proposal{left} end the bidding" in words(phone.get(f"{fresh}/auction"))
        phone.say(fresh, "no proposal")
    assert "No proposalends the bidding" in words(phone.get(f"{fresh}/auction"))
