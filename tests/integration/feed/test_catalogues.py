"""A brand read from its platform's catalogue, by the store's address alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import update

from indexer.db import session_scope
from indexer.models import Brand
from indexer.settings import Settings
from scrapers.feeds.known_pages import PROBES
from tests.faults.conftest import for_this_process
from tests.support.catalogue import read_products
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer, a_picture

PAGE = Answer(b"<!DOCTYPE html><html><body>A shop</body></html>")  # as many answer any address


def shopify(number: int) -> dict[str, object]:
    return {
        "id": number,
        "handle": f"tee-{number}",
        "title": f"Linen tee {number}",
        "vendor": "Acme",
        "product_type": "T-shirts",
        "options": [{"name": "Colour"}, {"name": "Size"}],
        "images": [{"src": f"https://pictures.example/i.jpg?{number}"}],
        "variants": [
            {
                "option1": "Red",
                "option2": size,
                "price": f"{200 + number}.00",
                "compare_at_price": "999.00",
            }
            | {"available": size == "M"}
            for size in ("S", "M")
        ],
    }


def woocommerce(number: int) -> dict[str, object]:
    return {
        "id": number,
        "name": f"Linen tee {number}{' &#8211; Red' if number == 1 else ''}",
        "permalink": f"https://shop.example/product/tee-{number}/",
        "prices": {
            "price": f"{200 + number}00",
            "regular_price": "99900",
            "currency_code": "ZAR",
            "currency_minor_unit": 2,
        },
        "is_in_stock": number > 1,
        "images": [{"src": f"https://pictures.example/i.jpg?{number}"}],
        "categories": [{"name": "Women"}, {"name": "T-shirts"}],
        "attributes": [{"name": "Size", "terms": [{"name": "S"}, {"name": "M"}]}],
    }


Product = Callable[[int], dict[str, object]]


def paged(store: OwnStore, path: str, size: str, count: int, product: Product) -> None:
    """Have the store serve so many products under a path, in pages as they are asked for."""
    answered = store.respond

    def respond(asked: str) -> Answer:
        if urlsplit(asked).path != path:
            return answered(asked)
        query = parse_qs(urlsplit(asked).query)
        per_page, page = int(query[size][0]), int(query["page"][0])
        numbers = range((page - 1) * per_page + 1, min(count, page * per_page) + 1)
        listed: object = [product(number) for number in numbers]
        listed = {"products": listed} if size == "limit" else listed
        total = (("X-WP-Total", str(count)),)
        body = json.dumps(listed).replace("https://pictures.example", store.base)
        return Answer(body.encode(), content_type="application/json", headers=total)

    store.respond = respond  # type: ignore[assignment,method-assign]


def sitemap(store: OwnStore, count: int) -> None:
    part = f"{store.base}/sitemap_products_1.xml"
    places = (f"<url><loc>{store.base}/products/tee-{n}</loc></url>" for n in range(1, count + 1))
    store.answers["/sitemap.xml"] = Answer(
        f"<sitemapindex><sitemap><loc>{part}</loc></sitemap></sitemapindex>".encode()
    )
    store.answers["/sitemap_products_1.xml"] = Answer(
        f"<urlset>{''.join(places)}</urlset>".encode()
    )


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings) as store:
        store.answers["/i.jpg"] = Answer(a_picture(), content_type="image/jpeg")
        with session_scope(store.settings.database_url) as session:
            values = {"source": "catalogue", "catalogue_url": f"{store.base}/"}
            session.execute(update(Brand).values(**values))
        yield store


def test_a_shopify_store_is_read_by_its_address(store: OwnStore) -> None:
    paged(store, "/products.json", "limit", 530, shopify)
    sitemap(store, 535)
    run = store.scrape()
    assert (run.result, run.found_count, store.shown()) == ("success", 530, 530)
    one = read_products(store.settings)["tee-7:red"]
    assert (str(one.price), str(one.ordinary_price), one.sold_out) == ("207.00", "999.00", False)
    assert (one.href, one.attributes) == (f"{store.base}/products/tee-7", {"size": ["M"]})
    assert [image.image_url for image in one.images] == [f"{store.base}/i.jpg?7"]


def test_a_catalogue_of_which_a_part_is_missing_is_incomplete_and_hides_nothing(
    store: OwnStore,
) -> None:
    paged(store, "/products.json", "limit", 100, shopify)
    sitemap(store, 100)
    assert store.scrape().result == "success"
    paged(store, "/products.json", "limit", 90, shopify)
    for _ in range(store.settings.hide_after_runs + 1):
        run = store.scrape()
    assert (run.complete, store.shown()) == (False, 100)
    assert "gave 90 products, the store's sitemap has 100" in (run.failure_reason or "")


def test_a_woocommerce_store_is_read_by_its_address(store: OwnStore) -> None:
    store.answers["/products.json"] = PAGE
    paged(store, "/wp-json/wc/store/v1/products", "per_page", 130, woocommerce)
    run = store.scrape()
    assert (run.failure_reason, run.found_count) == (None, 130)
    products = read_products(store.settings)
    one, two = products["1"], products["2"]
    assert (one.name, str(one.price), str(one.ordinary_price)) == (
        "Linen tee 1 – Red",
        "201.00",
        "999.00",
    )
    assert (one.sold_out, two.sold_out) == (True, False)
    assert two.href == "https://shop.example/product/tee-2/"
    assert two.attributes == {"size": ["S", "M"]}
    assert "WooCommerce: 130 products" in store.log(run)


def test_an_address_without_a_catalogue_says_what_each_platform_answered(store: OwnStore) -> None:
    store.answers["/products.json"] = PAGE
    run = store.scrape()
    assert run.result == "failed"
    reason = run.failure_reason or ""
    assert "Shopify: it answers with no JSON. WooCommerce: The store answers 404" in reason


def test_an_empty_catalogue_hides_nothing(store: OwnStore) -> None:
    paged(store, "/products.json", "limit", 40, shopify)
    store.scrape()
    paged(store, "/products.json", "limit", 0, shopify)
    run = store.scrape()
    assert (run.result, store.shown()) == ("failed", 40)
    assert "The catalogue is empty" in (run.failure_reason or "")


def test_a_store_of_no_known_platform_is_read_by_its_sitemap_and_pages(store: OwnStore) -> None:
    paths = [f"/shop/mug-{number}" for number in range(30)]
    places = "".join(f"<url><loc>{store.base}{path}</loc></url>" for path in paths)
    store.answers["/sitemap.xml"] = Answer(f"<urlset>{places}</urlset>".encode())
    for number, path in enumerate(paths):
        offer = {"price": f"{129 + number}.00", "priceCurrency": "ZAR", "availability": "InStock"}
        mug = {"@type": "Product", "name": f"Enamel {path}", "image": f"/i.jpg?{number}"}
        page = f'<script type="application/ld+json">{json.dumps({**mug, "offers": offer})}</script>'
        store.answers[path] = Answer(page.encode())
    run = store.scrape()
    assert (run.failure_reason, run.found_count, run.complete) == (None, 30, True)
    one = read_products(store.settings)[f"{store.base}/shop/mug-7"]
    assert (one.name, str(one.price), one.sold_out) == ("Enamel /shop/mug-7", "136.00", False)
    store.answers[paths[3]] = store.answers[paths[4]] = PAGE
    run = store.scrape()
    assert (run.complete, store.shown()) == (False, 30)
    assert "gave 28 products, the store's sitemap has 30" in (run.failure_reason or "")


def test_a_store_of_pages_is_read_further_by_each_run(store: OwnStore) -> None:
    """Pages that have not changed are on offer, are not fetched again, and keep their values."""
    now = datetime.now(UTC)
    stamps = {f"/p/{n}": now - timedelta(days=30 + n) for n in range(30)}

    def publish() -> None:
        urls = (
            f"<url><loc>{store.base}{path}</loc><lastmod>{at.isoformat()}</lastmod></url>"
            for path, at in stamps.items()
        )
        store.answers["/sitemap.xml"] = Answer(f"<urlset>{''.join(urls)}</urlset>".encode())
        for number, path in enumerate(stamps, 1):
            offer = {"price": f"{200 + number}.00", "priceCurrency": "ZAR"}
            tee = {"@type": "Product", "name": f"Tee {number}", "image": f"/i.jpg?{number}"}
            text = json.dumps({**tee, "offers": {**offer, "availability": "InStock"}})
            script = f'<script type="application/ld+json">{text}</script>'
            store.answers[path] = Answer(f"<!DOCTYPE html><h1>Tee</h1>{script}".encode())

    publish()
    first = store.scrape()
    assert (first.result, first.found_count) == ("success", 30)
    store.visits.clear()
    stamps["/p/30"] = now
    publish()
    second = store.scrape()
    assert (second.result, second.found_count, second.new_count) == ("success", 31, 1)
    assert (second.gone_count, store.shown()) == (0, 31)
    assert len([path for path in store.visits if path.startswith("/p/")]) == 1 + PROBES
