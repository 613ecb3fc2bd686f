"""A hand amended in place: what it moves is said before it is saved, why is asked but not insisted on."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..bad import BAD, MARKUP, is_tame
from ..evening import (
    FIFTH,
    TOTALS,
    adjust,
    amend,
    forecast,
    form_of,
    four_hands,
    hands,
    joined,
    opened,
    press,
    said,
    standings,
    strike,
    told,
)
from ..phone import TABLE_GAMES, Phone, read, tapped, words

SEVEN_TAKEN = {"Amber": 100, "Betty": 93, "Cindy": 148, "Diana": 91, "Ellie": 107}
"""With 7 tricks in hand 2 instead of 6: 7 bid and made is 28 + 28 = 56 for Betty and Ellie, who had 21, and 6 for
three tricks for the others, who had 10 + 28 = 38."""
MOVED = "Amber 38 → 6, Betty 21 → 56, Cindy 38 → 6, Diana 38 → 6, Ellie 21 → 56"
HAND_2 = "/hand/3"
Act = Callable[..., TestResponse]


def preview(phone: Phone, sheet: str, entry: int, **fields: str) -> str:
    path = f"{sheet}/hand/{entry}"
    form = phone.form(path, action=path)
    form.action = f"{sheet}/hand/preview?amends={entry}"
    return forecast(phone.send("", form, fields))


def test_what_an_amendment_moves_is_said_before_it_is_saved(phone: Phone) -> None:
    sheet = four_hands(phone)
    shown = preview(phone, sheet, 3, tricks="7")
    assert f"Betty and Ellie 7♠ spades, took 7: made. Hand 2: {MOVED}. Cindy leads Ellie by 41." in shown
    assert phone.version(sheet) == "5"


def test_an_amendment_that_moves_no_points_says_so(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "No points move. Cindy leads Amber by 48." in preview(phone, sheet, 3)
    assert "No points move. Cindy leads Amber by 48." in preview(phone, sheet, 3, suit="H")


def test_who_leads_then_may_be_several_or_nobody(phone: Phone) -> None:
    sheet = phone.start(["Amber", "Betty", "Cindy"])
    phone.record(sheet, ("Amber", "Betty", "5", "H", "5"))
    # 17 tricks: 8 bid and set with 1 is 1 for the offense, 16 tricks are 136 and 36 more for the defender.
    assert "Cindy leads Amber and Betty by 171." in preview(phone, sheet, 2, level="8", tricks="1")
    assert "Amber and Betty share the lead." in preview(phone, sheet, 2, level="17", tricks="17")


def test_all_are_level_when_the_only_hand_has_no_contract(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    amended = amend(phone, sheet, 2, nobody_bid="1")
    assert amended.status_code == 303
    assert said(phone.get(sheet)) == "Changed: hand 1, no contract. All are level. Change Undo"


@pytest.mark.parametrize("wrote", ["a hand", "a change", "points"])
def test_beside_what_was_just_written_down_stands_the_way_to_its_form_as_it_is_filled_in(
    phone: Phone, wrote: str
) -> None:
    sheet = phone.start()
    phone.record(sheet, TABLE_GAMES[0])
    if wrote == "a change":
        amend(phone, sheet, 2, tricks="6")
    if wrote == "points":
        adjust(phone, sheet, "-10")
    shown = phone.get(sheet)
    assert said(shown).endswith(". Change Undo")
    [change] = re.findall(r'<a class="plain" href="([^"]+)">Change</a>', shown.text)
    filled = phone.form(change, action=change).chosen()
    entered = {
        "a hand": tapped(TABLE_GAMES[0]),
        "a change": tapped((*TABLE_GAMES[0][:4], "6")),
        "points": {"points-1": "-10", "note": "revoke"},
    }
    assert filled == entered[wrote]


def test_the_amended_hand_moves_every_total_after_it_and_says_who_leads(phone: Phone) -> None:
    sheet = four_hands(phone)
    leads_to = amend(phone, sheet, 3, tricks="7").headers["Location"]
    assert leads_to == sheet
    shown = phone.get(leads_to)
    assert said(shown).startswith("Changed: hand 2, Betty and Ellie 7♠ spades, took 7. Cindy leads Ellie by 41.")
    assert standings(shown) == SEVEN_TAKEN
    assert "took 7 changed" in words(shown)
    phone.send("", form_of(shown, "/undo"))
    undone = phone.get(sheet)
    assert standings(undone) == TOTALS
    assert "changed" not in words(undone).partition("Standings")[2]


@pytest.mark.parametrize("hand", [tapped(), {"nobody_bid": "1"}])
def test_a_hand_that_is_so_already_is_not_amended(phone: Phone, hand: dict[str, str]) -> None:
    sheet = phone.start()
    phone.enter(sheet, hand)
    refused = amend(phone, sheet, 2, **hand)
    assert refused.status_code == 422
    assert "All of this is so already: change something first." in words(refused)
    assert phone.version(sheet) == "2"
    assert amend(phone, sheet, 2, **hand, note="claimed").status_code == 303


def test_looking_first_keeps_what_was_entered_and_writes_nothing(phone: Phone) -> None:
    sheet = four_hands(phone)
    looked = amend(phone, sheet, 3, tricks="7", reason="misheard", words="it was late", look="1")
    assert looked.status_code == 200
    assert f"Hand 2: {MOVED}. Cindy leads Ellie by 41." in forecast(looked)
    form = form_of(looked, HAND_2)
    assert form.chosen() == {
        **tapped((*TABLE_GAMES[1][:4], "7")),
        "reason": "misheard",
        "words": "it was late",
    }
    assert phone.version(sheet) == "5"
    assert phone.send("", form).status_code == 303
    assert standings(phone.get(sheet)) == SEVEN_TAKEN


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"reason": "misheard"}, "misheard"),
        ({"reason": "miscounted"}, "miscounted"),
        ({"reason": "wrong player"}, "wrong player"),
        ({"words": "  the cat sat on a trick "}, "the cat sat on a trick"),
        ({"reason": "misheard", "words": "it was late"}, "it was late"),
        ({"words": "x" * 120}, "x" * 120),
    ],
)
@pytest.mark.parametrize("act", [amend, strike])
def test_the_reason_stands_in_the_history(phone: Phone, act: Act, fields: dict[str, str], reason: str) -> None:
    sheet = four_hands(phone)
    assert act(phone, sheet, 3, **fields).status_code == 303
    assert f" Reason: {reason} " in told(phone.get(f"{sheet}/history"))[0]


@pytest.mark.parametrize("act", [amend, strike])
def test_no_reason_is_asked_for(phone: Phone, act: Act) -> None:
    sheet = four_hands(phone)
    assert act(phone, sheet, 3, tricks="7").status_code == 303
    assert "Reason" not in told(phone.get(f"{sheet}/history"))[0]


@pytest.mark.parametrize("action", [HAND_2, "/strike"])
@pytest.mark.parametrize("reason", ["x" * 121, "two\nlines", "\x00", "\u2028"])
def test_a_reason_that_cannot_be_written_is_refused_at_its_field(phone: Phone, action: str, reason: str) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet + HAND_2, action=action)
    refused = phone.send("", form, {"tricks": "7", "reason": "misheard", "words": reason})
    assert refused.status_code == 422
    assert read(refused).errors["words-error"].strip()
    kept = form_of(refused, HAND_2).chosen()
    assert kept["tricks"] == "7"
    assert kept["reason"] == "misheard"
    assert kept["words"].split() == reason.replace("\x00", "\ufffd").split() or "\x00" in reason
    assert phone.version(sheet) == "5"


@pytest.mark.parametrize("field", ["reason", "words"])
def test_reasons_of_any_kind_are_shown_as_they_are_or_refused(phone: Phone, field: str) -> None:
    sheet = four_hands(phone)
    for case, bad in BAD.items():
        answer = amend(phone, sheet, 3, **{field: bad})
        is_tame(answer, case)
        assert answer.status_code in (303, 422), case
        is_tame(phone.get(f"{sheet}/history"), case)
    assert MARKUP in words(phone.get(f"{sheet}/history")) or field == "reason"


def test_a_reason_that_is_none_of_the_taps_is_refused(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert amend(phone, sheet, 3, reason="drunk").status_code == 422
    assert phone.version(sheet) == "5"


def test_a_refused_amendment_keeps_the_reason_too(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = amend(phone, sheet, 3, tricks="11", reason="wrong player")
    assert refused.status_code == 422
    assert read(refused).errors["tricks-error"] == "“11” is not a number of tricks here."
    kept = {**tapped(TABLE_GAMES[1]), "reason": "wrong player"}
    kept.pop("tricks")
    assert form_of(refused, HAND_2).chosen() == kept
    assert phone.version(sheet) == "5"


def test_an_amendment_that_breaks_a_rule_is_refused_at_its_field(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = amend(phone, sheet, 3, accepter="Betty", reason="misheard")
    assert refused.status_code == 422
    assert read(refused).errors["accepter-error"] == "Betty cannot accept their own proposal."
    assert form_of(refused, HAND_2).chosen()["accepter"] == "Betty"
    assert form_of(refused, HAND_2).chosen()["reason"] == "misheard"
    assert phone.version(sheet) == "5"


def test_an_amendment_after_another_phone_wrote_is_told_kept_and_can_be_made_then(
    app: Flask, phone: Phone
) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet + HAND_2, action=HAND_2)
    joined(app, phone, sheet).record(sheet, FIFTH)
    refused = phone.send("", form, {"tricks": "7", "reason": "miscounted", "words": "by me"})
    assert refused.status_code == 409
    assert (
        "Another phone wrote on this sheet meanwhile, so nothing was recorded. "
        "Recorded: hand 5, Amber and Betty 5♥" in words(refused)
    )
    again = form_of(refused, HAND_2)
    assert again.chosen() == {
        **tapped((*TABLE_GAMES[1][:4], "7")),
        "reason": "miscounted",
        "words": "by me",
    }
    assert phone.version(sheet) == "6"
    assert phone.send("", again).status_code == 303
    assert hands(phone, sheet)[1]["tricks"] == 7
    assert " Reason: by me " in told(phone.get(f"{sheet}/history"))[0]


def test_an_amendment_that_is_repeated_is_made_once_with_its_reason(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet + HAND_2, action=HAND_2)
    answers = [phone.send("", form, {"tricks": "7", "words": "by me"}) for _ in range(2)]
    assert {(answer.status_code, answer.headers["Location"]) for answer in answers} == {(303, sheet)}
    assert phone.version(sheet) == "6"


def test_a_strike_takes_its_points_off_every_total(phone: Phone) -> None:
    sheet = four_hands(phone)
    strike(phone, sheet, 3, reason="wrong player")
    shown = phone.get(sheet)
    assert said(shown) == "Deleted: hand 2, Betty and Ellie 7♠ spades, took 6. Undo"
    assert standings(shown) == {"Amber": 94, "Betty": 37, "Cindy": 142, "Diana": 85, "Ellie": 51}
    line = told(phone.get(f"{sheet}/history"))[0]
    assert line.startswith("Deleted hand 2, Betty and Ellie 7♠ spades, took 6 ")
    assert "Amber 132 → 94, Betty 58 → 37, Cindy 180 → 142, Diana 123 → 85, Ellie 72 → 51" in line
    phone.send("", form_of(shown, "/undo"))
    assert standings(phone.get(sheet)) == TOTALS


def test_another_contract_than_the_calls_lead_to_is_told_before_it_is_saved(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet)
    form = phone.form(f"{sheet}/auction", action="/hand")
    phone.send("", form, {"tricks": "7"})
    recorded = next(hand for hand in range(2, 20) if phone.get(f"{sheet}/hand/{hand}").status_code == 200)
    assert "will not be kept" not in preview(phone, sheet, recorded, tricks="8")
    shown = preview(phone, sheet, recorded, suit="S")
    assert "The calls lead to another contract and will not be kept." in shown
    amend(phone, sheet, recorded, tricks="8")
    assert "calls" in hands(phone, sheet)[0]
    amend(phone, sheet, recorded, suit="S")
    assert "calls" not in hands(phone, sheet)[0]
    press(phone, sheet, "undo")
    assert "calls" in hands(phone, sheet)[0]


def test_a_viewer_cannot_amend_or_strike_or_see_a_way_to(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(sheet + HAND_2, action=HAND_2)
    viewer = joined(app, phone, sheet, "view")
    token = dict(viewer.form("/new/offender").fields)["csrf_token"]
    assert "Change" not in words(viewer.get(opened(sheet, 2)))
    assert viewer.get(sheet + HAND_2).status_code == 403
    for ending in ("", "/strike"):
        form.action = f"{sheet}{HAND_2}{ending}"
        assert viewer.send("", form, {"csrf_token": token}).status_code == 403
    assert phone.version(sheet) == "5"


def test_a_hand_settled_by_a_newcomer_shows_what_it_paid_and_can_be_struck(phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/seats"
    seated = ["Amber", "Zoe", "Cindy", "Diana", "Ellie"]
    phone.send(path, phone.form(path), {"player": seated, "heir": "Zoe"})
    shown = phone.get(f"{sheet}/hand/6")
    assert "Zoe takes over from Betty: Zoe +58" in words(shown)
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 58}
    assert strike(phone, sheet, 6).status_code == 303
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 0}
