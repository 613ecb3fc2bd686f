"""What a page says beforehand of the hands to come is what it says once they are recorded, in every game."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product

import pytest
from flask import Flask

from scorer.rules.registry import GAMES
from scorer.sheet.core.ledger import HANDS, HANDS_EITHER_WAY
from scorer.web.sheet import NO_HAND, OTHER_FORM

from ..phone import Phone, tapped, words
from . import test_oh_hell, test_pirate_bridge, test_plain, test_reverse_bridge, test_spades, test_ten_bridge

Fields = Mapping[str, str]
NO_CONTRACT = {"nobody_bid": "1"}


def of_three(number: int) -> Fields:
    """Of hands of 2, 1 and 3 cards: who bids first takes all, and nobody bid anything."""
    return test_oh_hell.fields((0, 0, 0), {seat: (2, 1, 3)[number] * (seat == number) for seat in range(3)})


def sides_bid(number: int) -> Fields:
    """The first hand is played without bids."""
    return {"tricks": "7"} | ({"bid_0": "6", "bid_1": "5"} if number else {})


Case = tuple[Callable[[Phone], str], Callable[[int], Fields]]
"""How a sheet is started, and what is entered in each of its hands."""
CASES: dict[str, Case] = {
    "offender": (Phone.start, lambda number: tapped()),
    "pirate-bridge": (test_pirate_bridge.start, lambda number: test_pirate_bridge.HEARTS),
    "spades": (test_spades.started, lambda number: test_spades.SEVEN),
    "spades, New York": (partial(test_spades.started, variant="new-york", first_hand="unbid"), sides_bid),
    "oh-hell": (partial(test_oh_hell.start, players=3, hand_sizes="2, 1, 3"), of_three),
    "oh-hell, all alike": (
        partial(test_oh_hell.start, players=3, hand_sizes="same", max_cards="2"),
        lambda number: test_oh_hell.fields((0, 0, 0), {0: 2, 1: 0, 2: 0}),
    ),
    "ten-bridge": (test_ten_bridge.started, lambda number: test_ten_bridge.tapped()),
    "reverse-bridge": (test_reverse_bridge.started, lambda number: test_reverse_bridge.tapped()),
    "plain": (test_plain.start, lambda number: test_plain.typed("1", "2", "3")),
}


def attributes(tag: str) -> dict[str, str]:
    return dict(re.findall(r'data-([a-z]+)(?:="([^"]*)")?', tag))


def template(text: str) -> tuple[dict[str, str], list[tuple[dict[str, str], str]]]:
    """What a page says beforehand: of all, and of each deal with its words."""
    [(head, inside)] = re.findall(r'<template id="ahead"([^>]*)>(.*?)</template>', text, re.DOTALL)

    deals = re.findall(r"<p([^>]*)>(.*?)</p>", inside, re.DOTALL)
    return attributes(head), [(attributes(tag), said) for tag, said in deals]


def after(text: str, none: int, hands: int) -> tuple[dict[str, str], str]:
    """What a page says beforehand of the hand behind so many, so many of them without a contract."""
    head, deals = template(text)
    return deals[int(head["ways"].split(",")[hands].split(" ")[none])]


def said(text: str) -> str:
    """Who deals and who speaks first, as the page of a hand says it in its bar."""
    return re.findall(r'<a class="ask stretched"[^>]*>(.*?)</a>', text, re.DOTALL)[0].strip()


def rows(text: str) -> list[str]:
    """Whose keys the entry has, in order."""
    return re.findall(r'class="bidder(?: asked)?" id="bidder-(\d)"', text)


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_beforehand_is_so_once_the_hands_are_recorded(phone: Phone, case: str) -> None:
    start, fields = CASES[case]
    either_way = GAMES[case.split(",")[0]].may_pass_out
    for way in product((False, True), repeat=3) if either_way else [(False,) * 4]:
        sheet = start(phone)
        first = phone.get(f"{sheet}/hand").text
        before, ended = rows(first), False
        for number, passed in enumerate(way):
            taken = phone.enter(sheet, NO_CONTRACT if passed else fields(number))
            assert taken.status_code == 303, words(taken)
            told, deal = after(first, sum(way[: number + 1]), number + 1)
            page = phone.get(f"{sheet}/hand")
            ended = page.status_code == 303
            assert ended == (deal == NO_HAND)
            if ended:
                break
            assert (len(rows(page.text)) != len(before)) == ("closed" in told)
            if "closed" in told:
                assert deal == OTHER_FORM
                continue
            assert deal == said(page.text)
            turn = int(told.get("shift", 0))
            assert rows(page.text) == [*before[turn:], *before[:turn]]
            assert re.findall(r'cards">(\d+)</span></b> <small>cards? each', page.text) == (
                [told["cards"]] if "cards" in told else []
            )
        assert ended == (case == "oh-hell")


def test_the_table_is_short_and_ends_with_the_agreed_length(phone: Phone) -> None:
    sheet = phone.start()
    head, deals = template(phone.get(f"{sheet}/hand").text)
    assert len(deals) == 5
    assert len(head["ways"].split(",")) == 1 + HANDS_EITHER_WAY
    assert head["number"] == "1"
    assert head["totals"] == "0 0 0 0 0"
    assert template(phone.get(sheet).text)[0]["ways"] == head["ways"]
    spades = template(phone.get(f"{test_spades.started(phone)}/hand").text)
    assert len(spades[0]["ways"].split(",")) == 1 + HANDS
    assert len(spades[1]) == 4
    two = phone.start(**{"option-length": "2 hands"})
    assert after(phone.get(f"{two}/hand").text, 0, 2)[1] == NO_HAND
    assert "deals" in after(phone.get(f"{two}/hand").text, 1, 2)[1]


def test_who_only_looks_on_and_who_amends_are_told_nothing_beforehand(phone: Phone, app: Flask) -> None:
    sheet = phone.start()
    phone.record(sheet)
    viewer = Phone(app)
    viewer.get(phone.share(sheet, "view"))
    for page in (viewer.get(sheet), phone.get(f"{sheet}/hand/2")):
        assert page.status_code == 200
        assert 'id="ahead"' not in page.text
