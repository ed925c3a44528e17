"""PostgreSQL's rows by its own pg_dump and pg_restore, proved by the content of each table."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from alembic.script import ScriptDirectory
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from dev.backup.manifest import BackupError, Content, Manifest
from indexer.core.db import POOLER
from indexer.migrate import alembic_config, migrate

FILE = "catalogue.dump"
INSTALLED = Path("/usr/lib/postgresql")
WAIT_FOR_LOCKS = "30s"
ASIDE = "before_restore"  # the schema that a restore replaces, until all is proved
_COLUMNS = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
   AND NOT a.attisdropped AND a.attgenerated = ''
   AND c.relname NOT IN ('alembic_version', 'backup')
 GROUP BY c.relname
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
Columns = Mapping[str, Sequence[str]]


@contextmanager
def snapshot(database_url: str) -> Iterator[Connection]:
    """Yield a connection that sees one moment of the catalogue, while it goes on."""
    with psycopg.connect(_address(database_url)) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        connection.execute(_PLAIN)
        yield connection


def _address(database_url: str) -> str:
    url = make_url(database_url).difference_update_query([POOLER])
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def columns_of(connection: Connection) -> dict[str, list[str]]:
    """Return each table's columns."""
    return dict(sorted(connection.execute(_COLUMNS).fetchall()))


def contents_of(connection: Connection, columns: Columns | None = None) -> dict[str, Content]:
    """Return how many rows each table has, and a checksum of all that they say.

    `columns`: of these tables and columns alone.
    """
    asked = columns if columns is not None else columns_of(connection)
    return {name: _content(connection, name, asked[name]) for name in asked}


def _content(connection: Connection, name: str, columns: Sequence[str]) -> Content:
    row = connection.execute(
        SQL(
            "SELECT count(*), coalesce(sum(hashtextextended(ROW({})::text, 0)::numeric), 0)::text"
            " FROM {}"
        ).format(SQL(", ").join(map(Identifier, columns)), Identifier(name))
    ).fetchone()
    assert row is not None  # noqa: S101 - an aggregate has a row
    return Content(row[0], row[1])


def revision_of(connection: Connection) -> str:
    """Return the schema's revision."""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def sequences_of(connection: Connection) -> dict[str, int]:
    """Return the last number that each sequence gave out."""
    return dict(connection.execute(_SEQUENCES).fetchall())


def dump(connection: Connection, database_url: str, file: Path) -> None:
    """Write what the connection's snapshot sees to a file; raises BackupError."""
    row = connection.execute("SELECT pg_export_snapshot()").fetchone()
    assert row is not None  # noqa: S101 - a function has a value
    what = ("--schema=public", "--exclude-table-data=public.backup", f"--snapshot={row[0]}")
    how = ("--format=custom", "--compress=4", f"--file={file}")
    _run("pg_dump", connection.info.server_version, database_url, *how, *what)


def _run(name: str, server: int, database_url: str, *words: str) -> None:
    """Run one of PostgreSQL's programs; its password is on no command line."""
    address: dict[str, Any] = dict(conninfo_to_dict(_address(database_url)))
    password = address.pop("password", None)
    command = [program(name, server // 10_000), *words, "--no-owner", "--no-privileges"]
    env = {**os.environ, **({"PGPASSWORD": password} if password else {})}
    command.append(f"--dbname={make_conninfo(**address)}")
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{name} failed: {done.stderr.strip()[-600:]}")


def program(name: str, server: int) -> str:
    """Return the program of the server's version, or the next newer one; raises BackupError."""
    found = {
        int(path.parts[-3]): str(path)
        for path in INSTALLED.glob(f"*/bin/{name}")
        if path.parts[-3].isdigit()
    }
    if not found and (other := shutil.which(name)):  # not Debian's packages
        said = subprocess.check_output([other, "--version"], text=True)
        found[int(said.split()[2].partition(".")[0])] = other
    for version in sorted(found):
        if version >= server:
            return found[version]
    raise BackupError(
        f"{name} {server} or newer is needed: the database is PostgreSQL {server}. Run: apt-get"
        f" install -y postgresql-client-{server} (from PostgreSQL's own packages where your system"
        " has an older one)"
    )


def refuse_unknown(revision: str) -> None:
    """Raise BackupError for a schema that this version does not know: a later one's."""
    known = {
        one.revision for one in ScriptDirectory.from_config(alembic_config("")).walk_revisions()
    }
    if revision not in known:
        raise BackupError(
            f"It was made by a later version (schema {revision}): install that version first"
        )


def replace(database_url: str, file: Path, manifest: Manifest) -> None:
    """Replace the whole catalogue; raises BackupError, and changes nothing, unless all is equal."""
    with _aside(database_url) as server:
        _run(
            "pg_restore", server, database_url, "--schema=public", "--single-transaction", str(file)
        )
        with snapshot(database_url) as connection:
            _prove(connection, manifest)
        migrate(database_url, stopped=True)


@contextmanager
def _aside(database_url: str) -> Iterator[int]:
    """Put the catalogue aside while the block fills another; it is back where that fails.

    Yield the server's version. What a restore that was killed has put aside comes back first.
    """
    with psycopg.connect(_address(database_url), autocommit=True) as connection:
        if connection.execute("SELECT to_regnamespace(%s)", (ASIDE,)).fetchone() != (None,):
            _put_back(connection)
        with connection.transaction():
            connection.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_LOCKS}'")
            connection.execute("CREATE SCHEMA IF NOT EXISTS public")
            for name in columns_of(connection):  # nobody else is in the middle of something
                connection.execute(SQL("LOCK TABLE public.{}").format(Identifier(name)))
            connection.execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
            connection.execute("CREATE SCHEMA public")
        try:
            yield connection.info.server_version
        except BaseException:
            _put_back(connection)
            raise
        connection.execute(f"DROP SCHEMA {ASIDE} CASCADE")


def _put_back(connection: Connection) -> None:
    with connection.transaction():
        connection.execute("DROP SCHEMA IF EXISTS public CASCADE")
        connection.execute(f"ALTER SCHEMA {ASIDE} RENAME TO public")


def _prove(connection: Connection, manifest: Manifest) -> None:
    """Raise BackupError where the rows are not those saved, or an id might come a second time."""
    present, saved = contents_of(connection), manifest.tables
    wrong = [f"{name} (absent)" for name in sorted(saved.keys() - present.keys())]
    wrong += [f"{name} (unexpected)" for name in sorted(present.keys() - saved.keys())]
    wrong += [
        f"{name} ({present[name].count} rows, {saved[name].count} saved)"
        for name in sorted(saved.keys() & present.keys())
        if present[name] != saved[name]
    ]
    # Sequences know no snapshot: they were read before the dump, and go on meanwhile.
    last = sequences_of(connection)
    if any(last.get(name, 0) < number for name, number in manifest.sequences.items()):
        wrong.append("the sequences")
    if wrong:
        raise BackupError(f"Nothing was changed: what was read back differs in {', '.join(wrong)}")
