"""Faults 18, 19 and 27: what a store lacks or writes oddly does no harm to the catalogue.

(A store that shows too little, fault 16: test_hostile_second_runs.)
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.models import Category, Color, Product, RunChange
from tests.support.catalogue import log_of, make_brand, make_items, read_products, scrape_items
from tests.support.index import source

ITEMS = make_items(20)


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    """A brand after a first good run."""
    made = make_brand(settings)
    assert scrape_items(settings, made, ITEMS).result == "success"
    return made


def test_fault_18_a_missing_product_is_hidden_and_returns_with_its_curated_values(
    settings: Settings, brand_id: int, own_index_prefix: str
) -> None:
    own = settings.but(index_prefix=own_index_prefix)
    rebuild(own, fast=True)
    run = scrape_items(own, brand_id, ITEMS[1:])
    gone = read_products(own)["k0"]
    assert (run.result, run.gone_count, gone.gone_at is None) == ("success", 1, False)
    assert run.deleted_image_ids == [gone.images[0].id]
    hidden = source(own, gone.id)
    assert hidden is not None
    assert hidden["visible"] is False
    with session_scope(own.database_url) as session:
        category = session.scalars(select(Category.id).where(Category.slug == "home")).one()
        color = session.scalars(select(Color.id).where(Color.slug == "gold")).one()
        curated = {"curated_category_id": category, "curated_color_id": color}
        session.execute(update(Product).where(Product.id == gone.id).values(curated))
    again = scrape_items(own, brand_id, ITEMS)
    assert again.result == "success"
    back = read_products(own)["k0"]
    assert (back.id, back.gone_at, back.name) == (gone.id, None, gone.name)
    assert (back.curated_category_id, back.curated_color_id) == (category, color)
    assert back.revision > gone.revision
    seen = source(own, back.id)
    assert seen is not None
    assert (seen["visible"], seen["colour"]) == (True, ["gold"])
    with session_scope(own.database_url) as session:
        kinds = select(RunChange.kind).where(RunChange.run_id == again.id)
        assert session.scalars(kinds).all() == ["returned"]


def test_fault_19_a_third_without_prices_is_suspect_and_the_log_tells_the_coverage(
    settings: Settings, brand_id: int
) -> None:
    poor = [replace(item, price=None) if n < 6 else item for n, item in enumerate(ITEMS)]
    run = scrape_items(settings, brand_id, poor)
    assert run.result == "suspect"
    assert (run.coverage or {})["price"] == 0.7
    log = log_of(settings, run)
    assert "price 70%" in log
    assert all(product.price for product in read_products(settings).values())


def test_fault_27_hostile_names_are_shown_as_text_and_break_no_log_line(
    settings: Settings, brand_id: int
) -> None:
    names = [
        "<img src=x onerror=alert(1)>",
        "two\nlines \x1b[31mred\x1b[0m",
        "nul \x00 end",
        "x" * 100_000,
    ]
    named = [replace(item, name=name) for item, name in zip(ITEMS, names, strict=False)]
    run = scrape_items(settings, brand_id, [*named, *ITEMS[len(named) :]])
    assert (run.result, run.rejected_count) == ("success", 1)
    products = read_products(settings)
    kept = [products[f"k{number}"].name for number in range(len(named))]
    assert kept == [names[0], "two lines red", "nul end", ITEMS[3].name]
    log = log_of(settings, run)
    assert "100000 characters" in log
    lines = log.split("\r\n")
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:", line) for line in lines if line)
    assert "\x1b" not in log
    assert "\n" not in log.replace("\r\n", "")
