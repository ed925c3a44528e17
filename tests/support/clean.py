"""Empty the tables that a test may have filled, in a few milliseconds."""

from __future__ import annotations

import psycopg
from psycopg import sql

from tests.support.data import beside
from tests.support.database import Fill, psycopg_url

TABLES = beside(__file__, "tables.sql")
# Used sequences are reset: ids in a test do not depend on the tests before it.
USED_SEQUENCES = beside(__file__, "used_sequences.sql")


class Cleaner:
    """Empties every table that was empty in the template (the others hold reference data).

    Create it before anything is written to the database: tables with rows by then count as
    reference data. What `fill` adds then is there again after each `clean`.
    """

    def __init__(self, database_url: str, fill: Fill | None = None) -> None:
        self.database_url = database_url
        self._url = psycopg_url(database_url)
        self._held: dict[str, bytes] = {}
        self._next: dict[str, int] = {}
        with psycopg.connect(self._url) as connection:
            tables = [name for (name,) in connection.execute(TABLES).fetchall()]
            filled = set(_filled(connection, tables))
        self._tables = [name for name in tables if name not in filled]
        if fill is not None:
            fill(database_url)
            self._hold()

    def _hold(self) -> None:
        with psycopg.connect(self._url) as connection:
            for name in _filled(connection, self._tables):
                query = sql.SQL("COPY {} TO STDOUT (FORMAT binary)").format(sql.Identifier(name))
                with connection.cursor().copy(query) as rows:
                    self._held[name] = b"".join(map(bytes, rows))
            used = connection.execute(USED_SEQUENCES, (self._tables,)).fetchall()
            for (name,) in used:
                row = connection.execute("SELECT nextval(%s::regclass)", (name,)).fetchone()
                self._next[name] = row[0] if row else 1

    def clean(self) -> None:
        """Delete all rows but those of `fill`, and start the ids where they were."""
        with psycopg.connect(self._url) as connection:
            filled = _filled(connection, self._tables)
            # Foreign keys are triggers: all their tables are emptied in this transaction anyway.
            connection.execute("SET LOCAL session_replication_role = replica")
            for name in filled:
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            for name, rows in self._held.items():
                query = sql.SQL("COPY {} FROM STDIN (FORMAT binary)").format(sql.Identifier(name))
                with connection.cursor().copy(query) as copy:
                    copy.write(rows)
            for (name,) in connection.execute(USED_SEQUENCES, (self._tables,)).fetchall():
                place = self._next.get(name, 1)
                connection.execute("SELECT setval(%s::regclass, %s, false)", (name, place))


def _filled(connection: psycopg.Connection, tables: list[str]) -> list[str]:
    if not tables:
        return []
    select = "SELECT {} WHERE EXISTS (SELECT 1 FROM {})"
    parts = [sql.SQL(select).format(sql.Literal(t), sql.Identifier(t)) for t in tables]
    query = sql.SQL(" UNION ALL ").join(parts)
    return [name for (name,) in connection.execute(query).fetchall()]
