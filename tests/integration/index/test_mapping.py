"""The mapping on a real Elasticsearch: every field is found the way it is meant to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from elasticsearch import BadRequestError, Elasticsearch

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import IndexBody, shipped_body
from tests.support.data import rows
from tests.unit.index.test_document import document


@pytest.fixture(scope="module")
def body(settings: Settings) -> IndexBody:
    return shipped_body()


@pytest.fixture(scope="module")
def index(settings: Settings, body: IndexBody) -> Iterator[tuple[Elasticsearch, str]]:
    client, name = elasticsearch(settings.elasticsearch_url), f"{settings.index_prefix}-mapping"
    client.indices.create(index=name, settings=body.settings, mappings=body.mappings)
    documents = {
        "1": document(name="Crème Jumper, hand-knitted", group_key="a b"),
        "2": document(name="Veldskoene of the Karoo"),
        "3": document(name="Enamel braai stand", unisex=True, people="boys", named_before=0),
    }
    for key, one in documents.items():
        client.index(index=name, id=key, document={**one, "objectID": key})
    client.indices.refresh(index=name)
    yield client, name
    client.indices.delete(index=name)


def found(index: tuple[Elasticsearch, str], query: dict[str, Any]) -> set[str]:
    client, name = index
    answer = client.search(index=name, query=query)
    return {hit["_id"] for hit in answer.body["hits"]["hits"]}


def words(index: tuple[Elasticsearch, str], text: str) -> set[str]:
    return found(index, {"match": {"words": {"query": text, "operator": "and"}}})


def test_the_source_is_exactly_the_document(index: tuple[Elasticsearch, str]) -> None:
    client, name = index
    expected = {**document(name="Veldskoene of the Karoo"), "objectID": "2"}
    assert client.get(index=name, id="2").body["_source"] == expected


def test_a_field_that_is_not_in_the_mapping_is_refused(index: tuple[Elasticsearch, str]) -> None:
    client, name = index
    with pytest.raises(BadRequestError, match="strict_dynamic_mapping_exception"):
        client.index(index=name, document={**document(), "suprise": 1})


def test_every_filter_finds_its_value(index: tuple[Elasticsearch, str]) -> None:
    for field, value in rows("index_filters"):
        assert "1" in found(index, {"term": {field: value}}), field


@pytest.mark.parametrize("text", ["creme", "CRÈME", "jumpers", "jersey", "pullovers", "knitted"])
def test_names_are_found_without_accents_in_any_form_and_by_synonyms(
    index: tuple[Elasticsearch, str], text: str
) -> None:
    assert "1" in words(index, text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *(("vellies", "2"), ("velskoen", "2"), ("rooi trui", "1")),
        *(("barbecue", "3"), ("grill stand", "3"), ("bbq", "3")),
    ],
)
def test_south_african_words_are_found_by_their_other_names(
    index: tuple[Elasticsearch, str], text: str, key: str
) -> None:
    assert words(index, text) == {key}


def test_colours_materials_audiences_and_all_that_words_may_be_spread_over_are_found(
    index: tuple[Elasticsearch, str],
) -> None:
    assert found(index, {"match": {"colourText": "navy"}}) == {"1", "2", "3"}
    assert words(index, "navy jumper") == words(index, "leather jumper") == {"1"}
    assert words(index, "medium jumper") == set()
    assert words(index, "red karoo cotton jumper boots boho women") == {"1"}
    assert found(index, {"term": {"audience": "kids"}}) == {"3"}


def test_products_sort_by_their_places(index: tuple[Elasticsearch, str]) -> None:
    client, name = index
    order = [{"place.name": "asc"}, {"place.brand": "asc"}, {"objectID": "asc"}]
    answer = client.search(index=name, sort=order)
    assert [hit["_id"] for hit in answer.body["hits"]["hits"]] == ["3", "1", "2"]


def test_the_dictionary_counts_the_products_of_each_word(index: tuple[Elasticsearch, str]) -> None:
    client, name = index
    terms = {"field": "vocabulary", "size": 100}
    answer = client.search(index=name, size=0, aggs={"words": {"terms": terms}}).body
    counts = {one["key"]: one["doc_count"] for one in answer["aggregations"]["words"]["buckets"]}
    assert counts["cotton"] == counts["rooi"] == 3
    assert counts["creme"] == counts["veldskoene"] == 1
    assert "veldskoen" not in counts  # as written, not its stem
