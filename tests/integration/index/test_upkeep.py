"""What is deleted for good: never what has come back, and when it is due, not at a start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.ingest.purge import purge
from indexer.insights.streams import BY_NAME, forget_events
from indexer.insights.write import index_events
from indexer.jobs.plan import DAY, PLAN
from indexer.models import Product
from tests.support.index import execute


def test_a_product_that_comes_back_during_a_purge_is_kept(shop: Settings) -> None:
    execute(
        shop,
        "UPDATE product SET gone_at = CASE WHEN id IN (1, 2) THEN now() - interval '400 days' END",
    )
    with ThreadPoolExecutor(1) as beside:
        with session_scope(shop.database_url) as scrape:
            scrape.execute(update(Product).where(Product.id == 1).values(gone_at=None))
            purged = beside.submit(purge, shop)
            waits = (
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock'"
            )
            while not purged.done() and execute(shop, waits) == [(0,)]:
                pass  # the purge has come to the product that the scrape holds, or is past it
        assert purged.result(timeout=60)["products"] == 1
    with session_scope(shop.database_url) as session:
        assert session.scalars(select(Product.id).where(Product.id.in_([1, 2]))).all() == [1]


def test_old_events_are_forgotten_by_a_daily_job(shop: Settings) -> None:
    own = shop.but(click_retention_days=30)
    now = datetime.now(UTC)
    ages = {days: (now - timedelta(days=days)).isoformat() for days in (29, 31, 400)}
    index_events(
        own,
        [
            {"_id": f"e{days}", "@timestamp": at, "event": "click", "product": str(days)}
            for days, at in ages.items()
        ],
    )
    assert forget_events(own) == 2
    client, alias = elasticsearch(own.elasticsearch_url), BY_NAME["clicks"].alias(own.index_prefix)
    hits = client.search(index=alias).body["hits"]["hits"]
    assert [hit["_id"] for hit in hits] == ["e29"]
    months = {BY_NAME["clicks"].index(own.index_prefix, at) for at in (ages[29], now.isoformat())}
    assert set(client.indices.get_alias(name=alias).body) == months
    assert PLAN["forget_events"].every_s <= DAY
