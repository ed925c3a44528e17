"""The landing screen: four carousels (spec §2.3), new arrivals, price drops, stores.

A varied selection of a few products: not all of one brand, category or colour. Pure.
"""

from collections import Counter
from collections.abc import Sequence, Set

from app.search import Body
from app.search.engine import Engine
from app.search.filters import CAROUSELS, PAGE_SIZES
from app.search.query.bodies import count_body, hits_body
from app.search.query.results import hits_of
from app.search.request import Conditions, SearchRequest
from app.search.understand import Spellings
from app.search.wire import response
from scrapers.attributes import DISCOUNT

# The most of one brand, one category and one colour among the chosen, stricter first. Where a
# catalogue has no more variety the next line fills what is left.
ANY = 1000
LIMITS = (
    (2, 2, 1),
    (2, 2, 2),
    (3, 3, 3),
    (3, ANY, ANY),  # a catalogue of one category
    (5, ANY, ANY),
    (ANY, ANY, ANY),  # and of one brand
)

SIZE = PAGE_SIZES["carousel"]
CANDIDATES = 30  # of each order, from which a rail is mixed
STORES = 8
BRANDS_IN_TURN: list[Body] = [{"place.brand": "asc"}, {"objectID": "asc"}]
# By our own readings first: what only its store says is lower comes after all of these.
DROPS: list[Body] = [
    *({"measured": "desc"}, {DISCOUNT.name: "desc"}),
    *({"createdAt": "desc"}, {"objectID": "asc"}),
]


def mix_brands(products: Sequence[Body], size: int) -> list[Body]:
    """Return `size` of the products (fewer where there are no more), the first of equals first.

    Never a product in two colours while there are others, and none of one brand beside another of
    it where that can be helped.
    """
    chosen: list[Body] = []
    for brand, category, color in LIMITS:
        _fill(chosen, products, size, {"brand": brand, "category": category, "colour": color})
    _fill(chosen, products, size, {})
    return interleave_brands(chosen[:size])


def _fill(chosen: list[Body], products: Sequence[Body], size: int, limits: dict[str, int]) -> None:
    """Add products, in their order, within the limits; with any, none in two colours."""
    counts = Counter(mark for product in chosen for mark in _marks(product))
    taken = {product["productId"] for product in chosen}
    family = {sibling for product in chosen for sibling in _siblings(product)}
    for product in products:
        if len(chosen) >= size:
            return
        own = product["productId"]
        if own in taken or (limits and own in family):
            continue
        marks = _marks(product)
        if any(counts[mark] >= limits[mark[0]] for mark in marks if mark[0] in limits):
            continue
        chosen.append(product)
        counts.update(marks)
        taken.add(own)
        family |= _siblings(product)


def _marks(product: Body) -> list[tuple[str, str]]:
    """Return what two products may have in common: brand, finest category, first colour."""
    return [
        ("brand", product["brand"]),
        *[("category", slug) for slug in sorted(product.get("category", ()), key=len)[-1:]],
        *[("colour", color) for color in product.get("colour", ())[:1]],
    ]


def _siblings(product: Body) -> set[int]:
    return {sibling["productId"] for sibling in product.get("siblings") or ()}


def interleave_brands(products: Sequence[Body]) -> list[Body]:
    """Return the products in an order in which brands take turns, each brand's in its own order.

    A brand with more than half of what is left comes first of it, or it would end the row alone.
    """
    waiting = list(products)
    ordered: list[Body] = []
    while waiting:
        last = ordered[-1]["brand"] if ordered else None
        brand, left = Counter(item["brand"] for item in waiting).most_common(1)[0]
        crowded = brand if left * 2 > len(waiting) and brand != last else None
        after = next(
            (item for item in waiting if item["brand"] == (crowded or item["brand"]) != last),
            waiting[0],
        )
        waiting.remove(after)
        ordered.append(after)
    return ordered


def carousels(
    engine: Engine, visitor: Conditions, spellings: Spellings
) -> tuple[list[list[Body]], int]:
    """Return the products of each of `CAROUSELS`, and Elasticsearch's time in ms.

    `visitor` are the conditions of country and currency alone.

    The newest, and some in an order in which brands take turns: whoever was scraped last would fill
    every rail alone.
    """
    requests = [_request(visitor, spellings, category) for category in CAROUSELS]
    bodies = []
    for request in requests:
        newest = hits_body(request)
        bodies += [newest, newest | {"sort": BRANDS_IN_TURN}]
    responses, took = engine.search(bodies)
    rows = [_products(item, requests[0]) for item in responses]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_rail([*newest, *turns]) for newest, turns in pairs], took


def below_carousels(
    engine: Engine, visitor: Conditions, spellings: Spellings, above: Set[int]
) -> tuple[Body, int]:
    """Return what stands below the carousels, and Elasticsearch's time in ms.

    `above` are the ids of the products that the carousels show: they are no arrivals once more.

    `arrivals` and `drops` are products; `stores` the slugs of those with most products, with their
    numbers.
    """
    request = _request(visitor, spellings)
    newest = hits_body(request)
    matching = newest["query"]
    reduced = [{"term": {DISCOUNT.flag: True}}, {"term": {"stock": "in-stock"}}]
    drops = newest | {"query": {"bool": {"must": matching, "filter": reduced}}, "sort": DROPS}
    counts = count_body(request.conditions, ["store"])
    (*found, counted), took = engine.search(
        [newest, newest | {"sort": BRANDS_IN_TURN}, drops, counts]
    )
    new, turns, cheaper = (_products(item, request) for item in found)
    buckets = counted["aggregations"]["store"]["buckets"]
    return {
        "arrivals": _rail([hit for hit in (*new, *turns) if hit["productId"] not in above]),
        "drops": _rail(cheaper),
        "stores": [{"slug": row["key"], "products": row["doc_count"]} for row in buckets[:STORES]],
    }, took


def _rail(products: list[Body]) -> list[Body]:
    """Return what a rail shows: what is sold out only where there is nothing else."""
    return mix_brands(sorted(products, key=lambda product: "soldOut" in product), SIZE)


def _products(answer: Body, request: SearchRequest) -> list[Body]:
    return [response.product(hit, request) for hit in hits_of(answer, request)]


def _request(visitor: Conditions, spellings: Spellings, category: str = "") -> SearchRequest:
    # The screen stays as it is when a visitor changes the currency.
    return SearchRequest(
        visitor.choosing("category", category) if category else visitor,
        hits_per_page=CANDIDATES,
        highlighted=False,
        every_currency=True,
        spellings=spellings,
    )
