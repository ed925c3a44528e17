"""Whether the service's parts answer, the jobs are done, and the index holds what it should."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from cachetools.func import ttl_cache
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.search.engine import Engine
from indexer.catalogue.outbox import Refusals, refusals_in
from indexer.catalogue.rows import SETTLED, IndexTargets
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
class CatalogueState:
    """PostgreSQL's part: the changes that the index has not taken, the last check of it, and the
    last that found something.
    """

    refusals: Refusals
    check: IndexCheck | None
    incident: IndexCheck | None


@dataclass(frozen=True, slots=True)
class Report:
    """Each state is ok, what is wrong, or unknown (a part that must report it does not answer).

    `index`: short (documents are missing) or waiting (it does not take what changes; what it holds
    is found all the same), by how many settled products of those that visitors should find it
    lacks (`missing`). `worker`: silent (jobs are not done) or failing (some fail). `outbox`: late
    (what changed is not written).
    """

    parts: dict[str, str]
    documents: int | None
    missing: int | None
    index: str
    worker: str
    outbox: str
    catalogue: CatalogueState | None
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
        search = self._pool.submit(self._engine.documents)
        catalogue = self._pool.submit(self._catalogue)
        jobs = self._pool.submit(read_heartbeats, self._settings)
        lacks = self._pool.submit(self._lacks)
        checks: dict[str, Future[Any]] = {"search": search, "catalogue": catalogue, "jobs": jobs}
        wait([*checks.values(), lacks], timeout=PART_S)
        documents, state, working = _result(search), _result(catalogue), _result(jobs)
        found = _result(lacks)
        return Report(
            parts={name: _state(future) for name, future in checks.items()},
            documents=documents,
            missing=found[1] if found else None,
            index=_index(found, state),
            worker=_worker(working),
            outbox=_outbox(state),
            catalogue=state,
            pulses=working,
        )

    def is_ready(self) -> bool:
        """Return True if a search can be answered here: for a load balancer.

        Whatever else is wrong is the same on every machine, or an operator's business.
        """
        checks: list[Future[Any]] = [
            self._ready_pool.submit(self._engine.serves),
            self._ready_pool.submit(self._reference),
        ]
        wait(checks, timeout=PART_S)
        return {_state(future) for future in checks} == {"ok"}

    def _catalogue(self) -> CatalogueState:
        refusals, prefix = self._refusals(), self._settings.index_prefix
        with self._session() as session:
            found = last_check(session, prefix), last_incident(session, prefix)
        return CatalogueState(refusals, *found)

    def _in_catalogue(self, read: Callable[[Session], Value]) -> Value:
        with self._session() as session:
            return read(session)

    def _count_lacks(self) -> tuple[int, int]:
        """Count the settled products that visitors should find, and how many of them they do not.

        Both sides at once, but products on their way; raises what they raise.
        """
        settled = self._in_catalogue(lambda session: IndexTargets(*session.execute(_SETTLED).one()))
        found = self._engine.documents(settled.moving)
        return settled.visible, max(0, settled.visible - found)


def _worker(working: Heartbeats | None) -> str:
    if working is None:
        return "unknown"
    if working.silence:
        return "silent"
    return "failing" if working.failing else "ok"


def _outbox(catalogue: CatalogueState | None) -> str:
    if catalogue is None:
        return "unknown"
    return "late" if catalogue.refusals.late(datetime.now(UTC)) else "ok"


def _index(lacks: tuple[int, int] | None, catalogue: CatalogueState | None) -> str:
    if lacks is None or catalogue is None:
        return "unknown"
    if lacks[1] > missing_allowed(lacks[0]):
        return "short"
    return "waiting" if catalogue.refusals.deferred else "ok"


def _state(future: Future[Any]) -> str:
    return "ok" if future.done() and future.exception() is None else "down"


def _result(future: Future[Value]) -> Value | None:
    return future.result() if _state(future) == "ok" else None
