"""visitors' alerts by mail"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    _addresses()
    _alerts()
    _readings()
    op.create_table(
        "price_alert_run",
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "part", name=op.f("pk_price_alert_run")),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["scrape_run.id"],
            name=op.f("fk_price_alert_run_run_id_scrape_run"),
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    for table in ("run", "reading"):
        op.drop_table(f"price_alert_{table}")
    op.drop_table("price_alert")
    op.drop_table("price_alert_address")


def _time(name: str, *, now: bool = False) -> sa.Column[object]:
    default = sa.text("now()") if now else None
    return sa.Column(name, sa.DateTime(timezone=True), server_default=default, nullable=not now)


def _id() -> sa.Column[object]:
    return sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False)


def _addresses() -> None:
    op.create_table(
        "price_alert_address",
        _id(),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("daily", sa.Boolean(), server_default="false", nullable=False),
        _time("created_at", now=True),
        _time("mailed_at"),
        sa.CheckConstraint(
            "strpos(email, '@') > 1", name=op.f("ck_price_alert_address_email_has_an_at")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_alert_address")),
        sa.UniqueConstraint("token", name=op.f("uq_price_alert_address_token")),
    )
    op.create_index(
        "uq_price_alert_address_email",
        "price_alert_address",
        [sa.text("lower(email)")],
        unique=True,
    )


def _alerts() -> None:
    op.create_table(
        "price_alert",
        _id(),
        sa.Column("address_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("product_id", sa.BigInteger()),
        sa.Column("search", sa.Text()),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("amount", sa.Numeric(14, 2)),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), server_default="", nullable=False),
        _time("created_at", now=True),
        _time("confirmed_at"),
        sa.CheckConstraint(
            "kind IN ('below', 'drop', 'stock', 'search')",
            name=op.f("ck_price_alert_kind_known"),
        ),
        sa.CheckConstraint(
            "(kind = 'search') = (search IS NOT NULL)",
            name=op.f("ck_price_alert_search_of_search"),
        ),
        sa.CheckConstraint(
            "(kind = 'search') = (product_id IS NULL)",
            name=op.f("ck_price_alert_product_of_product"),
        ),
        sa.CheckConstraint(
            "(kind = 'below') = (amount IS NOT NULL) AND amount > 0",
            name=op.f("ck_price_alert_amount_of_below"),
        ),
        sa.ForeignKeyConstraint(
            ["address_id"],
            ["price_alert_address.id"],
            name=op.f("fk_price_alert_address_id_price_alert_address"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["product.id"],
            name=op.f("fk_price_alert_product_id_product"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_alert")),
    )
    op.create_index(op.f("ix_price_alert_product_id"), "price_alert", ["product_id"])
    op.create_index(
        "uq_price_alert_same",
        "price_alert",
        ["address_id", "kind", "product_id", "search", "amount"],
        unique=True,
        postgresql_nulls_not_distinct=True,
    )


def _readings() -> None:
    op.create_table(
        "price_alert_reading",
        _id(),
        sa.Column("alert_id", sa.BigInteger(), nullable=False),
        sa.Column("run_id", sa.BigInteger()),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("price", sa.Numeric(14, 2)),
        sa.Column("currency", sa.Text()),
        sa.Column("was", sa.Numeric(14, 2)),
        sa.Column("met", sa.Boolean(), nullable=False),
        sa.Column("crossed", sa.Boolean(), nullable=False),
        sa.Column("found", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "product_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
        ),
        _time("created_at", now=True),
        _time("mailed_at"),
        sa.ForeignKeyConstraint(
            ["alert_id"],
            ["price_alert.id"],
            name=op.f("fk_price_alert_reading_alert_id_price_alert"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_alert_reading")),
    )
    table = "price_alert_reading"
    op.create_index("ix_price_alert_reading_alert_id", table, ["alert_id", sa.text("id DESC")])
    op.create_index(
        "uq_price_alert_reading_run",
        table,
        ["alert_id", "run_id"],
        unique=True,
        postgresql_where=sa.text("run_id IS NOT NULL"),
    )
    op.create_index(
        "ix_price_alert_reading_untold",
        table,
        ["alert_id"],
        postgresql_where=sa.text("crossed AND mailed_at IS NULL"),
    )
