"""Names tapped to agree and to sign, on the table's phone and on one that is a player's own."""

import json
import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..evening import (
    amend,
    dispute,
    joined,
    offers,
    opened,
    press,
    rename,
    said,
    settle,
    settled,
    told,
    version,
    with_history,
)
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


def test_names_are_asked_for_in_a_dispute_and_nowhere_else_but_at_the_end(phone: Phone, sheet: str) -> None:
    assert not [way for way in offers(phone.get(opened(sheet, 1))) if way.endswith("/agree")]
    page = settled(phone, sheet)
    answer = phone.send(page, phone.form(page, action="/hand/2/agree"), {"player": "Betty"})
    assert answer.location.endswith(f"{page}#agree-1")
    shown = phone.get(page)
    assert 'id="agree-1"' in shown.text
    assert said(shown).startswith("Agreed: Betty to hand 1, Amber and Cindy 6♥ hearts, took 7.")
    assert "✓ Betty" in words(shown)
    assert "gree" not in words(phone.get(opened(sheet, 1)))


def test_whoever_settles_on_a_phone_of_their_own_has_agreed_with_it(phone: Phone, sheet: str) -> None:
    phone.say_who(sheet, "Betty")
    page = dispute(phone, sheet, 2)
    settle(phone, page, "upheld", ["Cindy"])
    assert "Kept as it was, by Betty (own phone), agreed by Cindy." in words(phone.get(page))
    assert "kept as it was by Betty (own phone), agreed by Cindy" in told(phone.get(f"{sheet}/history"))[0]
    assert "Agreed by Betty (own phone) and Cindy." in phone.get(f"{sheet}/sheet-long.csv").text


def test_two_names_tapped_on_one_page_both_count(phone: Phone, sheet: str) -> None:
    page = settled(phone, sheet)
    form = phone.form(page, action="/hand/2/agree")
    version = int(phone.version(sheet))
    for player in ("Betty", "Cindy", "Cindy", "Betty"):
        assert agree(phone, sheet, player, form=form).status_code == 303
    assert phone.version(sheet) == str(version + 2)
    assert "✓ Betty ✓ Cindy Still to agree: tap your name." in words(phone.get(page))


def test_nobody_agrees_to_a_hand_that_changed_since_she_saw_it(app: Flask, phone: Phone, sheet: str) -> None:
    page = settled(phone, sheet)
    other = joined(app, phone, sheet)
    form = other.form(page, action="/hand/2/agree")
    amend(phone, sheet, 2, tricks="6")
    agree(other, sheet, "Betty", form=form)
    shown = other.get(page)
    assert "That hand has changed since you saw it" in said(shown)
    assert "✓ Betty" not in words(shown)


def test_only_who_played_agrees_and_signs(phone: Phone, sheet: str) -> None:
    version = phone.version(sheet)
    agree(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(sheet))
    sign(phone, sheet, "Zoe")
    assert "tap one of the names" in said(phone.get(sheet))
    assert phone.version(sheet) == version


def test_players_sign_a_finished_sheet_and_a_later_correction_is_flagged(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "finish")
    assert "Sign it" in words(phone.get(sheet))
    assert f"{sheet}/agreement" in phone.read(f"{sheet}/end").links
    for player in PLAYERS:
        sign(phone, sheet, player)
    assert "Sign it" not in words(phone.get(sheet))
    assert "Signed by all." in words(phone.get(f"{sheet}/agreement"))
    assert "Signed by Amber, Betty, Cindy, Diana and Ellie." in words(phone.get(sheet))
    press(phone, sheet, "reopen")
    amend(phone, sheet, 2, tricks="6")
    shown = words(phone.get(sheet))
    assert "The sheet was changed after Amber, Betty, Cindy, Diana and Ellie had signed it." in shown
    sign(phone, sheet, "Amber")
    shown = words(phone.get(f"{sheet}/agreement"))
    assert "Betty, Cindy, Diana and Ellie had signed before the last change" in shown


def test_a_hand_recorded_twice_is_flagged_until_it_is_dismissed(phone: Phone, sheet: str) -> None:
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


def names_to_tap(phone: Phone, page: str, action: str) -> list[str]:
    """Whose names can be tapped on a page, in the buttons of one address."""
    forms = [form for form in phone.read(page).forms if form.action.endswith(action)]
    return [value for form in forms for _, value in form.buttons]


def last_facts(phone: Phone, sheet: str) -> dict[str, object]:
    return json.loads(with_history(phone, sheet))["history"][-1]["facts"]


@pytest.fixture
def page(phone: Phone, sheet: str) -> str:
    """A dispute of the first hand that was settled, where the others may agree."""
    return settled(phone, sheet)


@pytest.fixture
def bettys(app: Flask, phone: Phone, sheet: str) -> Phone:
    """Betty's own phone, which watches."""
    return joined(app, phone, sheet, "view", "Betty")


def test_an_own_phone_offers_one_name_and_speaks_for_nobody_else(
    phone: Phone, sheet: str, page: str, bettys: Phone
) -> None:
    for at, action in ((page, "/hand/2/agree"), (f"{sheet}/agreement", "/sign")):
        assert names_to_tap(bettys, at, action) == ["Betty"]
        assert names_to_tap(phone, at, action) == list(PLAYERS)
    assert names_to_tap(bettys, opened(sheet, 1), "/hand/2/dispute") == ["Betty"]
    version = phone.version(sheet)
    agree(bettys, sheet, "Amber")
    assert said(bettys.get(sheet)) == "This phone is Betty’s: on it they speak for themselves alone."
    sign(bettys, sheet, "Amber")
    assert "they speak for themselves alone" in said(bettys.get(f"{sheet}/agreement"))
    assert phone.version(sheet) == version


def test_dispute_and_history_show_who_agreed_where(phone: Phone, sheet: str, page: str, bettys: Phone) -> None:
    agree(phone, sheet, "Amber")
    agree(bettys, sheet, "Betty")
    assert last_facts(phone, sheet) == {"entry": 2, "player": "Betty", "own_phone": True}
    assert "✓ Amber ✓ Betty (own phone) Still to agree" in words(phone.get(page))
    assert "Agreed by Amber and Betty (own phone)." in words(bettys.get(page))
    latest, before = told(phone.get(f"{sheet}/history"))[:2]
    assert "Agreed Betty (own phone) to hand 1" in latest
    assert "Agreed Amber to hand 1" in before


def test_signatures_are_marked_on_the_sheet_and_in_its_exports(phone: Phone, sheet: str, bettys: Phone) -> None:
    sign(bettys, sheet, "Betty")
    sign(phone, sheet, "Amber")
    assert "Signed by Betty (own phone) and Amber." in words(phone.get(sheet))
    assert "Signed by Betty (own phone) and Amber." in words(phone.get(f"{sheet}/text"))
    paper = words(phone.get(f"{sheet}/table"))
    assert "Signed by Betty (own phone), " in paper
    assert re.search(r"To be signed by the others who played, fingerprint \S+ Cindy Diana Ellie", paper)
    assert "Betty (own phone)" in phone.get(f"{sheet}/sheet.csv").text
    assert "Agreed by Amber and Betty (own phone)." in phone.get(f"{sheet}/sheet-long.csv").text
    for name in PLAYERS[2:]:
        sign(phone, sheet, name)
    paper = words(phone.get(f"{sheet}/table"))
    assert "To be signed" not in paper
    assert re.search(r"Signed by Ellie, [^.]+ UTC\. Fingerprint \S+", paper)


def test_who_agreed_on_the_table_s_phone_may_on_theirs(phone: Phone, sheet: str, page: str, bettys: Phone) -> None:
    agree(phone, sheet, "Betty")
    assert "Tap your name to agree on your own phone, too." in words(bettys.get(page))
    agree(bettys, sheet, "Betty")
    assert "✓ Betty (own phone)" in words(phone.get(page))
    version = phone.version(sheet)
    assert names_to_tap(bettys, page, "/hand/2/agree") == []
    agree(bettys, sheet, "Betty", form=talking(phone, sheet))
    assert phone.version(sheet) == version


def test_a_phone_follows_its_player_who_is_renamed(phone: Phone, sheet: str, page: str, bettys: Phone) -> None:
    rename(phone, sheet, "Amber", "Bea", *PLAYERS[2:])
    agree(bettys, sheet, "Bea")
    assert "✓ Bea (own phone)" in words(phone.get(page))


def test_an_objection_from_a_phone_of_ones_own_says_so(phone: Phone, sheet: str, bettys: Phone) -> None:
    page = bettys.send(
        sheet, bettys.form(opened(sheet, 2), action="/hand/3/dispute"), {"player": "Betty"}
    ).location
    latest = told(phone.get(f"{sheet}/history"))[0]
    assert "Disputed hand 2, Betty and Ellie 7♠ spades, took 6, by Betty (own phone)" in latest
    version(phone, page, player="Cindy", words="No, six.")
    assert "Stated Cindy has hand 2 as" in told(phone.get(f"{sheet}/history"))[0]
    assert settle(phone, page, "upheld", ["Betty", "Amber"]).status_code == 303
    press(phone, sheet, "undo")
    assert names_to_tap(phone, page, "/settle")


def test_on_a_player_s_phone_that_scores_its_player_alone_is_marked(phone: Phone, sheet: str, page: str) -> None:
    phone.say_who(sheet, "Amber")
    assert names_to_tap(phone, page, "/hand/2/agree") == list(PLAYERS)
    agree(phone, sheet, "Cindy")
    agree(phone, sheet, "Amber")
    assert "✓ Amber (own phone) ✓ Cindy Still to agree" in words(phone.get(page))
