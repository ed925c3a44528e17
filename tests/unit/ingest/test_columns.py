from __future__ import annotations

from decimal import Decimal

from indexer.ingest.writing.columns import PageFacts, columns_of
from scrapers.product import Product

PAGES = {1: PageFacts(1, 10, "women", 5), 2: PageFacts(2, 11, "women/dresses", None)}


def page_of(*pages: int, facts: dict[int, PageFacts] = PAGES) -> tuple[object, ...]:
    columns = columns_of(Product("k", "Dress", "ZAR", Decimal(10), pages=pages), facts)
    names = ("page_id", "page_category_id", "page_color_id")
    return *(columns[name] for name in names), (columns["hints"] or {}).get("root")


def test_a_page_lends_its_category_and_colour() -> None:
    assert page_of(1) == (1, 10, 5, "women")


def test_a_page_that_was_deleted_meanwhile_lends_nothing() -> None:
    assert page_of(99) == page_of() == (None, None, None, None)


def test_a_product_on_two_pages_takes_the_most_specific_category_and_the_first_colour() -> None:
    assert page_of(1, 2) == page_of(2, 1) == (2, 11, 5, "women/dresses")
    alike = PAGES | {2: PageFacts(2, 11, "men", None)}
    assert page_of(1, 2, facts=alike)[0] == 1, "of two as specific ones the first"
