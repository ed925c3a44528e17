"""What is deleted for good: never what has come back, and when it is due, not at a start."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.write import BY_NAME, delete_old_events, index_events
from indexer.jobs.periodic_jobs import DAY, PLAN


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
    assert delete_old_events(own) == 2
    client, alias = elasticsearch(own.elasticsearch_url), BY_NAME["clicks"].alias(own.index_prefix)
    hits = client.search(index=alias).body["hits"]["hits"]
    assert [hit["_id"] for hit in hits] == ["e29"]
    months = {BY_NAME["clicks"].index(own.index_prefix, at) for at in (ages[29], now.isoformat())}
    assert set(client.indices.get_alias(name=alias).body) == months
    assert PLAN["forget_events"].every_s <= DAY
