"""the attributes of products in one column; the brand's selector for sizes"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"

# Items of runs that are under way, or held back, are read by the new version as well.
ITEMS_UP = """
UPDATE run_item SET item = (item - 'sizes') || jsonb_build_object('attributes',
       CASE WHEN jsonb_array_length(coalesce(item->'sizes', '[]')) > 0
            THEN jsonb_build_object('size', item->'sizes') ELSE '{}' END)
"""
ITEMS_DOWN = """
UPDATE run_item SET item = (item - 'attributes') || jsonb_build_object('sizes',
       coalesce(item->'attributes'->'size', '[]'))
"""


def upgrade() -> None:
    op.add_column("product", sa.Column("attributes", postgresql.JSONB()))
    op.execute(
        "UPDATE product SET attributes = jsonb_build_object('size', to_jsonb(sizes))"
        " WHERE cardinality(sizes) > 0"
    )
    op.drop_column("product", "sizes")
    op.execute(ITEMS_UP)
    op.add_column("brand", sa.Column("size_xpath", sa.Text(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("brand", "size_xpath")
    op.execute(ITEMS_DOWN)
    op.add_column("product", sa.Column("sizes", postgresql.ARRAY(sa.Text()), nullable=True))
    op.execute(
        "UPDATE product SET sizes = ARRAY(SELECT jsonb_array_elements_text(attributes->'size'))"
        " WHERE attributes ? 'size'"
    )
    op.drop_column("product", "attributes")
