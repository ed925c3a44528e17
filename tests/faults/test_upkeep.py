"""What is deleted for good: never what has come back, and when it is due, not at a start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from sqlalchemy import select, update

from app import create_app
from indexer import jobs
from indexer.cron import DAY, PLAN
from indexer.db import session_scope
from indexer.index import ensure, reconcile
from indexer.index.client import elasticsearch
from indexer.index.searches import ensure_searches, forget_searches, searches_alias
from indexer.models import Product
from indexer.pipeline.purge import purge
from indexer.settings import Settings
from tests.support.index import execute

pytestmark = pytest.mark.faults

SEARCH = [{"indexName": "products", "params": {"query": "dress"}}]


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
        assert purged.result(timeout=60).products == 1
    with session_scope(shop.database_url) as session:
        assert session.scalars(select(Product.id).where(Product.id.in_([1, 2]))).all() == [1]


def searches(own: Settings) -> list[dict[str, Any]]:
    client, alias = elasticsearch(own.elasticsearch_url), searches_alias(own.index_prefix)
    client.indices.refresh(index=alias)
    return [hit["_source"] for hit in client.search(index=alias).body["hits"]["hits"]]


def add(client: Elasticsearch, own: Settings, days: int) -> None:
    at = datetime.now(UTC) - timedelta(days=days)
    client.index(
        index=searches_alias(own.index_prefix),
        document={"at": at.isoformat(), "query": f"{days} days old"},
        refresh=True,
    )


def test_the_indexer_makes_the_analysts_index_and_the_web_process_only_adds_to_it(
    shop: Settings,
) -> None:
    ensure(shop)
    client, alias = elasticsearch(shop.elasticsearch_url), searches_alias(shop.index_prefix)
    app = create_app(shop)
    recorder = app.extensions["winkel"].recorder
    assert app.test_client().post("/api/search", json=SEARCH).status_code == 200
    recorder.flush()
    assert [row["query"] for row in searches(shop)] == ["dress"]
    client.indices.delete(index=f"{alias}-1")
    assert app.test_client().post("/api/search", json=SEARCH).status_code == 200
    recorder.flush()
    assert not client.indices.exists(index=alias)
    reconcile(shop)
    assert searches(shop) == []


def test_old_searches_are_forgotten_by_a_daily_job_and_not_by_a_process_that_starts(
    shop: Settings,
) -> None:
    own = replace(shop, click_retention_days=30)
    ensure(own)
    client = elasticsearch(own.elasticsearch_url)
    add(client, own, 29)
    add(client, own, 31)
    app = create_app(own)
    assert app.test_client().post("/api/search", json=SEARCH).status_code == 200
    app.extensions["winkel"].recorder.flush()
    assert len(searches(own)) == 3
    assert forget_searches(own) == 1
    assert "31 days old" not in {row["query"] for row in searches(own)}
    assert not ensure_searches(own)
    (entry,) = [entry for entry in PLAN if entry.job is jobs.forget_searches]
    assert entry.every_s <= DAY
