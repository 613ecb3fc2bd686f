"""Thirty nights of forty people at four tables: every page is small, and all of tonight is on one."""

import re
from dataclasses import replace

import pytest

from scorer.statistics.evening import Evening
from scorer.web import club as club_pages
from scorer.web import source
from scorer.web.source import Counted

from ...statistics.club import club
from ..phone import Phone, read, words

MOST_BYTES = 60 * 1024
TONIGHT = "2026-07-30"
"""The last of the nights."""


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return club(hands=24)


@pytest.fixture
def at_the_club(evenings: list[Evening], monkeypatch: pytest.MonkeyPatch) -> list[Evening]:
    """The phone has these sheets; what is in the list counts."""
    counted = list(evenings)
    monkeypatch.setattr(source, "counted_evenings", lambda sheets: Counted(tuple(counted), 0, 0, 0))
    monkeypatch.setattr(club_pages, "day_of", lambda moment: TONIGHT)
    return counted


@pytest.mark.usefixtures("at_the_club")
def test_no_page_of_a_season_of_forty_players_is_larger_than_60_kb(phone: Phone) -> None:
    named = ("standings?by=places&best=20", "players", "players?who=Amber", "partnerships", "nights", "story")
    addresses = [f"/statistics/{page}" for page in (*named, "choose", "tonight")]
    sizes: dict[str, int] = {}
    kinds = set[str]()
    for address in addresses:
        answer = phone.get(address)
        sizes[address] = len(answer.data)
        for link in read(answer).links:
            # One page behind each kind of figure.
            kind = re.sub(r"(who|other|detail|night|since|until|player|page)=[^&]*", "", link)
            if re.match("/statistics/(why|night|standings)\\b", link) and kind not in kinds:
                kinds.add(kind)
                sizes[link] = len(phone.get(link).data)
    assert len(kinds) > 20
    assert {address: size for address, size in sizes.items() if not 0 < size <= MOST_BYTES} == {}


@pytest.mark.usefixtures("at_the_club")
def test_all_pairs_are_listed_those_of_many_hands_first(phone: Phone) -> None:
    pages = [phone.get(f"/statistics/partnerships?page={number}").text for number in range(1, 31)]
    hands = [int(found) for page in pages for found in re.findall(r"(\d+) hands? together", page)]
    assert len(hands) == 584
    assert hands == sorted(hands, reverse=True)
    assert hands[0] >= 10 > hands[-1]


@pytest.mark.usefixtures("at_the_club")
def test_the_page_of_two_says_whose_contracts_they_made(phone: Phone) -> None:
    page = "/statistics/players?who=Bartholomew"
    pairs = [link for link in phone.read(page).links if "/pair?" in link and "other=" in link]
    shown = " ".join(words(phone.get(link)) for link in pairs)
    assert re.search(r"\w+ that Bartholomew named Why\? \d+ of \d+", shown)


def test_everybody_is_where_the_statistics_of_a_club_open(phone: Phone, at_the_club: list[Evening]) -> None:
    assert "30 nights, 40 players" in words(phone.get("/statistics"))
    assert "Fewer than 15 nights" in words(phone.get("/statistics/standings"))
    assert "Everybody, 30 nights since 8 Jan 2026 Offender: 40 players" in words(phone.get("/statistics/choose"))


def test_all_sheets_of_tonight_are_on_one_page_and_are_asked_for_again_only_when_one_has_changed(
    phone: Phone, at_the_club: list[Evening]
) -> None:
    shown = phone.get("/statistics/tonight")
    assert "4 sheets" in words(shown)
    assert "All sheets together" in words(shown)
    of_tonight = [evening for evening in at_the_club if evening.date == TONIGHT]
    for evening in of_tonight:
        for name in evening.totals:
            assert words(shown).count(name) == 2
    assert '<noscript><meta http-equiv="refresh"' in shown.text
    [news] = [part.split('"')[0] for part in shown.text.split('data-news="')[1:]]
    assert phone.get(news.replace("&amp;", "&")).status_code == 204
    at_the_club.append(replace(of_tonight[0], sheet="new", title="Table 5", totals={}, hands=0, finished=False))
    assert phone.get(news.replace("&amp;", "&")).status_code == 205
    assert "Table 5 0 hands No hand yet." in words(phone.get("/statistics/tonight"))
    at_the_club.clear()
    assert "No sheet of tonight yet" in words(phone.get("/statistics/tonight"))
