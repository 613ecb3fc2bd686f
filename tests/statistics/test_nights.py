"""A night: the sheets of one date and game, and how a season is counted by nights."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scorer.exports.texts import statistics
from scorer.exports.zones import local
from scorer.sheet.core.ledger import Ledger
from scorer.statistics.evening import Evening
from scorer.statistics.season import Choice, Season
from scorer.statistics.standings import BY, Ranking, standings
from scorer.statistics.why import NIGHTS, NIGHTS_WON, PLACES, POINTS, why

from ..sheet.vectors import VECTORS, sheet_of
from .test_games import met, season


@pytest.fixture
def _in_auckland(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_sheets_of_one_date_whose_people_have_sat_together_are_one_night() -> None:
    told = season(
        met("1", "2026-03-06", "Ann", "Bo"),
        met("2", "2026-03-06", "Cid", "Dot"),
        # Nobody of these has met any of the others.
        met("3", "2026-03-06", "Xin", "Yun"),
        # Here the players of the first two tables do, through each other.
        met("4", "2026-03-13", "Bo", "Cid"),
        met("5", "2026-03-13", "Ann", "Dot"),
    )
    assert [(night.name, [evening.sheet for evening in night.evenings]) for night in told.nights] == [
        ("2026-03-06", ["1", "2"]),
        ("2026-03-06.2", ["3"]),
        ("2026-03-13", ["4", "5"]),
    ]
    # In words a date says which of them it was: no player was at both.
    assert "best night: " in statistics(told)
    assert "2026-03-06.2" not in statistics(told)
    # Who belongs together does not change with the days that are chosen.
    assert [night.name for night in Season.of(told.known, Choice(last="2026-03-06")).nights] == [
        "2026-03-06",
        "2026-03-06.2",
    ]


def test_sheets_of_other_games_and_sheets_of_no_known_day_are_nights_of_their_own() -> None:
    undated = [replace(met(name, "2026-03-06", "Ann", "Bo"), date="") for name in ("one", "two")]
    assert [night.name for night in season(*undated).nights] == ["one", "two"]
    other = Evening.of(Ledger.of(sheet_of(next(name for name in VECTORS if name.startswith("spades")))), "spades")
    assert (
        len(season(met("1", "2026-03-06", "Ann", "Bo"), replace(other, date="2026-03-06"), game="plain").nights)
        == 1
    )


def test_two_sheets_of_a_player_on_one_night_add_up() -> None:
    told = season(
        met("1", "2026-03-06", Ann=10, Bo=4),
        met("2", "2026-03-06", Ann=1, Cid=7, Bo=7),
    )
    [night] = told.nights
    assert night.ranked == [(1, "Ann", 11), (1, "Bo", 11), (3, "Cid", 7)]
    assert {each.player: (each.nights, each.won) for each in standings(told).players} == {
        "Ann": (1, 1),
        "Bo": (1, 1),
        "Cid": (1, 0),
    }


MORNINGS = {
    # 6 o'clock by standard and summer time, and on the days on which the clocks change.
    "America/Los_Angeles": ("03-08 13:00", "03-09 13:00", "11-01 14:00", "10-31 13:00"),
    "Australia/Sydney": ("04-05 20:00", "04-04 20:00", "04-03 19:00", "10-03 19:00"),
    "Asia/Kathmandu": ("01-01 00:15", "07-01 00:15"),
    "": ("03-06 17:00", "07-06 18:00"),  # Where the server is, in Auckland.
}
"""By time zone, moments of 2026 in UTC at which a night has ended there."""


@pytest.mark.usefixtures("_in_auckland")
@pytest.mark.parametrize("zone", MORNINGS)
def test_a_sheet_without_a_date_has_the_day_of_its_first_entry_by_its_own_clock_until_six_in_the_morning(
    zone: str,
) -> None:
    sheet = next(sheet_of(name) for name, vector in VECTORS.items() if not vector["sheet"].get("date"))
    ledger = Ledger.of(replace(sheet, zone=zone))
    for written in MORNINGS[zone]:
        six = local(datetime.fromisoformat(f"2026-{written}+00:00"), zone)
        before = local(six - timedelta(microseconds=1), zone)
        assert (six.hour, before.hour) == (6, 5)
        assert Evening.of(ledger, "one", six).date == f"{six.date()}"
        assert Evening.of(ledger, "one", before).date == f"{six.date() - timedelta(days=1)}"
        assert local(six, "Mars/Base", zone) == six
        assert f"{local(six, 'Mars/Base', zone)}" == f"{six}"
    assert Evening.of(ledger, "one").date == ""


@pytest.fixture(scope="module")
def club() -> Season:
    """Three nights in two months; Dot came to the last alone, Eve to the first."""
    return season(
        met("1", "2026-03-06", Ann=10, Bo=4),
        met("2", "2026-03-06", Cid=7, Eve=7),
        met("3", "2026-03-20", Ann=1, Cid=9),
        met("4", "2026-04-03", Ann=5, Dot=5),
        met("5", "2026-04-03", Cid=3, Bo=6),
    )


def test_places_of_a_night_are_of_all_its_sheets_and_equals_share_the_better_one(club: Season) -> None:
    assert [dict(night.places) for night in club.nights] == [
        {"Ann": 1, "Cid": 2, "Eve": 2, "Bo": 4},
        {"Cid": 1, "Ann": 2},
        {"Bo": 1, "Ann": 2, "Dot": 2, "Cid": 4},
    ]
    ranked = standings(club, Ranking("places", least=0))
    assert [(each.place, each.player, each.average_place) for each in ranked.players] == [
        (1, "Ann", pytest.approx(5 / 3)),
        (2, "Dot", 2),
        (2, "Eve", 2),
        (4, "Cid", pytest.approx(7 / 3)),
        (5, "Bo", 2.5),
    ]


def test_who_came_to_fewer_than_half_of_the_nights_stands_below_and_the_limit_can_be_changed(club: Season) -> None:
    for by in BY:
        ranked = standings(club, Ranking(by))
        assert {each.player for each in ranked.below} == {"Dot", "Eve"}
        assert ranked.ranking.least == 2
        assert standings(club, Ranking(by, least=0)).below == ()
        assert {each.player for each in standings(club, Ranking(by, least=99)).players} == {"Ann", "Cid"}


def test_only_the_best_nights_count_where_that_is_asked_for_and_each_ranking_knows_its_own(club: Season) -> None:
    best = {each.player: each for each in standings(club, Ranking(best=1, least=0)).players}
    assert {name: each.total for name, each in best.items()} == {"Ann": 10, "Bo": 6, "Cid": 9, "Dot": 5, "Eve": 7}
    assert {name: each.places for name, each in best.items()} == {"Ann": 1, "Bo": 1, "Cid": 1, "Dot": 2, "Eve": 2}
    assert {each.nights for each in best.values()} == {1, 2, 3}
    assert standings(club, Ranking(best=3)).ranking.best is None
    assert "best" not in standings(club).sentence


@pytest.mark.parametrize("best", [None, 2])
def test_every_figure_of_the_standings_is_made_of_the_nights_behind_it(club: Season, best: int | None) -> None:
    ranking = Ranking(best=best, least=0)
    for each in standings(club, ranking).players:
        nights = {
            figure: [part.night for part in why(club, figure, each.player, ranking=ranking).parts]
            for figure in (NIGHTS, NIGHTS_WON, POINTS, PLACES)
        }
        assert len(nights[NIGHTS]) == each.nights
        assert [night.places[each.player] for night in nights[NIGHTS_WON]] == [1] * each.won
        assert sum(night.totals[each.player] for night in nights[POINTS]) == each.total
        assert sum(night.places[each.player] for night in nights[PLACES]) == each.places
        for part in why(club, POINTS, each.player, ranking=ranking).parts:
            sheets = [club.total_of(sheet.evening, each.player) or 0 for sheet in part.sheets]
            assert sum(sheets) == part.night.totals[each.player]
