"""A hand disputed on the pages: raised in two taps, stated, settled and ruled on; nothing of it lost."""

import re

import pytest
from flask import Flask

from scorer.rules.core import ONE_HAND_AT_A_TIME
from scorer.sheet.changes.disputes import Agreement
from scorer.sheet.core.judge import IllegalHandError
from scorer.sheet.core.sheet import Outcome, timeline
from scorer.store.scorebook import StaleVersionError
from scorer.web import disputes
from scorer.web.disputes import AlreadyDoneError

from ...sheet.acts import HANDS
from ...sheet.evening import FIVE, Evening
from ..evening import (
    TOTALS,
    amend,
    dispute,
    form_of,
    four_hands,
    hands,
    joined,
    opened,
    press,
    ruled,
    said,
    seat,
    settle,
    text_of,
    told,
    totals,
    version,
)
from ..games import test_spades
from ..phone import Phone, read, words
from ..writing import SPADES_HAND

THIRD = 4
"""The entry that recorded the third hand: Cindy and Diana 5♣, took 8."""
THREE = ("Amber", "Betty", "Ellie")
"""More than half of the five."""


@pytest.fixture
def snapshot(phone: Phone, sheet: str) -> str:
    """The page of a dispute of the third hand."""
    return dispute(phone, sheet, THIRD)


def test_a_dispute_is_raised_with_one_button_and_stands_on_the_sheet(phone: Phone, sheet: str) -> None:
    snapshot = dispute(phone, sheet, THIRD)
    alone = phone.get(snapshot)
    assert "Hand 3 is disputed" in said(alone)
    as_said = "On the sheet: Cindy and Diana 5♣ clubs, took 8 Amber, Betty, Ellie each +3 Cindy, Diana each +51"
    assert f"{as_said} Keep it so Who remembers" in text_of(alone.text)
    shown = words(phone.get(sheet))
    assert "Disputed: hand 3." in shown
    assert totals(phone, sheet) == TOTALS


def test_the_second_to_raise_it_comes_to_the_same_dispute(app: Flask, phone: Phone, sheet: str) -> None:
    other = joined(app, phone, sheet)
    path = f"{sheet}/hand/{THIRD}/dispute"
    stale = other.form(opened(sheet, THIRD - 1), action=path)
    snapshot = dispute(phone, sheet, THIRD)
    version = phone.version(sheet)
    assert other.send(sheet, stale, {}).location == snapshot
    assert phone.version(sheet) == version


def test_versions_stand_side_by_side_with_points_and_standings(phone: Phone, snapshot: str) -> None:
    assert version(phone, snapshot, tricks="5", player="Betty", words="I counted five.").status_code == 303
    shown = text_of(phone.get(snapshot).text)
    assert "Sheet Betty In both: contract 5♣ clubs · proposer Cindy · accepter Diana · bid made" in shown
    assert "Tricks 8 5 Amber, Betty, Ellie each +3 +15 Cindy, Diana each +51 +30" in shown
    assert "Leader Cindy 180 Cindy 159 Keep Use this" in shown
    assert "Betty “I counted five.”" in shown


def test_only_what_differs_is_bold(phone: Phone, snapshot: str) -> None:
    version(phone, snapshot, proposer="Diana", accepter="Cindy", player="Betty")
    table = phone.get(snapshot).text.partition("<tbody>")[2].partition("</tbody>")[0]
    assert re.findall("<b>(.*?)</b>", table) == ["Cindy", "Diana", "Diana", "Cindy"]


def test_a_version_asks_who_has_it_so_and_keeps_what_was_tapped(phone: Phone, snapshot: str) -> None:
    assert f"{snapshot}/version?player=Betty" in phone.read(snapshot).links
    head = phone.get(f"{snapshot}/version?player=Betty").text.partition("</header>")[0]
    assert "Hand 3 , 10 cards, widow of 2 as Betty has it Betty deals, Cindy opens" in text_of(head)
    assert ("player", "Betty") in phone.form(f"{snapshot}/version?player=Betty", action="/version").fields
    answer = version(phone, snapshot, tricks="5")
    assert answer.status_code == 422
    assert read(answer).errors["player-error"] == "Tap the name of the player who says so."
    assert form_of(answer, "/version").chosen()["tricks"] == "5"


def test_a_version_settles_the_dispute_at_once_and_its_player_has_agreed(phone: Phone, sheet: str) -> None:
    snapshot = dispute(phone, sheet, THIRD)
    assert version(phone, snapshot, "use", tricks="5", player="Betty").status_code == 303
    settled = phone.get(snapshot)
    assert "Corrected: hand 3, tricks 8 → 5, on the phone “Phone 1”, agreed by Betty." in words(settled)
    assert totals(phone, sheet)["Cindy"] == TOTALS["Cindy"] - 21
    # Sent by a phone that has not seen that it is settled, it changes nothing.
    assert version(phone, dispute(phone, sheet, THIRD), "use", player="Betty").status_code == 303
    assert "kept as it was" in told(phone.get(f"{sheet}/history"))[0]


def test_a_version_that_settles_needs_no_name_and_nothing_of_it_is_lost_on_a_sheet_that_went_on(
    app: Flask, phone: Phone, sheet: str, snapshot: str
) -> None:
    form = phone.form(f"{snapshot}/version", action="/version")
    joined(app, phone, sheet).record(sheet)
    answer = phone.send(snapshot, form, {"tricks": "5", "action": "use"})
    assert answer.status_code == 409
    kept = form_of(answer, "/version")
    assert kept.chosen()["tricks"] == "5"
    assert phone.send(snapshot, kept, {"action": "use"}).status_code == 303
    assert "Corrected: hand 3, tricks 8 → 5, on the phone “Phone 1”." in words(phone.get(snapshot))


def test_a_version_that_breaks_a_rule_says_so_at_its_field(phone: Phone, snapshot: str) -> None:
    answer = version(phone, snapshot, tricks="5", player="Betty", accepter="Cindy")
    assert answer.status_code == 422
    assert "Cindy" in read(answer).errors["accepter-error"]


def test_upheld_says_by_whom_and_why_and_moves_nothing(phone: Phone, sheet: str, snapshot: str) -> None:
    assert settle(phone, snapshot, "upheld", ("Amber", "Betty"), reason="counted again").status_code == 303
    assert "Kept as it was, on the phone “Phone 1”, agreed by Amber and Betty. counted again" in words(
        phone.get(snapshot)
    )
    assert totals(phone, sheet) == TOTALS
    assert "Disputed" not in words(phone.get(sheet))


def test_corrected_amends_the_hand_and_the_history_tells_all(phone: Phone, sheet: str, snapshot: str) -> None:
    version(phone, snapshot, tricks="5", player="Betty")
    settle(phone, snapshot, "7", ("Cindy", "Diana"), reason="misheard")
    assert totals(phone, sheet)["Cindy"] == TOTALS["Cindy"] - 21
    settled, stated, disputed, *_ = told(phone.get(f"{sheet}/history?hand={THIRD}"))
    assert "hand 3, corrected on the phone “Phone 1”, agreed by Cindy and Diana: tricks 8 → 5" in settled
    assert "was:" not in settled
    assert "Reason: misheard" in settled
    assert "Betty has hand 3 as Cindy and Diana 5♣ clubs, took 5" in stated
    assert "Disputed hand 3" in disputed


def test_what_is_missing_is_said_where_it_is_missing(phone: Phone, sheet: str, snapshot: str) -> None:
    version = phone.version(sheet)
    for outcome, reason, place, error in (
        ("", "", "outcome-error", "Tap how it ends."),
        ("99", "", "outcome-error", "Tap how it ends."),
        ("upheld", "x" * 121, "reason-error", "A reason has at most 120 characters."),
    ):
        answer = settle(phone, snapshot, outcome, ("Diana",), reason=reason)
        assert answer.status_code == 422
        assert read(answer).errors[place] == error
        assert ("agreed", "Diana") in form_of(answer, "/settle").fields
    assert phone.version(sheet) == version


def test_a_settlement_that_came_late_is_asked_again(app: Flask, phone: Phone, sheet: str, snapshot: str) -> None:
    form = phone.form(snapshot, action="/settle")
    joined(app, phone, sheet).record(sheet)
    answer = phone.send(snapshot, form, {"outcome": "struck", "agreed": "Diana", "reason": "nobody knows"})
    assert answer.status_code == 409
    assert "Another phone wrote" in words(answer)
    assert form_of(answer, "/settle").chosen()["reason"] == "nobody knows"
    again = phone.send(snapshot, form_of(answer, "/settle"), {"outcome": "struck"})
    assert again.status_code == 303
    assert "deleted" in told(phone.get(f"{sheet}/history"))[0]


def test_a_finished_sheet_may_be_disputed_and_upheld_but_not_changed(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "finish")
    snapshot = dispute(phone, sheet, THIRD)
    refused = settle(phone, snapshot, "struck")
    assert refused.status_code == 422
    assert "Reopen it to write on it" in words(refused)
    assert settle(phone, snapshot, "upheld").status_code == 303
    assert totals(phone, sheet) == TOTALS


def test_the_dispute_of_a_hand_that_was_struck_says_so(phone: Phone, snapshot: str) -> None:
    settle(phone, snapshot, "struck")
    shown = words(phone.get(snapshot))
    assert "The hand is not on the sheet any more." in shown
    assert "Deleted" in shown


def test_an_undone_dispute_leads_back_to_the_sheet(phone: Phone, sheet: str, snapshot: str) -> None:
    press(phone, sheet, "undo")
    assert phone.get(snapshot).location.endswith(sheet)
    assert phone.get(f"{sheet}/dispute/2").status_code == 404


def test_every_game_shows_a_dispute(phone: Phone) -> None:
    sheet = phone.start(["North", "East", "South", "West"], "spades")
    phone.enter(sheet, {"bid_0": "3", "bid_1": "4", "bid_2": "2", "bid_3": "3", "tricks": "6"})
    snapshot = dispute(phone, sheet, 2)
    answer = version(phone, snapshot, tricks="4", player="East")
    assert answer.status_code == 303, text_of(answer.text)
    settle(phone, snapshot, "4", ("North", "East"))
    assert "changed" in words(phone.get(opened(sheet, 1)))


def test_an_amendment_while_it_is_disputed_shows_in_the_versions(phone: Phone, sheet: str, snapshot: str) -> None:
    version(phone, snapshot, tricks="5", player="Betty")
    amend(phone, sheet, THIRD, tricks="5")
    assert "Sheet, Betty On the sheet: Cindy and Diana 5♣" in words(phone.get(snapshot))


def test_a_choice_stays_with_its_version_when_another_phone_corrects_the_hand(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet, THIRD)
    version(phone, snapshot, tricks="5", player="Betty")
    version(phone, snapshot, tricks="6", player="Ellie")
    form = phone.form(snapshot, action="/settle")
    amend(joined(app, phone, sheet), sheet, THIRD, tricks="5")
    answer = phone.send(snapshot, form, {"outcome": "7"})
    assert answer.status_code == 422
    assert read(answer).errors["outcome-error"] == "Tap how it ends."
    assert "so look again how it ends" in words(answer)
    assert "outcome" not in form_of(answer, "/settle").chosen()


def test_a_hand_from_before_a_newcomer_is_amended_and_has_versions(phone: Phone, sheet: str) -> None:
    seat(phone, sheet, ["Amber", "Zoe", "Cindy", "Diana", "Ellie"])
    snapshot = dispute(phone, sheet, 2)
    assert phone.get(f"{sheet}/hand/2").status_code == 200
    assert phone.get(f"{snapshot}/version").status_code == 200
    assert version(phone, snapshot, tricks="5", player="Betty").status_code == 303


def test_that_nobody_bid_is_a_version_too(phone: Phone, snapshot: str) -> None:
    assert version(phone, snapshot, nobody_bid="1", player="Betty").status_code == 303
    assert "Betty has hand 3 as no contract" in said(phone.get(snapshot))


def test_a_version_on_a_finished_sheet_shows_what_it_would_pay(phone: Phone, sheet: str) -> None:
    press(phone, sheet, "finish")
    snapshot = dispute(phone, sheet, THIRD)
    shown = phone.get(f"{snapshot}/version")
    assert "Reopen" not in words(shown)
    assert "Nothing is changed yet. Amber +3" in words(shown)


def test_a_hand_that_an_earlier_release_settled_by_points_says_what_was_bid_and_why(phone: Phone) -> None:
    sheet = four_hands(phone)
    snapshot = dispute(phone, sheet, THIRD)
    ruled(phone, snapshot, [10], THREE, "revoke by Cindy")
    assert totals(phone, sheet)["Amber"] == TOTALS["Amber"] + 7
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


def test_what_a_ruling_of_an_earlier_release_set_for_the_next_hand_is_told(phone: Phone) -> None:
    sheet = test_spades.started(phone)
    phone.enter(sheet, SPADES_HAND)
    ruled(phone, dispute(phone, sheet, 2), [30, 0], test_spades.FOUR[:3], "ruling: revoke", {"bags": [3, 0]})
    assert hands(phone, sheet)[0]["carry"] == {"bags": [3, 0]}
    assert "begin the next hand with 3 bags." in words(phone.get(sheet))
    begin = "North & South begin the next hand with 3 bags; East & West begin the next hand with 0 bags"
    [line, *_] = told(phone.get(f"{sheet}/history"))
    assert "hand 1, by hand" in line
    assert begin in line
    why = words(phone.get(f"{sheet}/why/points/2?column=0"))
    assert "begin the next hand with 3 bags." in why
    assert "unless the table also writes down what the next hand begins with" in why


FIVE_TRICKS = {**HANDS[2], "tricks": 5}


def disputed() -> tuple[Evening, int]:
    """Three hands, recorded by entries 2 to 4, the third in dispute."""
    evening = Evening(*HANDS)
    evening.act(disputes.to_dispute(4))
    return evening, 5


def test_nothing_is_said_of_a_hand_that_is_no_more_or_by_who_did_not_play_it() -> None:
    evening = Evening(*HANDS)
    evening.strike(3)
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_dispute(4))
    for undo in (True, False):
        evening, number = disputed()
        if undo:
            evening.undo()
        else:
            evening.strike(3)
        with pytest.raises(StaleVersionError):
            evening.act(disputes.to_state(number, "Betty", "No!"))
    evening, number = disputed()
    evening.seat(1, ["Amber", "Zoe", *FIVE[2:]], "Ellie")
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_state(number, "Betty", "No!"))


def test_a_version_is_put_in_the_place_of_its_own_hand_though_one_above_was_struck() -> None:
    evening, number = disputed()
    evening.strike(1)
    evening.act(disputes.to_state(number, "Betty", "", FIVE_TRICKS))
    [told] = [told for told in evening.history.of_hand(4) if told.verb == "Stated"]
    assert told.what == "Betty has hand 2 as Cindy and Diana 5♣, took 5"


def test_a_version_that_breaks_a_rule_or_leaves_its_hand_open_is_none() -> None:
    evening, number = disputed()
    assert (
        evening.refuses(disputes.to_state(number, "Betty", "", {"calls": ["Cindy: 5C"]}))[1] is ONE_HAND_AT_A_TIME
    )
    evening, number = disputed()
    with pytest.raises(IllegalHandError):
        evening.act(disputes.to_state(number, "Betty", "", {**HANDS[2], "tricks": 11}))


def test_a_version_follows_a_substitution_that_reaches_back_over_its_hand() -> None:
    evening, number = disputed()
    evening.act(disputes.to_state(number, "Diana", "", FIVE_TRICKS))
    evening.seat(1, ["Amber", "Betty", "Cindy", "Zoe", "Ellie"], "Ellie")
    [known] = evening.snapshot.disputes
    assert known.statements[0].hand == {**FIVE_TRICKS, "accepter": "Zoe"}
    assert known.statements[0].player == "Zoe"


def test_a_dispute_settled_twice_is_settled_once() -> None:
    evening, number = disputed()
    upheld = disputes.to_settle(number, Outcome.UPHELD, (), "", None)
    evening.act(upheld)
    with pytest.raises(AlreadyDoneError):
        evening.act(upheld)
    assert evening.history.line(evening.entries[-1]).what == "hand 3, kept as it was: Cindy and Diana 5♣, took 8"


def test_nobody_signs_a_sheet_that_changed_since_she_saw_it() -> None:
    evening = Evening(*HANDS)
    seen = evening.snapshot.version
    evening.act(disputes.to_agree(2, "Amber", seen))
    evening.act(disputes.to_sign("Amber", seen))
    evening.amend(1, {**HANDS[0], "tricks": 6})
    with pytest.raises(StaleVersionError):
        evening.act(disputes.to_sign("Betty", seen))


def test_seats_that_change_a_hand_void_its_agreements() -> None:
    evening = Evening(*HANDS)
    for hand in (2, 4):
        evening.act(disputes.to_agree(hand, "Amber", evening.snapshot.version))
    evening.seat(2, ["Amber", "Zoe", *FIVE[2:]], "Amber")
    agreed = Agreement(timeline(evening.entries).acts).hands
    assert agreed == {2: {"Amber": False}}


def test_a_statement_that_came_too_late_spoils_no_sheet() -> None:
    """As an earlier release may have written it."""
    evening, number = disputed()
    late = disputes.to_state(number, "Betty", "No!")(evening.snapshot)
    evening.strike(3)
    evening.act(lambda snapshot: late)
    assert evening.history.of_hand(4)[0].what == "Betty on hand 3, “No!”"
    evening.undo(4)
    evening.act(lambda snapshot: late)
    assert evening.snapshot.disputes == ()
