"""Stored products, their offers at other stores, saved ones, and products like one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import column, select, text
from sqlalchemy.orm import Session

from app.declared import DECLARED
from app.live.context import context
from app.search import Body
from app.search.query.results import hits_of, tile_fields
from app.search.request import Conditions, SearchRequest
from app.search.wire import response
from indexer.catalogue.prices import HISTORY, READ, Stretch, parameters, stretches
from indexer.catalogue.rates import Rates
from indexer.catalogue.stores import Store
from indexer.catalogue.tile import STORE_PRICE, finest, store_price
from indexer.core.wording import fold
from indexer.models import Product

HISTORY_DAYS = 365
_MOST_MATES = 50  # of one thing that a view shows
_MOST_COLORS = 200  # of one product that are left out of what is similar
# Other colours of it, in the store's own groups or by a name that is the same but for its colour.
_COLOURS = """
WITH own AS (
    SELECT o.id, o.brand_id, o.sibling_key, o.name_key, coalesce(o.product_brand, b.name) AS maker
      FROM product o JOIN brand b ON b.id = o.brand_id WHERE o.id = :id
)
(SELECT o.id FROM product o JOIN own ON o.brand_id = own.brand_id
                                   AND o.sibling_key = own.sibling_key LIMIT :most)
UNION
(SELECT o.id FROM product o JOIN brand b ON b.id = o.brand_id JOIN own ON o.name_key = own.name_key
  WHERE coalesce(o.product_brand, b.name) = own.maker LIMIT :most)
"""
# All in one statement, with what is the same thing: each further one is a way there and back.
_ALL = """
SELECT p.*, p.blocked OR NOT b.is_active AS hidden, {read} AS read, {history} AS history,
       CASE WHEN p.id = :id THEN ARRAY({colours}) ELSE ARRAY[]::bigint[] END AS colors
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.id = :id OR p.thing_id = (SELECT thing_id FROM product WHERE id = :id)
 ORDER BY p.id <> :id, p.id LIMIT :things
"""
_PRODUCT = select(Product, *map(column, ("hidden", "read", "history", "colors"))).from_statement(
    text(re.sub(r"%\((\w+)\)s", r":\1", _ALL.format(colours=_COLOURS, read=READ, history=HISTORY)))
)


class StoredProduct(NamedTuple):
    """A product's row with the days of its history that count.

    `hidden`: taken down, or its store is. `colors`: the ids of it and of what is only another
    colour of it. `mates`: what is the same thing, each with its own history and without mates.
    """

    row: Product
    hidden: bool
    days: tuple[Stretch, ...]
    colors: tuple[int, ...]
    mates: tuple[StoredProduct, ...] = ()

    @property
    def is_gone(self) -> bool:
        """Return True if its store no longer has it."""
        return self.row.gone_at is not None


def load_product(session: Session, product_id: int, today: date) -> StoredProduct | None:
    """Return a product with the days of the last year that count; None where there is none."""
    limits = {"most": _MOST_COLORS, "things": 1 + _MOST_MATES}
    values = parameters(today, HISTORY_DAYS) | {"id": product_id} | limits
    found = [
        StoredProduct(
            row, hidden, tuple(stretches(history, read)), tuple(sorted({row.id, *colors}))
        )
        for row, hidden, read, history, colors in session.execute(_PRODUCT, values)
    ]
    if not found or found[0].row.id != product_id:
        return None
    return found[0]._replace(mates=tuple(mate for mate in found[1:] if not mate.hidden))


_DECLARED = DECLARED["productPath"]
PRODUCT_PREFIX = _DECLARED["prefix"]
MOST_ID = 10**18 - 1
_PATH = re.compile(_DECLARED["pattern"], re.ASCII)
_OTHER = re.compile(r"[^a-z0-9]+")


def product_path(name: str, product_id: int) -> str:
    """Return a product's path, as `productPath` in frontend/src does."""
    words = _OTHER.sub("-", fold(name))[: _DECLARED["words"]].strip("-")
    return f"{PRODUCT_PREFIX}{words}-{product_id}" if words else f"{PRODUCT_PREFIX}{product_id}"


def product_id_of(path: str) -> int | None:
    """Return the id that a path names, None where it is no product's."""
    match = _PATH.fullmatch(path)
    return int(match[1]) if match else None


_AWAY = {None: 0, "store": 0, "proxy": 1, "no": 2}


def delivery_of(ships_to: Sequence[str], visitor: Conditions) -> str | None:
    """Return how it reaches the visitor's country: store, proxy or no; None without a country."""
    if not visitor.country:
        return None
    if visitor.is_by_proxy([*ships_to]):
        return "proxy"
    return "store" if visitor.country in ships_to or "*" in ships_to else "no"


def offers_of(stored: StoredProduct, visitor: Conditions, rates: Rates) -> list[Body]:
    """Return the offers of a thing that is sold elsewhere, too, what can be bought cheapest first;
    of each store one, of its own the product itself.

    Amounts are in the visitor's currency, with the store's price in its own beside them. What its
    store no longer has is no offer.
    """
    others = {each.row.brand_id for each in stored.mates if not each.is_gone} - {
        stored.row.brand_id
    }
    stores = {store.id: store for store in context().reference.active_stores} if others else {}
    if not others & stores.keys():
        return []
    there = [
        each
        for each in (stored, *stored.mates)
        if not each.is_gone
        and each.row.brand_id in stores
        and (each.row.brand_id != stored.row.brand_id or each is stored or stored.is_gone)
    ]
    offers = [_offer(each, stores[each.row.brand_id], visitor, rates) for each in there]
    by_store: dict[int, Body] = {}
    for offer in sorted(offers, key=_order):
        by_store.setdefault(offer["brandId"], offer)
    return list(by_store.values())


def _offer(each: StoredProduct, store: Store, visitor: Conditions, rates: Rates) -> Body:
    price = each.row.price or None
    is_known = rates.has_rate(each.row.currency)
    amount = (
        rates.convert(price, each.row.currency, visitor.currency) if price and is_known else None
    )
    return {
        "productId": each.row.id,
        "path": product_path(each.row.name, each.row.id),
        "name": each.row.name,
        "brandId": each.row.brand_id,
        "groupKey": each.row.group_key,
        "href": each.row.href,
        "store": store.slug,
        "storeName": store.name,
        "price": None if amount is None else float(amount),
        STORE_PRICE: store_price(price, each.row.currency),
        "delivery": delivery_of(store.ships_to, visitor),
        "soldOut": each.row.sold_out,
        "lastSeen": each.row.last_seen_at.astimezone(UTC).isoformat(),
    }


def _order(offer: Body) -> tuple[Any, ...]:
    """Return what sorts offers: those that the store delivers, by a proxy, the rest; by price."""
    away = 2 if offer["soldOut"] else _AWAY[offer["delivery"]]
    price = offer["price"]
    return away, price is None, price or 0, offer["productId"]


# The first and last of days on which one product of a thing was the cheapest, for how much.
Cheapest: TypeAlias = tuple[date, date, Decimal, int]


def cheapest_of(offered: Iterable[Cheapest]) -> list[Cheapest]:
    """Return the cheapest on each day of days on which products could be bought, in order.

    A day on which nobody could buy it is in none; of equal amounts the lower id's is shown.
    """
    on: dict[date, tuple[Decimal, int]] = {}
    for first, last, amount, product_id in offered:
        for past in range((last - first).days + 1):
            day, best = first + timedelta(past), (amount, product_id)
            on[day] = min(on.get(day, best), best)
    steps: list[Cheapest] = []
    for day, lowest in sorted(on.items()):
        goes_on = bool(steps) and steps[-1][1:] == (day - timedelta(1), *lowest)
        first = steps.pop()[0] if goes_on else day
        steps.append((first, day, *lowest))
    return steps


def tiles_by_id(ids: Sequence[int], currency: str, country: str) -> tuple[list[Any], int]:
    """Return those of the products that visitors may see, in the order of the ids, as tiles; and
    Elasticsearch's time in ms.

    Where they are delivered to does not matter: they were saved. Raises SearchUnavailable.
    """
    services = context()
    visitor = services.visitor(country, currency)
    chosen: Body = {"ids": {"values": [str(id_) for id_ in ids]}}
    body = {
        "query": {"bool": {"filter": [chosen, {"term": {"visible": True}}]}},
        "size": len(ids),
        "sort": [{"objectID": "asc"}],
        "track_total_hits": False,
        **tile_fields(visitor),
    }
    # In all currencies: what was saved in one may be compared in another.
    request = SearchRequest(
        visitor, highlighted=False, every_currency=True, spellings=services.spellings
    )
    (found,), took = services.engine.search([body])
    tiles = (response.product(hit, request) for hit in hits_of(found, request))
    by_id = {tile["productId"]: tile for tile in tiles}
    return [by_id[id_] for id_ in ids if id_ in by_id], took


SIMILAR = 12
CANDIDATES = 24  # of each body: of them those go that are another shown one in another colour
OTHERS_ENOUGH = 4  # of other stores: where its own category has fewer, that above fills them up
# Another store's come first whatever else they share; then what stands nearest.
OTHER_STORE = 100.0
TYPE, COLOUR, MATERIAL, WORDS, PRICE = 4.0, 3.0, 2.0, 1.0, 4.0
PRICE_SCALE = 0.35  # of the price: so far away its nearness counts half
MOST_WORDS = 8  # of a name: the last ones name what it is


def similar_bodies(
    document: Body, price: float | None, barred: Sequence[int], visitor: Conditions
) -> tuple[Body, Body]:
    """Return what finds products of a document's category, and other stores' of the one above.

    `price` is in ZAR, `barred` are ids of the product and its other colours. Nothing is found for
    a product of which it is not known what it is.
    """
    own = finest(document.get("category") or [])
    above = [slug.rpartition("/")[0] for slug in own]
    # What is right below a world (women/dresses) has no category above it that names its kind.
    wider = [_any("category", [slug for slug in above if "/" in slug]), _same_type(document)]
    elsewhere: Body = {"bool": {"must_not": [{"term": {"store": document["store"]}}]}}
    kinds = [[_any("category", own)], [*wider, elsewhere]]
    shared = [*_people(document), *_reachable(visitor)]
    liked: Body = {
        "must_not": [{"ids": {"values": [str(id_) for id_ in barred]}}],
        "should": _likeness(document),
        "minimum_should_match": 0,
    }

    def body(kind: list[Body]) -> Body:
        query: Body = {"bool": {"filter": [*kind, *shared], **liked}}
        return {
            "query": _near_in_price(query, price) if price else query,
            "size": CANDIDATES,
            "sort": ["_score", {"objectID": "asc"}],
            "track_total_hits": False,
            **tile_fields(visitor),
        }

    return body(kinds[0]), body(kinds[1])


def select_similar(kind: Iterable[Body], wider: Iterable[Body], brand_id: int) -> list[Body]:
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
