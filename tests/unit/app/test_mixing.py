"""What a rail shows: a few products that look like a whole shop (app/search/landing.py)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from app.search.landing import _rail, interleave_brands, mixed


def product(number: int, brand: str, category: str = "women/dresses", color: str = "") -> Any:
    """Return a document with a colour of its own unless one is given."""
    return {
        "productId": number,
        "brand": brand,
        "category": ["women", category],
        "colour": [color or f"colour-{number}"],
        "siblings": [],
    }


def test_at_most_two_of_a_brand_while_there_are_others() -> None:
    products = [product(n, f"brand-{n // 20}", f"women/kind-{n}") for n in range(100)]
    brands = [item["brand"] for item in mixed(products, 10)]
    assert max(brands.count(name) for name in set(brands)) == 2


def test_a_rail_shows_what_is_sold_out_only_where_there_is_nothing_else() -> None:
    products = [product(n, f"brand-{n}", f"women/kind-{n}") for n in range(20)]
    gone = [{**one, "soldOut": True} for one in products[:10]]
    assert _rail([*gone, *products[10:]]) == products[10:]
    assert len(_rail(gone)) == 10


def test_at_most_two_of_a_category_and_one_of_a_colour_while_there_are_others() -> None:
    products = [product(n, f"brand-{n}", "outdoor/aloes", "green") for n in range(20)]
    products += [product(n, f"brand-{n}", f"outdoor/kind-{n}") for n in range(20, 40)]
    chosen = mixed(products, 10)
    assert sum(item["colour"] == ["green"] for item in chosen) == 1
    assert sum(item["category"][-1] == "outdoor/aloes" for item in chosen) <= 2


def test_a_catalogue_of_one_brand_fills_its_rail_all_the_same() -> None:
    chosen = mixed([product(n, "only", color="red") for n in range(12)], 10)
    assert len({item["productId"] for item in chosen}) == 10


def test_a_type_is_not_shown_in_two_colours_while_there_are_others() -> None:
    navy, sky = product(1, "Karoo"), product(2, "Karoo")
    navy["siblings"], sky["siblings"] = [{"productId": 2}], [{"productId": 1}]
    others = [product(n, f"brand-{n}", f"women/kind-{n}") for n in range(3, 13)]
    chosen = [item["productId"] for item in mixed([navy, sky, *others], 10)]
    assert 1 in chosen
    assert 2 not in chosen
    assert {item["productId"] for item in mixed([navy, sky], 10)} == {1, 2}


def test_brands_take_turns_and_each_keeps_its_order() -> None:
    ordered = interleave_brands([product(n, brand) for n, brand in enumerate("AAABB")])
    assert [item["brand"] for item in ordered] == list("ABABA")
    assert [item["productId"] for item in ordered if item["brand"] == "A"] == [0, 1, 2]
    assert all(left["brand"] != right["brand"] for left, right in pairwise(ordered))


def test_no_brand_ends_the_row_alone_while_that_can_be_helped() -> None:
    for row in ("ABCDABCABA", "AABBCCDDAB", "ABBB" + "CCCDDD"):
        ordered = interleave_brands([product(n, brand) for n, brand in enumerate(row)])
        brands = [item["brand"] for item in ordered]
        assert all(left != right for left, right in pairwise(brands)), brands
