"""A product's own view, put together from its document, its row and its history.

Its amounts in the visitor's currency, its price history as steps for the chart and the table, and
what is like it: one Elasticsearch body, made of the product's own document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

from app.context import context
from app.errors import Gone, NotFound
from app.product.address import MOST_ID, product_path
from app.product.days import Day
from app.product.stored import Stored, load_product, today_at
from app.product.words import Money, Now, Words, words_of
from app.search import Body
from app.search.execute import fetch
from app.search.query.hits import hits_of, tile_fields
from app.search.request import Conditions, SearchRequest
from app.search.wire import response
from indexer.catalogue.document import SEARCH_ONLY
from indexer.catalogue.document.tile import finest
from indexer.catalogue.rates import TARGETS, Rates, written

SIMILAR = 12
# Another store's come first whatever else they share; then what stands nearest.
OTHER_STORE = 100.0
COLOUR, MATERIAL, WORDS, PRICE = 3.0, 2.0, 1.0, 4.0
PRICE_SCALE = 0.35  # of the price: so far away its nearness counts half
MOST_WORDS = 8  # of a name: the last ones say what it is

BRIDGED_DAYS = 3  # not read between two equal readings: many stores are read every few days
CHANGES = 6


def similar_body(
    document: Body, price: float | None, barred: Sequence[int], visitor: Conditions
) -> Body:
    """Return the body that finds what is like a document's product and can be bought.

    `price` is in ZAR, `barred` are ids of the product and its other colours. Nothing is found for
    a product of which it is not known what it is.
    """
    query: Body = {
        "bool": {
            "filter": [*_same_kind(document), *_reachable(visitor)],
            "must_not": [{"ids": {"values": [str(id_) for id_ in barred]}}],
            "should": _likeness(document),
            "minimum_should_match": 0,
        }
    }
    if price:
        query = _near_in_price(query, price)
    return {
        "query": query,
        "size": SIMILAR,
        "sort": ["_score", {"objectID": "asc"}],
        "track_total_hits": False,
        **tile_fields(visitor),
    }


def document_body(product_id: int) -> Body:
    """Return the body that fetches a product's whole document, hidden or not."""
    return {"query": {"ids": {"values": [str(product_id)]}}, "size": 1, "track_total_hits": False}


def _same_kind(document: Body) -> list[Body]:
    """Return the conditions of product type and people."""
    category: list[str] = document.get("category") or []
    if not category:
        return [{"match_none": {}}]
    gender: list[str] = document.get("gender") or []
    audience: list[str] = document.get("audience") or []
    kinds: list[Body] = [{"terms": {"category": finest(category)}}]
    kinds += [{"terms": {"gender": gender}}] if gender else []
    return kinds + ([{"terms": {"audience": audience}}] if audience else [])


def _reachable(visitor: Conditions) -> list[Body]:
    shown: list[Body] = [
        {"term": {"visible": True}},
        {"term": {"stock": "in-stock"}},
        {"term": {"hasImage": True}},
    ]
    return shown + ([{"terms": {"shipsTo": list(visitor.reachable)}}] if visitor.country else [])


def _likeness(document: Body) -> list[Body]:
    other_store: Body = {"bool": {"must_not": [{"term": {"store": document["store"]}}]}}
    near = [_constant(other_store, OTHER_STORE)]
    near += [_constant({"term": {"colour": c}}, COLOUR) for c in document.get("colour") or ()]
    materials = (document.get("attributes") or {}).get("material") or ()
    near += [_constant({"term": {"attributes.material": m}}, MATERIAL) for m in materials]
    words = list(dict.fromkeys(document["name"].split()[-MOST_WORDS:]))
    return near + [_constant({"match": {"name": {"query": word}}}, WORDS) for word in words]


def _constant(clause: Body, boost: float) -> Body:
    return {"constant_score": {"filter": clause, "boost": boost}}


def _near_in_price(query: Body, price: float) -> Body:
    scale: dict[str, Any] = {"origin": price, "scale": max(price * PRICE_SCALE, 0.01), "decay": 0.5}
    return {
        "function_score": {
            "query": query,
            "functions": [{"gauss": {"price.zar": scale}, "weight": PRICE}],
            "boost_mode": "sum",
        }
    }


@dataclass(frozen=True, slots=True)
class Step:
    """Days on which nothing changed: from the first to the last reading, `read` of them."""

    first: date
    last: date
    read: int
    price: Decimal
    ordinary: Decimal | None
    sold_out: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What was found to be otherwise on a day."""

    day: date
    text: str


def steps_of(days: Sequence[Day]) -> list[Step]:
    """Return the days as steps; between two that do not meet it was not read, or changed."""
    runs: list[list[Day]] = []
    for day in days:
        if runs and _goes_on(runs[-1][-1], day):
            runs[-1].append(day)
        else:
            runs.append([day])
    return [_step(run) for run in runs]


def _goes_on(before: Day, day: Day) -> bool:
    same = before.price == day.price and before.ordinary == day.ordinary
    is_near = (day.day - before.day).days <= BRIDGED_DAYS + 1
    return same and is_near and before.sold_out == day.sold_out


def _step(run: Sequence[Day]) -> Step:
    first, last = run[0], run[-1]
    return Step(first.day, last.day, len(run), last.price, last.ordinary, last.sold_out)


def changes_of(steps: Sequence[Step], money: Money) -> list[Change]:
    """Return the last changes of price and stock, the newest first."""
    changes = [
        Change(step.first, text)
        for before, step in pairwise(steps)
        for text in _differences(before, step, money)
    ]
    return changes[::-1][:CHANGES]


def _differences(before: Step, step: Step, money: Money) -> list[str]:
    texts = []
    if step.price != before.price:
        direction = "Down" if step.price < before.price else "Up"
        texts.append(f"{direction} from {money(before.price)} to {money(step.price)}")
    if step.sold_out != before.sold_out:
        texts.append("Sold out" if step.sold_out else "Back in stock")
    return texts


def money_in(currency: str, store_currency: str, rates: Rates) -> Money:
    """Return what writes a store's amounts as the visitor reads them."""

    def text(amount: Decimal) -> str:
        return written(rates.convert(amount, store_currency, currency), currency)

    return text


def amounts_of(
    amount: Decimal | None, store_currency: str, rates: Rates
) -> Mapping[str, float] | None:
    """Return an amount in all currencies, as documents hold it; None for no amount."""
    if amount is None:
        return None
    return {code.lower(): float(rates.convert(amount, store_currency, code)) for code in TARGETS}


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
