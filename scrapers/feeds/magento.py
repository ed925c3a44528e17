"""Magento's products as its GraphQL gives them: a Merchant row for each, or for each variant."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from scrapers.feeds.shopify import attributes_called, is_more
from scrapers.structured.nodes import nodes

KEYS = frozenset({"price_range", "url_key"})  # by which such a product is known
_OFFER = (
    "__typename sku stock_status media_gallery{url disabled}"
    "price_range{minimum_price{final_price{value currency}regular_price{value currency}}}"
)
# All products, which an empty filter selects; %d: how many at once, and which page of them.
QUERY = (
    "{products(filter:{},pageSize:%d,currentPage:%d){total_count items{"
    f"name url_key url_suffix canonical_url {_OFFER}"
    "categories{name level breadcrumbs{category_name}}"
    "...on ConfigurableProduct{configurable_options{attribute_code label}"
    f"variants{{attributes{{code label}}product{{{_OFFER}}}}}}}}}}}}}"
)
NOT_SENT = ("VirtualProduct", "DownloadableProduct", "GiftCardProduct")
_UNKNOWN = re.compile(r'Cannot query field \\?"(\w{1,60})\\?"')


def without(query: str, error: str) -> str:
    """Return the query without the field that an error calls unknown: versions differ in fields."""
    unknown = _UNKNOWN.search(error)
    return re.sub(rf"\b{unknown[1]}\b(?:\{{[^{{}}]*\}})? ?", "", query) if unknown else query


def rows_of(product: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each variant of a product with options, and one of any other product."""
    names = {
        str(option.get("attribute_code")): f"{option.get('attribute_code')} {option.get('label')}"
        for option in nodes(product.get("configurable_options"))
    }
    shared = _shared_fields(product)
    variants = [
        (chosen, own)
        for variant in nodes(product.get("variants"))
        if isinstance(own := variant.get("product"), Mapping)
        for chosen in [nodes(variant.get("attributes"))]
    ]
    for chosen, own in variants:
        row = {**shared, **_offer(own, product), "item_group_id": product.get("sku")}
        row["variant_title"] = [option.get("label") for option in chosen]
        for option in chosen:
            called = str(names.get(str(option.get("code"))) or option.get("code"))
            row |= dict.fromkeys(attributes_called(called), option.get("label"))
        yield row
    if not variants:
        yield {**shared, **_offer(product, product)}


def _shared_fields(product: Mapping[str, Any]) -> dict[str, Any]:
    link = product.get("canonical_url") or (
        f"{product.get('url_key') or ''}{product.get('url_suffix') or ''}"
    )
    narrowest = max(
        nodes(product.get("categories")), key=lambda entry: str(entry.get("level")), default={}
    )
    above = (entry.get("category_name") for entry in nodes(narrowest.get("breadcrumbs")))
    return {
        "title": product.get("name"),
        "link": link if "://" in str(link) or not link else f"/{str(link).lstrip('/')}",
        "product_type": " > ".join(str(name) for name in (*above, narrowest.get("name")) if name),
    }


def _offer(own: Mapping[str, Any], product: Mapping[str, Any]) -> dict[str, Any]:
    """Return a variant's own values; its product is sold out with all of its variants."""
    prices = own.get("price_range")
    lowest = prices.get("minimum_price") if isinstance(prices, Mapping) else None
    before, paid = _amount(lowest, "regular_price"), _amount(lowest, "final_price")
    pictures = [*dict.fromkeys([*_pictures(own), *_pictures(product)])]
    stock = product.get("stock_status")
    return {
        "id": own.get("sku"),
        "sku": own.get("sku"),
        "price": before if is_more(before, paid) else paid,
        "sale_price": paid,
        "requires_shipping": own.get("__typename") not in NOT_SENT,
        "availability": stock if stock == "OUT_OF_STOCK" else own.get("stock_status"),
        "image_link": pictures[:1],
        "additional_image_link": pictures[1:],
    }


def _amount(prices: Any, name: str) -> Any:
    money = prices.get(name) if isinstance(prices, Mapping) else None
    return money if isinstance(money, Mapping) and money.get("value") is not None else None


def _pictures(product: Mapping[str, Any]) -> Iterator[str]:
    for entry in nodes(product.get("media_gallery")):
        address = entry.get("url")
        if isinstance(address, str) and not entry.get("disabled"):
            yield address
