"""What is like a product: one Elasticsearch body, made of the product's own document. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.search import Body
from app.search.query.hits import tile_fields
from app.search.request import Conditions
from indexer.catalogue.document.tile import finest

SIMILAR = 12
# Another store's come first whatever else they share; then what stands nearest.
OTHER_STORE = 100.0
COLOUR, MATERIAL, WORDS, PRICE = 3.0, 2.0, 1.0, 4.0
PRICE_SCALE = 0.35  # of the price: so far away its nearness counts half
MOST_WORDS = 8  # of a name: the last ones say what it is


def similar_body(
    document: Body, price: float | None, barred: Sequence[int], visitor: Conditions
) -> Body:
    """Return the body that finds what is like a document's product and can be bought.

    `price` is in ZAR, `barred` are ids of the product and its other colours. Nothing is found for
    a product of which it is not known what it is.
    """
    query: Body = {
        "bool": {
            "filter": [*_same_kind(document), *_reachable(visitor)],
            "must_not": [{"ids": {"values": [str(id_) for id_ in barred]}}],
            "should": _likeness(document),
            "minimum_should_match": 0,
        }
    }
    if price:
        query = _near_in_price(query, price)
    return {
        "query": query,
        "size": SIMILAR,
        "sort": ["_score", {"objectID": "asc"}],
        "track_total_hits": False,
        **tile_fields(visitor),
    }


def document_body(product_id: int) -> Body:
    """Return the body that fetches a product's whole document, hidden or not."""
    return {"query": {"ids": {"values": [str(product_id)]}}, "size": 1, "track_total_hits": False}


def _same_kind(document: Body) -> list[Body]:
    """Return the conditions of product type and people."""
    category: list[str] = document.get("category") or []
    if not category:
        return [{"match_none": {}}]
    gender: list[str] = document.get("gender") or []
    audience: list[str] = document.get("audience") or []
    kinds: list[Body] = [{"terms": {"category": finest(category)}}]
    kinds += [{"terms": {"gender": gender}}] if gender else []
    return kinds + ([{"terms": {"audience": audience}}] if audience else [])


def _reachable(visitor: Conditions) -> list[Body]:
    shown: list[Body] = [
        {"term": {"visible": True}},
        {"term": {"stock": "in-stock"}},
        {"term": {"hasImage": True}},
    ]
    return shown + ([{"terms": {"shipsTo": list(visitor.reachable)}}] if visitor.country else [])


def _likeness(document: Body) -> list[Body]:
    other_store: Body = {"bool": {"must_not": [{"term": {"store": document["store"]}}]}}
    near = [_constant(other_store, OTHER_STORE)]
    near += [_constant({"term": {"colour": c}}, COLOUR) for c in document.get("colour") or ()]
    materials = (document.get("attributes") or {}).get("material") or ()
    near += [_constant({"term": {"attributes.material": m}}, MATERIAL) for m in materials]
    words = list(dict.fromkeys(document["name"].split()[-MOST_WORDS:]))
    return near + [_constant({"match": {"name": {"query": word}}}, WORDS) for word in words]


def _constant(clause: Body, boost: float) -> Body:
    return {"constant_score": {"filter": clause, "boost": boost}}


def _near_in_price(query: Body, price: float) -> Body:
    scale: dict[str, Any] = {"origin": price, "scale": max(price * PRICE_SCALE, 0.01), "decay": 0.5}
    return {
        "function_score": {
            "query": query,
            "functions": [{"gauss": {"price.zar": scale}, "weight": PRICE}],
            "boost_mode": "sum",
        }
    }
