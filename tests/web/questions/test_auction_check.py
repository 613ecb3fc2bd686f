"""The page on which a remembered auction is judged."""

import pytest

from ..phone import PLAYERS, Phone, read, words

FOUR = ("North", "East", "South", "West")
ENDED = ["6H", "accept", *["no proposal"] * 5]


def judged(phone: Phone, sheet: str, *calls: str, **asked: str):
    return phone.get(f"{sheet}/auction-trial", query_string={"calls": "\r\n".join(calls), **asked})


def typed(response) -> str:
    """What stands in the text field."""
    return response.text.partition("<textarea")[2].partition(">\n")[2].partition("</textarea>")[0]


def test_legal_calls_are_said_to_be_legal_and_what_they_led_to(phone: Phone) -> None:
    sheet = phone.start()
    answer = judged(phone, sheet, *ENDED)
    assert answer.status_code == 200
    assert "All 7 calls are legal. The bidding is over: 6♥︎ hearts, Amber with Betty." in words(answer)
    assert typed(answer).split() == " ".join(ENDED).split()


def test_while_the_bidding_goes_on_whose_turn_it_is_and_what_she_may_say(phone: Phone) -> None:
    sheet = phone.start()
    snapshot = words(judged(phone, sheet, "Amber: 8H", "accept"))
    assert "All 2 calls are legal." in snapshot
    assert "Betty is to speak, and may say: Words" in snapshot
    assert "no proposal 9 to 10 ♣︎ clubs ♦︎ diamonds ♥︎ hearts ♠︎ spades" in snapshot


def test_the_first_illegal_call_is_shown_with_its_rule_and_what_could_have_been_said(phone: Phone) -> None:
    sheet = phone.start()
    answer = judged(phone, sheet, "6H", "accept", "betty 6S", "Cindy: nonsense")
    snapshot = words(answer)
    assert answer.status_code == 200
    assert "Call 3 is not legal: Betty, 6♠︎ spades." in snapshot
    assert "Betty must propose more than 6 tricks" in snapshot
    assert "Rule 4: More tricks: A proposal must be for more tricks than the contract so far" in snapshot
    assert "Betty could have said:" in snapshot
    assert "7 to 10 ♣︎" in snapshot
    assert "/rules/offender#more-tricks" in read(answer).links


def test_a_bid_that_was_changed_in_time_is_said_to_be_so_with_its_rule(phone: Phone) -> None:
    sheet = phone.start(FOUR, game="oh-hell")
    snapshot = words(judged(phone, sheet, "North: 3", "North: 2", "East: 1"))
    assert "All 3 calls are legal. North changed 3 to 2 before East had bid. Rule 5: One bid each" in snapshot
    late = words(judged(phone, sheet, "North: 3", "North: 2", "East: 1", "North: 4"))
    assert "Call 4 is not legal: North, 4." in late
    assert "North changed 3 to 2 before East had bid." in late


def test_a_pass_answers_a_bid_in_pirate_bridge(phone: Phone) -> None:
    sheet = phone.start(FOUR, game="pirate-bridge")
    snapshot = words(judged(phone, sheet, "pass", "1S", "pass", "I decline", "I accept"))
    assert "All 5 calls are legal." in snapshot


def test_a_line_that_is_no_call_is_told_at_the_field_and_nothing_is_lost(phone: Phone) -> None:
    sheet = phone.start()
    answer = judged(phone, sheet, "6H", "Zoe: accept")
    assert answer.status_code == 422
    assert read(answer).errors["calls-error"].startswith("Line 2: “Zoe” is not at this table")
    assert "Zoe: accept" in typed(answer)


def test_more_text_than_an_auction_has_is_refused(phone: Phone) -> None:
    answer = judged(phone, phone.start(), "pass " * 2001)
    assert answer.status_code == 422
    assert "at most 10000 characters" in read(answer).errors["calls-error"]


def test_the_calls_of_the_hand_that_is_being_bid_are_there_to_begin_with(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "6H", "accept")
    path = f"{sheet}/auction-trial"
    assert typed(phone.get(path)) == "Amber: 6H\nBetty: accept"
    assert f"{sheet}/auction-trial" in phone.read(f"{sheet}/auction").links
    assert f"{sheet}/auction-trial" in phone.read(f"{sheet}/more").links


def test_the_address_of_earlier_releases_leads_on(phone: Phone) -> None:
    sheet = phone.start()
    assert phone.get(f"{sheet}/questions").location == f"{sheet}/more#questions"


def test_a_game_without_calls_and_rules_of_play_is_not_asked_about_them(phone: Phone) -> None:
    sheet = phone.start(PLAYERS[:4], "nap")
    links = phone.read(f"{sheet}/more").links
    assert not {f"{sheet}/auction-trial", f"{sheet}/trick"} & {*links}


def test_any_hand_can_be_chosen_and_brings_its_calls_dealer_and_players(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet)
    form = phone.form(f"{sheet}/auction", action=f"{sheet}/hand")
    assert phone.send("", form, {"tricks": "7"}).status_code == 303
    assert typed(phone.get(f"{sheet}/auction-trial")) == ""
    chosen = judged(phone, sheet, hand="1", show="1")
    assert typed(chosen).startswith("Amber: 6H\nBetty: accept\n")
    assert "Ellie deals, Amber speaks first" in words(chosen)
    assert "Other calls: no proposal, accept, reject." in words(chosen)
    assert "is legal" not in words(chosen)
    again = judged(phone, sheet, "5C", hand="2", show="1")
    assert typed(again) == "5C"
    assert "Amber deals, Betty speaks first" in words(again)
    back = judged(phone, sheet, *typed(chosen).split("\n"), hand="2", show="1")
    assert typed(back) == ""
    assert judged(phone, sheet, "5C", hand="99").status_code == 200


@pytest.mark.parametrize(
    ("game", "calls", "said"),
    [
        ("pirate-bridge", ["1C", "decline", "decline", "decline"], "All 4 calls are legal."),
        ("oh-hell", ["3", "2", "1", "4"], "Call 4 is not legal: West, 4."),
        ("spades", ["3", "nil", "0"], "Call 3 is not legal: South, 0."),
        ("ten-bridge", ["0nt", "x", "x"], "Call 3 is not legal: East, X."),
        ("reverse-bridge", ["7S", "7H"], "Call 2 is not legal: East, 7♥︎ hearts."),
    ],
)
def test_the_calls_of_every_game_are_judged(phone: Phone, game: str, calls: list[str], said: str) -> None:
    """West deals, as the last at every new table."""
    assert said in words(judged(phone, phone.start(FOUR, game), *calls))


@pytest.mark.parametrize(("game", "options"), [("plain", {}), ("spades", {"option-variant": "new-york"})])
def test_a_hand_without_calls_says_so(phone: Phone, game: str, options: dict[str, str]) -> None:
    sheet = phone.start(FOUR, game, **options)
    answer = judged(phone, sheet, "3H")
    assert answer.status_code == 200
    assert "This hand has no auction." in words(answer)


def test_a_finished_sheet_still_answers_for_its_hands(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    phone.send("", phone.form(sheet, action="/finish"))
    answer = judged(phone, sheet, "np")
    assert answer.status_code == 200
    assert "Hand 2" not in words(answer)
