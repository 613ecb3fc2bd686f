"""The people of a sheet: each says who they are, and whoever scores says who scores and who has it no more."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorer.store import people
from scorer.store.people import VIEW

from ...store.book import open_sheet
from ..app.test_repeats import leaving
from ..evening import joined, said
from ..phone import PLAYERS, Phone, read, tapped, words


@pytest.fixture
def bettys(app: Flask, phone: Phone, sheet: str) -> Phone:
    return joined(app, phone, sheet, "view", "Betty")


def told(phone: Phone, sheet: str) -> str:
    return words(phone.get(sheet))


def lines(phone: Phone, sheet: str) -> list[str]:
    """What stands in the list of people, without when they were last here."""
    return [line.partition(", here")[0].rstrip() for line, _ in phone.people(sheet)]


def test_the_people_are_listed_with_what_they_do(app: Flask, phone: Phone, sheet: str, bettys: Phone) -> None:
    joined(app, phone, sheet, "view")
    joined(app, phone, sheet, "view").say_who(sheet, guest="Zoe")
    phone.say_who(sheet, "Amber")
    assert lines(phone, sheet) == ["Amber , this phone scores", "Betty watches", "A guest watches", "Zoe watches"]
    assert all(", here " in line for line, _ in phone.people(sheet)[1:])
    # Who watches is not shown who else does, nor the link.
    assert bettys.get(f"{sheet}/share").status_code == 403


def test_of_many_people_those_that_score_are_listed_first(app: Flask, phone: Phone, sheet: str) -> None:
    with app.app_context():
        for number in range(60):
            device, _ = people.new_device()
            open_sheet(device, sheet.rpartition("/")[2], VIEW)
            people.be_guest(sheet.rpartition("/")[2], device, f"A guest with a name of forty letters: {number}")
    joined(app, phone, sheet, "score", "Betty")
    shown = phone.get(f"{sheet}/share")
    assert len(shown.data) < 40_000
    assert lines(phone, sheet)[:2] == ["This phone scores", "Betty scores"]
    assert "And 22 more." in words(shown)


SAID = (
    "A phone that scores",
    "This  PHONE",
    "phone 2",
    "A guest",
    "Whoever runs Scorer",
    "The phone that began it",
)
"""What the app says of phones."""


def test_a_name_is_changed_later_but_not_to_one_that_misleads(phone: Phone, sheet: str, bettys: Phone) -> None:
    for guest in ("betty", "x" * 41, "\u202eyttB", "\u200b", "a\nb\x00", *SAID):
        refused = bettys.say_who(sheet, guest=guest)
        assert refused.status_code == 422, guest
        assert 'id="guest-error"' in refused.text, guest
    assert lines(phone, sheet)[1] == "Betty watches"
    assert bettys.say_who(sheet, "Somebody else").status_code == 422
    assert f"{sheet}/who" in bettys.read(f"{sheet}/more").links
    for change, line in (({"player": "Cindy"}, "Cindy"), ({"guest": "Zoe"}, "Zoe"), ({"guest": ""}, "A guest")):
        assert bettys.say_who(sheet, **change).status_code == 303
        assert lines(phone, sheet)[1] == f"{line} watches"
    assert "You are a guest here, and watch." in told(bettys, sheet)


def test_a_name_that_is_taken_asks_whoever_scores(app: Flask, phone: Phone, sheet: str, bettys: Phone) -> None:
    second, third = (joined(app, phone, sheet, "view") for _ in range(2))
    shown = second.get(f"{sheet}/who").text
    assert shown.count("has a phone here") == 1
    for each in (second, third):
        each.say_who(sheet, "Betty")
        assert "Whoever scores is asked whether this is Betty’s phone." in told(each, sheet)
        assert each.read(f"{sheet}/agreement").forms == []
    assert "A second phone says it is Betty. Let it No" in told(phone, sheet)
    assert lines(phone, sheet)[1:] == ["A guest says it is Betty", "A guest says it is Betty", "Betty watches"]
    assert phone.send("", phone.form(sheet, action="/answer"), {"let": "1"}).status_code == 303
    assert "Both phones are Betty’s." in told(phone, sheet)
    assert "A phone that scores says yes: this is Betty’s phone too." in told(second, sheet)
    no = phone.form(sheet, action="/answer")
    phone.say_who(sheet, "Amber")
    phone.send("", no)
    assert "Amber says no: this is not Betty’s phone." in told(third, sheet)
    assert lines(phone, sheet)[1:] == ["Betty watches", "Betty watches", "A guest watches"]
    assert "A second phone" not in told(phone, sheet)
    # To answer again changes nothing.
    assert phone.send("", no, {"let": "1"}).status_code == 303
    assert lines(phone, sheet)[3] == "A guest watches"


def test_a_wrong_choice_is_undone_by_whoever_scores(app: Flask, phone: Phone, sheet: str, bettys: Phone) -> None:
    phone.say_who(sheet, "Amber")
    assert phone.change(sheet, "Betty", "name", player="Cindy").status_code == 303
    assert "Amber says that this phone is Cindy’s." in told(bettys, sheet)
    assert phone.change(sheet, "Cindy", "name", guest="Zoe").status_code == 303
    assert "Amber says that this phone is a guest’s." in told(bettys, sheet)
    assert lines(phone, sheet)[1] == "Zoe watches"
    assert phone.change(sheet, "Zoe", "name", player="Nobody").status_code == 422


def test_a_phone_that_spoke_for_one_player_becomes_no_other_s(phone: Phone, sheet: str, bettys: Phone) -> None:
    form = bettys.form(f"{sheet}/agreement", action="/agreement")
    form.action = f"{sheet}/sign"
    assert bettys.send("", form, {"player": "Betty"}).status_code == 303
    bettys.say_who(sheet, guest="Zoe")
    assert bettys.say_who(sheet, "Cindy").status_code == 422
    refused = phone.change(sheet, "Zoe", "name", player="Cindy")
    assert "Betty has agreed, signed or objected on this phone: it cannot become another player’s." in words(
        refused
    )
    assert bettys.say_who(sheet, "Betty").status_code == 303


def test_whoever_scores_makes_a_scorer_by_tapping_a_name_and_takes_it_back(
    phone: Phone, sheet: str, bettys: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.say_who(sheet, "Amber")
    before = bettys.get(f"{sheet}/hand").text
    assert "This phone only watches" in before
    assert phone.change(sheet, "Betty", "role", role="score").status_code == 303
    assert "Betty scores from now on." in said(phone.get(f"{sheet}/share"))
    assert "Amber lets this phone score." in told(bettys, sheet)
    # When it was last here counts what it recorded, and not the pages alone that it opened.
    with monkeypatch.context() as later:
        later.setattr("scorer.store.people.now", lambda: datetime(2030, 1, 1, 12, tzinfo=UTC))
        assert bettys.record(sheet).status_code == 303
    assert "last here 1 Jan 2030" in words(phone.get(phone.person(sheet, "Betty")))
    assert "Another phone scores too: Betty, last at " in told(phone, sheet)
    form = bettys.form(f"{sheet}/hand", action="/hand")
    assert phone.change(sheet, "Betty", "role", role="view").status_code == 303
    refused = bettys.send("", form, tapped())
    assert refused.status_code == 403
    assert "Amber lets this phone only watch." in words(refused)
    assert "Amber lets this phone only watch." in told(bettys, sheet)
    assert phone.change(sheet, "Betty", "role", role="all").status_code == 400


def test_the_last_who_scores_stops_only_by_naming_another(phone: Phone, sheet: str, bettys: Phone) -> None:
    refused = phone.change(sheet, "This phone", "role", role="view")
    assert "make somebody else a scorer first" in said(phone.get(refused.headers["Location"]))
    assert phone.get(f"{sheet}/hand").status_code == 200
    assert phone.send("", leaving(phone, sheet)).status_code == 303
    assert "make somebody else a scorer first" in said(phone.get(sheet))
    phone.change(sheet, "Betty", "role", role="score")
    phone.change(sheet, "This phone", "role", role="view")
    assert "This phone watches from now on." in said(phone.get(sheet))
    assert phone.get(f"{sheet}/hand").status_code == 403
    assert bettys.get(f"{sheet}/hand").status_code == 200


@pytest.mark.parametrize("new_link", [True, False])
def test_remove_closes_the_sheet_on_one_phone_and_asks_whether_it_may_come_back(
    app: Flask, phone: Phone, sheet: str, bettys: Phone, new_link: bool
) -> None:
    elsewhere, link = phone.start(), phone.share(sheet)
    bettys.join(phone.share(elsewhere))
    other = joined(app, phone, sheet, "score", "Cindy")
    phone.say_who(sheet, "Amber")
    phone.send("", phone.form(f"{sheet}/share", action="/share/open"))
    form = other.form(f"{sheet}/hand", action="/hand")
    for each, name in ((bettys, "Betty"), (other, "Cindy")):
        removed = phone.change(sheet, name, "remove", **({"link": "1"} if new_link else {}))
        assert f"{name} has the sheet no more." in said(phone.get(removed.headers["Location"]))
        for path in ("", "/hand", "/sheet.csv", "/news?seen=1"):
            assert each.get(sheet + path).status_code == 404, path
        assert "Amber removed this phone from the sheet" in words(each.get(sheet))
        assert sheet not in each.read("/").links
    assert other.send("", form, tapped()).status_code == 404
    assert phone.version(sheet) == "5"
    # The switch goes off when a phone that scored is removed.
    assert 'aria-checked="false"' in phone.get(f"{sheet}/share").text
    assert other.join(link).status_code == (404 if new_link else 303)
    assert bettys.get(elsewhere).status_code == 200
    assert lines(phone, sheet)[1:] == ([] if new_link else ["A guest watches"])
    # What was recorded stays, and so does who did it; whoever has gone can be let in again.
    assert other.join(phone.share(sheet)).status_code == 303


def test_nobody_removes_themselves_and_who_has_gone_is_not_there(phone: Phone, sheet: str, bettys: Phone) -> None:
    person = phone.person(sheet, "Betty")
    form = phone.form(person, action="/remove")
    form.action = form.action.replace(person.rpartition("/")[2], phone.person(sheet, "This").rpartition("/")[2])
    assert phone.send("", form).status_code == 400
    form = phone.form(person, action="/remove")
    assert phone.send("", form).status_code == 303
    assert phone.send("", form).headers["Location"].endswith("/share#people")
    assert phone.get(person).status_code == 303


def test_a_phone_hears_of_another_right_from_the_look_for_news(phone: Phone, sheet: str, bettys: Phone) -> None:
    def asks(each: Phone, path: str = "") -> str:
        return each.get(f"{sheet}{path}").text.partition('data-news="')[2].partition('"')[0].replace("&amp;", "&")

    watches, scores = asks(bettys), asks(phone)
    assert [bettys.get(watches).status_code, phone.get(scores).status_code] == [204, 204]
    phone.change(sheet, "Betty", "role", role="score")
    assert bettys.get(watches).status_code == 205
    entering = asks(bettys, "/hand")
    phone.change(sheet, "Betty", "role", role="view")
    heard = bettys.get(entering)
    assert "lets this phone only watch." in words(heard)
    # Who scores sees that somebody asks; while a hand is entered nothing disturbs it.
    bettys.say_who(sheet, guest="")
    phone.say_who(sheet, "Betty")
    scores, enters = asks(phone), asks(phone, "/hand")
    bettys.say_who(sheet, "Betty")
    assert phone.get(scores).status_code == 205
    assert phone.get(enters).status_code == 204


def test_the_link_of_an_earlier_release_to_look_only_asks_nothing(app: Flask, phone: Phone, sheet: str) -> None:
    from ...store.test_sharing import add_former

    with app.app_context():
        link = add_former(sheet.rpartition("/")[2], "view")
    other = Phone(app)
    assert other.join(f"/join/{link.sheet_id}/{link.key}").headers["Location"] == sheet
    assert "Who are you?" not in told(other, sheet)
    assert read(other.get(f"{sheet}/who")).forms == []
    form = phone.form(f"{sheet}/who", action="/who")
    form.fields = [("csrf_token", dict(other.form("/new/offender").fields)["csrf_token"]), ("player", "Betty")]
    other.send("", form)
    assert "Whoever scores gives this phone its name." in said(other.get(sheet))
    phone.change(sheet, "A guest", "name", player=PLAYERS[1])
    assert lines(phone, sheet)[1] == "Betty watches"
