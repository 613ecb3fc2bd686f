"""Oh Hell on a phone without JavaScript: bids and tricks, the hook, an evening to its end and its payments."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from werkzeug.test import TestResponse

from ..evening import amend, change_rules, form_of, hands, offers, opened, preview, standings
from ..phone import PLAYERS, Phone, read, words

BIDS = (2, 3, 1, 0, 5)
MISSED = {0: 1, 2: 0, 3: 1}
"""Amber, Cindy and Diana miss: ten tricks are taken."""


def fields(bids: Sequence[int], missed: dict[int, int] | None = None) -> dict[str, str]:
    """What is tapped, by seat: every bid, and the tricks of those who missed."""
    tapped = {f"bid_{seat}": f"{bid}" for seat, bid in enumerate(bids)}
    return {**tapped, **{f"taken_{seat}": f"{tricks}" for seat, tricks in (missed or {}).items()}}


def start(phone: Phone, players: int = 5, **options: str) -> str:
    chosen = {f"option-{name}": value for name, value in options.items()}
    return phone.start(PLAYERS[:players], "oh-hell", **chosen)


@pytest.fixture
def sheet(phone: Phone) -> str:
    return start(phone)


def test_who_is_not_said_to_have_missed_took_what_she_bid(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, fields(BIDS, MISSED)).status_code == 303
    (hand,) = hands(phone, sheet)
    assert hand["bids"] == dict(zip(PLAYERS, BIDS, strict=True))
    assert hand["tricks"] == {"Amber": 1, "Betty": 3, "Cindy": 0, "Diana": 1, "Ellie": 5}
    shown = phone.get(sheet)
    assert standings(shown) == {"Amber": 1, "Betty": 13, "Cindy": 0, "Diana": 1, "Ellie": 15}
    told = "10 cards: Amber 2 (took 1), Betty 3, Cindy 1 (took 0), Diana 0 (took 1), Ellie 5"
    assert told in words(phone.get(f"{sheet}/history"))
    # In the row the figures of those who missed, and what they mean; the points of the others tell the rest.
    below = r'<td role="cell"><b[^>]*>([^<]+)</b>(?: <small>([^<]+)</small>)?'
    assert re.findall(below, shown.text) == [("1", "2/1"), ("13", ""), ("0", "1/0"), ("1", "0/1"), ("15", "")]
    assert '<small class="label">bid/took</small>' in shown.text
    assert "total 1 bid 2, took 1 Betty+13 points, total 13 bid 3 Cindy" in words(phone.get(opened(sheet, 1)))


def test_the_tricks_of_the_only_one_without_a_number_are_what_the_others_left(phone: Phone, sheet: str) -> None:
    assert phone.enter(sheet, fields(BIDS, {0: 1, 1: 4, 2: 0, 3: 2})).status_code == 303
    (hand,) = hands(phone, sheet)
    assert hand["tricks"] == {"Amber": 1, "Betty": 4, "Cindy": 0, "Diana": 2, "Ellie": 3}


def asked(page: Any) -> list[str | None]:
    """Whose keys the page has, in their order."""
    return [attributes["aria-label"] for _, attributes in page.tags if attributes.get("role") == "radiogroup"]


def test_the_hands_follow_the_pattern_and_the_dealer_bids_last(phone: Phone) -> None:
    sheet = start(phone, 3, hand_sizes="2, 1")
    snapshot = phone.read(f"{sheet}/hand")
    assert "2 cards each" in "".join(snapshot.text)
    assert asked(snapshot) == ["Amber bids", "Betty bids", "Cindy bids"]
    phone.enter(sheet, fields((1, 0, 2), {0: 0}))
    snapshot = phone.read(f"{sheet}/hand")
    assert "1 card each" in "".join(snapshot.text)
    assert asked(snapshot) == ["Betty bids", "Cindy bids", "Amber bids"]
    assert "bid_0-2" not in snapshot.ids


def test_the_bid_that_the_hook_forbids_is_refused_at_its_field_and_everything_is_kept(phone: Phone) -> None:
    sheet = start(phone)
    refused = phone.enter(sheet, fields((2, 3, 1, 0, 4)))
    assert refused.status_code == 422
    snapshot = read(refused)
    assert "Ellie may not bid 4: the bids would add up to 10" in snapshot.errors["bid_4-error"]
    kept = next(form for form in snapshot.forms if form.action.endswith("/hand")).chosen()
    assert {key: value for key, value in kept.items() if key != "struck"} == fields((2, 3, 1, 0, 4))
    struck = [attributes for _, attributes in snapshot.tags if attributes.get("aria-disabled") == "true"]
    assert [attributes["id"] for attributes in struck] == ["bid_4-4"]
    assert "add up to 10" in (struck[0]["data-why"] or "")
    assert phone.version(sheet) == "1"


def test_the_preview_swaps_only_what_the_hook_strikes_out_and_frees(phone: Phone, sheet: str) -> None:
    form = phone.form(f"{sheet}/hand", action="/hand")
    form.action = f"{sheet}/hand/preview"

    def swapped(bids: Sequence[int], struck: str) -> dict[str, bool]:
        """The cells that a preview sends, and whether each is struck out."""
        snapshot = read(phone.send("", form, {**fields(bids), "struck": struck}))
        cells = [attributes["id"] or "" for _, attributes in snapshot.tags if attributes.get("class") == "cell"]
        dead = {
            attributes.get("id") for _, attributes in snapshot.tags if attributes.get("aria-disabled") == "true"
        }
        return {cell: cell.replace("cell-4-", "bid_4-") in dead for cell in cells}

    assert swapped((2, 3, 1), "") == {}
    assert swapped((2, 3, 1, 0), "") == {"cell-4-4": True}
    assert swapped((2, 3, 1, 0), "4") == {}
    assert swapped((2, 3, 1, 1), "4") == {"cell-4-4": False, "cell-4-3": True}
    assert swapped((5, 5, 1, 1), "3") == {"cell-4-3": False}
    assert swapped((5, 5, 1, 1), "nonsense") == {}


def test_the_preview_asks_for_the_tricks_of_those_who_missed(phone: Phone, sheet: str) -> None:
    assert "Tap what Amber bids." in words(preview(phone, sheet, {}))
    assert "Tap what Diana bids." in words(preview(phone, sheet, fields(BIDS[:3])))
    over = words(preview(phone, sheet, fields(BIDS)))
    assert "Tap who took more or fewer tricks than they bid." in over
    assert "The tricks add up to 9 of 10." in words(preview(phone, sheet, fields(BIDS, {0: 1, 2: 0})))
    done = words(preview(phone, sheet, fields(BIDS, MISSED)))
    assert "Met: Betty +13, Ellie +15. Missed: Amber (1 of 2) +1, Cindy (0 of 1) +0, Diana (1 of 0) +1." in done


def test_an_amended_hand_starts_from_what_was_recorded_trump_and_all(phone: Phone, sheet: str) -> None:
    phone.enter(sheet, {**fields(BIDS, MISSED), "trump": "H"})
    chosen = phone.form(f"{sheet}/hand/2", action="/hand/2").chosen()
    taken = {**dict(enumerate(BIDS)), **MISSED}
    assert {key: value for key, value in chosen.items() if key != "struck"} == {
        **fields(BIDS, taken),
        "trump": "H",
    }
    assert amend(phone, sheet, 2, taken_0="2", taken_3="0").status_code == 303
    assert "10 cards ♥" in words(phone.get(sheet))
    assert standings(phone.get(sheet))["Amber"] == 12
    assert "Changed hand 1, Amber tricks 1 → 2, Diana tricks 1 → 0" in words(phone.get(f"{sheet}/history"))


def test_bids_made_call_by_call_stand_and_only_the_tricks_are_asked(phone: Phone, sheet: str) -> None:
    phone.say(sheet, "2", "3", "1", "0")
    assert "Ellie may not bid 4: the bids would add up to 10" in words(phone.get(f"{sheet}/auction"))
    assert phone.call(sheet, "4").status_code == 422
    phone.say(sheet, "5")
    shown = words(phone.get(f"{sheet}/auction"))
    assert "11 bid for 10 tricks: 1 too many." in shown
    assert "Amber leads." in shown
    form = phone.form(f"{sheet}/auction", action="/hand")
    assert form.chosen() == fields(BIDS)
    snapshot = phone.read(f"{sheet}/auction")
    assert not [id for id in snapshot.ids if id.startswith("bid_")]
    assert phone.send("", form, fields(BIDS, MISSED)).status_code == 303
    (hand,) = hands(phone, sheet)
    assert hand["calls"] == ["Amber: 2", "Betty: 3", "Cindy: 1", "Diana: 0", "Ellie: 5"]
    assert standings(phone.get(sheet))["Ellie"] == 15


def test_where_a_joker_is_turned_up_the_other_is_the_trump_of_the_hand(phone: Phone) -> None:
    """[S2] Mark Brader's variation; without the house rule no joker is offered."""
    assert 'id="trump-joker"' not in phone.get(f"{start(phone)}/hand").text
    sheet = start(phone, jokers="suit of their own")
    page = phone.get(f"{sheet}/hand")
    assert 'id="trump-joker"' in page.text
    assert "Two jokers are in the pack, a suit of their own." in words(page)
    assert phone.enter(sheet, {**fields(BIDS, MISSED), "trump": "joker"}).status_code == 303
    assert hands(phone, sheet)[0]["trump"] == "joker"
    assert "10 cards joker: Amber 2" in words(phone.get(f"{sheet}/history"))
    assert "red joker" in phone.get(f"{sheet}/trick").text


def figures(met: str, over: str, under: str) -> list[str]:
    """The numbers of a table as the page sends them: three of each, an empty one where there are but two."""
    return [text for three in (met, over, under) for text in [*three.split(), ""][:3]]


def test_the_numbers_of_a_table_stand_in_sentences_and_score_its_hands(phone: Phone) -> None:
    own = "met 10 2, over 0 0 -2, under 1 -1 0"
    sheet = start(phone, 3, hand_sizes="3, 3, 3", scoring="own", own=own)
    assert phone.enter(sheet, fields((2, 2, 0), {1: 0, 2: 1})).status_code == 303
    assert standings(phone.get(sheet)) == {"Amber": 14, "Betty": -1, "Cindy": -2}
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"]["own"] == {
        "met": [10, 2],
        "over": [0, 0, -2],
        "under": [1, -1, 0],
    }
    page = words(phone.get(f"{sheet}/house-rules"))
    assert "bid 2, took 2 10 + 4 14" in page
    assert "bid 1, took 2 1 off" not in page
    assert "bid 1, took 2 1 over −2" in page
    path = f"{sheet}/house-rules"
    form = phone.form(path, action=path)
    form.action = f"{path}/preview"
    changed = {"option-own": figures("10 3 5", "0 0 -2", "1 -1 0"), "whole": "1"}
    shown = phone.send("", form, changed, headers={"HX-Request": "true"})
    assert "bid 2, took 2 10 + 6 16" in words(shown)
    other = {"option-own": "met 10 3 5, over 0 0 -2, under 1 -1 0", "whole": "1"}
    assert change_rules(phone, sheet, **other).status_code == 303
    assert standings(phone.get(sheet))["Amber"] == 16
    assert "met: 10 plus 3 times the bid (5 for a bid of 0)" in words(phone.get(f"{sheet}/history"))


def test_numbers_of_a_table_that_are_none_are_said_at_their_sentences(phone: Phone) -> None:
    path = "/new/oh-hell"
    for own in (figures("10 x", "0 0 0", "0 0 0"), figures("1001 1", "0 0 0", "0 0 0"), [""]):
        form = phone.form(path)
        refused = phone.send(path, form, {"player": PLAYERS[:3], "option-scoring": "own", "option-own": own})
        assert refused.status_code == 422
        assert "“Our own numbers” is whole numbers from −1000 to 1000" in words(refused)
        assert all(f'value="{typed}"' in refused.text for typed in own)


@pytest.mark.parametrize(
    ("preset", "title", "bids", "missed", "points"),
    [
        ("wizard", "Wizard · no hook · 1 up to 10", (1, 0, 0), {}, [30, 20, 20]),
        ("rage", "Rage · no hook · 10 down to 1", (4, 0, 5), {1: 1}, [14, -4, 15]),
    ],
)
def test_a_preset_fills_in_the_game_as_its_maker_sells_it(
    phone: Phone, preset: str, title: str, bids: tuple[int, ...], missed: dict[int, int], points: list[int]
) -> None:
    path = "/new/oh-hell"
    filled = phone.send(path, phone.form(path), {"player": PLAYERS[:3], "action": f"preset:{preset}"})
    assert title in words(filled)
    form = read(filled).forms[0]
    started = phone.send(path, form, {"player": PLAYERS[:3], "action": "start"})
    sheet = started.headers["Location"].removesuffix("/hand")
    assert phone.enter(sheet, fields(bids, missed)).status_code == 303
    assert phone.totals(sheet) == points


def test_a_hook_that_does_not_hold_in_hands_of_one_card(phone: Phone) -> None:
    sheet = start(phone, 3, hand_sizes="1, 2", hook="written", **{"hook-list": "1"})
    assert "who may not make the bids add up" not in words(phone.get(f"{sheet}/hand"))
    assert phone.enter(sheet, fields((1, 0, 0))).status_code == 303
    assert phone.enter(sheet, fields((2, 0, 0))).status_code == 422
    assert phone.get(f"{sheet}/sheet.json").get_json()["options"]["hook"] == [1]
    assert change_rules(phone, sheet, **{"option-hook": "false"}).status_code == 303
    assert phone.enter(sheet, fields((2, 0, 0))).status_code == 303


@pytest.mark.parametrize("players", [2, 10])
def test_two_to_ten_players_enter_a_hand(phone: Phone, players: int) -> None:
    names = [f"P{number}" for number in range(players)]
    sheet = phone.start(names, "oh-hell", **{"option-hand_sizes": "2", "option-hook": "false"})
    assert phone.get(f"{sheet}/auction").status_code == 200
    assert phone.enter(sheet, fields((2, *[0] * (players - 1)))).status_code == 303
    assert standings(phone.get(sheet))["P0"] == 12


def dealt(page: TestResponse) -> list[str]:
    """The cards of the hands to come, as the page says them."""
    part = page.text.partition('class="menu coming-hands"')[2].partition("</details>")[0]
    return re.findall(r"<b>(\d+)</b>", part)


def test_a_coming_hand_has_other_cards_or_is_skipped_by_a_tap_on_the_page_of_the_hand(phone: Phone) -> None:
    sheet = start(phone, 3, hand_sizes="3, 2, 1", hook="false")
    form = phone.form(f"{sheet}/hand", action="/hand/deal")
    assert phone.send("", form, {"deal": "1:4", "unfolded": []}).headers["Location"].endswith(f"{sheet}/hand")
    assert dealt(phone.get(f"{sheet}/hand")) == ["3", "4", "1"]
    assert phone.enter(sheet, fields((3, 0, 0))).status_code == 303
    for tapped, then in (("1:", ["4"]), ("0:5", ["5"])):
        form = phone.form(f"{sheet}/hand", action="/hand/deal")
        assert phone.send("", form, {"deal": tapped}).status_code == 303
        assert dealt(phone.get(f"{sheet}/hand")) == then
    assert phone.get(f"{sheet}/sheet.json").get_json()["hands"][-1]["options"] == {"hand_sizes": [3, 5]}
    last = phone.form(f"{sheet}/hand", action="/hand/deal")
    assert words(phone.get(sheet)) != words(phone.send("", last, {"deal": "0:"}, follow_redirects=True))
    assert dealt(phone.get(f"{sheet}/hand")) == ["5"]
    for nonsense in ("", "0:18", "0:0", "x", "9", "0:5:5"):
        answer = phone.send("", phone.form(f"{sheet}/hand", action="/hand/deal"), {"deal": nonsense})
        assert answer.status_code == 400
    assert phone.enter(sheet, fields((5, 0, 0))).status_code == 303
    assert "the last of 2 hands is played" in words(phone.get(sheet))
    assert dealt(phone.get(f"{start(phone, 3, hand_sizes='same')}/hand")) == []
    # What was changed after its first hand was of that evening: the next one begins as it did.
    again = phone.form(f"/new/oh-hell?like={sheet.rpartition('/')[2]}").chosen()
    assert again["option-hand_sizes-list"] == "3, 4, 1"


def test_undo_beside_redo_takes_back_one_change_of_the_coming_hands_after_another(phone: Phone) -> None:
    sheet = start(phone, 3, hand_sizes="3, 2, 1, 4", hook="false")
    for tapped in ("1:", "1:2"):
        phone.send("", phone.form(f"{sheet}/hand", action="/hand/deal"), {"deal": tapped})
    undone = phone.send("", form_of(phone.get(f"{sheet}/hand"), "/undo?back=hand"), follow_redirects=True)
    assert "Undone: hand 2 has 1 card. Undo Redo" in words(undone)
    again = phone.send("", form_of(undone, "/undo?back=hand"), follow_redirects=True)
    assert "Undone: a hand of 2 cards is played after all. Redo" in words(again)
    assert dealt(again) == ["3", "2", "1", "4"]
    assert "/undo" not in " ".join(offers(again))
    redone = phone.send("", form_of(again, "/redo?back=hand"), follow_redirects=True)
    assert "Redone: a hand of 2 cards is skipped. Undo" in words(redone)
