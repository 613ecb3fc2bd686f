"""Names tapped to agree and to sign, and what looks odd, dismissed."""

import re

from flask import Flask
from werkzeug.test import TestResponse

from ..evening import FIFTH, amend, four_hands, joined, opened, press, said, told
from ..phone import PLAYERS, TABLE_GAMES, Form, Phone, words

LIGHT = 21_000
"""Bytes of a page, before it is compressed."""


def agree(phone: Phone, sheet: str, player: str, entry: int = 2, form: Form | None = None) -> TestResponse:
    """Tap a name on the sheet's own card of a hand."""
    return phone.send(sheet, form or phone.form(opened(sheet), action=f"/hand/{entry}/agree"), {"player": player})


def sign(phone: Phone, sheet: str, player: str) -> TestResponse:
    return phone.send(sheet, phone.form(f"{sheet}/agreement", action="/sign"), {"player": player})


def test_a_tap_on_a_name_agrees_and_returns_to_the_names_of_the_hand(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = agree(phone, sheet, "Betty")
    assert answer.location.endswith(f"{sheet}?open=1#agree-1")
    shown = phone.get(opened(sheet))
    assert 'id="agree-1"' in shown.text
    assert said(shown).startswith("Agreed: Betty to hand 1, Amber and Cindy 6♥ hearts, took 7.")
    assert "✓ Betty" in words(phone.get(opened(sheet)))


def test_the_sheet_tells_which_hands_are_not_agreed_by_all_once_anybody_agrees(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert "Not agreed" not in words(phone.get(opened(sheet)))
    for player in PLAYERS:
        agree(phone, sheet, player)
    shown = words(phone.get(opened(sheet)))
    assert "Not agreed by all: hands 2, 3, 4" in shown
    assert "Agreed by all." in shown


def test_the_same_name_tapped_twice_agrees_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    forms = [phone.form(opened(sheet), action="/hand/2/agree") for _ in range(2)]
    version = int(phone.version(sheet))
    for form in forms:
        assert agree(phone, sheet, "Betty", form=form).status_code == 303
    assert phone.version(sheet) == str(version + 1)


def test_two_names_tapped_on_one_page_both_count(phone: Phone) -> None:
    sheet = four_hands(phone)
    form = phone.form(opened(sheet), action="/hand/2/agree")
    version = int(phone.version(sheet))
    for player in ("Betty", "Cindy", "Cindy", "Betty"):
        assert agree(phone, sheet, player, form=form).status_code == 303
    assert phone.version(sheet) == str(version + 2)
    assert "✓ Betty ✓ Cindy Still to agree: tap your name." in words(phone.get(opened(sheet)))


def test_two_phones_agree_at_the_same_time(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    forms = [(one, one.form(opened(sheet), action="/hand/2/agree")) for one in (phone, other)]
    for (one, form), player in zip(forms, ("Amber", "Ellie"), strict=True):
        agree(one, sheet, player, form=form)
    shown = words(phone.get(f"{sheet}/agreement"))
    assert "✓ Amber" in shown
    assert "✓ Ellie" in shown


def test_nobody_agrees_to_a_hand_that_changed_since_she_saw_it(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    form = other.form(opened(sheet), action="/hand/2/agree")
    amend(phone, sheet, 2, tricks="6")
    agree(other, sheet, "Betty", form=form)
    shown = other.get(opened(sheet))
    assert "That hand has changed since you saw it" in said(shown)
    assert "✓ Betty" not in words(shown)


def test_an_amended_hand_loses_its_agreements(phone: Phone) -> None:
    sheet = four_hands(phone)
    agree(phone, sheet, "Betty", 2)
    agree(phone, sheet, "Diana", 3)
    amend(phone, sheet, 2, tricks="6")
    shown = words(phone.get(opened(sheet)))
    assert "✓ Betty" not in shown
    assert "✓ Diana" in shown


def test_only_who_played_agrees_and_signs(phone: Phone) -> None:
    sheet = four_hands(phone)
    version = phone.version(sheet)
    agree(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(opened(sheet)))
    sign(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(opened(sheet)))
    assert phone.version(sheet) == version


def test_players_sign_a_finished_sheet_and_a_later_correction_is_flagged(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    for player in PLAYERS:
        sign(phone, sheet, player)
    assert "Signed by all." in words(phone.get(f"{sheet}/agreement"))
    assert "Signed by Amber, Betty, Cindy, Diana and Ellie." in words(phone.get(opened(sheet)))
    press(phone, sheet, "reopen")
    amend(phone, sheet, 2, tricks="6")
    shown = words(phone.get(opened(sheet)))
    assert "The sheet was changed after Amber, Betty, Cindy, Diana and Ellie had signed it." in shown
    sign(phone, sheet, "Amber")
    shown = words(phone.get(f"{sheet}/agreement"))
    assert "Betty, Cindy, Diana and Ellie had signed before the last change" in shown


def test_whoever_signs_agrees_to_all_hands_with_one_tap(phone: Phone) -> None:
    sheet = four_hands(phone)
    agree(phone, sheet, "Betty")
    press(phone, sheet, "finish")
    assert "Sign it" in words(phone.get(opened(sheet)))
    for player in PLAYERS:
        assert "Not agreed by all" in words(phone.get(opened(sheet)))
        sign(phone, sheet, player)
    shown = words(phone.get(opened(sheet)))
    assert "Not agreed by all" not in shown
    assert "Sign it" not in shown
    assert "Finished, and locked against stray taps. Signed by all." in shown
    assert "Every hand is agreed by all." in words(phone.get(f"{sheet}/agreement"))


def test_a_long_sheet_is_agreed_to_ten_hands_a_page_and_stays_light(phone: Phone) -> None:
    sheet = four_hands(phone)
    for _ in range(21):
        phone.record(sheet, FIFTH)
    newest, pages = f"{sheet}/agreement", list[list[str]]()
    for path in (newest, f"{newest}?before=16", f"{newest}?before=6"):
        page = phone.get(path)
        assert len(page.data) < LIGHT
        pages.append(re.findall(r'id="agree-(\d+)"', page.text))
    assert pages == [[str(n) for n in range(*ends, -1)] for ends in ((25, 15), (15, 5), (5, 0))]
    assert "25 not agreed by all" in words(phone.get(newest))
    assert f"{newest}?before=16#by-hand" in phone.read(newest).links
    form = phone.form(f"{newest}?before=6", action="/hand/2/agree")
    assert agree(phone, sheet, "Betty", form=form).location.endswith("/agreement?before=6#agree-1")


def test_a_hand_recorded_twice_is_flagged_until_it_is_dismissed(phone: Phone) -> None:
    sheet = four_hands(phone)
    phone.record(sheet, TABLE_GAMES[-1])
    assert "Recorded twice?" in words(phone.get(opened(sheet)))
    form = phone.form(sheet, action="/dismiss")
    [(name, flag)] = form.buttons
    assert phone.send(sheet, form, {name: flag}).status_code == 303
    assert said(phone.get(opened(sheet))).startswith("Dismissed.")
    assert "Recorded twice?" not in words(phone.get(opened(sheet)))
    assert "Dismissed Hands 4 and 5 are the same" in told(phone.get(f"{sheet}/history"))[0]
    # Dismissed twice, as by a second phone, it is gone all the same.
    assert phone.send(sheet, form, {name: "no such flag"}).status_code == 303


def test_a_phone_that_may_only_look_sees_who_agreed_and_taps_nothing(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    agree(phone, sheet, "Betty")
    viewer = joined(app, phone, sheet, "view")
    shown = viewer.get(f"{sheet}/agreement")
    assert "Agreed by Betty." in words(shown)
    assert "/agree" not in shown.text.partition("<main")[2].replace("/agreement", "")
    assert viewer.send(
        sheet, phone.form(opened(sheet), action="/hand/2/agree"), {"player": "Amber"}
    ).status_code in (
        400,
        403,
    )
