"""limits of gates that are a brand's own, and what hosts answered by the day"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    op.create_table(
        "brand_limit",
        sa.Column("brand_id", sa.Integer(), nullable=False),
        sa.Column("gate", sa.Text(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("set_by", sa.Text(), nullable=False),
        sa.Column(
            "set_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.CheckConstraint(
            "percent BETWEEN 0 AND 1000", name=op.f("ck_brand_limit_percent_sensible")
        ),
        sa.ForeignKeyConstraint(
            ["brand_id"],
            ["brand.id"],
            name=op.f("fk_brand_limit_brand_id_brand"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("brand_id", "gate", name=op.f("pk_brand_limit")),
    )
    op.create_table(
        "host_answer",
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("host", "day", "answer", name=op.f("pk_host_answer")),
    )


def downgrade() -> None:
    op.drop_table("host_answer")
    op.drop_table("brand_limit")
