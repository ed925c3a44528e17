"""Whether the service's parts answer, the jobs are done, and the index holds what it should."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from cachetools.func import ttl_cache
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.search.engine import Engine
from indexer.catalogue.outbox import Refusals, refusals_in
from indexer.catalogue.rows import SETTLED
from indexer.core.heartbeats import Heartbeats, read_heartbeats
from indexer.core.settings import Settings
from indexer.index.compare import missing_allowed
from indexer.index.reconcile import last_check, last_incident
from indexer.models import IndexCheck

PART_S = 3.0  # a part that takes longer to answer counts as down
COUNTED_EVERY_S = 15.0
AT_ONCE = 6  # checks in a process; one that hangs ends by its own limit

_SETTLED = text(SETTLED)

Value = TypeVar("Value")
OpenSession = Callable[[], AbstractContextManager[Session]]


@dataclass(frozen=True, slots=True)
class Report:
    """Each state is ok, what is wrong, or unknown (a part that must report it does not answer).

    `index`: short (documents are missing) or waiting (it does not take what changes; what it holds
    is found all the same), by how many settled products of those that visitors should find it
    lacks (`missing`). `worker`: silent (jobs are not done) or failing (some fail). `outbox`: late
    (what changed is not written). `refusals`: what the index has not taken; `check`: the last one
    of it, `incident`: the last that found something; all three are PostgreSQL's.
    """

    parts: dict[str, str]
    documents: int | None
    missing: int | None
    index: str
    worker: str
    outbox: str
    refusals: Refusals | None
    check: IndexCheck | None
    incident: IndexCheck | None
    pulses: Heartbeats | None

    @property
    def is_well(self) -> bool:
        """Return True if nothing is wrong at all."""
        return {*self.parts.values(), self.index, self.worker, self.outbox} == {"ok"}


class Health:
    """Checks all parts at the same time, so that one that hangs does not hide the others."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        session: OpenSession,
        reference: Callable[[], object],
    ) -> None:
        self._settings, self._engine, self._session = settings, engine, session
        self._reference = reference  # the tables that a search needs; raises where it has none
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="health")
        # Its own: what hangs in the other, as PostgreSQL may, takes no machine away.
        self._ready_pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="ready")
        # Counting a million products takes 0.3 s.
        self._refusals = ttl_cache(1, COUNTED_EVERY_S)(lambda: self._in_catalogue(refusals_in))
        self._lacks = ttl_cache(1, COUNTED_EVERY_S)(self._count_lacks)

    def look(self) -> Report:
        """Return the state of all parts, within some three seconds."""
        jobs_state = partial(read_heartbeats, self._settings)
        search, catalogue, jobs, lacks = make_calls(
            self._pool, PART_S, self._engine.documents, self._catalogue, jobs_state, self._lacks
        )
        checks = {"search": search, "catalogue": catalogue, "jobs": jobs}
        working, found = result_of(jobs), result_of(lacks)
        refusals, check, incident = result_of(catalogue) or (None, None, None)
        return Report(
            parts={name: _state(future) for name, future in checks.items()},
            documents=result_of(search),
            missing=found[1] if found else None,
            index=_index(found, refusals),
            worker=_worker(working),
            outbox=_outbox(refusals),
            refusals=refusals,
            check=check,
            incident=incident,
            pulses=working,
        )

    def is_ready(self) -> bool:
        """Return True if a search can be answered here: for a load balancer.

        Whatever else is wrong is the same on every machine, or an operator's business.
        """
        checks = make_calls(self._ready_pool, PART_S, self._engine.serves, self._reference)
        return {_state(future) for future in checks} == {"ok"}

    def _catalogue(self) -> tuple[Refusals, IndexCheck | None, IndexCheck | None]:
        refusals, prefix = self._refusals(), self._settings.index_prefix
        with self._session() as session:
            return refusals, last_check(session, prefix), last_incident(session, prefix)

    def _in_catalogue(self, read: Callable[[Session], Value]) -> Value:
        with self._session() as session:
            return read(session)

    def _count_lacks(self) -> tuple[int, int]:
        """Count the settled products that visitors should find, and how many of them they do not.

        Both sides at once, but products on their way; raises what they raise.
        """
        _, visible, moving = self._in_catalogue(lambda session: session.execute(_SETTLED).one())
        return visible, max(0, visible - self._engine.documents(moving))


def _worker(working: Heartbeats | None) -> str:
    if working is None:
        return "unknown"
    if working.silence:
        return "silent"
    return "failing" if working.failing else "ok"


def _outbox(refusals: Refusals | None) -> str:
    if refusals is None:
        return "unknown"
    return "late" if refusals.late(datetime.now(UTC)) else "ok"


def _index(lacks: tuple[int, int] | None, refusals: Refusals | None) -> str:
    if lacks is None or refusals is None:
        return "unknown"
    if lacks[1] > missing_allowed(lacks[0]):
        return "short"
    return "waiting" if refusals.deferred else "ok"


def make_calls(
    pool: ThreadPoolExecutor, within_s: float, *calls: Callable[[], object]
) -> list[Future[Any]]:
    """Make calls at the same time; return them once all have ended, or after so many seconds."""
    made = [pool.submit(call) for call in calls]
    wait(made, timeout=within_s)
    return made


def _state(future: Future[Any]) -> str:
    return "ok" if future.done() and future.exception() is None else "down"


def result_of(future: Future[Value]) -> Value | None:
    """Return what a call has returned; None where it failed or has not ended."""
    return future.result() if _state(future) == "ok" else None
