"""Fault 39: what a store shows wrongly is never published, and the run says why with numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.jobs.tasks import run_scrape
from indexer.models import Brand, BrandPage, Product, ScrapeRun
from indexer.runs.start import start_run
from indexer.settings import Settings
from tests.faults.conftest import for_this_process
from tests.support.catalogue import log_of, make_brand, read_products, read_run
from tests.support.index import source
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer, missing, serving

pytestmark = pytest.mark.faults


@dataclass(slots=True)
class Card:
    """What the store shows of a product."""

    name: str
    price: str
    image: str
    href: str


@dataclass(slots=True)
class Shop:
    """A store whose pages the test writes, and its brand."""

    settings: Settings
    brand_id: int = 0
    cards: list[Card] = field(default_factory=list)
    head: str = ""
    details: dict[str, str] = field(default_factory=dict)

    def answer(self, path: str) -> Answer:
        """Answer a request as the store."""
        if path == "/all":
            return Answer(self._listing().encode())
        body = self.details.get(path)
        return Answer(body.encode()) if body else missing(path)

    def _listing(self) -> str:
        cards = "".join(
            f'<article><a href="{card.href}"><img src="{card.image}"></a>'
            f"<h2>{card.name}</h2><b>{card.price}</b></article>"
            for card in self.cards
        )
        return f"<!doctype html><meta charset=utf-8><title>Shop</title>{self.head}{cards}"

    def scrape(self, *, chromium: bool = False) -> ScrapeRun:
        """Do a whole job, as a worker does; with Chromium where what it reads is the subject."""
        run = start_run(self.settings, self.brand_id, "scrape+classify")
        with pytest.MonkeyPatch.context() as patch:
            if not chromium:
                use_plain_crawls(patch)
            run_scrape(run.id)
        return read_run(self.settings, run.id)

    def log(self, run: ScrapeRun) -> str:
        """Return the run's log."""
        return log_of(self.settings, run)

    def products(self) -> dict[str, Product]:
        """Return what is stored, by name."""
        return {product.name: product for product in read_products(self.settings).values()}

    def shown(self) -> dict[str, tuple[Decimal | None, int]]:
        """Return the prices and revisions that are offered."""
        rows = read_products(self.settings).values()
        return {row.group_key: (row.price, row.revision) for row in rows if row.gone_at is None}


def cards(count: int) -> list[Card]:
    return [
        Card(f"Dress number {n}", f"R {100 + n}.00", f"/i/{n}.jpg", f"/p/{n}") for n in range(count)
    ]


@pytest.fixture
def shop(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    found = Shop(own_settings)
    with serving(found.answer) as base:
        found.brand_id = make_brand(
            own_settings,
            website=f"{base}/",
            node_path="article img",
            parent_depth=2,
            product_name_xpath="h2",
            price_xpath="b",
        )
        with session_scope(own_settings.database_url) as session:
            brand = session.get_one(Brand, found.brand_id)
            brand.pages = [BrandPage(page_url=f"{base}/all")]
        rebuild(own_settings, fast=True)
        for_this_process(own_settings, monkeypatch)
        yield found


def times_hundred(shop: Shop) -> None:
    for number, card in enumerate(shop.cards):
        card.price = f"R {(100 + number) * 100}.00"


def to_zero(shop: Shop) -> None:
    for card in shop.cards:
        card.price = "R 0.00"


def contradicted(shop: Shop) -> None:
    items = [
        {
            "@type": "Product",
            "name": card.name,
            "url": card.href,
            "offers": {"@type": "Offer", "price": 450 + number, "priceCurrency": "ZAR"},
        }
        for number, card in enumerate(shop.cards)
    ]
    listed = json.dumps({"@type": "ItemList", "itemListElement": items})
    shop.head = f'<script type="application/ld+json">{listed}</script>'


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (times_hundred, "20 of 20 known prices became several times as high or low"),
        (to_zero, "20 of 20 products show a price of 0"),
        (contradicted, "on 20 of 20 products the page's structured data contradicts"),
    ],
)
def test_fault_39_values_that_cannot_be_true_are_not_published(
    shop: Shop, change: Callable[[Shop], None], words: str
) -> None:
    shop.cards = cards(20)
    assert shop.scrape().result == "success"
    before, names = shop.shown(), set(shop.products())
    change(shop)
    run = shop.scrape(chromium=change is contradicted)
    assert run.result == "suspect"
    assert words in (run.failure_reason or "")
    assert words in shop.log(run)
    assert (run.new_count, run.changed_count, run.gone_count) == (0, 0, 0)
    assert shop.shown() == before
    assert set(shop.products()) == names
    first = min(read_products(shop.settings).values(), key=lambda product: product.id)
    document = source(shop.settings, first.id)
    assert document is not None
    assert (document["price"]["zar"], document["visible"]) == (100.0, True)


def test_a_price_beside_the_products_own_block_is_not_published(shop: Shop) -> None:
    shop.cards = cards(6)
    with session_scope(shop.settings.database_url) as session:
        session.get_one(Brand, shop.brand_id).detail_selector = "a"
    others = '<div class="related"><a href="/p/x"><img src="/x.jpg"></a><b>R 2.50</b></div>'
    for number, card in enumerate(shop.cards):
        card.price = ""
        told = json.dumps(
            {
                "@type": "Product",
                "name": card.name,
                "size": ["S", "M"],
                "offers": {"price": 450 + number, "priceCurrency": "ZAR"},
            }
        )
        shop.details[card.href] = (
            f'<!doctype html><script type="application/ld+json">{told}</script>'
            f"<main><h1>{card.name}</h1></main>{others}"
        )
    run = shop.scrape(chromium=True)
    assert run.result == "success"
    rows = list(read_products(shop.settings).values())
    assert [row.price for row in rows] == [Decimal(450 + number) for number in range(6)]
    assert all(row.attributes == {"size": ["S", "M"]} for row in rows)


def test_links_and_pictures_that_are_not_the_stores_are_not_stored(shop: Shop) -> None:
    shop.cards = cards(8)
    shop.cards[0].href = "https://ads.example/click"
    shop.cards[1].href = "http://10.0.0.1/admin"
    shop.cards[2].image = "http://169.254.169.254/latest/meta-data/x.jpg"
    run = shop.scrape(chromium=True)
    rows = read_products(shop.settings).values()
    stored = json.dumps([[row.href, [image.image_url for image in row.images]] for row in rows])
    assert not any(host in stored for host in ("ads.example", "10.0.0.1", "169.254"))
    assert (run.found_count, run.rejected_count) == (6, 2)
    log = shop.log(run)
    assert "its link leads to ads.example, which is not the store's host" in log
    assert "its link leads inside a network: http://10.0.0.1/admin" in log
    assert "1 pictures of 'Dress number 2' lead inside a network" in log
