"""PostgreSQL: one engine a process and URL, sessions as transactions, no wait without an end.

A server that is stopped or cut off keeps its connections and sends nothing. What the server does
itself (`statement_timeout`) does not help then, so the client counts too; a connection whose
answer did not come in time is closed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from typing import Any, cast

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.sql import SQL
from sqlalchemy import ColumnElement, Engine, create_engine, event, func, make_url
from sqlalchemy.orm import InstrumentedAttribute, Session

CONNECT_TIMEOUT_S = 5
POOL_TIMEOUT_S = 5.0
JOB_ANSWER_S = 300.0  # one statement of a job, such as the publication of a large run
VISITOR_ANSWER_S = 8.0  # one statement of a request
PROBE_S = 1.0
POOLER = "pgbouncer"  # in an address
# A transaction whose client sends nothing more is ended by the server, so that the locks of a
# client that went away unseen (behind a pooler, with its machine) are not held for hours. Less
# than the silence for which a run is taken for dead (indexer.ingest.runs.reaper).
IDLE_S = 20.0
# The server ends a statement a little before the client gives it up: the connection stays usable.
SERVER_FIRST_S = 0.5
# A peer that is gone and closed nothing (a cable, a firewall's memory) is noticed in half a minute.
NETWORK = {
    "keepalives": 1,
    "keepalives_idle": 15,  # s
    "keepalives_interval": 5,  # s
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms
}
# The same from the server's side, whose own defaults are two hours; and it looks while it works.
SERVER_NETWORK = {
    "tcp_keepalives_idle": 15,  # s
    "tcp_keepalives_interval": 5,  # s
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms
    "client_connection_check_interval": 5_000,  # ms
}


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that waits for each answer for a limited time."""

    answer_s = JOB_ANSWER_S

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for one answer; raises OperationalError, and closes, when it does not come."""
        limit = self.answer_s if timeout is None else timeout
        until = time.monotonic() + limit
        try:
            return super().wait(gen, interval, limit)
        except psycopg.OperationalError as error:
            if time.monotonic() < until:
                raise
            self.pgconn.finish()  # its answer may still come, to another question
            raise psycopg.OperationalError(
                f"PostgreSQL has not answered within {limit:g} s"
            ) from error


def connect(
    database_url: str, answer_s: float | None = None, *, idle_s: float | None = None, **options: Any
) -> BoundedConnection:
    """Open a connection with this limit for one answer (s), the process's own where not given.

    `idle_s` ends a transaction that is idle so long; None: it may rest, as the
    cursor does that feeds a slow index. An address with `?pgbouncer=1` leads to a pooler that gives
    a server for a transaction only: what belongs to a session stays away. The server's own bounds
    are the role's then (docs/scaling.md); those of the client hold as ever.
    """
    limit = _Process.answer_s if answer_s is None else answer_s
    url = make_url(database_url).set(drivername="postgresql")
    pooled, url = POOLER in url.query, url.difference_update_query([POOLER])
    bounds = {
        "statement_timeout": int((limit - SERVER_FIRST_S) * 1000),
        "idle_in_transaction_session_timeout": int((idle_s or 0) * 1000),
        **SERVER_NETWORK,
    }
    bound = " ".join(f"-c {name}={value}" for name, value in bounds.items())
    own = f"{bound} {url.query.get('options', '')}".strip()  # the address's own wins
    wanted: dict[str, Any] = {"connect_timeout": CONNECT_TIMEOUT_S, **NETWORK, **options}
    wanted |= {"prepare_threshold": None} if pooled else {"options": own}
    opened = BoundedConnection.connect(url.render_as_string(hide_password=False), **wanted)
    opened.answer_s = limit
    return opened


class _Process:
    """What holds for the whole process."""

    answer_s = JOB_ANSWER_S
    connections = 16  # of its pool


def limit_statements(answer_s: float) -> None:
    """Set how long this process waits for one answer, before its first connection."""
    _Process.answer_s = answer_s


def limit_connections(most: int) -> None:
    """Set how many connections this process's pool may have, before its first one."""
    _Process.connections = most


def answers(database_url: str) -> bool:
    """Return True if PostgreSQL takes a new connection and answers, within some two seconds."""
    try:
        with connect(database_url, PROBE_S, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


def try_lock(connection: psycopg.Connection[Any], kind: int, key: int) -> bool:
    """Take an advisory lock until the transaction's end; return False where another has it.

    The numbers are part of the statement: one with parameters keeps its snapshot until the next
    one, which holds up whoever builds an index concurrently, and vacuum, for as long as the lock.
    """
    lock = SQL("SELECT pg_try_advisory_xact_lock({}, {})").format(kind, key)
    row = connection.execute(lock).fetchone()
    return bool(row and row[0])


def new_engine(database_url: str, answer_s: float | None = None, **options: Any) -> Engine:
    """Return an engine whose connections wait for an answer as those of `connect`."""
    engine = create_engine(database_url, **options)

    @event.listens_for(engine, "do_connect")
    def _open(*_parts: object) -> BoundedConnection:
        return connect(database_url, answer_s, idle_s=IDLE_S)

    return engine


@lru_cache(maxsize=8)
def engine(database_url: str) -> Engine:
    """Return the process's engine for this URL; connections are checked before use."""
    return new_engine(
        database_url,
        pool_pre_ping=True,
        pool_size=_Process.connections // 2,
        max_overflow=_Process.connections - _Process.connections // 2,
        pool_timeout=POOL_TIMEOUT_S,
    )


@contextmanager
def session_scope(database_url: str) -> Iterator[Session]:
    """Open a session that commits when the block ends and rolls back when it raises."""
    with Session(engine(database_url), expire_on_commit=False) as session, session.begin():
        yield session


def driver_connection(session: Session) -> psycopg.Connection[Any]:
    """Return psycopg's connection of a session's transaction, for what the ORM has no words for."""
    return cast("psycopg.Connection[Any]", session.connection().connection.driver_connection)


def is_older(moment: InstrumentedAttribute[Any], age: timedelta) -> ColumnElement[bool]:
    """Return True for what was longer ago, and for what a clock that was ahead has noted."""
    now = func.clock_timestamp()
    return ~moment.between(now - age, now + age)
