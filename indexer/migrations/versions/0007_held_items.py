"""items of runs that are held back until they are accepted"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "run_item",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("item", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["scrape_run.id"],
            name=op.f("fk_run_item_run_id_scrape_run"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_run_item_run_id"), "run_item", ["run_id"])


def downgrade() -> None:
    op.drop_table("run_item")
