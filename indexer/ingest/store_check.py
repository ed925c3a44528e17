"""The look at a store of a list."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import func, update

from indexer.core.background import repeat, start
from indexer.core.db import session_scope
from indexer.core.queues import QueueUnavailableError
from indexer.core.settings import Settings
from indexer.ingest.sources.store_lists import add_found, judge
from indexer.ingest.tryout import suggest
from indexer.models import ListedStore
from indexer.models.brand import FOUND, LOOKING, NEEDS, WAITING
from scrapers.errors import PageError, RefusedAddressError, StoppedError

BEAT_S = 5.0


def look(settings: Settings, store_id: int) -> str | None:
    """Look at a store that waits, and keep all that was found; return what it is then."""
    claimed = _claim(settings, store_id)
    if claimed is None:
        return None  # another does it, or it was taken off the list
    attempt, website = claimed
    with _beating(settings, store_id, attempt):
        found = _inspect(settings, website)
    need, reason, _ = judge(found)
    state = NEEDS if need else FOUND
    with session_scope(settings.database_url) as session:
        own = _own(store_id, attempt).values(
            state=state, need=need, reason=reason, found=found, looked_at=func.clock_timestamp()
        )
        session.execute(own)
    if not need:
        with suppress(QueueUnavailableError):  # the next turn does it
            add_found(settings)
    return state


def _inspect(settings: Settings, website: str) -> dict[str, Any]:
    try:
        return suggest(settings, website, quick=True)
    except (PageError, RefusedAddressError, StoppedError) as error:
        return {"brand": {}, "sources": [], "failure": str(error).rstrip(".")}


def _claim(settings: Settings, store_id: int) -> tuple[int, str] | None:
    with session_scope(settings.database_url) as session:
        claimed = session.execute(
            update(ListedStore)
            .where(ListedStore.id == store_id, ListedStore.state == WAITING)
            .values(
                state=LOOKING,
                attempts=ListedStore.attempts + 1,
                heartbeat_at=func.clock_timestamp(),
            )
            .returning(ListedStore.attempts, ListedStore.website)
        ).first()
        return (claimed.attempts, claimed.website) if claimed else None


def _own(store_id: int, attempt: int) -> Any:
    """Return the update of a row as long as this look is the one that is going on."""
    return update(ListedStore).where(
        ListedStore.id == store_id, ListedStore.state == LOOKING, ListedStore.attempts == attempt
    )


@contextmanager
def _beating(settings: Settings, store_id: int, attempt: int) -> Iterator[None]:
    ended = threading.Event()

    def beat() -> None:
        with session_scope(settings.database_url) as session:
            session.execute(_own(store_id, attempt).values(heartbeat_at=func.clock_timestamp()))

    what = f"The heartbeat of store {store_id}"
    thread = start(what, lambda: repeat(what, beat, BEAT_S, ended))
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=10)
