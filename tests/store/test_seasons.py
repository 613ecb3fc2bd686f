"""Seasons of the server: which sheets their tables added, and the links that show what is counted of them."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorer.store import people, seasons
from scorer.store.database import now, writing
from scorer.store.models import EntryRecord, SheetRecord, db
from scorer.store.scorebook import forget_snapshots
from scorer.store.seasons import STATISTICS, TONIGHT, SeasonExistsError

from .book import Book

pytestmark = pytest.mark.both


def test_a_season_has_two_links_and_each_shows_one_thing_of_it_alone(open_app: Flask) -> None:
    autumn, spring = seasons.make("Autumn 2026"), seasons.make("Spring 2027")
    keys = [each.key(shows) for each in (autumn, spring) for shows in (STATISTICS, TONIGHT)]
    assert len({*keys}) == 4
    assert [seasons.opened_by(key, STATISTICS) for key in keys] == [autumn, None, spring, None]
    assert [seasons.opened_by(key, TONIGHT) for key in keys] == [None, autumn, None, spring]
    for key in ("", keys[0][:-1], keys[0].swapcase(), "é🃏", autumn.id):
        assert seasons.opened_by(key, STATISTICS) is None
    assert {season.name for season in seasons.every()} == {"Autumn 2026", "Spring 2027"}


def test_made_anew_the_links_before_show_nothing_and_under_another_secret_key_all_are_others(
    open_app: Flask,
) -> None:
    autumn, other = seasons.make("Autumn"), seasons.make("Spring")
    before = autumn.key(STATISTICS), autumn.key(TONIGHT), other.key(STATISTICS)
    seasons.renew(autumn.id)
    assert seasons.opened_by(before[0], STATISTICS) is seasons.opened_by(before[1], TONIGHT) is None
    assert seasons.opened_by(before[2], STATISTICS) == other
    again = seasons.named("AUTUMN")
    assert again
    assert seasons.opened_by(again.key(TONIGHT), TONIGHT) == again
    open_app.config["SECRET_KEY"] = "another"
    assert seasons.opened_by(before[2], STATISTICS) is None


def test_a_name_is_given_once_however_it_is_written(open_app: Flask) -> None:
    seasons.make("Autumn")
    for name in ("Autumn", "autumn"):
        with pytest.raises(SeasonExistsError):
            seasons.make(name)


def test_a_sheet_is_in_the_seasons_that_it_was_added_to_until_it_is_taken_out_or_deleted(book: Book) -> None:
    autumn, spring, other = seasons.make("Autumn"), seasons.make("Spring"), Book()
    for season_id, sheet in ((autumn.id, other), (autumn.id, book), (autumn.id, book), (spring.id, book)):
        seasons.add(season_id, sheet.id)
    seasons.add("no-such-season", book.id)
    assert [*seasons.sheets_of(autumn.id)] == [other.id, book.id]
    assert seasons.seasons_of(book.id) == {autumn.id, spring.id}
    people.delete(book.id, "Amber")
    assert [*seasons.sheets_of(autumn.id)] == [other.id]
    assert seasons.how_many_sheets() == {autumn.id: 1}
    people.undelete(book.id)
    assert seasons.how_many_sheets() == {autumn.id: 2, spring.id: 1}
    assert seasons.remove(autumn.id, book.id)
    assert not seasons.remove(autumn.id, book.id)
    assert [*seasons.sheets_of(autumn.id)] == [other.id]
    seasons.end(autumn.id)
    assert [season.name for season in seasons.every()] == ["Spring"]
    assert seasons.seasons_of(other.id) == set()
    assert other.snapshot.version == 1


def test_the_sheets_of_the_last_days_are_those_begun_or_written_on_then(book: Book) -> None:
    autumn, long_ago = seasons.make("Autumn"), now() - timedelta(days=9)
    before, begun = Book(), Book()
    for each in (book, before, begun):
        seasons.add(autumn.id, each.id)
    with writing():
        of = (book.id, before.id)
        db.session.execute(update(SheetRecord).where(SheetRecord.id.in_(of)).values(made_at=long_ago))
        db.session.execute(update(EntryRecord).where(EntryRecord.sheet_id.in_(of)).values(at=long_ago))
    forget_snapshots()
    assert [*seasons.sheets_of(autumn.id, now() - timedelta(days=2))] == [begun.id]
    before.record()
    assert [*seasons.sheets_of(autumn.id, now() - timedelta(days=2))] == [before.id, begun.id]
    assert len(seasons.sheets_of(autumn.id)) == 3
