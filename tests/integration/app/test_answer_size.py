"""How much an answer of 100 products weighs, on a catalogue shaped like real stores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from indexer.core.settings import Settings
from tests.bench.generate import generate
from tests.bench.searches import Body, request
from tests.integration.app.fixtures import indexed
from tests.support.database import database_from_template
from tests.support.services import TestServices

PRODUCTS = 4_000
MOST_BYTES = 60_000  # before compression

SEARCHES: dict[str, Body] = {
    "all": request(),
    "a text": request("dress or shirt"),
    "two facets": request(refinements={"category": ["women"], "colour": ["blue", "white"]}),
}


@pytest.fixture(scope="module")
def stores(services: TestServices, settings: Settings) -> Iterator[Flask]:
    """The application over a generated catalogue."""
    with database_from_template(services.database_url) as url:
        generate(url, PRODUCTS)
        yield create_app(indexed(settings, url, "generated"))


@pytest.mark.parametrize("name", SEARCHES)
def test_a_page_of_100_products_is_at_most_60_kb(stores: Flask, name: str) -> None:
    api: FlaskClient = stores.test_client()
    answer = api.post("/api/search", json=SEARCHES[name])
    assert len(answer.get_json()["results"][0]["hits"]) == 100
    assert len(answer.data) <= MOST_BYTES
