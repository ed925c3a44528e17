"""what pictures say of products' colours, and by which classifier"""

import sqlalchemy as sa
from alembic import op

from indexer.migrations import online

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    # Without defaults: no row is written.
    op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS pictured_color_ids integer[]")
    op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS pictured_confidence real")
    op.execute("ALTER TABLE product ADD COLUMN IF NOT EXISTS pictured_plain boolean")
    op.execute("ALTER TABLE product_image ADD COLUMN IF NOT EXISTS annotated_hash text")
    op.execute("ALTER TABLE product_image ADD COLUMN IF NOT EXISTS annotated_by text")
    op.execute("ALTER TABLE scrape_run ADD COLUMN IF NOT EXISTS only_product bigint")
    online.create_index(
        "ix_product_image_unclassified",
        "product_image",
        ["id"],
        postgresql_where=sa.text(
            "position = 0 AND gone_at IS NULL AND content_hash IS NOT NULL"
            " AND annotated_hash IS DISTINCT FROM content_hash"
        ),
    )
    online.create_index(
        "ix_product_image_annotated_by",
        "product_image",
        ["annotated_by"],
        postgresql_where=sa.text("position = 0 AND gone_at IS NULL"),
    )


def downgrade() -> None:
    online.drop_index("ix_product_image_unclassified", "product_image")
    online.drop_index("ix_product_image_annotated_by", "product_image")
    op.execute("ALTER TABLE scrape_run DROP COLUMN IF EXISTS only_product")
    for column in ("annotated_hash", "annotated_by"):
        op.execute(f"ALTER TABLE product_image DROP COLUMN IF EXISTS {column}")
    for column in ("pictured_color_ids", "pictured_confidence", "pictured_plain"):
        op.execute(f"ALTER TABLE product DROP COLUMN IF EXISTS {column}")
