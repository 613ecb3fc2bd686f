"""The end of an evening: who has won, what to remember of it, and the same table again by one tap."""

import json
from typing import Any

import pytest
from flask import Flask

from scorer.rules.registry import GAMES

from ..evening import FIFTH, TOTALS, form_of, four_hands, joined, offers, press, said, values
from ..phone import PLAYERS, Phone, read, words

HOUSE_RULES: dict[str, dict[str, Any]] = {
    "offender": {"tricks": 9, "lowest_bid": 0, "length": {"hands": 3}},
    "pirate-bridge": {"scoring": "contract"},
    "spades": {"totals": "players", "carry_goes": "nobody", "target": 300},
    "oh-hell": {"hand_sizes": [5, 3, 1], "hook": False},
    "ten-bridge": {"totals": "players"},
    "reverse-bridge": {"forced_capture": False},
    "plain": {"wins": "lowest", "target": 100},
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
    assert "Cindy wins 180 48 ahead of Amber The table ended the game." in text
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


def test_play_again_starts_the_same_table_with_the_next_dealer_by_one_tap(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    form = form_of(phone.get(f"{sheet}/end"), "/new/offender")
    assert values(form, "player") == list(PLAYERS)
    answers = [phone.send("", form, {"action": "start"}) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {303}
    # Sent twice, it is one sheet.
    [place] = {answer.headers["Location"] for answer in answers}
    again = phone.get(f"{place.removesuffix('/hand')}/sheet.json").get_json()
    before = phone.get(f"{sheet}/sheet.json").get_json()
    assert again["players"] == before["players"]
    assert again["dealer"] == PLAYERS[(PLAYERS.index(before["dealer"]) + 4) % 5]
    assert again["hands"] == []
    assert place != f"{sheet}/hand"


def test_a_finished_sheet_leads_to_the_next_one_and_reopens_beside_it(phone: Phone) -> None:
    sheet = phone.start(["Ann", "Bo"], "plain", title="Hearts")
    phone.enter(sheet, {"points_0": "3", "points_1": "5"})
    press(phone, sheet, "finish")
    dock = phone.get(sheet).text.rpartition('class="dock"')[2]
    assert dock.index("Reopen") < dock.index('<button class="go"')
    assert '<button class="go" name="action" value="start">Play again</button>' in dock
    form = form_of(phone.get(sheet), "/new/plain")
    assert form.chosen()["title"] == "Hearts"
    assert phone.send("", form, {"action": "start"}).status_code == 303
    assert press(phone, sheet, "reopen").status_code == 303


def test_those_who_share_the_second_place_are_all_named(phone: Phone) -> None:
    sheet = phone.start(["Ann", "Bo", "Cy"], "plain")
    phone.enter(sheet, {"points_0": "9", "points_1": "5", "points_2": "5"})
    press(phone, sheet, "finish")
    assert "4 ahead of Bo and Cy" in words(phone.get(f"{sheet}/end"))


@pytest.mark.parametrize("game", HOUSE_RULES)
def test_play_again_keeps_the_house_rules(phone: Phone, game: str) -> None:
    sizes, options = GAMES[game].sizes, HOUSE_RULES[game]
    head = {"format": "score-sheet/1", "game": game, "players": PLAYERS[: sizes[0]], "options": options}
    sheet = brought(phone, {**head, "hands": [], "finished": True})
    answer = phone.send("", form_of(phone.get(f"{sheet}/end"), f"/new/{game}"), {"action": "start"})
    assert answer.status_code == 303, words(answer)
    again = phone.get(f"{answer.headers['Location'].removesuffix('/hand')}/sheet.json").get_json()
    assert again["options"] == options


def test_a_sheet_that_goes_on_has_no_end_yet(phone: Phone) -> None:
    sheet = four_hands(phone)
    answer = phone.get(f"{sheet}/end")
    assert (answer.status_code, answer.location) == (303, sheet)
    assert said(phone.get(sheet)) == "The sheet goes on."


def test_undo_on_the_end_opens_the_sheet_again(phone: Phone) -> None:
    end = ended(phone)
    answer = phone.send("", form_of(phone.get(end), "/undo"))
    assert answer.status_code == 303
    sheet = end.removesuffix("/end")
    assert phone.record(sheet, FIFTH).status_code == 303


def test_who_may_only_look_sees_the_end_and_starts_nothing(app: Flask, phone: Phone) -> None:
    end = ended(phone)
    viewer = joined(app, phone, end.removesuffix("/end"), "view")
    shown = viewer.get(end)
    assert "Cindy wins" in words(shown)
    assert offers(shown) == []


def test_equals_share_the_first_place_and_an_empty_sheet_has_nothing_to_remember(phone: Phone) -> None:
    head = {
        "format": "score-sheet/1",
        "game": "plain",
        "players": ["Ann", "Bo"],
        "dealer": "Ann",
        "finished": True,
    }
    tied = brought(phone, {**head, "hands": [{"points": {"Ann": 5, "Bo": 5}}]})
    text = words(phone.get(f"{tied}/end"))
    assert "Ann and Bo share the first place 5" in text
    assert "ahead of" not in text
    assert "Ann and Bo in hand 1" in text
    empty = words(phone.get(f"{brought(phone, {**head, 'hands': []})}/end"))
    assert "To remember" not in empty
    assert "share the first place" in empty
