"""Turns at hosts over all workers, kept in PostgreSQL, and the lock of a host's one browser."""

import logging
import time
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import Connection
from sqlalchemy import TextClause, text
from sqlalchemy.exc import SQLAlchemyError

from indexer.core.db import connect, session_scope, try_lock
from scrapers.errors import StoppedError
from scrapers.web.rate_limiter import LocalRateLimiter

log = logging.getLogger(__name__)

LOCK_CLASS = 0x57494E48
LOOK_S = 0.5
LONGEST_S = 30 * 86_400.0  # the longest pause of a host, whatever it requires

# NULL where a clock that was ahead has set it.
_NEXT = f"CASE WHEN t.next_at <= clock_timestamp() + interval '{LONGEST_S} s' THEN t.next_at END"
_TAKE = text(f"""
    INSERT INTO host_turn AS t (host, next_at)
    VALUES (:host, clock_timestamp() + make_interval(secs => :delay))
    ON CONFLICT (host) DO UPDATE
    SET next_at = greatest({_NEXT}, clock_timestamp()) + make_interval(secs => :delay)
    RETURNING extract(epoch FROM t.next_at - clock_timestamp()) - :delay
""")  # noqa: S608
_HOLD = text(f"""
    INSERT INTO host_turn AS t (host, next_at)
    VALUES (:host, clock_timestamp() + make_interval(secs => :delay))
    ON CONFLICT (host) DO UPDATE
    SET next_at = greatest({_NEXT}, clock_timestamp() + make_interval(secs => :delay))
    RETURNING 0
""")  # noqa: S608
_WAIT = text(f"""
    SELECT extract(epoch FROM {_NEXT} - clock_timestamp()) FROM host_turn t WHERE host = :host
""")  # noqa: S608
_NOTE = text("""
    INSERT INTO host_answer AS a (host, day, answer, count)
    VALUES (:host, current_date, :answer, 1)
    ON CONFLICT (host, day, answer) DO UPDATE SET count = a.count + 1
    RETURNING 0
""")


class HostBusyError(Exception):
    """Another run has been reading the host all the time that this one may wait for it."""


class SharedRateLimiter(LocalRateLimiter):
    """Turns of all workers. While the database is away, those of the process alone."""

    def __init__(self, database_url: str) -> None:
        super().__init__()
        self._database_url = database_url
        self._alone = 0  # turns that others do not see, since the database went away

    def wait_of(self, host: str) -> float:
        """Return how long the host is to be left alone from now on."""
        shared = self._execute(host, _WAIT)
        return super().wait_of(host) if shared is None else shared

    def take(self, host: str, delay_s: float) -> float:
        """Take the next turn; return the wait for it."""
        own, shared = super().take(host, delay_s), self._execute(host, _TAKE, delay_s)
        return own if shared is None else max(0.0, shared)

    def hold(self, host: str, seconds: float) -> None:
        """Leave the host alone for so long."""
        seconds = min(seconds, LONGEST_S)
        super().hold(host, seconds)
        self._execute(host, _HOLD, seconds)

    def note(self, host: str, answer: str) -> None:
        """Count an answer of the host by the day."""
        self._execute(host, _NOTE, answer=answer)

    def _execute(
        self, host: str, statement: TextClause, delay_s: float = 0.0, **values: str
    ) -> float | None:
        """Return the shared turns; None where the database is away, logged once."""
        try:
            with session_scope(self._database_url) as session:
                shared = session.scalar(statement, {"host": host, "delay": delay_s, **values})
        except SQLAlchemyError as error:
            self._alone += 1
            if self._alone == 1:
                why = getattr(error, "orig", None) or error
                text = "Turns at %s are this process's own while PostgreSQL is away: %s"
                log.warning(text, host, why)
            return None
        if self._alone:
            log.warning("PostgreSQL is back; %d turns were this process's own", self._alone)
            self._alone = 0
        return float(shared or 0.0)


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
    key = zlib.crc32(host.encode()) - 2**31
    return try_lock(connection, LOCK_CLASS, key)
