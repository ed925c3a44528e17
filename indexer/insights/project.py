"""Runs and price moves as events, from PostgreSQL, which holds the facts.

Nothing hooks into the pipeline: the rows are read again with an overlap, and an event's id makes a
second reading the same document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.index.cluster.client import elasticsearch
from indexer.insights.buffer import Event
from indexer.insights.streams import BY_NAME, Stream
from indexer.insights.write import BATCH, index_events
from indexer.settings import Settings

OVERLAP = timedelta(days=2)  # a long transaction shows rows that are older than the newest known
NAME_LIMIT = 300  # characters

# What a run's reason is about, by the words of indexer.pipeline.verdict.gates; the first holds.
GATES = (
    (r"pages? (was|were) read|could not be read", "pages unread"),
    (r"products were found", "fewer products"),
    (r"was found on|would lose", "fields missing"),
    (r"price of 0", "prices of 0"),
    (r"known prices", "prices changed"),
    (r"are the same|repeat another", "repeated values"),
    (r"structured data", "page contradicts itself"),
    (r"died|killed|worker|time", "ended early"),
)

_RUNS = text("""
SELECT r.id, r.kind, r.result, r.failure_reason, r.complete, r.created_at, r.start_time, r.end_time,
       r.found_count, r.new_count, r.changed_count, r.gone_count, r.rejected_count, r.pages_total,
       r.pages_done, r.coverage, coalesce(b.name, r.brand_name) AS brand, b.slug AS store
  FROM scrape_run r LEFT JOIN brand b ON b.id = r.brand_id
 WHERE r.end_time >= :since ORDER BY r.id
""")

_PRICES = text("""
WITH moves AS (
    SELECT h.product_id, h.seen_at, h.currency, h.price AS new,
           lag(h.price) OVER w AS old, lag(h.currency) OVER w AS old_currency
      FROM price_history h
     WHERE h.price IS NOT NULL
       AND h.product_id IN (SELECT product_id FROM price_history WHERE seen_at >= :since)
    WINDOW w AS (PARTITION BY h.product_id ORDER BY h.seen_at)
)
SELECT m.*, p.name, b.name AS brand, b.slug AS store
  FROM moves m JOIN product p ON p.id = m.product_id JOIN brand b ON b.id = p.brand_id
 WHERE m.seen_at >= :since AND m.old IS NOT NULL AND m.old <> m.new AND m.currency = m.old_currency
""")


def project(settings: Settings) -> int:
    """Index the runs that ended and the prices that moved since the last time; return how many.

    Raises BulkUnavailableError.
    """
    done = 0
    for name, read in (("runs", _runs), ("prices", _prices)):
        stream = BY_NAME[name]
        with session_scope(settings.database_url) as session:
            rows = read(session, _since(settings, stream))
            while events := list(islice(rows, BATCH)):
                index_events(settings, events)
                done += len(events)
    return done


def _since(settings: Settings, stream: Stream) -> datetime:
    """Return from when on to read: a little before the newest known event."""
    oldest = datetime.now(UTC) - timedelta(days=stream.days(settings))
    answer = elasticsearch(settings.elasticsearch_url).search(
        index=stream.alias(settings.index_prefix),
        size=0,
        ignore_unavailable=True,
        query={"bool": {"must_not": [{"term": {"demo": True}}]}},
        aggs={"newest": {"max": {"field": "@timestamp"}}},
    )
    newest = (answer.body.get("aggregations") or {}).get("newest", {}).get("value")
    if newest is None:
        return oldest
    return max(oldest, datetime.fromtimestamp(newest / 1000, UTC) - OVERLAP)


def _runs(session: Session, since: datetime) -> Iterator[Event]:
    for row in session.execute(_RUNS, {"since": since}).mappings():
        started = row["start_time"] or row["end_time"]
        yield {
            "_id": f"run-{row['id']}",
            "@timestamp": _iso(row["end_time"]),
            "event": "run",
            "demo": False,
            "run": row["id"],
            "brand": row["brand"],
            "store": row["store"],
            "kind": row["kind"],
            "result": row["result"],
            "reason": (row["failure_reason"] or "")[:1000] or None,
            "gate": gate_of(row["failure_reason"]),
            "complete": row["complete"],
            "duration": (row["end_time"] - started).total_seconds(),
            "waited": (started - row["created_at"]).total_seconds(),
            "found": row["found_count"],
            "new": row["new_count"],
            "changed": row["changed_count"],
            "gone": row["gone_count"],
            "rejected": row["rejected_count"],
            "pages": row["pages_total"],
            "pagesDone": row["pages_done"],
            "coverage": _coverage(row["coverage"]),
        }


def _coverage(shares: dict[str, Any] | None) -> dict[str, float]:
    known = ("image", "price", "href", "productBrand")
    return {name: float((shares or {})[name]) for name in known if name in (shares or {})}


def gate_of(reason: str | None) -> str | None:
    """Return what a run's reason is about, in few words; None without a reason."""
    if not reason:
        return None
    return next((name for words, name in GATES if re.search(words, reason)), "other")


def _prices(session: Session, since: datetime) -> Iterator[Event]:
    for row in session.execute(_PRICES, {"since": since}).mappings():
        old, new = float(row["old"]), float(row["new"])
        yield {
            "_id": f"price-{row['product_id']}-{row['seen_at'].timestamp():.6f}",
            "@timestamp": _iso(row["seen_at"]),
            "event": "price",
            "demo": False,
            "product": str(row["product_id"]),
            "productName": row["name"][:NAME_LIMIT],
            "brand": row["brand"],
            "store": row["store"],
            "currency": row["currency"],
            "old": old,
            "new": new,
            "share": round(new / old - 1, 4) if old else None,
            "direction": "up" if new > old else "down",
        }


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
