"""runs that go on, pages of a run, turns at a host, how each brand is scraped"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

TIME = sa.DateTime(timezone=True)
BRAND_TEXTS = ("user_agent", "extra_headers", "cookies", "upstream_proxy")
BRAND_NUMBERS = ("request_delay", "page_time_budget", "run_time_budget")
BOUNDS = {
    "request_delay_in_ms": "request_delay BETWEEN 0 AND 600000",
    "page_time_budget_in_s": "page_time_budget BETWEEN 5 AND 3600",
    "run_time_budget_in_minutes": "run_time_budget BETWEEN 1 AND 1440",
}


def upgrade() -> None:
    op.add_column(
        "scrape_run", sa.Column("attempts", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column("scrape_run", sa.Column("resume_at", TIME))
    op.add_column(
        "scrape_run", sa.Column("brand_name", sa.Text(), server_default="", nullable=False)
    )
    op.execute("UPDATE scrape_run r SET brand_name = b.name FROM brand b WHERE b.id = r.brand_id")
    _brand_key("SET NULL")
    _open_index("state <> 'finished' AND (brand_id IS NOT NULL OR kind = 'classify')")
    op.create_table(
        "run_page",
        sa.Column("run_id", sa.BigInteger(), primary_key=True),
        sa.Column("page_url", sa.Text(), primary_key=True),
        sa.Column("done", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("states", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rejected", sa.Integer(), server_default="0", nullable=False),
        sa.Column("resume_url", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["scrape_run.id"], ondelete="CASCADE"),
    )
    op.create_table(
        "host_turn",
        sa.Column("host", sa.Text(), primary_key=True),
        sa.Column("next_at", TIME, nullable=False),
    )
    op.add_column("product", sa.Column("details_at", TIME))
    op.add_column("brand", sa.Column("favicon_tried_at", TIME))
    for name in BRAND_NUMBERS:
        op.add_column("brand", sa.Column(name, sa.Integer()))
    op.add_column(
        "brand", sa.Column("accept_confirms", sa.Boolean(), server_default="false", nullable=False)
    )
    for name in BRAND_TEXTS:
        op.add_column("brand", sa.Column(name, sa.Text(), server_default="", nullable=False))
    for name, condition in BOUNDS.items():
        op.create_check_constraint(op.f(f"ck_brand_{name}"), "brand", condition)


def downgrade() -> None:
    for name in BOUNDS:
        op.drop_constraint(op.f(f"ck_brand_{name}"), "brand")
    for name in (*BRAND_TEXTS, "accept_confirms", *BRAND_NUMBERS):
        op.drop_column("brand", name)
    op.drop_column("brand", "favicon_tried_at")
    op.drop_column("product", "details_at")
    op.drop_table("host_turn")
    op.drop_table("run_page")
    op.execute("DELETE FROM scrape_run WHERE brand_id IS NULL AND kind <> 'classify'")
    _open_index("state <> 'finished'")
    _brand_key("CASCADE")
    for name in ("brand_name", "resume_at", "attempts"):
        op.drop_column("scrape_run", name)


def _brand_key(ondelete: str) -> None:
    """What becomes of the runs of a brand that is deleted."""
    name = op.f("fk_scrape_run_brand_id")
    op.drop_constraint(name, "scrape_run")
    op.create_foreign_key(name, "scrape_run", "brand", ["brand_id"], ["id"], ondelete=ondelete)


def _open_index(condition: str) -> None:
    name = "uq_scrape_run_open_brand"
    op.drop_index(name, table_name="scrape_run")
    op.create_index(
        name,
        "scrape_run",
        [sa.literal_column("coalesce(brand_id, 0)")],
        unique=True,
        postgresql_where=sa.text(condition),
    )
