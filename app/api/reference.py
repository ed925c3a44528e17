"""The reference data of spec §7: categories, colours, styles, countries."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from app.api.cached import editable, lasting
from app.api.route import answer, blueprint, route
from app.api.schemas.parts import array, ref
from app.context import context
from app.errors import NotFound
from app.geo import country_of_address
from indexer.models import Category, Country, Style

CATEGORIES = blueprint("product_categories", "product_categories", "The tree of categories")
COLORS = blueprint("colors", "colors", "The colours")
STYLES = blueprint("styles", "styles", "The styles that brands are tagged with")
COUNTRIES = blueprint("countries", "countries", "The countries")

_BOOTS = {
    "id": 9,
    "name": "Boots",
    "slug": "women/shoes/boots",
    "parentCategoryId": 4,
    "order": 2,
    "icon": None,
}


@route(CATEGORIES, "GET", "", response=answer(array(ref("Category")), [_BOOTS]))
def product_categories() -> Response:
    """List all categories, each with its parent's id"""
    return lasting([category(row) for row in context().reference.categories])


@route(
    CATEGORIES,
    "GET",
    "/getAllForFE",
    response=answer(array(ref("CategoryTree")), [_BOOTS | {"subCategories": []}]),
)
def categories_for_frontend() -> Response:
    """List the top categories with their subcategories inside, as deep as the tree is"""
    rows = context().reference.categories
    below: dict[int, list[Category]] = {}
    for row in rows:
        below.setdefault(row.parent_category_id or 0, []).append(row)
    return lasting([_tree(row, below) for row in below.get(0, [])])


def category(row: Category) -> dict[str, Any]:
    """Return a category on the wire (spec §3)."""
    return {
        "id": row.id,
        "name": row.name,
        "slug": row.slug,
        "parentCategoryId": row.parent_category_id,
        "order": row.position,
        "icon": row.icon,
    }


def _tree(row: Category, below: dict[int, list[Category]]) -> dict[str, Any]:
    inside = [_tree(child, below) for child in below.get(row.id, [])]
    return category(row) | {"subCategories": inside}


@route(
    COLORS,
    "GET",
    "",
    response=answer(
        array(ref("Color")), [{"id": 4, "name": "Red", "slug": "red", "swatch": "#C62828"}]
    ),
)
def colors() -> Response:
    """List the colours with their swatches"""
    return lasting(
        [
            {"id": row.id, "name": row.name, "slug": row.slug, "swatch": row.swatch}
            for row in context().reference.colors
        ]
    )


_MINIMAL = {"id": 1, "name": "Minimal", "slug": "minimal", "image": "/styles/minimal.svg"}


@route(STYLES, "GET", "", response=answer(array(ref("Style")), [_MINIMAL]))
def styles() -> Response:
    """List the styles with their pictures"""
    return lasting([_style(row) for row in context().reference.styles])


@route(STYLES, "GET", "/<int:style_id>", response=answer(ref("Style"), _MINIMAL))
def style(style_id: int) -> Response:
    """Show one style"""
    return lasting(_style(style_by_id(style_id)))


def style_by_id(style_id: int) -> Style:
    """Return a style; raises NotFound."""
    for row in context().reference.styles:
        if row.id == style_id:
            return row
    raise NotFound(f"There is no style {style_id}")


def _style(row: Style) -> dict[str, Any]:
    return {"id": row.id, "name": row.name, "slug": row.slug, "image": row.image}


@route(
    STYLES,
    "GET",
    "/getBrandStyles/<int:brand_id>",
    response=answer(array(ref("BrandStyle")), [{"styleId": 1, "name": "Minimal"}]),
)
def brand_styles(brand_id: int) -> Response:
    """List the styles of a brand"""
    reference = context().reference
    for store in reference.stores:
        if store.id == brand_id:
            rows = [row for row in reference.styles if row.slug in store.styles]
            return editable([{"styleId": row.id, "name": row.name} for row in rows])
    raise NotFound(f"There is no brand {brand_id}")


_ZA = {"id": 203, "nicename": "South Africa", "iso": "ZA"}


@route(COUNTRIES, "GET", "", response=answer(array(ref("Country")), [_ZA]))
def countries() -> Response:
    """List all countries"""
    return lasting([country(row) for row in context().reference.countries])


@route(COUNTRIES, "GET", "/getAll", response=answer(array(ref("Country")), [_ZA]))
def all_countries() -> Response:
    """List all countries, for the footer's picker"""
    return lasting([country(row) for row in context().reference.countries])


def country(row: Country) -> dict[str, Any]:
    """Return a country on the wire."""
    return {"id": row.id, "nicename": row.nicename, "iso": row.iso}


@route(
    COUNTRIES,
    "GET",
    "/current",
    response=answer(ref("CurrentCountry"), {"countryCode": ""}),
)
def current_country() -> Response:
    """Tell the visitor's country

    Empty unless the server looks it up from the visitor's address (`GEOIP=1`).
    """
    made = jsonify({"countryCode": visitor_country()})
    made.headers["Cache-Control"] = "no-store"  # the visitor's own, who may travel
    return made


def visitor_country() -> str:
    """Return the country of the visitor's address, empty where it is not looked up."""
    if not context().settings.geoip:
        return ""
    return country_of_address(request.remote_addr or "")
