"""The end of an evening: who has won, what to remember; nothing is written until the sheet is reopened."""

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorer.rules.registry import GAMES

from ..evening import (
    FIFTH,
    TOTALS,
    form_of,
    four_hands,
    joined,
    offers,
    opened,
    press,
    said,
    standings,
)
from ..every_page import addresses
from ..phone import PLAYERS, Form, Phone, read, tapped, words

HOUSE_RULES: dict[str, dict[str, Any]] = {
    "offender": {"tricks": 9, "lowest_bid": 0, "length": {"hands": 3}},
    "spades": {"totals": "players", "carry_goes": "nobody", "target": 300},
    "oh-hell": {"hand_sizes": [5, 3, 1], "hook": False},
}


def ended(phone: Phone) -> str:
    """The address of the end of a sheet with the document's four hands."""
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    return f"{sheet}/end"


def brought(phone: Phone, sheet: dict[str, Any]) -> str:
    """A sheet imported from a file."""
    looked = phone.send("/import", phone.form("/import"), {"text": json.dumps(sheet)})
    return phone.send("", form_of(looked, ""), {"action": "import"}).headers["Location"]


def test_finish_leads_to_the_end_which_says_who_won_and_who_is_how_far_behind(phone: Phone) -> None:
    end = ended(phone)
    shown = phone.get(end)
    assert said(shown) == "The sheet is finished. Undo"
    text = words(shown)
    assert "Cindy wins 180 48 ahead of Amber" in text
    for place, (name, total) in enumerate(sorted(TOTALS.items(), key=lambda one: -one[1])[1:], start=2):
        ordinal = {2: "2nd", 3: "3rd"}.get(place, f"{place}th")
        assert f"{ordinal} {name} {TOTALS['Cindy'] - total} behind {total}" in text


def test_what_is_to_be_remembered_leads_to_its_reasons_and_its_hand(phone: Phone) -> None:
    end = ended(phone)
    shown = phone.get(end)
    sheet = end.removesuffix("/end")
    text = words(shown)
    assert "Best hand Why? Cindy and Diana in hand 3" in text
    assert "Boldest contract made Amber and Cindy 6♥ hearts, took 7, in hand 1" in text.replace("\ufe0e", "")
    links = read(shown).links
    for link in links:
        if link.startswith((f"{sheet}/why/", f"{sheet}/hands/")):
            assert phone.get(link.partition("#")[0]).status_code == 200
    assert any(link.startswith(f"{sheet}/why/points/4?column=") for link in links)
    assert any(link.startswith(f"{sheet}/hands/") for link in links)
    assert len([link for link in links if link.startswith(f"{sheet}/why/standing?column=")]) == 5
    assert phone.get(next(link for link in links if link.endswith(".pdf"))).mimetype == "application/pdf"


def test_the_curve_stands_on_the_end_with_its_size_and_in_words(phone: Phone) -> None:
    shown = phone.read(ended(phone))
    [image] = (attributes for tag, attributes in shown.tags if tag == "img" and attributes.get("class") == "curve")
    assert (image["alt"] or "").startswith("After 4 hands Cindy leads with 180.")
    assert (image["width"], image["height"]) == ("288", "200")
    assert phone.get(image["src"] or "").status_code == 200
    [wide] = (attributes for tag, attributes in shown.tags if tag == "source")
    assert phone.get(wide["srcset"] or "").status_code == 200


def plain_evening(phone: Phone, *hands: tuple[int, int], date: str = "2026-11-20") -> str:
    """The address of a finished sheet of two players with these points."""
    sheet = phone.start(["Ann", "Bo"], "plain", date=date)
    for points in hands:
        phone.enter(sheet, dict(zip(("points_0", "points_1"), map(str, points), strict=True)))
    press(phone, sheet, "finish")
    return sheet


def test_the_end_says_which_hand_turned_it_but_not_of_who_led_throughout(phone: Phone) -> None:
    for hands, turned, picture in (
        (((5, 0), (0, 9), (3, 3)), "Hand 2 turned it: Bo led from there to the end.", "Bo won: hand 2 turned it."),
        (((5, 0), (5, 0)), "", "Ann won, and led from the first hand to the end."),
        (((5, 0), (0, 5)), "", "Ann and Bo won."),
    ):
        sheet = plain_evening(phone, *hands)
        shown = words(phone.get(f"{sheet}/end"))
        assert ("turned it" in shown) == bool(turned)
        assert turned in shown
        assert f">{picture}<" in phone.get(f"{sheet}/picture.svg").text


def test_the_end_says_which_record_fell_and_what_the_evening_does_to_the_season(phone: Phone) -> None:
    for day, points in enumerate(((5, 4), (7, 1), (2, 8)), 1):
        plain_evening(phone, points, date=f"2026-11-0{day}")
    sheet = plain_evening(phone, (9, 1), date="2026-11-04")
    for page in (f"{sheet}/end", f"{sheet}/board"):
        shown = words(phone.get(page))
        assert "A new record. Highest night: 9, Ann." in shown
        assert "Bo is 9 points behind Ann in the season now." in shown
    first = plain_evening(phone, (1, 0), date="2026-11-05")
    assert "A new record" not in words(phone.get(f"{first}/end"))


def like(sheet: str) -> str:
    """How the address ends that starts a sheet like this one."""
    return f"like={sheet.removeprefix('/sheets/')}"


def test_play_again_starts_the_same_table_with_the_next_dealer_by_one_tap(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "finish")
    form = form_of(phone.get(f"{sheet}/end"), like(sheet))
    answers = [phone.send("", form, {"action": "start"}) for _ in range(2)]
    press(phone, sheet, "reopen")
    phone.record(sheet)
    answers.append(phone.send("", form, {"action": "start"}))
    assert {answer.status_code for answer in answers} == {303}
    # Sent more than once, it is one sheet, also where the one before has gone on since.
    [place] = {answer.headers["Location"] for answer in answers}
    again = phone.get(f"{place.removesuffix('/hand')}/sheet.json").get_json()
    before = phone.get(f"{sheet}/sheet.json").get_json()
    assert again["players"] == before["players"]
    assert again["dealer"] == PLAYERS[(PLAYERS.index(before["dealer"]) + 4) % 5]
    assert again["hands"] == []
    assert place != f"{sheet}/hand"


def test_play_again_starts_what_its_page_says_also_where_the_sheet_has_gone_on_since(
    phone: Phone, sheet: str
) -> None:
    press(phone, sheet, "finish")
    said = words(phone.get(f"{sheet}/end"))
    form = form_of(phone.get(f"{sheet}/end"), like(sheet))
    press(phone, sheet, "reopen")
    phone.record(sheet)
    place = phone.send("", form, {"action": "start"}).headers["Location"]
    dealer = phone.get(f"{place.removesuffix('/hand')}/sheet.json").get_json()["dealer"]
    assert f"{dealer} deals" in said


def test_a_finished_sheet_leads_to_the_next_one_and_reopens_beside_it(phone: Phone) -> None:
    sheet = phone.start(["Ann", "Bo"], "plain", title="Hearts")
    phone.enter(sheet, {"points_0": "3", "points_1": "5"})
    press(phone, sheet, "finish")
    dock = phone.get(sheet).text.rpartition('class="dock"')[2]
    assert dock.index("Reopen") < dock.index('<button class="go"')
    assert '<button class="go" name="action" value="start">Play again</button>' in dock
    form = form_of(phone.get(sheet), like(sheet))
    place = phone.send("", form, {"action": "start"}).headers["Location"].removesuffix("/hand")
    assert phone.get(f"{place}/sheet.json").get_json()["title"] == "Hearts"
    assert press(phone, sheet, "reopen").status_code == 303


def test_who_shares_a_place_is_named_and_an_empty_sheet_remembers_nothing(phone: Phone) -> None:
    sheet = phone.start(["Ann", "Bo", "Cy"], "plain")
    phone.enter(sheet, {"points_0": "9", "points_1": "5", "points_2": "5"})
    press(phone, sheet, "finish")
    assert "4 ahead of Bo and Cy" in words(phone.get(f"{sheet}/end"))
    head = {
        "format": "score-sheet/1",
        "game": "plain",
        "players": ["Ann", "Bo"],
        "dealer": "Ann",
        "finished": True,
    }
    tied = brought(phone, {**head, "hands": [{"points": {"Ann": 5, "Bo": 5}}]})
    text = words(phone.get(f"{tied}/end"))
    assert "Ann and Bo share first place 5" in text
    assert "ahead of" not in text
    assert "Ann and Bo in hand 1" in text
    empty = words(phone.get(f"{brought(phone, {**head, 'hands': []})}/end"))
    assert "To remember" not in empty
    assert "share first place" in empty


@pytest.mark.parametrize("game", HOUSE_RULES)
def test_play_again_keeps_the_house_rules(phone: Phone, game: str) -> None:
    sizes, options = GAMES[game].sizes, HOUSE_RULES[game]
    head = {"format": "score-sheet/1", "game": game, "players": PLAYERS[: sizes[0]], "options": options}
    sheet = brought(phone, {**head, "hands": [], "finished": True})
    answer = phone.send("", form_of(phone.get(f"{sheet}/end"), like(sheet)), {"action": "start"})
    assert answer.status_code == 303, words(answer)
    again = phone.get(f"{answer.headers['Location'].removesuffix('/hand')}/sheet.json").get_json()
    assert again["options"] == options


def test_a_sheet_that_goes_on_has_no_end_and_an_empty_one_is_not_finished(
    phone: Phone, sheet: str, fresh: str
) -> None:
    answer = phone.get(f"{sheet}/end")
    assert (answer.status_code, answer.location) == (303, sheet)
    assert said(phone.get(sheet)) == "The sheet goes on."
    assert f"{fresh}/finish" not in offers(phone.get(fresh))


def test_who_may_only_look_sees_the_end_and_starts_nothing(app: Flask, phone: Phone) -> None:
    end = ended(phone)
    viewer = joined(app, phone, end.removesuffix("/end"), "view")
    shown = viewer.get(end)
    assert "Cindy wins" in words(shown)
    assert offers(shown) == []


CLOSED = "The sheet is finished. Reopen it to write on it."
Fields = dict[str, str | list[str]]
ACTS: dict[str, tuple[str, str, Fields]] = {
    "a hand": ("/hand", "/hand", {**tapped(FIFTH)}),
    "a hand without a contract": ("/hand", "/hand", {"nobody_bid": "1"}),
    "a call": ("/auction", "/auction", {"call": "5C"}),
    "an amendment": ("/hand/3", "/hand/3", {"tricks": "7"}),
    "a strike": ("/hand/3", "/strike", {}),
    "seats": ("/seats", "/seats", {"dealer": "2"}),
    "house rules": ("/house-rules", "/house-rules", {"option-tricks": "9", "whole": "1"}),
    "names": ("/names", "/names", {"name": ["Ann", *PLAYERS[1:]]}),
    "points without a deal": ("/adjust", "/adjust", {"points-1": "-10"}),
    "a title": ("/names", "/title", {"title": "Friday"}),
    "colours": ("/names", "/looks", {"color-0": "2"}),
    "the end": ("", "/finish", {}),
}
"""The page, where its form writes to, and what is entered, for each act."""
OTHER_WAYS = {
    # Back, and open again.
    *("/undo", "/redo", "/reopen"),
    # What is said about the sheet changes none of its facts.
    *("/hand/3/compare", "/hand/3/dispute", "/hand/3/agree", "/sign", "/dismiss"),
    *("/dispute/3/version", "/dispute/3/settle"),
    # Of Oh Hell alone, and closed where its hand is.
    "/hand/deal",
    # Amended and struck by the same page as given.
    *("/adjust/3", "/adjust/3/strike"),
    # These write nothing on the sheet.
    *("/adjust/preview", "/adjust/3/preview", "/who", "/archive", "/unarchive"),
    *("/share/link", "/share/open", "/season", "/season/remove", "/delete", "/leave"),
    *(f"/people/no-such-device/{act}" for act in ("role", "name", "answer", "remove")),
    *("/hand/preview", "/seats/preview", "/house-rules/preview", "/names/preview", "/check-paper"),
}


def finished(phone: Phone) -> str:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    phone.get(sheet)
    return sheet


def open_form(phone: Phone, sheet: str, what: str) -> Form:
    snapshot, action, _ = ACTS[what]
    return phone.form(sheet + snapshot, action=action)


def told_of(phone: Phone, sheet: str, answer: TestResponse) -> str:
    """What the phone reads then: on the page that it is led to, or in the answer itself."""
    return said(phone.get(sheet)) if answer.status_code == 303 else " ".join(read(answer).errors.values())


def test_a_finished_sheet_says_who_won_and_offers_only_to_reopen_it_and_to_play_again(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = press(phone, sheet, "finish")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{sheet}/end")
    assert said(phone.get(sheet)) == "The sheet is finished. Undo"
    shown = phone.get(sheet)
    assert "Cindy wins" in words(shown)
    assert standings(shown) == TOTALS
    talks = tuple(f"/hand/{entry}/dispute" for entry in range(2, 6))
    assert [way for way in offers(shown) if not way.endswith((*talks, "/agreement", "/share"))] == [
        f"{sheet}/reopen",
        f"/new/offender?then=6&{like(sheet)}",
    ]
    assert not [link for link in read(shown).links if link.endswith(("/hand", "/seats", "/names", "/house-rules"))]
    assert "Change" not in words(shown) + words(phone.get(opened(sheet, 2)))


def test_the_pages_to_write_on_lead_back_to_a_finished_sheet(phone: Phone) -> None:
    sheet = finished(phone)
    for snapshot in ("/hand", "/hand/3", "/auction", "/seats", "/house-rules", "/names"):
        answer = phone.get(sheet + snapshot)
        assert (answer.status_code, answer.headers["Location"]) == (303, sheet), snapshot
        assert said(phone.get(sheet)) == "The sheet is finished: reopen it to play on.", snapshot


def test_nothing_is_written_on_a_finished_sheet_and_it_says_why(phone: Phone, sheet: str) -> None:
    forms = {what: open_form(phone, sheet, what) for what in ACTS}
    press(phone, sheet, "finish")
    phone.get(sheet)
    for what, form in forms.items():
        stale = phone.send("", form, ACTS[what][2])
        assert stale.status_code in (303, 409), what
        assert "Finished: the sheet" in words(stale) or "Finished: the sheet" in said(phone.get(sheet)), what
        # Even a phone that knows of the end cannot write.
        knowing = phone.send("", form, {**ACTS[what][2], "seen": "6", "key": f"another, {what}"})
        assert knowing.status_code in (303, 422), what
        assert CLOSED in told_of(phone, sheet, knowing), what
    assert phone.version(sheet) == "6"
    assert standings(phone.get(sheet)) == TOTALS


def test_no_other_way_to_write_on_a_sheet_was_forgotten(app: Flask, phone: Phone, sheet: str) -> None:
    tried = {open_form(phone, sheet, what).action.removeprefix(sheet) for what in ACTS}
    ways = {path.removeprefix(sheet) for path in addresses(app, "POST", sheet, 3) if path.startswith(sheet)}
    assert ways == tried | OTHER_WAYS


def test_the_preview_of_a_page_left_open_says_that_the_sheet_is_finished(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/house-rules", action="/house-rules")
    form.action += "/preview"
    press(phone, sheet, "finish")
    assert CLOSED in words(phone.send("", form, {"option-tricks": "9"}))
