"""The migrations make the tables that the models describe, from nothing and from what was there."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect

from scorer.store import people
from scorer.store.database import MIGRATIONS, newest_revision, now, revisions_here, upgrade
from scorer.store.models import Base, CodeRecord, SharedLinkRecord, db, utc
from scorer.store.people import SCORE, VIEW, Guest, Player
from scorer.store.scorebook import forget_snapshots

from .book import TOTALS, Book

pytestmark = pytest.mark.both


def config() -> Config:
    known = Config()
    known.set_main_option("script_location", str(MIGRATIONS))
    return known


def schema() -> dict[str, object]:
    """The tables, with everything that the database says about each."""
    found = inspect(db.engine)
    return {
        name: (
            [{**column, "type": repr(column["type"])} for column in found.get_columns(name)],
            found.get_pk_constraint(name),
            sorted(found.get_foreign_keys(name), key=str),
            sorted(found.get_unique_constraints(name), key=str),
            sorted(found.get_indexes(name), key=str),
        )
        for name in sorted(found.get_table_names())
    }


def migrate(direction: Callable[[Config, str], None], revision: str) -> None:
    migrations = config()
    with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
        migrations.attributes["connection"] = connection
        direction(migrations, revision)


def test_the_migrations_make_exactly_the_tables_of_the_models(open_app: Flask) -> None:
    with db.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []
    assert {*inspect(db.engine).get_table_names()} == {*Base.metadata.tables, "alembic_version"}


def test_constraints_and_indexes_are_named_as_the_models_name_them(open_app: Flask) -> None:
    found = inspect(db.engine)
    for table in Base.metadata.sorted_tables:
        assert found.get_pk_constraint(table.name)["name"] == table.primary_key.name
        # PostgreSQL keeps a unique constraint by an index of its own.
        made = {made["name"] for made in found.get_indexes(table.name) if "duplicates_constraint" not in made}
        assert made == {index.name for index in table.indexes}


def test_the_migrations_are_one_line_of_revisions() -> None:
    script = ScriptDirectory.from_config(config())
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_an_upgrade_of_an_up_to_date_database_changes_nothing(book: Book) -> None:
    book.record()
    before = schema()
    upgrade(db.engine, save=lambda _: None)
    assert schema() == before
    forget_snapshots()
    assert book.totals == TOTALS


def test_down_to_nothing_and_up_again_gives_the_same_tables(book: Book) -> None:
    book.record()
    before = schema()
    db.session.rollback()
    migrate(command.downgrade, "base")
    assert inspect(db.engine).get_table_names() == ["alembic_version"]
    migrate(command.upgrade, "head")
    assert schema() == before
    forget_snapshots()
    assert Book().snapshot.version == 1


WHEN = datetime(2026, 11, 20, 20, tzinfo=UTC)
OPENING = sa.table(
    "opening",
    *(sa.column(name) for name in ("sheet_id", "device_id", "role", "hidden", "player", "player_number")),
    *(sa.column(name) for name in ("link_role", "link_generation", "handed_to", "handed_role")),
    sa.column("opened_at", sa.DateTime(timezone=True)),
)
DEVICE = sa.table(
    "device", *map(sa.column, ("id", "key_digest", "name")), sa.column("made_at", sa.DateTime(timezone=True))
)


def add(connection: sa.Connection, sheet: str, device: str, called: str | None, **opening: object) -> None:
    """A phone at a sheet as the release before had it."""
    connection.execute(sa.insert(DEVICE).values(id=device, key_digest=device, name=called, made_at=WHEN))
    if opening:
        here = {"sheet_id": sheet, "device_id": device, "hidden": False, "opened_at": WHEN, **opening}
        connection.execute(sa.insert(OPENING).values(here))


def test_what_was_given_before_there_were_people_keeps_its_meaning(book: Book) -> None:
    """Phones that score, score; who agreed speaks for their player, or is asked; who looked on is a guest."""
    book.record()
    db.session.rollback()
    migrate(command.downgrade, "0007")
    betty = {"player": "Betty", "player_number": 1}
    with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
        add(connection, book.id, "scored", "Ann's phone", role="score", link_role="score", link_generation=1)
        add(connection, book.id, "own", None, role="score", **betty)
        add(connection, book.id, "agreed", "Bo's phone", role="agree", player="Cindy", player_number=1)
        add(connection, book.id, "unasked", "Cem's phone", role="agree")
        add(connection, book.id, "looked", "Dora's phone", role="view")
        add(connection, book.id, "revoked", None, role="view", link_role="agree", **betty)
        add(connection, book.id, "gave", "Eva's phone", role="view", handed_to="took", handed_role="view")
        add(connection, book.id, "took", None, role="score", link_role="view", link_generation=1)
        add(connection, book.id, "put-out", "Flo's phone")
        wrote = sa.table("entry", sa.column("number"), sa.column("device_id"))
        connection.execute(sa.update(wrote).where(wrote.c.number == 2).values(device_id="put-out"))
        links = sa.table("shared_link", *map(sa.column, ("sheet_id", "role", "generation", "code_digest")))
        for role in ("score", "agree", "view"):
            row = {"sheet_id": book.id, "role": role, "generation": 3, "code_digest": role}
            connection.execute(sa.insert(links).values(row))
    migrate(command.upgrade, "head")
    forget_snapshots()
    grants = {one.device: one.grant for one in people.people(book.id)}
    told = {device: (grant.role, grant.who) for device, grant in grants.items() if device != book.device}
    assert told == {
        "scored": (SCORE, Guest("Ann's phone")),
        "own": (SCORE, Player("Betty", 1)),
        "agreed": (VIEW, Player("Cindy", 1)),
        "unasked": (VIEW, None),
        "looked": (VIEW, Guest("Dora's phone", named_by_scorers=True)),
        "revoked": (VIEW, Guest("", named_by_scorers=True)),
        "gave": (VIEW, Guest("Eva's phone")),
        "took": (SCORE, None),
    }
    assert people.former(book.id)["put-out"].grant.who == Guest("Flo's phone")
    assert people.former_at(book.id, "put-out") is None
    assert {each.role: each.generation for each in db.session.query(SharedLinkRecord)} == dict.fromkeys(
        ("score", "agree", "view"), 3
    )
    codes = db.session.query(CodeRecord).all()
    assert sorted((code.role, code.number, code.digest) for code in codes) == [
        (role, 0, role) for role in ("agree", "score", "view")
    ]
    assert all(now() - utc(code.made_at) < timedelta(minutes=5) for code in codes)
    assert book.totals == TOTALS


def test_the_revisions_are_known_without_alembic_as_alembic_knows_them() -> None:
    scripts = ScriptDirectory.from_config(config())
    assert revisions_here() == {script.revision for script in scripts.walk_revisions()}
    assert newest_revision() == scripts.get_current_head()
