"""a run says which source it read, and a brand's other one is read as the check of it"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
KINDS = "'scrape+classify', 'scrape', 'classify', 'import'"


def upgrade() -> None:
    op.add_column("brand", sa.Column("check_every_days", sa.Integer()))
    op.add_column("scrape_run", sa.Column("source", sa.Text(), server_default="", nullable=False))
    op.drop_constraint(op.f("ck_scrape_run_kind_known"), "scrape_run", type_="check")
    op.create_check_constraint(
        op.f("ck_scrape_run_kind_known"), "scrape_run", f"kind IN ({KINDS}, 'check')"
    )


def downgrade() -> None:
    op.execute("DELETE FROM scrape_run WHERE kind = 'check'")
    op.drop_constraint(op.f("ck_scrape_run_kind_known"), "scrape_run", type_="check")
    op.create_check_constraint(op.f("ck_scrape_run_kind_known"), "scrape_run", f"kind IN ({KINDS})")
    op.drop_column("scrape_run", "source")
    op.drop_column("brand", "check_every_days")
