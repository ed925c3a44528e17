"""PostgreSQL's rows: out in one snapshot, and back in one transaction that is proved at its end."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from alembic.script import ScriptDirectory
from psycopg.sql import SQL, Composed, Identifier
from sqlalchemy import URL, NullPool, create_engine, make_url, text
from sqlalchemy import Connection as SqlConnection

from dev.backup.manifest import CHUNK, BackupError, Content, Manifest, Table
from indexer.db import POOLER
from indexer.migrate import alembic_config

FOLDER = "tables"
LEVEL = 4  # of compression
WAIT_FOR_LOCKS = "30s"
_COLUMNS = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
   AND NOT a.attisdropped AND a.attgenerated = ''
   AND c.relname NOT IN ('alembic_version', 'backup')
 GROUP BY c.relname
"""
_PARENTS = """
SELECT child.relname, parent.relname FROM pg_constraint k
  JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
 WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
"""
_SEQUENCES = """
SELECT sequencename, last_value FROM pg_sequences
 WHERE schemaname = 'public' AND last_value IS NOT NULL
"""
# A row's text must not depend on who asks.
_PLAIN = (
    "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL extra_float_digits = 1;"
    "SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex';"
    "SET LOCAL search_path = public; SET LOCAL statement_timeout = 0;"
)

Connection = psycopg.Connection[Any]


@contextmanager
def snapshot(database_url: str) -> Iterator[Connection]:
    """Yield a connection that sees one moment of the catalogue, while it goes on."""
    address = _unpooled(database_url).set(drivername="postgresql")
    with psycopg.connect(address.render_as_string(hide_password=False)) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        connection.execute(_PLAIN)
        yield connection


def columns_of(connection: Connection) -> dict[str, tuple[str, ...]]:
    """Return each table's columns."""
    rows = connection.execute(_COLUMNS).fetchall()
    return {name: tuple(columns) for name, columns in sorted(rows)}


def content_of(connection: Connection, name: str, columns: Sequence[str]) -> Content:
    """Return how many rows a table has, and a checksum of all that they say."""
    asked = SQL(
        "SELECT count(*), coalesce(sum(hashtextextended(ROW({})::text, 0)::numeric), 0)::text"
        " FROM {}"
    ).format(_list(columns), Identifier(name))
    row = connection.execute(asked).fetchone()
    assert row is not None  # noqa: S101 - an aggregate has a row
    return Content(row[0], row[1])


def revision_of(connection: Connection) -> str:
    """Return the schema's revision."""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def sequences_of(connection: Connection) -> dict[str, int]:
    """Return the last number that each sequence gave out."""
    return dict(connection.execute(_SEQUENCES).fetchall())


def write(connection: Connection, folder: Path) -> dict[str, Table]:
    """Write each table's rows to a file; return what was written."""
    (folder / FOLDER).mkdir()
    tables = {}
    for name, columns in columns_of(connection).items():
        asked = SQL("COPY {} ({}) TO STDOUT").format(Identifier(name), _list(columns))
        with (
            gzip.open(_file(folder, name), "wb", compresslevel=LEVEL) as out,
            connection.cursor().copy(asked) as rows,
        ):
            for chunk in rows:
                out.write(chunk)
        tables[name] = Table(columns, content_of(connection, name, columns))
    return tables


def refuse_unknown(revision: str) -> None:
    """Raise BackupError for a schema that this version does not know: a later one's."""
    known = {
        one.revision for one in ScriptDirectory.from_config(alembic_config("")).walk_revisions()
    }
    if revision not in known:
        raise BackupError(
            f"It was made by a later version (schema {revision}): install that version first"
        )


def _unpooled(database_url: str) -> URL:
    return make_url(database_url).difference_update_query([POOLER])


def replace(database_url: str, folder: Path, manifest: Manifest) -> None:
    """Replace the whole catalogue; raises BackupError, and changes nothing, unless all is equal."""
    engine = create_engine(_unpooled(database_url), poolclass=NullPool)
    with engine.connect() as session, session.begin():
        session.execute(text(f"SET LOCAL lock_timeout = '{WAIT_FOR_LOCKS}'"))
        session.execute(text("DROP SCHEMA IF EXISTS public CASCADE"))
        session.execute(text("CREATE SCHEMA public"))
        _upgrade(session, manifest.revision)
        raw = session.connection.driver_connection
        if not isinstance(raw, psycopg.Connection):
            raise TypeError("the catalogue is read by psycopg")
        raw.execute(_PLAIN)
        _fill(raw, folder, manifest)
        _prove(raw, manifest)
        raw.execute("SET LOCAL search_path TO DEFAULT")
        _upgrade(session, "head")


def _differences(connection: Connection, tables: Mapping[str, Table]) -> list[str]:
    present = columns_of(connection)
    wrong = [f"{name} (absent)" for name in tables.keys() - present.keys()]
    wrong += [f"{name} (unexpected)" for name in present.keys() - tables.keys()]
    for name in sorted(tables.keys() & present.keys()):
        found = content_of(connection, name, tables[name].columns)
        if found != tables[name].content:
            wrong.append(f"{name} ({found.count} rows, {tables[name].content.count} saved)")
    return wrong


def _upgrade(session: SqlConnection, revision: str) -> None:
    config = alembic_config("")
    config.attributes["connection"] = session
    command.upgrade(config, revision)


def _fill(connection: Connection, folder: Path, manifest: Manifest) -> None:
    names = _list(sorted(manifest.tables))
    # Migrations have put rows in.
    connection.execute(SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(names))
    for name in _parents_first(connection, manifest.tables):
        columns = _list(manifest.tables[name].columns)
        into = SQL("COPY {} ({}) FROM STDIN").format(Identifier(name), columns)
        with (
            gzip.open(_file(folder, name), "rb") as rows,
            connection.cursor().copy(into) as out,
        ):
            while chunk := rows.read(CHUNK):
                out.write(chunk)
    for name, last in manifest.sequences.items():
        connection.execute("SELECT setval(%s::text::regclass, %s)", (f'public."{name}"', last))


def _prove(connection: Connection, manifest: Manifest) -> None:
    wrong = _differences(connection, manifest.tables)
    if sequences_of(connection) != manifest.sequences:
        wrong.append("the sequences")
    if wrong:
        raise BackupError(f"Nothing was changed: what was read back differs in {', '.join(wrong)}")


def _parents_first(connection: Connection, tables: Mapping[str, Table]) -> list[str]:
    """Return the tables so that each comes after those that it refers to."""
    order: TopologicalSorter[str] = TopologicalSorter({name: set() for name in sorted(tables)})
    for child, parent in connection.execute(_PARENTS).fetchall():
        if child != parent:
            order.add(child, parent)
    return list(order.static_order())


def _list(names: Sequence[str]) -> Composed:
    return SQL(", ").join(Identifier(name) for name in names)


def _file(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}.copy.gz"
