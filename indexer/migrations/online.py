"""Revisions beside a site that goes on: each by itself, none in anybody's way for long.

A statement that waits for a lock holds up all who come after it, so none waits longer than LOCK_MS:
the revision is rolled back and tried again after a pause. That is less than PostgreSQL's
`deadlock_timeout` (1 s): where a revision and the site wait for each other, the revision gives way.
What it does under its locks is bounded by STATEMENT_MS; an index is built beside them. That commits
what the revision did before: one that is killed runs again from its beginning, so all that it does
must then find itself done (`if_not_exists`).
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from alembic import op
from alembic.runtime.environment import EnvironmentContext
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, NullPool, TextClause, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from indexer.core.db import connect, try_lock
from indexer.models import Base

LOCK_CLASS = 0x57494E4B
LOCK_MS, STATEMENT_MS = 500, 1_500
PAUSE_S, LONGEST_PAUSE_S = 0.5, 10.0
PATIENCE_S = 6 * 3_600.0  # a rebuild of millions reads `product` for hours
SLOW_TRIES = 5  # of a statement that takes longer than it may; the machine may have been busy
NAME = "winkel-migrate"
_GIVES_WAY = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)
_BROKEN = text("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(:name) AND NOT indisvalid")
_LONGEST = f"""
SELECT 'In the way is perhaps ' || coalesce(nullif(application_name, ''), 'a client') || ', for '
       || extract(epoch FROM now() - xact_start)::int || ' s.' FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
   AND application_name <> '{NAME}' ORDER BY xact_start LIMIT 1
"""  # noqa: S608 - of constants


class MigrationError(RuntimeError):
    """A schema change could not be made; the message has the reason and the remedy."""


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


def after_release(step: str) -> None:
    """Leave a change of all rows to the workers, who have it (`indexer.migrations.backfills`)."""
    note = text("INSERT INTO data_step (name) VALUES (:name) ON CONFLICT DO NOTHING")
    op.execute(note.bindparams(name=step))


def run(context: EnvironmentContext) -> None:
    """Run the migrations that the command wants; raises MigrationError.

    `stopped`: no site is up, and a statement may take as long as it does.
    """
    url = context.config.get_main_option("sqlalchemy.url") or ""
    engine = _engine(url, stopped=bool(context.config.attributes.get("stopped")))
    until, pause, slow = time.monotonic() + PATIENCE_S, PAUSE_S, 0
    with _alone(url):
        while True:
            try:
                return _run_on(context, engine)
            except CommandError as error:
                raise MigrationError(
                    f"{error}. This version upgrades the schemas from 0049 on: an older one needs"
                    " an earlier version first, a newer one the version that made it."
                ) from error
            except DBAPIError as error:
                too_slow = isinstance(error.orig, psycopg.errors.QueryCanceled)
                slow += too_slow
                if not too_slow and not isinstance(error.orig, _GIVES_WAY):
                    raise
                statement = " ".join(str(error.statement).split())[:80]
                why = f"Schema: {str(error.orig).splitlines()[0]}, at {statement!r}."
                if slow >= SLOW_TRIES:
                    raise MigrationError(
                        f"{why} It would keep the site waiting: stop application, workers and"
                        " backups, then run `python -m indexer.migrate --stopped`."
                    ) from error
                why = f"{why} {_longest(url)}"
                if time.monotonic() > until:
                    raise MigrationError(
                        f"{why} End that, and start again: what is done stays."
                    ) from error
            report(f"{why} Tried again in {pause:g} s.")
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)


def _run_on(context: EnvironmentContext, engine: Engine) -> None:
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            compare_server_default=True,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()


def _longest(url: str) -> str:
    with connect(url, autocommit=True, application_name=NAME) as connection:
        row = connection.execute(_LONGEST).fetchone()
    return row[0] if row else ""


def _engine(url: str, *, stopped: bool) -> Engine:
    """Return an engine whose transactions give way; what is in autocommit may wait."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(url, PATIENCE_S, application_name=NAME),
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

    Taken again and again: a statement that waits for it would have a snapshot, and who builds
    an index concurrently under it waits for all snapshots. The transaction that holds it has none.
    """
    with connect(url, autocommit=True, application_name=NAME) as holder, holder.transaction():
        is_logged = False
        while not try_lock(holder, LOCK_CLASS, 0):
            if not is_logged:
                report("Schema: another migration runs; this one waits for it.")
            is_logged = True
            time.sleep(PAUSE_S)
        yield


def report(line: str) -> None:
    """Log for who started the migration why it takes long."""
    print(line, file=sys.stderr, flush=True)
