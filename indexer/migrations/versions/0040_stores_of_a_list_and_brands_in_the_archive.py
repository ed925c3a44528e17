"""stores of a list wait for their look; brands are archived, and deleted from there"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    for name, kind in (
        ("archived_at", sa.DateTime(timezone=True)),
        ("was_active", sa.Boolean()),
        ("deleting_at", sa.DateTime(timezone=True)),
    ):
        op.add_column("brand", sa.Column(name, kind))
    now = sa.text("now()")
    op.create_table(
        "listed_store",
        sa.Column("id", sa.Integer(), sa.Identity(), primary_key=True),
        sa.Column("site", sa.Text(), nullable=False, unique=True),
        sa.Column("website", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("need", sa.Text(), server_default="", nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column(
            "brand_id", sa.Integer(), sa.ForeignKey("brand.id", ondelete="SET NULL"), index=True
        ),
        sa.Column("found", JSONB()),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True)),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "state IN ('waiting', 'looking', 'found', 'added', 'known', 'needs')",
            name="ck_listed_store_state_known",
        ),
    )


def downgrade() -> None:
    op.drop_table("listed_store")
    for name in ("archived_at", "was_active", "deleting_at"):
        op.drop_column("brand", name)
