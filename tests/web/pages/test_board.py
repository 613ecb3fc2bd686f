"""Table mode: what it says in each state of the game, to whom, and towards whom it turns."""

import re
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ..evening import FIFTH, four_hands, joined, press
from ..games import test_oh_hell, test_spades, test_ten_bridge
from ..phone import PLAYERS, Phone, read

LINE = re.compile(r'<li class="([^"]*)">\s*<span class="unseen">(.*?)</span>')


def board(phone: Phone, sheet: str, near: str = "") -> TestResponse:
    answer = phone.get(f"{sheet}/board{f'?near={quote(near)}' if near else ''}")
    assert answer.status_code == 200
    return answer


def lines(answer: TestResponse) -> dict[str, str]:
    """Each line as a screen reader says it, and how it looks."""
    return {spoken: look.strip() for look, spoken in LINE.findall(answer.text)}


def now(answer: TestResponse) -> str:
    """What stands below the totals, the menu apart."""
    part = answer.text.partition('class="now"')[2].partition(">")[2].partition('<div class="corner">')[0]
    return " ".join(re.sub(r"<[^>]*>", "", part).replace("\ufe0e", "").split())


def turn(answer: TestResponse) -> str | None:
    return next(a["data-turn"] for tag, a in read(answer).tags if tag == "main")


def test_before_the_first_hand_it_says_who_deals_and_who_speaks_first(phone: Phone) -> None:
    sheet = phone.start()
    shown = board(phone, sheet)
    assert lines(shown) == {
        "Amber, 0 points, speaks": "asked",
        "Betty, 0 points": "",
        "Cindy, 0 points": "",
        "Diana, 0 points": "",
        "Ellie, 0 points, deals": "",
    }
    assert now(shown) == "Hand 1 Ellie deals 10 cards each and a widow of 2 cards."
    assert "curve" not in shown.text


def test_between_hands_it_says_every_total_and_place(phone: Phone) -> None:
    shown = board(phone, four_hands(phone, "Friday"))
    assert list(lines(shown)) == [
        "Amber, 2nd, 132 points",
        "Betty, 5th, 58 points",
        "Cindy, 1st, 180 points",
        "Diana, 3rd, 123 points, deals",
        "Ellie, 4th, 72 points, speaks",
    ]
    assert lines(shown)["Cindy, 1st, 180 points"] == "leads"
    assert now(shown).startswith("Hand 5 ")
    assert '<h1 class="unseen">Table mode: Friday</h1>' in shown.text


def test_in_the_auction_it_shows_who_speaks_and_the_contract_so_far(phone: Phone) -> None:
    sheet = phone.start()
    phone.say(sheet, "no proposal")
    shown = board(phone, sheet)
    assert lines(shown)["Betty, 0 points, speaks"] == "asked"
    assert now(shown) == "Hand 1 Nobody has bid yet"
    phone.say(sheet, "3H", "accept")
    assert now(board(phone, sheet)) == "3♥ hearts Betty, Cindy contract so far"


def test_while_cards_are_played_the_contract_stands_and_nobody_is_asked(phone: Phone) -> None:
    sheet = phone.start()
    phone.bid(sheet)
    shown = board(phone, sheet)
    assert now(shown) == "6♥ hearts Amber, Betty contract"
    assert "asked" not in lines(shown).values()
    assert "Ellie, 0 points, deals" in lines(shown)


def test_a_doubled_contract_says_so(phone: Phone) -> None:
    sheet = test_ten_bridge.started(phone)
    phone.say(sheet, "1red", "X")
    assert now(board(phone, sheet)).endswith("contract so far, doubled")


def test_the_end_names_the_winner_and_nobody_deals_any_more(phone: Phone) -> None:
    sheet = four_hands(phone)
    press(phone, sheet, "finish")
    shown = board(phone, sheet)
    assert now(shown) == "Cindy wins: the table ended the game."
    assert "Diana, 3rd, 123 points" in lines(shown)
    assert "asked" not in lines(shown).values()
    assert turn(board(phone, sheet, "Amber")) == "0"


def test_a_shared_place_is_said_to_be_shared(phone: Phone) -> None:
    sheet = phone.start()
    phone.record(sheet)
    said = lines(board(phone, sheet))
    assert {"Amber, =1st, 49 points, deals": "leads", "Cindy, =1st, 49 points": "leads"}.items() <= said.items()


def test_in_a_game_of_sides_it_names_the_player_beside_the_side(phone: Phone) -> None:
    sheet = test_spades.started(phone)
    said = [*lines(board(phone, sheet))]
    assert len(said) == 2
    assert all(re.search(r", \w+ (deals|speaks)$", line) for line in said)


def test_what_each_has_bid_stays_beside_the_name_while_the_hand_is_played(phone: Phone) -> None:
    sheet = test_oh_hell.start(phone)
    phone.say(sheet, "2", "3")
    shown = board(phone, sheet)
    assert sum(line.endswith(", bid 2") for line in lines(shown)) == 1
    assert sum(line.endswith(", bid 3") for line in lines(shown)) == 1
    assert re.match(r"Hand 1 of \d+ ", now(shown))


@pytest.mark.parametrize(
    ("near", "degrees"), [("Amber", "0"), ("Betty", "270"), ("Cindy", "180"), ("Diana", "180"), ("Ellie", "90")]
)
def test_it_turns_towards_who_is_asked_as_seen_from_the_foot_of_the_phone(
    phone: Phone, near: str, degrees: str
) -> None:
    sheet = phone.start()
    assert turn(board(phone, sheet, near)) == degrees


def test_it_does_not_turn_for_somebody_who_is_not_at_the_table(phone: Phone) -> None:
    sheet = phone.start()
    assert turn(board(phone, sheet)) == turn(board(phone, sheet, "Zoe")) == "0"


def test_the_menu_offers_everybody_at_the_table_and_says_who_was_chosen(phone: Phone) -> None:
    sheet = phone.start()
    shown = read(board(phone, sheet, "Betty"))
    assert {f"{sheet}/board?near={name}" for name in PLAYERS} <= set(shown.links)
    [chosen] = [a["href"] for tag, a in shown.tags if tag == "a" and "aria-current" in a]
    assert chosen == f"{sheet}/board?near=Betty"


@pytest.mark.parametrize("role", ["view", "score"])
def test_every_phone_that_may_look_opens_it_from_the_sheet(app: Flask, phone: Phone, role: str) -> None:
    sheet = four_hands(phone)
    other = joined(app, phone, sheet, role)
    assert f"{sheet}/board" in other.read(sheet).links
    shown = board(other, sheet)
    assert "Cindy, 1st, 180 points" in lines(shown)
    assert not [form for form in read(shown).forms if form.writes]


def test_no_other_phone_opens_it_from_the_sheet(app: Flask, phone: Phone) -> None:
    assert Phone(app).get(f"{four_hands(phone)}/board").status_code == 404


def test_it_asks_for_news_and_is_then_fetched_again_and_without_scripts_by_itself(phone: Phone) -> None:
    sheet = four_hands(phone)
    shown = board(phone, sheet)
    [asks] = [str(a["data-news"]) for _, a in read(shown).tags if "data-news" in a]
    assert phone.get(asks).status_code == 204
    phone.record(sheet, FIFTH)
    assert phone.get(asks).status_code == 205
    assert '<noscript><meta http-equiv="refresh"' in shown.text


def test_the_curve_beside_it_is_that_of_this_version(phone: Phone) -> None:
    sheet = four_hands(phone)
    [before] = [a["src"] for tag, a in read(board(phone, sheet)).tags if tag == "img"]
    assert phone.get(str(before)).mimetype == "image/svg+xml"
    phone.record(sheet, FIFTH)
    assert board(phone, sheet).text.count(str(before).partition("&")[0]) == 0


def test_it_leads_who_scores_to_the_next_hand_and_nobody_else(app: Flask, phone: Phone) -> None:
    sheet = four_hands(phone)
    viewer = joined(app, phone, sheet, "view")
    assert f"{sheet}/hand" in phone.read(f"{sheet}/board").links
    assert f"{sheet}/hand" not in viewer.read(f"{sheet}/board").links
    phone.say(sheet, "5C")
    assert f"{sheet}/auction" in phone.read(f"{sheet}/board").links
    press(phone, sheet, "undo")
    press(phone, sheet, "finish")
    assert not {f"{sheet}/hand", f"{sheet}/auction"} & {*phone.read(f"{sheet}/board").links}
