"""What is counted together in one field is what each facet's own field says, value for value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from elasticsearch.helpers import bulk

from app.search.engine import Engine
from app.search.execute import run
from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import query
from app.search.request import Conditions, Group, SearchRequest, Term
from indexer.catalogue.document.build import FACETS_FIELD as FIELD
from indexer.catalogue.document.build import together
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import shipped_body

PRODUCTS = 2_600
HOSTILE = (
    *(":", "::", "a:b", "colour:navy", "priceBand.zar:0-500", "saMade:true", "", " ", "\x1f"),
    *("\x00", "<b>&amp;", '"', "'", "\\", "/", "*", "[a]>b", "émigré:Ω", "👗", "\ue000", "true"),
    "x" * 900,
)


def document(number: int, dice: random.Random) -> dict[str, Any]:
    """Return a product with values in every facet, seldom ones and none at all among them."""

    def some(most: int, count: int = 3) -> list[str]:
        plain = (f"value-{min(dice.randrange(most), dice.randrange(most))}" for _ in range(count))
        return [*plain, *dice.sample(HOSTILE, dice.randrange(2))][dice.randrange(2) :]

    made: dict[str, Any] = {
        "objectID": str(number),
        "visible": dice.random() < 0.9,
        "category": some(300),
        "colour": some(15, 2),
        "brand": f"Brand {dice.randrange(400)}",
        "style": some(140),  # more than the facet shows
        "store": dice.choice([f"store-{number % 1_300}", *HOSTILE[:9]]),
        "shipsFrom": dice.choice(["ZA", "GB", "", None]),
        "type": dice.choice(["new", "vintage"]),
        "stock": dice.choice(["in-stock", "sold-out"]),
        "gender": dice.sample(["men", "women", "unisex"], 2),
        "saMade": dice.choice([True, False, None]),
        "onSale": dice.random() < 0.3,
        "priceBand": dice.choice([None, {"zar": "0-500", "usd": "0-35"}, {"zar": "500-1000"}]),
        "price": {"zar": float(number)},
        "attributes": {"size": some(250), "material": some(30)} | {"pattern": some(12)},
    }
    return made | {FIELD: together(made)}


@pytest.fixture(scope="module")
def engine(settings: Settings) -> Iterator[Engine]:
    """The search of an index with these documents."""
    name, dice = f"{settings.index_prefix}-together", random.Random(36)
    client, body = elasticsearch(settings.elasticsearch_url), shipped_body()
    client.indices.create(index=name, mappings=body.mappings, settings=body.settings)
    rows = ({"_source": document(number, dice)} for number in range(PRODUCTS))
    bulk(client, rows, index=name, refresh=True)
    yield Engine(settings.elasticsearch_url, name, 60_000)
    client.indices.delete(index=name)


def any_of(attribute: str, *values: str) -> Group:
    return Group(tuple(Term(attribute, value) for value in values))


@pytest.mark.parametrize("currency", ["ZAR", "USD"])
@pytest.mark.parametrize(
    "groups",
    [
        (),
        (any_of("colour", "value-3", "a:b"),),
        (any_of("store", "store-7", "store-8", ":"),),
        (any_of("category", "value-1", "value-2"), any_of("gender", "men")),
        (any_of("style", "colour:navy"), any_of("saOnly", "true"), any_of("price", "0-500")),
        (any_of("colour", "nothing has it"),),
    ],
)
def test_each_facet_counts_as_its_own_field_does(
    engine: Engine, groups: tuple[Group, ...], currency: str
) -> None:
    conditions = Conditions(groups=groups, currency=currency)
    request = SearchRequest(conditions, hits_per_page=0, facets=(*BY_ATTRIBUTE,))
    found = run(engine, [request]).results[0].facets
    counts = [
        {
            "query": query(conditions.without(name)),
            "size": 0,
            "aggs": {"own": {"terms": {"field": facet.field_for(currency), "size": facet.size}}},
        }
        for name, facet in BY_ATTRIBUTE.items()
    ]
    for name, answer in zip(BY_ATTRIBUTE, engine.msearch(counts).responses, strict=True):
        buckets = answer["aggregations"]["own"]["buckets"]
        counted = {str(row.get("key_as_string", row["key"])): row["doc_count"] for row in buckets}
        expected = request.spellings.merged(name, counted)
        assert [*found[name].items()] == [*expected.items()], name
