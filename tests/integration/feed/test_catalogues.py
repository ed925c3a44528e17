"""A brand read from its platform's catalogue, by the store's address alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from app.api.scraper.case import Case
from app.api.scraper.kinds import KINDS
from indexer.core.db import session_scope
from scrapers.feeds.sitemap import PROBES
from tests.support.catalogue import read_products
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer, serving


def saved(name: str, number: int) -> dict[str, object]:
    """Return a platform's product, as it answers, with this number and 200 more for its price."""
    text = Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8")
    text = text.replace("{n}", str(number)).replace("{price}", str(200 + number))
    return dict(json.loads(text))


def shopify(number: int) -> dict[str, object]:
    return saved("shopify", number)


def woocommerce(number: int) -> dict[str, object]:
    product = saved("woocommerce", number)
    red = {"name": "Linen tee 1 &#8211; Red", "is_in_stock": False}
    return product | (red if number == 1 else {})


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


def linked(number: int) -> str:
    """Return a page's structured data of a product."""
    offer = {"price": f"{200 + number}.00", "priceCurrency": "ZAR", "availability": "InStock"}
    tee = {"@type": "Product", "name": f"Tee {number}", "image": f"/i.jpg?{number}"}
    return f'<script type="application/ld+json">{json.dumps({**tee, "offers": offer})}</script>'


@pytest.fixture(autouse=True)
def read_from_its_catalogue(store: OwnStore) -> None:
    store.change(source="catalogue", catalogue_url=f"{store.base}/")


def test_a_store_is_read_by_its_address(store: OwnStore) -> None:
    paged(store, "/products.json", "limit", 260, shopify)
    sitemap(store, 262)
    run = store.scrape()
    assert (run.result, run.found_count, store.shown()) == ("success", 260, 260)
    assert "Shopify: 260 products" in store.log(run)
    one = read_products(store.settings)["tee-7:red"]
    assert (str(one.price), str(one.ordinary_price), one.sold_out) == ("207.00", "999.00", False)
    assert (one.href, one.attributes) == (f"{store.base}/products/tee-7", {"size": ["M"]})
    assert [image.image_url for image in one.images] == [f"{store.base}/i.jpg?7"]
    assert "row id tee-7:Red:M, column sale_price “207.00”" in (one.origin or "")


def test_a_catalogue_of_which_a_part_or_all_is_missing_hides_nothing(store: OwnStore) -> None:
    paged(store, "/products.json", "limit", 40, shopify)
    sitemap(store, 40)
    assert store.scrape().result == "success"
    paged(store, "/products.json", "limit", 36, shopify)
    for _ in range(store.settings.hide_after_runs + 1):
        run = store.scrape()
    assert (run.complete, store.shown()) == (False, 40)
    assert "gave 36 products, the store's sitemap has 40" in (run.failure_reason or "")
    paged(store, "/products.json", "limit", 0, shopify)
    run = store.scrape()
    assert (run.result, store.shown()) == ("failed", 40)
    assert "The catalogue is empty" in (run.failure_reason or "")


GONE = ["moved", "suggest", "again"]
# What comes in place of a source, the code that it has of a list, and what an operator may do.
IN_PLACE: list[tuple[Answer, str, list[str]]] = [
    (Answer(b"<title>Forbidden</title>", 403), "page refused", ["again"]),
    (Answer(b"", 503), "asked too often", ["again"]),
    (
        Answer(b"<html><title>Just a moment...</title>Checking your browser", 403),
        *("challenge", ["again"]),
    ),
    (Answer(b"<form><input type='password'><button>Enter</button></form>"), "locked", []),
    (Answer(b"<html><title>Suspended</title><h1>Call your host</h1></html>"), "page gone", GONE),
    (Answer(b"<h1>Welcome</h1><p>Our shop.</p>"), "page gone", GONE),
    (Answer(b'<?xml version="1.0"?>\n<html><p>Our shop.</p></html>'), "page gone", GONE),
    (Answer(b"Account suspended", content_type="text/plain"), "page gone", GONE),
    (Answer(b"", 302, headers=(("Location", "/"),)), "store not reached", ["moved", "again"]),
]
EMPTY = {
    "feed": Answer(b"<rss><channel><title>Tees</title></channel></rss>"),
    "catalogue": Answer(b'{"products": []}'),
}


@pytest.mark.parametrize("source", ["catalogue", "feed"])
def test_what_comes_in_place_of_a_source_has_the_code_and_the_decisions_that_a_list_has(
    store: OwnStore, source: str
) -> None:
    store.change(source=source, feed_url=f"{store.base}/feed.xml")
    with serving(lambda _: Answer(b"<!DOCTYPE html><title>The new shop</title>")) as elsewhere:
        led = Answer(b"", 302, headers=(("Location", elsewhere),))
        cases = [*IN_PLACE, (led, "shop moved", ["moved", "again"]), (EMPTY[source], "empty", GONE)]
        for answer, code, decisions in cases:

            def respond(path: str, answer: Answer = answer) -> Answer:
                return Answer(b"", 404) if path == "/robots.txt" else answer

            store.respond = respond  # type: ignore[method-assign]
            run = store.scrape()
            assert (run.result, run.codes) == ("failed", [code]), run.failure_reason
            with session_scope(store.settings.database_url) as session:
                case = Case(session, run.id, None)
                assert [one.name for one in KINDS if one.refusal(case) == ""] == decisions, code


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
            page = f"<!DOCTYPE html><h1>Tee</h1>{linked(number)}"
            store.answers[path] = Answer(page.encode())

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
