"""Runs, prices and visitors' alerts as events, from PostgreSQL, which holds the facts.

What is no event yet waits in its table, and is marked there: a run has no `events_at`, an alert
has a row of `price_alert_event`. So nothing that is committed late, or accepted days after, is
missed, and nothing is read twice. Prices come with their run. Those of no run, which change by
themselves, are read again with an overlap; an event's id makes a second reading the same document.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from pathlib import Path
from typing import Any

import orjson
from elasticsearch import ApiError, TransportError
from elasticsearch.helpers import scan
from sqlalchemy import RowMapping, TextClause, delete, text

from indexer.core.bad_items import each, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings, SettingsError
from indexer.index.cluster.client import elasticsearch
from indexer.insights.write import BATCH, BY_NAME, Event, Stream, index_events
from indexer.models import VisitorAlertEvent
from indexer.models.run import codes_of

OVERLAP = timedelta(hours=1)  # a change of planned prices commits within it
RUNS = 10  # at once, with all their prices
NAME_LIMIT = 300  # characters

_RUNS = text("""
SELECT r.id AS run, r.xmin::text AS version, r.kind, r.result, r.failure_reason, r.reasons,
       r.complete, r.created_at, r.start_time, r.end_time,
       r.found_count AS found, r.new_count AS new, r.changed_count AS changed,
       r.gone_count AS gone, r.rejected_count AS rejected,
       r.pages_total AS pages, r.pages_done AS "pagesDone", r.coverage,
       coalesce(b.name, r.brand_name) AS brand, b.slug AS store
  FROM scrape_run r LEFT JOIN brand b ON b.id = r.brand_id
 WHERE r.events_at IS NULL AND r.state = 'finished' ORDER BY r.id LIMIT :most
""")
_PLAIN = (
    *("run", "brand", "store", "kind", "result", "complete", "found", "new", "changed", "gone"),
    *("rejected", "pages", "pagesDone"),
)
# One that was accepted meanwhile is made an event again.
_RUNS_DONE = text("""
UPDATE scrape_run r SET events_at = now()
  FROM unnest(CAST(:ids AS bigint[]), CAST(:versions AS text[])) AS done(id, version)
 WHERE r.id = done.id AND r.xmin::text = done.version
""")

# A price is lost where a product that can be bought has none any more.
_PRICES = """
SELECT h.product_id, h.seen_at, h.currency, h.price AS new, known.price AS old,
       p.name, b.name AS brand, b.slug AS store
  FROM ({rows}) h
  JOIN LATERAL (SELECT price, sold_out FROM price_history
                 WHERE product_id = h.product_id AND seen_at < h.seen_at
                 ORDER BY seen_at DESC LIMIT 1) last ON true
  JOIN LATERAL (SELECT price, currency FROM price_history
                 WHERE product_id = h.product_id AND seen_at < h.seen_at AND price IS NOT NULL
                 ORDER BY seen_at DESC LIMIT 1) known ON true
  JOIN product p ON p.id = h.product_id JOIN brand b ON b.id = p.brand_id
 WHERE h.price <> known.price AND h.currency = known.currency
    OR h.price IS NULL AND NOT h.sold_out AND (last.price IS NOT NULL OR last.sold_out)
"""
_OF_RUNS = text(
    _PRICES.format(
        rows="SELECT h.* FROM run_change c JOIN price_history h USING (product_id)"
        " WHERE c.run_id = ANY(:runs) AND h.run_id = c.run_id"
    )
)
_OF_NO_RUN = text(
    _PRICES.format(rows="SELECT * FROM price_history WHERE run_id IS NULL AND seen_at >= :since")
)
_OF_ALL = text(_PRICES.format(rows="SELECT * FROM price_history WHERE seen_at >= :since"))

_ALERTS = text("""
SELECT e.id, e.alert_id AS alert, e.action, e.kind, e.confirmed, e.created_at, e.product_id,
       p.name, b.name AS brand, b.slug AS store
  FROM price_alert_event e LEFT JOIN product p ON p.id = e.product_id
  LEFT JOIN brand b ON b.id = p.brand_id
 ORDER BY e.id LIMIT :most
""")


def project(settings: Settings) -> int:
    """Index what became of alerts, runs and prices since the last time; return how many events.

    Raises SomeFailedError, after all parts were tried.
    """
    parts = (_project_prices, _project_runs, _project_alerts)  # prices: see `_newest`
    return sum(each(parts, lambda part: part(settings), lambda part: part.__name__.lstrip("_")))


def _project_prices(settings: Settings) -> int:
    """Index the prices that moved by themselves; all of them where there is no event yet."""
    newest = _newest(settings, BY_NAME["prices"])
    oldest = datetime.now(UTC) - timedelta(days=BY_NAME["prices"].days(settings))
    statement = _OF_ALL if newest is None else _OF_NO_RUN
    rows = _read(settings, statement, since=oldest if newest is None else newest - OVERLAP)
    return _index(settings, _events(settings, _price, rows))


def _project_runs(settings: Settings) -> int:
    """Index the runs that ended, with their prices; all of them where there is no event yet."""
    if _newest(settings, BY_NAME["runs"]) is None:
        with session_scope(settings.database_url) as session:
            session.execute(text("UPDATE scrape_run SET events_at = NULL WHERE events_at < now()"))
    done = 0
    while runs := _read(settings, _RUNS, most=RUNS):
        ids = [row["run"] for row in runs]
        prices = _read(settings, _OF_RUNS, runs=ids)
        events = chain(_events(settings, _run, runs), _events(settings, _price, prices))
        done += _index(settings, events)
        with session_scope(settings.database_url) as session:
            versions = [row["version"] for row in runs]
            session.execute(_RUNS_DONE, {"ids": ids, "versions": versions})
    return done


def _project_alerts(settings: Settings) -> int:
    done = 0
    while rows := _read(settings, _ALERTS, most=BATCH):
        done += _index(settings, _events(settings, _alert, rows))
        with session_scope(settings.database_url) as session:
            ids = [row["id"] for row in rows]
            session.execute(delete(VisitorAlertEvent).where(VisitorAlertEvent.id.in_(ids)))
    return done


def _read(settings: Settings, statement: TextClause, **values: Any) -> Sequence[RowMapping]:
    """Read rows; no transaction stays open while they are indexed."""
    with session_scope(settings.database_url) as session:
        return session.execute(statement, values).mappings().all()


def _events(
    settings: Settings, event_of: Callable[[RowMapping], Event], rows: Sequence[RowMapping]
) -> Iterator[Event]:
    """Yield the rows as events, but those that are none: they are put aside."""
    for row in rows:
        try:
            yield event_of(row)
        except Exception as error:
            put_aside(settings, "events", dict(row), error)


def _index(settings: Settings, events: Iterator[Event]) -> int:
    """Index events in batches; return how many. Raises BulkUnavailableError."""
    done = 0
    while batch := list(islice(events, BATCH)):
        done += index_events(settings, batch)
    return done


def _newest(settings: Settings, stream: Stream) -> datetime | None:
    """Return the time of the newest event that is no demo.

    Prices of no run are read before the runs', so that none of these hides one that is not read.
    """
    answer = elasticsearch(settings.elasticsearch_url).search(
        index=stream.alias(settings.index_prefix),
        size=0,
        ignore_unavailable=True,
        query={"bool": {"must_not": [{"term": {"demo": True}}]}},
        aggs={"newest": {"max": {"field": "@timestamp"}}},
    )
    newest = (answer.body.get("aggregations") or {}).get("newest", {}).get("value")
    return None if newest is None else datetime.fromtimestamp(newest / 1000, UTC)


def _own(kind: str, id_: object, at: datetime) -> Event:
    at_utc = at.astimezone(UTC).isoformat()
    return {"_id": f"{kind}-{id_}", "@timestamp": at_utc, "event": kind, "demo": False}


def _run(row: RowMapping) -> Event:
    started = row["start_time"] or row["end_time"]
    return {
        **_own("run", row["run"], row["end_time"]),
        **{name: row[name] for name in _PLAIN},
        "reason": (row["failure_reason"] or "")[:1000] or None,
        "gate": codes_of(row["reasons"]),
        "duration": (row["end_time"] - started).total_seconds(),
        "waited": (started - row["created_at"]).total_seconds(),
        "coverage": {
            name: float(share)
            for name, share in (row["coverage"] or {}).items()
            if name in {"image", "price", "href", "productBrand"}
        },
    }


def _price(row: RowMapping) -> Event:
    old, new = float(row["old"]), None if row["new"] is None else float(row["new"])
    number = f"{row['product_id']}-{row['seen_at'].timestamp():.6f}"
    event = _own("price", number, row["seen_at"]) | _product(row)
    event |= {"currency": row["currency"], "old": old}
    if new is None:
        return event | {"direction": "lost"}
    share = round(new / old - 1, 4) if old else None
    return event | {"new": new, "share": share, "direction": "up" if new > old else "down"}


def _alert(row: RowMapping) -> Event:
    """Return what became of an alert: nothing in it leads to whose it is."""
    plain = ("alert", "action", "kind", "confirmed")
    own = _own("alert", row["id"], row["created_at"])
    return own | {name: row[name] for name in plain} | _product(row)


def _product(row: RowMapping) -> Event:
    return {
        "product": None if row["product_id"] is None else str(row["product_id"]),
        "productName": (row["name"] or "")[:NAME_LIMIT] or None,
        "brand": row["brand"],
        "store": row["store"],
    }


PAGE = 2_000


def export(settings: Settings, stream: Stream, path: Path, since: str) -> int:
    """Write a stream's events since a day to a file, a line of JSON each; return how many."""
    client, alias = elasticsearch(settings.elasticsearch_url), stream.alias(settings.index_prefix)
    query = {"query": {"range": {"@timestamp": {"gte": since}}}}
    hits = scan(client, index=alias, query=query, size=PAGE, ignore_unavailable=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with path.open("wb") as file:
        for count, hit in enumerate(hits, 1):  # noqa: B007 - the last one's
            file.write(orjson.dumps(hit["_source"], option=orjson.OPT_APPEND_NEWLINE))
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    """Export what the command line names; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m indexer.insights.project", description=__doc__)
    parser.add_argument("stream", choices=sorted(BY_NAME))
    parser.add_argument("file", type=Path)
    parser.add_argument("--since", default="now-30d", help="a day, or such as now-30d")
    given = parser.parse_args(arguments)
    if given.file.suffix != ".jsonl":
        parser.error(f"{given.file.name} must end in .jsonl; DuckDB writes CSV or Parquet of it")
    try:
        count = export(Settings.from_env(), BY_NAME[given.stream], given.file, given.since)
    except (SettingsError, OSError, TransportError, ApiError) as error:
        print(f"Nothing, or not all, is exported: {error}", file=sys.stderr)
        return 1
    print(f"{count} {given.stream} are in {given.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
