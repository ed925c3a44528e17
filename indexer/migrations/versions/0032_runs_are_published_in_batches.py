"""a run's products are known by their keys, and what is decided of it is kept while it is published"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0032"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("run_item", sa.Column("key", sa.Text(), nullable=True))
    # Only runs and operators read this table: it may take as long as it does.
    op.execute("SET LOCAL statement_timeout = 0")
    # A product stood once for each of its pages: now it names them.
    op.execute("""
        UPDATE run_item i SET key = given.key, item = i.item - 'page_id' || jsonb_build_object(
               'pages', given.pages)
          FROM (SELECT min(id) AS id, item ->> 'group_key' AS key, coalesce(
                       jsonb_agg(item -> 'page_id' ORDER BY id) FILTER (
                           WHERE jsonb_typeof(item -> 'page_id') = 'number'), '[]') AS pages
                  FROM run_item GROUP BY run_id, item ->> 'group_key') given
         WHERE i.id = given.id
    """)
    op.execute("DELETE FROM run_item WHERE key IS NULL")
    op.alter_column("run_item", "key", nullable=False)
    op.drop_index(op.f("ix_run_item_run_id"), "run_item")
    op.create_unique_constraint(op.f("uq_run_item_run_id_key"), "run_item", ["run_id", "key"])
    op.create_index(op.f("ix_run_item_run_id_id"), "run_item", ["run_id", "id"])
    for name in ("publishing", "published"):
        op.add_column("scrape_run", sa.Column(name, postgresql.JSONB(none_as_null=True)))


def downgrade() -> None:
    for name in ("publishing", "published"):
        op.drop_column("scrape_run", name)
    op.drop_index(op.f("ix_run_item_run_id_id"), "run_item")
    op.drop_constraint(op.f("uq_run_item_run_id_key"), "run_item")
    op.create_index(op.f("ix_run_item_run_id"), "run_item", ["run_id"])
    op.execute("""
        UPDATE run_item SET item = item - 'pages' || jsonb_build_object(
               'page_id', item -> 'pages' -> 0)
    """)
    op.drop_column("run_item", "key")
