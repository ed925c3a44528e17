"""where a price stood is one line"""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    op.add_column("product", sa.Column("origin", sa.Text()), if_not_exists=True)
    op.drop_column("product", "certificate", if_exists=True)


def downgrade() -> None:
    op.drop_column("product", "origin", if_exists=True)
