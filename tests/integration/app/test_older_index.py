"""An index of before documents held tiles, keys and facets: it serves until a start rebuilds it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from app import create_app
from indexer.catalogue.document import build as facets
from indexer.catalogue.document import build as keys
from indexer.catalogue.document.build import TILE_FIELD as FIELD
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch


@pytest.fixture(scope="module")
def older(shop_settings: Settings) -> Iterator[FlaskClient]:
    """A client of the stocked catalogue in an index whose documents hold none of them."""
    client, prefix = elasticsearch(shop_settings.elasticsearch_url), shop_settings.index_prefix
    (built,) = client.indices.get(index=prefix).body.values()
    name = f"{prefix}-older"
    newer = (FIELD, keys.KEYS_FIELD, facets.FACETS_FIELD)
    properties = {n: one for n, one in built["mappings"]["properties"].items() if n not in newer}
    client.indices.create(
        index=name,
        mappings=built["mappings"] | {"properties": properties},
        settings={"analysis": built["settings"]["index"]["analysis"]},
    )
    client.reindex(
        source={"index": prefix},
        dest={"index": name},
        script={"source": "".join(f"ctx._source.remove('{name}');" for name in newer)},
        refresh=True,
    )
    yield create_app(shop_settings.but(index_prefix=name)).test_client()
    client.indices.delete(index=name)


@pytest.mark.parametrize(
    "params",
    [
        {"query": "", "hitsPerPage": 100, "countryCode": "ZA", "facets": ["colour"]},
        {"query": "dress", "hitsPerPage": 30},
        {"query": "", "facets": ["colour", "brand", "price", "saOnly"]},
        {"query": "", "facets": ["brand"], "facetFilters": ["brand:Karoo Cotton"]},
        {"query": "dress", "hitsPerPage": 30, "attributesToRetrieve": ["*"]},
    ],
)
def test_an_older_index_gives_the_same_products(
    api: FlaskClient, older: FlaskClient, params: dict[str, object]
) -> None:
    sent = [{"indexName": "products", "params": params}]
    new, old = (
        client.post("/api/search", json=sent).get_json()["results"][0] for client in (api, older)
    )
    assert old["hits"]
    assert (old["hits"], old["facets"]) == (new["hits"], new["facets"])


def test_an_older_index_fills_the_landing_screen(api: FlaskClient, older: FlaskClient) -> None:
    for path in ("/api/landing", "/api/landing/more"):
        assert older.get(path).get_json() == api.get(path).get_json()
