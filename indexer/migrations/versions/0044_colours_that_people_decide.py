"""colours that people decide in the review list, and whether the classifiers were right"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from indexer.migrations import online

revision = "0044"
down_revision = "0043"

# indexer.models.review, as it was: how sure a colour is, and of what a person may decide.
SEEN = "least(greatest(pictured_confidence, 0.01), 0.99)"
ALIKE = f"(0.5 + {SEEN} / 2)"
CONFIDENCE = (
    f"(CASE WHEN classified_color_ids IS NULL THEN {SEEN}"
    " WHEN pictured_color_ids IS NULL THEN 0.9"
    " WHEN pictured_color_ids && classified_color_ids"
    f" THEN 0.9 * {ALIKE} / (0.9 * {ALIKE} + (1 - 0.9) * (1 - {ALIKE}))"
    f" ELSE 0.9 * (1 - {ALIKE}) / (0.9 * (1 - {ALIKE}) + (1 - 0.9) * {ALIKE}) END)"
)
OPEN = (
    "pictured_confidence IS NOT NULL AND curated_color_id IS NULL AND page_color_id IS NULL"
    " AND gone_at IS NULL AND NOT blocked"
)


def upgrade() -> None:
    op.create_table(
        "color_decision",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column(
            "product_id",
            sa.BigInteger(),
            sa.ForeignKey("product.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("color_id", sa.Integer(), sa.ForeignKey("color.id")),
        sa.Column("said_ids", postgresql.ARRAY(sa.Integer()), nullable=False),
        sa.Column("confidence", sa.REAL(), nullable=False),
        sa.Column("classifier", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column(
            "decided_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        if_not_exists=True,
    )
    op.create_index(
        "ix_color_decision_product_id", "color_decision", ["product_id"], if_not_exists=True
    )
    op.create_index(
        "ix_color_decision_decided_at", "color_decision", ["decided_at"], if_not_exists=True
    )
    online.create_index(
        "ix_product_review",
        "product",
        [sa.text(f"(floor({CONFIDENCE} * 10))"), sa.text("popularity DESC"), "id"],
        postgresql_where=sa.text(OPEN),
    )


def downgrade() -> None:
    online.drop_index("ix_product_review", "product")
    op.drop_table("color_decision", if_exists=True)
