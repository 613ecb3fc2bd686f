"""Any other game on a phone without JavaScript: points are typed; what is no number is kept and explained."""

import pytest

from ..evening import amend, hands, standings
from ..phone import Phone, read, words

THREE = ("Amber", "Betty", "Cindy")


def typed(*points: str) -> dict[str, str]:
    return {f"points_{seat}": written for seat, written in enumerate(points)}


def start(phone: Phone, **options: str) -> str:
    chosen = {f"option-{name}": value for name, value in options.items()}
    return phone.start(THREE, "plain", **chosen)


def test_points_are_counted_together_above_and_below_nought_with_decimals(phone: Phone) -> None:
    sheet = start(phone)
    assert phone.enter(sheet, typed("12", "-2.5", "0")).status_code == 303
    assert phone.enter(sheet, typed(" 0,5 ", "−3", "+7")).status_code == 303
    assert [hand["points"] for hand in hands(phone, sheet)] == [
        {"Amber": 12, "Betty": -2.5, "Cindy": 0},
        {"Amber": 0.5, "Betty": -3, "Cindy": 7},
    ]
    shown = words(phone.get(sheet))
    assert "Recorded: hand 2, Amber 0.5, Betty −3, Cindy 7." in shown
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
    assert "Calls" not in "".join(snapshot.text)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("twelve", "“twelve” is no number of points."),
        ("1e5", "“1e5” is no number of points."),
        ("--3", "“--3” is no number of points."),
        (".", "“.” is no number of points."),
        ("NaN", "“NaN” is no number of points."),
        ("٣", "“٣” is no number of points."),
        ("1" * 400, "is no number of points."),
        ("1234567890", "Points have at most 9 digits."),
        ("0.0000001", "Points have at most 6 decimals."),
    ],
)
def test_what_is_no_number_is_told_at_its_field_and_nothing_is_lost(
    phone: Phone, written: str, complaint: str
) -> None:
    sheet = start(phone)
    refused = phone.enter(sheet, typed("12", written, "7"))
    assert refused.status_code == 422
    snapshot = read(refused)
    assert complaint in snapshot.errors["points_1-error"]
    assert set(snapshot.errors) <= {"points_1-error", "error 1"}
    kept = next(form for form in snapshot.forms if form.action.endswith("/hand")).chosen()
    assert (kept["points_0"], kept["points_2"]) == ("12", "7")
    assert phone.version(sheet) == "1"


def test_a_field_that_is_left_empty_counts_as_nought_once_another_has_points(phone: Phone) -> None:
    sheet = start(phone)
    assert phone.enter(sheet, typed("12", "", "  ")).status_code == 303
    assert hands(phone, sheet)[0]["points"] == {"Amber": 12, "Betty": 0, "Cindy": 0}


def test_a_digit_goes_on_by_itself_while_no_figure_of_the_sheet_has_two(phone: Phone) -> None:
    sheet = start(phone)
    goes_on = []
    for points in (("1", "-9", "0"), ("3", "10", "0"), ("1", "1", "1")):
        goes_on.append("data-single" in phone.get(f"{sheet}/hand").text)
        phone.enter(sheet, typed(*points))
    assert goes_on == [True, True, False]
    decimals = start(phone)
    phone.enter(decimals, typed("0.5", "", ""))
    assert "data-single" not in phone.get(f"{decimals}/hand").text


def test_the_felt_says_what_the_points_come_to(phone: Phone) -> None:
    sheet = start(phone)
    looked = phone.enter(sheet, {**typed("12", "-2,5", ""), "look": "1"})
    assert "9.5 in all" in words(looked)
    assert "in all" not in words(phone.enter(sheet, {**typed("12", "x", ""), "look": "1"})).partition("Save")[0]


def test_a_hand_without_any_points_is_asked_for_them(phone: Phone) -> None:
    sheet = start(phone)
    refused = phone.enter(sheet, typed("", " ", ""))
    assert refused.status_code == 422
    assert "Type the points" in read(refused).errors["points_0-error"]
    assert phone.version(sheet) == "1"


def test_looking_first_shows_what_it_pays(phone: Phone) -> None:
    looked = phone.enter(start(phone), {**typed("12", "-2.5", "0"), "look": "1"})
    assert looked.status_code == 200
    assert "Amber 12, Betty −2.5, Cindy 0." in words(looked)


def test_an_amended_hand_starts_from_what_was_written(phone: Phone) -> None:
    sheet = start(phone)
    phone.enter(sheet, typed("12", "-2.5", "0"))
    assert phone.form(f"{sheet}/hand/2", action="/hand/2").chosen() == typed("12", "-2.5", "0")
    assert amend(phone, sheet, 2, points_1="40").status_code == 303
    assert standings(phone.get(sheet)) == {"Amber": 12, "Betty": 40, "Cindy": 0}


def test_where_the_lowest_wins_the_target_ends_the_game_and_the_lowest_leads(phone: Phone) -> None:
    sheet = start(phone, wins="lowest", target="100")
    phone.enter(sheet, typed("60", "3", "20"))
    assert "Payments" not in words(phone.get(sheet))
    phone.enter(sheet, typed("45", "10", "1"))
    shown = words(phone.get(sheet))
    assert "Betty wins: Amber reached 100." in shown
    assert phone.get(f"{sheet}/hand").status_code == 303


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


def test_no_contract_is_no_hand_of_it(phone: Phone) -> None:
    refused = phone.enter(start(phone), {"nobody_bid": "1"})
    assert refused.status_code == 422
    assert "Type the points." in words(refused)


def test_the_page_of_rules_names_the_house_rules(phone: Phone) -> None:
    shown = words(phone.get("/rules/plain"))
    assert "2 to 12 players" in shown
    assert "Who wins" in shown
    assert "Target" in shown
