"""Fault 47: the index refuses what changes, for the server's sake and not for the document's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from elasticsearch import Elasticsearch
from flask.testing import FlaskClient

from app import create_app
from dev.services.servers import local_services
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import building_alias
from indexer.index.database import BulkUnavailableError
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status, reconcile, watch
from indexer.index.writer import write_pending
from indexer.ingest.importing import import_feed
from indexer.models import Brand
from indexer.watch.incidents import watch_brands
from tests.drill.chaos import small_disk
from tests.support.database import database_from_template
from tests.support.index import end_pauses, execute, refreshed_count, rename, source, with_catalogue
from tests.support.services import TestServices
from tests.support.worker import eventually

DISK_MB = 48
LATER = timedelta(minutes=1)
Change = Callable[[Elasticsearch, str], Any]


def _set(client: Elasticsearch, index: str, **blocks: bool | None) -> None:
    client.indices.put_settings(
        index=index, settings={f"index.blocks.{name}": value for name, value in blocks.items()}
    )


@dataclass(frozen=True, slots=True)
class Refusing:
    """A state in which an index takes nothing, and what it answers then."""

    begin: Change
    end: Change
    says: str


STATES = {
    "write block": Refusing(
        lambda client, index: _set(client, index, write=True),
        lambda client, index: _set(client, index, write=None),
        "403 cluster_block_exception",
    ),
    "flood stage": Refusing(
        lambda client, index: _set(client, index, read_only_allow_delete=True),
        lambda client, index: _set(client, index, read_only_allow_delete=None),
        "429 cluster_block_exception",
    ),
    "closed index": Refusing(
        lambda client, index: client.indices.close(index=index),
        lambda client, index: client.indices.open(index=index, wait_for_active_shards=1),
        "400 index_closed_exception",
    ),
}


@pytest.fixture
def own(shop: Settings, clean_redis: str, tmp_path: Path) -> Settings:
    """An indexed catalogue whose operators have a token."""
    rebuild(shop, fast=True)
    execute(shop, "UPDATE product SET updated_at = now() - interval '1 hour'")
    return shop.but(
        redis_url=clean_redis,
        evidence_location=str(tmp_path / "evidence"),
        operator_open=False,
        operator_token="operator",
    )


@pytest.fixture
def api(own: Settings) -> FlaskClient:
    return operators_client(own)


def operators_client(own: Settings) -> FlaskClient:
    client = create_app(own).test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = "Bearer operator"
    return client


def index_health(own: Settings, client: FlaskClient | None = None) -> dict[str, Any]:
    """Return the index's health as an application says it that has counted nothing before."""
    answer = (client or operators_client(own)).get("/api/health").json
    assert answer is not None
    return {"status": answer["status"], **answer["index"]}


def open_alerts(own: Settings) -> list[dict[str, Any]]:
    watch_brands(own, datetime.now(UTC) + LATER)
    answer = operators_client(own).get("/api/scraper/alerts").json
    assert answer is not None
    return [alert for alert in answer["open"] if alert["brandId"] is None]


def test_fault_47_what_operators_change_meanwhile_waits_is_named_and_comes_after(
    own: Settings, api: FlaskClient
) -> None:
    for number, name in enumerate(STATES, 1):
        changed_meanwhile(own, api, name, 2 * number)


def changed_meanwhile(own: Settings, api: FlaskClient, name: str, first: int) -> None:
    """Have an operator change this product, the one after it and a brand in such a state."""
    state, client = STATES[name], elasticsearch(own.elasticsearch_url)
    state.begin(client, own.index_prefix)
    edit = api.post("/api/images/save", json={"productId": first, "unisex": True}).text
    taken_down = api.post("/api/takeDowns", json={"productId": first + 1, "reason": "fake"}).json
    saved = api.post("/api/brands/add", json={"id": 1, "imageBg": first % 4 == 2}).json
    assert taken_down is not None
    assert saved is not None
    assert edit.startswith("Saved ")
    for words in (edit, taken_down["message"], saved["message"]):
        assert "for the search index, which shows what changed later" in words
        assert state.says in words
    if name != "closed index":  # there the search itself is down
        health = index_health(own)
        assert (health["status"], health["state"]) == ("degraded", "waiting")
        assert health["waiting"] >= 2
        assert state.says in health["message"]
        assert create_app(own).test_client().get("/api/health").json["index"]["message"] == ""  # type: ignore[index]
        assert api.get("/api/health/ready").status_code == 200  # what it holds is found
        checked = reconcile(own)
        assert checked is not None
        assert (checked.state, state.says in checked.message) == ("incomplete", True)
    (alert,) = open_alerts(own)
    assert (alert["kind"], state.says in alert["words"]) == ("behind", True)

    state.end(client, own.index_prefix)
    end_pauses(own)
    assert write_pending(own).success
    edited, hidden = source(own, first) or {}, source(own, first + 1) or {}
    assert (edited["unisex"], hidden["visible"]) == (True, False)
    found = watch(own)
    assert found is None or found.state == "whole"
    assert index_health(own)["state"] == "ok"
    assert open_alerts(own) == []


def test_fault_47_a_refused_change_is_tried_again_by_itself_with_growing_pauses(
    own: Settings,
) -> None:
    client = elasticsearch(own.elasticsearch_url)
    _set(client, own.index_prefix, write=True)
    rename(own, 1, "Waits")
    for wanted in (1, 2, 4, 8, 16, 32, 60, 60):
        ((before,),) = execute(own, "SELECT clock_timestamp()")
        write_pending(own)
        ((until, now),) = execute(own, "SELECT retry_at, clock_timestamp() FROM outbox")
        assert (until - now).total_seconds() <= wanted <= (until - before).total_seconds()
        execute(own, "UPDATE outbox SET retry_at = now() + interval '50 seconds'")
        assert write_pending(own).left == 1  # not sent before its pause is over
        end_pauses(own)
    assert [attempts for (attempts,) in execute(own, "SELECT attempts FROM outbox")] == [8]


def test_fault_47_a_rebuild_whose_index_refuses_is_not_swapped_in(own: Settings) -> None:
    live = index_status(own)["live"]

    def refuse(done: int, _total: int) -> None:
        if done:
            _set(elasticsearch(own.elasticsearch_url), building_alias(own.index_prefix), write=True)

    with pytest.raises(BulkUnavailableError, match="403 cluster_block_exception"):
        rebuild(own, progress=refuse)  # in two bulks
    assert index_status(own)["live"] == live
    assert refreshed_count(own) == 300


def test_fault_47_an_import_says_that_its_products_wait(own: Settings, tmp_path: Path) -> None:
    with session_scope(own.database_url) as session:
        session.add(Brand(slug="fed", name="Fed", website="https://fed.example"))
    feed = tmp_path / "feed.jsonl"
    row = {"id": "f1", "title": "Fed dress", "price": "499.00 ZAR"}
    feed.write_text(json.dumps(row))
    client = elasticsearch(own.elasticsearch_url)
    _set(client, own.index_prefix, write=True)
    import_feed(own, "fed", feed)
    ((reason,),) = execute(own, "SELECT failure_reason FROM scrape_run")
    assert "1 documents wait for the index: 403 cluster_block_exception" in reason
    _set(client, own.index_prefix, write=None)
    end_pauses(own)
    assert write_pending(own).written == 1
    assert refreshed_count(own) == 301


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A catalogue whose Elasticsearch has a small disk of its own."""

    settings: Settings
    disk: Path

    @property
    def client(self) -> Elasticsearch:
        return elasticsearch(self.settings.elasticsearch_url)

    @contextmanager
    def filled(self, but_kb: int = 0) -> Iterator[None]:
        """Fill the disk but for some room; make room again at the end."""
        junk = self.disk / "junk"
        with suppress(OSError), junk.open("ab", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
        if but_kb:
            with junk.open("rb+") as file:
                file.truncate(junk.stat().st_size - but_kb * 1024)
        try:
            yield
        finally:
            junk.unlink()

    def written(self) -> bool:
        end_pauses(self.settings)
        return write_pending(self.settings).success


@pytest.fixture(scope="module")
def on_disk(services: TestServices, settings: Settings) -> Iterator[OnDisk]:
    with (
        TemporaryDirectory(prefix="winkel-full-", ignore_cleanup_errors=True) as name,
        small_disk(Path(name), DISK_MB) as disk,
        database_from_template(services.database_url) as database_url,
        ExitStack() as stack,
    ):
        if disk is None:
            pytest.skip("mounting a small disk needs root")
        urls, _ = stack.enter_context(
            local_services(disk, {"elasticsearch"}, lambda _line: None, brief=True)
        )
        url = urls["ELASTICSEARCH_URL"]
        own = with_catalogue(settings.but(elasticsearch_url=url), database_url, "full")
        rebuild(own, fast=True)
        yield OnDisk(own, disk)


def test_fault_47_a_full_disk_loses_no_change_and_calls_none_saved(on_disk: OnDisk) -> None:
    own = on_disk.settings
    edits = 0
    with on_disk.filled():
        while True:  # what still has room in an open log is taken, and is durable
            edits += 1
            rename(own, 1, f"Edit {edits}")
            report = write_pending(own, refresh=True)
            if not report.success:
                break
            assert edits < 100
        assert report.note
        rename(own, 2, "Waits")
        assert write_pending(own, refresh=True).note
    eventually(on_disk.written, "all is written once there is room")
    assert source(own, 1)["name"] == f"Edit {edits}"  # type: ignore[index]
    assert source(own, 2)["name"] == "Waits"  # type: ignore[index]
    checked = reconcile(own)
    assert checked is not None
    assert checked.state == "whole"
