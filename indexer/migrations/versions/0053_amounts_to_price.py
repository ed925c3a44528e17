"""documents get new rates as rows that wait with the rates"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    to_price: sa.Column[list[str]] = sa.Column(
        "to_price", ARRAY(sa.Text()), server_default="{}", nullable=False
    )
    op.add_column("rate_set", to_price, if_not_exists=True)
    upto = sa.Column("priced_upto", sa.BigInteger(), server_default="0", nullable=False)
    op.add_column("rate_set", upto, if_not_exists=True)
    # How far the amounts of an index had come stood in the index: all of them are written once more.
    op.execute(
        "UPDATE rate_set SET to_price = ARRAY(SELECT currency FROM rate WHERE rate_set_id = rate_set.id)"
        " WHERE day = (SELECT max(day) FROM rate_set)"
    )


def downgrade() -> None:
    for column in ("to_price", "priced_upto"):
        op.drop_column("rate_set", column, if_exists=True)
