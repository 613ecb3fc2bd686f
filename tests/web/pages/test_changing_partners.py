"""Partners who change without JavaScript: chosen, entered and told."""

from ..evening import change_rules, forecast, seat, standings, values
from ..phone import Phone, read, words

FOUR = ("North", "East", "South", "West")
OTHERS = ("North", "South", "East", "West")
HAND = {"declarer": "North", "level": "1", "suit": "minor", "tricks": "7"}
"""North's side makes 8."""


def start(phone: Phone, **options: str) -> str:
    chosen = {f"option-{name}": value for name, value in {"totals": "players", **options}.items()}
    return phone.start(FOUR, "ten-bridge", **chosen)


def two_hands(phone: Phone, **options: str) -> str:
    """North plays with South, then with East."""
    sheet = start(phone, **options)
    phone.enter(sheet, HAND)
    assert seat(phone, sheet, OTHERS).status_code == 303
    phone.enter(sheet, HAND)
    return sheet


def test_a_tap_on_two_names_makes_them_partners_and_the_dealer_stays_the_dealer(phone: Phone) -> None:
    sheet = start(phone)
    form = phone.form(f"{sheet}/seats", action="/seats")
    answer = phone.send("", form, {"action": "partner:1", "dealer": "1"})
    after = next(form for form in read(answer).forms if form.writes and form.action.endswith("/seats"))
    assert values(after, "player") == ["North", "South", "East", "West"]
    assert dict(after.fields)["dealer"] == "2"


def test_the_page_says_who_plays_with_whom_and_what_they_carry(phone: Phone) -> None:
    sheet = start(phone, carry_goes="nobody")
    phone.enter(sheet, HAND)
    said = forecast(seat(phone, sheet, OTHERS, action="look"))
    assert "North & East play against South & West, and each of them is given what the side scores." in said
    assert "What a side carries: it begins anew." in said


def test_each_partner_is_given_what_the_side_scores(phone: Phone) -> None:
    sheet = two_hands(phone)
    assert standings(phone.get(sheet)) == {"North": 16, "East": 8, "South": 8, "West": 0}
    assert "From hand 2 on at the table: North, South, East and West." in words(phone.get(sheet))


def test_why_tells_that_partners_changed_with_the_hand_and_what_became_of_what_they_carry(phone: Phone) -> None:
    sheet = two_hands(phone, carry_goes="nobody")
    changed = "From hand 2 on at the table: North, South, East and West. North & East play against South & West,"
    why = words(phone.get(f"{sheet}/why/points/4?column=0"))
    assert changed in why
    assert "What a side carries: it begins anew." in why
    assert changed not in words(phone.get(f"{sheet}/why/points/2?column=0"))


def test_totals_for_players_are_chosen_for_a_whole_sheet_that_has_begun(phone: Phone) -> None:
    sheet = phone.start(FOUR, "ten-bridge")
    phone.enter(sheet, HAND)
    refused = change_rules(phone, sheet, **{"option-totals": "players", "whole": "0"})
    assert "“Totals” is agreed for a whole sheet" in words(refused)
    change_rules(phone, sheet, **{"option-totals": "players", "whole": "1"})
    assert standings(phone.get(sheet)) == {"North": 8, "East": 0, "South": 8, "West": 0}
