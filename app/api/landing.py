"""`GET /api/landing`, `/api/suggest` and `/api/health`."""

from __future__ import annotations

import time
from typing import Any

from flask import Response, jsonify, request
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.api.route import answer, blueprint, parameter, route
from app.api.schemas.parts import ref
from app.api.search import timed
from app.context import context, header_country
from app.errors import SearchUnavailable
from app.search.filters import CAROUSELS, CURRENCIES, DEFAULT_CURRENCY
from app.search.instantsearch import country_of, currency_of, text_of
from app.search.landing import carousels
from app.search.suggest import suggest as suggest_for
from indexer.queues import redis_connection

AREA = blueprint("landing", "", "The landing screen, suggestions and the state of the service")

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
    started = time.perf_counter()
    found, took = landing_state(
        currency_of(request.args.get("currency") or DEFAULT_CURRENCY), asked_country()
    )
    return timed(jsonify(found), started, took)


def asked_country() -> str:
    """Return the country of the query string, otherwise of the Country-Code header."""
    sent = request.args.get("countryCode")
    return header_country() if sent is None else country_of(sent)


def landing_state(currency: str, country: str) -> tuple[dict[str, Any], int]:
    """Return the landing screen's data and Elasticsearch's time; raises SearchUnavailable."""
    here = context()
    reference = here.reference
    found, took = carousels(here.engine, currency, country, reference.proxies)
    names = reference.labels["category"]
    rows = [
        {"name": names.get(category, category), "category": category, "hits": hits}
        for category, hits in zip(CAROUSELS, found, strict=True)
    ]
    return {"carousels": rows}, took


@route(
    AREA,
    "GET",
    "/suggest",
    parameters=[
        parameter("q", {"type": "string", "maxLength": 1000}, "What was typed so far", "linen dr"),
        COUNTRY,
    ],
    response=answer(ref("Suggestions")),
)
def suggest() -> Response:
    """Suggest products, brands, categories and a spelling for a text that is being typed"""
    started = time.perf_counter()
    here = context()
    typed = text_of(request.args.get("q"), "q")
    found, took = suggest_for(here.engine, typed, asked_country(), here.reference)
    return timed(jsonify(found), started, took)


@route(AREA, "GET", "/health", response=answer(ref("Health")))
def health() -> Response:
    """Tell whether search, the catalogue and the job queue answer

    Always 200: `status` is `degraded` while a part is down, and `parts` says which.
    """
    parts = {"search": "down", "catalogue": _catalogue(), "jobs": _jobs()}
    documents = None
    try:
        documents = context().engine.documents()
        parts["search"] = "ok"
    except SearchUnavailable:
        pass
    status = "ok" if set(parts.values()) == {"ok"} else "degraded"
    made = jsonify({"status": status, "parts": parts, "documents": documents})
    made.headers["Cache-Control"] = "no-store"
    return made


def _catalogue() -> str:
    try:
        with context().session() as session:
            session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return "down"
    return "ok"


def _jobs() -> str:
    try:
        redis_connection(context().settings.redis_url).ping()
    except RedisError:
        return "down"
    return "ok"
