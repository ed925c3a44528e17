"""what a price is measured against, and the deals of a day"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    op.create_table(
        "price_measure",
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("price", sa.Numeric(14, 2), nullable=False),
        sa.Column("price_before", sa.Numeric(14, 2)),
        sa.CheckConstraint("price_before > price", name=op.f("ck_price_measure_it_was_more")),
        sa.PrimaryKeyConstraint("product_id", name=op.f("pk_price_measure")),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["product.id"],
            name=op.f("fk_price_measure_product_id_product"),
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "deals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("took_s", sa.REAL(), nullable=False),
        sa.Column("found", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_deals")),
    )


def downgrade() -> None:
    op.drop_table("deals")
    op.drop_table("price_measure")
