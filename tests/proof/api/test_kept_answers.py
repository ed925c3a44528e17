"""Answers kept in memory: given again while they are true, gone at once when they are not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import TestResponse

from app import create_app
from app.live import snapshot
from app.live.context import context
from indexer.catalogue.outbox import enqueue
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild, rollback
from indexer.index.writer import write_pending
from indexer.ingest.writing.indexing import index_products
from indexer.models import Product
from tests.integration.app.desk import Desk
from tests.support.worker import eventually

TEXT = "linen dress"


@pytest.fixture
def apps(desk: Desk) -> Iterator[list[Flask]]:
    """Two web processes that keep answers, on one catalogue that the test changes."""
    with _keeping(desk.settings) as first, _keeping(desk.settings) as second:
        yield [first, second]


@pytest.fixture(scope="module")
def reader(shop_settings: Settings) -> Iterator[Flask]:
    """A web process that keeps answers, on the catalogue that tests only read."""
    with _keeping(shop_settings) as app:
        yield app


@contextmanager
def _keeping(settings: Settings, **changes: Any) -> Iterator[Flask]:
    app = create_app(settings.but(kept_answers_mb=8, **changes))
    yield app
    with app.app_context():
        context().changes.close()
        context().recorder.close()


def _ask(app: Flask, encoding: str = "", **params: Any) -> TestResponse:
    body = [{"indexName": "products", "params": {"query": TEXT, "hitsPerPage": 50, **params}}]
    headers = {"Accept-Encoding": encoding}
    answer = app.test_client().post("/api/search", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer


def _is_kept(answer: TestResponse) -> bool:
    return answer.headers["Server-Timing"].startswith("kept;dur=")


def _kept(app: Flask) -> dict[int, Any]:
    """Ask until the answer comes from memory; returns its hits by product id."""
    eventually(lambda: _is_kept(_ask(app)))
    return _hits(_ask(app))


def _hits(answer: TestResponse) -> dict[int, Any]:
    hits = answer.get_json()["results"][0]["hits"]
    return {hit["productId"]: hit for hit in hits}


def test_what_was_asked_before_is_answered_from_memory_and_says_so(reader: Flask) -> None:
    first = _ask(reader)
    assert not _is_kept(first)
    assert _kept(reader) == _hits(first)
    for other in ({"page": 1}, {"countryCode": "GB"}, {"query": TEXT.upper()}):
        assert not _is_kept(_ask(reader, **other))
    # What an operator sees is never kept.
    assert not any(_is_kept(_ask(reader, devMode=True)) for _ in range(3))


def test_a_swap_of_the_index_shows_at_once_in_every_process(apps: list[Flask], desk: Desk) -> None:
    product_id = next(iter(_kept(apps[0])))
    _kept(apps[1])
    _rename(desk.settings, product_id, "Renamed linen dress")
    rebuild(desk.settings, fast=True)
    for app in apps:
        assert _hits(_ask(app))[product_id]["name"] == "Renamed linen dress"
    for app in apps:
        _kept(app)
    rollback(desk.settings)
    for app in apps:
        assert not _is_kept(_ask(app))


def test_what_a_refresh_makes_searchable_shows_without_anybody_saying_so(
    apps: list[Flask], desk: Desk
) -> None:
    product_id = next(iter(_kept(apps[0])))
    _rename(desk.settings, product_id, "Another linen dress")
    write_pending(desk.settings)
    elasticsearch(desk.settings.elasticsearch_url).indices.refresh(index=desk.settings.index_prefix)
    eventually(lambda: _hits(_ask(apps[0]))[product_id]["name"] == "Another linen dress")


def test_a_run_ends_when_the_next_search_of_every_process_knows_the_names_it_brought(
    apps: list[Flask], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(snapshot.FRESH_S, snapshot.WORDS, float("inf"))
    for app in apps:
        product_id = next(iter(_kept(app)))
        app.test_client().get("/api/suggest?q=wobbeg")
    began = datetime.now(UTC)
    _rename(desk.settings, product_id, "Wobbegongly dress")
    note = index_products(desk.settings, None, began, lambda _line: None)
    assert not note
    for app in apps:
        suggested = app.test_client().get("/api/suggest?q=wobbeg")
        assert "wobbegongly" in suggested.text.casefold()
        (result,) = _ask(app, query="wobbegonlgy").get_json()["results"]
        (corrected,) = result["understanding"]["corrections"]
        assert corrected == {"typed": "wobbegonlgy", "used": "wobbegongly"}
        assert [hit["productId"] for hit in result["hits"]] == [product_id]


def _rename(settings: Settings, product_id: int, name: str) -> None:
    with session_scope(settings.database_url) as session:
        session.execute(update(Product).where(Product.id == product_id).values(name=name))
        enqueue(session, [product_id])


def test_without_redis_nothing_is_kept(shop_settings: Settings) -> None:
    settings = shop_settings.but(kept_answers_mb=8, redis_url="redis://127.0.0.1:9/0")
    app = create_app(settings)
    with app.app_context():
        changes = context().changes
    eventually(lambda: _looked(app))
    assert changes.number() is None
    assert not any(_is_kept(_ask(app)) for _ in range(3))
    changes.close()


def _looked(app: Flask) -> bool:
    with app.app_context():
        context().changes.number()
        return context().changes.has_polled


def test_elasticsearch_is_asked_nothing_for_a_kept_answer(apps: list[Flask], desk: Desk) -> None:
    eventually(lambda: _is_kept(_ask(apps[0], query="dress")))
    before = _searches(desk.settings)
    assert _is_kept(_ask(apps[0], query="dress"))
    assert _searches(desk.settings) == before


def _searches(settings: Settings) -> int:
    client = elasticsearch(settings.elasticsearch_url)
    stats = client.indices.stats(index=settings.index_prefix, metric="search").body
    return int(stats["_all"]["total"]["search"]["query_total"])
