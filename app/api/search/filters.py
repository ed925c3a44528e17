"""`GET /api/filters`: everything the panel shows, from the registry and the reference tables."""

from collections.abc import Callable
from typing import Any

from flask import Response, jsonify

from app.api.declare import Area
from app.api.declare.caching import Result, cached_response, cached_value, editable
from app.api.search import schemas
from app.live.context import context, header_country
from app.live.reference import Reference, Store
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
from app.search.landing import below_carousels, carousels
from app.search.suggest import suggest as suggest_for
from app.search.wire.response import text_of
from indexer.catalogue.rates import PRICE_BANDS, Band
from indexer.language.quantities import MONEY_SIGNS
from indexer.models import Category, Color, Style

PANEL = Area("filters", "filters", "What the filter panel shows")

Option = dict[str, Any]


@PANEL.get("")
@editable
@PANEL.response(schemas.Filters)
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
    """Return what turns a switch on; nothing for a filter whose values only facets have."""
    return [{"value": value, "label": item.label} for value in item.values]


def _option(row: Category | Color | Style | Store, **more: Any) -> Option:
    return {"value": row.slug, "label": row.name, **more, "id": row.id}


def _categories(reference: Reference) -> list[Option]:
    return [
        _option(row, parent=row.slug.rpartition("/")[0] or None, icon=row.icon)
        for row in reference.categories
    ]


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
    """Return a band's words (spec §9): `Under R 500`, `R 500 – R 1,000`, `Over R 20,000`.

    A band holds its lower bound and not its upper one, as its label shows.
    """
    low, high = f"{symbol}{band.min:,}", f"{symbol}{band.max or 0:,}"
    if band.max is None:
        return f"Over {low}"
    return f"Under {high}" if band.min == 0 else f"{low} – {high}"


def _fixed_options(attribute: str, *labels: str) -> Callable[[Reference], list[Option]]:
    values = BY_ATTRIBUTE[attribute].values
    options = [
        {"value": value, "label": label} for value, label in zip(values, labels, strict=True)
    ]
    return lambda _: options


_OPTIONS: dict[str, Callable[[Reference], list[Option]]] = {
    "categories": _categories,
    "colours": lambda of: [_option(row, swatch=row.swatch) for row in of.colors],
    "bands": lambda _: [
        {key: band[key] for key in ("value", "label")} for band in _bands(DEFAULT_CURRENCY)
    ],
    "styles": lambda of: [_option(row, image=row.image) for row in of.styles],
    "stores": lambda of: [_option(store) for store in of.active_stores],
    "ships_from": _ships_from,
    "types": _fixed_options("type", "New", "Vintage"),
    "stock": _fixed_options("stock", "In stock", "Sold out"),
    "genders": _fixed_options("gender", "Men's", "Unisex"),
    "sa_only": lambda _: [{"value": "true", "label": "South Africa only", "flag": "za"}],
}


LANDING = Area("landing", "", "The landing screen and suggestions")


@LANDING.get("/landing")
@LANDING.query(schemas.VisitorQuery)
@LANDING.response(schemas.Landing)
def landing(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List the products of the landing screen's carousels"""
    place = currency, requested_country(country_code)
    return cached_response(("landing", *place), 0, lambda: _landing(*place))[0]


def requested_country(sent: str | None) -> str:
    """Return the country of the query string, where there is none that of the header."""
    return header_country() if sent is None else sent


def landing_state(country: str) -> dict[str, Any]:
    """Return the landing screen's data for a page; raises SearchUnavailable."""
    place = (DEFAULT_CURRENCY, country)
    state: dict[str, Any] = cached_value(("landing", *place), 0, lambda: _landing(*place))[0]
    return state


def _landing(currency: str, country: str) -> Result:
    services = context()
    rails, took = carousels(
        services.engine, services.visitor(country, currency), services.spellings
    )
    names = services.reference.labels["category"]
    rows = [
        {"name": names.get(category, category), "category": category, "hits": hits}
        for category, hits in zip(CAROUSELS, rails, strict=True)
    ]
    return Result({"carousels": rows}, took)


@LANDING.get("/landing/more")
@LANDING.query(schemas.VisitorQuery)
@LANDING.response(schemas.LandingMore)
def landing_more(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List what stands below the carousels: new arrivals, price drops, stores

    Price drops are in stock, the biggest share first; stores those with most products.
    """
    place = currency, requested_country(country_code)
    return cached_response(("landing/more", *place), 0, lambda: _more(*place))[0]


def _more(currency: str, country: str) -> Result:
    services = context()
    place = currency, country
    landing = cached_value(("landing", *place), 0, lambda: _landing(*place))[0]
    above = {hit["productId"] for carousel in landing["carousels"] for hit in carousel["hits"]}
    visitor = services.visitor(country, currency)
    sections, took = below_carousels(services.engine, visitor, services.spellings, above)
    names = services.reference.labels["store"]
    stores = [row | {"name": names.get(row["slug"], row["slug"])} for row in sections["stores"]]
    return Result(sections | {"stores": stores}, took)


@LANDING.get("/suggest")
@LANDING.query(schemas.SuggestQuery)
@LANDING.response(schemas.Suggestions)
def suggest(
    q: str = "", currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """Suggest searches, categories, brands and products for a text that is being typed

    Each leads to products of the visitor's country. A space behind the last word ends it.
    """
    services = context()
    completer = services.completer
    typed = text_of(q, "q") + " " * q[-1:].isspace()
    visitor = services.visitor(requested_country(country_code), currency)
    return cached_response(
        ("suggest", typed, visitor, completer.number),
        len(typed),
        lambda: Result(*suggest_for(services.engine, typed, visitor, completer)),
    )[0]
