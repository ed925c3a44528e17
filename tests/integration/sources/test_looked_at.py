"""All that was looked at at a store is shown, with what it has or why it gives nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, product

import pytest

from dev.ports import free_port
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.sources.find import find_sources
from indexer.ingest.sources.sample import LOCKED
from indexer.ingest.tryout import look, suggest
from indexer.models import ListedStore
from indexer.models.brand import FOUND, WAITING
from tests.integration.feed.test_catalogues import linked, paged, shopify, woocommerce
from tests.integration.feed.test_sources import feed, page, product_pages
from tests.support.data import rows
from tests.support.own_store import OwnStore, own_store
from tests.support.saved_store import Answer, a_picture
from tests.support.worker import for_this_process

FORM = '<form action="/enter"><input type="{}" name="a"><button>Enter</button></form>'


@pytest.fixture
def store(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnStore]:
    for_this_process(own_settings, monkeypatch)
    with own_store(own_settings) as store:
        store.answers["/i.jpg"] = Answer(a_picture(), content_type="image/jpeg")
        yield store


def shopify_at(store: OwnStore, place: str) -> None:
    paged(store, f"{place}/products.json", "limit", 40, shopify)


def woocommerce_at(store: OwnStore, place: str) -> None:
    def own(number: int) -> dict[str, object]:
        return woocommerce(number) | {"permalink": f"{store.base}/products/tee-{number}"}

    paged(store, f"{place}/wp-json/wc/store/v1/products", "per_page", 40, own)


def sitemap_at(store: OwnStore, place: str) -> None:
    paths = [f"{place}/p/{n}" for n in range(1, 21)]
    urls = "".join(f"<url><loc>{store.base}{path}</loc></url>" for path in paths)
    store.answers[f"{place}/sitemap.xml"] = Answer(f"<urlset>{urls}</urlset>".encode())
    for number, path in enumerate(paths, 1):
        store.answers[path] = page(f"<b>R {200 + number}.00</b>", linked(number))


def feed_at(store: OwnStore, place: str) -> None:
    feed(store, f"{place}/products.xml", 30)


# What serves a platform, and its first path, by which it is known.
PLATFORMS = {
    "Shopify": (shopify_at, "/products.json"),
    "WooCommerce": (woocommerce_at, "/wp-json/wc/store/v1/products"),
    "Sitemap": (sitemap_at, "/sitemap.xml"),
    "Product feed": (feed_at, "/products.xml"),
}
PLACES = {"root": "", "folder": "/shop", "deep": "/za/winkel"}


TROUBLES = {name: row for name, *row in rows("source_troubles")}
# Each platform without a trouble at each place, and with each trouble at one of them.
ALL = [(platform, "nothing", place) for platform in PLATFORMS for place in PLACES] + [
    (platform, trouble, place)
    for (platform, trouble), place in zip(product(PLATFORMS, TROUBLES), cycle(PLACES))
    if trouble != "nothing"
]


def looked_at(store: OwnStore, url: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the state and reason of each place that was looked at."""
    sources = find_sources(store.settings, url)
    places = (*sources.found, *sources.others)
    return {(one.label, one.address): (one.state, one.problem) for one in places}


def checks(store: OwnStore, platform: str, trouble: str, place: str) -> None:
    store.answers[f"{place}/"] = page("A shop")
    serve, first = PLATFORMS[platform]
    serve(store, place)
    product_pages(store, 40)
    status, text, state, words = TROUBLES[trouble]
    if status:
        refuse(store, place + first, Answer(text.encode(), status))
    seen = looked_at(store, f"{store.base}{place}/")
    own = [(at, told) for (label, at), told in seen.items() if label == platform]
    assert own, seen
    below = [told for at, told in own if at.startswith(f"{store.base}{place}/")]
    is_said = any(said == state and words in why for said, why in below)
    # A sitemap stands in two usual places: where one of them is refused, the reason names neither.
    assert is_said or (platform == "Sitemap" and trouble != "nothing" and below), seen
    assert trouble != "nothing" or any(said == "good" for said, _ in seen.values()), seen


def refuse(store: OwnStore, path: str, answer: Answer) -> None:
    answered: Callable[[str], Answer] = store.respond

    def respond(asked: str) -> Answer:
        return answer if asked.partition("?")[0] == path else answered(asked)

    store.respond = respond  # type: ignore[assignment,method-assign]


def test_each_place_says_what_it_has_or_why_it_gives_nothing(store: OwnStore) -> None:
    own, answers = store.respond, dict(store.answers)
    for platform, trouble, place in ALL:
        store.respond = own  # type: ignore[method-assign]
        store.answers = dict(answers)
        checks(store, platform, trouble, PLACES[place])


@pytest.mark.parametrize(
    ("paths", "count"),
    [
        ([f"/products/{n}" for n in range(28)], 28),
        ([f"/products/{n}?variant={size}" for n in range(9) for size in "sml"], 9),
        ([f"/products/{n}" for n in range(8)] + [f"/blog/{n}" for n in range(40)], 8),
        ([f"/product-category/{n}" for n in range(28)], 0),
        ([f"/journal/{n}" for n in range(28)], 0),
    ],
)
def test_a_sitemap_of_pages_without_prices_shows_how_many_are_products(
    store: OwnStore, paths: list[str], count: int
) -> None:
    urls = "".join(f"<url><loc>{store.base}{path}</loc></url>" for path in paths)
    store.answers = {path.partition("?")[0]: page("<h1>Linen dress</h1>") for path in paths}
    store.answers["/sitemap.xml"] = Answer(f"<urlset>{urls}</urlset>".encode())
    others = find_sources(store.settings, store.base).others
    assert [(one.state, one.total) for one in others if one.label == "Sitemap"] == [
        ("absent", count)
    ]


def test_pages_that_are_gone_are_no_products_of_a_sitemap(store: OwnStore) -> None:
    urls = "".join(f"<url><loc>{store.base}/products/{n}</loc></url>" for n in range(28))
    store.answers["/sitemap.xml"] = Answer(f"<urlset>{urls}</urlset>".encode())
    others = find_sources(store.settings, store.base).others
    assert [one.total for one in others if one.label == "Sitemap"] == [0]


def test_a_catalogue_that_gives_clearly_less_than_it_counts_is_not_proposed(
    store: OwnStore,
) -> None:
    woocommerce_at(store, "")
    product_pages(store, 40)
    answered = store.respond

    def respond(path: str) -> Answer:
        return replace(answered(path), headers=(("X-WP-Total", "300"),))

    store.respond = respond  # type: ignore[method-assign]
    (source,) = find_sources(store.settings, store.base).found
    assert source.problem == "The catalogue gave 40 products, the store's own count has 300"


def test_a_lists_own_count_and_the_other_departments_are_kept_with_what_was_read(
    store: OwnStore,
) -> None:
    links = "".join(f'<a href="/women/{name}">{name}</a>' for name in ("Dresses", "Skirts"))
    store.answers["/"] = page(f"<nav>{links}</nav>")
    cards = "".join(
        f'<article><a href="/p/{n}"><img src="/i.jpg?{n}" width="200" height="260">'
        f"<h2>Linen dress {n}</h2></a><b>R {n}00.00</b></article>"
        for n in range(1, 9)
    )
    store.answers["/women/Dresses"] = page(f"<p>1–8 of 312 products</p><main>{cards}</main>")
    suggested = suggest(store.settings, f"{store.base}/women/Dresses")
    [row] = [row for row in suggested["sources"] if row["label"] == "Listing pages"]
    assert (row["products"], row["counted"], row["departments"]) == (8, 312, 2)


def test_a_locked_store_is_told_by_its_form_for_every_source_and_its_pages(store: OwnStore) -> None:
    """Whatever its words; the API's answer is no error, as a partial list helps an operator."""
    locked = page(f"<h1>Binnekort oop</h1>{FORM.format('password')}")
    store.respond = lambda _: locked  # type: ignore[method-assign,assignment]
    suggested = suggest(store.settings, store.base)
    states = {row["label"]: row["state"] for row in suggested["sources"]}
    assert states["Shopify's catalogue"] == states["Listing pages"] == states["Home page"] == LOCKED
    assert suggested["brand"].get("source") is None


def test_a_store_that_answers_by_http_alone_is_found(store: OwnStore) -> None:
    store.answers["/"] = page('A shop <a href="/products.xml">Our feed</a>')
    feed_at(store, "")
    product_pages(store, 30)
    website = store.base.replace("http", "https")
    with session_scope(store.settings.database_url) as session:
        row = ListedStore(site="a.example", website=website, state=WAITING, added_by="anna")
        session.add(row)
        session.flush()
        store_id = row.id
    assert look(store.settings, store_id) == FOUND


def test_a_host_that_does_not_answer_is_the_reason_at_every_place(store: OwnStore) -> None:
    suggested = suggest(store.settings, f"http://127.0.0.1:{free_port()}")
    assert suggested["sources"]
    assert [row for row in suggested["sources"] if "time" in row["problem"]] == []


def test_an_account_form_beside_a_password_is_no_lock(store: OwnStore) -> None:
    form = FORM.format("password").replace("<button", '<input type="email" name="b"><button')
    store.answers["/"] = page(f"<h1>Shop</h1>{form}")
    assert ("Home page", f"{store.base}/") not in looked_at(store, store.base)


def test_a_page_that_does_not_come_contradicts_nothing_and_one_that_is_gone_does(
    store: OwnStore,
) -> None:
    shopify_at(store, "")
    store.answers["/"] = page("A shop")
    for n in range(1, 41):
        store.answers[f"/products/tee-{n}"] = Answer(b"", 500)
    source = find_sources(store.settings, store.base).found[0]
    assert (source.problem, source.opened, len(source.uncompared)) == ("", 0, 3)
    for n in range(1, 41):
        del store.answers[f"/products/tee-{n}"]
    assert "3 of 3 pages" in find_sources(store.settings, store.base).found[0].problem


def test_a_rest_root_that_the_page_announces_is_read(store: OwnStore) -> None:
    """Of a shop with plain links, or one whose WordPress is in another folder."""
    link = f'<link rel="https://api.w.org/" href="{store.base}/cms/wp-json/">'
    store.answers["/winkel/"] = page("A shop", link)
    woocommerce_at(store, "/cms")
    product_pages(store, 40)
    best = find_sources(store.settings, f"{store.base}/winkel/").best
    assert best is not None
    assert (best.label, best.total) == ("WooCommerce", 40)
    assert best.address == f"{store.base}/cms/"
