"""What a product page shows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import Any

from sqlalchemy import select

from app.live.context import context
from app.live.snapshot import style_order
from app.product.related import (
    MOST_ID,
    StoredProduct,
    cheapest_of,
    delivery_of,
    load_product,
    offers_of,
    product_path,
    select_similar,
    similar_bodies,
    tiles_by_id,
)
from app.search import Body
from app.search.query.results import hits_of
from app.search.request import Conditions, SearchRequest
from app.search.wire import response
from app.web.errors import Gone, NotFound
from indexer.catalogue.deals import OTHER
from indexer.catalogue.document import SEARCH_ONLY, lineage
from indexer.catalogue.prices import (
    BEFORE_DAYS,
    Measure,
    Stretch,
    count,
    lately,
    measure_of,
    span,
    today_at,
    was_charged,
    without_outliers,
)
from indexer.catalogue.rates import TARGETS, Rates
from indexer.catalogue.tile import OFFERS_FIELD as OFFERS
from indexer.catalogue.tile import STORE_PRICE, store_price
from indexer.models import Deals
from scrapers.attributes.definitions import percent_off

Money = Callable[[Decimal], str]


def sentences(
    measure: Measure | None,
    today: date,
    price: Decimal | None,
    ordinary: Decimal | None,
    money: Money,
) -> list[str]:
    """Return the verdict on a price by its measure; nothing where too little is known.

    `price` is the store's today, and `ordinary` the one that it crosses out.
    """
    if measure is None or price is None:
        return []
    was = ordinary if ordinary is not None and ordinary > price else None
    return [
        *_of_price(measure, today, price, money),
        *(_of_was(measure, today, was, money) if was is not None else ()),
        *_of_drop(measure, price, was, money),
    ]


def _of_price(measure: Measure, today: date, price: Decimal, money: Money) -> list[str]:
    days = measure.days
    if days[-1].price != price:
        return []
    of, looked = span(measure.read[0].first, today), _days_sentence(measure.read)
    low = min(day.low for day in days)
    dearer = count(day for day in days if day.price > price)
    if low == price and was_charged(dearer, days):
        return [f"The lowest in {of} days. {looked}"]
    if low == price and not dearer:
        return [f"The same price for {of} days. {looked}"]
    days_at_price = count(day for day in days if day.low == low)
    return [f"{money(low)} was asked on {days_at_price} of the last {of} days. {looked}"]


def _of_was(measure: Measure, today: date, was: Decimal, money: Money) -> list[str]:
    read = lately(measure.read, today)
    days = count(day for day in lately(measure.days, today) if was in day.prices)
    of = span(read[0].first, today)
    return [f"{money(was)} was asked on {days} of the last {of} days. {_days_sentence(read)}"]


def _of_drop(measure: Measure, price: Decimal, was: Decimal | None, money: Money) -> list[str]:
    if measure.before is not None:
        off, before = percent_off(price, measure.before), money(measure.before)
        lowest = f"the lowest price of the {BEFORE_DAYS} days before it fell"
        return [f"{off} % less than {before}, {lowest}."]
    raised = ": it was raised before it was cut" if measure.raised else ""
    return [f"By what we have read it is no discount{raised}."] if was is not None else []


def _days_sentence(read: Sequence[Stretch]) -> str:
    away = count(day for day in read if day.sold_out)
    sold_out = f"; it was sold out on {away}" if away else ""
    return f"We looked on {count(read)} of them{sold_out}."


BRIDGED_DAYS = 3  # not read between two equal readings: many stores are read every few days
CHANGES = 6


def steps_of(days: Sequence[Stretch]) -> list[Stretch]:
    """Return days on which nothing changed as one; between two that do not meet it was not read, or
    changed.
    """
    steps: list[Stretch] = []
    for day in days:
        goes_on = bool(steps) and _goes_on(steps[-1], day)
        first = steps.pop().first if goes_on else day.first
        steps.append(day._replace(first=first))
    return steps


def _goes_on(before: Stretch, day: Stretch) -> bool:
    same = before.price == day.price and before.ordinary == day.ordinary
    is_near = (day.first - before.last).days <= BRIDGED_DAYS + 1
    return same and is_near and before.sold_out == day.sold_out


def changes_of(steps: Sequence[Stretch], money: Money) -> list[Body]:
    """Return the last changes of price and stock, the newest first."""
    changes = [
        {"day": step.first.isoformat(), "text": text}
        for before, step in pairwise(steps)
        for text in _differences(before, step, money)
    ]
    return changes[::-1][:CHANGES]


def _differences(before: Stretch, step: Stretch, money: Money) -> list[str]:
    texts = []
    if step.price != before.price:
        direction = "Down" if step.price < before.price else "Up"
        texts.append(f"{direction} from {money(before.price)} to {money(step.price)}")
    if step.sold_out != before.sold_out:
        texts.append("Sold out" if step.sold_out else "Back in stock")
    return texts


def amounts_of(
    amount: Decimal | None, store_currency: str, rates: Rates
) -> Mapping[str, float] | None:
    """Return an amount in all currencies, as documents hold it; None for none or without a rate."""
    if amount is None or not rates.has_rate(store_currency):
        return None
    return {code.lower(): float(rates.convert(amount, store_currency, code)) for code in TARGETS}


@dataclass(frozen=True, slots=True)
class Product:
    """A product as a visitor finds it, and Elasticsearch's time for it in ms."""

    stored: StoredProduct
    measure: Measure | None
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
    whole: Body = {"query": {"ids": {"values": [str(product_id)]}}}  # hidden or not
    (found,), took = services.engine.search([whole | {"size": 1, "track_total_hits": False}])
    hits = found["hits"]["hits"]
    if not hits:
        raise NotFound(f"There is no product {product_id} yet")
    document: Body = hits[0]["_source"]
    similar, more = _similar(document, stored, visitor, rates)
    measure = measure_of(stored.days, today, stored.row.price)
    body = {
        "product": _product_view(document, stored, measure, visitor, rates),
        "path": product_path(document["name"], product_id),
        "way": _way_to(document),
        "gone": stored.is_gone,
        "lastSeen": stored.row.last_seen_at.astimezone(UTC).isoformat(),
        "delivery": delivery_of(document["shipsTo"], visitor),
        "offers": offers_of(stored, visitor, rates),
        "history": _history(stored, measure, currency, rates, today),
        "identifiers": [*(stored.row.identifiers or ())],
        "sizes": _sizes(stored, currency, rates),
        "similar": similar,
    }
    return Product(stored, measure, document, body, took + more)


def _way_to(document: Body) -> list[Body]:
    """Return the categories to the finest one of a product, as JSON-LD names them, too."""
    names = context().reference.labels["category"]
    slug = (document.get("category") or [""])[-1]
    steps = lineage(slug) if slug else ()
    return [{"value": step, "label": names.get(step, step)} for step in steps]


def _product_view(
    document: Body,
    stored: StoredProduct,
    measure: Measure | None,
    visitor: Conditions,
    rates: Rates,
) -> Body:
    """Return the whole product, its price and stock as they are known this moment."""
    shown = {name: value for name, value in document.items() if name not in SEARCH_ONLY}
    shown["brand"] = context().spellings.common("brand", document["brand"])
    shown["viaProxy"] = visitor.is_by_proxy(document["shipsTo"])
    shown["soldOut"] = stored.row.sold_out
    shown[STORE_PRICE] = store_price(stored.row.price, stored.row.currency)
    shown.pop(OFFERS, None)  # the view has each of them
    if rates.has_rate(stored.row.currency):
        shown["price"] = amounts_of(stored.row.price, stored.row.currency, rates)
        shown["ordinaryPrice"] = amounts_of(stored.row.ordinary_price, stored.row.currency, rates)
        before = measure.before if measure else None
        shown["priceBefore"] = amounts_of(before, stored.row.currency, rates)
        shown["measured"] = measure is not None
    return shown


def _sizes(stored: StoredProduct, currency: str, rates: Rates) -> list[Body]:
    return [
        {
            "size": one["size"],
            "soldOut": stored.row.sold_out or stored.is_gone or one["sold_out"],
            "price": amount[currency.lower()] if amount else None,
        }
        for one in stored.row.sizes or ()
        for price in [Decimal(one["price"]) if one["price"] else None]
        for amount in [amounts_of(price, stored.row.currency, rates)]
    ]


def _history(
    stored: StoredProduct, measure: Measure | None, currency: str, rates: Rates, today: date
) -> Body:
    """Return the price history; empty where the store's currency has no rate."""
    if not rates.has_rate(stored.row.currency):
        unknown = dict.fromkeys(("steps", "everywhere", "changes", "words"), ())
        return {"today": today.isoformat(), "readDays": 0, **unknown}
    code = currency.lower()

    def money(value: Decimal) -> str:
        return rates.text(value, stored.row.currency, currency)

    def amount(value: Any) -> float | None:
        amounts = amounts_of(value, stored.row.currency, rates)
        return None if amounts is None else amounts[code]

    days = without_outliers(stored.days)
    steps = steps_of(days)
    return {
        "today": today.isoformat(),
        "readDays": count(days),
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
        "everywhere": _everywhere(stored, currency, rates),
        "changes": changes_of(steps, money),
        "words": []
        if stored.is_gone
        else sentences(measure, today, stored.row.price, stored.row.ordinary_price, money),
    }


def _everywhere(stored: StoredProduct, currency: str, rates: Rates) -> list[Body]:
    """Return what the thing cost wherever it was cheapest; nothing where nobody else sells it."""
    if not stored.mates:
        return []
    known = [each for each in (stored, *stored.mates) if rates.has_rate(each.row.currency)]
    names = {store.id: store.name for store in context().reference.stores}
    sold_by = {each.row.id: names.get(each.row.brand_id, "") for each in known}
    offered = [
        (step.first, step.last, rates.convert(step.price, each.row.currency, currency), each.row.id)
        for each in known
        for step in steps_of(without_outliers(each.days))
        if not step.sold_out
    ]
    return [
        {
            "first": first.isoformat(),
            "last": last.isoformat(),
            "price": float(amount),
            "storeName": sold_by[product_id],
        }
        for first, last, amount, product_id in cheapest_of(offered)
    ]


def _similar(
    document: Body, stored: StoredProduct, visitor: Conditions, rates: Rates
) -> tuple[list[Any], int]:
    services = context()
    amounts = amounts_of(stored.row.price, stored.row.currency, rates)
    price = amounts["zar"] if amounts else None
    barred = [*stored.colors, *(mate.row.id for mate in stored.mates)]
    bodies = similar_bodies(document, price, barred, visitor)
    request = SearchRequest(visitor, highlighted=False, spellings=services.spellings)
    responses, took = services.engine.search([*bodies])
    kind, wider = (
        map(partial(response.product, request=request), hits_of(item, request))
        for item in responses
    )
    return select_similar(kind, wider, document["brandId"]), took


NOVEMBER, FRIDAY = 11, 4
BLACK_FRIDAY, DEALS, FEED = "/black-friday", "/deals", "/deals.atom"
PATHS = (DEALS, BLACK_FRIDAY)


def today() -> date:
    """Return the day in the shop's zone."""
    return today_at(datetime.now(UTC))


def in_season() -> bool:
    """Return True in November, when the page of Black Friday is there."""
    return today().month == NOVEMBER


def black_friday(day: date) -> date:
    """Return the next one, or that of this November: the day after its fourth Thursday."""
    year = day.year + (day.month > NOVEMBER)
    first = date(year, NOVEMBER, 1)
    thursday = first + timedelta((FRIDAY - 1 - first.weekday()) % 7)
    return thursday + timedelta(3 * 7 + 1)


def deals_view(currency: str, country: str) -> tuple[Body, int]:
    """Return the last deals that were found, and Elasticsearch's time in ms.

    What visitors no longer see, is sold out, or has another price by now is left out. Raises
    SearchUnavailable.
    """
    with context().session() as session:
        row = session.scalar(select(Deals).order_by(Deals.day.desc()).limit(1))
    found: Body = row.found if row else {"stores": [], "categories": [], "deals": {}, "raised": []}
    entries = [*found["raised"], *(one for deals in found["deals"].values() for one in deals)]
    hits, took = tiles_by_id(list(dict.fromkeys(one["id"] for one in entries)), currency, country)
    by_id = {hit["productId"]: hit for hit in hits if "soldOut" not in hit}

    def shown(many: Sequence[Body]) -> list[Body]:
        return [_deal(one, by_id[one["id"]], currency) for one in many if one["id"] in by_id]

    return {
        "day": row.day.isoformat() if row else None,
        "blackFriday": black_friday(today()).isoformat(),
        "isSeason": in_season(),
        "sections": [
            {"slug": slug, "name": _category(slug), "deals": deals}
            for slug, many in sorted(found["deals"].items(), key=_place)
            if (deals := [one for one in shown(many) if one["off"]])
        ],
        "raised": shown(found["raised"]),
        "stores": _stores(found["stores"]),
        "categories": [
            row | {"name": _category(row["slug"])}
            for row in sorted(found["categories"], key=lambda row: _place((row["slug"],)))
        ],
    }, took


def _deal(one: Body, hit: Body, currency: str) -> Body:
    """Return a deal: its product, how much less it costs, since when, what it was raised to."""
    raised, rates = one["raised"], context().reference.rates
    amounts = amounts_of(Decimal(raised), one["currency"], rates) if raised else None
    before = hit.get("priceBefore", {}).get("zar")
    return {
        "hit": hit,
        "off": percent_off(Decimal(str(hit["price"]["zar"])), before and Decimal(str(before))),
        "since": one["since"],
        "raised": amounts[currency.lower()] if amounts else None,
        "line": one["line"],
    }


def _place(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what sorts categories: as styles are (spec §3), what has none last."""
    return row[0] == OTHER, style_order(row[0])


def _category(slug: str) -> str:
    return context().reference.labels["category"].get(slug, "Other")


def _stores(rows: Sequence[Body]) -> list[Body]:
    stores = {store.id: store for store in context().reference.active_stores}
    shown = [
        row | {"slug": store.slug, "name": store.name}
        for row in rows
        if (store := stores.get(row["brandId"]))
    ]
    return sorted(shown, key=lambda row: (-row["deals"], -row["claims"], row["name"]))
