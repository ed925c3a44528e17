"""alerts of a thing: whichever store sells it for less than an amount"""

import sqlalchemy as sa
from alembic import op

from indexer.migrations import online

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    op.add_column(
        "price_alert",
        sa.Column("anywhere", sa.Boolean(), server_default="false", nullable=False),
        if_not_exists=True,
    )
    online.replace_check(
        "ck_price_alert_anywhere_of_below",
        "price_alert",
        "NOT anywhere OR kind = 'below' AND size IS NULL",
    )


def downgrade() -> None:
    op.execute("ALTER TABLE price_alert DROP CONSTRAINT IF EXISTS ck_price_alert_anywhere_of_below")
    op.drop_column("price_alert", "anywhere", if_exists=True)
