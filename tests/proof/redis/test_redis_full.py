"""Fault 58: Redis fills while Elasticsearch is away; jobs go on, and losses are counted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError

from app.web.visitors import Recorder
from indexer.core.heartbeats import read_heartbeats
from indexer.core.queues import PERIODIC, queue, redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.insights.write import BY_NAME, Buffer, write_events
from indexer.watch.incidents import watch_brands
from indexer.watch.site import worker_now
from tests.integration.watch.test_site import open_alerts
from tests.support.crawling import grid
from tests.support.forwarder import Forwarder
from tests.support.own_services import own_services
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer
from tests.support.worker import eventually, plain_worker

MEMORY = 64 * 1024**2
HOUR = 20 * 3_600  # searches, 20 a second
ID = 22  # characters of an event's id


@pytest.fixture(scope="module")
def small_redis() -> Iterator[str]:
    """A Redis of its own, which lets go of nothing by itself."""
    with own_services("redis") as (urls, _):
        yield urls["REDIS_URL"]


@pytest.fixture
def small(own_settings: Settings, small_redis: str) -> Iterator[Settings]:
    """Settings with that Redis, empty, of 64 MB."""
    with Redis.from_url(small_redis) as redis:
        redis.flushall()
        redis.config_set("maxmemory", MEMORY)
        assert redis.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        yield own_settings.but(redis_url=small_redis)


def searched(number: int) -> dict[str, Any]:
    """A search as it is recorded, a second page so that only Elasticsearch gets it."""
    return {
        "search": f"{number:022d}",
        "query": "red dress under R500",
        "understood": ["colour:red", "type:dress", "price:500"],
        "filters": {"colour": ["red"], "category": ["women/dresses"]},
        "sort": "relevance",
        "page": 2,
        "total": 118,
        "zero": False,
        "product": [str(1_000_000 + number + place) for place in range(24)],
        "brand": ["karoo cotton", "cape linen", "loft"],
        "store": ["karoo-cotton", "cape-linen"],
        "country": "ZA",
        "session": "0123456789abcdef01",
        "device": "phone",
        "step": 2,
        "took": 41,
    }


@pytest.mark.parametrize("part", [1, 4])
def test_58_an_hours_events_leave_room_for_all_jobs_and_the_newest_are_written_once(
    small: Settings, small_redis: str, part: int
) -> None:
    """Of 20 searches a second, in 64 MB; as a rule a quarter of both."""
    memory, events = MEMORY // part, HOUR // part
    with Redis.from_url(small_redis) as redis:
        redis.config_set("maxmemory", memory)
    rebuild(small, fast=True)
    forwarder = Forwarder(small.elasticsearch_url)
    own = small.but(elasticsearch_url=forwarder.url)
    try:
        with own_store(own, "/list") as store, plain_worker(own, "--scrapers", "1"):
            store.answers = {"/list": Answer(grid("a", "b"))}
            eventually(lambda: read_heartbeats(own).trouble == "", "the worker is up")
            forwarder.kill()
            _record(own, events)
            _jobs_go_on(store)
            waiting = Buffer(own).waiting()
            assert waiting.lost > 0
            assert waiting.events + waiting.lost == events
            with Redis.from_url(small_redis) as redis:
                assert redis.info("memory")["used_memory"] < 0.6 * memory
            watch_brands(own)
            told = open_alerts(own)["behind"]
            assert "Elasticsearch does not answer" in told
            assert f"{waiting.events:,} searches and clicks wait to be recorded" in told
            assert f"{waiting.lost:,} were let go of" in told
        forwarder.start()
        while write_events(own):
            pass
        _are_the_newest(own, waiting.events, events)
        watch_brands(own)
        assert "let go of" not in open_alerts(own).get("behind", "")
    finally:
        forwarder.kill()
    assert Buffer(own).waiting() == (0, 0, waiting.lost, 0)


def _record(own: Settings, events: int) -> None:
    """Record so many searches as web processes do, as fast as it goes."""
    recorder = Recorder(own)
    for number in range(events):
        recorder.add("search", searched(number), f"{number:0{ID}d}")
        if number % 5_000 == 0:
            assert recorder.flush()
    recorder.close()


def _jobs_go_on(store: OwnStore) -> None:
    assert read_heartbeats(store.settings).trouble == ""
    run = store.start()
    assert store.finished(run).found_count == 2
    periodic = queue(PERIODIC, redis_connection(store.settings.redis_url))
    job = periodic.enqueue_call("indexer.jobs.tasks.do_periodic", ("reap_runs",), result_ttl=60)
    eventually(lambda: job.get_status(refresh=True) == "finished", "a periodic job is done")
    assert read_heartbeats(store.settings).trouble == ""


def _are_the_newest(own: Settings, count: int, of: int) -> None:
    client, alias = (
        elasticsearch(own.elasticsearch_url),
        BY_NAME["searches"].alias(own.index_prefix),
    )
    client.indices.refresh(index=f"{alias}-*")
    assert client.count(index=f"{alias}-*").body["count"] == count
    oldest = client.search(index=f"{alias}-*", size=1, sort=[{"search": "asc"}]).body["hits"]
    assert int(oldest["hits"][0]["_id"]) == of - count


def test_58_where_something_else_fills_redis_events_give_way_and_the_alert_says_so(
    small: Settings, small_redis: str
) -> None:
    buffer = Buffer(small)
    assert buffer.add([{"_id": str(number), "text": "x" * 1_000} for number in range(5_000)]) == 0
    with Redis.from_url(small_redis) as redis:
        _fill(redis, 0.9)
        assert buffer.add([{"_id": "later", "text": "x"}], lost=7) > 1_000
        waiting = buffer.waiting()
        assert waiting.events + waiting.lost == 5_008
        assert redis.set("job", "there is room")
        _fill(redis, 0.97)
        assert read_heartbeats(small).is_full
        trouble = worker_now(small, datetime.now(UTC))
        assert trouble is not None
        assert trouble.words.startswith("Redis is full (9")
        assert f"{waiting.lost:,} were let go of" in trouble.words
        with pytest.raises(OutOfMemoryError):
            _fill(redis, 1.1)
        assert buffer.add([{"_id": "last"}]) > 0  # it frees, and neither waits nor fails
        redis.set("job", "there is room again")


def _fill(redis: Redis, share: float) -> None:
    while redis.info("memory")["used_memory"] < share * MEMORY:
        redis.rpush("else", b"x" * 50_000)
