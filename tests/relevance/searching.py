"""Searches through the product's API, and the frozen baseline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from elasticsearch.helpers import bulk

from app import create_app
from app.context import context
from dev.stores.catalogue import load_stores
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from tests.bench.searches import request
from tests.relevance import arcade, bazaar
from tests.relevance.items import SOURCES, demo_key

PAGE = 126  # what a search's first page shows (spec §9)
# The fields of a default installation: the feed's attributes without weights.
BASELINE_FIELDS = ("title", "brand", "product_type", "color")
CHOSEN = "chosen"  # the facet filters that a document is within


class Search(Protocol):
    """A search: a text and the facet filters chosen beside it; returns keys in their order."""

    def __call__(self, text: str, filters: Sequence[str] = (), /) -> list[str]: ...


@contextmanager
def product_search(settings: Settings) -> Iterator[Search]:
    """Yield a search through the product's own API; it returns keys in the order of the page."""
    app = create_app(settings)
    client = app.test_client()

    def search(text: str, filters: Sequence[str] = (), /) -> list[str]:
        body = request(text, _refinements(filters), PAGE)
        answer = client.post("/api/search", json=body)
        if answer.status_code != 200:
            raise RuntimeError(f"{text!r}: {answer.status_code} {answer.get_data(as_text=True)}")
        return [hit["groupKey"] for hit in answer.get_json()["results"][0]["hits"]]

    with app.app_context():
        recorder = context().recorder
    try:
        yield search
    finally:
        recorder.close()  # before its database is dropped


def _refinements(filters: Sequence[str]) -> dict[str, list[str]]:
    chosen: dict[str, list[str]] = {}
    for name, _, value in (item.partition(":") for item in filters):
        chosen.setdefault(name, []).append(value)
    return chosen


@contextmanager
def baseline_search(settings: Settings, catalogue: str) -> Iterator[Search]:
    """Yield a search by Searchkit's default query in an index of the feed's own attributes.

    The index is the judge's, so that changes of the product's mapping do not affect the baseline.
    It is deleted with the product's indices, whose prefix it shares.
    """
    client = elasticsearch(settings.elasticsearch_url)
    index = f"{settings.index_prefix}-baseline"
    properties: dict[str, Any] = {name: {"type": "text"} for name in BASELINE_FIELDS}
    mappings = {"properties": properties | {CHOSEN: {"type": "keyword"}}}
    client.indices.create(index=index, mappings=mappings)
    bulk(client, _documents(index, catalogue))
    client.indices.refresh(index=index)

    def search(text: str, filters: Sequence[str] = (), /) -> list[str]:
        chosen = [{"term": {CHOSEN: item}} for item in filters]
        query = {"bool": {"must": searchkit_query(text), "filter": chosen}}
        answer = client.search(index=index, query=query, size=PAGE, source=False)
        return [hit["_id"] for hit in answer.body["hits"]["hits"]]

    yield search


def searchkit_query(text: str, fields: Sequence[str] = BASELINE_FIELDS) -> dict[str, Any]:
    """Return Searchkit 4's default query of a text (`RelevanceQueryMatch`)."""
    names = list(fields)
    terms = {"query": text, "fields": names, "fuzziness": "AUTO:4,8"}
    begun = {"query": text, "fields": names, "type": "bool_prefix"}
    phrase = {"query": text, "fields": names, "type": "phrase"}
    either = {"bool": {"should": [{"multi_match": terms}, {"multi_match": begun}]}}
    return {"bool": {"should": [either, {"multi_match": phrase}]}}


def _documents(index: str, catalogue: str) -> Iterable[dict[str, Any]]:
    own = {"demo": _demo_rows, "bazaar": _bazaar_rows, "arcade": _arcade_rows}
    rows = own[catalogue]() if catalogue in own else _feed_rows(catalogue)
    for key, row in rows:
        source = {name: row.get(name) for name in (*BASELINE_FIELDS, CHOSEN)}
        yield {"_index": index, "_id": key, "_source": source}


def _feed_rows(catalogue: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in SOURCES[catalogue].read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        group = row.get("item_group_id")
        yield (f"{group}:{row['color'].casefold()}" if group else row["id"]), row


def _bazaar_rows() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((row["id"], row) for row in bazaar.feed())


def _arcade_rows() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((row["id"], {**row, CHOSEN: arcade.within(row)}) for row in arcade.rows())


def _demo_rows() -> Iterator[tuple[str, dict[str, Any]]]:
    for store in load_stores().values():
        titles = {page.path: page.title for page in store.pages}
        for product in store.products:
            yield (
                demo_key(store, product),
                {
                    "title": product.name,
                    "brand": product.brand or store.name,
                    "product_type": titles[product.listings[0]],
                    "color": product.colour,
                },
            )
