"""siblings and places

Keys that tell the same thing in other colours and equal names, derived from each product alone.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from indexer.language.classify.siblings import name_key, sibling_key

revision = "0005"
down_revision = "0004"

BATCH = 5_000


def upgrade() -> None:
    op.add_column("product", sa.Column("sibling_key", sa.BigInteger(), nullable=True))
    op.add_column("product", sa.Column("name_key", sa.BigInteger(), nullable=True))
    _fill(op.get_bind())
    op.create_index("ix_product_siblings", "product", ["brand_id", "sibling_key"])
    op.create_index("ix_product_name_key", "product", ["name_key"])
    op.create_index(
        "ix_product_shelf",
        "product",
        [
            "brand_id",
            sa.text("coalesce(curated_category_id, page_category_id, classified_category_id, 0)"),
        ],
    )


def _fill(connection: sa.Connection) -> None:
    """Derive the keys of the products that are there, in the order of their ids."""
    after = 0
    while True:
        rows = connection.execute(
            sa.text(
                "SELECT id, name, product_brand, href, group_key, source, hints->>'color' AS color"
                " FROM product WHERE id > :after ORDER BY id LIMIT :batch"
            ),
            {"after": after, "batch": BATCH},
        ).all()
        if not rows:
            return
        connection.execute(
            sa.text("UPDATE product SET sibling_key = :siblings, name_key = :name WHERE id = :id"),
            [_keys(row) for row in rows],
        )
        after = rows[-1].id


def _keys(row: sa.Row[Any]) -> dict[str, int]:
    return {
        "id": row.id,
        "name": name_key(row.name, row.color),
        "siblings": sibling_key(
            row.name,
            color=row.color,
            product_brand=row.product_brand,
            href=row.href,
            group=_group(row.source, row.group_key, row.color),
        ),
    }


def _group(source: str, group_key: str, color: str | None) -> str | None:
    """Return a feed's item_group_id, which stands in the key before the colour."""
    ending = f":{(color or '').casefold()}"
    if source != "import" or not color or not group_key.endswith(ending):
        return None
    return group_key.removesuffix(ending) or None


def downgrade() -> None:
    for name in ("ix_product_shelf", "ix_product_name_key", "ix_product_siblings"):
        op.drop_index(name, table_name="product")
    for name in ("name_key", "sibling_key"):
        op.drop_column("product", name)
