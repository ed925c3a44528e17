"""`GET /api/landing` and `/api/suggest`."""

from typing import Any

from flask import Response

from app.api.declare import Area
from app.api.search import schemas
from app.api.search.cached import Answer, cached_response, cached_value
from app.context import context, header_country
from app.search.filters import CAROUSELS, DEFAULT_CURRENCY
from app.search.landing import below_carousels, carousels
from app.search.suggest import suggest as suggest_for
from app.search.wire.response import text_of

AREA = Area("landing", "", "The landing screen and suggestions")


@AREA.get("/landing")
@AREA.query(schemas.VisitorQuery)
@AREA.response(schemas.Landing)
def landing(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List the products of the landing screen's carousels"""
    asked = currency, asked_country(country_code)
    return cached_response(("landing", *asked), 0, lambda: _landing(*asked))[0]


def asked_country(sent: str | None) -> str:
    """Return the country of the query string, where there is none that of the header."""
    return header_country() if sent is None else sent


def landing_state(country: str) -> dict[str, Any]:
    """Return the landing screen's data for a page; raises SearchUnavailable."""
    asked = (DEFAULT_CURRENCY, country)
    state: dict[str, Any] = cached_value(("landing", *asked), 0, lambda: _landing(*asked))[0]
    return state


def _landing(currency: str, country: str) -> Answer:
    services = context()
    rails, took = carousels(
        services.engine, services.visitor(country, currency), services.spellings
    )
    names = services.reference.labels["category"]
    rows = [
        {"name": names.get(category, category), "category": category, "hits": hits}
        for category, hits in zip(CAROUSELS, rails, strict=True)
    ]
    return Answer({"carousels": rows}, took)


@AREA.get("/landing/more")
@AREA.query(schemas.VisitorQuery)
@AREA.response(schemas.LandingMore)
def landing_more(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List what stands below the carousels: new arrivals, price drops, stores

    Price drops are in stock, the biggest share first; stores those with most products.
    """
    asked = currency, asked_country(country_code)
    return cached_response(("landing/more", *asked), 0, lambda: _more(*asked))[0]


def _more(currency: str, country: str) -> Answer:
    services = context()
    asked = currency, country
    landing = cached_value(("landing", *asked), 0, lambda: _landing(*asked))[0]
    above = {hit["productId"] for carousel in landing["carousels"] for hit in carousel["hits"]}
    visitor = services.visitor(country, currency)
    sections, took = below_carousels(services.engine, visitor, services.spellings, above)
    names = services.reference.labels["store"]
    stores = [row | {"name": names.get(row["slug"], row["slug"])} for row in sections["stores"]]
    return Answer(sections | {"stores": stores}, took)


@AREA.get("/suggest")
@AREA.query(schemas.SuggestQuery)
@AREA.response(schemas.Suggestions)
def suggest(
    q: str = "", currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """Suggest searches, categories, brands and products for a text that is being typed

    Each leads to products of the visitor's country. A space behind the last word ends it.
    """
    services = context()
    completer = services.completer
    typed = text_of(q, "q") + " " * q[-1:].isspace()
    visitor = services.visitor(asked_country(country_code), currency)
    return cached_response(
        ("suggest", typed, visitor, completer.number),
        len(typed),
        lambda: Answer(*suggest_for(services.engine, typed, visitor, completer)),
    )[0]
