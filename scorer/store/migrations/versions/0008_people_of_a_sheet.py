"""A sheet has people: each phone is a player's or a guest's, and watches or scores. A sheet can be deleted."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

WHEN = sa.DateTime(timezone=True)
OF_SHEET = (("link_role", sa.String(8)), ("deleted_at", WHEN), ("deleted_by", sa.String(40)))
OF_OPENING = (
    ("guest", sa.String(40)),
    ("only_looks", sa.Boolean()),
    ("claim", sa.String(40)),
    ("claim_number", sa.Integer()),
    ("seen_at", WHEN),
    ("told", sa.String(200)),
    ("told_at", WHEN),
)
GONE = (
    ("link_role", sa.String(8)),
    ("link_generation", sa.Integer()),
    ("handed_to", sa.String(24)),
    ("handed_role", sa.String(8)),
)


def upgrade() -> None:
    for name, kind in OF_SHEET:
        op.add_column("sheet", sa.Column(name, kind, nullable=True))
    for name, kind in OF_OPENING:
        op.add_column("opening", sa.Column(name, kind, nullable=True))
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
    _keep_what_was_given()
    for name, _ in GONE:
        op.drop_column("opening", name)
    op.drop_index("ix_shared_link_code_digest", "shared_link")
    op.drop_column("shared_link", "code_digest")
    op.drop_column("device", "name")


def _keep_what_was_given() -> None:
    """Who scored scores; who agreed speaks for their player, or is asked who it is; who looked on is a guest."""
    now = sa.bindparam("now", datetime.now(UTC), type_=WHEN)
    called = "(SELECT name FROM device WHERE device.id = opening.device_id)"
    # Who has handed scoring over scored once, and keeps their name.
    looks = "role = 'view' AND handed_to IS NULL"
    op.execute(f"UPDATE opening SET guest = {called} WHERE player IS NULL AND role <> 'agree'")  # noqa: S608 (constants)
    # Whoever scores gives them a name: as before, none of them can speak for a player by themselves.
    nobody = "player = NULL, player_number = NULL, only_looks = true"
    op.execute(f"UPDATE opening SET {nobody} WHERE {looks}")  # noqa: S608 (constants)
    op.execute(f"UPDATE opening SET guest = coalesce({called}, '') WHERE only_looks")  # noqa: S608 (constants)
    op.execute("UPDATE opening SET role = 'view' WHERE role = 'agree'")
    # Codes last for a day, from now on those of earlier releases too.
    op.execute(
        sa.text(
            "INSERT INTO code (sheet_id, role, number, generation, digest, made_at) "
            "SELECT sheet_id, role, 0, generation, code_digest, :now FROM shared_link WHERE revoked_at IS NULL"
        ).bindparams(now)
    )
    # What phones were called that wrote on a sheet and have it no more: the history still says so.
    for wrote in ("device_id", "imported_by"):
        op.execute(
            sa.text(
                "INSERT INTO former_opening (sheet_id, device_id, hidden, opened_at, guest, left_at) "  # noqa: S608 (constants)
                f"SELECT DISTINCT entry.sheet_id, device.id, false, device.made_at, device.name, :now "
                f"FROM entry JOIN device ON device.id = entry.{wrote} WHERE device.name IS NOT NULL "
                "AND NOT EXISTS (SELECT 1 FROM opening WHERE opening.sheet_id = entry.sheet_id "
                "AND opening.device_id = device.id) "
                "AND NOT EXISTS (SELECT 1 FROM former_opening AS former WHERE former.sheet_id = entry.sheet_id "
                "AND former.device_id = device.id)"
            ).bindparams(now)
        )


def downgrade() -> None:
    op.add_column("device", sa.Column("name", sa.String(40), nullable=True))
    # Whether a link is in force is known by the digest of its code: without one it has to be given again.
    op.drop_table("shared_link")
    op.create_table(
        "shared_link",
        sa.Column("sheet_id", sa.String(24), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("code_digest", sa.String(64), nullable=False),
        sa.Column("revoked_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_shared_link_sheet_id"),
        sa.PrimaryKeyConstraint("sheet_id", "role", name="pk_shared_link"),
    )
    op.create_index("ix_shared_link_code_digest", "shared_link", ["code_digest"], unique=True)
    op.execute("UPDATE opening SET role = 'agree' WHERE role = 'view' AND player IS NOT NULL")
    for name, kind in GONE:
        op.add_column("opening", sa.Column(name, kind, nullable=True))
    op.drop_table("code")
    op.drop_table("former_opening")
    for name, _ in reversed(OF_OPENING):
        op.drop_column("opening", name)
    for name, _ in reversed(OF_SHEET):
        op.drop_column("sheet", name)
