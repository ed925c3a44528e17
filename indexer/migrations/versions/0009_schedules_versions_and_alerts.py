"""schedules by cron, versions of configurations, alerts, runs of some pages"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0007"

TIME = sa.DateTime(timezone=True)
NOW = sa.text("now()")


def upgrade() -> None:
    op.add_column("brand", sa.Column("scrape_cron", sa.Text(), server_default="", nullable=False))
    op.add_column("brand", sa.Column("scheduled_since", TIME, server_default=NOW, nullable=False))
    op.create_check_constraint(
        "one_schedule_at_most", "brand", "scrape_every_hours IS NULL OR scrape_cron = ''"
    )
    op.add_column("scrape_run", sa.Column("only_pages", postgresql.ARRAY(sa.BigInteger())))
    _versions()
    _alerts()
    _messages()


def _brand_id() -> sa.Column[int]:
    key = sa.ForeignKey("brand.id", ondelete="CASCADE")
    return sa.Column("brand_id", sa.Integer(), key, nullable=False)


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True)


def _versions() -> None:
    op.create_table(
        "brand_version",
        _id(),
        _brand_id(),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("values", postgresql.JSONB(), nullable=False),
        sa.Column("restored_id", sa.BigInteger()),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint(
            "action IN ('before', 'added', 'edited', 'restored')", name="action_known"
        ),
    )
    op.create_index("ix_brand_version_brand", "brand_version", ["brand_id", "id"])


def _alerts() -> None:
    op.create_table(
        "alert",
        _id(),
        _brand_id(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("run_id", sa.BigInteger()),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("opened_at", TIME, server_default=NOW, nullable=False),
        sa.Column("closed_at", TIME),
        sa.CheckConstraint(
            "kind IN ('failed', 'suspect', 'overdue', 'shrinking')", name="kind_known"
        ),
    )
    op.create_index(
        "uq_alert_open",
        "alert",
        ["brand_id", "kind"],
        unique=True,
        postgresql_where=sa.text("closed_at IS NULL"),
    )


def _messages() -> None:
    op.create_table(
        "alert_message",
        _id(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("day", sa.Date()),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("payload", postgresql.JSONB(), nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("mail_state", sa.Text(), server_default="off", nullable=False),
        sa.Column("webhook_state", sa.Text(), server_default="off", nullable=False),
        sa.Column("webhook_tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("webhook_error", sa.Text()),
        sa.Column("next_try_at", TIME),
        sa.CheckConstraint("kind IN ('change', 'digest', 'test')", name="kind_known"),
    )
    op.create_index(
        "uq_alert_message_day",
        "alert_message",
        ["day"],
        unique=True,
        postgresql_where=sa.text("kind = 'digest'"),
    )


def downgrade() -> None:
    for table in ("alert_message", "alert", "brand_version"):
        op.drop_table(table)
    op.drop_column("scrape_run", "only_pages")
    op.drop_constraint(op.f("ck_brand_one_schedule_at_most"), "brand")
    for name in ("scheduled_since", "scrape_cron"):
        op.drop_column("brand", name)
