"""An operator's calls on a stocked catalogue of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.integration.app.shop import fill
from tests.support.clean import Cleaner
from tests.support.database import database_from_template
from tests.support.index import bare_index
from tests.support.services import TestServices


@dataclass(frozen=True, slots=True)
class Desk:
    """An operator at a stocked catalogue of the test's own."""

    api: FlaskClient
    settings: Settings

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        return self._sent(path, status, method="POST", json=body)

    def get(self, path: str, status: int = 200) -> Any:
        return self._sent(path, status)

    def _sent(self, path: str, status: int, **request: Any) -> Any:
        answer = self.api.open(f"/api/{path}", **request)
        assert answer.status_code == status, answer.text
        return answer.json if answer.is_json else answer.text

    def hits(self, **params: Any) -> dict[int, dict[str, Any]]:
        """Return what a visitor finds, by product id."""
        body = [{"indexName": "products", "params": {"hitsPerPage": 500, **params}}]
        hits = self.post("search", body)["results"][0]["hits"]
        return {hit["productId"]: hit for hit in hits}


@pytest.fixture(scope="session")
def stocked(services: TestServices) -> Iterator[Cleaner]:
    """The database of desks: each begins with the catalogue as it was stocked."""
    with database_from_template(services.database_url) as url:
        yield Cleaner(url, fill)


@pytest.fixture
def desk(stocked: Cleaner, settings: Settings, own_index_prefix: str, clean_redis: str) -> Desk:
    """A catalogue with its index."""
    stocked.clean()
    own = settings.but(database_url=stocked.database_url, index_prefix=own_index_prefix)
    rebuild(own, fast=True)
    return Desk(create_app(own).test_client(), own)


@pytest.fixture(scope="session")
def bare(settings: Settings) -> Iterator[Settings]:
    """Settings of an index without a document."""
    own = settings.but(index_prefix=f"{settings.index_prefix}-office")
    with bare_index(own):
        yield own


@pytest.fixture
def office(stocked: Cleaner, bare: Settings, clean_redis: str) -> Desk:
    """A catalogue for what asks nothing of the index: it has no document."""
    stocked.clean()
    own = bare.but(database_url=stocked.database_url)
    return Desk(create_app(own).test_client(), own)
