"""PostgreSQL: one engine a process and URL, sessions as transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

CONNECT_TIMEOUT_S = 5


@lru_cache(maxsize=8)
def engine(database_url: str) -> Engine:
    """Return the process's engine for this URL; connections are checked before use."""
    return create_engine(
        database_url,
        pool_pre_ping=True,
        pool_size=8,
        max_overflow=8,
        connect_args={"connect_timeout": CONNECT_TIMEOUT_S},
    )


@contextmanager
def session_scope(database_url: str) -> Iterator[Session]:
    """Open a session that commits when the block ends and rolls back when it raises."""
    with Session(engine(database_url), expire_on_commit=False) as session, session.begin():
        yield session
