"""The auction spoken call by call through the page's forms."""

import re
from html import unescape

import pytest
from flask import Flask

from ..evening import TOTALS, all_hands, form_of, four_hands, offers, values
from ..phone import Phone, read, words

SILENT = ["no proposal"] * 5
SEAT = re.compile(r'class="seat[^>]*>\s*<span class="unseen">([^<]*)</span>')


def take_back(phone: Phone, sheet: str) -> None:
    path = f"{sheet}/auction"
    assert phone.send(path, phone.form(path, action="/undo")).status_code == 303


def tricks(phone: Phone, sheet: str, taken: str, **fields: str) -> int:
    form = phone.form(f"{sheet}/auction", action=f"{sheet}/hand")
    return phone.send("", form, {"tricks": taken, **fields}).status_code


def test_a_bid_is_two_taps_a_number_and_a_suit(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/auction", action="/auction")
    assert ("suit", "C") in form.buttons
    spoken = phone.send("", form, {"level": "5", "suit": "C"})
    assert spoken.headers["Location"] == f"{sheet}/auction#turn"
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "Amber proposes 5 clubs." in snapshot
    assert "Betty: accept or reject?" in snapshot


def test_the_calls_so_far_are_kept_on_the_server_for_every_phone(app: Flask, phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", "reject")
    other = Phone(app)
    other.get(phone.share(sheet, "score"))
    assert "Cindy: accept or reject?" in words(other.get(f"{sheet}/auction"))
    assert "Go on bidding" in words(other.get(sheet))
    other.say(sheet, "accept")
    assert "5♣︎ clubs Amber with Cindy so far" in words(phone.get(f"{sheet}/auction"))


def test_the_end_of_the_bidding_says_what_comes_next_and_asks_for_the_tricks(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "6♥︎ hearts Amber with Betty Amber" in snapshot
    assert "Amber and Betty may each swap one card with the widow." in snapshot
    assert "Amber leads to the first trick." in snapshot
    assert tricks(phone, sheet, "7") == 303
    assert phone.totals(sheet) == [49, 49, 6, 6, 6]


def test_a_hand_recorded_after_its_auction_keeps_its_calls(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    tricks(phone, sheet, "7")
    (hand,) = all_hands(phone, sheet)
    assert hand["calls"] == ["Amber: 6H", "Betty: accept"] + [
        f"{name}: no proposal" for name in ("Betty", "Cindy", "Diana", "Ellie", "Amber")
    ]
    assert hand["dealer"] == "Ellie"


def test_the_bidding_fills_in_the_contract_of_the_other_way_too(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert form.chosen() == {"proposer": "Amber", "accepter": "Betty", "level": "6", "suit": "H"}
    assert phone.send("", form, {"tricks": "7"}).status_code == 303
    assert "calls" in all_hands(phone, sheet)[0]


def test_a_contract_that_the_calls_did_not_lead_to_is_recorded_without_them(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    assert phone.record(sheet).status_code == 303
    (hand,) = all_hands(phone, sheet)
    assert (hand["proposer"], hand["accepter"]) == ("Amber", "Cindy")
    assert "calls" not in hand
    phone.undo(sheet)
    assert "6♥︎ hearts Amber with Betty Amber" in words(phone.get(f"{sheet}/auction"))


def test_a_contract_recorded_in_the_middle_of_the_bidding_ends_it_and_undo_goes_on(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", "accept")
    assert phone.record(sheet).status_code == 303
    assert "calls" not in all_hands(phone, sheet)[0]
    phone.undo(sheet)
    assert "Betty to speak" in words(phone.get(f"{sheet}/auction"))


def test_an_amended_result_keeps_the_calls_while_the_contract_is_theirs(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet, "6H")
    tricks(phone, sheet, "7")
    calls = all_hands(phone, sheet)[0]["calls"]
    entry = next(link.rpartition("/")[2] for link in phone.read(sheet).links if "/hands/" in link)
    path = f"{sheet}/hand/{entry}"
    phone.send(path, phone.form(path, action=path), {"tricks": "5"})
    assert all_hands(phone, sheet)[0]["calls"] == calls
    phone.send(path, phone.form(path, action=path), {"suit": "S"})
    assert "calls" not in all_hands(phone, sheet)[0]
    phone.undo(sheet)
    assert all_hands(phone, sheet)[0]["calls"] == calls
    phone.send(path, phone.form(path, action=path), {"nobody_bid": "1"})
    assert all_hands(phone, sheet)[0] == {"dealer": "Ellie", "contract": None}


def test_the_last_silence_records_the_abandoned_hand_and_the_same_dealer_deals_again(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5C", *["reject"] * 4, *SILENT)
    (hand,) = all_hands(phone, sheet)
    assert len(hand["calls"]) == 10  # pyright: ignore[reportArgumentType] (JSON is any object)
    snapshot = words(phone.get(f"{sheet}/auction"))
    assert "Hand 1 is abandoned: no proposal was accepted. Ellie deals again." in snapshot
    assert "Hand 2" in snapshot
    assert "Amber, speaks first" in snapshot
    assert "Ellie, deals" in snapshot
    assert phone.totals(sheet) == [0, 0, 0, 0, 0]


def test_before_the_first_call_every_seat_has_its_total_also_the_one_that_is_lit(phone: Phone) -> None:
    sheet = four_hands(phone)
    shown = phone.get(f"{sheet}/auction").text
    at_seats = r'<bdi aria-hidden="true">(\w+)</bdi>\s*<small aria-hidden="true">(\w+)</small>'
    assert {name: int(total) for name, total in re.findall(at_seats, shown)} == TOTALS


def test_calls_are_taken_back_one_by_one_also_the_one_that_abandoned_the_hand(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, *SILENT)
    phone.get(f"{sheet}/auction")
    turns = ("Ellie", "Diana", "Cindy", "Betty", "Amber")
    for name in turns:
        take_back(phone, sheet)
        assert f"{name} to speak" in words(phone.get(f"{sheet}/auction"))
    assert all_hands(phone, sheet) == []


@pytest.mark.parametrize(
    ("before", "call", "rule", "said"),
    [
        ((), "accept", "Two stages", "There is no proposal for Amber to accept"),
        ((), "11C", "Proposal", "a proposal is for 1 to 10"),
        ((), "5NT", "No-trump", "does not play no-trump"),
        ((), "pass", "Two stages", "is not a call of this game"),
        (("5C",), "6C", "Two stages", "Betty must accept or reject Amber's 5♣"),
        (("5C", "accept"), "4S", "More tricks", "Betty must propose more than 5 tricks"),
        (
            ("5C", *["reject"] * 4, *["no proposal"] * 4),
            "6C",
            "Abandoned proposal",
            "Amber may not propose: their 5♣︎ clubs was abandoned",
        ),
    ],
)
def test_an_illegal_call_is_refused_with_its_rule(
    phone: Phone, before: tuple[str, ...], call: str, rule: str, said: str
) -> None:
    sheet = phone.start()
    phone.say(sheet, *before)
    refused = phone.call(sheet, call)
    assert refused.status_code == 422
    assert said.replace("5♣", "5♣︎ clubs").replace("︎ clubs︎ clubs", "︎ clubs") in words(refused)
    (link,) = [link for link in read(refused).links if link.endswith(f"#{rule.lower().replace(' ', '-')}")][:1]
    assert link.startswith("/rules/offender#")
    assert len(all_hands(phone, sheet)) == bool(before)


def test_a_call_out_of_turn_is_refused(phone: Phone) -> None:
    sheet = phone.start()
    refused = phone.call(sheet, "5C", player="Cindy")
    assert refused.status_code == 422
    assert "It is Amber's turn to propose or not, not Cindy's." in words(refused)
    assert all_hands(phone, sheet) == []


def test_a_call_after_the_end_is_refused(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/auction", action="/auction")
    phone.bid(sheet, "6H")
    refused = phone.send("", form, {"call": "7H", "seen": phone.version(sheet)})
    assert refused.status_code == 422
    assert "The bidding is over" in words(refused)


def test_a_call_of_a_phone_that_missed_another_is_told_and_not_taken(phone: Phone) -> None:
    sheet = phone.start()
    form = phone.form(f"{sheet}/auction", action="/auction")
    phone.say(sheet, "5C")
    refused = phone.send("", form, {"call": "6C"})
    assert refused.status_code == 409
    assert "the call was not taken" in words(refused)
    assert all_hands(phone, sheet)[0]["calls"] == ["Amber: 5C"]
    assert (
        phone.send(
            "", next(form for form in read(refused).forms if form.action.endswith("/auction")), {"call": "accept"}
        ).status_code
        == 303
    )


@pytest.mark.parametrize("names", [3, 4, 5, 6, 7])
def test_a_whole_auction_of_every_size_of_table(phone: Phone, names: int) -> None:
    sheet = phone.start(("Amber", "Betty", "Cindy", "Diana", "Ellie", "Fiona", "Grace")[:names])
    phone.bid(sheet, "6S")
    assert tricks(phone, sheet, "7") == 303
    assert phone.totals(sheet)[:2] == [49, 49]


def test_a_phone_hears_that_there_is_news_and_only_then(phone: Phone) -> None:
    sheet = phone.start()
    assert phone.get(f"{sheet}/news?seen=1").status_code == 204
    phone.say(sheet, "5C")
    assert phone.get(f"{sheet}/news?seen=1").status_code == 205
    assert phone.get(f"{sheet}/news?seen=2").status_code == 204


def test_a_suit_tapped_first_waits_for_its_number(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "5H", "reject", "reject", "reject", "reject")
    path = f"{sheet}/auction"
    version = phone.version(sheet)
    asked = phone.send("", phone.form(path, action=path), {"suit": "S"})
    assert asked.status_code == 200
    assert "♠︎ spades: tap the number." in words(asked)
    assert phone.version(sheet) == version
    form = form_of(asked, "/auction")
    assert values(form, "suit") == ["S"]
    assert [value for name, value in form.buttons if name == "level"] == [str(level) for level in range(1, 11)]
    assert phone.send("", form, {"level": "5"}).status_code == 303
    assert "5♠" in words(phone.get(path))


def seats(phone: Phone, sheet: str) -> list[str]:
    """Each seat of the felt, as a screen reader says it."""
    html = phone.get(f"{sheet}/auction").text
    return [unescape(said) for said in SEAT.findall(html)]


def test_each_seat_says_its_latest_call_and_who_is_to_speak(phone: Phone) -> None:
    sheet = phone.start()
    assert seats(phone, sheet) == ["Amber, speaks first", "Betty", "Cindy", "Diana", "Ellie, deals"]
    phone.say(sheet, "no proposal", "3H", "reject")
    assert seats(phone, sheet) == [
        "Amber",
        "Betty, 3 hearts",
        "Cindy, rejects",
        "Diana, to answer",
        "Ellie, deals",
    ]
    phone.say(sheet, "accept", "5C", *["reject"] * 4, "no proposal")
    assert seats(phone, sheet) == [
        "Amber",
        "Betty, has the contract so far",
        "Cindy, 5 clubs, refused",
        "Diana, no proposal, has the contract so far",
        "Ellie, to speak, deals",
    ]


def test_a_bid_stays_at_its_seat_where_everybody_bids_once(phone: Phone) -> None:
    sheet = phone.start(("North", "East", "South", "West"), "spades")
    phone.say(sheet, "3", "nil")
    assert seats(phone, sheet) == ["North, 3", "East, nil", "South, to speak", "West, deals"]
    assert "3 of 13 bid" in words(phone.get(f"{sheet}/auction"))


def test_before_a_call_nothing_is_offered_to_be_taken_back(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    phone.get(sheet)  # The message about it is read.
    assert f"{sheet}/undo" not in offers(phone.get(f"{sheet}/auction"))
    phone.say(sheet, "3H")
    assert f"{sheet}/undo" in offers(phone.get(f"{sheet}/auction"))
