"""Seats and dealer put right, from any hand on: swapped, substituted, one sits out; and partners who change."""

import re

import pytest

from ..bad import BAD, is_tame
from ..evening import FIFTH, TOTALS, change_rules, forecast, form_of, press, said, seat, standings, values
from ..phone import PLAYERS, Form, Phone, read, words

SWAPPED = ("Betty", "Amber", "Cindy", "Diana", "Ellie")
FOR_BETTY = ("Amber", "Zoe", "Cindy", "Diana", "Ellie")
WITHOUT_BETTY = ("Amber", "Cindy", "Diana", "Ellie")
HAND_2 = 3
"""The entry that recorded it."""


def seats_in(form: Form) -> list[str]:
    """Seat by seat who sits there, without the empty ones behind the last."""
    names = values(form, "player")
    return names[: max((row + 1 for row, name in enumerate(names) if name), default=0)]


def dealers(phone: Phone, sheet: str) -> list[str]:
    """Who dealt each hand, as its page tells it, the first hand first."""
    hands = [link for link in phone.read(sheet).links if "/hands/" in link][::-1]
    return [re.findall(r"Hand \d+(\w+) dealt", words(phone.get(hand)))[0] for hand in hands]


def seats_form(phone: Phone, sheet: str, since: int) -> Form:
    return phone.form(f"{sheet}/seats?from={since}", action="/seats")


def test_the_page_shows_who_sits_and_deals_at_the_next_hand_or_an_earlier_one(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/seats", action="/seats")
    assert seats_in(form) == list(PLAYERS)
    assert dict(form.fields)["dealer"] == str(PLAYERS.index("Diana"))
    assert "Change the seats or the dealer above." in forecast(phone.get(f"{sheet}/seats"))
    seat(phone, sheet, SWAPPED)
    form = seats_form(phone, sheet, HAND_2)
    assert seats_in(form) == list(PLAYERS)
    assert dict(form.fields)["dealer"] == str(PLAYERS.index("Amber"))


def test_before_the_first_hand_no_hand_is_offered_to_begin_from(phone: Phone, fresh: str) -> None:
    assert "From which hand on" not in words(phone.get(f"{fresh}/seats"))
    assert seat(phone, fresh, SWAPPED, dealer="0").status_code == 303
    phone.record(fresh)
    assert dealers(phone, fresh) == ["Betty"]
    assert phone.get(f"{fresh}/sheet.json").get_json()["players"] == list(SWAPPED)


def test_another_dealer_of_the_next_hand_goes_round_from_there(phone: Phone, sheet: str) -> None:
    seat(phone, sheet, PLAYERS, dealer="1")
    assert said(phone.get(sheet)) == (
        "Seated: from hand 5 on: Amber, Betty, Cindy, Diana and Ellie; Betty deals. Undo"
    )
    phone.record(sheet, FIFTH)
    phone.record(sheet, FIFTH)
    assert dealers(phone, sheet) == ["Ellie", "Amber", "Betty", "Cindy", "Betty", "Cindy"]


def test_a_swap_moves_no_points_and_changes_who_deals(phone: Phone, sheet: str) -> None:
    looked = seat(phone, sheet, SWAPPED, since=HAND_2, dealer="1", action="look")
    assert forecast(looked) == "From hand 2 on. Amber deals, Cindy speaks first."
    phone.send("", form_of(looked, "/seats"))
    shown = phone.get(sheet)
    assert standings(shown) == TOTALS
    assert dealers(phone, sheet) == ["Ellie", "Amber", "Cindy", "Diana"]
    assert "From hand 2 on at the table: Betty, Amber, Cindy, Diana and Ellie." in words(shown)


def test_a_substitute_starts_at_nought_unless_she_takes_over(phone: Phone, sheet: str) -> None:
    looked = seat(phone, sheet, FOR_BETTY, action="look")
    assert "From hand 5 on. Zoe comes for Betty." in forecast(looked)
    assert "Zoe starts with Betty's 58 points, not at 0" in forecast(looked)
    form = form_of(looked, "/seats")
    phone.send("", form)
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 0}
    press(phone, sheet, "undo")
    seat(phone, sheet, FOR_BETTY, heir="Zoe")
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 58}


def test_nobody_takes_over_from_a_player_who_has_no_points(phone: Phone, fresh: str) -> None:
    assert "starts with" not in forecast(seat(phone, fresh, FOR_BETTY, action="look"))
    phone.record(fresh)
    assert "Betty's 6 points" in forecast(seat(phone, fresh, FOR_BETTY, action="look"))
    assert "starts with" not in forecast(seat(phone, fresh, FOR_BETTY, since=2, action="look"))
    phone.undo(fresh)
    # Whoever took no trick against a contract has nought.
    phone.record(fresh, ("Amber", "Cindy", "6", "H", "10"))
    assert "starts with" not in forecast(seat(phone, fresh, FOR_BETTY, action="look"))


def test_a_player_sits_out_a_hand_and_comes_back_where_she_sat(phone: Phone, sheet: str) -> None:
    out = phone.form(f"{sheet}/seats", action="/seats")
    left = phone.send("", out, {"action": "out:1"})
    assert seats_in(form_of(left, "/seats")) == ["Amber", "", "Cindy", "Diana", "Ellie"]
    phone.send("", form_of(left, "/seats"))
    phone.record(sheet, ("Amber", "Cindy", "5", "H", "5"))
    assert standings(phone.get(sheet))["Betty"] == 58
    bench = phone.get(f"{sheet}/seats")
    assert ("action", "add:Betty") in form_of(bench, "/seats").buttons
    back = phone.send("", form_of(bench, "/seats"), {"action": "add:Betty"})
    moved = phone.send("", form_of(back, "/seats"), {"action": "up:4"})
    for at in (3, 2):
        moved = phone.send("", form_of(moved, "/seats"), {"action": f"up:{at}"})
    assert seats_in(form_of(moved, "/seats")) == list(PLAYERS)
    phone.send("", form_of(moved, "/seats"))
    phone.record(sheet, ("Betty", "Cindy", "5", "H", "5"))
    assert standings(phone.get(sheet))["Betty"] == 88


def test_a_player_of_an_earlier_hand_cannot_sit_out_of_it(phone: Phone, sheet: str) -> None:
    refused = seat(phone, sheet, WITHOUT_BETTY, since=HAND_2)
    assert refused.status_code == 422
    assert "Hand 2 would break a rule" in forecast(refused)
    assert seats_in(form_of(refused, "/seats")) == list(WITHOUT_BETTY)
    assert phone.version(sheet) == "5"


def test_a_substitute_goes_on_with_the_bidding_and_a_swap_begins_it_anew(phone: Phone, sheet: str) -> None:
    phone.say(sheet, "6H", "accept", "no proposal")
    assert "not be kept" not in forecast(seat(phone, sheet, FOR_BETTY, action="look"))
    seat(phone, sheet, FOR_BETTY)
    assert "Zoe to speak" in words(phone.get(f"{sheet}/auction"))
    press(phone, sheet, "undo")
    looked = seat(phone, sheet, SWAPPED, action="look")
    assert "The calls of hand 5 fit no more and will not be kept." in forecast(looked)
    phone.send("", form_of(looked, "/seats"))
    assert "Ellie to speak" in words(phone.get(f"{sheet}/auction"))


def test_a_table_that_cannot_be_is_refused_in_words_and_keeps_what_was_entered(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/seats", action="/seats")
    form.action += "/preview"
    for players, wrong in (
        (("Amber", "Betty"), "Offender is for 3 to 7 players: there are 2 so far."),
        (("Amber", "Betty", "Amber"), "Amber already sits at the table"),
        (("Amber", "x" * 41, "Cindy"), "A name has at most 40 characters; this has 41."),
        (("Amber", "amber", "Cindy"), "Amber already sits at the table: add a letter to tell them apart."),
        (("amber", "Betty", "Cindy"), "Amber is on this sheet already: add a letter to tell them apart."),
        (tuple("ABCDEFGH"), "Offender is for 3 to 7 players: there are 8 so far."),
    ):
        for since in (0, HAND_2):
            refused = seat(phone, sheet, players, dealer="0", since=since)
            assert refused.status_code == 422, wrong
            assert wrong in forecast(refused)
            assert seats_in(form_of(refused, "/seats")) == list(players)
        assert wrong in forecast(phone.send("", form, {"player": players, "dealer": "0"}))
    assert phone.version(sheet) == "5"


def test_a_hand_that_is_no_more_is_no_hand_to_begin_from(phone: Phone, sheet: str) -> None:
    assert phone.get(f"{sheet}/seats?from=99").status_code == 404
    press(phone, sheet, "undo")
    assert phone.get(f"{sheet}/seats?from=5").status_code == 404


def test_seats_do_not_forget_the_house_rules_of_the_next_hand(phone: Phone, sheet: str) -> None:
    change_rules(phone, sheet, "9")
    seat(phone, sheet, SWAPPED)
    assert dict(phone.form(f"{sheet}/house-rules", action="/house-rules").fields)["option-tricks"] == "9"


@pytest.mark.parametrize("field", ["player", "dealer", "heir", "from", "action"])
def test_what_no_page_would_send_is_refused_in_words(phone: Phone, sheet: str, field: str) -> None:
    for case, bad in BAD.items():
        form = phone.form(f"{sheet}/seats", action="/seats")
        answer = phone.send("", form, {"player": SWAPPED, field: bad})
        is_tame(answer, case)
        assert answer.status_code in (200, 303, 404, 422), case
        if answer.status_code == 303:
            is_tame(phone.get(sheet), case)
            press(phone, sheet, "undo")


def test_before_partners_are_changed_the_page_says_whose_column_gets_the_points(phone: Phone) -> None:
    sheet = phone.start(["North", "East", "South", "West"], "spades")
    phone.enter(sheet, {"bid_0": "3", "bid_1": "4", "bid_2": "3", "bid_3": "2", "tricks": "7"})
    shown = words(phone.get(f"{sheet}/seats"))
    assert "Points stay in the column that made them" in shown
    assert "Points stay with the name" not in shown
    looked = seat(phone, sheet, ("East", "North", "South", "West"), action="look")
    crossed = "East & South score in the column “North & South”, North & West in the column “East & West”."
    assert "stays in its column: North & South 61, bags 1; East & West 60, bags 0." in forecast(looked)
    assert f"From hand 2 on {crossed}" in forecast(looked)
    phone.send("", form_of(looked, "/seats"))
    assert crossed in words(phone.get(sheet))


def test_a_new_sheet_says_who_speaks_first_by_the_house_rules_chosen_so_far(phone: Phone) -> None:
    for options, seating in (
        ({}, "Amber deals, Betty speaks first."),
        ({"option-bidding": "sides"}, "Amber deals."),
        ({"option-variant": "new-york"}, "Amber deals."),
    ):
        form = phone.form("/new/spades")
        shown = phone.send("/new/spades", form, {"player": PLAYERS[:4], "dealer": "0", "action": "x", **options})
        assert seating in words(shown)


FOUR = ("North", "East", "South", "West")
OTHERS = ("North", "South", "East", "West")
HAND = {"declarer": "North", "level": "1", "suit": "minor", "tricks": "7"}
"""North's side makes 8."""


def start(phone: Phone, **options: str) -> str:
    chosen = {f"option-{name}": value for name, value in {"totals": "players", **options}.items()}
    return phone.start(FOUR, "ten-bridge", **chosen)


def test_two_taps_make_partners_and_the_page_says_what_they_carry(phone: Phone) -> None:
    sheet = start(phone)
    form = phone.form(f"{sheet}/seats", action="/seats")
    answer = phone.send("", form, {"action": "partner:1", "dealer": "1"})
    after = next(form for form in read(answer).forms if form.writes and form.action.endswith("/seats"))
    assert values(after, "player") == ["North", "South", "East", "West"]
    assert dict(after.fields)["dealer"] == "2"
    sheet = start(phone, carry_goes="nobody")
    phone.enter(sheet, HAND)
    said = forecast(seat(phone, sheet, OTHERS, action="look"))
    assert "North & East play against South & West, and each of them is given what the side scores." in said
    assert "What a side carries begins anew." in said
