"""synonyms that operators add"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "synonym",
        sa.Column("words", sa.Text(), primary_key=True),
        sa.Column("means", sa.Text(), nullable=False),
        sa.Column("added_by", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
    )


def downgrade() -> None:
    op.drop_table("synonym")
