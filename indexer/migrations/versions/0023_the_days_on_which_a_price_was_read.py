"""the days on which a product's price was read"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import DATEMULTIRANGE

revision = "0023"
down_revision = "0022"

# What trusted runs have found in the days that are kept. Which prices they understood is not known
# of them; a price that was not stays as it was known.
_EARLIER = """
INSERT INTO product_reading (product_id, days)
SELECT p.id, range_agg(daterange(r.day, r.day + 1))
  FROM (SELECT DISTINCT (start_time AT TIME ZONE 'Africa/Johannesburg')::date AS day, id_
          FROM scrape_run CROSS JOIN unnest(found_group_ids) AS found (id_)
         WHERE kind IN ('scrape+classify', 'scrape', 'import') AND result = 'success'
           AND start_time > now() - interval '400 days') r
  JOIN product p ON p.id = r.id_
 GROUP BY p.id
"""


def upgrade() -> None:
    op.create_table(
        "product_reading",
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("days", DATEMULTIRANGE(), nullable=False),
        sa.PrimaryKeyConstraint("product_id", name=op.f("pk_product_reading")),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["product.id"],
            name=op.f("fk_product_reading_product_id_product"),
            ondelete="CASCADE",
        ),
    )
    op.execute(_EARLIER)


def downgrade() -> None:
    op.drop_table("product_reading")
