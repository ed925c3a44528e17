"""A product's own view, put together from its document, its row and its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.context import context
from app.errors import Gone, NotFound
from app.product.address import MOST_ID, product_path
from app.product.money import amounts_of, money_in
from app.product.similar import document_body, similar_body
from app.product.steps import changes_of, steps_of
from app.product.stored import Stored, load_product, today_at
from app.product.words import Now, Words, words_of
from app.search import Body
from app.search.execute import fetch
from app.search.query.hits import hits_of
from app.search.request import Conditions, SearchRequest
from app.search.wire import response
from indexer.catalogue.document import SEARCH_ONLY
from indexer.catalogue.rates import Rates


@dataclass(frozen=True, slots=True)
class Product:
    """A product as a visitor finds it, and Elasticsearch's time for it in ms."""

    stored: Stored
    document: Body
    body: Body
    took: int


def product_view(product_id: int, currency: str, country: str) -> Product:
    """Return a product's view; amounts of its history are in the visitor's currency.

    Raises NotFound where there is none, Gone where it was taken down, and SearchUnavailable.
    """
    services = context()
    today = today_at(datetime.now(UTC))
    with services.session() as session:
        stored = load_product(session, product_id, today) if product_id <= MOST_ID else None
        if stored is None:
            raise NotFound(f"There is no product {product_id}")
        if stored.hidden:
            raise Gone()
    rates = services.reference.rates
    visitor = services.visitor(country, currency)
    found = services.engine.msearch([document_body(product_id)])
    hits = found.responses[0]["hits"]["hits"]
    if not hits:
        raise NotFound(f"There is no product {product_id} yet")
    document: Body = hits[0]["_source"]
    similar, took = _similar(document, stored, visitor, rates)
    body = {
        "product": _shown(document, stored, visitor, rates),
        "path": product_path(document["name"], product_id),
        "gone": stored.gone,
        "lastSeen": stored.last_seen.astimezone(UTC).isoformat(),
        "delivery": _delivery(document, visitor),
        "history": _history(stored, currency, rates, today),
        "identifiers": [*stored.identifiers],
        "similar": similar,
    }
    return Product(stored, document, body, found.took + took)


def _shown(document: Body, stored: Stored, visitor: Conditions, rates: Rates) -> Body:
    """Return the whole product, its price and stock as they are known this moment."""
    shown = {name: value for name, value in document.items() if name not in SEARCH_ONLY}
    shown["brand"] = context().spellings.common("brand", document["brand"])
    shown["viaProxy"] = visitor.is_by_proxy(document["shipsTo"])
    shown["soldOut"] = stored.sold_out
    if rates.knows(stored.currency):
        shown["price"] = amounts_of(stored.price, stored.currency, rates)
        shown["ordinaryPrice"] = amounts_of(stored.ordinary, stored.currency, rates)
    return shown


def _delivery(document: Body, visitor: Conditions) -> str | None:
    """Return how it reaches the visitor's country: store, proxy or no; None without a country."""
    if not visitor.country:
        return None
    if visitor.is_by_proxy(document["shipsTo"]):
        return "proxy"
    reaches = visitor.country in document["shipsTo"] or "*" in document["shipsTo"]
    return "store" if reaches else "no"


def _history(stored: Stored, currency: str, rates: Rates, today: Any) -> Body:
    """Return the price history; empty where the store's currency has no rate."""
    if not rates.knows(stored.currency):
        return {"today": today.isoformat(), "readDays": 0, "steps": [], "changes": [], "words": []}
    money = money_in(currency, stored.currency, rates)
    code = currency.lower()

    def amount(value: Any) -> float | None:
        amounts = amounts_of(value, stored.currency, rates)
        return None if amounts is None else amounts[code]

    steps = steps_of(stored.days)
    now = Now(today, stored.price, stored.ordinary)
    words = Words() if stored.gone else words_of(stored.days, now, money)
    return {
        "today": today.isoformat(),
        "readDays": len(stored.days),
        "steps": [
            {
                "first": step.first.isoformat(),
                "last": step.last.isoformat(),
                "price": amount(step.price),
                "ordinaryPrice": amount(step.ordinary),
                "soldOut": step.sold_out,
            }
            for step in steps
        ],
        "changes": [
            {"day": change.day.isoformat(), "text": change.text}
            for change in changes_of(steps, money)
        ],
        "words": [line for line in (words.price, *words.was) if line],
    }


def _similar(
    document: Body, stored: Stored, visitor: Conditions, rates: Rates
) -> tuple[list[Any], int]:
    services = context()
    amounts = (
        amounts_of(stored.price, stored.currency, rates) if rates.knows(stored.currency) else None
    )
    body = similar_body(document, amounts["zar"] if amounts else None, stored.colors, visitor)
    request = SearchRequest(visitor, highlighted=False, spellings=services.spellings)
    answer = fetch(services.engine.search, [body])
    hits = hits_of(answer.responses[0], request)
    return [response.product(hit, request) for hit in hits], answer.took
