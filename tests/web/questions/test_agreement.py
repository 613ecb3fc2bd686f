"""Names tapped to agree in a dispute and to sign at the end, and what looks odd, dismissed."""

from flask import Flask
from werkzeug.test import TestResponse

from ..evening import amend, dispute, four_hands, joined, offers, opened, press, said, settle, settled, told
from ..phone import PLAYERS, TABLE_GAMES, Form, Phone, words


def talking(phone: Phone, sheet: str, entry: int = 2) -> Form:
    """The form in which a name is tapped to agree to a hand."""
    form = phone.form(f"{sheet}/agreement", action="/sign")
    form.action = f"{sheet}/hand/{entry}/agree"
    return form


def agree(phone: Phone, sheet: str, player: str, entry: int = 2, form: Form | None = None) -> TestResponse:
    return phone.send("", form or talking(phone, sheet, entry), {"player": player})


def sign(phone: Phone, sheet: str, player: str) -> TestResponse:
    return phone.send(sheet, phone.form(f"{sheet}/agreement", action="/sign"), {"player": player})


def test_names_are_asked_for_in_a_dispute_and_nowhere_else_but_at_the_end(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert not [way for way in offers(phone.get(opened(sheet, 1))) if way.endswith("/agree")]
    page = settled(phone, sheet)
    answer = phone.send(page, phone.form(page, action="/hand/2/agree"), {"player": "Betty"})
    assert answer.location.endswith(f"{page}#agree-1")
    shown = phone.get(page)
    assert 'id="agree-1"' in shown.text
    assert said(shown).startswith("Agreed: Betty to hand 1, Amber and Cindy 6♥ hearts, took 7.")
    assert "✓ Betty" in words(shown)
    assert "gree" not in words(phone.get(opened(sheet, 1)))


def test_whoever_settles_on_a_phone_of_their_own_has_agreed_with_it(phone: Phone) -> None:
    sheet = four_hands(phone)
    phone.say_who(sheet, "Betty")
    page = dispute(phone, sheet, 2)
    settle(phone, page, "upheld", ["Cindy"])
    assert "Upheld by Betty (own phone), agreed by Cindy." in words(phone.get(page))
    assert "upheld, by Betty (own phone), agreed by Cindy" in told(phone.get(f"{sheet}/history"))[0]
    assert "Agreed by Betty (own phone) and Cindy." in phone.get(f"{sheet}/sheet-long.csv").text


def test_the_same_name_tapped_twice_agrees_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    forms = [talking(phone, sheet) for _ in range(2)]
    version = int(phone.version(sheet))
    for form in forms:
        assert agree(phone, sheet, "Betty", form=form).status_code == 303
    assert phone.version(sheet) == str(version + 1)


def test_two_names_tapped_on_one_page_both_count(phone: Phone) -> None:
    sheet = four_hands(phone)
    page = settled(phone, sheet)
    form = phone.form(page, action="/hand/2/agree")
    version = int(phone.version(sheet))
    for player in ("Betty", "Cindy", "Cindy", "Betty"):
        assert agree(phone, sheet, player, form=form).status_code == 303
    assert phone.version(sheet) == str(version + 2)
    assert "✓ Betty ✓ Cindy Still to agree: tap your name." in words(phone.get(page))


def test_two_phones_agree_at_the_same_time(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    page = settled(phone, sheet)
    other = joined(app, phone, sheet)
    forms = [(one, one.form(page, action="/hand/2/agree")) for one in (phone, other)]
    for (one, form), player in zip(forms, ("Amber", "Ellie"), strict=True):
        agree(one, sheet, player, form=form)
    assert "✓ Amber ✓ Ellie" in words(phone.get(page))


def test_nobody_agrees_to_a_hand_that_changed_since_she_saw_it(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    page = settled(phone, sheet)
    other = joined(app, phone, sheet)
    form = other.form(page, action="/hand/2/agree")
    amend(phone, sheet, 2, tricks="6")
    agree(other, sheet, "Betty", form=form)
    shown = other.get(page)
    assert "That hand has changed since you saw it" in said(shown)
    assert "✓ Betty" not in words(shown)


def test_an_amended_hand_loses_its_agreements(phone: Phone) -> None:
    sheet = four_hands(phone)
    first, second = settled(phone, sheet), settled(phone, sheet, 3)
    agree(phone, sheet, "Betty", 2)
    agree(phone, sheet, "Diana", 3)
    amend(phone, sheet, 2, tricks="6")
    assert "✓ Betty" not in words(phone.get(first))
    assert "✓ Diana" in words(phone.get(second))


def test_only_who_played_agrees_and_signs(phone: Phone) -> None:
    sheet = four_hands(phone)
    version = phone.version(sheet)
    agree(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(sheet))
    sign(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(sheet))
    assert phone.version(sheet) == version


def test_players_sign_a_finished_sheet_and_a_later_correction_is_flagged(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    for player in PLAYERS:
        sign(phone, sheet, player)
    assert "Signed by all." in words(phone.get(f"{sheet}/agreement"))
    assert "Signed by Amber, Betty, Cindy, Diana and Ellie." in words(phone.get(sheet))
    press(phone, sheet, "reopen")
    amend(phone, sheet, 2, tricks="6")
    shown = words(phone.get(sheet))
    assert "The sheet was changed after Amber, Betty, Cindy, Diana and Ellie had signed it." in shown
    sign(phone, sheet, "Amber")
    shown = words(phone.get(f"{sheet}/agreement"))
    assert "Betty, Cindy, Diana and Ellie had signed before the last change" in shown


def test_whoever_signs_agrees_to_all_hands_with_one_tap(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    assert "Sign it" in words(phone.get(sheet))
    assert f"{sheet}/agreement" in phone.read(f"{sheet}/end").links
    for player in PLAYERS:
        sign(phone, sheet, player)
    assert "Sign it" not in words(phone.get(sheet))
    assert "Agreed by all." in phone.get(f"{sheet}/sheet-long.csv").text


def test_a_hand_recorded_twice_is_flagged_until_it_is_dismissed(phone: Phone) -> None:
    sheet = four_hands(phone)
    phone.record(sheet, TABLE_GAMES[-1])
    assert "Recorded twice?" in words(phone.get(sheet))
    form = phone.form(sheet, action="/dismiss")
    [(name, flag)] = form.buttons
    assert phone.send(sheet, form, {name: flag}).status_code == 303
    assert said(phone.get(sheet)).startswith("Dismissed.")
    assert "Recorded twice?" not in words(phone.get(sheet))
    assert "Dismissed Hands 4 and 5 are the same" in told(phone.get(f"{sheet}/history"))[0]
    # Dismissed twice, as by a second phone, it is gone all the same.
    assert phone.send(sheet, form, {name: "no such flag"}).status_code == 303


def test_a_phone_that_may_only_look_sees_who_signed_and_taps_nothing(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    sign(phone, sheet, "Betty")
    viewer = joined(app, phone, sheet, "view")
    shown = viewer.get(f"{sheet}/agreement")
    assert "Signed by Betty." in words(shown)
    assert offers(shown) == []
    for form in (talking(phone, sheet), phone.form(f"{sheet}/agreement", action="/sign")):
        assert viewer.send("", form, {"player": "Amber"}).status_code in (400, 403)
