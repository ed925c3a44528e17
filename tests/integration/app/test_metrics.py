"""What Prometheus reads: every declared metric, by whom it may be read, and with a half missing."""

from __future__ import annotations

import math
import os
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from app import create_app
from app.metrics.declared import METRICS
from indexer.index.building.rebuild import rebuild
from indexer.index.reconcile import reconcile
from indexer.settings import Settings
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.front import front
from tests.support.index import execute
from tests.support.production import Served, gunicorn
from tests.support.worker import eventually, pretend_worker

Samples = dict[str, dict[tuple[str, ...], float]]
ALL = [{"indexName": "products", "params": {"query": ""}}]
HERE = {"REMOTE_ADDR": "127.0.0.1"}
ELSEWHERE = {"REMOTE_ADDR": "10.0.0.7"}


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


def get(url: str) -> tuple[int, str]:
    """Ask on a connection of its own."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


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
    # Nothing is in trouble, no run is going on and no page lacks a part: metrics by label have no
    # line then. Nor has a backup that none expects.
    assert missing == {
        "winkel_alerts_open",
        "winkel_runs_open",
        "winkel_backup_age_seconds",
        "winkel_pages_incomplete_total",
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


def test_without_a_worker_its_silence_is_infinite_and_the_site_is_not_well(
    own_settings: Settings,
) -> None:
    got = read(create_app(own_settings).test_client())
    assert set(got["winkel_worker_silent_seconds"].values()) == {math.inf}
    assert got["winkel_scheduler_silent_seconds"] == {(): math.inf}
    assert got["winkel_well"] == {(): 0}


def test_a_backup_that_is_due_has_an_age_and_without_one_it_is_infinite(
    own_settings: Settings,
) -> None:
    own = own_settings.but(backup_every_hours=24)
    client = create_app(own).test_client()
    assert read(client)["winkel_backup_age_seconds"] == {(): math.inf}
    execute(own, "INSERT INTO backup (file) VALUES ('/backups/begun.tar')")
    assert read(client)["winkel_backup_age_seconds"] == {(): math.inf}
    ended = (
        "INSERT INTO backup (file, began_at, ended_at) VALUES ('a', now() - interval '2 h', now())"
    )
    execute(own, ended)
    assert 7_200 <= read(client)["winkel_backup_age_seconds"][()] < 7_800


@pytest.mark.parametrize(
    ("away", "part", "gone", "left"),
    [
        ({"redis_url": "redis://127.0.0.1:9/0"}, "jobs", "queue_jobs", "index_documents"),
        ({"redis_url": "redis://127.0.0.1:9/0"}, "jobs", "events_waiting", "mails_waiting"),
        ({"elasticsearch_url": "http://127.0.0.1:9"}, "search", "index_missing", "outbox_pending"),
        (
            {"database_url": "postgresql+psycopg://nobody@127.0.0.1:9/none"},
            "catalogue",
            "outbox_pending",
            "queue_jobs",
        ),
    ],
)
def test_a_part_that_is_away_leaves_its_metrics_out_and_no_zero_in_their_place(
    shop: Settings, away: dict[str, Any], part: str, gone: str, left: str
) -> None:
    got = read(create_app(shop.but(**away)).test_client())
    assert got["winkel_up"][(part,)] == 0
    assert f"winkel_{gone}" not in got
    assert f"winkel_{left}" in got


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


def test_visitors_get_no_metrics_through_the_front(settings: Settings, tmp_path: Path) -> None:
    with front(settings, tmp_path) as site:
        for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?x=1"):
            status, text = get(site.url + path)
            assert (status, "winkel_" in text) == (404, False), path
        assert "winkel_up" in get(f"{site.app.url}/metrics")[1]


@pytest.fixture
def served(settings: Settings, tmp_path: Path) -> Iterator[Served]:
    with gunicorn(settings, tmp_path) as server:
        yield server


def test_the_processes_of_a_server_are_one_count_and_a_dead_ones_counts_stay(
    served: Served,
) -> None:
    def lives() -> float:
        counts = samples(get(f"{served.url}/metrics")[1])["winkel_requests_total"]
        return counts.get(("health.live", "200"), 0)

    before = lives()
    for _ in range(20):  # connections of their own: both processes answer some
        get(f"{served.url}/api/health/live")
    assert lives() == before + 20
    first = psutil.Process(served.process.pid).children()[0].pid
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not psutil.pid_exists(first))
    assert lives() == before + 20
