"""mails that wait, and runs' logs: where all machines reach them"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "waiting_mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("message", sa.LargeBinary(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column(
            "tried_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting_mail")),
    )
    op.create_table(
        "run_log",
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["scrape_run.id"],
            name=op.f("fk_run_log_run_id_scrape_run"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run_id", "at", name=op.f("pk_run_log")),
    )


def downgrade() -> None:
    op.drop_table("run_log")
    op.drop_table("waiting_mail")
