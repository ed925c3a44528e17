"""The structured data of the page that a browser shows: its own product, or those of a list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.structured import platforms
from scrapers.structured.schema_org import documents, product_nodes, told_of
from scrapers.structured.told import (
    Told,
    amount,
    attributes_of,
    code,
    line,
    together,
    unique,
)
from scrapers.urls import absolute, canonical_href

FACTS = (Path(__file__).parent / "facts.js").read_text(encoding="utf-8")
OUT = ("oos", "outofstock", "out of stock", "soldout", "sold out")


def own_product(driver: WebDriver) -> Told | None:
    """Return what a product's own page tells of its product; None where it tells nothing."""
    return own_of(driver.execute_script(FACTS, "own"))


def listed_products(driver: WebDriver) -> dict[str, Told]:
    """Return what a list tells of its products, by their canonical links."""
    return listed_of(driver.execute_script(FACTS, "list"))


def own_of(raw: dict[str, Any]) -> Told | None:
    """Interpret the script's answer of a product's own page."""
    sources = [
        _own(list(_linked(raw)), raw),
        _own([told_of(node, "microdata") for node in raw["microdata"]], raw),
        next(platforms.shopify(raw["shopify"]), None),
        next(platforms.woocommerce(raw["woocommerce"]), None),
        next(platforms.magento(raw["magento"]), None),
        _open_graph(raw["openGraph"]),
    ]
    return together(told for told in sources if told is not None)


def listed_of(raw: dict[str, Any]) -> dict[str, Told]:
    """Interpret the script's answer of a list."""
    found: dict[str, Told] = {}
    for told in (*_linked(raw), *(told_of(node, "microdata") for node in raw["microdata"])):
        address = absolute(told.url, raw["url"]) if told.url else None
        if address is None:
            continue
        key = canonical_href(address)
        found[key] = together([found[key], told]) or told if key in found else told
    return found


def _linked(raw: dict[str, Any]) -> Iterator[Told]:
    for document in documents(raw["linked"]):
        for node in product_nodes(document):
            yield told_of(node, "JSON-LD")


def _own(products: list[Told], raw: dict[str, Any]) -> Told | None:
    """Return the page's own product: by its address, its heading, or as the only one."""
    here = _path(raw["url"])
    by_address = [told for told in products if told.url and _path(told.url, raw["url"]) == here]
    heading = raw["heading"].casefold()
    by_name = [told for told in products if told.name and told.name.casefold() == heading]
    return next(iter([*by_address, *by_name, *(products if len(products) == 1 else ())]), None)


def _path(address: str, base: str = "") -> str:
    found = absolute(address, base or address)
    return urlsplit(found).path.rstrip("/") if found else ""


def _open_graph(raw: dict[str, list[str]]) -> Told | None:
    """Return the product of Open Graph's tags; None where the page calls itself no product."""
    price = line(raw.get("product:price:amount") or raw.get("og:price:amount"))
    kind = line(raw.get("og:type")) or ""
    if price is None and not kind.startswith(("product", "og:product")):
        return None
    currency = code(raw.get("product:price:currency") or raw.get("og:price:currency"))
    paid = amount(raw.get("product:sale_price:amount"), currency) or amount(price, currency)
    word = line(raw.get("product:availability") or raw.get("og:availability"))
    return Told(
        "Open Graph",
        name=line(raw.get("og:title")),
        url=line(raw.get("og:url")),
        price=paid or None,
        prices=(paid,) if paid else (),
        currency=currency,
        sold_out=None if word is None else word.lower().replace("_", "") in OUT,
        brand=line(raw.get("product:brand") or raw.get("og:brand")),
        color=line(raw.get("product:color")),
        attributes=attributes_of(
            lambda one: unique(text for tag in one.tags for text in raw.get(tag) or ())
        ),
        images=unique(raw.get("og:image:secure_url") or raw.get("og:image") or ()),
        group=line(raw.get("product:item_group_id")),
    )
