"""what a product will cost from when on, as its feed says"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("product", sa.Column("planned_prices", postgresql.JSONB()))
    op.add_column("product", sa.Column("price_changes_at", sa.DateTime(timezone=True)))
    op.create_index(
        "ix_product_price_changes_at",
        "product",
        ["price_changes_at"],
        postgresql_where=sa.text("price_changes_at IS NOT NULL AND gone_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_product_price_changes_at", table_name="product")
    op.drop_column("product", "price_changes_at")
    op.drop_column("product", "planned_prices")
