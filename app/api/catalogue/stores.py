"""The brand calls of spec §7 that visitors make."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from flask import Response, jsonify
from sqlalchemy import select

from app.access import is_operator
from app.api.brands import schemas
from app.api.brands.fields import SECRETS, form_fields
from app.api.brands.rows import brand_by_id
from app.api.catalogue.lists import SOUTH_AFRICA, style_by_id
from app.api.catalogue.schemas import Country as ShownCountry
from app.api.declare import Area
from app.api.declare.cached import by_country, editable, lasting
from app.api.declare.schema import With
from app.api.search.cached import Answer, cached_response
from app.api.search.landing import asked_country
from app.api.search.schemas import CountryQuery
from app.brand import brand_view
from app.context import context, header_country
from app.reference import Reference, Store, style_order
from app.search.query.bodies import count_body
from app.search.query.facets import bucket_counts
from indexer.models import Brand, BrandPage, Country

AREA = Area("brands", "brands", "Brands, which are also the stores")

_KAROO = {
    "id": 1,
    "name": "Karoo Cotton",
    "slug": "karoo-cotton",
    "website": "https://karoo-cotton.example",
    "style": "women",
    "styles": ["women", "boho"],
}
_OF_KAROO = {"finalBrand": "Karoo Cotton", "brandCountryISO": "ZA", "brandId": 1}


@AREA.get("")
@editable
@AREA.response(schemas.BrandSummary(many=True))
def brands() -> list[With]:
    """List the brands"""
    reference = context().reference
    ids = {row.slug: row.id for row in reference.styles}
    return [
        With(store, style_ids=[ids[slug] for slug in store.styles]) for store in reference.stores
    ]


def reachable(reference: Reference) -> list[Store]:
    """Return the active stores whose products reach the Country-Code header's country."""
    shipped_to = {*context().visitor(header_country()).reachable}
    return [
        store
        for store in reference.active_stores
        if not shipped_to or shipped_to & {*store.ships_to}
    ]


@AREA.get("/getStores")
@editable
@by_country
@AREA.response(schemas.Store(many=True), example=[_KAROO])
def stores() -> list[With]:
    """List the stores that reach the visitor's country

    Ordered by style: women, men, home, outdoor, then alphabetically; then by website.
    """
    rows = [_store(store) for store in reachable(context().reference)]
    return sorted(rows, key=lambda row: (style_order(row.style), row.website))


def _store(store: Store) -> With:
    styles = sorted({*store.roots, *store.styles}, key=style_order)
    return With(store, style=styles[0] if styles else "", styles=styles)


@AREA.get("/getProductBrands")
@editable
@by_country
@AREA.response(schemas.ProductBrand(many=True), example=[_OF_KAROO])
def product_brands() -> Response:
    """List the brands of the products that reach the visitor's country

    A multi-brand store has several; a brand sold by two stores stands there twice.
    """
    # Written as it goes out: a schema takes 15 µs a value, and there are thousands of brands.
    services = context()
    reference = services.reference
    counted = count_body(services.visitor(header_country()), [])
    by_brand = {"terms": {"field": "brand", "size": 10_000, "order": {"_key": "asc"}}}
    by_store = {"terms": {"field": "store", "size": 1000}, "aggs": {"brand": by_brand}}
    answer = services.engine.msearch([counted | {"aggs": {"store": by_store}}]).responses[0]
    known = {store.slug: store for store in reference.stores}
    rows: list[dict[str, Any]] = [
        {"finalBrand": name, "brandCountryISO": known[slug].country_iso, "brandId": known[slug].id}
        for bucket in answer["aggregations"]["store"]["buckets"]
        if (slug := bucket["key"]) in known
        for name in services.spellings.merged("brand", bucket_counts(bucket["brand"]))
    ]
    rows = sorted(rows, key=lambda row: (row["finalBrand"].casefold(), row["brandId"]))
    return jsonify(rows)


@AREA.get("/getBrandCountries")
@editable
@by_country
@AREA.response(ShownCountry(many=True), example=[SOUTH_AFRICA])
def brand_countries() -> list[Country]:
    """List the countries that stores ship from"""
    reference = context().reference
    used = {store.country_iso for store in reachable(reference)}
    return [row for row in reference.countries if row.iso in used]


@AREA.get("/getByStyleId/<int:style_id>")
@editable
@by_country
@AREA.response(schemas.StyleBrand(many=True))
def brands_of_style(style_id: int) -> Sequence[With]:
    """List the brands that are tagged with a style, with their pin boards"""
    slug = style_by_id(style_id).slug
    ids = [store.id for store in reachable(context().reference) if slug in store.styles]
    with context().session() as session:
        rows = session.scalars(select(Brand).where(Brand.id.in_(ids)).order_by(Brand.name)).all()
    return [With(row, pin_board_url=row.pin_board_url or None) for row in rows]


@AREA.get("/about/<string:slug>")
@AREA.query(CountryQuery)
@AREA.response(schemas.BrandAbout)
def about(slug: str, country_code: str | None = None) -> Response:
    """Show a brand with its story, styles and newest products

    Found by the last part of its page's path. All that it sells is there, wherever it delivers to.
    """
    return cached_response(*brand_question(slug, asked_country(country_code)))[0]


def brand_question(slug: str, country: str) -> tuple[Hashable, int, Callable[[], Answer]]:
    """Return a brand's page as what may be kept: the question, its size, and what answers it."""
    return ("brand", slug, country), len(slug), lambda: Answer(*brand_view(slug, country))


@AREA.get("/fields")
@lasting
@AREA.response(schemas.BrandField(many=True))
def fields() -> list[dict[str, str]]:
    """Describe the fields of a brand's configuration: label, help, type, group"""
    return form_fields()


@AREA.get("/<int:brand_id>")
@AREA.response(schemas.BrandPageRow(many=True))
def brand(brand_id: int) -> list[With]:
    """Show a brand as page rows

    The brand's fields, repeated for each of its listing pages with that page's own fields; one row
    with null page fields where it has none.
    """
    hidden = {} if is_operator() else dict.fromkeys(SECRETS, "")
    with context().session() as session:
        row = brand_by_id(session, brand_id)
    shown = With(row, brand_id=row.id, **hidden)
    pages: Sequence[BrandPage | None] = row.pages or (None,)
    return [With(shown, **_page_fields(page)) for page in pages]


def _page_fields(page: BrandPage | None) -> dict[str, Any]:
    return {name: getattr(page, name, None) for name in schemas.ListingPage().fields}
