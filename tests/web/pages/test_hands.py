"""Hands, and points without a deal: entered, looked at first, changed in place, deleted, with their notes."""

import json
import re
from collections.abc import Callable
from itertools import product
from urllib.parse import urlsplit

import pytest
from werkzeug.test import TestResponse

from scorer.rules.core import Points
from scorer.sheet import sheet_file
from scorer.sheet.core.ledger import Ledger

from ..bad import BAD, MARKUP, is_tame
from ..evening import (
    TOTALS,
    adjust,
    amend,
    csv_cells,
    forecast,
    form_of,
    four_hands,
    hands,
    press,
    said,
    seat,
    standings,
    strike,
    told,
)
from ..games import test_oh_hell, test_pirate_bridge, test_plain, test_reverse_bridge, test_spades, test_ten_bridge
from ..phone import PLAYERS, TABLE_GAMES, Phone, read, tapped, words
from ..writing import OH_HELL_HAND, SPADES_HAND

FIRST = [49, 6, 49, 6, 6]
"""The points of the first hand of the document's table."""


def test_a_recorded_hand_is_on_the_sheet_and_the_next_page_says_so(phone: Phone, fresh: str) -> None:
    answer = phone.record(fresh)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{fresh}/hand")
    assert phone.totals(fresh) == FIRST
    said = words(phone.get(fresh))
    assert "Hand 1 saved Change Undo" in said
    assert "saved" not in words(phone.get(fresh))


def test_looking_first_shows_the_same_without_javascript_and_then_records(phone: Phone, fresh: str) -> None:
    looked = phone.record(fresh, TABLE_GAMES[0], look="1")
    assert looked.status_code == 200
    assert "Offense 21 + 28 = 49 each, defense 6 each." in words(looked)
    assert phone.version(fresh) == "1"
    form = form_of(looked, "/hand")
    assert form.chosen() == tapped(TABLE_GAMES[0])
    assert phone.send("", form).status_code == 303
    assert phone.totals(fresh) == FIRST


def test_the_page_of_a_struck_hand_leads_back_to_the_sheet_and_says_so(phone: Phone, fresh: str) -> None:
    phone.record(fresh)
    form = phone.form(f"{fresh}/hand/2", action="/hand/2")
    strike(phone, fresh, 2)
    phone.get(fresh)
    for come in (lambda: phone.get(f"{fresh}/hand/2"), lambda: phone.send("", form, {"tricks": "9"})):
        answer = come()
        assert (answer.status_code, answer.headers["Location"]) == (303, fresh)
        assert "That hand is not on the sheet any more." in words(phone.get(fresh))
    assert phone.version(fresh) == "3"


SEVEN_TAKEN = {"Amber": 100, "Betty": 93, "Cindy": 148, "Diana": 91, "Ellie": 107}
"""With 7 tricks in hand 2 instead of 6: 7 bid and made is 28 + 28 = 56 for Betty and Ellie, who had 21, and 6 for
three tricks for the others, who had 10 + 28 = 38."""
MOVED = "Amber, Cindy, Diana 38 → 6; Betty, Ellie 21 → 56"
HAND_2 = "/hand/3"
Act = Callable[..., TestResponse]


def preview(phone: Phone, sheet: str, entry: int, **fields: str) -> str:
    path = f"{sheet}/hand/{entry}"
    form = phone.form(path, action=path)
    form.action = f"{sheet}/hand/preview?amends={entry}"
    return forecast(phone.send("", form, fields))


@pytest.mark.parametrize("wrote", ["a hand", "a change", "points"])
def test_beside_what_was_just_written_stands_the_way_to_its_form(phone: Phone, fresh: str, wrote: str) -> None:
    phone.record(fresh, TABLE_GAMES[0])
    if wrote == "a change":
        amend(phone, fresh, 2, tricks="6")
    if wrote == "points":
        adjust(phone, fresh, "-10")
    shown = phone.get(fresh)
    assert said(shown).endswith(" Change Undo")
    [change] = re.findall(r'<a class="plain" href="([^"]+)">Change</a>', shown.text)
    filled = phone.form(change, action=change).chosen()
    entered = {
        "a hand": tapped(TABLE_GAMES[0]),
        "a change": tapped((*TABLE_GAMES[0][:4], "6")),
        "points": {"points-1": "-10", "note": "revoke"},
    }
    assert filled == entered[wrote]


def test_the_amended_hand_moves_every_total_after_it_and_says_who_leads(phone: Phone, sheet: str) -> None:
    leads_to = amend(phone, sheet, 3, tricks="7").headers["Location"]
    assert leads_to == sheet
    shown = phone.get(leads_to)
    assert said(shown).startswith("Changed: hand 2, tricks 6 → 7, bid set → made. Cindy leads Ellie by 41.")
    assert standings(shown) == SEVEN_TAKEN
    assert "took 7 changed" in words(shown)
    phone.send("", form_of(shown, "/undo"))
    undone = phone.get(sheet)
    assert standings(undone) == TOTALS
    assert "changed" not in words(undone).partition("Standings")[2]


def test_looking_first_keeps_what_was_entered_and_writes_nothing(phone: Phone, sheet: str) -> None:
    looked = amend(phone, sheet, 3, tricks="7", reason="misheard", words="it was late", look="1")
    assert looked.status_code == 200
    assert forecast(phone.get(f"{sheet}/hand/3")).startswith("Nothing is changed yet. Amber +38")
    changed = f"Tricks 6 → 7, bid set → made. Hand 2: {MOVED}. Cindy leads Ellie by 41."
    assert forecast(looked).startswith(changed)
    form = form_of(looked, HAND_2)
    assert form.chosen() == {**tapped((*TABLE_GAMES[1][:4], "7")), "reason": "misheard", "words": "it was late"}
    assert phone.version(sheet) == "5"
    assert phone.send("", form).status_code == 303
    assert standings(phone.get(sheet)) == SEVEN_TAKEN


REASONS = (
    ({"reason": "misheard"}, "misheard"),
    ({"reason": "miscounted"}, "miscounted"),
    ({"reason": "wrong player"}, "wrong player"),
    ({"words": "  the cat sat on a trick "}, "the cat sat on a trick"),
    ({"reason": "misheard", "words": "it was late"}, "it was late"),
    ({"words": "x" * 120}, "x" * 120),
)


@pytest.mark.parametrize("act", [amend, strike])
def test_the_reason_stands_in_the_history(phone: Phone, sheet: str, act: Act) -> None:
    for fields, reason in REASONS:
        assert act(phone, sheet, 3, **fields).status_code == 303, reason
        assert f" Reason: {reason} " in told(phone.get(f"{sheet}/history"))[0]
        assert phone.undo(sheet).status_code == 303


@pytest.mark.parametrize("action", [HAND_2, "/strike"])
def test_a_reason_that_cannot_be_written_is_refused_at_its_field(phone: Phone, sheet: str, action: str) -> None:
    form = phone.form(sheet + HAND_2, action=action)
    for reason in ("x" * 121, "two\nlines", "\x00", "\u2028"):
        refused = phone.send("", form, {"tricks": "7", "reason": "misheard", "words": reason})
        assert refused.status_code == 422, reason
        assert read(refused).errors["words-error"].strip(), reason
        kept = form_of(refused, HAND_2).chosen()
        assert (kept["tricks"], kept["reason"]) == ("7", "misheard"), reason
        assert kept["words"].split() == reason.split() or "\x00" in reason, reason
    assert phone.version(sheet) == "5"


def test_reasons_of_any_kind_are_shown_as_they_are_or_refused(phone: Phone, sheet: str) -> None:
    for field, (case, bad) in product(("reason", "words"), BAD.items()):
        answer = amend(phone, sheet, 3, **{field: bad})
        is_tame(answer, case)
        assert answer.status_code == 422 or (answer.status_code == 303 and field == "words"), (field, case)
    shown = phone.get(f"{sheet}/history")
    is_tame(shown)
    assert all(bad in words(shown) for bad in (MARKUP, BAD["braces"], BAD["a quote"]))


def test_a_strike_takes_its_points_off_every_total(phone: Phone, sheet: str) -> None:
    strike(phone, sheet, 3, reason="wrong player")
    shown = phone.get(sheet)
    assert said(shown) == "Deleted: hand 2, Betty and Ellie 7♠ spades, took 6. Undo"
    assert standings(shown) == {"Amber": 94, "Betty": 37, "Cindy": 142, "Diana": 85, "Ellie": 51}


def test_another_contract_than_the_calls_lead_to_is_told_before_it_is_saved(phone: Phone, fresh: str) -> None:
    phone.bid(fresh)
    form = phone.form(f"{fresh}/auction", action="/hand")
    phone.send("", form, {"tricks": "7"})
    recorded = next(hand for hand in range(2, 20) if phone.get(f"{fresh}/hand/{hand}").status_code == 200)
    # The triangle of a browser shows that the calls open, and nothing beside it.
    assert re.search(r"<summary>\d+ calls</summary>", phone.get(f"{fresh}/hands/{recorded}").text)
    assert "will not be kept" not in preview(phone, fresh, recorded, tricks="8")
    shown = preview(phone, fresh, recorded, suit="S")
    assert "The calls lead to another contract and will not be kept." in shown
    amend(phone, fresh, recorded, tricks="8")
    assert "calls" in hands(phone, fresh)[0]
    amend(phone, fresh, recorded, suit="S")
    assert "calls" not in hands(phone, fresh)[0]
    press(phone, fresh, "undo")
    assert "calls" in hands(phone, fresh)[0]


def test_a_hand_settled_by_a_newcomer_shows_what_it_paid_and_can_be_struck(phone: Phone, sheet: str) -> None:
    path = f"{sheet}/seats"
    seated = ["Amber", "Zoe", "Cindy", "Diana", "Ellie"]
    phone.send(path, phone.form(path), {"player": seated, "heir": "Zoe"})
    shown = phone.get(f"{sheet}/hand/6")
    assert "Zoe takes over from Betty: Zoe +58" in words(shown)
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 58}
    assert strike(phone, sheet, 6).status_code == 303
    assert standings(phone.get(sheet)) == {**TOTALS, "Zoe": 0}


CLAIMED = {"note": "claimed"}
FIRST_HANDS = {
    "offender": (Phone.start, tapped()),
    "pirate-bridge": (test_pirate_bridge.start, test_pirate_bridge.SPADES),
    "spades": (test_spades.started, SPADES_HAND),
    "oh-hell": (test_oh_hell.start, OH_HELL_HAND),
    "ten-bridge": (test_ten_bridge.started, test_ten_bridge.tapped()),
    "reverse-bridge": (test_reverse_bridge.started, test_reverse_bridge.tapped()),
    "plain": (test_plain.start, test_plain.typed("10", "0", "0")),
}


def notes(phone: Phone, sheet: str) -> list[object]:
    return [hand.get("note") for hand in hands(phone, sheet)]


@pytest.mark.parametrize("game", FIRST_HANDS)
def test_a_note_of_a_hand_of_every_game_stands_wherever_the_hand_does(phone: Phone, game: str) -> None:
    start, fields = FIRST_HANDS[game]
    sheet = start(phone)
    form = phone.form(f"{sheet}/hand", action="/hand")
    assert phone.send(f"{sheet}/hand", form, {**fields, **CLAIMED}).status_code == 303
    assert notes(phone, sheet) == ["claimed"]
    assert "Note: claimed" in words(phone.get(sheet))
    assert "(claimed)" in told(phone.get(f"{sheet}/history"))[0]
    assert "Noted: “claimed”." in words(phone.get(f"{sheet}/why/points/2?column=0"))
    assert any("claimed" in line for line in csv_cells(phone, sheet))


def test_a_note_comes_with_its_hand_in_whatever_way_that_is_entered(phone: Phone, fresh: str) -> None:
    phone.record(fresh, note="conceded", note_words="after the sixth trick")
    phone.record(fresh, note_words="played in the garden")
    phone.record(fresh)
    nobody_bid = {"nobody_bid": "1", "note": "bid out of turn, let stand"}
    phone.send("", phone.form(f"{fresh}/hand", action="/hand"), nobody_bid)
    phone.bid(fresh)
    phone.send("", phone.form(f"{fresh}/auction", action="/hand"), {"tricks": "7", **CLAIMED})
    own = ["conceded, after the sixth trick", "played in the garden", None]
    assert notes(phone, fresh) == [*own, "bid out of turn, let stand", "claimed"]


def test_a_note_is_amended_taken_away_and_brought_back_by_undo(phone: Phone, fresh: str) -> None:
    phone.record(fresh, **CLAIMED, note_words="at once")
    form = phone.form(f"{fresh}/hand/2", action="/hand/2")
    assert ("note", "claimed") in form.fields
    assert ("note_words", "at once") in form.fields
    amend(phone, fresh, 2, note="conceded", note_words="")
    assert notes(phone, fresh) == ["conceded"]
    assert "was: Amber and Cindy 6♥︎ hearts, took 7 (claimed, at once)" in words(phone.get(f"{fresh}/history"))
    amend(phone, fresh, 2, note="", note_words="")
    assert notes(phone, fresh) == [None]
    phone.undo(fresh)
    assert notes(phone, fresh) == ["conceded"]


def test_a_request_without_the_fields_of_a_note_leaves_the_note(phone: Phone, fresh: str) -> None:
    """As one that waited in a phone since before there were any."""
    phone.record(fresh, **CLAIMED)
    form = phone.form(f"{fresh}/hand/2", action="/hand/2")
    form.fields = [(name, value) for name, value in form.fields if not name.startswith("note")]
    assert phone.send(f"{fresh}/hand/2", form, {"tricks": "8"}).status_code == 303
    assert notes(phone, fresh) == ["claimed"]


def test_what_is_no_note_is_said_at_the_note_and_loses_nothing(phone: Phone, fresh: str) -> None:
    for fields, why in (
        ({"note": "sung"}, "Tap one of these notes, or write another."),
        ({"note_words": "x" * 201}, "A note has at most 200 characters."),
        ({"note_words": "two\nlines"}, "A note is written in one line of ordinary characters."),
    ):
        answer = phone.record(fresh, **fields)
        assert answer.status_code == 422, why
        assert why in words(answer)
        assert "checked" in answer.text.partition('id="tricks-7"')[2].partition(">")[0], why
    assert hands(phone, fresh) == []


def test_a_long_note_of_a_file_stays_when_its_hand_is_amended(phone: Phone) -> None:
    long = "one\n" + "two " * 60 + "three"
    first = phone.start()
    phone.record(first)
    file = phone.get(f"{first}/sheet.json").get_json()
    file["hands"][0]["note"] = long
    looked = phone.send("/import", phone.form("/import"), {"text": json.dumps(file)})
    brought = phone.send("/import", form_of(looked, ""), {"action": "import"})
    sheet = urlsplit(brought.location).path
    form = phone.form(f"{sheet}/hand/2", action="/hand/2")
    assert phone.send(f"{sheet}/hand/2", form, {"tricks": "8"}).status_code == 303
    assert (hands(phone, sheet)[0]["tricks"], notes(phone, sheet)) == (8, [long])


def totals(phone: Phone, sheet: str) -> dict[str, Points]:
    ledger = Ledger.of(sheet_file.load(phone.get(f"{sheet}/sheet.json").data))
    return dict(zip(ledger.columns, ledger.totals, strict=True))


def test_a_penalty_moves_the_totals_and_not_the_deal(phone: Phone, sheet: str) -> None:
    assert adjust(phone, sheet, "-10", **{"points-2": "2,5", "by": "Amber"}).status_code == 303
    assert totals(phone, sheet) == {**TOTALS, "Betty": 48, "Cindy": 182.5}
    page = words(phone.get(sheet))
    assert "Adjusted: after hand 4: Betty −10, Cindy +2.5 (revoke)." in page
    assert "Hand 5." in page
    why = words(phone.get(f"{sheet}/why/total?column=1"))
    assert "adjustment: revoke" in why
    assert "58 − 10 = 48" in why.replace("\u00a0", " ")


def test_points_without_a_deal_are_numbers_or_a_ruling_in_words(phone: Phone, sheet: str) -> None:
    refused = adjust(phone, sheet, "ten", **{"points-2": "5"})
    assert refused.status_code == 422
    assert "“ten” is no number of points." in words(refused)
    for written in ('value="ten"', 'value="5"', 'value="revoke"'):
        assert written in refused.text
    nothing = adjust(phone, sheet, "")
    assert nothing.status_code == 422
    assert "Write points for somebody first." in words(nothing)
    assert totals(phone, sheet) == TOTALS
    assert adjust(phone, sheet, "0", note="warned for talking").status_code == 303
    assert "Adjusted: after hand 4: no points (warned for talking)." in words(phone.get(sheet))
    assert adjust(phone, sheet, "0", "/adjust/6", note="warned twice").status_code == 303
    assert "after hand 4: no points (warned twice)" in words(phone.get(sheet))
    assert totals(phone, sheet) == TOTALS


def test_it_is_amended_struck_and_undone(phone: Phone, sheet: str) -> None:
    adjust(phone, sheet, "-10")
    assert adjust(phone, sheet, "-20", "/adjust/6").status_code == 303
    assert totals(phone, sheet)["Betty"] == 38
    assert "Betty −10 (revoke)" in words(phone.get(f"{sheet}/history"))
    form = phone.form(f"{sheet}/adjust/6", action="/strike")
    assert phone.send("", form, {}).status_code == 303
    assert totals(phone, sheet) == TOTALS
    assert phone.get(f"{sheet}/adjust/6").status_code == 404
    assert press(phone, sheet, "undo").status_code == 303
    assert totals(phone, sheet)["Betty"] == 38


def test_points_before_the_first_hand_stay_with_their_column_and_player(phone: Phone, fresh: str) -> None:
    sheet = phone.start(("North", "East", "South", "West"), "spades")
    adjust(phone, sheet, "3")
    assert seat(phone, sheet, ("North", "South", "East", "West")).status_code == 303
    assert totals(phone, sheet) == {"North & East": 0, "South & West": 3}
    adjust(phone, fresh, "3")
    refused = seat(phone, fresh, [name for name in PLAYERS if name != "Betty"], dealer="0")
    assert refused.status_code == 422
    assert "“Betty” has no column" in words(refused)
    assert totals(phone, fresh)["Betty"] == 3


def test_it_stands_on_the_sheet_where_it_was_given(phone: Phone, fresh: str) -> None:
    adjust(phone, fresh, "3")
    phone.record(fresh, TABLE_GAMES[0])
    adjust(phone, fresh, "-10", by="Amber")
    phone.get(fresh)
    text = words(phone.get(f"{fresh}/table"))
    for part in (
        "before the first hand: Betty +3 (revoke)",
        "after hand 1: Betty −10 (revoke)",
        "Agreed by Amber.",
    ):
        assert part in text, part
    assert text.index("Betty +3") < text.index("Betty −10")
    assert phone.read(fresh).links.count(f"{fresh}/adjust/2") == 1


def test_whoever_only_sits_down_for_the_next_hand_has_no_points_yet_and_agrees_to_none(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert seat(phone, sheet, [*PLAYERS[:4], "Nora"]).status_code == 303
    assert words(phone.get(f"{sheet}/adjust")).endswith(
        "Amber Betty Cindy Diana Ellie Why Who agreed Amber Betty Cindy Diana Ellie Write points for somebody."
        " Show what it moves Save"
    )
    assert adjust(phone, sheet, "5", **{"points-5": "7"}).status_code == 303
    assert totals(phone, sheet) == {**TOTALS, "Betty": 63, "Nora": 0}
    assert adjust(phone, sheet, "5", by="Nora").status_code == 422
