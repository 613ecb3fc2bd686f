"""Evenings that are kept beside the database: what is read back is what was counted, or it is counted again."""

import random
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.rules.registry import GAMES
from scorer.statistics.evening import Evening
from scorer.store import catalogue, derived
from scorer.web import source

from ...exports.random_sheets import random_sheet
from ..phone import Phone, words
from .test_pages import met

PAGES = ("/statistics", "/statistics/players?who=Amber", "/statistics/season-hands.csv")


@example(game="spades", seed=12291)  # Two who have won.
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6))
def test_an_evening_is_read_back_as_it_was_counted(game: str, seed: int) -> None:
    counted = Evening.of(random_sheet(game, random.Random(seed)), "sheet")
    read = Evening.unpacked(counted.packed())
    assert (read, read.mark, read.packed()) == (counted, counted.mark, counted.packed())
    assert [*read.tallies] == [*counted.tallies]


def restarted(phone: Phone) -> list[bytes]:
    source.forget()
    return [phone.get(page).data for page in PAGES]


def kept(app: Flask) -> list[Path]:
    return sorted(Path(app.instance_path, derived.FOLDER).iterdir())


@pytest.fixture
def season(phone: Phone) -> list[str]:
    """The addresses of its sheets."""
    sheets = [met(phone, date=f"2026-03-{day:02}") for day in (6, 13, 20)]
    source.forget()
    phone.get("/statistics")
    return sheets


def test_after_a_restart_no_evening_is_counted(
    app: Flask, phone: Phone, season: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = restarted(phone)
    assert len(kept(app)) == len(season)
    assert {file.stat().st_mode & 0o777 for file in kept(app)} == {0o600}
    monkeypatch.setattr(source, "count", lambda snapshot: pytest.fail("counted"))
    assert restarted(phone) == before


def test_a_file_that_was_altered_counts_for_nothing(app: Flask, phone: Phone, season: list[str]) -> None:
    before = restarted(phone)
    first, second, third = kept(app)
    first.write_bytes(first.read_bytes()[:-1] + b"?")
    second.write_bytes(third.read_bytes())
    third.write_bytes(b"")
    assert restarted(phone) == before


def test_other_entries_another_code_and_another_zone_are_counted_again(
    app: Flask, phone: Phone, season: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.record(season[0], ("Amber", "Cindy", "6", "H", "7"))
    assert "4 hands" in words(phone.get("/statistics/why?figure=hands&who=Amber"))
    counted: list[str] = []
    count = source.count
    monkeypatch.setattr(source, "count", lambda snapshot: counted.append(snapshot.id) or count(snapshot))
    restarted(phone)
    assert counted == []
    with monkeypatch.context() as other:
        other.setattr(derived, "_code", lambda: "other")
        restarted(phone)
    assert len(counted) == 3
    app.config["TIME_ZONE"] = "Asia/Kathmandu"
    restarted(phone)
    assert len(counted) == 6


def test_a_full_disk_keeps_nobody_from_a_season(
    app: Flask, phone: Phone, season: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = restarted(phone)
    for file in kept(app):
        file.unlink()
    monkeypatch.setattr(derived, "FOR_A_SHEET", 10**18)
    assert restarted(phone) == before
    assert kept(app) == []


def test_what_was_deleted_is_not_kept_here_either(
    app: Flask, phone: Phone, season: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.send("", phone.form(f"{season[0]}/delete", action="/delete"))
    monkeypatch.setattr(catalogue, "WAITS", -catalogue.WAITS)
    catalogue.purge_in(app)
    assert len(kept(app)) == 2
