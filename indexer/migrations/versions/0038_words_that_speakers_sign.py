"""words of South Africa's languages that speakers confirm, mend and add"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "spoken_word",
        sa.Column("language", sa.Text(), primary_key=True),
        sa.Column("sense", sa.Text(), primary_key=True),
        sa.Column("meant", sa.Text(), primary_key=True),
        sa.Column("form", sa.Text(), primary_key=True),
        sa.Column("signed_by", sa.Text(), primary_key=True),
        sa.Column("means", sa.Text(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.Column(
            "signed_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
    )
    op.execute(
        "CREATE OR REPLACE TRIGGER note_snapshot AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE"
        " ON spoken_word FOR EACH STATEMENT EXECUTE FUNCTION note_snapshot_change()"
    )


def downgrade() -> None:
    op.drop_table("spoken_word")
