"""A hand disputed on the pages: raised in two taps, stated, settled; nothing of it lost."""

import re

import pytest
from flask import Flask

from ..evening import (
    TOTALS,
    amend,
    form_of,
    four_hands,
    hands,
    joined,
    opened,
    press,
    said,
    seat,
    settle,
    state,
    text_of,
    told,
    totals,
    version,
)
from ..evening import dispute as raised
from ..phone import Phone, read, words

THIRD = 4
"""The entry that recorded the third hand: Cindy and Diana 5♣, took 8."""
THREE = ("Amber", "Betty", "Ellie")
"""More than half of the five."""


def dispute(phone: Phone, sheet: str) -> str:
    return raised(phone, sheet, THIRD)


def test_a_dispute_is_raised_with_one_button_and_stands_on_the_sheet(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert "Hand 3 is disputed" in said(phone.get(snapshot))
    shown = words(phone.get(sheet))
    assert "Disputed: hand 3." in shown
    assert totals(phone, sheet) == TOTALS


def test_play_goes_on_while_a_hand_is_disputed(phone: Phone) -> None:
    sheet = four_hands(phone)
    dispute(phone, sheet)
    assert phone.record(sheet).status_code == 303


def test_the_second_to_raise_it_comes_to_the_same_dispute(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet)
    path = f"{sheet}/hand/{THIRD}/dispute"
    stale = other.form(opened(sheet, THIRD - 1), action=path)
    snapshot = dispute(phone, sheet)
    version = phone.version(sheet)
    assert other.send(sheet, stale, {}).location == snapshot
    assert phone.version(sheet) == version


def test_versions_stand_side_by_side_with_points_and_standings(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert version(phone, snapshot, tricks="5", player="Betty", words="I counted five.").status_code == 303
    shown = text_of(phone.get(snapshot).text)
    assert "Sheet Betty Contract 5♣ clubs · proposer Cindy · accepter Diana · bid made" in shown
    assert "Tricks 8 5 Amber, Betty, Ellie each +3 +15 Cindy, Diana each +51 +30" in shown
    assert "Leader Cindy 180 Cindy 159 Keep Use this" in shown
    assert "Betty “I counted five.”" in text_of(phone.get(f"{snapshot}/more").text)


def test_only_what_differs_is_bold(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    version(phone, snapshot, proposer="Diana", accepter="Cindy", player="Betty")
    table = phone.get(snapshot).text.partition("<tbody>")[2].partition("</tbody>")[0]
    assert re.findall("<b>(.*?)</b>", table) == ["Cindy", "Diana", "Diana", "Cindy"]


def test_a_version_asks_who_has_it_so_and_keeps_what_was_tapped(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert f"{snapshot}/version?player=Betty" in phone.read(snapshot).links
    assert ("player", "Betty") in phone.form(f"{snapshot}/version?player=Betty", action="/version").fields
    answer = version(phone, snapshot, tricks="5")
    assert answer.status_code == 422
    assert read(answer).errors["player-error"] == "Tap the name of the player who says so."
    assert form_of(answer, "/version").chosen()["tricks"] == "5"


def test_a_version_settles_the_dispute_at_once_and_its_player_has_agreed(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert version(phone, snapshot, "use", tricks="5", player="Betty").status_code == 303
    assert "Corrected by the phone “Phone 1”, agreed by Betty." in words(phone.get(snapshot))
    assert totals(phone, sheet)["Cindy"] == TOTALS["Cindy"] - 21
    # Sent by a phone that has not seen that it is settled, it changes nothing.
    assert version(phone, raised(phone, sheet, THIRD), "use", player="Betty").status_code == 303
    assert "upheld" in told(phone.get(f"{sheet}/history"))[0]


def test_a_version_that_settles_needs_no_name_and_nothing_of_it_is_lost_on_a_sheet_that_went_on(
    app: Flask, phone: Phone
) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    form = phone.form(f"{snapshot}/version", action="/version")
    joined(app, phone, sheet).record(sheet)
    answer = phone.send(snapshot, form, {"tricks": "5", "action": "use"})
    assert answer.status_code == 409
    kept = form_of(answer, "/version")
    assert kept.chosen()["tricks"] == "5"
    assert phone.send(snapshot, kept, {"action": "use"}).status_code == 303
    assert "Corrected by the phone “Phone 1”." in words(phone.get(snapshot))


def test_a_version_that_breaks_a_rule_says_so_at_its_field(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    answer = version(phone, snapshot, tricks="5", player="Betty", accepter="Cindy")
    assert answer.status_code == 422
    assert "Cindy" in read(answer).errors["accepter-error"]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"player": "Betty"}, "Write what they say."),
        ({"words": "No!"}, "Tap the name of the player who says so."),
        ({"player": "Zoe", "words": "No!"}, "Zoe does not play in this hand."),
        ({"player": "Betty", "words": "x" * 201}, "A statement has at most 200 characters."),
        ({"player": "Betty", "words": "a\nb\x07"}, "A statement is written in one line of ordinary characters."),
    ],
)
def test_a_statement_needs_a_player_and_words(phone: Phone, fields: dict[str, str], error: str) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    answer = state(phone, snapshot, **fields)
    assert answer.status_code == 422
    assert error in read(answer).errors.values()


def test_upheld_says_by_whom_and_why_and_moves_nothing(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert settle(phone, snapshot, "upheld", ("Amber", "Betty"), reason="counted again").status_code == 303
    assert "Upheld by the phone “Phone 1”, agreed by Amber and Betty. counted again" in words(phone.get(snapshot))
    assert totals(phone, sheet) == TOTALS
    assert "Disputed" not in words(phone.get(sheet))


def test_corrected_amends_the_hand_and_the_history_tells_all(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    version(phone, snapshot, tricks="5", player="Betty")
    settle(phone, snapshot, "7", ("Cindy", "Diana"), reason="misheard")
    assert totals(phone, sheet)["Cindy"] == TOTALS["Cindy"] - 21
    settled, stated, disputed, *_ = told(phone.get(f"{sheet}/history?hand={THIRD}"))
    assert "5♣ clubs, took 5: corrected, by the phone “Phone 1”, agreed by Cindy and Diana" in settled
    assert "was: Cindy and Diana 5♣ clubs, took 8" in settled
    assert "Reason: misheard" in settled
    assert "Betty has hand 3 as Cindy and Diana 5♣ clubs, took 5" in stated
    assert "Disputed hand 3" in disputed


def test_points_by_hand_count_as_they_are_written(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    points = {f"points_{at}": value for at, value in enumerate(("10", "", "-5", "0", "1"))}
    assert settle(phone, snapshot, "by hand", THREE, **points).status_code == 303
    assert totals(phone, sheet) == {"Amber": 139, "Betty": 55, "Cindy": 124, "Diana": 72, "Ellie": 70}


@pytest.mark.parametrize(
    ("outcome", "fields", "errors"),
    [
        ("", {}, {"outcome-error": "Tap how it ends."}),
        ("99", {}, {"outcome-error": "Tap how it ends."}),
        ("by hand", {}, {"points_0-error": "Type the points of each; an empty field is 0."}),
        ("by hand", {"points_2": "ten"}, {"points_2-error": "“ten” is no number of points."}),
        ("upheld", {"reason": "x" * 121}, {"reason-error": "A reason has at most 120 characters."}),
    ],
)
def test_what_is_missing_is_said_where_it_is_missing(
    phone: Phone, outcome: str, fields: dict[str, str], errors: dict[str, str]
) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    version = phone.version(sheet)
    answer = settle(phone, snapshot, outcome, ("Diana",), **fields)
    assert answer.status_code == 422
    found = read(answer).errors
    assert {name: found.get(name) for name in errors} == errors
    assert ("agreed", "Diana") in form_of(answer, "/settle").fields
    assert phone.version(sheet) == version


def test_a_settlement_on_a_sheet_that_went_on_is_asked_again_with_everything_kept(
    app: Flask, phone: Phone
) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    form = phone.form(snapshot, action="/settle")
    joined(app, phone, sheet).record(sheet)
    answer = phone.send(snapshot, form, {"outcome": "struck", "agreed": "Diana", "reason": "nobody knows"})
    assert answer.status_code == 409
    assert "Another phone wrote" in words(answer)
    assert form_of(answer, "/settle").chosen()["reason"] == "nobody knows"
    again = phone.send(snapshot, form_of(answer, "/settle"), {"outcome": "struck"})
    assert again.status_code == 303
    assert "deleted" in told(phone.get(f"{sheet}/history"))[0]


def test_a_settlement_sent_twice_settles_once(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    form = phone.form(snapshot, action="/settle")
    for _ in range(2):
        assert phone.send(snapshot, form, {"outcome": "upheld"}).status_code == 303
    assert sum("Settled" in line for line in told(phone.get(f"{sheet}/history"))) == 1


def test_statements_of_two_phones_at_once_are_both_taken(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    other = joined(app, phone, sheet)
    forms = [(one, one.form(f"{snapshot}/more", action="/statement")) for one in (phone, other)]
    for (one, form), player in zip(forms, ("Amber", "Betty"), strict=True):
        assert one.send(snapshot, form, {"player": player, "words": f"{player} says"}).status_code == 303
    shown = words(phone.get(f"{snapshot}/more"))
    assert "Amber says" in shown
    assert "Betty says" in shown


def test_a_phone_that_may_only_look_sees_the_dispute_and_writes_nothing(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    viewer = joined(app, phone, sheet, "view")
    shown = viewer.get(snapshot)
    assert shown.status_code == 200
    assert [form for form in read(shown).forms if form.writes and form.sends and "undo" not in form.action] == []
    assert viewer.send(snapshot, phone.form(snapshot, action="/settle"), {"outcome": "struck"}).status_code in (
        400,
        403,
    )
    assert totals(phone, sheet) == TOTALS


def test_a_finished_sheet_may_be_disputed_and_upheld_but_not_changed(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    snapshot = dispute(phone, sheet)
    refused = settle(phone, snapshot, "struck")
    assert refused.status_code == 422
    assert "Reopen it to write on it" in words(refused)
    assert settle(phone, snapshot, "upheld").status_code == 303
    assert totals(phone, sheet) == TOTALS


def test_the_dispute_of_a_hand_that_was_struck_says_so(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    settle(phone, snapshot, "struck")
    shown = words(phone.get(snapshot))
    assert "The hand is not on the sheet any more." in shown
    assert "Deleted" in shown


def test_an_undone_dispute_leads_back_to_the_sheet(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    press(phone, sheet, "undo")
    assert phone.get(snapshot).location.endswith(sheet)
    assert phone.get(f"{sheet}/dispute/2").status_code == 404


def test_every_game_shows_a_dispute(phone: Phone) -> None:
    sheet = phone.start(["North", "East", "South", "West"], "spades")
    phone.enter(sheet, {"bid_0": "3", "bid_1": "4", "bid_2": "2", "bid_3": "3", "tricks": "6"})
    snapshot = raised(phone, sheet, 2)
    answer = version(phone, snapshot, tricks="4", player="East")
    assert answer.status_code == 303, text_of(answer.text)
    settle(phone, snapshot, "4", ("North", "East"))
    assert "changed" in words(phone.get(opened(sheet, 1)))


def test_an_amendment_while_it_is_disputed_shows_in_the_versions(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    version(phone, snapshot, tricks="5", player="Betty")
    amend(phone, sheet, THIRD, tricks="5")
    assert "Sheet, Betty Contract 5♣" in words(phone.get(snapshot))


def test_a_choice_stays_with_its_version_when_another_phone_corrects_the_hand(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    version(phone, snapshot, tricks="5", player="Betty")
    version(phone, snapshot, tricks="6", player="Ellie")
    form = phone.form(snapshot, action="/settle")
    amend(joined(app, phone, sheet), sheet, THIRD, tricks="5")
    answer = phone.send(snapshot, form, {"outcome": "7"})
    assert answer.status_code == 422
    assert read(answer).errors["outcome-error"] == "Tap how it ends."
    assert "so look again how it ends" in words(answer)
    assert "outcome" not in form_of(answer, "/settle").chosen()


@pytest.mark.parametrize("game", ["offender", "plain"])
def test_points_by_hand_are_for_those_who_played_though_somebody_came_later(phone: Phone, game: str) -> None:
    sheet = four_hands(phone)
    if game == "plain":
        sheet = phone.start(["Amber", "Betty", "Cindy"], "plain")
        phone.enter(sheet, {"points_0": "1", "points_1": "2", "points_2": "3"})
    players = ["Amber", "Zoe", *(["Cindy"] if game == "plain" else ["Cindy", "Diana", "Ellie"])]
    seat(phone, sheet, players)
    snapshot = raised(phone, sheet, 2)
    assert "points_5" not in phone.get(f"{snapshot}/more").text
    agreed = ("Amber", "Betty", "Cindy")
    assert settle(phone, snapshot, "by hand", agreed, points_0="10", points_1="20").status_code == 303
    assert totals(phone, sheet)["Zoe"] == 0
    assert phone.get(f"{sheet}/hand/2").status_code == 200


def test_a_hand_from_before_a_newcomer_is_amended_and_has_versions(phone: Phone) -> None:
    sheet = four_hands(phone)
    seat(phone, sheet, ["Amber", "Zoe", "Cindy", "Diana", "Ellie"])
    snapshot = raised(phone, sheet, 2)
    assert phone.get(f"{sheet}/hand/2").status_code == 200
    assert phone.get(f"{snapshot}/version").status_code == 200
    assert version(phone, snapshot, tricks="5", player="Betty").status_code == 303


def test_that_nobody_bid_is_a_version_too(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    assert version(phone, snapshot, nobody_bid="1", player="Betty").status_code == 303
    assert "Betty has hand 3 as no contract" in said(phone.get(snapshot))


def test_a_version_on_a_finished_sheet_shows_what_it_would_pay(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    snapshot = dispute(phone, sheet)
    shown = phone.get(f"{snapshot}/version")
    assert "Reopen" not in words(shown)
    assert "took 8: made" in words(shown)


def test_nobody_has_to_be_named_who_agrees_and_what_is_wrong_keeps_everything(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    answer = settle(phone, snapshot, "by hand", THREE[:2], points_0="ten", reason="revoke")
    assert answer.status_code == 422
    kept = form_of(answer, "/settle")
    assert kept.chosen()["points_0"] == "ten"
    assert [value for name, value in kept.fields if name == "agreed"] == [*THREE[:2]]
    assert settle(phone, snapshot, "by hand", points_0="10").status_code == 303
    assert totals(phone, sheet)["Amber"] == TOTALS["Amber"] + 7
    assert "by" not in hands(phone, sheet)[2]


def test_what_had_been_bid_why_and_who_agreed_stay_with_a_hand_that_gets_points_by_hand(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet)
    settle(phone, snapshot, "by hand", THREE, points_0="10", reason="revoke by Cindy")
    hand = hands(phone, sheet)[2]
    assert hand["played"] == {"contract": "5C", "proposer": "Cindy", "accepter": "Diana", "tricks": 8}
    assert (hand["note"], hand["by"]) == ("revoke by Cindy", [*THREE])
    card = text_of(phone.get(opened(sheet, THIRD - 1)).text)
    assert "settled by the table: revoke by Cindy" in card
    assert "What had been bid and taken: Cindy and Diana 5♣ clubs, took 8." in card
    assert "Agreed to the points: Amber, Betty and Ellie." in card
    why = text_of(phone.get(f"{sheet}/why/points/{THIRD}?column=0").text)
    assert "What had been bid and taken: Cindy and Diana 5♣ clubs, took 8." in why
    assert "Noted: “revoke by Cindy”." in why
    press(phone, sheet, "undo")
    assert "by" not in hands(phone, sheet)[2]


def test_before_points_are_written_down_the_page_says_what_becomes_of_bags(phone: Phone) -> None:
    sheet = phone.start(["North", "East", "South", "West"], "spades")
    phone.enter(sheet, {"bid_0": "3", "bid_1": "4", "bid_2": "2", "bid_3": "3", "tricks": "6"})
    shown = words(phone.get(f"{raised(phone, sheet, 2)}/more"))
    assert "North & South: bags 0, as before the hand, not bags 1." in shown
    assert "The tricks of the hand make no bags." in shown
