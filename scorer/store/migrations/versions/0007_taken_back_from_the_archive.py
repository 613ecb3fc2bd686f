"""A device has, for each sheet, when it took it back out of its archive."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("opening", sa.Column("unarchived_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("opening", "unarchived_at")
