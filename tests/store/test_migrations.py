"""The migrations make the tables that the models describe, from nothing and from what was there."""

from collections.abc import Callable
from datetime import UTC, datetime

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
from scorer.store.database import MIGRATIONS, newest_revision, revisions_here, upgrade
from scorer.store.models import Base, db
from scorer.store.people import SCORE, VIEW, Guest
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


def test_what_the_first_release_gave_keeps_its_meaning(book: Book) -> None:
    """A phone that scores, scores, and is asked whose it is; who looked on is a guest whom a scorer names."""
    book.record()
    db.session.rollback()
    migrate(command.downgrade, "0001")
    when = sa.column("opened_at", sa.DateTime(timezone=True)), sa.column("made_at", sa.DateTime(timezone=True))
    opening = sa.table("opening", *map(sa.column, ("sheet_id", "device_id", "role", "hidden")), when[0])
    device = sa.table("device", *map(sa.column, ("id", "key_digest")), when[1])
    with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
        for role in (SCORE, VIEW):
            connection.execute(sa.insert(device).values(id=role, key_digest=role, made_at=WHEN))
            here = {"sheet_id": book.id, "device_id": role, "role": role, "hidden": False, "opened_at": WHEN}
            connection.execute(sa.insert(opening).values(here))
    migrate(command.upgrade, "head")
    forget_snapshots()
    grants = {one.device: one.grant for one in people.people(book.id)}
    found = {device: (grant.role, grant.who) for device, grant in grants.items() if device != book.device}
    assert found == {SCORE: (SCORE, None), VIEW: (VIEW, Guest("", named_by_scorers=True))}
    assert people.former(book.id) == {}
    assert book.totals == TOTALS


def test_the_revisions_are_known_without_alembic_as_alembic_knows_them() -> None:
    scripts = ScriptDirectory.from_config(config())
    assert revisions_here() == {script.revision for script in scripts.walk_revisions()}
    assert newest_revision() == scripts.get_current_head()
