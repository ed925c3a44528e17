"""Trying a configuration for an operator who waits: results as the operator's page takes them."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from indexer.crawling import crawl_options
from indexer.settings import Settings
from scrapers.browser import Browser
from scrapers.config import BrandConfig, PageConfig, wire_name
from scrapers.item import Item
from scrapers.preview import Preview
from scrapers.preview import preview as preview_page
from scrapers.suggest import Suggestion
from scrapers.suggest import suggest as suggest_from

# The rest of the form is the operator's to say: identity, shipping and schedules are no guess.
SUGGESTED = (
    "name website currency node_path parent_depth background_image_selector hover_node_path"
    " product_name_xpath price_xpath sale_price_xpath detail_selector popup_close_button_selector"
    " next_button_selector next_button_text next_button_click_not_redirect"
    " infinite_scroll_button_selector".split()
)


def preview(
    settings: Settings, brand: Mapping[str, Any], page: Mapping[str, str]
) -> dict[str, Any]:
    """Read one page with a brand's fields; raises PageError.

    Fields and the page's entry (`page_url`, `custom_click_selector`) by their snake_case names.
    """
    known = {field.name for field in fields(BrandConfig)} - {"brand_id", "pages"}
    given = {name: value for name, value in brand.items() if name in known}
    entry = PageConfig(None, page["page_url"], page.get("custom_click_selector", ""))
    config = BrandConfig(brand_id=0, pages=(entry,), **given)
    options = replace(crawl_options(settings, entry.page_url), load_images=True, attempts=1)
    with Browser(options, stealth=config.stealth) as browser:
        return _shown(preview_page(config, entry.page_url, browser))


def _shown(seen: Preview) -> dict[str, Any]:
    picture = base64.b64encode(seen.screenshot).decode("ascii")
    return {
        "screenshot": f"data:image/png;base64,{picture}",
        "width": seen.width,
        "height": seen.height,
        "nodes": [
            {"x": box.x, "y": box.y, "width": box.width, "height": box.height} for box in seen.boxes
        ],
        "items": [
            _item(item) | {"detailOpened": index < len(seen.items) - seen.unopened}
            for index, item in enumerate(seen.items)
        ],
        "rejected": [{"reason": reason} for reason in seen.rejected],
        "problem": seen.problem,
        "log": list(seen.log),
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "brand": item.product_brand,
        "price": None if item.price is None else float(item.price),
        "ordinaryPrice": None if item.ordinary_price is None else float(item.ordinary_price),
        "currency": item.currency,
        "soldOut": item.sold_out,
        "href": item.href,
        "images": [image.url for image in item.images],
    }


def suggest(settings: Settings, url: str) -> dict[str, Any]:
    """Propose a configuration from a listing page's address; raises PageError."""
    log: list[str] = []
    options = replace(crawl_options(settings, url), attempts=1)
    with Browser(options) as browser:
        return _proposed(suggest_from(url, browser, log.append))


def _proposed(suggestion: Suggestion) -> dict[str, Any]:
    config = suggestion.config
    brand = {wire_name(name): getattr(config, name) for name in SUGGESTED}
    brand["pages"] = [{"pageUrl": page.page_url} for page in config.pages]
    return {"brand": brand, "evidence": list(suggestion.evidence())}
