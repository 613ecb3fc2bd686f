"""Any other game on a phone without JavaScript: points are typed; what is no number is kept and explained."""

import re

import pytest

from ..evening import hands, standings
from ..phone import Phone, read, words

THREE = ("Amber", "Betty", "Cindy")


def typed(*points: str) -> dict[str, str]:
    return {f"points_{seat}": written for seat, written in enumerate(points)}


def start(phone: Phone, **options: str) -> str:
    chosen = {f"option-{name}": value for name, value in options.items()}
    return phone.start(THREE, "plain", **chosen)


@pytest.fixture
def sheet(phone: Phone) -> str:
    return start(phone)


def test_points_are_counted_together_above_and_below_nought_with_decimals(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, typed("12", "-2.5", "0")).status_code == 303
    assert phone.enter(sheet, typed(" 0,5 ", "−3", "+7")).status_code == 303
    assert [hand["points"] for hand in hands(phone, sheet)] == [
        {"Amber": 12, "Betty": -2.5, "Cindy": 0},
        {"Amber": 0.5, "Betty": -3, "Cindy": 7},
    ]
    shown = words(phone.get(sheet))
    assert "12.5" in shown
    assert "−5.5" in shown


def test_a_field_for_each_player_asks_for_a_keyboard_of_numbers(phone: Phone) -> None:
    snapshot = phone.read(f"{start(phone)}/hand")
    fields = [
        attributes for tag, attributes in snapshot.tags if tag == "input" and attributes.get("type") == "text"
    ]
    assert fields.pop()["name"] == "note_words"
    assert [field["name"] for field in fields] == ["points_0", "points_1", "points_2"]
    assert {field["inputmode"] for field in fields} == {"decimal"}
    assert "No contract" not in "".join(snapshot.text)
    assert "Call by call" not in "".join(snapshot.text)


def test_a_field_left_empty_counts_as_nought_once_another_has_points(phone: Phone, sheet: str) -> None:
    looked = phone.enter(sheet, {**typed("12", "-2,5", ""), "look": "1"})
    assert "9.5 in all" in words(looked)
    assert "in all" not in words(phone.enter(sheet, {**typed("12", "x", ""), "look": "1"})).partition("Save")[0]
    refused = phone.enter(sheet, typed("", " ", ""))
    assert refused.status_code == 422
    assert "Type the points" in read(refused).errors["points_0-error"]
    assert phone.version(sheet) == "1"
    assert phone.enter(sheet, typed("12", "", "  ")).status_code == 303
    assert hands(phone, sheet)[0]["points"] == {"Amber": 12, "Betty": 0, "Cindy": 0}


def test_a_target_is_set_and_given_up_from_the_next_hand_on(phone: Phone) -> None:
    sheet = start(phone, target="50")
    phone.enter(sheet, typed("40", "0", "0"))
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    assert phone.send(path, form, {"option-target": "", "whole": "0"}).status_code == 303
    phone.enter(sheet, typed("40", "0", "0"))
    phone.enter(sheet, typed("1", "1", "1"))
    assert [hand.get("options") for hand in hands(phone, sheet)] == [None, {"target": None}, None]
    assert standings(phone.get(sheet)) == {"Amber": 81, "Betty": 1, "Cindy": 1}


def test_the_last_players_points_follow_where_the_table_knows_what_a_hand_comes_to(phone: Phone) -> None:
    sheet = start(phone, comes_to="26")
    assert phone.enter(sheet, typed("13", "", "5")).status_code == 303
    assert hands(phone, sheet)[0]["points"] == {"Amber": 13, "Betty": 8, "Cindy": 5}
    # Nothing is odd before all figures are there.
    begun = words(phone.enter(sheet, {**typed("13", "", ""), "look": "1"}))
    assert "add up to" not in begun
    assert "13 a hand comes to 26" in begun
    seen = phone.enter(sheet, {**typed("13", "7", "5"), "look": "1"})
    assert "The points add up to 25, not to 26." in words(seen)
    assert "Save anyway" in words(seen)
    assert phone.enter(sheet, typed("13", "7", "5")).status_code == 303
    assert "Hand 2: The points add up to 25, not to 26." in words(phone.get(sheet))


def test_the_points_of_a_hand_are_multiplied_with_a_note_and_the_sum_is_asked_before(phone: Phone) -> None:
    sheet = start(phone, comes_to="0")
    seen = phone.enter(sheet, {**typed("5", "-3", ""), "times": "2", "look": "1"})
    assert "Amber 10, Betty −6, Cindy −4" in words(seen)
    assert "add up to" not in words(seen)
    assert phone.enter(sheet, {**typed("5", "-3", ""), "times": "2", "note_words": "all black"}).status_code == 303
    (hand,) = hands(phone, sheet)
    assert (hand["points"], hand["note"]) == ({"Amber": 10, "Betty": -6, "Cindy": -4}, "×2, all black")
    assert "add up to" not in words(phone.get(sheet))
    assert standings(phone.get(sheet)) == {"Amber": 10, "Cindy": -4, "Betty": -6}


def test_nothing_is_multiplied_on_the_way_to_a_target(phone: Phone) -> None:
    pages = [phone.get(f"{sheet}/hand").text for sheet in (start(phone), start(phone, target="100"))]
    assert [page.count('name="times"') for page in pages] == [3, 0]


@pytest.mark.parametrize(("wins", "golden"), [("highest", ["Amber"]), ("lowest", ["Cindy"])])
def test_whose_hand_was_the_best_is_seen_where_the_lowest_total_wins_too(
    phone: Phone, wins: str, golden: list[str]
) -> None:
    sheet = start(phone, wins=wins)
    phone.enter(sheet, typed("20", "6", "0"))
    assert re.findall(r'class="leads">.*?<bdi>(\w+)', phone.get(f"{sheet}/hands/2").text, re.DOTALL) == golden
