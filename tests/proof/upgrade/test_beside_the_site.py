"""A revision waits in nobody's way, can be killed anywhere and is then run again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import SQLAlchemyError

from indexer.core.db import engine
from indexer.migrate import migrate
from indexer.migrations import online
from indexer.migrations.online import MigrationError
from indexer.models import Base
from tests.support.data import beside
from tests.support.database import psycopg_url
from tests.support.revisions import made, upgrade
from tests.support.worker import eventually

INDEX = "online.create_index('ix_made_up', 'product', ['name_key'])"
KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%'"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('ix_made_up')"
PATIENCE_S = 120

Connection = psycopg.Connection[Any]


@pytest.fixture
def ask(own_database_url: str) -> Iterator[Connection]:
    with psycopg.connect(psycopg_url(own_database_url), autocommit=True) as connection:
        yield connection


@contextmanager
def reading(database_url: str) -> Iterator[None]:
    """Read products in one long transaction while the block runs, as a rebuild does."""
    with psycopg.connect(psycopg_url(database_url)) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SELECT count(*) FROM product")
        yield


def one(connection: Connection, query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def revision(connection: Connection) -> str:
    return str(one(connection, "SELECT version_num FROM alembic_version"))


def test_a_statement_that_takes_long_under_its_locks_is_for_a_site_that_is_stopped(
    own_database_url: str, ask: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "SLOW_TRIES", 1)
    monkeypatch.setattr(online, "STATEMENT_MS", 1_500)
    config = made(own_database_url, tmp_path, "op.execute('SELECT pg_sleep(2)')")
    with pytest.raises(MigrationError, match="--stopped"):
        upgrade(config)
    upgrade(config, stopped=True)
    assert revision(ask) == "t1"


def test_an_index_whose_building_was_killed_is_built_anew(
    own_database_url: str, ask: Connection, tmp_path: Path
) -> None:
    config = made(own_database_url, tmp_path, INDEX)
    with ThreadPoolExecutor(1) as beside, reading(own_database_url):
        migrating = beside.submit(upgrade, config)
        eventually(lambda: one(ask, VALID) is False, "the index waits for the reader")
        ask.execute(KILL)
        with pytest.raises(SQLAlchemyError):
            migrating.result(PATIENCE_S)
    assert one(ask, VALID) is False
    upgrade(config)
    assert one(ask, VALID) is True
    assert revision(ask) == "t1"


SCHEMA = beside(__file__, "schema.sql")


def test_the_schema_is_what_the_models_declare(
    own_database_url: str, empty_database_url: str
) -> None:
    Base.metadata.create_all(engine(empty_database_url))
    migrated, declared = (
        set(execute(url, SCHEMA)) for url in (own_database_url, empty_database_url)
    )
    assert {row for row in migrated if row[0] != "alembic_version"} == declared


def execute(database_url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(psycopg_url(database_url)) as connection:
        return connection.execute(query.encode()).fetchall()


def test_a_database_of_another_version_is_left_alone_and_named(
    own_database_url: str, ask: Connection
) -> None:
    ask.execute("UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(MigrationError, match=r"'0042'.*from 0049 on"):
        migrate(own_database_url)
    assert revision(ask) == "0042"
