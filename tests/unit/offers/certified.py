"""Composed prices of every source with their certificates, and how these are read again.

`make bench ARGS="--only certificates"` reads 10,000 of them. A source's answers are composed, and
its own readers make products of them, as in a run.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from scrapers.browsing.dom import RawCard
from scrapers.config import BrandConfig
from scrapers.errors import MissingPageError
from scrapers.feeds.catalogues import Answer, Catalogue, Get
from scrapers.feeds.row import FeedDefaults
from scrapers.feeds.survey import products, survey
from scrapers.pages.cards import UnusableCardError, complete, item_of, with_structured
from scrapers.product import Product
from scrapers.structured.markup import facts_of, list_facts
from scrapers.structured.page import listed_of, own_of
from scrapers.values.certificate import MOST, TEXT_LIMIT, Certificate, as_json, from_json, size
from scrapers.values.price.certified import read_again
from tests.unit.offers import cards, pages, rows

HOME = "https://s.example"
CURRENT = re.compile(r"currentPage%3A(\d+)")
LIST = f"{HOME}/women?page=2"
REAL = Path(__file__).resolve().parents[4] / "shared" / "data"


def brand(currency: str = "ZAR") -> BrandConfig:
    return BrandConfig(
        brand_id=1,
        website=HOME,
        currency=currency,
        price_xpath=".price",
        sale_price_xpath=".sale",
        pages=(),
    )


def of_list(random: Random, count: int) -> Iterator[Product]:
    """Yield products of a list's cards: what is printed, and what the list's JSON-LD has."""
    for number in range(count):
        card = cards.compose(random)
        raw = RawCard(name="Vase", href=f"/p/{number}", price=card.nodes)
        if number % 5 == 4:
            raw, card = _in_list(random, number), cards.Card((), "ZAR", None)
        yield from _items(raw, brand(card.currency))


def _in_list(random: Random, number: int) -> RawCard:
    node = json.loads(pages.compose(random).text)
    node = (node[0] if isinstance(node, list) else node) or {}
    node = json.loads(node) if isinstance(node, str) else node
    listed = {"@type": "ItemList", "itemListElement": [{"item": {**node, "url": f"/p/{number}"}}]}
    facts = list_facts(_script(listed), LIST)
    return with_structured(RawCard(name="Vase", href=f"/p/{number}"), listed_of(facts), LIST)


def _items(card: RawCard, config: BrandConfig) -> Iterator[Product]:
    try:
        yield item_of(card, config, LIST, 1)
    except UnusableCardError:
        return


def _script(data: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def page(random: Random, number: int) -> str:
    """Return a product's own page: structured data, a platform's, or what it prints."""
    price = f"{random.randint(40, 9000)}.{random.choice(('00', '50', '95'))}"
    kind = random.choice(("linked", "linked", "microdata", "tags", "theme", "form", "printed"))
    head, body = "", "<button>Add to cart</button>"
    if kind == "linked":
        head = "".join(map(_text, _linked(random)))
    elif kind == "microdata":
        body += (
            '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Vase</b><div'
            ' itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta'
            f' itemprop="priceCurrency" content="ZAR"><i itemprop="price">R {price}</i></div></div>'
        )
    elif kind == "tags":
        head = (
            '<meta property="og:type" content="product"><meta property="product:price:amount"'
            f' content="{price}"><meta property="product:price:currency" content="ZAR">'
        )
    elif kind == "theme":
        cents = int(Decimal(price) * 100)
        theme = {"title": "Vase", "variants": [{"price": cents, "available": True}]}
        body += f"<script type='application/json' data-product-json>{json.dumps(theme)}</script>"
    elif kind == "form":
        variants = json.dumps([{"display_price": float(price), "is_in_stock": True}])
        body += f"<form data-product_variations='{variants}'></form>"
    else:
        body = f"<p class=price><del>R 19,999.00</del> <ins>R {price}</ins></p>{body}"
    title = f"<title>Vase {number}</title>"
    return f"<html><head>{title}{head}</head><body><h1>Vase {number}</h1>{body}</body></html>"


def _linked(random: Random) -> list[str]:
    return [text for text in pages.compose(random).raw["linked"] if text]


def _text(script: str) -> str:
    return f'<script type="application/ld+json">{script}</script>'


def of_pages(random: Random, count: int) -> Iterator[Product]:
    """Yield products whose price is that of their own page, which a list leads to."""
    for number in range(count):
        address = f"{HOME}/p/{number}"
        facts = facts_of(page(random, number).encode(), address)
        own = own_of(facts, "ZAR") if facts else None
        printed = cards.compose(random) if number % 3 == 0 else None
        detail = RawCard(
            price=printed.nodes if printed else (),
            structured=None if printed else own,
            address=address,
        )
        config = brand(printed.currency if printed else "ZAR")
        card = RawCard(name=f"Vase {number}", href=f"/p/{number}")
        yield from _items(complete(card, detail), config)


def of_file(
    lines: Iterable[str], source: str, address: str, name: str = "f.jsonl"
) -> list[Product]:
    """Return the products of a feed's file, as the runs of its sources have them."""
    knows = {"ZAR", "USD", "EUR"}.__contains__
    defaults = FeedDefaults("ZAR", knows, website=HOME, source=source, address=address)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        surveyed = survey(file, defaults, lambda _: None)
        return list(products(file, surveyed, defaults, lambda _: None))


def of_rows(random: Random, count: int, source: str = "feed file") -> list[Product]:
    made = (rows.merchant(random, number, None).text for number in range(count))
    return of_file(made, source, f"{HOME}/feed.jsonl")


def of_catalogue(random: Random, count: int, kind: str) -> list[Product]:
    """Return what a platform's address gives: the reader of catalogues asks the composed shop."""
    catalogue = Catalogue(HOME, SHOPS[kind](random, count))
    return of_file(map(json.dumps, catalogue), kind, HOME)


def _paged(path: str, key: str, made: Sequence[Any], form: Any) -> Get:
    def get(address: str) -> Answer:
        parts = urlsplit(address)
        if parts.path != path:
            raise MissingPageError("It answers 404.")
        asked = parse_qs(parts.query)
        number = int(asked[key][0] if key else CURRENT.findall(address)[0])
        listed = [] if "type" in asked else made[(number - 1) * 50 : number * 50]
        return Answer(json.dumps(form(listed)).encode(), {})

    return get


def _shopify(random: Random, count: int) -> Get:
    made = [rows.shopify(random, number, None).values for number in range(1, count + 1)]
    return _paged("/products.json", "page", made, lambda listed: {"products": listed})


def _woocommerce(random: Random, count: int) -> Get:
    made = [rows.woocommerce(random, number, None).values for number in range(1, count + 1)]
    return _paged("/wp-json/wc/store/v1/products", "page", made, list)


def _magento(random: Random, count: int) -> Get:
    made = [rows.magento(random, number, None).values for number in range(1, count + 1)]

    def form(listed: Sequence[Any]) -> Any:
        return {"data": {"products": {"items": listed, "total_count": count}}}

    return _paged("/graphql", "", made, form)


def _sitemap(random: Random, count: int) -> Get:
    made = {f"/products/{number}": page(random, number) for number in range(count)}
    listed = "".join(f"<url><loc>{HOME}{path}</loc></url>" for path in made)

    def get(address: str) -> Answer:
        path = urlsplit(address).path
        if path == "/sitemap.xml":
            return Answer(f"<urlset>{listed}</urlset>".encode(), {}, address)
        if path not in made:
            raise MissingPageError("It answers 404.")
        return Answer(made[path].encode(), {}, address)

    return get


SHOPS = {
    "Shopify": _shopify,
    "WooCommerce": _woocommerce,
    "Magento": _magento,
    "sitemap": _sitemap,
}


def composed(count: int, seed: int = 44) -> Iterator[Product]:
    """Yield priced products of all sources, about as many of each."""
    each, random = count // 8 + 1, Random(seed)
    sources = [
        of_list(random, 2 * each),
        of_pages(random, 2 * each),
        of_rows(random, 2 * each),
        of_rows(random, 2 * each, "feed"),
        *(of_catalogue(random, 2 * each, kind) for kind in SHOPS),
    ]
    for source in sources:
        priced = (one for one in source if one.price is not None)
        yield from (one for _, one in zip(range(each), priced, strict=False))


def real() -> Iterator[Product]:
    """Yield the products of the real catalogues, where they are."""
    for name in ("fashion-7k.jsonl", "magento/products.jsonl"):
        if (file := REAL / name).is_file():
            lines = file.read_text(encoding="utf-8").splitlines()
            yield from (one for one in of_file(lines, "feed file", str(file)) if one.price)


def kept(certificate: Certificate | None) -> Certificate | None:
    """Return the certificate as PostgreSQL gives it back."""
    return from_json(json.loads(json.dumps(as_json(certificate)))) if certificate else None


def wrong(read: Iterable[Product]) -> Iterator[str]:
    """Yield what is wrong with products' certificates."""
    for one in read:
        certificate = kept(one.certificate)
        if certificate is None:
            yield f"{one.group_key}: none for {one.price}"
            continue
        again = read_again(certificate, one.currency)
        if again != one.price:
            yield f"{one.price} {one.currency}, read again {again}: {certificate}"
        if size(certificate) > MOST or len(certificate.text) > TEXT_LIMIT:
            yield f"{size(certificate)} bytes: {certificate}"
        if not (certificate.source and certificate.address and certificate.place):
            yield f"it does not say where: {certificate}"
