"""popular searches, learnt from the search log for suggestions"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "popular_search",
        sa.Column("text", sa.Text(), primary_key=True),
        sa.Column("times", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("popular_search")
