"""House rules changed in mid-sheet: from the next hand on, or for every hand that was played."""

import re

import pytest
from flask import Flask

from scorer.rules.registry import GAMES

from ..bad import BAD, is_tame
from ..evening import (
    FIFTH,
    TOTALS,
    change_rules,
    forecast,
    form_of,
    four_hands,
    joined,
    press,
    said,
    seat,
    standings,
    text_of,
    told,
)
from ..phone import PLAYERS, Phone, read, words

OF_NINE = {"Amber": 123, "Betty": 53, "Cindy": 173, "Diana": 116, "Ellie": 64}
"""The document's four hands with 9 tricks instead of 10: the side that did not bid took one less in each."""
MOVED = "Amber 132 → 123, Betty 58 → 53, Cindy 180 → 173, Diana 123 → 116, Ellie 72 → 64. Cindy leads Amber by 50."


def chosen(phone: Phone, sheet: str) -> dict[str, str]:
    path = f"{sheet}/house-rules"
    return phone.form(path, action=path).chosen()


def test_the_page_shows_the_rules_of_the_next_hand(phone: Phone) -> None:
    sheet = phone.start(**{"option-tricks": "8", "option-no_trump": "true"})
    assert chosen(phone, sheet)["option-tricks"] == "8"
    assert chosen(phone, sheet)["option-no_trump"] == "true"
    assert "Change a house rule above." in forecast(phone.get(f"{sheet}/house-rules"))


def test_from_the_next_hand_on_what_was_scored_stays(phone: Phone) -> None:
    sheet = four_hands(phone)
    looked = change_rules(phone, sheet, "9", action="look")
    assert forecast(looked) == "No total moves."
    assert phone.version(sheet) == "5"
    phone.send("", form_of(looked, "/house-rules"))
    shown = phone.get(sheet)
    assert said(shown) == "House rules: from hand 5 on, tricks in a hand 9. Undo"
    assert standings(shown) == TOTALS
    assert "From hand 5 on: Tricks in a hand: 9." in words(shown)
    assert phone.record(sheet, ("Amber", "Betty", "9", "H", "10")).status_code == 422
    phone.record(sheet, FIFTH)
    # 5 bid and made with 5 is 15 + 15 = 30 each; the other 4 of 9 tricks are 10 for each of the others.
    assert standings(phone.get(sheet)) == {"Amber": 162, "Betty": 88, "Cindy": 190, "Diana": 133, "Ellie": 82}


def test_for_the_whole_sheet_every_total_that_moves_is_told_before(phone: Phone) -> None:
    sheet = four_hands(phone)
    looked = change_rules(phone, sheet, "9", whole="1", action="look")
    assert forecast(looked) == MOVED
    assert phone.version(sheet) == "5"
    phone.send("", form_of(looked, "/house-rules"))
    shown = phone.get(sheet)
    assert said(shown) == "House rules: for the whole sheet, tricks in a hand 9. Undo"
    assert standings(shown) == OF_NINE
    assert "House rules Tricks in a hand: 9." in words(shown)
    phone.send("", form_of(shown, "/undo"))
    assert standings(phone.get(sheet)) == TOTALS


def test_the_preview_of_a_script_says_the_same(phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    form.action = f"{path}/preview"
    assert forecast(phone.send("", form, {"option-tricks": "9", "whole": "1"})) == MOVED
    assert "“Tricks in a hand” is 1 to 17." in forecast(phone.send("", form, {"option-tricks": "99"}))
    assert "Change a house rule above." in forecast(phone.send("", form))


def test_rules_of_the_next_hand_can_then_be_made_those_of_the_whole_sheet(phone: Phone) -> None:
    sheet = four_hands(phone)
    change_rules(phone, sheet, "9")
    assert forecast(change_rules(phone, sheet, "9", whole="1", action="look")) == MOVED
    change_rules(phone, sheet, "9", whole="1")
    assert standings(phone.get(sheet)) == OF_NINE


def test_rules_that_a_played_hand_breaks_are_refused_and_kept_on_the_page(phone: Phone) -> None:
    sheet = four_hands(phone)
    refused = change_rules(phone, sheet, "7", whole="1")
    assert refused.status_code == 422
    assert "Hand 3 would break a rule: The offense cannot have taken 8 of 7 tricks." in forecast(refused)
    assert form_of(refused, "/house-rules").chosen()["option-tricks"] == "7"
    assert form_of(refused, "/house-rules").chosen()["whole"] == "1"
    assert phone.version(sheet) == "5"
    assert change_rules(phone, sheet, "7").status_code == 303


def test_back_to_what_the_game_chooses_by_itself(phone: Phone) -> None:
    sheet = four_hands(phone)
    change_rules(phone, sheet, "9", whole="1")
    change_rules(phone, sheet, "", whole="1")
    assert standings(phone.get(sheet)) == TOTALS
    assert "option-tricks" not in chosen(phone, sheet)
    assert "options" not in phone.get(f"{sheet}/sheet.json").get_json()


@pytest.mark.parametrize("game", GAMES)
def test_no_house_rule_speaks_the_words_of_the_file(phone: Phone, game: str) -> None:
    for snapshot in (f"/new/{game}", f"/rules/{game}"):
        shown = text_of(phone.get(snapshot).text)
        assert (
            re.findall(
                r"\w+_\w+|[a-z]+[0-9]\w*|down-up|“(?:bags|partner|ignored|auction|contract|standard)”|up-down|new-york",
                shown,
            )
            == []
        )
    for option in GAMES[game].options_type.described():
        assert option.title in words(phone.get(f"/new/{game}"))


def test_a_house_rule_reads_the_same_on_the_page_the_sheet_and_in_the_history(phone: Phone) -> None:
    sheet = phone.start(("Amber", "Betty", "Cindy"), "oh-hell", **{"option-scoring": "tricks_plus10_minus5"})
    assert "House rules Scoring: tricks, plus 10 or minus 5." in words(phone.get(sheet))
    path = f"{sheet}/house-rules"
    assert "Tricks, plus 10 or minus 5 (met: tricks + 10; missed: tricks − 5)" in words(phone.get(path))
    phone.send("", phone.form(path, action=path), {"option-scoring": "zero5n", "option-hand_sizes": "up-down"})
    changed = "scoring 5 and the cards for a bid of 0, hand sizes up and down again"
    assert changed in words(phone.get(f"{sheet}/history"))


def test_a_switch_that_is_on_can_be_put_off(phone: Phone) -> None:
    sheet = phone.start(("Amber", "Betty", "Cindy"), "oh-hell")
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    assert ("option-hook", "true") in form.fields
    # A browser sends a switch that is off by what stands before it alone.
    phone.send("", form, {"option-hook": "false"})
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"hook": False}
    assert [value for name, value in phone.form(path, action=path).fields if name == "option-hook"] == ["false"]


def test_a_list_of_hand_sizes_of_ones_own_is_written_beside_its_choice(phone: Phone) -> None:
    three = ("Amber", "Betty", "Cindy")
    own = {"option-hand_sizes": "written", "option-hand_sizes-list": "3, 2, 1"}
    sheet = phone.start(three, "oh-hell", **own)
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"hand_sizes": [3, 2, 1]}
    path = f"{sheet}/house-rules"
    assert phone.form(path, action=path).chosen().items() >= own.items()
    for wrong in ("3, x", "99"):
        refused = phone.send("", phone.form(path, action=path), {**own, "option-hand_sizes-list": wrong})
        assert refused.status_code == 422
        assert "“Hand sizes” is a list of numbers from 1 to 17." in words(refused)
        assert form_of(refused, "/house-rules").chosen()["option-hand_sizes-list"] == wrong


@pytest.mark.parametrize(
    ("game", "players", "option", "typed", "kept", "shown", "wrong", "said"),
    [
        (
            *("oh-hell", 3, "trump_by", "♠ hearts, nt; No trump", ["S", "H", "NT", "NT"]),
            "Trump: spades, hearts, no trump, no trump",
            ["x", "spades joker"],
            "“Trump” is a list of C, D, H, S or NT.",
        ),
        (
            *("spades", 4, "high_spades", "red joker, 2♦ S2", ["RJ", "D2", "S2"]),
            "Above the ace of spades: red joker, ♦2, ♠2",
            ["D3", "D2 2♦", "nonsense"],
            "“Above the ace of spades” is a list of RJ, BJ, C2, D2, H2 or S2, each once.",
        ),
    ],
)
def test_trumps_and_cards_are_listed_as_a_table_writes_them(
    phone: Phone,
    game: str,
    players: int,
    option: str,
    typed: str,
    kept: list[str],
    shown: str,
    wrong: list[str],
    said: str,
) -> None:
    own = {f"option-{option}": "written", f"option-{option}-list": typed}
    sheet = phone.start(PLAYERS[:players], game, **own)
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {option: kept}
    assert shown in words(phone.get(sheet))
    path = f"{sheet}/house-rules"
    written = phone.form(path, action=path).chosen()
    assert (written[f"option-{option}"], written[f"option-{option}-list"]) == ("written", ", ".join(kept))
    for text in wrong:
        refused = phone.send("", phone.form(path, action=path), {**own, f"option-{option}-list": text})
        assert refused.status_code == 422
        assert said in words(refused)
    # Nothing typed is the default.
    assert phone.send("", phone.form(path, action=path), {**own, f"option-{option}-list": ""}).status_code == 303
    assert "options" not in phone.get(f"{sheet}/sheet.json").get_json()


def test_before_the_first_hand_there_is_only_the_whole_sheet(phone: Phone) -> None:
    sheet = phone.start()
    assert "Since when" not in words(phone.get(f"{sheet}/house-rules"))
    change_rules(phone, sheet, "9")
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"] == {"tricks": 9}


def test_rules_that_are_as_they_were_are_no_act(phone: Phone) -> None:
    sheet = four_hands(phone)
    for whole in ("0", "1"):
        refused = change_rules(phone, sheet, whole=whole)
        assert refused.status_code == 422
        assert "All of this is so already" in words(refused)
    assert phone.version(sheet) == "5"


def test_no_trump_can_be_bid_from_the_next_hand_on(phone: Phone) -> None:
    sheet = four_hands(phone)
    assert phone.record(sheet, ("Amber", "Betty", "5", "NT", "5")).status_code == 422
    change_rules(phone, sheet, **{"option-no_trump": "true"})
    assert "From hand 5 on: No-trump: yes." in words(phone.get(sheet))
    assert phone.record(sheet, ("Amber", "Betty", "5", "NT", "5")).status_code == 303


def test_house_rules_and_seats_of_the_next_hand_stay_beside_each_other(phone: Phone) -> None:
    sheet = four_hands(phone)
    seat(phone, sheet, ("Betty", "Amber", *PLAYERS[2:]))
    change_rules(phone, sheet, "9")
    form = phone.form(f"{sheet}/seats", action="/seats")
    assert [name for field, name in form.fields if field == "player"][:2] == ["Betty", "Amber"]


def test_rules_that_are_sent_twice_are_taken_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    answers = [phone.send("", form, {"option-tricks": "9", "whole": "1"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert phone.version(sheet) == "6"


def test_rules_entered_while_another_phone_wrote_are_kept_and_can_be_sent_then(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    joined(app, phone, sheet).record(sheet, FIFTH)
    refused = phone.send("", form, {"option-tricks": "9"})
    assert refused.status_code == 409
    assert "so nothing was changed. Recorded: hand 5" in words(refused)
    again = form_of(refused, "/house-rules")
    assert again.chosen()["option-tricks"] == "9"
    assert phone.send("", again).status_code == 303
    assert "From hand 6 on: Tricks in a hand: 9." in words(phone.get(sheet))


def test_the_history_tells_which_rule_and_what_it_moved(phone: Phone) -> None:
    sheet = four_hands(phone)
    change_rules(phone, sheet, "9", whole="1")
    line = told(phone.get(f"{sheet}/history"))[0]
    assert line.startswith("House rules for the whole sheet, tricks in a hand 9 Amber 132 → 123, Betty 58 → 53")


def test_a_viewer_finds_no_house_rules_to_change(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    assert viewer.get(f"{sheet}/house-rules").status_code == 403
    assert "/house-rules" not in " ".join(read(viewer.get(sheet)).links)


@pytest.mark.parametrize("field", ["option-tricks", "option-no_trump", "whole"])
def test_what_no_page_would_send_is_refused_in_words(phone: Phone, field: str) -> None:
    sheet = four_hands(phone)
    for case, bad in BAD.items():
        answer = change_rules(phone, sheet, **{"option-lowest_bid": "0", field: bad})
        is_tame(answer, case)
        assert answer.status_code in (303, 422), case
        if answer.status_code == 303:
            assert field == "whole", case
            press(phone, sheet, "undo")
