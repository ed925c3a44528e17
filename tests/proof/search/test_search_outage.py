"""Faults 5, 6 and 7: Elasticsearch is down, hangs, or answers in part."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from app import create_app
from app.search.engine import Engine
from app.web.errors import SearchUnavailable
from indexer.core.settings import Settings
from tests.integration.app.fixtures import shop_settings
from tests.support.asking import Reply, call
from tests.support.forwarder import Forwarder
from tests.support.production import gunicorn
from tests.support.worker import eventually

__all__ = ["shop_settings"]


SEARCH = [{"indexName": "products", "params": {"query": "", "facets": ["*"]}}]
RECOVERY_S = 60
THREADS = 8  # as in `make run`
# Elasticsearch's time here. Whoever waited for it would show: what is at once takes milliseconds,
# and some seconds at the most on a machine that is full of other work.
WAITED_S = 20.0
AT_ONCE_S = WAITED_S / 2


@dataclass(frozen=True, slots=True)
class Site:
    """The API in a process of its own, with Elasticsearch behind a forwarder."""

    port: int
    forwarder: Forwarder

    def call(self, path: str, body: Any = None, timeout: float = 4 * WAITED_S) -> Reply:
        """Ask the API; an answer that takes longer than `timeout` (s) fails the test."""
        return call(self.port, path, body, timeout)

    def search(self, timeout: float = 4 * WAITED_S) -> Reply:
        return self.call("/api/search", SEARCH, timeout)


@pytest.fixture(scope="module")
def site(shop_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The search is there at the begin of each test, and at its end."""
    forwarder = Forwarder(shop_settings.elasticsearch_url)
    folder = tmp_path_factory.mktemp("frontend")
    index = folder / "index.html"
    index.write_text("<html><head><title>x</title></head><body></body></html>")
    own = shop_settings.but(
        elasticsearch_url=forwarder.url,
        frontend_dir=folder,
        search_timeout_ms=int(WAITED_S * 1000),
        kept_answers_mb=0,  # for seconds they would hide that nothing answers any more
    )
    try:
        with gunicorn(own, folder) as server:
            here = Site(server.port, forwarder)
            eventually(lambda: here.search().status == 200, "the API is up")
            yield here
    finally:
        forwarder.kill()


def test_fault_5_elasticsearch_down_is_a_503_at_once_and_the_rest_works(site: Site) -> None:
    site.forwarder.kill()
    answers = [site.search() for _ in range(5)]
    assert {answer.status for answer in answers} == {503}
    quick = site.search(timeout=AT_ONCE_S)
    assert (quick.status, quick.headers["Retry-After"]) == (503, "5")
    assert quick.json["message"] == "Search is unavailable, try again"
    assert quick.headers["Cache-Control"] == "no-store"
    for path in ("/api/landing", "/api/suggest?q=dress", "/api/brands/getProductBrands"):
        assert site.call(path, timeout=AT_ONCE_S).status == 503, path
    health = site.call("/api/health", timeout=AT_ONCE_S)
    assert (health.status, health.json["status"]) == (200, "degraded")
    assert health.json["parts"] == {"search": "down", "catalogue": "ok", "jobs": "ok"}
    for path in ("/", "/about", "/api/countries", "/api/filters", "/api/brands/getStores"):
        assert site.call(path, timeout=AT_ONCE_S).status == 200, path
    site.forwarder.start()
    eventually(lambda: site.search().status == 200, "the search is back", RECOVERY_S)
    assert set(site.call("/api/health").json["parts"].values()) == {"ok"}


def test_fault_6_a_hanging_elasticsearch_does_not_use_up_the_workers(site: Site) -> None:
    site.forwarder.hang()
    with ThreadPoolExecutor(4 * THREADS) as visitors:
        searches = [visitors.submit(site.search) for _ in range(4 * THREADS)]
        others = [site.call("/api/countries", timeout=AT_ONCE_S).status for _ in range(5)]
        statuses = {search.result().status for search in searches}
    assert others == [200] * 5
    assert statuses == {503}
    assert site.search(timeout=AT_ONCE_S).status == 503
    site.forwarder.resume()
    eventually(lambda: site.search().status == 200, "the search is back", RECOVERY_S)


def test_fault_7_a_search_that_runs_out_of_time_is_no_answer(
    elasticsearch_url: str, own_index_prefix: str
) -> None:
    """Elasticsearch looks at its watch every few thousand documents and every 200 ms."""
    index = f"{own_index_prefix}-slow"
    with Elasticsearch(elasticsearch_url, request_timeout=60) as client:
        client.indices.create(index=index, settings={"number_of_replicas": 0})
        lines: list[dict[str, Any]] = [{"index": {}}, {"n": 1}]
        client.bulk(index=index, operations=lines * 30_000, refresh=True)
    busy = "long x = 0; for (int i = 0; i < 50000; i++) { x += i % 7 } return x % 2 == 5"
    body = {"query": {"script": {"script": {"source": busy}}}, "timeout": "1ms", "size": 0}
    with pytest.raises(SearchUnavailable) as refused:
        Engine(elasticsearch_url, index, timeout_ms=60_000).search([body])
    assert refused.value.__cause__ is None  # it answered, and in time for us


def test_fault_7_failed_shards_are_a_503_that_is_never_cached(shop_settings: Settings) -> None:
    client = Elasticsearch(shop_settings.elasticsearch_url)
    prefix = f"{shop_settings.index_prefix}-halves"
    whole = next(iter(client.indices.get_alias(name=shop_settings.index_prefix).body))
    broken = f"{prefix}-broken"  # it cannot be sorted: its shard fails, the other answers
    client.indices.create(index=broken, mappings={"properties": {"visible": {"type": "boolean"}}})
    client.index(index=broken, document={"visible": True}, refresh=True)
    client.indices.update_aliases(
        actions=[{"add": {"index": name, "alias": prefix}} for name in (whole, broken)]
    )
    api = create_app(shop_settings.but(index_prefix=prefix)).test_client()
    try:
        partial = api.post("/api/search", json=SEARCH)
        assert (partial.status_code, partial.headers["Cache-Control"]) == (503, "no-store")
        client.indices.delete(index=broken)
        assert api.post("/api/search", json=SEARCH).status_code == 200
    finally:
        client.indices.delete_alias(index=whole, name=prefix)
        client.indices.delete(index=broken, ignore_unavailable=True)
        client.close()
