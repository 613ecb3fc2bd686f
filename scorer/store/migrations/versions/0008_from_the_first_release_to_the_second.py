"""From the first release, 0.1.0, to the second: a sheet has people, who watch or score, links that can be shown
again, and can be deleted; an entry has a digest, and says who imported it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0001"

WHEN = sa.DateTime(timezone=True)
ADDED = (
    ("sheet", (("link_role", sa.String(8)), ("deleted_at", WHEN), ("deleted_by", sa.String(40)))),
    ("entry", (("digest", sa.String(64)), ("imported_by", sa.String(24)), ("imported_at", WHEN))),
    ("opening", (("player", sa.String(40)), ("player_number", sa.Integer()), ("unarchived_at", WHEN))),
    ("opening", (("guest", sa.String(40)), ("only_looks", sa.Boolean()), ("seen_at", WHEN))),
    ("opening", (("claim", sa.String(40)), ("claim_number", sa.Integer()))),
    ("opening", (("told", sa.String(200)), ("told_at", WHEN))),
)


def upgrade() -> None:
    for table, columns in ADDED:
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind, nullable=True))
    op.create_table(
        "shared_link",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("revoked_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_shared_link_sheet_id"),
        sa.PrimaryKeyConstraint("sheet_id", "role", name="pk_shared_link"),
    )
    op.create_table(
        "former_opening",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("device_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=True),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("opened_at", WHEN, nullable=False),
        sa.Column("player", sa.String(40), nullable=True),
        sa.Column("player_number", sa.Integer(), nullable=True),
        sa.Column("guest", sa.String(40), nullable=True),
        sa.Column("only_looks", sa.Boolean(), nullable=True),
        sa.Column("left_at", WHEN, nullable=False),
        sa.Column("removed_by", sa.String(40), nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_former_opening_sheet_id"),
        sa.PrimaryKeyConstraint("sheet_id", "device_id", name="pk_former_opening"),
    )
    op.create_table(
        "code",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_code_sheet_id"),
        sa.PrimaryKeyConstraint("sheet_id", "role", "number", name="pk_code"),
    )
    op.create_index("ix_code_digest", "code", ["digest"], unique=True)
    # Whoever scores gives them a name: as before, none of them can speak for a player by themselves.
    op.execute("UPDATE opening SET guest = '', only_looks = true WHERE role = 'view'")


def downgrade() -> None:
    for table in ("code", "former_opening", "shared_link"):
        op.drop_table(table)
    for table, columns in ADDED:
        for name, _ in columns:
            op.drop_column(table, name)
