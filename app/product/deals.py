"""The deals that the measured discounts support."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from app.live.context import context
from app.live.reference import style_order
from app.product.related import tiles_by_id
from app.product.view import amounts_of
from app.search import Body
from indexer.catalogue.prices.deals import OTHER
from indexer.catalogue.prices.measure import today_at
from indexer.models import Deals
from scrapers.attributes.definitions import percent_off

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
