"""brands whose products come from a feed's address"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("brand", sa.Column("source", sa.Text(), server_default="pages", nullable=False))
    op.add_column("brand", sa.Column("feed_url", sa.Text(), server_default="", nullable=False))
    op.add_column("brand", sa.Column("feed_version", postgresql.JSONB(), nullable=True))
    op.create_check_constraint("source_known", "brand", "source IN ('pages', 'feed')")


def downgrade() -> None:
    op.drop_constraint("source_known", "brand")
    for name in ("feed_version", "feed_url", "source"):
        op.drop_column("brand", name)
