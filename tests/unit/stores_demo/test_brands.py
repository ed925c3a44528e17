"""The brands' configuration fits the scraper's fields, the reference data and the stores."""

from dataclasses import fields

import pytest

from dev.stores.brands import load_brands
from dev.stores.catalogue.make import load_stores
from indexer.reference import categories
from scrapers.config import BrandConfig

BRANDS = load_brands({slug: f"http://{slug}.test" for slug in load_stores()})
OWN = {"slug", "country", "styles", "pages"}


def test_every_store_has_a_brand_of_the_same_name_country_and_money() -> None:
    stores = load_stores()
    assert {brand["slug"] for brand in BRANDS} == set(stores)
    for brand in BRANDS:
        store = stores[brand["slug"]]
        told = (brand["name"], brand["country"], brand["currency"])
        assert told == (store.name, store.country, store.currency)


@pytest.mark.parametrize("brand", BRANDS, ids=lambda brand: brand["slug"])
def test_its_fields_are_those_of_the_scraper(brand: dict[str, object]) -> None:
    known = {field.name for field in fields(BrandConfig)}
    assert set(brand) - OWN <= known


def test_pages_are_the_stores_listings_at_their_addresses() -> None:
    for brand in BRANDS:
        store = load_stores()[brand["slug"]]
        wanted = [f"http://{store.slug}.test{listing.path}" for listing in store.pages]
        assert [page["page_url"] for page in brand["pages"]] == wanted


def test_categories_exist_and_some_pages_leave_them_open() -> None:
    slugs = {node.slug for node in categories()}
    named = [page.get("category", "") for brand in BRANDS for page in brand["pages"]]
    assert set(named) - {""} <= slugs
    assert "" in named


def test_the_brands_try_the_techniques_between_them() -> None:
    used = {name for brand in BRANDS for name, value in brand.items() if value}
    assert used >= {
        "iframe_selector", "background_image_selector", "hover_node_path", "check_hover",
        "image_replace_original_text", "product_brand_xpath", "sale_price_xpath",
        "next_button_selector", "next_button_click_not_redirect", "detail_selector",
        "infinite_scroll_button_selector", "popup_close_button_selector", "is_multi_brand",
        "detail_image_node_path", "shipping_countries_list", "countries_selector",
    }  # fmt: skip
