"""A decade of weekly evenings, 500 sheets and 20,000 hands, is told in less than 200 ms once it is counted."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from scorer.statistics.evening import Evening
from scorer.statistics.players import figures, of_player, partnerships
from scorer.statistics.season import Choice, Season, groups
from scorer.statistics.standings import Ranking, ahead_of, standings
from scorer.statistics.why import why

from ..timing import cpu_seconds
from .decade import decade
from .test_figures import evenings, named

SHEETS, HANDS, DRAWN = 500, 40, 10
LIMIT = 0.2
"""Seconds."""


@pytest.fixture(scope="module")
def years() -> list[Evening]:
    """The same evenings again and again: what they hold is counted as if all were drawn."""
    sheets = decade(2, DRAWN, HANDS)
    counted = evenings(named(sheets))
    weeks = [f"{date(2016, 1, 7) + timedelta(weeks=place)}" for place in range(SHEETS)]
    return [replace(counted[place % DRAWN], sheet=f"sheet {place}", date=week) for place, week in enumerate(weeks)]


@pytest.mark.alone
@pytest.mark.long
def test_every_page_of_a_decade_is_worked_out_at_once(years: list[Evening]) -> None:
    season = Season.of(years, Choice())
    assert sum(evening.hands for evening in season.evenings) >= SHEETS * HANDS
    works = {
        "groups": lambda: groups(years, Choice()),
        "the season": lambda: Season.of(years, Choice()).players,
        "standings": lambda: standings(season, Ranking("places", best=100)),
        "players": lambda: figures(season),
        "a player": lambda: of_player(season, "Amber"),
        "partnerships": lambda: partnerships(season),
        "merged": lambda: partnerships(Season.of(years, Choice(same={"Fiona": "Fi"}))),
        "the curve": lambda: ahead_of(season, "Amber"),
        "why": lambda: why(season, "bid", "Amber"),
    }
    took = {name: cpu_seconds(work) for name, work in works.items()}
    assert {name: seconds for name, seconds in took.items() if seconds > LIMIT} == {}
