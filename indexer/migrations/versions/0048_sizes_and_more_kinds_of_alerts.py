"""sizes of products; alerts of sizes, of rises, by per cent, of what a search finds below an amount"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from indexer.migrations import online

revision = "0048"
down_revision = "0047"

SAME = ("address_id", "kind", "product_id", "amount")
CHECKS = {
    "kind_known": (
        "kind IN ('below', 'drop', 'rise', 'stock', 'search', 'under')",
        "kind IN ('below', 'drop', 'stock', 'search')",
    ),
    "search_of_search": (
        "(kind IN ('search', 'under')) = (search IS NOT NULL)",
        "(kind = 'search') = (search IS NOT NULL)",
    ),
    "product_of_product": (
        "(kind IN ('search', 'under')) = (product_id IS NULL)",
        "(kind = 'search') = (product_id IS NULL)",
    ),
    "amount_of_below": (
        "(kind IN ('below', 'under')) = (amount IS NOT NULL) AND amount > 0",
        "(kind = 'below') = (amount IS NOT NULL) AND amount > 0",
    ),
}


def upgrade() -> None:
    # Without defaults that are written: no row is.
    op.add_column("product", sa.Column("sizes", postgresql.JSONB()), if_not_exists=True)
    _alert_columns()
    op.add_column(
        "price_alert_address",
        sa.Column("weekly", sa.Boolean(), server_default="false", nullable=False),
        if_not_exists=True,
    )
    op.add_column("price_alert_reading", sa.Column("base", sa.Numeric(14, 2)), if_not_exists=True)
    op.create_table(
        "size_history",
        sa.Column(
            "product_id",
            sa.BigInteger(),
            sa.ForeignKey("product.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seen_at", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("sizes", postgresql.JSONB(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "bought_mark",
        sa.Column("list", sa.Text(), primary_key=True),
        sa.Column(
            "product_id",
            sa.BigInteger(),
            sa.ForeignKey("product.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        if_not_exists=True,
    )
    for column in ("product_id", "created_at"):
        op.create_index(f"ix_bought_mark_{column}", "bought_mark", [column], if_not_exists=True)
    for name, (condition, _) in CHECKS.items():
        online.replace_check(f"ck_price_alert_{name}", "price_alert", condition)
    online.replace_check(
        "ck_price_alert_percent_of_move",
        "price_alert",
        "percent IS NULL OR kind IN ('drop', 'rise') AND percent BETWEEN 1 AND 99",
    )
    online.replace_check(
        "ck_price_alert_size_of_product", "price_alert", "size IS NULL OR product_id IS NOT NULL"
    )
    _index("uq_price_alert_one", (*SAME, "percent", "size"))
    online.drop_index("uq_price_alert_same", "price_alert")


def downgrade() -> None:
    _alert_columns()  # a downgrade that was killed had dropped them
    op.execute(
        "DELETE FROM price_alert WHERE kind IN ('rise', 'under')"
        " OR percent IS NOT NULL OR size IS NOT NULL"
    )
    for name in ("percent_of_move", "size_of_product"):
        op.execute(f"ALTER TABLE price_alert DROP CONSTRAINT IF EXISTS ck_price_alert_{name}")
    for name, (_, condition) in CHECKS.items():
        online.replace_check(f"ck_price_alert_{name}", "price_alert", condition)
    _index("uq_price_alert_same", SAME)
    online.drop_index("uq_price_alert_one", "price_alert")
    op.drop_table("bought_mark", if_exists=True)
    op.drop_table("size_history", if_exists=True)
    op.drop_column("price_alert_reading", "base", if_exists=True)
    op.drop_column("price_alert_address", "weekly", if_exists=True)
    for name in ("size", "percent"):
        op.drop_column("price_alert", name, if_exists=True)
    op.drop_column("product", "sizes", if_exists=True)


def _alert_columns() -> None:
    op.add_column("price_alert", sa.Column("percent", sa.SmallInteger()), if_not_exists=True)
    op.add_column("price_alert", sa.Column("size", sa.Text()), if_not_exists=True)


def _index(name: str, columns: tuple[str, ...]) -> None:
    online.create_index(
        name,
        "price_alert",
        [*columns, sa.text("md5(search)")],
        unique=True,
        postgresql_nulls_not_distinct=True,
    )
