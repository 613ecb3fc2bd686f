"""A link is derived from the host's secret key, so it can be shown again; a phone knows by which one it came."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

OF_OPENING = (
    ("link_role", sa.String(8)),
    ("link_generation", sa.Integer()),
    ("handed_to", sa.String(24)),
    ("handed_role", sa.String(8)),
)


def upgrade() -> None:
    op.create_table(
        "shared_link",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("code_digest", sa.String(64), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_shared_link_sheet_id"),
        sa.PrimaryKeyConstraint("sheet_id", "role", name="pk_shared_link"),
    )
    op.create_index("ix_shared_link_code_digest", "shared_link", ["code_digest"], unique=True)
    for name, kind in OF_OPENING:
        op.add_column("opening", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name, _ in reversed(OF_OPENING):
        op.drop_column("opening", name)
    op.drop_table("shared_link")
