"""`GET /api/landing` and `/api/suggest`."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from app.api.keeping import Answer, kept_answer, kept_value
from app.api.route import answer, blueprint, parameter, route
from app.api.schemas.parts import ref
from app.context import context, header_country
from app.search.filters import CAROUSELS, CURRENCIES, DEFAULT_CURRENCY
from app.search.instantsearch import country_of, currency_of, text_of
from app.search.landing import beyond, carousels
from app.search.request import Conditions
from app.search.suggest import suggest as suggest_for

AREA = blueprint("landing", "", "The landing screen and suggestions")

CURRENCY = parameter(
    "currency", {"type": "string", "enum": list(CURRENCIES)}, "The visitor's currency", "ZAR"
)
COUNTRY = parameter(
    "countryCode",
    {"type": "string", "pattern": "^([A-Za-z]{2})?$"},
    "The visitor's country; where absent the Country-Code header counts",
    "ZA",
)


@route(
    AREA,
    "GET",
    "/landing",
    parameters=[CURRENCY, COUNTRY],
    response=answer(ref("Landing")),
)
def landing() -> Response:
    """List the products of the landing screen's carousels"""
    asked = _currency_and_country()
    return kept_answer(("landing", *asked), 0, lambda: _landing(*asked))[0]


def _currency_and_country() -> tuple[str, str]:
    return currency_of(request.args.get("currency") or DEFAULT_CURRENCY), asked_country()


def asked_country() -> str:
    """Return the country of the query string, otherwise of the Country-Code header."""
    sent = request.args.get("countryCode")
    return header_country() if sent is None else country_of(sent)


def landing_state(country: str) -> dict[str, Any]:
    """Return the landing screen's data for a page; raises SearchUnavailable."""
    asked = (DEFAULT_CURRENCY, country)
    state: dict[str, Any] = kept_value(("landing", *asked), 0, lambda: _landing(*asked))[0]
    return state


def _landing(currency: str, country: str) -> Answer:
    here = context()
    reference = here.reference
    found, took = carousels(here.engine, currency, country, reference.proxies)
    names = reference.labels["category"]
    rows = [
        {"name": names.get(category, category), "category": category, "hits": hits}
        for category, hits in zip(CAROUSELS, found, strict=True)
    ]
    return Answer({"carousels": rows}, took)


@route(
    AREA,
    "GET",
    "/landing/more",
    parameters=[CURRENCY, COUNTRY],
    response=answer(ref("LandingMore")),
)
def landing_more() -> Response:
    """List what stands below the carousels: new arrivals, price drops, stores

    Price drops are in stock, the biggest share first; stores those with most products.
    """
    asked = _currency_and_country()
    return kept_answer(("landing/more", *asked), 0, lambda: _more(*asked))[0]


def _more(currency: str, country: str) -> Answer:
    here = context()
    reference = here.reference
    found, took = beyond(here.engine, currency, country, reference.proxies)
    names = reference.labels["store"]
    stores = [row | {"name": names.get(row["slug"], row["slug"])} for row in found["stores"]]
    return Answer(found | {"stores": stores}, took)


@route(
    AREA,
    "GET",
    "/suggest",
    parameters=[
        parameter("q", {"type": "string", "maxLength": 1000}, "What was typed so far", "linen dr"),
        COUNTRY,
        CURRENCY,
    ],
    response=answer(ref("Suggestions")),
)
def suggest() -> Response:
    """Suggest searches, categories, brands and products for a text that is being typed

    Each leads to products of the visitor's country. A space behind the last word ends it.
    """
    here = context()
    sent = request.args.get("q") or ""
    typed = text_of(sent, "q") + " " * sent[-1:].isspace()
    visitor = Conditions(
        currency=currency_of(request.args.get("currency") or DEFAULT_CURRENCY),
        country=asked_country(),
    )
    completer = here.completers.get()
    return kept_answer(
        ("suggest", typed, visitor, completer.number),
        len(typed),
        lambda: Answer(*suggest_for(here.engine, typed, visitor, here.reference, completer)),
    )[0]
