"""what operators decide of runs and alerts: rejected, acknowledged, muted"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0041"
down_revision = "0040"

RUN = ("rejected_at", "rejected_by", "rejected_why")
ALERT = ("acknowledged_at", "acknowledged_by", "muted_until", "muted_by")


def upgrade() -> None:
    for table, names in (("scrape_run", RUN), ("alert", ALERT)):
        for name in names:
            is_time = name.endswith(("_at", "_until"))
            op.add_column(
                table, sa.Column(name, sa.DateTime(timezone=True) if is_time else sa.Text())
            )
    changes = sa.Column("changes", JSONB(), server_default=sa.text("'[]'"), nullable=False)
    op.add_column("alert", changes)


def downgrade() -> None:
    op.drop_column("alert", "changes")
    for table, names in (("scrape_run", RUN), ("alert", ALERT)):
        for name in names:
            op.drop_column(table, name)
