"""an alert can be silent until a day"""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    until = sa.Column("snoozed_until", sa.DateTime(timezone=True))
    op.add_column("price_alert", until, if_not_exists=True)


def downgrade() -> None:
    op.drop_column("price_alert", "snoozed_until", if_exists=True)
