"""a run's reasons have codes"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    reasons = sa.Column("reasons", JSONB(), server_default="[]", nullable=False)
    op.add_column("scrape_run", reasons, if_not_exists=True)
    code = sa.Column("code", sa.Text(), server_default="", nullable=False)
    op.add_column("failed_page", code, if_not_exists=True)
    op.execute("""
        UPDATE scrape_run
           SET reasons = CASE WHEN failure_reason LIKE 'Accepted by an operator%'
                         THEN jsonb_build_array(jsonb_build_array('accepted', ''),
                              jsonb_build_array('other', failure_reason))
                         ELSE jsonb_build_array(jsonb_build_array('other', failure_reason)) END
         WHERE failure_reason IS NOT NULL AND reasons = '[]'
    """)


def downgrade() -> None:
    op.drop_column("scrape_run", "reasons", if_exists=True)
    op.drop_column("failed_page", "code", if_exists=True)
