"""Fault 61: handles, ids or a prefix renamed, the shop on another host or port.

The same products go on with their history, whatever source shows them, or the run is held and asks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select, update

from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.jobs.importing import FeedOptions, import_feed
from indexer.jobs.tasks import run_scrape
from indexer.models import Brand, BrandPage, Category, PriceHistory, Product, ScrapeRun
from indexer.runs.start import start_run
from indexer.settings import Settings
from tests.faults.conftest import for_this_process
from tests.support.catalogue import make_brand, read_products, read_run
from tests.support.index import source
from tests.support.own_store import CARD
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer, a_picture, missing, serving

pytestmark = pytest.mark.faults

WORDS = "Amber Basalt Cedar Dune Ember Fynbos Gemsbok Heath Indigo Jade Karoo Lichen".split()


@dataclass(slots=True)
class Good:
    """A product as the shop has it."""

    name: str
    handle: str
    id: str
    price: Decimal
    picture: str


@dataclass(slots=True)
class Shop:
    """A shop that each kind of source reads, at an address that may change."""

    settings: Settings
    folder: Path
    base: str = ""
    elsewhere: str = ""  # the same shop on another port
    brand_id: int = 0
    kind: str = "pages"
    prefix: str = "/products/"
    at: str = ""  # where its links lead
    goods: list[Good] = field(default_factory=list)

    def href(self, good: Good) -> str:
        """Return the link of a product."""
        return f"{self.at}{self.prefix}{good.handle}"

    def picture(self, good: Good) -> str:
        """Return the address of its picture."""
        return f"{self.at}/i/{good.picture}"

    def answer(self, path: str) -> Answer:
        """Answer as each kind of source asks."""
        bare = path.partition("?")[0]
        if bare.startswith("/i/"):
            return Answer(a_picture(), content_type="image/jpeg")
        if bare in PATHS and PATHS[bare] == self.kind:
            body = WRITERS[self.kind](self)
            kind = "application/json" if body.startswith(("[", "{")) else "text/html"
            return Answer(body.encode(), content_type=kind)
        page = self._page(bare) if self.kind == "sitemap" else None
        return page or missing(path)

    def _page(self, path: str) -> Answer | None:
        good = next((one for one in self.goods if self.prefix + one.handle == path), None)
        if good is None:
            return None
        offer = {"price": str(good.price), "priceCurrency": "ZAR", "availability": "InStock"}
        told = {"@type": "Product", "name": good.name, "image": self.picture(good)}
        told_json = json.dumps({**told, "offers": offer})
        return Answer(f'<script type="application/ld+json">{told_json}</script>'.encode())

    def read(self) -> ScrapeRun:
        """Have the store's source read, and return the run."""
        if self.kind == "file":
            path = self.folder / "feed.tsv"
            path.write_text(feed(self), encoding="utf-8")
            options = FeedOptions(path, complete=True)
            return import_feed(self.settings, str(self.brand_id), options, lambda *_: None).run
        run = start_run(self.settings, self.brand_id, "scrape+classify")
        run_scrape(run.id)
        return read_run(self.settings, run.id)


def cards(shop: Shop) -> str:
    """Write a list page."""
    listed = "".join(
        f'<article><a href="{shop.href(good)}"><img src="{shop.picture(good)}"></a>'
        f"<h2>{good.name}</h2><b>R {good.price}</b></article>"
        for good in shop.goods
    )
    return f"<!doctype html><meta charset=utf-8><title>Shop</title>{listed}"


def feed(shop: Shop) -> str:
    """Write a feed of Google's attributes."""
    rows = [("id", "title", "link", "image_link", "price", "availability")]
    rows += [
        (good.id, good.name, shop.href(good), shop.picture(good), f"{good.price} ZAR", "in_stock")
        for good in shop.goods
    ]
    return "\n".join("\t".join(row) for row in rows)


def shopify(shop: Shop) -> str:
    """Write a page of Shopify's products.json."""
    products = [
        {
            "id": good.id,
            "handle": good.handle,
            "title": good.name,
            "vendor": "Acme",
            "options": [{"name": "Title"}],
            "images": [{"src": shop.picture(good)}],
            "variants": [
                {"title": "Default Title", "option1": "Default Title", "price": str(good.price)}
                | {"available": True}
            ],
        }
        for good in shop.goods
    ]
    return json.dumps({"products": products})


def woocommerce(shop: Shop) -> str:
    """Write a page of WooCommerce's Store API."""
    return json.dumps(
        [
            {
                "id": good.id,
                "name": good.name,
                "permalink": shop.href(good),
                "prices": {
                    "price": str(good.price).replace(".", ""),
                    "regular_price": str(good.price).replace(".", ""),
                    "currency_code": "ZAR",
                    "currency_minor_unit": 2,
                },
                "is_in_stock": True,
                "images": [{"src": shop.picture(good)}],
            }
            for good in shop.goods
        ]
    )


def sitemap(shop: Shop) -> str:
    """Write a sitemap of the products' pages."""
    places = "".join(f"<url><loc>{shop.href(good)}</loc></url>" for good in shop.goods)
    return f"<urlset>{places}</urlset>"


WRITERS: dict[str, Callable[[Shop], str]] = {
    "pages": cards,
    "feed": feed,
    "file": feed,
    "shopify": shopify,
    "woocommerce": woocommerce,
    "sitemap": sitemap,
}
PATHS = {
    "/all": "pages",
    "/feed.tsv": "feed",
    "/products.json": "shopify",
    "/wp-json/wc/store/v1/products": "woocommerce",
    "/sitemap.xml": "sitemap",
}


@pytest.fixture
def shop(own_settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shop]:
    found = Shop(own_settings, tmp_path)
    found.goods = [
        Good(
            f"{word} coat",
            f"{word.lower()}-coat",
            f"{700 + n}",
            Decimal(f"{300 + n}.00"),
            f"{n}.jpg",
        )
        for n, word in enumerate(WORDS)
    ]
    with ExitStack() as servers:
        found.base = found.at = servers.enter_context(serving(found.answer))
        found.elsewhere = servers.enter_context(serving(found.answer))
        rebuild(own_settings, fast=True)
        for_this_process(own_settings, monkeypatch)
        use_plain_crawls(monkeypatch)
        found.brand_id = make_brand(
            own_settings,
            **{**CARD, "website": f"{found.base}/"},  # type: ignore[arg-type]
        )
        yield found


def read_from(shop: Shop, kind: str) -> None:
    """Make a kind of source the brand's."""
    shop.kind = kind
    where = {"feed": "feed", "pages": "pages", "file": "pages"}.get(kind, "catalogue")
    values = {
        "source": where,
        "feed_url": f"{shop.at}/feed.tsv",
        "catalogue_url": f"{shop.at}/",
    }
    with session_scope(shop.settings.database_url) as session:
        session.execute(update(Brand).values(**values))
        session.execute(update(BrandPage).values(page_url=f"{shop.at}/all"))


def curated(settings: Settings) -> dict[str, int]:
    """Give each product a curated category; return their ids by name."""
    with session_scope(settings.database_url) as session:
        category = session.scalars(select(Category.id).limit(1)).one()
        session.execute(update(Product).values(curated_category_id=category))
    return ids_of(settings)


def ids_of(settings: Settings) -> dict[str, int]:
    return {product.name: product.id for product in read_products(settings).values()}


def counts(run: ScrapeRun) -> tuple[str | None, int, int, int, int]:
    return run.result, run.found_count, run.new_count, run.changed_count, run.gone_count


def renamed_handles(shop: Shop) -> None:
    for good in shop.goods:
        good.handle, good.id = f"{good.handle}-1", f"ZA_{good.id}"


def another_prefix(shop: Shop) -> None:
    """Rename what a source's keys are made of, where it has no path."""
    shop.prefix = "/shop/products/" if shop.kind != "sitemap" else "/store/item/"
    if shop.kind in {"feed", "file", "shopify", "woocommerce"}:
        renamed_handles(shop)


def another_port(shop: Shop) -> None:
    """Move the shop; the brand's website stays as it was."""
    shop.at = shop.elsewhere
    read_from(shop, shop.kind)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        *((kind, renamed_handles) for kind in WRITERS),
        *((kind, another_port) for kind in WRITERS),
        ("pages", another_prefix),
        ("sitemap", another_prefix),
    ],
)
def test_fault_61_products_go_on_under_other_links_and_ids_of_every_source(
    shop: Shop, kind: str, change: Callable[[Shop], None]
) -> None:
    read_from(shop, kind)
    first = shop.read()
    assert counts(first) == ("success", 12, 12, 0, 0), first.failure_reason
    before = curated(shop.settings)
    change(shop)
    shop.goods[3].price = Decimal("333.00")
    run = shop.read()
    assert run.result == "success", run.failure_reason
    assert ("the shop seems to have moved" in (run.failure_reason or "")) == (
        change is not renamed_handles
    )
    if change is another_port:
        assert f"moved from {shop.base}/ to {shop.elsewhere}/" in (run.failure_reason or "")
    assert (run.found_count, run.new_count, run.gone_count) == (12, 0, 0)
    assert ids_of(shop.settings) == before
    products = {product.name: product for product in read_products(shop.settings).values()}
    assert all(product.curated_category_id and not product.gone_at for product in products.values())
    with session_scope(shop.settings.database_url) as session:
        prices = session.scalars(
            select(PriceHistory.price)
            .where(PriceHistory.product_id == before["Dune coat"])
            .order_by(PriceHistory.seen_at)
        ).all()
        total = session.query(PriceHistory).count()
    assert (prices, total) == ([Decimal("303.00"), Decimal("333.00")], 13)
    # The document goes by the product's id, and leads to where the product is now.
    document = source(shop.settings, before["Dune coat"])
    assert document is not None
    assert document["href"] == products["Dune coat"].href
    assert document["groupKey"] == products["Dune coat"].group_key
    again = shop.read()
    assert counts(again) == ("success", 12, 0, 0, 0), again.failure_reason


@pytest.mark.parametrize("kind", ["pages", "file", "shopify"])
def test_fault_61_what_is_not_sure_is_held_and_asked(shop: Shop, kind: str) -> None:
    read_from(shop, kind)
    shop.read()
    before = ids_of(shop.settings)
    for n, good in enumerate(shop.goods[:5]):
        good.handle, good.id, good.picture = f"h{n}-new", f"{9000 + n}", f"other-{n}.jpg"
    run = shop.read()
    assert counts(run) == ("suspect", 12, 0, 0, 0)
    assert "5 of 5 new products seem to be 5 of 5 known ones that are missing" in (
        run.failure_reason or ""
    )
    assert "'Amber coat' (same name and price" in (run.failure_reason or "")
    assert ids_of(shop.settings) == before


def names_changed_places(goods: list[Good]) -> None:
    names = [good.name for good in goods]
    for good, name in zip(goods, [*names[1:], names[0]], strict=True):
        good.name = name


def prices_a_hundredfold(goods: list[Good]) -> None:
    for good in goods:
        good.price *= 100


def one_name(goods: list[Good]) -> None:
    for good in goods:
        good.name = "Coat"


HOSTILE = (names_changed_places, prices_a_hundredfold, one_name)


@pytest.mark.parametrize("kind", ["file"])
@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("moved", [False, True])
def test_fault_61_wrong_values_are_held_whether_links_changed_or_not(
    shop: Shop, kind: str, hostile: Callable[[list[Good]], None], moved: bool
) -> None:
    read_from(shop, kind)
    shop.read()
    before = {key: one.name for key, one in read_products(shop.settings).items()}
    hostile(shop.goods)
    if moved:
        another_prefix(shop)
    run = shop.read()
    assert (run.result, run.new_count, run.changed_count) == ("suspect", 0, 0), run.failure_reason
    assert {key: one.name for key, one in read_products(shop.settings).items()} == before
