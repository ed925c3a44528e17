"""The structured data of the page that a browser shows: its own product, or those of a list."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.structured.check import words_of
from scrapers.structured.markup import facts_of, list_facts
from scrapers.structured.nodes import Node, line, name_of
from scrapers.structured.printed.page_data import with_printed
from scrapers.structured.product import StructuredProduct, attributes_of, merge, unique
from scrapers.structured.schema_org import numbered_documents, product_nodes, structured_product
from scrapers.values.availability import read_availability
from scrapers.values.identifiers import identifiers_of
from scrapers.values.offers import NEW, Offer
from scrapers.values.price.money import currency_code, read_money
from scrapers.values.reading import with_place
from scrapers.values.times import moment
from scrapers.web.links import forms
from scrapers.web.urls import absolute

PRICES, SALE = ("product:price", "og:price"), "product:sale_price"
FACTS = (Path(__file__).parent / "facts.js").read_text(encoding="utf-8")
SHOWN = "return [document.documentElement.outerHTML, document.baseURI]"
# What distinguishes the products of one page that are its variants.
IDENTITIES = ("sku", "mpn", "productID", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "size")


def own_product(driver: WebDriver, currency: str) -> StructuredProduct | None:
    """Return the product that a product's own page describes or prints; None where it does not.

    `currency`: the store's, in which prices are printed.
    """
    page, address = driver.execute_script(SHOWN)
    facts = facts_of(page.encode("utf-8", "replace"), address)
    return own_of(facts, currency) if facts else None


def listed_products(driver: WebDriver) -> dict[str, StructuredProduct]:
    """Return the products that a list describes, by their canonical links."""
    return listed_of(list_facts(**driver.execute_script(FACTS)))


def own_of(raw: dict[str, Any], currency: str | None = None) -> StructuredProduct | None:
    """Interpret the raw facts of a product's own page; `currency`: the store's, where it is known.

    What is printed fills what structured data leaves open, and checks it.
    """
    sources = [
        _own(list(_linked_nodes(raw)), "JSON-LD", raw),
        _own(raw["microdata"], "microdata", raw),
        _open_graph(raw["openGraph"]),
    ]
    structured = merge(source for source in sources if source is not None)
    return with_printed(structured, raw, currency)


def listed_of(raw: dict[str, Any]) -> dict[str, StructuredProduct]:
    """Interpret the raw facts of a list; products are keyed by their canonical links.

    Where several have one, each is keyed by the whole link that distinguishes them (links.forms).
    """
    products: dict[str, StructuredProduct] = {}
    wholes: dict[str, set[str]] = defaultdict(set)
    linked = (structured_product(node, "JSON-LD") for node in _linked_nodes(raw))
    microdata = (structured_product(node, "microdata") for node in raw["microdata"])
    for product in (*linked, *microdata):
        address = absolute(product.url, raw["url"]) if product.url else None
        if address is None:
            continue
        plain, whole = forms(address)
        wholes[plain].add(whole)
        known = products.get(whole)
        products[whole] = merge([known, product]) or product if known else product
    only = {plain: products[min(links)] for plain, links in wholes.items() if len(links) == 1}
    return only | products


def _linked_nodes(raw: dict[str, Any]) -> Iterator[Node]:
    for number, document in numbered_documents(raw["linked"]):
        yield from product_nodes(document, f"JSON-LD script {number}")


def _own(nodes: list[Node], source: str, raw: dict[str, Any]) -> StructuredProduct | None:
    """Return the page's own product: by its address, its heading, or as the only one.

    Several nodes of it are its variants where each has an identity of its own; otherwise they
    fill one another: themes and plug-ins describe the same product twice.
    """
    own_path, heading = _path(raw["url"]), raw["heading"].casefold()
    products = [(structured_product(node, source), node) for node in nodes]
    own = [
        (product, node)
        for product, node in products
        if (product.url and _path(product.url, raw["url"]) == own_path)
        or (product.name and product.name.casefold() == heading)
    ]
    if not own and len(products) == 1 and _is_about(products[0][0], raw):
        own = products
    if len(own) > 1 and _are_variants([node for _, node in own]):
        return structured_product(_group([node for _, node in own]), source)
    return merge(product for product, _ in own)


def _are_variants(nodes: list[Node]) -> bool:
    identities = {tuple(line(node.get(name)) for name in IDENTITIES) for node in nodes}
    return len(identities) == len(nodes) and all(node.get("offers") for node in nodes)


def _group(variants: list[Node]) -> Node:
    shared = {name: value for name, value in variants[0].items() if name not in IDENTITIES}
    return {**shared, "@type": "ProductGroup", "offers": None, "hasVariant": variants}


def _is_about(product: StructuredProduct, raw: dict[str, Any]) -> bool:
    """Return True unless the page's only product is another one: it may be a related product.

    Its name shares words with the heading, or its address ends as the page's does.
    """
    name, heading = words_of(product.name or ""), words_of(raw["heading"])
    if name and heading:
        return 2 * len(name & heading) >= min(len(name), len(heading))
    own, theirs = _path(raw["url"]), _path(product.url or raw["url"], raw["url"])
    return own.rpartition("/")[2] == theirs.rpartition("/")[2]


def _path(address: str, base: str = "") -> str:
    resolved = absolute(address, base or address)
    return urlsplit(resolved).path.rstrip("/") if resolved else ""


def _open_graph(raw: dict[str, list[str]]) -> StructuredProduct | None:
    """Return the product of Open Graph's tags; None where the page calls itself no product."""
    amounts = [one for name in PRICES for one in raw.get(f"{name}:amount", ())]
    kind = line(raw.get("og:type")) or ""
    if not any(amounts) and not kind.startswith(("product", "og:product")):
        return None
    found = StructuredProduct(
        "Open Graph",
        name=line(raw.get("og:title")),
        url=line(raw.get("og:url")),
        brand=line(raw.get("product:brand") or raw.get("og:brand")),
        color=line(raw.get("product:color")),
        attributes=attributes_of(
            lambda attribute: unique(text for tag in attribute.tags for text in raw.get(tag) or ())
        ),
        images=unique(raw.get("og:image:secure_url") or raw.get("og:image") or ()),
        group=line(raw.get("product:item_group_id")),
        identifiers=identifiers_of(raw),
    )
    return found.offered_at(list(_tag_offers(raw)))


def _tag_offers(raw: dict[str, list[str]]) -> Iterator[Offer]:
    """Yield the offers of Open Graph's tags: the prices, and reduced ones while they hold."""
    stock = read_availability(line(raw.get("product:availability") or raw.get("og:availability")))
    condition = name_of(line(raw.get("product:condition"))) or NEW
    full = [one for name in PRICES for one in _amounts(raw, name, ())] or [Offer(None)]
    reduced = list(_amounts(raw, SALE, [one.currency for one in full]))
    begins, ends = (
        moment(line(raw.get(f"product:sale_price_dates:{at}"))) for at in ("start", "end")
    )
    unread = next((one.text for one in (begins, ends) if one.not_understood), "")
    for offer in full:
        yield replace(offer, stock=stock, goods=condition)
    for offer in reduced:
        before = next((one.amount for one in full if one.currency == offer.currency), None)
        if full[0].amount is None or (before and (offer.amount or 0) < before):
            yield replace(
                offer,
                stock=stock,
                goods=condition,
                ordinary=before,
                begins=begins.value,
                ends=ends.value,
                unread_date="" if offer.words else unread,
            )


def _amounts(
    raw: dict[str, list[str]], name: str, otherwise: Sequence[str | None]
) -> Iterator[Offer]:
    """Yield the amounts of a tag, each with the currency that stands in the same place.

    One currency is that of all amounts. Where they cannot be paired, no amount is understood.
    """
    amounts, codes = raw.get(f"{name}:amount", []), raw.get(f"{name}:currency", [])
    currencies = [currency_code(code) for code in codes] or [*otherwise]
    if len({*currencies}) == 1 or not currencies:
        currencies = (currencies or [None])[:1] * len(amounts)
    is_paired = len(currencies) == len(amounts)
    for amount, currency in zip(
        amounts, currencies if is_paired else [None] * len(amounts), strict=True
    ):
        for offer in read_money(amount, currency).value or ():
            words = offer.words if is_paired else "one of several currencies"
            place = f"meta of Open Graph, {name.partition(':')[2]}:amount"
            yield replace(offer, words=words, origin=with_place(offer.origin, place))
