"""The running API over a stocked catalogue: real PostgreSQL, Redis, Elasticsearch, HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.integration.app.brute import Row, visible_rows
from tests.integration.app.shop import stocked_database
from tests.support.services import TestServices
from tests.support.site import served


def indexed(settings: Settings, database_url: str, name: str, **changes: Any) -> Settings:
    """Return settings of a database whose index, of that name, was just built."""
    prefix = f"{settings.index_prefix}-{name}"
    own = settings.but(database_url=database_url, index_prefix=prefix, **changes)
    rebuild(own, fast=True)
    return own


@pytest.fixture(scope="session")
def bare_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a built frontend's document and nothing else."""
    folder = tmp_path_factory.mktemp("dist")
    (folder / "index.html").write_text("<html><head><title>Old</title></head><body></body></html>")
    return folder


@pytest.fixture(scope="session")
def shop_settings(services: TestServices, settings: Settings) -> Iterator[Settings]:
    """Settings of a stocked catalogue of its own, indexed; tests only read it."""
    with stocked_database(services.database_url) as url:
        yield indexed(settings, url, "shop")


@pytest.fixture(scope="session")
def shop_app(shop_settings: Settings) -> Flask:
    """The application over the stocked catalogue."""
    return create_app(shop_settings)


@pytest.fixture
def api(shop_app: Flask) -> FlaskClient:
    """A client of that application."""
    return shop_app.test_client()


@pytest.fixture(scope="module")
def rows(shop_settings: Settings) -> list[Row]:
    """The visible products of that catalogue."""
    with session_scope(shop_settings.database_url) as session:
        return visible_rows(session)


def search(api: FlaskClient, text: str, index: str = "products", **params: Any) -> Any:
    """Return the answer to a text."""
    asked = {"query": text, "hitsPerPage": 100, **params}
    answer = api.post("/api/search", json=[{"indexName": index, "params": asked}])
    assert answer.status_code == 200, answer.text
    sent: Any = answer.json
    return sent["results"][0]


@pytest.fixture(scope="session")
def shop_url(shop_settings: Settings) -> Iterator[str]:
    """The address of the running API."""
    with served(shop_settings) as url:
        yield url


def facts(page: str) -> dict[str, Any]:
    """Return what a page says in JSON-LD, by type."""
    said = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    return {fact["@type"]: fact for fact in map(json.loads, said)}


def inlined(page: str) -> Any:
    """Return the state inside a page."""
    match = re.search(r'<script id="winkel-state" type="application/json">(.*?)</script>', page)
    assert match is not None
    return json.loads(match[1])
