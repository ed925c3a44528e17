"""An operator's calls on a stocked catalogue of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from tests.integration.app.shop import stocked_database
from tests.support.index import bare_index
from tests.support.services import TestServices


@dataclass(frozen=True, slots=True)
class Desk:
    """An operator at a stocked catalogue of the test's own."""

    api: FlaskClient
    settings: Settings

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        answer = self.api.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json if answer.is_json else answer.text

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.api.get(f"/api/{path}")
        assert answer.status_code == status, answer.text
        return answer.json if answer.is_json else answer.text

    def hits(self, **params: Any) -> dict[int, dict[str, Any]]:
        """Return what a visitor finds, by product id."""
        body = [{"indexName": "products", "params": {"hitsPerPage": 500, **params}}]
        hits = self.post("search", body)["results"][0]["hits"]
        return {hit["productId"]: hit for hit in hits}


@pytest.fixture
def desk(
    services: TestServices, settings: Settings, own_index_prefix: str, clean_redis: str
) -> Iterator[Desk]:
    """A catalogue with its index."""
    with _stocked(services, settings, own_index_prefix) as own:
        rebuild(own, fast=True)
        yield Desk(create_app(own).test_client(), own)


@pytest.fixture
def office(
    services: TestServices, settings: Settings, own_index_prefix: str, clean_redis: str
) -> Iterator[Desk]:
    """A catalogue for what asks nothing of the index: it has no document."""
    with _stocked(services, settings, own_index_prefix) as own, bare_index(own):
        yield Desk(create_app(own).test_client(), own)


@contextmanager
def _stocked(services: TestServices, settings: Settings, prefix: str) -> Iterator[Settings]:
    with stocked_database(services.database_url) as url:
        yield settings.but(database_url=url, index_prefix=prefix)
