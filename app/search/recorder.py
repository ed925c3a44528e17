"""What people search for, kept for analysts; a search never waits for it.

Rows go to PostgreSQL (`search_log`, purged by the retention setting) and, for Kibana, which reads
nothing else, to the index `<prefix>.searches`, which the indexer makes and prunes. Neither holds an
address or a visitor. While a store is away its rows are dropped: they are statistics, not the
catalogue.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections import deque
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

from app.errors import SearchUnavailable
from app.search.engine import Engine
from app.search.execute import Found
from app.search.request import SearchRequest
from indexer.db import session_scope
from indexer.index.searches import searches_alias
from indexer.models import SearchLog
from indexer.settings import Settings

log = logging.getLogger(__name__)

FLUSH_EVERY_S = 5.0
MOST_WAITING = 5000  # rows; the oldest are dropped first

Row = dict[str, Any]


def row_of(requests: list[SearchRequest], found: list[Found], at: datetime) -> Row | None:
    """Return the row of an array's search: its first page of hits, if a person chose anything.

    A text that is read another way (`notUnderstood`, `asTyped`) was counted when it was searched.
    """
    for request, answer in zip(requests, found, strict=True):
        chosen = request.conditions
        if not request.hits_per_page or request.page or not (chosen.text or chosen.groups):
            continue
        if chosen.not_understood or chosen.as_typed:
            continue
        if chosen.include_hidden or request.facet_query is not None:
            continue
        return {
            "query": chosen.text,
            "filters": filters_of(request),
            "sort": request.index,
            "total": answer.total,
            "country_code": chosen.country,
            "created_at": at,
        }
    return None


def filters_of(request: SearchRequest) -> dict[str, list[str]]:
    """Return what was chosen by facet; an excluded value starts with a minus."""
    found: dict[str, list[str]] = {}
    for group in request.conditions.groups:
        for term in group.terms:
            value = f"-{term.value}" if term.excluded else term.value
            found.setdefault(term.attribute, []).append(value)
        for item in group.ranges:
            found.setdefault(item.attribute, []).append(f"{item.operator}{item.value:g}")
    return found


class Recorder:
    """Collects rows and writes them in batches from a thread of its own."""

    def __init__(self, settings: Settings, engine: Engine) -> None:
        self._settings, self._engine = settings, engine
        self._alias = searches_alias(settings.index_prefix)
        self._rows: deque[Row] = deque(maxlen=MOST_WAITING)
        self._starting = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def record(self, requests: list[SearchRequest], found: list[Found]) -> None:
        """Keep a search to be written within seconds."""
        row = row_of(requests, found, datetime.now(UTC))
        if row is None:
            return
        self._rows.append(row)
        if self._thread is None:
            self._start()

    def _start(self) -> None:
        """Start the thread at the first search: a server forks its workers before that."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="searches", daemon=True)
                self._thread.start()
                atexit.register(self.close)

    def _run(self) -> None:
        while not self._stop.wait(FLUSH_EVERY_S):
            self.flush()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._stop.set()
        self.flush()

    def flush(self) -> None:
        """Write what waits, now."""
        rows = [self._rows.popleft() for _ in range(len(self._rows))]
        if not rows:
            return
        try:
            with session_scope(self._settings.database_url) as session:
                session.execute(insert(SearchLog), rows)
        except SQLAlchemyError as error:
            log.warning("%d searches are not recorded: %s", len(rows), error)
        try:
            self._engine.append(self._alias, [_document(row) for row in rows])
        except SearchUnavailable as error:
            log.warning("%d searches are not in %s: %s", len(rows), self._alias, error.__cause__)


def _document(row: Row) -> Row:
    return {
        "at": row["created_at"].isoformat(),
        "query": row["query"],
        "filters": row["filters"],
        "sort": row["sort"],
        "total": row["total"],
        "country": row["country_code"],
    }
