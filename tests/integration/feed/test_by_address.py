"""A brand whose products come from a feed's address: a run as any other, without a browser."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.support.catalogue import read_products
from tests.support.own_store import OwnStore
from tests.support.saved_store import Answer

GOOGLE = 'xmlns:g="http://base.google.com/ns/1.0"'
SALE = (
    "<g:sale_price>99.00 ZAR</g:sale_price><g:sale_price_effective_date>"
    "2099-01-01T00:00+02:00/2099-01-08T00:00+02:00</g:sale_price_effective_date>"
)


def item(number: int, price: str | None = None, stock: str = "in stock", more: str = "") -> str:
    price = f"{200 + number} ZAR" if price is None else price
    return (
        f"<item><g:id>{number}</g:id><title>Linen dress {number}</title>"
        f"<link>https://shop.example/p/{number}</link>"
        f"<g:image_link>https://pictures.example/i.jpg?{number}</g:image_link>"
        f"<g:price>{price}</g:price><g:availability>{stock}</g:availability>"
        "<g:product_type>Women &gt; Dresses</g:product_type><g:color>Red</g:color>"
        f"{more}</item>"
    )


def feed(*items: str) -> bytes:
    return f"<rss {GOOGLE}><channel>{''.join(items)}</channel></rss>".encode()


def serve(store: OwnStore, body: bytes, *, packed: bool = False, **given: Any) -> None:
    body = body.replace(b"https://pictures.example", store.base.encode())
    store.answers["/feed.xml"] = Answer(gzip.compress(body) if packed else body, **given)


@pytest.fixture(autouse=True)
def read_from_its_feed(store: OwnStore) -> None:
    store.change(source="feed", feed_url=f"{store.base}/feed.xml")


def test_a_feeds_products_are_published_and_those_that_leave_it_hidden(store: OwnStore) -> None:
    on_sale = item(30, more=SALE)
    serve(store, feed(*map(item, range(12)), on_sale), packed=True)
    run = store.scrape()
    assert (run.result, run.found_count, run.pages_done) == ("success", 13, 1), run.failure_reason
    assert len(read_products(store.settings)["30"].planned_prices or ()) == 2
    one = read_products(store.settings)["1"]
    assert (str(one.price), one.source, one.classified_people) == ("201.00", "scrape", "women")
    serve(store, feed(*map(item, range(11)), item(11, stock="sold out"), on_sale))
    run = store.scrape()
    assert (run.result, run.changed_count, run.gone_count) == ("success", 1, 0)
    serve(store, feed(*map(item, range(11))))
    for _ in range(store.settings.hide_after_runs):
        run = store.scrape()
    assert (run.result, store.shown()) == ("success", 11)


def test_a_feed_that_has_not_changed_is_not_sent_again(store: OwnStore) -> None:
    serve(store, feed(*map(item, range(12))), headers=(("ETag", '"1"'),))
    store.scrape()
    run = store.scrape()
    assert (run.result, run.found_count, store.shown()) == ("success", 12, 12)
    assert "has not changed" in store.log(run)
    store.change(feed_url=f"{store.base}/feed.xml?all=1")
    assert "has not changed" not in store.log(store.scrape())


NO_FEEDS = {
    "a web page, no feed": Answer(b"<!DOCTYPE html><html><body>Log in</body></html>"),
    "broken after item 0": Answer(feed(item(1))[:-30]),
    "breaks off": Answer(gzip.compress(feed(item(1)))[:-9]),
    "is empty": Answer(b""),
    "answers 404, there is no such file": Answer(b"", 404),
    "answers 403": Answer(b"", 403),
    "10.0.0.1": Answer(b"", 302, headers=(("Location", "http://10.0.0.1/feed.xml"),)),
    "no http(s) address": Answer(b"", 302, headers=(("Location", "file:///etc/passwd"),)),
}


def test_an_answer_that_is_no_feed_is_said_and_changes_nothing(store: OwnStore) -> None:
    serve(store, feed(item(1)))
    store.scrape()
    for reason, answer in NO_FEEDS.items():
        store.answers["/feed.xml"] = answer
        run = store.scrape()
        assert (run.result, store.shown()) == ("failed", 1)
        assert reason in (run.failure_reason or "")


def test_robots_txt_forbids_a_feed_as_it_does_pages(store: OwnStore) -> None:
    serve(store, feed(item(1)))
    store.answers["/robots.txt"] = Answer(
        b"User-agent: *\nDisallow: /feed", content_type="text/plain"
    )
    run = store.scrape()
    assert run.result == "failed"
    assert "robots.txt" in (run.failure_reason or "")
    assert "/feed.xml" not in store.visits
