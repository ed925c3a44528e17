"""Categories, colours, styles and countries on the wire."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import iptocc
from flask import Response, jsonify, request
from sqlalchemy import select

from app.api.brands import schemas
from app.api.brands.edit import brand_by_id
from app.api.brands.schemas import SECRETS, form_fields
from app.api.declare import Answer, Area
from app.api.declare.caching import Result, by_country, cached_response, editable, lasting, private
from app.api.declare.fields import EXAMPLES, Named, With
from app.api.declare.fields import about as field
from app.api.search.calls import requested_country
from app.api.search.hits import CountryQuery
from app.live.context import context, header_country
from app.live.snapshot import Reference, style_order
from app.product.brand import brand_view
from app.search.query.bodies import count_body
from app.web.access import is_operator
from app.web.errors import NotFound
from indexer.catalogue.stores import Store
from indexer.models import Brand, BrandPage
from indexer.models import Category as CategoryRow
from indexer.models import Color as ColorRow
from indexer.models import Country as CountryRow
from indexer.models import Style as StyleRow


class Category(Named, of=CategoryRow, columns="parent_category_id icon"):
    """A category (spec §3)."""

    order: int = field(attribute="position")


class CategoryTree(Category):
    """A category with those inside it."""

    sub_categories: list["CategoryTree"]


class Color(Named):
    """A colour."""

    swatch: str


class Style(Named):
    """A style that brands are tagged with."""

    image: str


class BrandStyle(Answer):
    """A style of a brand."""

    style_id: int = field(attribute="id")
    name: str


class Country(Answer, of=CountryRow, columns="id nicename iso"):
    """A country."""


class CurrentCountry(Answer):
    """The visitor's country; empty where it is not looked up."""

    country_code: str


CATEGORIES = Area("product_categories", "product_categories", "The tree of categories")
COLORS = Area("colors", "colors", "The colours")
STYLES = Area("styles", "styles", "The styles that brands are tagged with")
COUNTRIES = Area("countries", "countries", "The countries")

_RED = {"id": 4, "name": "Red", "slug": "red", "swatch": "#C62828"}
_MINIMAL = {"id": 1, "name": "Minimal", "slug": "minimal", "image": "/styles/minimal.svg"}
SOUTH_AFRICA = {"id": 203, "nicename": "South Africa", "iso": "ZA"}


@CATEGORIES.get("")
@lasting
@CATEGORIES.response(Category(many=True), example=[EXAMPLES["category"]])
def product_categories() -> list[CategoryRow]:
    """List all categories, each with its parent's id"""
    return [*context().reference.categories]


@CATEGORIES.get("/getAllForFE")
@lasting
@CATEGORIES.response(CategoryTree(many=True), example=[EXAMPLES["tree"]])
def categories_for_frontend() -> list[With]:
    """List the top categories with their subcategories inside, as deep as the tree is"""
    below: dict[int, list[CategoryRow]] = {}
    for row in context().reference.categories:
        below.setdefault(row.parent_category_id or 0, []).append(row)
    return _trees(0, below)


def _trees(parent_id: int, below: dict[int, list[CategoryRow]]) -> list[With]:
    return [With(row, sub_categories=_trees(row.id, below)) for row in below.get(parent_id, [])]


@COLORS.get("")
@lasting
@COLORS.response(Color(many=True), example=[_RED])
def colors() -> list[ColorRow]:
    """List the colours with their swatches"""
    return [*context().reference.colors]


@STYLES.get("")
@lasting
@STYLES.response(Style(many=True), example=[_MINIMAL])
def styles() -> list[StyleRow]:
    """List the styles with their pictures"""
    return [*context().reference.styles]


@STYLES.get("/<int:style_id>")
@lasting
@STYLES.response(Style, example=_MINIMAL)
def style(style_id: int) -> StyleRow:
    """Show one style"""
    return style_by_id(style_id)


def style_by_id(style_id: int) -> StyleRow:
    """Return a style; raises NotFound."""
    for row in context().reference.styles:
        if row.id == style_id:
            return row
    raise NotFound(f"There is no style {style_id}")


@STYLES.get("/getBrandStyles/<int:brand_id>")
@editable
@STYLES.response(BrandStyle(many=True), example=[{"styleId": 1, "name": "Minimal"}])
def brand_styles(brand_id: int) -> list[StyleRow]:
    """List the styles of a brand"""
    reference = context().reference
    for store in reference.stores:
        if store.id == brand_id:
            return [row for row in reference.styles if row.slug in store.styles]
    raise NotFound(f"There is no brand {brand_id}")


@COUNTRIES.get("")
@lasting
@COUNTRIES.response(Country(many=True), example=[SOUTH_AFRICA])
def countries() -> list[CountryRow]:
    """List all countries"""
    return [*context().reference.countries]


@COUNTRIES.get("/current")
@private  # the visitor's own, who may travel
@COUNTRIES.response(CurrentCountry, example={"countryCode": ""})
def current_country() -> dict[str, str]:
    """Return the visitor's country

    Empty unless the server looks it up from the visitor's address (`GEOIP=1`).
    """
    return {"country_code": visitor_country()}


def visitor_country() -> str:
    """Return the ISO code of the visitor's country; empty where unknown or not looked up.

    It is looked up offline: addresses are neither stored nor sent on.
    """
    if not context().settings.geoip:
        return ""
    return iptocc.country_code(request.remote_addr or "") or ""


AREA = Area("brands", "brands", "Brands, which are also the stores")

MOST_PAIRS = 10_000  # of stores and brands in one answer of Elasticsearch
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
@AREA.response(schemas.Store(many=True), example=[EXAMPLES["store"]])
def stores() -> list[With]:
    """List the stores that reach the visitor's country

    Ordered by style: women, men, home, outdoor, then alphabetically; then by website.
    """
    rows = []
    for store in reachable(context().reference):
        styles = sorted({*store.roots, *store.styles}, key=style_order)
        rows.append(With(store, style=styles[0] if styles else "", styles=styles))
    return sorted(rows, key=lambda row: (style_order(row.style), row.website))


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
    known = {store.slug: store for store in reference.stores}
    rows: list[dict[str, Any]] = [
        {"finalBrand": name, "brandCountryISO": known[slug].country_iso, "brandId": known[slug].id}
        for slug, counts in _brands_by_store(header_country()).items()
        if slug in known
        for name in services.spellings.merge_counts("brand", counts)
    ]
    rows = sorted(rows, key=lambda row: (row["finalBrand"].casefold(), row["brandId"]))
    return jsonify(rows)


def _brands_by_store(country: str) -> dict[str, dict[str, int]]:
    """Return how many products each store has of each brand, a page of pairs after the other."""
    services = context()
    counted = count_body(services.visitor(country), [])
    sources = [{name: {"terms": {"field": name}}} for name in ("store", "brand")]
    pairs: dict[str, Any] = {"size": MOST_PAIRS, "sources": sources}
    found: dict[str, dict[str, int]] = defaultdict(dict)
    while True:
        body = counted | {"aggs": {"pairs": {"composite": pairs}}}
        (counts,), _ = services.engine.search([body])
        page = counts["aggregations"]["pairs"]
        for bucket in page["buckets"]:
            found[bucket["key"]["store"]][bucket["key"]["brand"]] = bucket["doc_count"]
        if len(page["buckets"]) < MOST_PAIRS:
            return found
        pairs = pairs | {"after": page["after_key"]}


@AREA.get("/getBrandCountries")
@editable
@by_country
@AREA.response(Country(many=True), example=[SOUTH_AFRICA])
def brand_countries() -> list[CountryRow]:
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
    return cached_response(*brand_question(slug, requested_country(country_code)))[0]


def brand_question(slug: str, country: str) -> tuple[Hashable, int, Callable[[], Result]]:
    """Return a brand's page as what may be kept: the question, its size, and what answers it."""
    return ("brand", slug, country), len(slug), lambda: Result(*brand_view(slug, country))


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
    names = schemas.ListingPage().fields
    return [With(shown, **{name: getattr(page, name, None) for name in names}) for page in pages]
