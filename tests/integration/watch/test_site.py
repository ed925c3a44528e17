"""Fault 50: nobody does the jobs, or there is no index: an alert begins, and ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from app import create_app
from app.serving.process import Watchdog
from indexer.core.db import session_scope
from indexer.core.heartbeats import HEARTBEAT_TIMEOUT_S
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import watch
from indexer.index.writer import write_pending
from indexer.models import Incident, Message
from indexer.watch.incidents import watch_brands, watch_worker
from indexer.watch.site import ping_deadman, why_not_well
from tests.integration.watch.test_incidents import Hook, http_server
from tests.proof.search.test_index_truth import settle
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.index import bare_index
from tests.support.mailbox import smtp_server
from tests.support.worker import pretend_worker

SILENCE = timedelta(seconds=HEARTBEAT_TIMEOUT_S + 1)
LATER = timedelta(hours=1)


def open_alerts(own: Settings) -> dict[str, str]:
    with session_scope(own.database_url) as session:
        rows = session.scalars(select(Incident).where(Incident.closed_at.is_(None)))
        return {row.kind: row.words for row in rows}


def subjects(own: Settings) -> list[str]:
    with session_scope(own.database_url) as session:
        return list(session.scalars(select(Message.subject).order_by(Message.id)))


def test_the_workers_silence_is_an_alert_until_it_speaks_again(own_settings: Settings) -> None:
    own = own_settings.but(alert_mail="ops@shop.example")
    pretend_worker(own)
    now = datetime.now(UTC)
    assert watch_worker(own, now) == 0
    assert watch_worker(own, now + SILENCE) == 0, "what has just begun is not looked at"
    assert watch_worker(own, now + LATER) == 1
    assert watch_worker(own, now + LATER) == 0
    assert "no worker takes jobs of" in open_alerts(own)["stalled"]
    told: Any = create_app(own.but(operator_open=True)).test_client().get("/api/scraper/alerts")
    assert [(one["brand"], one["brandId"]) for one in told.json["open"]] == [("The worker", None)]
    redis_connection(own.redis_url).flushdb()
    pretend_worker(own)
    assert watch_worker(own) == 1
    assert open_alerts(own) == {}
    assert subjects(own) == ["Winkel: The worker stalled", "Winkel: The worker recovered"]


@pytest.fixture
def indexed(own_settings: Settings) -> Settings:
    scrape_items(own_settings, make_brand(own_settings), make_items(5))
    rebuild(own_settings, fast=True)
    write_pending(own_settings)
    assert watch_brands(own_settings) == 0
    return own_settings


def test_an_index_that_is_gone_is_an_alert_before_anything_heals_it(indexed: Settings) -> None:
    client = elasticsearch(indexed.elasticsearch_url)
    for index in client.indices.get_alias(name=indexed.index_prefix).body:
        client.indices.delete(index=index)
    assert watch_brands(indexed) == 1
    assert "no index stands behind" in open_alerts(indexed)["behind"]
    found: Any = watch(indexed)
    assert found.state in {"rebuilt", "fell back"}
    # Healed, and still told for a while: somebody should ask why it was lost.
    assert watch_brands(indexed) == 0
    assert watch_brands(indexed, datetime.now(UTC) + LATER) == 1
    assert open_alerts(indexed) == {}


def test_elasticsearch_and_redis_that_are_dead_are_alerts(own_settings: Settings) -> None:
    assert watch_brands(own_settings.but(elasticsearch_url="http://127.0.0.1:9")) == 1
    assert "Elasticsearch does not answer" in open_alerts(own_settings)["behind"]
    assert watch_worker(own_settings.but(redis_url="redis://127.0.0.1:9/0")) == 1
    assert "The job queue does not answer" in open_alerts(own_settings)["stalled"]


NOWHERE = {
    "Elasticsearch does not answer": {"elasticsearch_url": "http://127.0.0.1:9"},
    "The job queue does not answer": {"redis_url": "redis://127.0.0.1:9/0"},
    "127.0.0.1": {"database_url": "postgresql+psycopg://nobody@127.0.0.1:9/none"},
}


def test_who_waits_outside_is_called_while_no_part_of_the_whole_path_is_missing(
    indexed: Settings,
) -> None:
    pretend_worker(indexed)
    settle(indexed)
    hook, client, prefix = Hook(200), elasticsearch(indexed.elasticsearch_url), indexed.index_prefix
    loopback: dict[str, Any] = {"allow_loopback_stores": True, "demo_stores_map": None}
    with http_server(hook) as address:
        own = indexed.but(deadman_url=address, **loopback)

        def is_not_called(why: str, **away: str) -> None:
            assert why in why_not_well(own.but(**away), datetime.now(UTC))
            assert not ping_deadman(own.but(**away))
            assert len(hook.asked) == 1

        assert why_not_well(own, datetime.now(UTC)) == ""
        assert ping_deadman(own)
        assert len(hook.asked) == 1
        assert not ping_deadman(own.but(deadman_url=""))
        for why, away in NOWHERE.items():
            is_not_called(why, **away)
        redis_connection(own.redis_url).flushdb()
        is_not_called("no worker takes jobs of")
        pretend_worker(own)
        hook.status = 503
        assert not ping_deadman(own), "a call that was not taken is none"
        hook.asked.pop()
        client.indices.refresh(index=prefix)
        client.delete_by_query(index=prefix, query={"match_all": {}}, refresh=True)
        is_not_called("products are missing from the search index")


def test_a_web_process_tells_of_a_silent_worker_by_mail_and_once(own_settings: Settings) -> None:
    with smtp_server() as (mailbox, smtp), bare_index(own_settings):
        own = own_settings.but(smtp_url=smtp, alert_mail="ops@shop.example")
        first, second = Watchdog(own), Watchdog(own)
        assert not first.look(), "one that is being started again is silent for a moment"
        assert first.look()
        assert [second.look(), second.look(), first.look()] == [False, True, True]
        assert [mailbox.read(n)["Subject"] for n in range(len(mailbox.mails))] == [
            "Winkel: The worker stalled"
        ]
        pretend_worker(own)
        assert not first.look()
