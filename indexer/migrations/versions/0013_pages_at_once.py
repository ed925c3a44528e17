"""how many of a brand's own product pages load beside one another"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

BOUND = "ck_brand_detail_concurrency_in_tabs"


def upgrade() -> None:
    op.add_column("brand", sa.Column("detail_concurrency", sa.Integer()))
    op.create_check_constraint(op.f(BOUND), "brand", "detail_concurrency BETWEEN 1 AND 8")


def downgrade() -> None:
    op.drop_constraint(op.f(BOUND), "brand")
    op.drop_column("brand", "detail_concurrency")
