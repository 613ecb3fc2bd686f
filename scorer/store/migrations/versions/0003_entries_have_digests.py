"""Entries have digests; those written before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entry", sa.Column("digest", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("entry", "digest")
