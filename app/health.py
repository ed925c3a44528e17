"""Whether the service's parts answer, and whether the index holds what it should."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import text

from app.catalogue import OpenSession
from app.search.engine import Engine
from indexer.catalogue.refusals import Refusals, refusals_in
from indexer.catalogue.rows import SETTLED, Settled
from indexer.index.building.rebuild import missing_allowed
from indexer.index.checks import last_check, last_incident
from indexer.models import IndexCheck
from indexer.queues import redis_connection
from indexer.settings import Settings

PART_S = 3.0  # a part that takes longer to answer counts as down
COUNTED_EVERY_S = 15.0  # counting a million products takes 0.3 s
AT_ONCE = 6  # checks in a process; one that hangs ends by its own limit

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class CatalogueState:
    """What PostgreSQL says: the products that the index must hold, and the last checks of it.

    `refusals`: the changes that the index has not taken.
    """

    settled: Settled
    refusals: Refusals
    check: IndexCheck | None
    incident: IndexCheck | None


@dataclass(frozen=True, slots=True)
class Report:
    """`index`: ok, short (documents are missing), waiting or unknown (a part does not answer).

    It is waiting while it does not take what changes; what it holds is found all the same.
    """

    parts: dict[str, str]
    documents: int | None
    index: str
    catalogue: CatalogueState | None

    @property
    def is_ready(self) -> bool:
        """Return True if visitors can be served with all that there is."""
        return set(self.parts.values()) == {"ok"} and self.index in {"ok", "waiting"}

    @property
    def is_well(self) -> bool:
        """Return True if nothing is wrong at all."""
        return self.is_ready and self.index == "ok"


class Health:
    """Asks all parts at the same time, so that one that hangs does not hide the others."""

    def __init__(self, settings: Settings, engine: Engine, session: OpenSession) -> None:
        self._settings, self._engine, self._session = settings, engine, session
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="health")
        self._counted = Settled(0, 0, 0), Refusals()
        self._counted_at = -COUNTED_EVERY_S

    def look(self) -> Report:
        """Return the state of all parts, within some three seconds."""
        search = self._pool.submit(self._engine.documents)
        catalogue = self._pool.submit(self._catalogue)
        jobs = self._pool.submit(self._ping)
        asked: dict[str, Future[Any]] = {"search": search, "catalogue": catalogue, "jobs": jobs}
        wait(asked.values(), timeout=PART_S)
        documents, state = _result(search), _result(catalogue)
        return Report(
            parts={name: _state(future) for name, future in asked.items()},
            documents=documents,
            index=_index(documents, state),
            catalogue=state,
        )

    def _catalogue(self) -> CatalogueState:
        prefix = self._settings.index_prefix
        with self._session() as session:
            if time.monotonic() - self._counted_at > COUNTED_EVERY_S:
                self._counted = (
                    Settled(*session.execute(text(SETTLED)).one()),
                    refusals_in(session),
                )
                self._counted_at = time.monotonic()
            return CatalogueState(
                *self._counted, last_check(session, prefix), last_incident(session, prefix)
            )

    def _ping(self) -> bool:
        return bool(redis_connection(self._settings.redis_url).ping())


def _index(documents: int | None, catalogue: CatalogueState | None) -> str:
    if documents is None or catalogue is None:
        return "unknown"
    visible = catalogue.settled.visible
    allowed = missing_allowed(visible) + catalogue.settled.excused
    if visible - documents > allowed:
        return "short"
    return "waiting" if catalogue.refusals.deferred else "ok"


def _state(future: Future[Any]) -> str:
    return "ok" if future.done() and future.exception() is None else "down"


def _result(future: Future[Value]) -> Value | None:
    return future.result() if _state(future) == "ok" else None
