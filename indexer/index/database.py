"""PostgreSQL as the index needs it: its own connections, the locks, positions in the outbox."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import LiteralString

import orjson
from psycopg.types.json import set_json_loads

from indexer.catalogue.rows import Connection
from indexer.core import db


class IndexingError(RuntimeError):
    """Base of the index's errors; the message has the event and the remedy."""


class RebuildRunningError(IndexingError):
    """Another rebuild or rollback holds the lock."""


class SwapRefusedError(IndexingError):
    """The new index is not fit to serve; the old one still does."""


class RollbackRefusedError(IndexingError):
    """There is no previous index that could serve now."""


class IndexMissingError(IndexingError):
    """No index stands behind the alias yet."""


class BulkUnavailableError(IndexingError):
    """Elasticsearch did not take a bulk, for all retries; nothing about it is certain."""


class IndexLostError(IndexingError):
    """The index that was being built went with the node that had it."""


# Of one prefix: who rebuilds or rolls back; and, shared, who writes to its live index, so that none
# writes to one that is just being replaced.
_LOCK_CLASS, _WRITERS = 0x57494E49, 0x57494E57


@contextmanager
def connect(database_url: str) -> Iterator[Connection]:
    """Open a connection of its own, in autocommit, for as long as the block runs."""
    with db.connect(database_url, autocommit=True, application_name="winkel-index") as connection:
        set_json_loads(orjson.loads, connection)
        yield connection


def _key(prefix: str) -> int:
    return zlib.crc32(prefix.encode()) - 2**31


@contextmanager
def index_lock(database_url: str, prefix: str) -> Iterator[tuple[Connection, Connection]]:
    """Hold the lock of rebuilds and rollbacks of this prefix; raises RebuildRunningError.

    Yields the connection to work with, and that whose transaction holds the lock.

    It belongs to a transaction that does nothing else, so it goes when the process dies, and a
    pooler between leaves it where it is.
    """
    with connect(database_url) as holder, holder.transaction():
        if not db.try_lock(holder, _LOCK_CLASS, _key(prefix)):
            raise RebuildRunningError(
                f"A rebuild or rollback of {prefix} is already running. "
                "Wait until it has finished; `python -m indexer.index status` shows it."
            )
        with connect(database_url) as connection:
            yield connection, holder


def lock_is_held(connection: Connection, prefix: str) -> bool:
    """Return True if somebody rebuilds or rolls back right now."""
    held: LiteralString = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s"
        " AND objid = %s AND database = (SELECT oid FROM pg_database"
        " WHERE datname = current_database())"
    )
    return bool(_number(connection, held, _LOCK_CLASS, _key(prefix) % 2**32))


def share_writing(connection: Connection, prefix: str) -> None:
    """Keep the live index the live one until the transaction ends; call it before any row lock."""
    connection.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [_WRITERS, _key(prefix)])


def stop_writing(connection: Connection, prefix: str) -> None:
    """Have all who would write to the live index wait until the transaction ends."""
    connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_WRITERS, _key(prefix)])


def position(connection: Connection) -> int:
    """Return the oldest transaction still running: all below it are seen by later reads."""
    return _number(connection, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")


def unwritten_position(connection: Connection) -> int:
    """Return a position below which all that the outbox names is in the live index, too."""
    return _number(
        connection,
        "SELECT least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint,"
        " (SELECT min(xid) FROM outbox WHERE written_at IS NULL))",
    )


def pending_count(connection: Connection) -> int:
    """Return how many outbox rows wait to be written."""
    return _number(connection, "SELECT count(*) FROM outbox WHERE written_at IS NULL")


def _number(connection: Connection, statement: LiteralString, *values: object) -> int:
    row = connection.execute(statement, list(values)).fetchone()
    return int(row[0]) if row else 0
