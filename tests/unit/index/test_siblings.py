from __future__ import annotations

import pytest

from indexer.language.classify.product import name_key, sibling_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Linen shirt in olive", "Linen shirt in dark blue"),
        ("Linen shirt - Oak", "Linen shirt - Walnut"),
        ("Linen shirt (Cognac)", "Linen Shirt"),
        ("Black denim jacket", "Denim jacket, light grey"),
        ("Mens Black & White T-shirt", "Mens Red T-shirt"),
        ("Rooi rok", "Swart rok"),
        ("Crème mug", "Mug - blue"),
        ("Dress with belt, red", "Blue dress with belt"),
    ],
)
def test_names_that_differ_in_their_colour_words_are_of_siblings(one: str, other: str) -> None:
    assert sibling_key(one) == sibling_key(other)
    assert name_key(one, None) == name_key(other, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Denim jacket", "Jacket"),
        ("Oak table", "Table"),
        ("Linen shirt in olive", "Linen skirt in olive"),
        ("Red", "Blue"),
        ("Vase in the shape of a hand", "Vase"),
    ],
)
def test_names_that_differ_in_anything_else_are_not(one: str, other: str) -> None:
    assert sibling_key(one) != sibling_key(other)


def test_a_colour_in_the_stores_own_words_is_no_part_of_the_name() -> None:
    assert name_key("Slim Jeans Stonewash Midnight", "Stonewash Midnight") == name_key(
        "Slim Jeans Bleach Out", "Bleach Out"
    )


def test_another_brand_in_a_store_of_many_makes_another_product() -> None:
    assert sibling_key("Shirt", product_brand="A") != sibling_key("Shirt", product_brand="B")
    assert sibling_key("Shirt", product_brand="LEVI") == sibling_key("Shirt", product_brand="Levi")


def test_a_feeds_group_is_stronger_than_the_page_and_the_page_than_the_name() -> None:
    page = "https://shop.example/p/tee"
    red = sibling_key("Tee Stonewash", href=f"{page}?variant=1")
    assert red == sibling_key("Tee Bleach", href=f"{page}?variant=2")
    assert red == sibling_key("Tee", href=f"{page}?colour=navy")
    assert sibling_key("Tee", group="g") == sibling_key("Shirt", group="g", href=page)
    assert sibling_key("Tee", group="g") != sibling_key("Tee", group="h")


def test_a_parameter_that_chooses_another_product_is_no_variant() -> None:
    address = "https://shop.example/product.php?id="
    assert sibling_key("Tee", href=f"{address}1") != sibling_key("Mug", href=f"{address}2")
    assert sibling_key("Tee", href=f"{address}1") == sibling_key("Tee", href=f"{address}2")
