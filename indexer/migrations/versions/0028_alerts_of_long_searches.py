"""alerts of searches that are longer than an entry of an index may be"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

NAME, TABLE = "uq_price_alert_same", "price_alert"
ALWAYS = ["address_id", "kind", "product_id", "amount"]


def upgrade() -> None:
    _replace([*ALWAYS, sa.text("md5(search)")])


def downgrade() -> None:
    _replace(["address_id", "kind", "product_id", "search", "amount"])


def _replace(columns: list[str | sa.TextClause]) -> None:
    op.drop_index(NAME, TABLE)
    op.create_index(NAME, TABLE, columns, unique=True, postgresql_nulls_not_distinct=True)
