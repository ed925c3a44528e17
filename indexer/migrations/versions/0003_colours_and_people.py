"""several colours and people; children have a root of their own

A black and white shirt is found under both colours, and what is for children says so. The
children's categories that stood below Home move to the root Kids; documents that name them are
written again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

MOVED = (
    ("home/kids", "kids"),
    ("home/kids/toys", "kids/toys"),
    ("home/kids/nursery", "kids/nursery"),
)


def upgrade() -> None:
    op.add_column("product", sa.Column("classified_color_ids", sa.ARRAY(sa.Integer())))
    op.add_column("product", sa.Column("classified_people", sa.Text()))
    for old, new in MOVED:
        _move(old, new)


def downgrade() -> None:
    for old, new in MOVED:
        _move(new, old)
    op.drop_column("product", "classified_people")
    op.drop_column("product", "classified_color_ids")


def _move(old: str, new: str) -> None:
    """Rename a category, with the parent that its new slug says, and enqueue its products.

    The rest of the tree comes with the reference data, which is loaded after the migrations.
    """
    parent = new.rpartition("/")[0]
    moved = op.get_bind().execute(
        sa.text(
            "UPDATE category SET slug = :new,"
            " parent_category_id = (SELECT id FROM category WHERE slug = :parent)"
            " WHERE slug = :old AND NOT EXISTS (SELECT FROM category WHERE slug = :new)"
            " RETURNING id"
        ),
        {"old": old, "new": new, "parent": parent},
    )
    for (category,) in moved.all():
        op.get_bind().execute(
            sa.text(
                "WITH raised AS (UPDATE product SET revision = revision + 1, updated_at = now()"
                " WHERE coalesce(curated_category_id, page_category_id, classified_category_id)"
                " = :id RETURNING id, revision)"
                " INSERT INTO outbox (product_id, revision) SELECT id, revision FROM raised"
            ),
            {"id": category},
        )
