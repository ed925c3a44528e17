"""a product's price says where it stood, so that it can be read again from there"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("product", sa.Column("certificate", postgresql.JSONB(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("product", "certificate")
