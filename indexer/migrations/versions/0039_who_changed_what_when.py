"""who changed what, when: a row for each change by an operator"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.create_table(
        "operator_action",
        sa.Column("id", sa.BigInteger(), sa.Identity(), primary_key=True),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject_kind", sa.Text(), nullable=False),
        sa.Column("subject_key", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("before", JSONB()),
        sa.Column("after", JSONB()),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
    )
    op.create_index("ix_operator_action_actor", "operator_action", ["actor", "id"])
    op.create_index(
        "ix_operator_action_subject", "operator_action", ["subject_kind", "subject_key", "id"]
    )


def downgrade() -> None:
    op.drop_table("operator_action")
