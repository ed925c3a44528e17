"""A product has one identity from run to run, whatever its links say beside it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from sqlalchemy import select

from indexer.catalogue.takedowns import take_down_product
from indexer.core.db import session_scope
from indexer.ingest.accept import accept_run
from indexer.models import Click, PriceHistory, Product, ScrapeRun, TakeDown
from scrapers.product import Picture
from scrapers.product import Product as Found
from scrapers.web.urls import canonical_image_url
from tests.support.catalogue import make_item, read_products, scrape_items
from tests.support.index import source
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer

Card = tuple[str, str]  # a link and the name of what it shows, which is its picture's, too
OTHERS = [(f"/p/{n}", f"Dress-{n}") for n in range(12)]
TEE, SALE = ("/products/tee", "Tee"), ("/collections/sale/products/tee", "Tee")


def price_of(name: str) -> int:
    return 100 + int(name.partition("-")[2]) if name.startswith("Dress") else 100


def shows(store: OwnStore, *cards: Card) -> None:
    page = "".join(
        f'<article><a href="{href}"><img src="/i/{name}.jpg"></a><h2>{name}</h2>'
        f"<b>R {price_of(name)}</b></article>"
        for href, name in cards
    )
    store.answers["/all"] = Answer(f"<!doctype html><title>Shop</title>{page}".encode())


def scraped(store: OwnStore, *cards: Card) -> ScrapeRun:
    shows(store, *cards)
    return store.scrape()


def as_stored(store: OwnStore, key: str, name: str, price: int | None = None) -> Found:
    """Return an item as earlier versions stored it: with its link as the key."""
    picture = f"{store.base}/i/{name}.jpg"
    return make_item(
        key,
        name=name,
        price=Decimal(price or price_of(name)),
        href=f"{store.base}{key}",
        images=(Picture(picture, canonical_image_url(picture)),),
    )


def counts(run: ScrapeRun) -> tuple[str | None, int, int, int]:
    return run.result, run.found_count, run.new_count, run.gone_count


def prices(store: OwnStore, product_id: int) -> list[Decimal | None]:
    with session_scope(store.settings.database_url) as session:
        rows = select(PriceHistory.price).where(PriceHistory.product_id == product_id)
        return list(session.scalars(rows.order_by(PriceHistory.seen_at)))


def test_a_catalogue_of_several_links_for_one_product_is_taken_over_with_its_history(
    store: OwnStore,
) -> None:
    settings, cart = store.settings, "/index.php?path={}&product_id=40&route=product%2Fproduct"
    slashed = [(f"{key}/", name) for key, name in OTHERS]
    first = [SALE, (cart.format(20), "Cart"), ("/sale/linen-tee", "Linen"), *slashed]
    later = [TEE, (cart.format("33_2"), "Cart"), ("/men/linen-tee", "Linen"), *first]
    cheap = [as_stored(store, *card, 90) for card in first[:3]]
    dear = [as_stored(store, *card) for card in slashed]
    scrape_items(settings, store.brand_id, [*cheap, *dear])
    for _ in range(2):
        scrape_items(settings, store.brand_id, [as_stored(store, *card) for card in later])
    before = read_products(settings)
    with session_scope(settings.database_url) as session:
        session.add(Click(brand_id=store.brand_id, group_key="/sale/linen-tee", href="x"))
    # The linen tee's older row is not the one that the page shows first.
    shown = [TEE, SALE, ("/men/linen-tee", "Linen"), ("/sale/linen-tee", "Linen"), *OTHERS]
    shown.append(("/index.php?route=product/product&product_id=40&path=7", "Cart"))
    run = scraped(store, *shown)
    assert counts(run) == ("success", 15, 0, 0), run.failure_reason
    assert "3 products that were known by several links are parts of others now" in (
        run.failure_reason or ""
    )
    products = read_products(settings)
    kept = {SALE[0], cart.format(20), "/men/linen-tee", *(key for key, _ in slashed)}
    assert {key: product.id for key, product in products.items()} == {
        key: before[key].id for key in kept
    }
    assert all(product.gone_at is None for product in products.values())
    for product in products.values():
        cheap_before = [] if "Dress" in product.name else [90]
        assert prices(store, product.id) == [*cheap_before, price_of(product.name)]
    linen = products["/men/linen-tee"]
    assert linen.created_at == before["/sale/linen-tee"].created_at
    assert source(settings, before["/sale/linen-tee"].id) is None
    with session_scope(settings.database_url) as session:
        assert session.scalars(select(Click.group_key)).all() == ["/men/linen-tee"]
    # The next runs find the same by any of its links, and are measured by what there is now.
    for cards in (shown, [SALE, *shown[3:]], [TEE, *shown[2:]]):
        again = scraped(store, *cards)
        assert counts(again) == ("success", 15, 0, 0), again.failure_reason
        assert again.failure_reason is None


def test_what_is_taken_down_stays_so_under_its_other_links(store: OwnStore) -> None:
    settings = store.settings
    scrape_items(
        settings, store.brand_id, [as_stored(store, *card) for card in (TEE, SALE, *OTHERS)]
    )
    with session_scope(settings.database_url) as session:
        take_down_product(session, read_products(settings)[SALE[0]].id)
    scraped(store, ("/collections/new/products/tee", "Tee"), *OTHERS)
    assert read_products(settings)[TEE[0]].blocked
    with session_scope(settings.database_url) as session:
        assert session.scalars(select(TakeDown.group_key)).all() == [TEE[0]]
        session.delete(session.scalars(select(Product).where(Product.group_key == TEE[0])).one())
    scraped(store, SALE, *OTHERS)
    assert read_products(settings)[TEE[0]].blocked


def test_cards_that_cannot_be_told_apart_are_left_out_and_told_and_hold_a_run(
    store: OwnStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = [("/detail", f"Coat-{n}") for n in range(3)]
    run = scraped(store, *same[:2], *OTHERS)
    assert counts(run) == ("success", 13, 13, 0)
    told = "'Coat-1' at 100.00 has the link or id of 'Coat-0' at 100.00, /detail"
    assert "1 of 14 cards are left out: they have the link or id of another one and" in (
        run.failure_reason or ""
    )
    assert told in store.log(run)
    assert read_products(store.settings)["/detail"].name == "Coat-0"
    held = scraped(store, *same, *OTHERS)
    assert (held.result, held.changed_count) == ("suspect", 0)
    assert "2 of 15 cards are left out" in (held.failure_reason or "")
    assert "; at most 5% may be" in (held.failure_reason or "")
    accept_run(store.settings, held.id)
    monkeypatch.setenv("GATE_SHARED_PERCENT", "20")
    assert scraped(store, *same, *OTHERS).result == "success"
