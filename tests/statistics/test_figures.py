"""What a season tells of a simulated decade is what pandas makes of the exported CSV, figure by figure."""

import json
from functools import cache
from typing import Any

import pytest

from scorer.exports import json_answer
from scorer.sheet.core.ledger import Ledger
from scorer.sheet.sheet_file import load
from scorer.statistics.evening import Evening
from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import BY, Ranking, standings

from ..long_form import in_short
from . import independent
from .decade import decade

SEED = 16
SIZES = {"short": (42, 12), "long": (500, 40)}
"""Evenings, and hands of each."""


def named(sheets: list[dict[str, Any]]) -> list[tuple[str, Ledger]]:
    """In the order of their dates."""
    return [(f"{place:03}", Ledger.of(load(json.dumps(sheet).encode()))) for place, sheet in enumerate(sheets)]


def evenings(ledgers: list[tuple[str, Ledger]]) -> list[Evening]:
    return [Evening.of(ledger, name) for name, ledger in ledgers]


@cache
def drawn(size: str) -> tuple[list[dict[str, Any]], list[tuple[str, Ledger]], Any]:
    """The sheet files, their ledgers, and the frame of pandas."""
    sheets = decade(SEED, *SIZES[size])
    ledgers = named(sheets)
    return sheets, ledgers, independent.frame(ledgers)


@cache
def counted(size: str) -> list[Evening]:
    return evenings(drawn(size)[1])


@cache
def told(size: str, best: int | None = None) -> dict[str, Any]:
    return json_answer.statistics(Season.of(counted(size), Choice()), Ranking(best=best))


sizes = pytest.mark.parametrize("size", in_short(SIZES, "short"))


@sizes
def test_the_standings_are_those_of_the_exported_csv(size: str) -> None:
    expected = independent.standings(drawn(size)[2], most=5)
    ours = told(size)
    found = {each["player"]: each for each in ours["standings"]["players"]}
    assert set(found) == set(expected.index)
    for name, row in expected.iterrows():
        for figure in ("nights", "won", "sum", "hands", "a_hand", "a_night", "average_place"):
            assert found[name][figure] == pytest.approx(row[figure]), (name, figure)
    of_best = {each["player"]: each["sum"] for each in told(size, best=5)["standings"]["players"]}
    assert of_best == {name: pytest.approx(total) for name, total in expected["best"].items()}
    for each in ours["players"]:
        assert each["best_night"]["total"] == expected.loc[each["player"], "highest"]
        assert each["worst_night"]["total"] == expected.loc[each["player"], "lowest"]
    order = list(expected.sort_values("sum", ascending=False).index)
    assert [each["player"] for each in ours["standings"]["players"]] == order


@sizes
def test_the_figures_of_the_players_are_those_of_the_exported_csv(size: str) -> None:
    expected = independent.players(drawn(size)[2])
    found = {each["player"]: each for each in told(size)["players"]}
    assert set(found) == set(expected)
    for name, figures in expected.items():
        ours = found[name]
        for figure in ("hands", "offense", "defense", "tricks_bid", "tricks_taken"):
            assert ours[figure] == figures[figure], (name, figure)
        for figure in ("points_on_offense", "points_on_defense"):
            assert ours[figure] == pytest.approx(figures[figure]), (name, figure)
        for figure in ("bids", "named"):
            assert (ours[figure]["made"], ours[figure]["bid"]) == figures[figure], (name, figure)
        for figure in ("by_level", "by_denomination"):
            shares = {key: (share["made"], share["bid"]) for key, share in ours[figure].items()}
            assert shares == figures[figure], (name, figure)
        run = ours["made_in_a_row"]
        assert run["length"] == figures["made_in_a_row"] == sum(len(each["hands"]) for each in run["behind"])


@sizes
def test_the_partnerships_are_those_of_the_exported_csv_with_the_hands_behind_them(size: str) -> None:
    _, _, rows = drawn(size)
    ours = told(size)
    expected = independent.pairs(rows)
    assert {tuple(each["players"]) for each in ours["partnerships"]} == set(expected)
    for each in ours["partnerships"]:
        figures = expected[tuple(each["players"])]
        assert each["hands"] == figures["hands"]
        assert each["points_each"] == pytest.approx(figures["points_each"])
        assert (each["bids"]["made"], each["bids"]["bid"]) == figures["bids"]
        assert {behind["sheet"]: behind["hands"] for behind in each["behind"]} == figures["behind"]
    contracts = independent.contracts(rows)
    assert {(each["proposer"], each["accepter"]) for each in ours["proposals"]} == {*contracts}
    for each in ours["proposals"]:
        two = each["proposer"], each["accepter"]
        assert (each["contracts"]["made"], each["contracts"]["bid"]) == contracts[two]


def test_a_player_under_two_spellings_is_one_and_two_again() -> None:
    sheets, *_ = drawn("short")
    respelt = [
        json.loads(json.dumps(sheet).replace("Fiona", "Fi") if place % 2 else json.dumps(sheet))
        for place, sheet in enumerate(sheets)
    ]
    apart = evenings(named(respelt))
    merged = json_answer.statistics(Season.of(apart, Choice(same={"Fi": "Fiona"})))
    as_it_was = told("short")
    for part in ("standings", "players", "partnerships", "proposals"):
        assert merged[part] == as_it_was[part]
    assert {"Fi", "Fiona"} <= {*Season.of(apart, Choice()).players}


def test_dates_and_players_choose_the_evenings() -> None:
    sheets, *_ = drawn("short")
    all_evenings = counted("short")
    dates = [sheet["date"] for sheet in sheets]
    part = Season.of(all_evenings, Choice(first=dates[3], last=dates[7]))
    assert [evening.date for evening in part.evenings] == dates[3:8]
    with_fiona = Season.of(all_evenings, Choice(players=("Fiona",)))
    assert len(with_fiona.evenings) == sum("Fiona" in sheet["players"] for sheet in sheets)
    assert with_fiona.players == ("Fiona",)
    # Two of five are most of no table: both must have been there.
    two = Season.of(all_evenings, Choice(players=("Fiona", "Amber")))
    assert len(two.evenings) == sum({"Fiona", "Amber"} <= {*sheet["players"]} for sheet in sheets)
    # Four of five are.
    four = ("Amber", "Betty", "Cindy", "Diana")
    expected = sum(len({*four} & {*sheet["players"]}) > 2 for sheet in sheets)
    assert len(Season.of(all_evenings, Choice(players=four)).evenings) == expected


@pytest.mark.parametrize("by", BY)
def test_a_ranking_says_how_it_counts_and_shares_places(by: str) -> None:
    season = Season.of(counted("short"), Choice())
    ranked = standings(season, Ranking(by, best=20, least=36))
    assert ranked.sentence.endswith("Equals share a place.")
    assert "Who came to fewer than 36 of 42 nights stands below." in ranked.sentence
    assert "Only the best 20 nights" in ranked.sentence
    values = [(each.place, each.value(by)) for each in ranked.players]
    sign = -1 if by == "places" else 1
    assert values == sorted(values, key=lambda each: (-sign * each[1], each[0] or 0))
    for place, value in values:
        assert place == 1 + sum(sign * other > sign * value for _, other in values)
    assert {each.player for each in ranked.below} == {each.player for each in ranked.everybody if each.nights < 36}
    assert ranked.below
    assert all(each.place is None for each in ranked.below)
    # By default none is ranked who came to fewer than half.
    assert standings(season, Ranking(by)).ranking.least == 21
