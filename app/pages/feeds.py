"""Sitemaps, and feeds of products and deals."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from flask import Response, render_template
from sqlalchemy import text

from app.api.declare.caching import Result, cached_value, tag
from app.live.context import context
from app.pages.document import ROUTES, SITE, declared_page, results_path
from app.pages.seo import is_listed, web_address
from app.product.brand import BRAND_PREFIX as BRANDS
from app.product.related import product_path
from app.search import Body
from app.search.filters import BY_INDEX
from app.search.query.bodies import count_body
from app.search.query.results import values_counted
from app.search.wire.address import Query, is_searched, requested_currency
from app.visitor_alerts import exact_matches, search_request
from app.web.errors import NotFound
from indexer.catalogue.tile import price_text

TYPE = "application/atom+xml"
# What no XML document may hold, however it is written.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; `path` is that of its page, which with `mark` names it for good."""

    path: str
    title: str
    words: str
    at: datetime
    picture: str = ""
    mark: str = ""


def feed(title: str, own: str, page: str, entries: Sequence[Entry], site: str) -> Response:
    """Return a feed at the path `own` of what the path `page` shows, the newest first."""
    changed = max((entry.at for entry in entries), default=datetime(2020, 1, 1, tzinfo=UTC))
    written = render_template(
        "feed.xml",
        title=title,
        own=site + own,
        page=site + page,
        entries=entries,
        site=site,
        changed=changed,
    )
    response = Response(_ILLEGAL.sub("", written), mimetype=TYPE)
    response.cache_control.max_age = 900
    return tag(response)


FEED_PATH = "/feed.atom"
MOST = 50


def feed_path(query: Query) -> str:
    """Return where the feed of a search is; "" for what is none."""
    return f"{FEED_PATH}?{urlencode(query)}" if is_searched(query) else ""


def search_feed(query: Query, country: str, site: str) -> Response:
    """Return what is new in a search; raises Invalid for none, SearchUnavailable."""
    services, search, currency = context(), urlencode(query), requested_currency(query)
    request = search_request(f"?{search}", currency, country)
    newest = replace(
        request, sort=BY_INDEX["products_created_desc"], hits_per_page=MOST, all_fields=True
    )
    (hits,) = exact_matches(services, [newest])
    entries = [_entry(hit.document, currency, site) for hit in hits if hit.document]
    title = declared_page("/", query, services.reference).title.removesuffix(f" – {SITE}")
    return feed(f"{SITE}: {title}", feed_path(query), f"/?{search}", entries, site)


def _entry(document: Body, currency: str, site: str) -> Entry:
    amount = price_text(document, currency)
    price = f", {amount}" if amount else ""
    stock = ", sold out" if document.get("soldOut") else ""
    picture = next((image["url"] for image in document.get("images") or ()), "")
    return Entry(
        product_path(document["name"], int(document["objectID"])),
        document["name"],
        f"{document['brand']}{price}{stock}",
        datetime.fromtimestamp(document["createdAt"], UTC),
        web_address(picture, site) or "",
    )


PART = 10_000  # ids of products in a part: the protocol allows 50,000 addresses and 50 MB
SITEMAP_PATH = "/sitemap/{name}.xml"
_PRODUCTS_PART = re.compile(r"products-([1-9][0-9]{0,13})", re.ASCII)

# What visitors may see and the index has taken: what it has not may have no page yet.
_SHOWN = """
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active
   AND NOT EXISTS (SELECT FROM outbox o
                    WHERE o.product_id = p.id AND o.revision >= p.revision
                      AND (o.written_at IS NULL OR o.error IS NOT NULL))
"""
_PARTS = text(f"""
SELECT (p.id - 1) / :size + 1 AS part, max(p.updated_at) {_SHOWN} GROUP BY part ORDER BY part
""")
_OF_PART = text(f"""
SELECT p.id, p.name, p.updated_at {_SHOWN} AND p.id > :after AND p.id <= :last ORDER BY p.id
""")

Address = tuple[str, str]  # an address and when it changed last, "" where nobody notes that


def index(site: str) -> Response:
    """List the parts; raises CatalogueUnavailable."""
    parts: list[Address] = cached_value(("sitemap",), 0, lambda: Result(_parts(), 0))[0]
    named = [("pages", ""), *((f"products-{number}", changed) for number, changed in parts)]
    return _answer(
        "sitemapindex", [(site + SITEMAP_PATH.format(name=name), at) for name, at in named]
    )


def part(name: str, site: str) -> Response:
    """List the addresses of a part.

    Raises NotFound where there is none, CatalogueUnavailable and SearchUnavailable.
    """
    products = _PRODUCTS_PART.fullmatch(name)
    if products is None and name != "pages":
        raise NotFound(f"There is no sitemap {name}")
    entries = [*(_products(int(products[1])) if products else _pages())]
    if not entries:
        raise NotFound(f"There are no products in the sitemap {name}")
    return _answer("urlset", [(site + path, changed) for path, changed in entries])


def _parts() -> list[tuple[int, str]]:
    with context().session() as session:
        rows = session.execute(_PARTS, {"size": PART}).all()
    return [(number, _time(changed)) for number, changed in rows]


def _products(number: int) -> Iterator[Address]:
    bounds = {"after": (number - 1) * PART, "last": number * PART}
    with context().session() as session:
        rows = session.execute(_OF_PART, bounds).all()
    for id_, name, changed in rows:
        yield product_path(name, id_), _time(changed)


def _pages() -> Iterator[Address]:
    services = context()
    reference = services.reference
    (counted,), _ = services.engine.search(
        [count_body(services.visitor(""), ["category", "store"])]
    )
    counts = values_counted(counted)
    for path, page in ROUTES.items():
        if page.listed and is_listed(path):
            yield path, ""
    for style in reference.styles:
        yield f"/style/{style.id}", ""
    for category in reference.categories:
        if counts["category"].get(category.slug):
            yield results_path([("category", category.slug)]), ""
    for store in reference.active_stores:
        if counts["store"].get(store.slug):
            yield BRANDS + store.slug, ""


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _answer(root: str, entries: Iterable[Address]) -> Response:
    written = render_template("sitemap.xml", root=root, entries=entries)
    response = Response(written, mimetype="application/xml")
    response.cache_control.no_cache = True
    return tag(response)
