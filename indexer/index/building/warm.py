"""The first searches of a new index, made before visitors make them."""

from __future__ import annotations

from typing import Any

from elasticsearch import Elasticsearch

from indexer.index.cluster.mapping import IndexBody

SEARCHES = 3  # enough for the engine to have read and compiled what later searches share


def warm_up(client: Elasticsearch, name: str, body: IndexBody) -> None:
    """Load what every search needs: the facets' values, the sort keys, the words' dictionary."""
    for _ in range(SEARCHES):
        client.search(index=name, size=0, aggs=_facets(body), request_cache=False)
        client.search(index=name, size=100, sort=[{"createdAt": "desc"}, {"objectID": "asc"}])
        client.search(index=name, size=100, query={"match": {"words": "cotton dress"}})


def _facets(body: IndexBody) -> dict[str, Any]:
    return {
        field: {"terms": {"field": field}}
        for field, mapped in body.mappings["properties"].items()
        if mapped.get("eager_global_ordinals")
    }
