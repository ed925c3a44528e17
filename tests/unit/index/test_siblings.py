from __future__ import annotations

from pathlib import Path

import pytest

from indexer.language.classify.product import name_key, sibling_key

NAMES = Path(__file__).with_name("names.tsv").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", NAMES)
def test_names_that_differ_in_their_colour_words_alone_are_of_siblings(row: str) -> None:
    alike, one, other = row.split("\t")
    assert (sibling_key(one) == sibling_key(other)) is (alike == "yes")
    assert alike == "no" or name_key(one, None) == name_key(other, None)


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
