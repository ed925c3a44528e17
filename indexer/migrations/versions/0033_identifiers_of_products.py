"""products keep their GTINs, MPNs and skus"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    # Without a default: no row is written.
    op.add_column("product", sa.Column("identifiers", postgresql.JSONB(), nullable=True))


def downgrade() -> None:
    op.drop_column("product", "identifiers")
