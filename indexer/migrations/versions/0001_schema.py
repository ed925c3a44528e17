"""the schema of the first release"""

from pathlib import Path

from alembic import op

revision = "0049"
down_revision = None


def upgrade() -> None:
    op.execute((Path(__file__).parents[1] / "schema.sql").read_text(encoding="utf-8"))
