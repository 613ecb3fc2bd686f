"""A device has, for each sheet, the player whose phone it is, and after which entry they were called so."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("opening", sa.Column("player", sa.String(40), nullable=True))
    op.add_column("opening", sa.Column("player_number", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("opening", "player_number")
    op.drop_column("opening", "player")
