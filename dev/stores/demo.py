"""A demo: the stores' first scrape, a past of their prices, a week of events.

`python -m dev.stores.demo` makes the last two, when the worker has scraped. Of the prices real
deals, sales that never end, and prices that were raised before they were cut, so that what is
measured of them can be seen; only what was read for the first time today gets a past.

`events.jsonl` has the events of a day, of which each day gets most: products by their names in the
demo stores (in another catalogue any), stores by number, `ago` in minutes. Analysts can filter by
their field `demo`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import orjson
from elasticsearch import ApiError, TransportError
from sqlalchemy import or_, select
from sqlalchemy.exc import SQLAlchemyError

from dev.files import ServiceError
from dev.stores.catalogue import load_stores
from indexer.catalogue.deals import measure_all
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.database import connect
from indexer.index.writer import RUN, write_pending
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import start_run
from indexer.insights.project import project
from indexer.insights.write import STREAMS, index_events
from indexer.models import Brand, Product, ScrapeRun
from indexer.models.run import SCRAPES

POLL_S, LINES_EVERY_S = 1.0, 15.0
LIMIT_S = 30 * 60
OUTAGE_S = 180.0  # Elasticsearch takes 10 s to come back, on a busy machine a minute or two
DONE = ("success", "suspect")

Answer = TypeVar("Answer")


def again(request: Callable[[], Answer], check: Callable[[], None]) -> Answer:
    """Retry the request while a service is being restarted; raises its error after OUTAGE_S."""
    until = time.monotonic() + OUTAGE_S
    while True:
        try:
            return request()
        except (ServiceError, SQLAlchemyError, ApiError, TransportError):
            if time.monotonic() > until:
                raise
        check()
        time.sleep(POLL_S)


def demo_brands(settings: Settings, *, unscraped: bool) -> dict[int, str]:
    """Return the demo brands' names by id; `unscraped`: those without a finished scrape."""
    query = select(Brand.id, Brand.name).where(Brand.slug.in_(load_stores())).order_by(Brand.id)
    if unscraped:
        is_done = ScrapeRun.result.in_(DONE) & ScrapeRun.kind.in_(SCRAPES)
        query = query.where(~select(1).where(ScrapeRun.brand_id == Brand.id, is_done).exists())
    with session_scope(settings.database_url) as session:
        return dict(session.execute(query).all())


def scrape(settings: Settings, brands: Mapping[int, str], check: Callable[[], None]) -> list[str]:
    """Scrape these brands and print their progress; return those that were not scraped.

    `check` restarts processes that have ended.
    """
    began, until, printed_at = datetime.now(UTC), time.monotonic() + LIMIT_S, time.monotonic()
    for number in brands:
        with suppress(RunRefusedError):  # an earlier command's goes on
            again(partial(start_run, settings, number, "scrape+classify"), check)
    query = select(ScrapeRun).where(
        ScrapeRun.brand_id.in_(brands),
        or_(ScrapeRun.end_time.is_(None), ScrapeRun.end_time > began),
    )

    def runs() -> list[ScrapeRun]:
        with session_scope(settings.database_url) as session:
            return list(session.scalars(query))

    results = dict[str, str]()
    while len(results) < len(brands):
        check()
        time.sleep(POLL_S)
        is_time = time.monotonic() - printed_at > LINES_EVERY_S
        printed_at = time.monotonic() if is_time else printed_at
        for run in again(runs, check):
            name, found = brands[run.brand_id or 0], f"{run.found_count} products"
            if run.result and name not in results:
                results[name] = run.result
                print(f"  {name}: {run.result}, {found} {run.failure_reason or ''}", flush=True)
            elif run.pages_total and not run.result and is_time:
                pages = f"page {run.pages_done} of {run.pages_total}"
                print(f"  {name}: {pages}, {found} so far", flush=True)
        if time.monotonic() > until:
            raise ServiceError(
                f"The first scrape did not end within {LIMIT_S // 60} minutes. "
                "See .local/logs/worker.log, and .local/logs/scrape/ for each brand."
            )
    again(partial(_settle, settings), check)
    return [name for name, result in results.items() if result not in DONE]


def _settle(settings: Settings) -> None:
    """Write the outbox to the index and refresh: otherwise it takes up to 30 s longer."""
    report = write_pending(settings, patience=RUN)
    if not report.success:
        raise ServiceError(f"The index is not up to date: {report.refused or report.why}")
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=settings.index_prefix)


# Of what a store marks as reduced a third truly fell, a third never cost that, a third was raised a
# week before; of the rest each ninth fell without a mark. `was` is what it cost before.
_PAST = """
WITH demo AS (
    SELECT p.*, coalesce(p.ordinary_price, round(p.price * 1.25)) AS was,
           CASE WHEN p.ordinary_price IS NOT NULL
                THEN (ARRAY['fell', 'never', 'raised'])[p.id %% 3 + 1]
                WHEN p.id %% 9 = 0 THEN 'fell' ELSE 'same' END AS kind
      FROM product p JOIN brand b ON b.id = p.brand_id
     WHERE b.slug = ANY(%s) AND p.price > 0 AND NOT EXISTS (
           SELECT FROM price_history h WHERE h.product_id = p.id AND h.seen_at < current_date)
), rows_ AS (
    INSERT INTO price_history (product_id, seen_at, currency, price, ordinary_price, sold_out)
    SELECT id, now() - make_interval(days => s.ago::int), currency, s.price, s.ordinary, false
      FROM demo CROSS JOIN LATERAL (VALUES
           (89, CASE WHEN kind = 'fell' THEN was ELSE demo.price END,
            CASE WHEN kind = 'never' THEN ordinary_price END),
           (14, CASE WHEN kind = 'raised' THEN was END, NULL),
           (6 + id %% 7, CASE WHEN kind IN ('fell', 'raised') THEN demo.price END, ordinary_price)
      ) AS s (ago, price, ordinary)
     WHERE s.price IS NOT NULL
)
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(current_date - 89, current_date - 21),
                          daterange(current_date - 19, current_date + 1)) FROM demo
    ON CONFLICT (product_id) DO UPDATE SET days = product_reading.days + excluded.days
"""


def add_past(settings: Settings) -> None:
    """Give the demo stores' products their past, and measure it."""
    with connect(settings.database_url) as connection:
        given = connection.execute(_PAST.encode(), [list(load_stores())]).rowcount
    found = measure_all(settings, datetime.now(UTC))
    deals = sum(len(many) for many in found["deals"].values())
    print(f"{given} products have a past; {deals} real deals")


Event = dict[str, Any]

FILE = Path(__file__).with_name("events.jsonl")
DAYS = 7
LEFT_OUT = 5  # each day one search in so many, with its clicks
NUMBERED = ("search", "session", "alert")  # of each day its own


def add(settings: Settings, now: datetime | None = None) -> int:
    """Index a week of events, in place of earlier ones; return their number."""
    remove(settings)
    made = [*_events(settings, now or datetime.now(UTC))]
    added = index_events(settings, made)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=_aliases(settings))
    return added


def remove(settings: Settings) -> int:
    """Delete all demo events; return their number."""
    done = elasticsearch(settings.elasticsearch_url).delete_by_query(
        index=_aliases(settings),
        query={"term": {"demo": True}},
        ignore_unavailable=True,
        conflicts="proceed",
        refresh=True,
    )
    return int(done.body["deleted"])


def _aliases(settings: Settings) -> list[str]:
    return [stream.alias(settings.index_prefix) for stream in STREAMS]


def _events(settings: Settings, now: datetime) -> Iterator[Event]:
    with session_scope(settings.database_url) as session:
        brands = session.execute(select(Brand.slug, Brand.name).order_by(Brand.id)).all()
        columns = (Product.id, Product.name, Brand.slug, Brand.name)
        products = session.execute(select(*columns).join(Brand).order_by(Product.id)).all()
    by_name = {row[1]: row for row in products}
    lines = [orjson.loads(line) for line in FILE.read_bytes().splitlines()]
    for day in range(DAYS if products else 0):
        for number, line in enumerate(lines):
            if (int(line.get("search", number)) + day) % LEFT_OUT == 0:
                continue
            event = line | {"demo": True, "_id": f"demo-{day}-{number}"}
            event["@timestamp"] = (now - timedelta(days=day, minutes=event.pop("ago"))).isoformat()
            event |= {name: f"{day}{line[name]}" for name in NUMBERED if name in line}
            if "store" in line:
                event["store"], event["brand"] = brands[line["store"] % len(brands)]
            names = line.get("product", [])
            found = [
                by_name.get(name) or products[(number + place * 7) % len(products)]
                for place, name in enumerate([names] if isinstance(names, str) else names)
            ]
            if isinstance(names, str):
                id_, title, store, brand = found[0]
                event |= {"product": str(id_), "productName": title, "store": store, "brand": brand}
            elif line["event"] == "search":
                event["product"] = [str(row[0]) for row in found]
                event["store"] = sorted({row[2] for row in found})
            yield event


if __name__ == "__main__":
    own = Settings.from_env()
    add_past(own)
    project(own)  # the real runs so far
    print(
        f"{add(own):,} made-up events of {DAYS} days are at /insights, marked as made up: a"
        " switch there leaves them out"
    )
