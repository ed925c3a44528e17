"""PostgreSQL as the index needs it: its own connections, the lock, positions in the outbox."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import orjson
from psycopg.types.json import set_json_loads

from indexer.catalogue.rows import Connection
from indexer.core import db
from indexer.index.cluster.mapping import IndexMeta
from indexer.index.errors import RebuildRunningError

_LOCK_CLASS = 0x57494E49


@contextmanager
def connect(database_url: str) -> Iterator[Connection]:
    """Open a connection of its own, in autocommit, for as long as the block runs."""
    with db.connect(database_url, autocommit=True, application_name="winkel-index") as connection:
        set_json_loads(orjson.loads, connection)
        yield connection


class Locked(NamedTuple):
    """The connection to work with, and that whose transaction holds the lock."""

    connection: Connection
    holder: Connection

    def check(self) -> None:
        """Raise psycopg.OperationalError where the lock has gone with its connection."""
        self.holder.execute("SELECT 1")


@contextmanager
def index_lock(database_url: str, prefix: str) -> Iterator[Locked]:
    """Hold the lock of rebuilds and rollbacks of this prefix; raises RebuildRunningError.

    It belongs to a transaction that does nothing else, so it goes when the process dies, and a
    pooler between leaves it where it is.
    """
    key = zlib.crc32(prefix.encode()) - 2**31
    with connect(database_url) as holder, holder.transaction():
        if not db.try_lock(holder, _LOCK_CLASS, key):
            raise RebuildRunningError(
                f"A rebuild or rollback of {prefix} is already running. "
                "Wait until it has finished; `python -m indexer.index status` shows it."
            )
        with connect(database_url) as connection:
            yield Locked(connection, holder)


def lock_is_held(connection: Connection, prefix: str) -> bool:
    """Return True if somebody rebuilds or rolls back right now."""
    held = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s"
        " AND objid = %s AND database = (SELECT oid FROM pg_database"
        " WHERE datname = current_database())"
    )
    key = (zlib.crc32(prefix.encode()) - 2**31) % 2**32
    return bool(_scalar(connection, held, _LOCK_CLASS, key))


def database_identity(connection: Connection) -> str:
    """Return what names the database that transaction numbers belong to."""
    return str(
        _scalar(
            connection,
            "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid"
            " FROM pg_database WHERE datname = current_database()",
        )
    )


def highest_revision(connection: Connection) -> int:
    """Return the number of the catalogue's last committed change that the outbox still holds."""
    return int(_scalar(connection, "SELECT coalesce(max(id), 0) FROM outbox"))


def _last_change(connection: Connection) -> int:
    """Return how far the outbox has ever counted; the count is part of a backup and only rises."""
    return int(
        _scalar(
            connection, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM outbox_id_seq"
        )
    )


def why_not_ours(connection: Connection, meta: IndexMeta) -> str:
    """Return why an index does not belong to this database's present; empty when it does.

    Equal revisions then need not mean equal contents: only a rebuild makes such an index true.
    """
    if meta.database != database_identity(connection):
        return "it was built from another database"
    known, highest = meta.highest_revision, _last_change(connection)
    if known > highest:
        return (
            "PostgreSQL was restored from an older state: the index has seen change "
            f"{known}, the database knows {highest}"
        )
    if meta.outbox_position > snapshot_position(connection):
        return "PostgreSQL was restored from an older state: the index holds later transactions"
    return ""


def snapshot_position(connection: Connection) -> int:
    """Return the oldest transaction still running: all below it are seen by later reads."""
    return int(_scalar(connection, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"))


def written_position(connection: Connection) -> int:
    """Return a position below which every outbox row has been written to the live index.

    The running transactions and the oldest unwritten row both bound it, read in one snapshot.
    """
    return int(
        _scalar(
            connection,
            "SELECT least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint,"
            " (SELECT min(xid) FROM outbox WHERE written_at IS NULL))",
        )
    )


def pending_count(connection: Connection) -> int:
    """Return how many outbox rows wait to be written."""
    return int(_scalar(connection, "SELECT count(*) FROM outbox WHERE written_at IS NULL"))


def trim_outbox(connection: Connection, position: int) -> int:
    """Delete written rows below the position, which no rollback will replay."""
    cursor = connection.execute(
        "DELETE FROM outbox WHERE written_at IS NOT NULL AND xid < %s", [position]
    )
    return cursor.rowcount


def _scalar(connection: Connection, statement: Any, *values: object) -> Any:
    row = connection.execute(statement, list(values)).fetchone()
    return row[0] if row else None
