"""schedules by cron, versions of configurations, alerts, runs of some pages"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None

NOW = sa.text("now()")


def upgrade() -> None:
    op.add_column("brand", sa.Column("scrape_cron", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "brand",
        sa.Column("scheduled_since", _time(), server_default=NOW, nullable=False),
    )
    op.create_check_constraint(
        op.f("ck_brand_one_schedule_at_most"),
        "brand",
        "scrape_every_hours IS NULL OR scrape_cron = ''",
    )
    op.add_column(
        "scrape_run",
        sa.Column("only_pages", postgresql.ARRAY(sa.BigInteger()), nullable=True),
    )
    _versions()
    _alerts()
    _messages()


def _time() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _brand_id(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    return (
        sa.Column("brand_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id"], ["brand.id"], name=op.f(f"fk_{table}_brand_id"), ondelete="CASCADE"
        ),
    )


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False)


def _versions() -> None:
    op.create_table(
        "brand_version",
        _id(),
        *_brand_id("brand_version"),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("values", postgresql.JSONB(), nullable=False),
        sa.Column("restored_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", _time(), server_default=NOW, nullable=False),
        sa.CheckConstraint(
            "action IN ('before', 'added', 'edited', 'restored')",
            name=op.f("ck_brand_version_action_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_brand_version")),
    )
    op.create_index("ix_brand_version_brand", "brand_version", ["brand_id", "id"])


def _alerts() -> None:
    op.create_table(
        "alert",
        _id(),
        *_brand_id("alert"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("opened_at", _time(), server_default=NOW, nullable=False),
        sa.Column("closed_at", _time(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('failed', 'suspect', 'overdue', 'shrinking')",
            name=op.f("ck_alert_kind_known"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert")),
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
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("payload", postgresql.JSONB(), nullable=False),
        sa.Column("created_at", _time(), server_default=NOW, nullable=False),
        sa.Column("mail_state", sa.Text(), server_default="off", nullable=False),
        sa.Column("webhook_state", sa.Text(), server_default="off", nullable=False),
        sa.Column("webhook_tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("webhook_error", sa.Text(), nullable=True),
        sa.Column("next_try_at", _time(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('change', 'digest', 'test')", name=op.f("ck_alert_message_kind_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_message")),
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
