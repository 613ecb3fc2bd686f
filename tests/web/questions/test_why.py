"""Why? on the pages: every number of a sheet leads to its answer, in two taps at most, and that to its rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from flask import Flask
from openpyxl import load_workbook

from scorer.exports.workbook.book import RULES
from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.core.sheet import EntryKind
from scorer.store import scorebook

from ...long_form import in_short
from ...page_parser import PageParser
from ...sheet.any_game import HEADS
from ..bad import BAD, is_tame
from ..evening import amend, joined, opened, press, text_of
from ..games import test_oh_hell
from ..phone import PLAYERS, Phone, read, words

FEW = 6
"""Hands of an evening whose every number is asked for."""
NUMBER = re.compile(r"[−+]?\d+(?:\.\d+)?")
PLACES = ("standings", "gains", "gets", "closing", "ledger")
"""The parts of pages whose numbers are asked for, by class or id."""
COUNTED = (12, -3, 0, 41, 7), (5, 5, 5, -5, 0)
Facts = Mapping[str, Any]


def write(app: Flask, phone: Phone, head: Facts, hands: Sequence[Facts], *, finished: bool = False) -> str:
    """The address of a sheet with these hands, put into the scorebook as they are."""
    own = phone.start().rpartition("/")[2]
    with app.app_context():
        device = scorebook.read(own).entries[0].device
        sheet_id = scorebook.start(head, key="evening", device=device)
        acts = [(EntryKind.RECORD, {"hand": facts}) for facts in hands]
        for seen, act in enumerate([*acts, *([(EntryKind.FINISH, {})] if finished else [])], start=1):
            scorebook.append(sheet_id, lambda _, act=act: act, key=f"{seen}", seen=seen, device=device)
    return f"/sheets/{sheet_id}"


def evening(app: Flask, phone: Phone, game: str) -> str:
    """The longest sheet of a few hands among a game's vectors; points made up where there are none."""
    if game == "plain":
        head: Facts = {"game": game, "players": PLAYERS, "dealer": "Ellie"}
        return write(app, phone, head, [{"points": dict(zip(PLAYERS, points, strict=True))} for points in COUNTED])
    ledgers = [Ledger.of(sheet) for sheet in HEADS[game]]
    ledger = max((known for known in ledgers if len(known.rows) <= FEW), key=lambda known: len(known.rows))
    sheet = ledger.sheet
    options = {**sheet.options, **({"stake": "0.10"} if game == "oh-hell" else {})}
    head = {"game": game, "players": sheet.players, "dealer": sheet.dealer, "options": options}
    return write(app, phone, head, [row.hand.facts for row in ledger.rows], finished=game == "ten-bridge")


class Numbers(PageParser):
    """What is read within the places of a sheet that hold its numbers, with the link it stands in, if any."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.link: str | None = None
        self.found: list[tuple[str, str | None, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag not in ("meta", "link", "input", "br"):
            self.open.append((tag, f"{attributes.get('class', '')} {attributes.get('id', '')}"))
        if tag == "a" and "ask" in attributes.get("class", "").split():
            self.link = attributes["href"]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass
        self.link = None if tag == "a" else self.link

    def handle_data(self, data: str) -> None:
        classes = [name for _, names in self.open for name in names.split()]
        place = next((name for name in PLACES if name in classes), "")
        if place and data.strip():
            self.found.append((place, self.link, " ".join(data.split())))


def asked(found: Numbers) -> dict[str, list[str]]:
    """By the address of each answer, the texts that lead to it."""
    links: dict[str, list[str]] = {}
    for _, link, text in found.found:
        if link:
            links.setdefault(link, []).append(text)
    return links


def numbers(texts: Iterator[str] | Sequence[str]) -> set[str]:
    return {number.lstrip("+") for text in texts for number in NUMBER.findall(text)}


def worked(text: str) -> str:
    """The line of an answer that is read aloud."""
    shown = re.search(r'class="worked[^>]*>(.*?)</p>', text)
    assert shown
    return re.sub(r"<[^>]*>", "", shown[1])


@pytest.mark.parametrize("game", in_short(GAMES, "offender", "oh-hell", "ten-bridge"))
def test_every_number_on_a_sheet_leads_to_an_answer_with_that_number(app: Flask, phone: Phone, game: str) -> None:
    sheet = evening(app, phone, game)
    hands = [link for link in phone.read(sheet).links if "/hands/" in link]
    shown = [phone.get(address) for address in (sheet, f"{sheet}/table", *hands)]
    assert all(page.status_code == 200 for page in shown)
    found = Numbers(re.sub(r'<tr class="told-below.*?</tr>', "", "".join(page.text for page in shown)))
    bare = [text for place, link, text in found.found if not link and place == "standings"]
    assert not numbers(bare)
    sums = [(link, text) for place, link, text in found.found if place == "ledger" and "=" in text]
    assert sums
    assert all(link for link, _ in sums)
    links = asked(found)
    rules = phone.read(f"{sheet}/rules").ids
    for link, texts in links.items():
        answer = phone.get(link)
        assert answer.status_code == 200, link
        assert {to.partition("#")[2] for to in read(answer).links if "/rules#" in to} <= rules
        assert numbers(texts) <= numbers([words(answer)]), (link, texts)
        if any(kind in link for kind in ("/total", "/closing", "/payment", "/mark")):
            assert numbers([worked(answer.text)]) & numbers(texts), (link, texts)
    kinds = {re.split(r"[/?]", link.partition("/why/")[2])[0] for link in links}
    # Where everybody's points are as they were counted, the hand says so once.
    assert {"total"} | ({"points"} if game != "plain" else set()) <= kinds
    assert ("closing" in kinds) == (game == "ten-bridge")
    assert ("payment" in kinds) == (game == "oh-hell")


def test_an_answer_is_the_sum_its_lines_their_rules_and_the_facts(phone: Phone, sheet: str) -> None:
    answer = phone.get(f"{sheet}/why/points/2?column=0")
    shown = words(answer)
    assert "Why did Amber score 49 in hand 1?" in shown
    assert worked(answer.text) == "21\u00a0+\u00a028 =\u00a049"
    assert "21 for bid 6, made Rule 18: Bonus A bid of n tricks pays n × (n + 1) ÷ 2 points more" in shown
    assert "Amber and Cindy bid 6♥︎ hearts, took 7: made." in shown
    assert f"{sheet}/rules#bonus" in read(answer).links
    assert f"{sheet}/why/total?column=0&hand=2" in read(answer).links


def test_a_total_of_ones_own_bids_says_nothing_of_those_of_others(phone: Phone) -> None:
    sheet = phone.start(PLAYERS, "oh-hell", **{"option-hook": "false"})
    for taken in ({}, {0: 1, 4: 4}):
        phone.enter(sheet, test_oh_hell.fields((2, 3, 1, 0, 4 + len(taken) // 2), taken))
    shown = text_of(phone.get(f"{sheet}/why/total?column=0").text)
    assert shown.count("10 cards: bid 2 ") == 1
    assert "9 cards: bid 2, took 1" in shown
    assert "Betty" not in shown


def test_whoever_may_look_may_ask_but_is_not_led_to_amend(app: Flask, phone: Phone, sheet: str) -> None:
    viewer = joined(app, phone, sheet, "view")
    answer = viewer.get(f"{sheet}/why/points/2?column=0&back=auction")
    assert answer.status_code == 200
    assert not {f"{sheet}/hand/2", f"{sheet}/auction"} & set(read(answer).links)
    assert Phone(app).get(f"{sheet}/why/points/2?column=0").status_code == 404
    press(phone, sheet, "finish")
    assert f"{sheet}/hand/2" not in phone.read(f"{sheet}/why/points/2?column=0").links


def test_a_sheet_as_it_stood_answers_for_the_numbers_of_that_time(phone: Phone, sheet: str) -> None:
    amend(phone, sheet, 2, tricks="5")
    links = [link for link in phone.read(f"{sheet}/history/5").links if "/why/" in link]
    assert links
    assert all(link.endswith("&then=5") for link in links)
    then = phone.get(f"{sheet}/why/total?column=0&then=5")
    assert worked(then.text).endswith("132")
    assert "as it was earlier" in words(then)
    assert f"{sheet}/history/5" in read(then).links
    assert not worked(phone.get(f"{sheet}/why/total?column=0").text).endswith("132")


def test_the_way_back_leads_to_the_hand_also_where_it_is_not_among_the_latest(app: Flask, phone: Phone) -> None:
    head = {"game": "plain", "players": PLAYERS, "dealer": "Ellie"}
    sheet = write(app, phone, head, [{"points": dict.fromkeys(PLAYERS, 1)}] * 42)
    assert opened(sheet, 1) in phone.read(f"{sheet}/why/points/2?column=0").links
    assert f"{sheet}?hand=1#hand-1" in phone.read(opened(sheet, 1)).links
    assert f"{sheet}#hand-42" in phone.read(opened(sheet, 42)).links


def test_the_auction_leads_to_whose_turn_it_is_who_deals_and_what_may_not_be_said(phone: Phone) -> None:
    sheet = phone.start()
    assert f"{sheet}/why/dealer?back=hand" in phone.read(f"{sheet}/hand").links
    snapshot = phone.read(f"{sheet}/auction")
    assert {f"{sheet}/why/turn?back=auction", f"{sheet}/why/dealer?back=auction"} <= set(snapshot.links)
    turn = phone.get(f"{sheet}/why/turn?back=auction")
    assert "Why is it Amber's turn?" in words(turn)
    assert f"{sheet}/auction" in read(turn).links
    phone.say(sheet, "5C", "accept")
    refused = [str(tag["data-rule-at"]) for _, tag in phone.read(f"{sheet}/auction").tags if "data-rule-at" in tag]
    answer = phone.get(refused[0])
    refusal = "Betty must propose more than 5 tricks, or make no proposal: the contract so far is 5♣︎ clubs."
    assert worked(answer.text) == refusal
    assert "Rule 4: More tricks" in words(answer)
    [why] = [link for link in read(phone.call(sheet, "4S")).links if "/why/call" in link]
    assert "Why may Betty not say “4♠︎ spades”?" in words(phone.get(why))


def test_what_is_not_on_the_sheet_is_not_found(phone: Phone, sheet: str) -> None:
    for path in (
        *("points/2", "points/2?column=5", "points/2?column=-1", "points/99?column=0", "points/1?column=0"),
        *("total", "total?column=x", "total?column=0&hand=77", "standing?column=9", "mark?column=0&name=bags"),
        *("closing?column=0", "payment?column=0", "dealer?hand=x"),
        *("call?player=Zoe&call=6H", "call?player=Amber&call=seven"),
    ):
        assert phone.get(f"{sheet}/why/{path}").status_code == 404, path


def test_whatever_is_asked_is_answered_in_words(phone: Phone, sheet: str) -> None:
    asked_for = ("total", "standing", "mark", "dealer", "turn", "call", "points/2")
    for (case, bad), path in product(BAD.items(), asked_for):
        query = dict.fromkeys(("column", "hand", "name", "player", "call", "then", "back"), bad)
        is_tame(phone.get(f"{sheet}/why/{path}", query_string=query), (case, path))
        is_tame(phone.get(f"{sheet}/why/{path}", query_string={**query, "column": "0"}), (case, path))


def test_the_sentence_of_a_rule_has_the_figures_of_the_hand_that_it_is_cited_for(app: Flask, phone: Phone) -> None:
    options = {"bag_limit": 7, "bag_penalty": 50, "nil": 60}
    bids = {"North": 2, "East": 2, "South": 1, "West": "nil"}
    hand: Facts = {"bids": bids, "tricks": [11, 2]}
    later = {**hand, "options": {"bag_limit": 8, "bag_penalty": 90}}
    head = {"game": "spades", "players": list(bids), "dealer": "West", "options": options}
    sheet = write(app, phone, head, [hand, later])
    first, second = (
        [words(phone.get(f"{sheet}/why/points/{entry}?column={column}")) for column in (0, 1)] for entry in (2, 3)
    )
    assert "A side pays 50 points for 7 bags" in first[0]
    assert "It pays or costs the side 60" in first[1]
    assert "A side pays 90 points for 8 bags" in second[0]
    for said in (*first, *second):
        assert "100" not in said.partition("House rules")[0]
    workbook = load_workbook(BytesIO(phone.get(f"{sheet}/sheet.xlsx").data))
    rules = " ".join(f"{row[2]}" for row in workbook[RULES].iter_rows(values_only=True))
    assert "A side pays 50 points for 7 bags" in rules
    assert "From hand 2 on: Bags are counted from hand to hand. A side pays 90 points for 8 bags" in rules
