"""what a product's changes are found by; what workers change in all rows after a release"""

import sqlalchemy as sa
from alembic import op

from indexer.migrations import online

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.create_table(
        "data_step",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("after", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("rows", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("done_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_data_step")),
        if_not_exists=True,
    )
    online.create_index("ix_run_change_product_id", "run_change", ["product_id"])


def downgrade() -> None:
    online.drop_index("ix_run_change_product_id", "run_change")
    op.drop_table("data_step", if_exists=True)
