"""What Prometheus reads: every declared metric, by whom it may be read, and with a half missing."""

from __future__ import annotations

import math
from typing import Any

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from app import create_app
from app.live.metrics import METRICS
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import reconcile
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.worker import pretend_worker

Samples = dict[str, dict[tuple[str, ...], float]]
ALL = [{"indexName": "products", "params": {"query": ""}}]
HERE = {"REMOTE_ADDR": "127.0.0.1"}
ELSEWHERE = {"REMOTE_ADDR": "10.0.0.7"}


NOWHERE = "postgresql+psycopg://nobody@127.0.0.1:9/none"
# By part: where it is, which metrics are gone then, and which are left.
AWAY: dict[str, tuple[dict[str, Any], str, str]] = {
    "jobs": (
        {"redis_url": "redis://127.0.0.1:9/0"},
        "queue_jobs events_waiting",
        "index_documents mails_waiting",
    ),
    "search": ({"elasticsearch_url": "http://127.0.0.1:9"}, "index_missing", "outbox_pending"),
    "catalogue": ({"database_url": NOWHERE}, "outbox_pending", "queue_jobs"),
}


@pytest.fixture
def shop(own_settings: Settings) -> Settings:
    """A catalogue with a run and its index; a worker lives."""
    own = own_settings.but(kept_answers_mb=8)
    scrape_items(own, make_brand(own), make_items(5))
    rebuild(own, fast=True)
    reconcile(own)
    pretend_worker(own)
    return own


def samples(text: str) -> Samples:
    """Return values by sample and its labels' values, as Prometheus would take them."""
    found: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


def read(client: FlaskClient, **headers: str) -> Samples:
    answer = client.get("/metrics", headers=headers, environ_base=HERE)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    return samples(answer.text)


def test_every_declared_metric_is_there_and_true(shop: Settings) -> None:
    client = create_app(shop).test_client()
    for _ in range(3):
        assert client.post("/api/search", json=ALL).status_code == 200
    got = read(client)
    bare = {name.removesuffix("_count") for name in got}
    missing = {metric.name for metric in METRICS} - bare
    # Nothing is in trouble, no run is going on, no job was due and no page lacks a part: metrics by
    # label have no line then. Nor has a backup that none expects.
    assert missing == {
        "winkel_alerts_open",
        "winkel_runs_open",
        "winkel_backup_age_seconds",
        "winkel_pages_incomplete_total",
        "winkel_step_failures",
        "winkel_step_good_seconds",
        "winkel_put_aside",
    }
    assert got["winkel_up"] == {("search",): 1, ("catalogue",): 1, ("jobs",): 1}
    assert got["winkel_requests_total"][("search.search", "200")] == 3
    assert got["winkel_request_seconds_count"][("search.search",)] == 3
    assert sum(got["winkel_answers_total"].values()) == 3
    assert got["winkel_index_documents"] == {(): 5}
    assert got["winkel_runs_day"] == {("scrape+classify", "success"): 1}
    assert 0 <= got["winkel_index_age_seconds"][()] < 600
    assert got["winkel_queue_jobs"][("periodic",)] == 0
    assert got["winkel_worker_silent_seconds"][("index",)] < 45
    # A part that is away leaves its metrics out, and no zero in their place.
    for part, (away, gone, left) in AWAY.items():
        got = read(create_app(shop.but(**away)).test_client())
        assert got["winkel_up"][(part,)] == 0
        assert not {f"winkel_{name}" for name in gone.split()} & set(got)
        assert {f"winkel_{name}" for name in left.split()} <= set(got)


def test_without_a_worker_its_silence_is_infinite_and_the_site_is_not_well(
    own_settings: Settings,
) -> None:
    got = read(create_app(own_settings).test_client())
    assert set(got["winkel_worker_silent_seconds"].values()) == {math.inf}
    assert got["winkel_scheduler_silent_seconds"] == {(): math.inf}
    assert got["winkel_well"] == {(): 0}


def test_who_reads_metrics_is_this_machine_or_has_the_token(settings: Settings) -> None:
    open_, own = create_app(settings), create_app(settings.but(metrics_token="of-prometheus"))
    token = {"Authorization": "Bearer of-prometheus"}

    def status(app: Any, base: dict[str, str], **headers: str) -> int:
        return int(
            app.test_client().get("/metrics", headers=headers, environ_base=base).status_code
        )

    assert status(open_, HERE) == 200
    assert status(open_, ELSEWHERE) == 403
    assert status(open_, ELSEWHERE, Authorization="Bearer ") == 403
    assert status(own, ELSEWHERE, Authorization="Bearer wrong") == 403
    assert status(own, ELSEWHERE, **token) == 200
    assert status(own, ELSEWHERE, Authorization="bearer of-prometheus") == 200
    for without in ("of-prometheus", "Basic of-prometheus", "Token of-prometheus"):
        assert status(own, ELSEWHERE, Authorization=without) == 403
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        assert status(open_, HERE, **{header: "127.0.0.1"}) == 403
    assert status(open_, HERE, Host="winkel.example") == 403
