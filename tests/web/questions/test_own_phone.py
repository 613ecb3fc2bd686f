"""A phone that is one player's own: it agrees, signs and objects for them alone, and the sheet shows it."""

import json
import re

import pytest
from flask import Flask

from scorer.sheet.audit import verify

from ..evening import (
    dispute,
    form_of,
    four_hands,
    joined,
    opened,
    press,
    rename,
    said,
    settle,
    settled,
    state,
    told,
    with_history,
)
from ..phone import PLAYERS, Phone, words
from .test_agreement import agree, sign, talking


def names_to_tap(phone: Phone, page: str, action: str) -> list[str]:
    """Whose names can be tapped on a page, in the buttons of one address."""
    forms = [form for form in phone.read(page).forms if form.action.endswith(action)]
    return [value for form in forms for _, value in form.buttons]


def last_facts(phone: Phone, sheet: str) -> dict[str, object]:
    return json.loads(with_history(phone, sheet))["history"][-1]["facts"]


@pytest.fixture
def sheet(phone: Phone) -> str:
    return four_hands(phone)


@pytest.fixture
def page(phone: Phone, sheet: str) -> str:
    """A dispute of the first hand that was settled, where the others may agree."""
    return settled(phone, sheet)


@pytest.fixture
def bettys(app: Flask, phone: Phone, sheet: str) -> Phone:
    """Betty's own phone, which watches."""
    return joined(app, phone, sheet, "view", "Betty")


def test_a_phone_of_ones_own_offers_one_name_and_the_table_s_all(
    phone: Phone, sheet: str, page: str, bettys: Phone
) -> None:
    for at, action in ((page, "/hand/2/agree"), (f"{sheet}/agreement", "/sign")):
        assert names_to_tap(bettys, at, action) == ["Betty"]
        assert names_to_tap(phone, at, action) == list(PLAYERS)
    assert names_to_tap(bettys, opened(sheet, 1), "/hand/2/dispute") == ["Betty"]


def test_the_dispute_and_the_history_show_who_agreed_on_a_phone_of_their_own(
    phone: Phone, sheet: str, page: str, bettys: Phone
) -> None:
    agree(phone, sheet, "Amber")
    agree(bettys, sheet, "Betty")
    assert last_facts(phone, sheet) == {"entry": 2, "player": "Betty", "own_phone": True}
    assert "✓ Amber ✓ Betty (own phone) Still to agree" in words(phone.get(page))
    assert "Agreed by Amber and Betty (own phone)." in words(bettys.get(page))
    latest, before = told(phone.get(f"{sheet}/history"))[:2]
    assert "Agreed Betty (own phone) to hand 1" in latest
    assert "Agreed Amber to hand 1" in before


def test_signatures_are_marked_on_the_sheet_and_in_what_leaves_the_app(
    phone: Phone, sheet: str, bettys: Phone
) -> None:
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


def test_a_history_with_phones_of_their_own_verifies_and_comes_back_as_it_was(
    app: Flask, phone: Phone, sheet: str, bettys: Phone
) -> None:
    agree(bettys, sheet, "Betty")
    file = with_history(phone, sheet)
    assert verify(file).entries == 6
    stranger = Phone(app)
    looked = stranger.send("/import", stranger.form("/import"), {"text": file.decode()})
    brought = stranger.send("", form_of(looked, ""), {"action": "import"}).location
    assert with_history(stranger, brought) == file
    forged = file.replace(b', "own_phone": true', b"")
    with pytest.raises(ValueError, match="entry 6"):
        verify(forged)


def test_who_agreed_on_the_table_s_phone_can_say_so_on_their_own(
    phone: Phone, sheet: str, page: str, bettys: Phone
) -> None:
    agree(phone, sheet, "Betty")
    assert "Tap your name to agree on your own phone, too." in words(bettys.get(page))
    agree(bettys, sheet, "Betty")
    assert "✓ Betty (own phone)" in words(phone.get(page))
    version = phone.version(sheet)
    assert names_to_tap(bettys, page, "/hand/2/agree") == []
    agree(bettys, sheet, "Betty", form=talking(phone, sheet))
    assert phone.version(sheet) == version


def test_a_phone_of_ones_own_speaks_for_nobody_else(phone: Phone, sheet: str, bettys: Phone) -> None:
    version = phone.version(sheet)
    agree(bettys, sheet, "Amber")
    assert said(bettys.get(sheet)) == "This phone is Betty’s: on it they speak for themselves alone."
    sign(bettys, sheet, "Amber")
    assert "they speak for themselves alone" in said(bettys.get(f"{sheet}/agreement"))
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
    state(phone, page, player="Cindy", words="No, six.")
    assert "Stated Cindy on hand 2" in told(phone.get(f"{sheet}/history"))[0]
    assert settle(phone, page, "upheld", ["Betty", "Amber"]).status_code == 303
    press(phone, sheet, "undo")
    assert names_to_tap(phone, page, "/settle")


def test_a_statement_from_a_phone_of_ones_own_that_scores_says_so(phone: Phone, sheet: str, bettys: Phone) -> None:
    phone.change(sheet, "Betty", "role", role="score")
    page = bettys.send(
        sheet, bettys.form(opened(sheet, 2), action="/hand/3/dispute"), {"player": "Betty"}
    ).location
    state(bettys, page, player="Betty", words="I counted five.")
    assert "Stated Betty (own phone) on hand 2, “I counted five.”" in told(phone.get(f"{sheet}/history"))[0]


def test_on_a_player_s_phone_that_scores_everybody_taps_and_its_own_player_alone_is_marked(
    phone: Phone, sheet: str, page: str
) -> None:
    phone.say_who(sheet, "Amber")
    assert names_to_tap(phone, page, "/hand/2/agree") == list(PLAYERS)
    agree(phone, sheet, "Cindy")
    agree(phone, sheet, "Amber")
    assert "✓ Amber (own phone) ✓ Cindy Still to agree" in words(phone.get(page))


def test_a_phone_of_ones_own_that_watches_agrees_signs_and_objects_for_its_player(
    phone: Phone, sheet: str, page: str, bettys: Phone
) -> None:
    bettys.get(sheet)
    assert agree(bettys, sheet, "Betty").status_code == 303
    shown = bettys.get(page)
    assert said(shown).startswith("Agreed: Betty (own phone) to hand 1")
    assert "/undo" not in shown.text
    assert sign(bettys, sheet, "Betty").status_code == 303
    assert "Signed by Betty (own phone)." in words(phone.get(sheet))
    raised = bettys.send(sheet, bettys.form(opened(sheet, 3), action="/hand/4/dispute"), {"player": "Betty"})
    assert bettys.get(raised.location).status_code == 200
    assert last_facts(phone, sheet) == {"entry": 4, "player": "Betty", "own_phone": True}


def test_what_a_phone_of_ones_own_sends_twice_is_answered_as_the_first_time(
    phone: Phone, sheet: str, bettys: Phone
) -> None:
    form = talking(bettys, sheet)
    first, again = (agree(bettys, sheet, "Betty", form=form) for _ in range(2))
    assert first.location == again.location
    assert phone.version(sheet) == "6"


@pytest.mark.parametrize("path", ["/hand", "/undo", "/finish", "/hand/2/strike", "/dispute/6/settle"])
def test_a_phone_of_ones_own_that_watches_writes_nothing_else(
    phone: Phone, sheet: str, bettys: Phone, path: str
) -> None:
    dispute(phone, sheet, 4)
    form = talking(bettys, sheet)
    form.action = f"{sheet}{path}"
    assert bettys.send("", form, {"player": "Betty"}).status_code == 403
    assert phone.version(sheet) == "6"


def test_a_guest_speaks_for_nobody(app: Flask, phone: Phone, sheet: str, page: str, bettys: Phone) -> None:
    for guest in (joined(app, phone, sheet, "view"), joined(app, phone, sheet, "view")):
        form = talking(bettys, sheet)
        token = dict(guest.form("/new/offender").fields)["csrf_token"]
        form.fields = [("csrf_token", token), ("player", "Betty")]
        for path in ("/hand/2/agree", "/sign", "/hand/2/dispute"):
            form.action = f"{sheet}{path}"
            assert guest.send("", form).status_code == 403
        assert names_to_tap(guest, page, "/hand/2/agree") == []
        assert f"{sheet}/who" in guest.read(page).links
        # One that was somebody's, and is a guest's from now on, too.
        guest.say_who(sheet, "Cindy")
        guest.say_who(sheet, guest="Zoe")
