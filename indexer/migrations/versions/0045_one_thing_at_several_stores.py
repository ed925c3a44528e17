"""one thing at several stores: products that are the same thing carry its number"""

import sqlalchemy as sa
from alembic import op

from indexer.migrations import online

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("product", sa.Column("thing_id", sa.BigInteger()), if_not_exists=True)
    online.create_index(
        "ix_product_thing_id",
        "product",
        ["thing_id"],
        postgresql_where=sa.text("thing_id IS NOT NULL"),
    )


def downgrade() -> None:
    online.drop_index("ix_product_thing_id", "product")
    op.drop_column("product", "thing_id", if_exists=True)
