"""Turns at hosts over all workers, kept in PostgreSQL, and the lock of a host's one browser."""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import Connection
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from indexer.db import connect, session_scope, try_lock
from scrapers.errors import StoppedError
from scrapers.web.turns import OwnTurns

log = logging.getLogger(__name__)

LOCK_CLASS = 0x57494E48
LOOK_S = 0.5

_TAKE = text("""
    INSERT INTO host_turn AS t (host, next_at)
    VALUES (:host, clock_timestamp() + make_interval(secs => :delay))
    ON CONFLICT (host) DO UPDATE
    SET next_at = greatest(t.next_at, clock_timestamp()) + make_interval(secs => :delay)
    RETURNING extract(epoch FROM t.next_at - clock_timestamp()) - :delay
""")
_HOLD = text("""
    INSERT INTO host_turn AS t (host, next_at)
    VALUES (:host, clock_timestamp() + make_interval(secs => :delay))
    ON CONFLICT (host) DO UPDATE
    SET next_at = greatest(t.next_at, clock_timestamp() + make_interval(secs => :delay))
""")
_WAIT = text("""
    SELECT extract(epoch FROM next_at - clock_timestamp()) FROM host_turn WHERE host = :host
""")
LONGEST_S = 30 * 86_400.0  # no host is left alone for longer, whatever it asks


class HostBusyError(Exception):
    """Another run has been reading the host all the time that this one may wait for it."""


class SharedTurns:
    """Turns of all workers. While the database is away, those of the process alone."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._own = OwnTurns()

    def wait_of(self, host: str) -> float:
        """Return how long the host is to be left alone from now on."""
        try:
            with session_scope(self._database_url) as session:
                return float(session.scalar(_WAIT, {"host": host}) or 0.0)
        except SQLAlchemyError as error:
            _log_away(host, error)
            return self._own.wait_of(host)

    def take(self, host: str, delay_s: float) -> float:
        """Take the next turn; return the wait for it."""
        own = self._own.take(host, delay_s)
        try:
            with session_scope(self._database_url) as session:
                values = {"host": host, "delay": delay_s}
                return max(0.0, float(session.scalar(_TAKE, values) or 0.0))
        except SQLAlchemyError as error:
            _log_away(host, error)
            return own

    def hold(self, host: str, seconds: float) -> None:
        """Leave the host alone for so long."""
        seconds = min(seconds, LONGEST_S)
        self._own.hold(host, seconds)
        try:
            with session_scope(self._database_url) as session:
                session.execute(_HOLD, {"host": host, "delay": seconds})
        except SQLAlchemyError as error:
            _log_away(host, error)


def _log_away(host: str, error: SQLAlchemyError) -> None:
    """Log that other workers do not know of a turn, and this one not of theirs."""
    why = getattr(error, "orig", None) or error
    log.warning("Turns at %s are this process's own while PostgreSQL is away: %s", host, why)


@contextmanager
def one_browser(  # noqa: PLR0913 - a run's own parts
    database_url: str,
    hosts: Collection[str],
    should_stop: Callable[[], bool],
    log: Callable[[str], None],
    *,
    patience_s: float,
    waited: Callable[[float], None],
) -> Iterator[None]:
    """Wait until no other run reads these hosts, and keep them.

    `waited` is called with the time waited so far (s). The lock belongs to a transaction that does
    nothing else, so it goes when the process dies. Raises StoppedError, and HostBusyError when
    patience ends.
    """
    started = time.monotonic()

    def look_again(host: str) -> None:
        passed = time.monotonic() - started
        waited(passed)
        if should_stop():
            raise StoppedError
        if passed > patience_s:
            raise HostBusyError(f"Another run has been reading {host} for {patience_s:.0f} s.")
        time.sleep(LOOK_S)

    with connect(database_url, application_name="winkel-hosts") as connection:
        for host in sorted(hosts):  # in one order, so that two runs never wait for each other
            if _is_locked(connection, host):
                continue
            log(f"It waits: another run reads {host}.")
            look_again(host)
            while not _is_locked(connection, host):
                look_again(host)
        yield


def _is_locked(connection: Connection[Any], host: str) -> bool:
    """Take the host's lock, where nobody has it."""
    key = zlib.crc32(host.encode()) - 2**31
    return try_lock(connection, LOCK_CLASS, key)
