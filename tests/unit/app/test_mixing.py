"""What a rail shows: a few products that look like a whole shop."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from app.search.landing import _rail, interleave_brands, mix_brands


def product(number: int, brand: str, category: str = "women/dresses", color: str = "") -> Any:
    """Return a document with a colour of its own unless one is given."""
    return {
        "productId": number,
        "brand": brand,
        "category": ["women", category],
        "colour": [color or f"colour-{number}"],
        "siblings": [],
    }


def test_a_rail_shows_what_is_sold_out_only_where_there_is_nothing_else() -> None:
    products = [product(n, f"brand-{n}", f"women/kind-{n}") for n in range(20)]
    gone = [{**one, "soldOut": True} for one in products[:10]]
    assert _rail([*gone, *products[10:]]) == products[10:]
    assert len(_rail(gone)) == 10


def test_two_of_a_brand_and_a_category_and_one_of_a_colour_while_there_are_others() -> None:
    products = [product(n, f"brand-{n // 9}", "outdoor/aloes", "green") for n in range(20)]
    products += [product(n, f"brand-{n // 9}", f"outdoor/kind-{n}") for n in range(20, 90)]
    chosen = mix_brands(products, 10)
    brands = [item["brand"] for item in chosen]
    assert max(brands.count(name) for name in set(brands)) == 2
    assert sum(item["colour"] == ["green"] for item in chosen) == 1
    alone = mix_brands([product(n, "only", color="red") for n in range(12)], 10)
    assert len({item["productId"] for item in alone}) == 10


def test_brands_take_turns_and_none_ends_the_row_alone_while_that_can_be_helped() -> None:
    for row in ("AAABB", "ABCDABCABA", "AABBCCDDAB", "ABBB" + "CCCDDD"):
        ordered = interleave_brands([product(n, brand) for n, brand in enumerate(row)])
        brands = [item["brand"] for item in ordered]
        assert all(left != right for left, right in pairwise(brands)), brands
