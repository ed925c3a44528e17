"""The lists of spec §7: categories, colours, styles, countries."""

import iptocc
from flask import request

from app.api.catalogue import schemas
from app.api.declare import Area
from app.api.declare.cached import editable, lasting, private
from app.api.declare.schema import With
from app.context import context
from app.errors import NotFound
from indexer.models import Category, Color, Country, Style

CATEGORIES = Area("product_categories", "product_categories", "The tree of categories")
COLORS = Area("colors", "colors", "The colours")
STYLES = Area("styles", "styles", "The styles that brands are tagged with")
COUNTRIES = Area("countries", "countries", "The countries")

_BOOTS = {
    "id": 9,
    "name": "Boots",
    "slug": "women/shoes/boots",
    "parentCategoryId": 4,
    "order": 2,
    "icon": None,
}
_RED = {"id": 4, "name": "Red", "slug": "red", "swatch": "#C62828"}
_MINIMAL = {"id": 1, "name": "Minimal", "slug": "minimal", "image": "/styles/minimal.svg"}
SOUTH_AFRICA = {"id": 203, "nicename": "South Africa", "iso": "ZA"}


@CATEGORIES.get("")
@lasting
@CATEGORIES.response(schemas.Category(many=True), example=[_BOOTS])
def product_categories() -> list[Category]:
    """List all categories, each with its parent's id"""
    return [*context().reference.categories]


@CATEGORIES.get("/getAllForFE")
@lasting
@CATEGORIES.response(schemas.CategoryTree(many=True), example=[_BOOTS | {"subCategories": []}])
def categories_for_frontend() -> list[With]:
    """List the top categories with their subcategories inside, as deep as the tree is"""
    below: dict[int, list[Category]] = {}
    for row in context().reference.categories:
        below.setdefault(row.parent_category_id or 0, []).append(row)
    return _trees(0, below)


def _trees(parent_id: int, below: dict[int, list[Category]]) -> list[With]:
    return [With(row, sub_categories=_trees(row.id, below)) for row in below.get(parent_id, [])]


@COLORS.get("")
@lasting
@COLORS.response(schemas.Color(many=True), example=[_RED])
def colors() -> list[Color]:
    """List the colours with their swatches"""
    return [*context().reference.colors]


@STYLES.get("")
@lasting
@STYLES.response(schemas.Style(many=True), example=[_MINIMAL])
def styles() -> list[Style]:
    """List the styles with their pictures"""
    return [*context().reference.styles]


@STYLES.get("/<int:style_id>")
@lasting
@STYLES.response(schemas.Style, example=_MINIMAL)
def style(style_id: int) -> Style:
    """Show one style"""
    return style_by_id(style_id)


def style_by_id(style_id: int) -> Style:
    """Return a style; raises NotFound."""
    for row in context().reference.styles:
        if row.id == style_id:
            return row
    raise NotFound(f"There is no style {style_id}")


@STYLES.get("/getBrandStyles/<int:brand_id>")
@editable
@STYLES.response(schemas.BrandStyle(many=True), example=[{"styleId": 1, "name": "Minimal"}])
def brand_styles(brand_id: int) -> list[Style]:
    """List the styles of a brand"""
    reference = context().reference
    for store in reference.stores:
        if store.id == brand_id:
            return [row for row in reference.styles if row.slug in store.styles]
    raise NotFound(f"There is no brand {brand_id}")


@COUNTRIES.get("")
@lasting
@COUNTRIES.response(schemas.Country(many=True), example=[SOUTH_AFRICA])
def countries() -> list[Country]:
    """List all countries"""
    return [*context().reference.countries]


@COUNTRIES.get("/current")
@private  # the visitor's own, who may travel
@COUNTRIES.response(schemas.CurrentCountry, example={"countryCode": ""})
def current_country() -> dict[str, str]:
    """Tell the visitor's country

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
