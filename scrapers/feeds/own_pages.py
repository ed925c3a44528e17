"""Products' own pages: a row a colour and size, by their structured data and what they print."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from scrapers.attributes import ATTRIBUTES
from scrapers.feeds.merchant import ORIGIN
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.structured.product import PRINTED, StructuredProduct, at_page, merge
from scrapers.values.identifiers import as_json
from scrapers.web.links import forms, page_of_product
from scrapers.web.urls import absolute, site_of

PAGES = "@pages"  # of a row: the address of its page, and the page's canonical link
# Types of pages that are no products'.
OTHER = re.compile(
    r'"@type"\s{0,9}:\s{0,9}"(?:CollectionPage|ItemList|SearchResultsPage|AboutPage|ContactPage'
    r'|FAQPage|BlogPosting|Blog|NewsArticle|Article)"'
)

Rows = list[dict[str, Any]]


def page_of(body: bytes, address: str) -> Rows | None:
    """Return the rows of a page's product; None where the page describes none.

    None of a page that is declared as something else, as a list or an article.
    """
    facts = facts_of(body, address)
    if facts is None:
        return None
    own, printed = own_of(facts), facts["printed"]
    name = (own.name or facts["heading"]) if own else ""
    is_other = any(map(OTHER.search, facts["linked"]))
    # An article or a list prints prices, too.
    is_sold = printed["prices"] and (printed["control"] or printed["stock"])
    if own is None or not name or (own.source == PRINTED and (is_other or not is_sold)):
        return [] if is_other else None
    own = at_page(replace(own, name=name), "sitemap", address)
    offered = [
        at_page(variant, "sitemap", address)
        for variant in own.variants
        if variant.price is not None
    ]
    pages = _pages(address, facts["canonical"])
    if not offered or own.unread_price:
        return [{**_row(own, address), "id": address, PAGES: pages}]
    group = own.group or page_of_product(address, name)
    shared = replace(own, attributes={}, color=None, price=None, ordinary=None, currency=None)
    varied = {(one.kind, one.value) for variant in own.variants for one in variant.identifiers}
    whole = (one for one in own.identifiers if (one.kind, one.value) not in varied)
    shared = replace(shared, identifiers=tuple(whole))
    return [
        {
            **_row(_variant(variant, shared), address),
            "id": _id(group, variant),
            "item_group_id": group,
            PAGES: pages,
        }
        for variant in offered
    ]


def page_key(address: str) -> str:
    """Return what a page's addresses have in common: no scheme, tracking, slash or list."""
    return forms(address)[0].partition("://")[2].removeprefix("www.")


def identities(row: dict[str, Any]) -> set[tuple[str, ...]]:
    """Return what a row is known by: the store's ids, or else its page.

    A page may have several addresses. It is known by its canonical link and by its own address,
    whatever their case, with what stands there: some canonical links are one for all pages.
    """
    pages = row[PAGES]
    known: set[tuple[str, ...]] = {(row["id"],)}
    if row.get("item_group_id", pages[0]) == pages[0]:
        shown = row["title"], row["color"] or "", str(row["sale_price"]), row["id"][len(pages[0]) :]
        known |= {(page_key(page).casefold(), *shown) for page in pages}
    return known


def _pages(address: str, canonical: str | None) -> list[str]:
    is_own = canonical and site_of(canonical) == site_of(address) and urlsplit(canonical).path > "/"
    return [address, *([canonical] if canonical and is_own else ())]


def _variant(variant: StructuredProduct, shared: StructuredProduct) -> StructuredProduct:
    """Return a variant with what holds for all of them; its own name has its size in it."""
    return merge([replace(variant, name=shared.name), replace(shared, sold_out=None)]) or variant


def _id(group: str, variant: StructuredProduct) -> str:
    worded = [text for texts in variant.attributes.values() for text in texts]
    return ":".join(filter(None, [group, variant.sku or variant.url, variant.color, *worded]))


def _row(product: StructuredProduct, address: str) -> dict[str, Any]:
    pictures = [place for image in product.images if (place := absolute(image, address))]
    stock = {True: "out of stock", False: "in stock", None: product.unknown_stock}
    ordinary = product.ordinary if product.ordinary is not None else product.price
    return {
        "title": product.name,
        "brand": product.brand,
        "color": product.color,
        "link": absolute(product.url, address) if product.url else address,
        "image_link": pictures[:1],
        "additional_image_link": pictures[1:],
        "price": _money(ordinary, product.currency or product.sign) or product.unread_price,
        "sale_price": _money(product.price, product.currency or product.sign),
        "availability": stock[product.sold_out],
        "contradictions": [*product.contradictions],
        ORIGIN: product.origin,
        "identifiers": as_json(product.identifiers),
        **{
            attribute.feed[0]: [*product.attributes[attribute.name]]
            for attribute in ATTRIBUTES
            if attribute.name in product.attributes
        },
    }


def _money(amount: Decimal | None, currency: str | None) -> dict[str, str] | None:
    return None if amount is None else {"value": f"{amount:.2f}", "currency": currency or ""}
