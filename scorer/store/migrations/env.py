"""Run by `scorer.store.database.upgrade`, which hands over an open connection."""

from alembic import context

from scorer.store.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
