"""Empty the tables that a test may have filled, in a few milliseconds."""

from __future__ import annotations

import psycopg
from psycopg import sql

from tests.support.database import psycopg_url

TABLES = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = 'public'
ORDER BY c.relname
"""
# Used sequences are reset: ids in a test do not depend on the tests before it.
USED_SEQUENCES = """
SELECT s.oid::regclass::text FROM pg_class s
JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
JOIN pg_class t ON t.oid = d.refobjid
JOIN pg_sequences q ON q.sequencename = s.relname AND q.schemaname = 'public'
WHERE s.relkind = 'S' AND q.last_value IS NOT NULL AND t.relname = ANY(%s)
"""


class Cleaner:
    """Empties every table that was empty in the template (the others hold reference data).

    Create it before anything is written to the database: tables with rows by then count as
    reference data.
    """

    def __init__(self, database_url: str) -> None:
        self.database_url = database_url
        self._url = psycopg_url(database_url)
        with psycopg.connect(self._url) as connection:
            tables = [name for (name,) in connection.execute(TABLES).fetchall()]
            filled = set(_filled(connection, tables))
        self._tables = [name for name in tables if name not in filled]

    def clean(self) -> None:
        """Delete all rows and start the ids at 1 again."""
        with psycopg.connect(self._url) as connection:
            filled = _filled(connection, self._tables)
            # Foreign keys are triggers: all their tables are emptied in this transaction anyway.
            connection.execute("SET LOCAL session_replication_role = replica")
            for name in filled:
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            for (name,) in connection.execute(USED_SEQUENCES, (self._tables,)).fetchall():
                connection.execute("SELECT setval(%s::regclass, 1, false)", (name,))


def _filled(connection: psycopg.Connection, tables: list[str]) -> list[str]:
    if not tables:
        return []
    select = "SELECT {} WHERE EXISTS (SELECT 1 FROM {})"
    parts = [sql.SQL(select).format(sql.Literal(t), sql.Identifier(t)) for t in tables]
    query = sql.SQL(" UNION ALL ").join(parts)
    return [name for (name,) in connection.execute(query).fetchall()]
