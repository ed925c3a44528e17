"""Suggestions while typing: products, brands, categories, and the nearest spelling."""

from __future__ import annotations

from typing import Any

from app.reference import Reference
from app.search import query
from app.search.engine import Engine
from app.search.facet_values import fold
from app.search.request import Conditions
from app.search.understand import Language, understand

Body = dict[str, Any]

PRODUCTS = 6
BRANDS = 4
CATEGORIES = 4


def suggest(
    engine: Engine, text: str, country: str, reference: Reference, language: Language
) -> tuple[Body, int]:
    """Return what a text that is being typed may become, and Elasticsearch's time in ms."""
    if not text:
        return {"products": [], "brands": [], "categories": [], "spelling": None}, 0
    visible = query.query(Conditions(country=country), reference.proxies)
    timeout = {"timeout": f"{engine.timeout_ms}ms"}
    answer = engine.msearch([_products(visible, text) | timeout, _brands(visible, text) | timeout])
    products, brands = answer.responses
    found: Body = {
        "products": [_product(item["_source"]) for item in products["hits"]["hits"]],
        "brands": [bucket["key"] for bucket in brands["aggregations"]["brand"]["buckets"]],
        "categories": _categories(text, reference),
        "spelling": None,
    }
    if any((found["products"], found["brands"], found["categories"])):
        return found, answer.took
    meaning = understand(text, language)
    found["spelling"] = meaning.used if meaning.corrections else None
    return found, answer.took


def _narrowed(base: Body, field: str, text: str) -> Body:
    match = {"match": {field: {"query": text, "operator": "and"}}}
    return {"bool": {"must": [match], "filter": [base]}}


def _products(base: Body, text: str) -> Body:
    return {
        "query": _narrowed(base, "name.prefix", text),
        "size": PRODUCTS,
        "track_total_hits": False,
        "_source": ["productId", "name", "brand", "href", "images"],
        "sort": [{"_score": "desc"}, {"createdAt": "desc"}, {"objectID": "asc"}],
    }


def _brands(base: Body, text: str) -> Body:
    return {
        "query": _narrowed(base, "brand.prefix", text),
        "size": 0,
        "aggs": {"brand": {"terms": {"field": "brand", "size": BRANDS}}},
    }


def _product(source: Body) -> Body:
    images = source["images"]
    return {
        "productId": source["productId"],
        "name": source["name"],
        "brand": source["brand"],
        "href": source["href"],
        "image": images[0]["url"] if images else None,
    }


def _categories(text: str, reference: Reference) -> list[Body]:
    """Return categories in which every word typed starts a word of the name."""
    typed = fold(text).split()
    found = [
        {"value": row.slug, "label": row.name}
        for row in reference.categories
        if all(any(w.startswith(t) for w in fold(row.name).split()) for t in typed)
    ]
    return found[:CATEGORIES]
