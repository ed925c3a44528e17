"""index checks

What the reconcile found when it compared PostgreSQL with Elasticsearch, for the operator.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TIME = sa.DateTime(timezone=True)
NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "index_check",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("index_prefix", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("documents", sa.BigInteger(), nullable=False),
        sa.Column("products", sa.BigInteger(), nullable=False),
        sa.Column("first_at", TIME, server_default=NOW, nullable=False),
        sa.Column("last_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint(
            "state IN ('whole', 'repaired', 'fell back', 'rebuilt', 'failed')",
            name="state_known",
        ),
    )


def downgrade() -> None:
    op.drop_table("index_check")
