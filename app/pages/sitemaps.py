"""The sitemap and its parts."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from flask import Response, render_template
from sqlalchemy import text

from app.api.declare.cached import Result, cached_value, tag
from app.live.context import context
from app.pages.document import ROUTES, results_path
from app.pages.seo import is_listed
from app.product.brand import BRAND_PREFIX as BRANDS
from app.product.related import product_path
from app.search.query.bodies import count_body
from app.search.query.results import values_counted
from app.web.errors import NotFound

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
    asked = {"after": (number - 1) * PART, "last": number * PART}
    with context().session() as session:
        rows = session.execute(_OF_PART, asked).all()
    for id_, name, changed in rows:
        yield product_path(name, id_), _time(changed)


def _pages() -> Iterator[Address]:
    services = context()
    reference = services.reference
    counted = count_body(services.visitor(""), ["category", "store"])
    counts = values_counted(services.engine.search([counted]).responses[0])
    for path, meta in ROUTES.items():
        if meta.listed and is_listed(path):
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
