"""Grades 0, 1, 2 of products for a need; the rules and their reasons are in README.md."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from tests.relevance.items import Item
from tests.relevance.lexicon import asked_colours, closeness, tokens
from tests.relevance.need import Need

CHEAP_QUANTILE = 3  # "cheap": the lowest third of what fits otherwise


def grades(need: Need, items: Sequence[Item]) -> dict[str, int]:
    """Return the grades of the products that have one above 0, by key."""
    graded = {item.key: grade for item in items if (grade := grade_of(need, item))}
    if need.cheap:
        return _cheapest_first(need, items, graded)
    return graded


def grade_of(need: Need, item: Item) -> int:
    """Return the grade of one product, without the condition "cheap"."""
    product_type = _product_type(need, item)
    if not product_type or _violated(need, item):
        return 0
    if need.fits:
        return _tagged(need, item)
    parts = (
        product_type,
        _colour(need, item),
        _all_colours(need, item),
        _brand(need, item),
        _words(need, item),
        _state(need, item),
    )
    if 0 in parts or parts.count(1) > 1:
        return 0
    return min(parts)


def _tagged(need: Need, item: Item) -> int:
    if any(_has(tags, item) for tags in need.fits):
        return 2
    return int(any(_has(tags, item) for tags in need.nearly))


def _has(tags: str, item: Item) -> bool:
    return all(
        (tag[1:] not in item.tags) if tag.startswith("!") else tag in item.tags
        for tag in tags.split()
    )


def _violated(need: Need, item: Item) -> bool:
    return bool(
        (need.gender and item.gender and item.gender != need.gender)
        or (need.audience and item.audience != need.audience)
        or (need.gender and not need.audience and item.audience)
        or not _affordable(need, item)
        or _unwanted(need) & item.sure
        or item.kinds & set(need.not_types)
        or item.words & {token for word in need.not_words for token in tokens(word)}
        or any(_is_brand(brand, item) for brand in need.not_brands)
    )


def _unwanted(need: Need) -> frozenset[str]:
    asked = (asked_colours()[colour].fits for colour in need.not_colours)
    return frozenset[str]().union(*asked)


def _affordable(need: Need, item: Item) -> bool:
    if need.low is None and need.high is None:
        return True
    price = item.prices.get(need.currency)
    if price is None:
        return False
    return (need.low is None or price >= need.low) and (need.high is None or price <= need.high)


def _product_type(need: Need, item: Item) -> int:
    if not need.product_types:
        return 2
    best = max(
        (
            closeness(asked, product_type)
            for asked in need.product_types
            for product_type in item.product_types
        ),
        default=0,
    )
    return 0 if need.exact and best < 2 else best


def _colour(need: Need, item: Item) -> int:
    if _unwanted(need) & item.colours:
        return 1
    if not need.colours:
        return 2
    return max(_has_colour(colour, item) for colour in need.colours)


def _has_colour(colour: str, item: Item) -> int:
    asked = asked_colours()[colour]
    if asked.fits & item.colours:
        return 2
    return 1 if asked.near & item.colours else 0


def _all_colours(need: Need, item: Item) -> int:
    if not need.all_colours:
        return 2
    # A border wording such as khaki is not a green and a beige.
    present = sum(bool(asked_colours()[colour].fits & item.sure) for colour in need.all_colours)
    return 2 if present == len(need.all_colours) else min(present, 1)


def _brand(need: Need, item: Item) -> int:
    if not need.brands:
        return 2
    if any(_is_brand(brand, item) for brand in need.brands):
        return 2
    return 1 if any(_is_house(brand, item) for brand in need.brands) else 0


def _is_brand(brand: str, item: Item) -> bool:
    """Return True if it is the brand, or one of its lines ("… Curvy")."""
    asked, actual = tokens(brand), tokens(item.brand)
    return actual[: len(asked)] == asked


def _is_house(brand: str, item: Item) -> bool:
    asked, actual = tokens(brand), tokens(item.brand)
    return bool(actual) and asked[: len(actual)] == actual


def _words(need: Need, item: Item) -> int:
    required = {token for word in need.words for token in tokens(word)}
    return 2 if required <= item.words else 1


def _state(need: Need, item: Item) -> int:
    wrong = (
        (need.sale and not item.sale)
        or (need.in_stock and item.sold_out)
        or (need.local and not item.local)
        or (need.used and not item.used)
        or (item.audience and not need.audience and not need.brands)
        or (need.size and item.sizes and need.size not in item.sizes)
    )
    return 1 if wrong else 2


def _cheapest_first(need: Need, items: Sequence[Item], graded: dict[str, int]) -> dict[str, int]:
    """Lower the grade of products that are not in the cheapest third of grade 2."""
    prices = {item.key: item.prices.get("ZAR") for item in items if item.key in graded}
    full = sorted(p for key, p in prices.items() if p is not None and graded[key] == 2)
    if len(full) < CHEAP_QUANTILE:
        return graded
    limit = statistics.quantiles(full, n=CHEAP_QUANTILE, method="inclusive")[0]
    return {
        key: 1
        for key, grade in graded.items()
        if grade == 2 and ((p := prices[key]) is None or p > limit)
    } | {
        key: 2 for key, grade in graded.items() if grade == 2 and (p := prices[key]) and p <= limit
    }
