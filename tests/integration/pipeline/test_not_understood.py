"""What a page says and nobody understands is never taken for a default."""

from __future__ import annotations

from dataclasses import replace

import pytest

from indexer.runs.log import log_path
from indexer.settings import Settings
from scrapers.item import Item
from tests.support.catalogue import make_brand, make_items, read_products, scrape_items


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def unread(item: Item) -> Item:
    return replace(item, sold_out=None, not_understood={"stock": "Bestel vooruit?"})


def test_a_stock_that_is_not_understood_stays_as_it_was_and_a_new_product_is_not_offered(
    settings: Settings, brand_id: int
) -> None:
    offered, sold_out, new, *others = make_items(60)
    scrape_items(settings, brand_id, [offered, replace(sold_out, sold_out=True), *others])
    run = scrape_items(settings, brand_id, [*map(unread, (offered, sold_out)), *others])
    assert (run.result, run.changed_count) == ("success", 0)
    assert "the stock of 2 of 59 products is not understood, such as 'Bestel" in (
        run.failure_reason or ""
    )
    scrape_items(settings, brand_id, [offered, sold_out, unread(new), *others])
    products = read_products(settings)
    stock = [products[item.group_key].sold_out for item in (offered, sold_out, new)]
    assert stock == [False, False, True]


def test_a_run_of_which_too_much_is_not_understood_publishes_nothing(
    settings: Settings, brand_id: int
) -> None:
    first, second, third, *others = make_items(40)
    run = scrape_items(settings, brand_id, [*map(unread, (first, second, third)), *others])
    assert (run.result, read_products(settings)) == ("suspect", {})
    assert "the stock of 3 of 40 products is not understood" in (run.failure_reason or "")
    log = log_path(settings.log_dir, run.logfile_name).read_text(encoding="utf-8")
    assert log.count("is not understood: 'Bestel vooruit?'") == 3
