"""each backup is noted; an alert says that the last whole one is too old"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from indexer.migrations import online

revision = "0025"
down_revision = "0024"

KINDS = "'failed', 'suspect', 'overdue', 'shrinking'"


def upgrade() -> None:
    op.create_table(
        "backup",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column(
            "began_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("size", sa.BigInteger()),
        sa.Column("counts", JSONB()),
        sa.Column("error", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backup")),
        if_not_exists=True,
    )
    _kinds("'behind', 'stalled', 'missed'")


def downgrade() -> None:
    op.execute("DELETE FROM alert WHERE kind = 'missed'")
    _kinds("'behind', 'stalled'")
    op.drop_table("backup", if_exists=True)


def _kinds(of_no_brand: str) -> None:
    online.replace_check(
        op.f("ck_alert_kind_known"),
        "alert",
        f"(brand_id IS NULL) = (kind IN ({of_no_brand})) AND kind IN ({KINDS}, {of_no_brand})",
    )
