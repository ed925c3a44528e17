"""why the mail of a message waits"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("alert_message", sa.Column("mail_error", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("alert_message", "mail_error")
