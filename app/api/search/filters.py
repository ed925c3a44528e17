"""`GET /api/filters`: everything the panel shows, from the registry and the reference tables."""

from collections.abc import Callable
from typing import Any

from flask import Response, jsonify

from app.api.declare import Area
from app.api.declare.cached import editable
from app.api.search import schemas
from app.context import context
from app.reference import Reference, Store
from app.search.filters import (
    BY_ATTRIBUTE,
    CAROUSELS,
    CURRENCIES,
    DEFAULT_CURRENCY,
    FILTERS,
    PAGE_SIZES,
    SORTS,
    Filter,
)
from indexer.catalogue.bands import PRICE_BANDS, Band
from indexer.language.quantities import MONEY_SIGNS
from indexer.models import Category, Color, Style

AREA = Area("filters", "filters", "What the filter panel shows")

Option = dict[str, Any]


@AREA.get("")
@editable
@AREA.response(schemas.Filters)
def filters() -> Response:
    """List the filters with their options, the orders, currencies, price bands and page sizes"""
    return jsonify(describe(context().reference))


def describe(reference: Reference) -> dict[str, Any]:
    """Return the whole description."""
    return {
        "filters": [_filter(item, reference) for item in FILTERS],
        "sorts": [
            {"index": s.index, "label": s.label, "key": s.key, "direction": s.direction}
            for s in SORTS
        ],
        "currencies": [{"code": code, "label": label} for code, label in CURRENCIES.items()],
        "priceBands": {code: _bands(code) for code in CURRENCIES},
        "rates": {c: float(r) for c, r in reference.rates.per_euro.items() if c in CURRENCIES},
        "pageSizes": PAGE_SIZES,
        "carousels": [
            {"name": reference.labels["category"].get(slug, slug), "categories": [slug]}
            for slug in CAROUSELS
        ],
        "lists": reference.lists,
    }


def _filter(item: Filter, reference: Reference) -> dict[str, Any]:
    options = _OPTIONS[item.options](reference) if item.options else _switch(item)
    return {
        "attribute": item.attribute,
        "label": item.label,
        "kind": item.kind,
        "operator": "or",
        "searchable": item.searchable,
        "limit": item.size,
        "optional": item.optional,
        "options": [option | {"order": order} for order, option in enumerate(options)],
    }


def _switch(item: Filter) -> list[Option]:
    """Return what turns a switch on; nothing for a filter whose values only facets know."""
    return [{"value": value, "label": item.label} for value in item.values]


def _option(row: Category | Color | Style | Store, **more: Any) -> Option:
    return {"value": row.slug, "label": row.name, **more, "id": row.id}


def _categories(reference: Reference) -> list[Option]:
    return [
        _option(row, parent=row.slug.rpartition("/")[0] or None, icon=row.icon)
        for row in reference.categories
    ]


def _colours(reference: Reference) -> list[Option]:
    return [_option(row, swatch=row.swatch) for row in reference.colors]


def _styles(reference: Reference) -> list[Option]:
    return [_option(row, image=row.image) for row in reference.styles]


def _stores(reference: Reference) -> list[Option]:
    return [_option(store) for store in reference.active_stores]


def _ships_from(reference: Reference) -> list[Option]:
    used = {store.country_iso for store in reference.active_stores}
    return [
        {"value": row.iso, "label": row.nicename, "flag": row.iso.lower(), "id": row.id}
        for row in reference.countries
        if row.iso in used
    ]


def _bands(currency: str) -> list[Option]:
    symbol = MONEY_SIGNS[currency]
    return [
        {"value": band.value, "label": band_label(band, symbol), "min": band.min, "max": band.max}
        for band in PRICE_BANDS[currency]
    ]


def band_label(band: Band, symbol: str) -> str:
    """Return a band's words (spec §9): `Under R 500`, `R 500 – R 1,000`, `R 20,000 and over`.

    A band holds its lower bound and not its upper one, and the words say so.
    """
    low, high = f"{symbol}{band.min:,}", f"{symbol}{band.max or 0:,}"
    if band.max is None:
        return f"{low} and over"
    return f"Under {high}" if band.min == 0 else f"{low} – {high}"


def _price(_: Reference) -> list[Option]:
    return [{"value": band["value"], "label": band["label"]} for band in _bands(DEFAULT_CURRENCY)]


def _fixed(attribute: str, *labels: str) -> Callable[[Reference], list[Option]]:
    values = BY_ATTRIBUTE[attribute].values
    options = [
        {"value": value, "label": label} for value, label in zip(values, labels, strict=True)
    ]
    return lambda _: options


_OPTIONS: dict[str, Callable[[Reference], list[Option]]] = {
    "categories": _categories,
    "colours": _colours,
    "bands": _price,
    "styles": _styles,
    "stores": _stores,
    "ships_from": _ships_from,
    "types": _fixed("type", "New", "Vintage"),
    "stock": _fixed("stock", "In stock", "Sold out"),
    "genders": _fixed("gender", "Men's", "Unisex"),
    "sa_only": lambda _: [{"value": "true", "label": "South Africa only", "flag": "za"}],
}
