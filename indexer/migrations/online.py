"""What revisions do beside the site, and what they leave for after the release.

Each of these commits what the revision did before it, and a revision that is killed runs again from
its beginning: all that it does must then find itself done (`if_not_exists`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import TextClause, text

_BROKEN = text("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(:name) AND NOT indisvalid")


def create_index(
    name: str, table: str, columns: Sequence[str | TextClause], **options: Any
) -> None:
    """Build an index with reads and writes going on; one that was left half built goes first."""
    with op.get_context().autocommit_block():
        if op.get_bind().execute(_BROKEN, {"name": name}).first():
            op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(
            name, table, columns, if_not_exists=True, postgresql_concurrently=True, **options
        )


def drop_index(name: str, table: str) -> None:
    """Drop an index with reads and writes going on."""
    with op.get_context().autocommit_block():
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)


def replace_check(name: str, table: str, condition: str) -> None:
    """Put a check constraint in another's place; its rows are read with the site going on."""
    op.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT IF EXISTS "{name}"')
    op.execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" CHECK ({condition}) NOT VALID')
    with op.get_context().autocommit_block():
        op.execute(f'ALTER TABLE "{table}" VALIDATE CONSTRAINT "{name}"')


def after_release(step: str) -> None:
    """Leave a change of all rows to the workers, who know it (`indexer.migrations.data_steps`)."""
    op.execute(
        text("INSERT INTO data_step (name) VALUES (:name) ON CONFLICT DO NOTHING").bindparams(
            name=step
        )
    )
