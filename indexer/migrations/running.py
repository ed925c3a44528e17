"""How revisions run beside a site that goes on: each by itself, none in anybody's way for long.

A statement that waits for a lock holds up all who come after it, so none waits longer than LOCK_MS:
the revision is rolled back and tried again after a pause. That is less than PostgreSQL's
`deadlock_timeout` (1 s): where a revision and the site wait for each other, the revision gives way.
What it does under its locks is bounded by STATEMENT_MS; an index is built, and a constraint
validated, beside them (`online`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from alembic.runtime.environment import EnvironmentContext
from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from indexer.core.db import connect, try_lock
from indexer.models import Base

LOCK_CLASS = 0x57494E4B
LOCK_MS, STATEMENT_MS = 500, 1_500
PAUSE_S, LONGEST_PAUSE_S = 0.5, 10.0
PATIENCE_S = 6 * 3_600.0  # a rebuild of millions reads `product` for hours
SLOW_TRIES = 5  # of a statement that takes longer than it may; the machine may have been busy
_GIVES_WAY = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)
_LONGEST = """
SELECT application_name, extract(epoch FROM now() - xact_start)::int FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
   AND application_name <> 'winkel-migrate' ORDER BY xact_start LIMIT 1
"""


class MigrationError(RuntimeError):
    """A schema change could not be made; the message says why, and what to do."""


def run(context: EnvironmentContext) -> None:
    """Run the migrations that the command wants; raises MigrationError.

    `stopped`: no site is up, and a statement may take as long as it does.
    """
    attributes = context.config.attributes
    url = context.config.get_main_option("sqlalchemy.url")
    if not url:
        raise MigrationError("sqlalchemy.url is not set")
    with _alone(url):
        _until_done(context, _engine(url, stopped=bool(attributes.get("stopped"))), url)


def _run_on(context: EnvironmentContext, connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_server_default=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def _until_done(context: EnvironmentContext, engine: Engine, url: str) -> None:
    """Run them, again from the revision that found no lock, until all are done."""
    until, pause, slow = time.monotonic() + PATIENCE_S, PAUSE_S, 0
    while True:
        try:
            with engine.connect() as connection:
                return _run_on(context, connection)
        except DBAPIError as error:
            too_slow = isinstance(error.orig, psycopg.errors.QueryCanceled)
            slow += too_slow
            if not too_slow and not isinstance(error.orig, _GIVES_WAY):
                raise
            if slow >= SLOW_TRIES or time.monotonic() > until:
                raise MigrationError(_why(error, url, too_slow=too_slow)) from error
            say(f"{_reason(error)} {_longest(url)} Tried again in {pause:g} s.")
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)


def _why(error: DBAPIError, url: str, *, too_slow: bool) -> str:
    if too_slow:
        return (
            f"{_reason(error)} It would keep the site waiting: stop application, workers and"
            " backups, then run `python -m indexer.migrate --stopped`."
        )
    return f"{_reason(error)} {_longest(url)} End that, and start again: what is done stays."


def _reason(error: DBAPIError) -> str:
    words = " ".join(str(error.statement).split())[:80]
    return f"Schema: {str(error.orig).splitlines()[0]}, at {words!r}."


def _longest(url: str) -> str:
    """Return who has been in a transaction for longest, which is probably in the way."""
    with connect(url, autocommit=True, application_name="winkel-migrate") as connection:
        row = connection.execute(_LONGEST).fetchone()
    return f"In the way is perhaps {row[0] or 'a client'}, for {row[1]} s." if row else ""


def _engine(url: str, *, stopped: bool) -> Engine:
    """Return an engine whose transactions give way; what is in autocommit may wait."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(url, PATIENCE_S, application_name="winkel-migrate"),
        poolclass=NullPool,
    )

    @event.listens_for(engine, "begin")
    def _bounds(connection: Connection) -> None:
        if connection.get_isolation_level() == "AUTOCOMMIT":
            return
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LOCK_MS}")
        if not stopped:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {STATEMENT_MS}")

    return engine


@contextmanager
def _alone(url: str) -> Iterator[None]:
    """Hold the lock of migrations, once whoever has it is done.

    Asked for again and again: a statement that waits for it would have a snapshot, and who builds
    an index concurrently under it waits for all snapshots. The transaction that holds it has none.
    """
    with (
        connect(url, autocommit=True, application_name="winkel-migrate") as holder,
        holder.transaction(),
    ):
        said = False
        while not try_lock(holder, LOCK_CLASS, 0):
            if not said:
                say("Schema: another migration runs; this one waits for it.")
            said = True
            time.sleep(PAUSE_S)
        yield


def say(line: str) -> None:
    """Tell who started the migration why it takes long."""
    print(line, file=sys.stderr, flush=True)
