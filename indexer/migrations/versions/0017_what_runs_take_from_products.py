"""what a run took from the products it knew, field by field"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column(
        "scrape_run",
        sa.Column("field_changes", postgresql.JSONB(), server_default="[]", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("scrape_run", "field_changes")
