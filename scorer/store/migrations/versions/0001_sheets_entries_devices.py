"""Sheets and their entries, devices and what they may open."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("key_digest", sa.String(64), nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("key_digest", name="uq_device_key_digest"),
    )
    op.create_table(
        "sheet",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheet"),
    )
    op.create_table(
        "entry",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device_id", sa.String(24), nullable=False),
        sa.Column("at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("sheet_id", "number", name="pk_entry"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_entry_sheet_id"),
        sa.UniqueConstraint("sheet_id", "key", name="uq_entry_sheet_id_key"),
    )
    op.create_table(
        "opening",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("device_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("opened_at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("sheet_id", "device_id", name="pk_opening"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_opening_sheet_id"),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name="fk_opening_device_id"),
    )
    op.create_index("ix_opening_device_id", "opening", ["device_id"])
    op.create_table(
        "link",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("key_digest", sa.String(64), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.Column("revoked_at", WHEN, nullable=True),
        sa.PrimaryKeyConstraint("sheet_id", "key_digest", name="pk_link"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_link_sheet_id"),
    )


def downgrade() -> None:
    for table in ("link", "opening", "entry", "sheet", "device"):
        op.drop_table(table)
