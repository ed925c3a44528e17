"""searches have ids, so that one that is told twice is one"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("search_log", sa.Column("search_id", sa.Text()))
    op.add_column("search_log", sa.Column("step", sa.Integer(), server_default="1", nullable=False))
    op.create_index(
        "uq_search_log_search_id",
        "search_log",
        ["search_id"],
        unique=True,
        postgresql_where=sa.text("search_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("uq_search_log_search_id", table_name="search_log")
    op.drop_column("search_log", "step")
    op.drop_column("search_log", "search_id")
