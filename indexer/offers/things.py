"""Which products are one thing, given all that joins them. Pure.

The strongest edges count first; one that would bring two products of one store together, or two
that cannot be one thing, is left out: so what hangs together wrongly is cut at its weakest edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from indexer.offers.evidence import LOOKS, PERSON, Edge, conflict
from indexer.offers.facts import Facts


def things_of(products: Mapping[int, Facts], edges: Iterable[Edge]) -> dict[int, int | None]:
    """Return each product's thing, the lowest id among its offers; None where it has no others.

    `products` are all that the edges lead to, and nothing but: then the answer for one part that
    hangs together depends on nothing outside of it.
    """
    all_ = [edge for edge in edges if edge.a in products and edge.b in products]
    parted = {edge.pair for edge in all_ if edge.rule == PERSON and not edge.joins}
    joining = [edge for edge in _told_apart(products, all_) if edge.joins]
    linked = {edge.pair for edge in joining}
    groups = {key: [key] for key in products}
    for edge in sorted(joining, key=lambda each: (-each.score, each.pair)):
        one, other = groups[edge.a], groups[edge.b]
        if one is other or not _fit(products, one, other, linked, parted):
            continue
        one.extend(other)
        for key in other:
            groups[key] = one
    return {key: min(group) if len(group) > 1 else None for key, group in groups.items()}


def _fit(
    products: Mapping[int, Facts],
    one: Iterable[int],
    others: Iterable[int],
    linked: set[tuple[int, int]],
    parted: set[tuple[int, int]],
) -> bool:
    for a, b in ((min(a, b), max(a, b)) for a in one for b in others):
        if products[a].store == products[b].store or (a, b) in parted:
            return False
        if (a, b) not in linked and conflict(products[a], products[b]):
            return False
    return True


def _told_apart(products: Mapping[int, Facts], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges without looks that join a product to several of one store: near duplicates
    there are no evidence of either.
    """
    all_ = [*edges]
    alike = Counter(
        (key, products[other].store)
        for edge in all_
        if edge.rule == LOOKS
        for key, other in (edge.pair, edge.pair[::-1])
    )
    return [
        edge
        for edge in all_
        if edge.rule != LOOKS
        or max(alike[edge.a, products[edge.b].store], alike[edge.b, products[edge.a].store]) == 1
    ]
