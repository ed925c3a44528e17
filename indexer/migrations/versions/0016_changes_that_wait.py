"""changes that the index refuses wait, and are told"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

STATES = "'whole', 'repaired', 'fell back', 'rebuilt', 'failed'"
KINDS = "'failed', 'suspect', 'overdue', 'shrinking'"
OPEN = sa.text("closed_at IS NULL")


def upgrade() -> None:
    op.add_column("outbox", sa.Column("attempts", sa.Integer(), server_default="0", nullable=False))
    op.add_column("outbox", sa.Column("retry_at", sa.DateTime(timezone=True)))
    op.create_index(
        "ix_outbox_refused", "outbox", ["id"], postgresql_where=sa.text("error IS NOT NULL")
    )
    _replace("index_check", "state_known", f"state IN ({STATES}, 'incomplete')")
    op.alter_column("alert", "brand_id", nullable=True)
    _replace(
        "alert",
        "kind_known",
        f"(brand_id IS NULL) = (kind = 'behind') AND kind IN ({KINDS}, 'behind')",
    )
    _open_alerts(nulls_not_distinct=True)


def downgrade() -> None:
    op.execute("DELETE FROM alert WHERE brand_id IS NULL")
    op.execute("DELETE FROM index_check WHERE state = 'incomplete'")
    _open_alerts(nulls_not_distinct=False)
    _replace("alert", "kind_known", f"kind IN ({KINDS})")
    op.alter_column("alert", "brand_id", nullable=False)
    _replace("index_check", "state_known", f"state IN ({STATES})")
    op.drop_index("ix_outbox_refused", "outbox")
    op.drop_column("outbox", "retry_at")
    op.drop_column("outbox", "attempts")


def _replace(table: str, name: str, condition: str) -> None:
    op.drop_constraint(op.f(f"ck_{table}_{name}"), table, type_="check")
    op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, condition)


def _open_alerts(*, nulls_not_distinct: bool) -> None:
    op.drop_index("uq_alert_open", "alert")
    op.create_index(
        "uq_alert_open",
        "alert",
        ["brand_id", "kind"],
        unique=True,
        postgresql_where=OPEN,
        postgresql_nulls_not_distinct=nulls_not_distinct,
    )
