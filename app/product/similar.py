"""What is like a product: two Elasticsearch bodies of its own document, and what is taken of both.

Of its own category first. Where that has few of other stores, the category above is looked into,
too, for what is the same kind of product: one store's day dresses are another's maxi dresses. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from app.search import Body
from app.search.query.hits import tile_fields
from app.search.request import Conditions
from indexer.catalogue.document.tile import finest

SIMILAR = 12
CANDIDATES = 24  # of each body: of them those go that are another shown one in another colour
OTHERS_ENOUGH = 4  # of other stores: where its own category has fewer, that above fills them up
# Another store's come first whatever else they share; then what stands nearest.
OTHER_STORE = 100.0
TYPE, COLOUR, MATERIAL, WORDS, PRICE = 4.0, 3.0, 2.0, 1.0, 4.0
PRICE_SCALE = 0.35  # of the price: so far away its nearness counts half
MOST_WORDS = 8  # of a name: the last ones say what it is


def similar_bodies(
    document: Body, price: float | None, barred: Sequence[int], visitor: Conditions
) -> tuple[Body, Body]:
    """Return what finds products of a document's category, and other stores' of the one above.

    `price` is in ZAR, `barred` are ids of the product and its other colours. Nothing is found for
    a product of which it is not known what it is.
    """
    own = finest(document.get("category") or [])
    above = [slug.rpartition("/")[0] for slug in own]
    # What is right below a world (women/dresses) has no category above it that says what it is.
    wider = [_any("category", [slug for slug in above if "/" in slug]), _same_type(document)]
    elsewhere: Body = {"bool": {"must_not": [{"term": {"store": document["store"]}}]}}
    kinds = [[_any("category", own)], [*wider, elsewhere]]
    shared = [*_people(document), *_reachable(visitor)]
    one, another = (_body([*kind, *shared], document, price, barred, visitor) for kind in kinds)
    return one, another


def chosen_of(kind: Iterable[Body], wider: Iterable[Body], brand_id: int) -> list[Body]:
    """Return the products that are shown: other stores' first, each once in all its colours."""
    taken: set[int] = set()
    fresh = [hit for hit in kind if _is_new(hit, taken)]
    others = [hit for hit in fresh if hit["brandId"] != brand_id]
    missing = max(OTHERS_ENOUGH - len(others), 0)
    others += islice((hit for hit in wider if _is_new(hit, taken)), missing)
    return [*others, *(hit for hit in fresh if hit["brandId"] == brand_id)][:SIMILAR]


def _is_new(hit: Body, taken: set[int]) -> bool:
    """Return True unless it was taken already, perhaps in another colour; takes it."""
    family = {hit["productId"], *(sibling["productId"] for sibling in hit.get("siblings", ()))}
    if family & taken:
        return False
    taken |= family
    return True


def _body(
    conditions: list[Body],
    document: Body,
    price: float | None,
    barred: Sequence[int],
    visitor: Conditions,
) -> Body:
    query: Body = {
        "bool": {
            "filter": conditions,
            "must_not": [{"ids": {"values": [str(id_) for id_ in barred]}}],
            "should": _likeness(document),
            "minimum_should_match": 0,
        }
    }
    return {
        "query": _near_in_price(query, price) if price else query,
        "size": CANDIDATES,
        "sort": ["_score", {"objectID": "asc"}],
        "track_total_hits": False,
        **tile_fields(visitor),
    }


def _any(field: str, values: Sequence[str]) -> Body:
    return {"terms": {field: [*values]}} if values else {"match_none": {}}


def _same_type(document: Body) -> Body:
    """Return the condition of a product type, or of its noun in the name (polo shirt: shirt)."""
    nouns = " ".join({type_.rpartition("-")[2] for type_ in _types(document)})
    named: Body = {"match": {"name": {"query": nouns}}}
    return {"bool": {"should": [_any("productTypes", _types(document)), named]}}


def _people(document: Body) -> list[Body]:
    named = {name: document.get(name) or [] for name in ("gender", "audience")}
    return [{"terms": {name: values}} for name, values in named.items() if values]


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
    near += [_constant({"term": {"productTypes": t}}, TYPE) for t in _types(document)]
    near += [_constant({"term": {"colour": c}}, COLOUR) for c in document.get("colour") or ()]
    materials = (document.get("attributes") or {}).get("material") or ()
    near += [_constant({"term": {"attributes.material": m}}, MATERIAL) for m in materials]
    words = list(dict.fromkeys(document["name"].split()[-MOST_WORDS:]))
    return near + [_constant({"match": {"name": {"query": word}}}, WORDS) for word in words]


def _types(document: Body) -> list[str]:
    return list(document.get("productTypes") or ())


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
