"""A varied selection of a few products: not all of one brand, category or colour. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.search import Body

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


def mixed(products: Sequence[Body], size: int) -> list[Body]:
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
