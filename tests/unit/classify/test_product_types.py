"""The product types that a name names: what is searched by beside the category."""

from __future__ import annotations

import pytest

from indexer.classify.product_types import types_of


@pytest.mark.parametrize(
    ("name", "product_types"),
    [
        ("Chair cushion, 40x38 cm, light beige", ("chair-pad", "cushion")),
        ("3-seat sofa, outdoor, red", ("3-seater-sofa", "sofa")),
        ("Denim shirt dress with belt", ("shirt-dress", "dress")),
        ("Women Red T-shirt Bra", ("t-shirt-bra", "bra", "underwear")),
        ("Slim Fit Sports Shorts", ("sports-shorts", "shorts", "bottoms")),
        ("Cover for corner sofa", ("corner-sofa-cover", "sofa-cover")),
        ("Kurta with palazzos", ("kurta",)),
        ("Navy &amp; White Shirt", ("shirt",)),
    ],
)
def test_a_name_names_its_head_and_what_that_is(name: str, product_types: tuple[str, ...]) -> None:
    assert types_of(name) == product_types


def test_a_polo_collar_t_shirt_is_a_t_shirt_and_no_t_shirt_is_a_shirt() -> None:
    assert types_of("Men Solid Polo Collar T-shirt") == ("polo-shirt", "t-shirt", "top")


def test_a_makers_name_names_nothing() -> None:
    assert types_of("Table Leg Blue", brand="Table Leg") == ()


def test_what_only_qualifies_a_name_is_not_named() -> None:
    assert types_of("Something with a belt") == ()


def test_a_word_that_gives_way_names_where_nothing_else_does() -> None:
    assert types_of("STARRY - Tie") == ("tie",)
