"""changes of the small tables that web processes hold are noted by triggers"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"

TABLES = (
    "country",
    "color",
    "category",
    "category_list",
    "style",
    "brand",
    "brand_page",
    "brand_style",
    "synonym",
    "rate_set",
    "popular_search",
)
_NOTE = """
CREATE OR REPLACE FUNCTION note_snapshot_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO snapshot_change DEFAULT VALUES;
    RETURN NULL;
END $$;
"""


def upgrade() -> None:
    op.create_table(
        "snapshot_change",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column(
            "created_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_snapshot_change")),
        if_not_exists=True,
    )
    op.execute(_NOTE)
    for table in TABLES:
        op.execute(
            "CREATE OR REPLACE TRIGGER note_snapshot"
            f" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION note_snapshot_change()"
        )


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"DROP TRIGGER IF EXISTS note_snapshot ON {table}")
    op.execute("DROP FUNCTION IF EXISTS note_snapshot_change")
    op.drop_table("snapshot_change", if_exists=True)
