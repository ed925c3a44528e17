"""brands whose products come from the address of a feed, or of a platform's catalogue"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("brand", sa.Column("source", sa.Text(), server_default="pages", nullable=False))
    op.add_column("brand", sa.Column("feed_url", sa.Text(), server_default="", nullable=False))
    op.add_column("brand", sa.Column("catalogue_url", sa.Text(), server_default="", nullable=False))
    op.add_column("brand", sa.Column("feed_version", postgresql.JSONB(), nullable=True))
    op.create_check_constraint("source_known", "brand", "source IN ('pages', 'feed', 'catalogue')")


def downgrade() -> None:
    op.drop_constraint(op.f("ck_brand_source_known"), "brand", type_="check")
    for name in ("feed_version", "catalogue_url", "feed_url", "source"):
        op.drop_column("brand", name)
