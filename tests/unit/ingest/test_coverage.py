from __future__ import annotations

from decimal import Decimal

from indexer.ingest.verdict.coverage import CoverageCount, coverage_text, watched
from scrapers.product import Picture, Product


def test_coverage_is_the_share_of_items_with_each_field() -> None:
    full = Product(
        "a", "A", "ZAR", Decimal(1), product_brand="B", href="https://s/a",
        images=(Picture("u", "u"),),
    )  # fmt: skip
    bare = Product("b", "B", "ZAR")
    free = Product("c", "C", "ZAR", Decimal(0), href="https://s/c")
    count = CoverageCount()
    for one in (full, bare, free):
        count.add(one, float(bool(one.images)))
    shares = count.shares()
    fields = {"price": 0.6667, "href": 0.6667, "image": 0.3333, "productBrand": 0.3333}
    assert shares == {**fields, "inStock": 1.0}
    assert watched(shares) == fields
    assert coverage_text(fields) == "price 67%, href 67%, image 33%, productBrand 33%"


def test_no_items_have_no_coverage() -> None:
    assert CoverageCount().shares() == {}
    assert coverage_text({}) == "no items"
