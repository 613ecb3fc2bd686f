"""Entries that were brought in from a file have the device that did it, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("entry", sa.Column("imported_by", sa.String(24), nullable=True))
    op.add_column("entry", sa.Column("imported_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("entry", "imported_at")
    op.drop_column("entry", "imported_by")
