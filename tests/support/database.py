"""Databases for tests: cloned from a migrated template, emptied between tests."""

from __future__ import annotations

import hashlib
import inspect
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from indexer.catalogue.tables import load_reference
from indexer.core.db import engine, session_scope
from indexer.language.tree import DATA
from indexer.migrate import migrate

INDEXER = Path(__file__).resolve().parents[2] / "indexer"
TEMPLATE_LOCK = 7_201_119  # any number: an advisory lock of ours on the server
Fill = Callable[[str], None]  # adds to the database of a URL


def psycopg_url(url: str) -> str:
    """Return the URL for psycopg, without SQLAlchemy's driver name."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def with_database(server_url: str, database: str) -> str:
    """Return the server's URL with another database."""
    parsed: URL = make_url(server_url).set(database=database, drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


@contextmanager
def database_from_template(server_url: str, fill: Fill | None = None) -> Iterator[str]:
    """Yield the URL of a new database, migrated and with the reference data; drop it after.

    What `fill` adds is in it too: it is called once for all databases.
    """
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(psycopg_url(server_url), autocommit=True) as server:
        template = _template(server, server_url, fill)
        server.execute(_statement("CREATE DATABASE {} TEMPLATE {}", name, template))
    url = with_database(server_url, name)
    try:
        yield url
    finally:
        engine(url).dispose()
        _drop(server_url, name)


def drop_leftovers(server_url: str) -> None:
    """Drop the databases of killed sessions on a server that only this session uses."""
    with psycopg.connect(psycopg_url(server_url), autocommit=True) as server:
        current = _template_name()
        query = r"SELECT datname FROM pg_database WHERE datname LIKE 'test\_%%'"
        for (name,) in server.execute(query).fetchall():
            if name != current:
                server.execute(_statement("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))


def _drop(server_url: str, name: str) -> None:
    with psycopg.connect(psycopg_url(server_url), autocommit=True) as server:
        server.execute(_statement("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))


def _statement(text: str, *names: str) -> sql.Composed:
    return sql.SQL(text).format(*(sql.Identifier(name) for name in names))


def _template_name() -> str:
    digest = hashlib.sha256()
    sources = [*INDEXER.glob("migrations/**/*"), *DATA.glob("*.json")]
    for path in sorted(path for path in sources if path.is_file()):
        if path.parent.name == "__pycache__":
            continue
        digest.update(path.name.encode() + path.read_bytes())
    return f"test_template_{digest.hexdigest()[:12]}"


def _template(server: psycopg.Connection, server_url: str, fill: Fill | None = None) -> str:
    """Return the template's name; creates it when missing, under a lock."""
    name = _template_name() if fill is None else f"{_template_name()}_{_source_digest(fill)}"
    server.execute("SELECT pg_advisory_lock(%s)", (TEMPLATE_LOCK,))
    try:
        existing = server.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", (name,)
        ).fetchone()
        if not existing:
            base = "template0" if fill is None else _template(server, server_url)
            _make_template(server, server_url, name, base, fill or _migrated)
    finally:
        server.execute("SELECT pg_advisory_unlock(%s)", (TEMPLATE_LOCK,))
    return name


def _source_digest(fill: Fill) -> str:
    sources = (Path(inspect.getfile(fill)), Path(__file__).with_name("stock.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def _make_template(
    server: psycopg.Connection, server_url: str, name: str, base: str, fill: Fill
) -> None:
    """Fill it under another name first: a template that exists is complete."""
    work = f"{name}_partial"
    server.execute(_statement("DROP DATABASE IF EXISTS {} WITH (FORCE)", work))
    server.execute(_statement("CREATE DATABASE {} TEMPLATE {}", work, base))
    url = with_database(server_url, work)
    fill(url)
    engine(url).dispose()
    server.execute(_statement("ALTER DATABASE {} RENAME TO {}", work, name))


def _migrated(database_url: str) -> None:
    migrate(database_url)
    with session_scope(database_url) as session:
        load_reference(session)
