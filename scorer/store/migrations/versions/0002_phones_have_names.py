"""Phones have names."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("device", sa.Column("name", sa.String(40), nullable=True))


def downgrade() -> None:
    op.drop_column("device", "name")
