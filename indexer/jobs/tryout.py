"""Trying a configuration for an operator who waits: results as the operator's page takes them."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from indexer.jobs.crawling import crawl_options, with_manners
from indexer.jobs.sourcing import find_catalogue
from indexer.settings import Settings
from scrapers.attributes import ATTRIBUTES, Wordings
from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig, wire_name
from scrapers.errors import PageError
from scrapers.item import Item
from scrapers.preview import Preview
from scrapers.preview import preview as preview_page
from scrapers.reading.pick import Element
from scrapers.structured.product import StructuredProduct
from scrapers.suggest.suggestion import Suggestion
from scrapers.suggest.suggestion import suggest as suggest_from

# The rest of the form is the operator's to say: identity, shipping and schedules are no guess.
SUGGESTED = (
    "name website currency node_path parent_depth background_image_selector hover_node_path"
    " product_name_xpath price_xpath sale_price_xpath detail_selector popup_close_button_selector"
    " next_button_selector next_button_text next_button_click_not_redirect"
    " infinite_scroll_button_selector scroll_delay sold_out_xpath sold_out_text"
    " detail_image_node_path".split()
)


def preview(
    settings: Settings, brand: Mapping[str, Any], page: Mapping[str, str]
) -> dict[str, Any]:
    """Read one page with a brand's fields; raises PageError.

    Fields and the page's entry (`page_url`, `custom_click_selector`) by their snake_case names.
    """
    known = {field.name for field in fields(BrandConfig)} - {"brand_id", "pages"}
    values = {name: value for name, value in brand.items() if name in known}
    entry = PageConfig(None, page["page_url"], page.get("custom_click_selector", ""))
    config = BrandConfig(brand_id=0, pages=(entry,), **values)
    asked = with_manners(crawl_options(settings, entry.page_url), config)
    options = replace(asked, load_images=True, attempts=1)
    with Browser(options, stealth=config.stealth) as browser:
        return _shown(preview_page(config, entry.page_url, browser))


def _shown(seen: Preview) -> dict[str, Any]:
    picture = base64.b64encode(seen.screenshot).decode("ascii")
    return {
        "url": seen.url,
        "screenshot": f"data:image/png;base64,{picture}",
        "width": seen.width,
        "height": seen.height,
        "nodes": [asdict(box) for box in seen.boxes],
        "elements": [_element(element) for element in seen.elements],
        "items": [
            _item(item)
            | {
                "detailOpened": index < len(seen.items) - seen.unopened,
                "structured": _structured(data),
            }
            for index, (item, data) in enumerate(zip(seen.items, seen.structured, strict=True))
        ],
        "rejected": [{"reason": reason} for reason in seen.rejected],
        "problem": seen.problem,
        "log": list(seen.log),
        "following": _shown(seen.following) if seen.following else None,
        "paging": seen.paging,
    }


def _element(element: Element) -> dict[str, Any]:
    """Return an element that an operator may point at, as short as it can be: there are many."""
    shown: dict[str, Any] = {
        "box": [round(element.x), round(element.y), round(element.width), round(element.height)],
        "tag": element.tag,
        "text": element.text,
        "alone": element.alone,
    }
    if element.in_card is not None:
        shown["card"] = {"selector": element.in_card, "hits": element.hits, "of": element.of}
    if element.likes is not None:
        likes = {"selector": element.likes, "count": element.count, "depth": element.depth}
        shown["likes"] = likes
    return shown


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
        "color": item.color,
        "attributes": _attributes(item.attributes),
        "disagreements": [
            *item.disagreements,
            *(
                f"the {name} {text!r} is not understood"
                for name, text in item.not_understood.items()
            ),
        ],
    }


def _attributes(wordings: Wordings) -> list[dict[str, Any]]:
    """Return the attributes that were read, by their labels, as the store words them."""
    return [
        {"label": attribute.label, "values": list(wordings[attribute.name])}
        for attribute in ATTRIBUTES
        if attribute.name in wordings
    ]


def _structured(data: StructuredProduct | None) -> dict[str, Any] | None:
    """Return the structured data of an item, beside what the selectors read."""
    if data is None:
        return None
    return {
        "source": data.source,
        "name": data.name,
        "brand": data.brand,
        "price": None if data.price is None else float(data.price),
        "ordinaryPrice": None if data.ordinary is None else float(data.ordinary),
        "currency": data.currency,
        "soldOut": data.sold_out,
        "color": data.color,
        "attributes": _attributes(data.attributes),
        "images": list(data.images),
    }


def suggest(settings: Settings, url: str) -> dict[str, Any]:
    """Propose a configuration from a store's address, or a listing page's; raises PageError.

    Where the store's platform serves its catalogue, that is the source, and no page is needed.
    """
    log: list[str] = []
    options = replace(crawl_options(settings, url), attempts=1)
    found = find_catalogue(settings, url)
    try:
        with Browser(options) as browser:
            proposed = _proposed(suggest_from(url, browser, log.append))
    except PageError:
        if found is None or not found.is_sound:
            raise
        proposed = {"brand": {}, "evidence": [], "platform": found.platform, "fields": []}
    if found is None:
        return proposed
    brand = {**proposed["brand"], **(found.values() if found.is_sound else {})}
    return {**proposed, "brand": brand, "evidence": [*found.evidence(), *proposed["evidence"]]}


def _proposed(suggestion: Suggestion) -> dict[str, Any]:
    config = suggestion.config
    brand = {wire_name(name): getattr(config, name) for name in SUGGESTED}
    brand["pages"] = [{"pageUrl": page.page_url} for page in config.pages]
    return {
        "brand": brand,
        "evidence": list(suggestion.evidence()),
        "platform": suggestion.platform,
        "fields": [
            {
                "field": wire_name(field.name),
                "selector": field.selector,
                "samples": list(field.samples),
                "confidence": field.confidence,
            }
            for field in suggestion.fields
        ],
    }
