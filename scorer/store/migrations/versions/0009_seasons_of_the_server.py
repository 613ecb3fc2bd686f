"""Seasons of the server, and the sheets that tables have added to them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sa.UniqueConstraint("name", name="uq_season_name"),
    )
    op.create_table(
        "season_sheet",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("season_id", sa.String(24), nullable=False),
        sa.Column("added_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_season_sheet_sheet_id"),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_sheet_season_id"),
        sa.PrimaryKeyConstraint("sheet_id", "season_id", name="pk_season_sheet"),
    )
    op.create_index("ix_season_sheet_season_id", "season_sheet", ["season_id"])


def downgrade() -> None:
    op.drop_index("ix_season_sheet_season_id", "season_sheet")
    op.drop_table("season_sheet")
    op.drop_table("season")
