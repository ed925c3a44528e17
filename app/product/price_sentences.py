"""What may be said of a price, in sentences: each number is of days that were read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from indexer.catalogue.prices.days import Stretch, count, span
from indexer.catalogue.prices.measure import BEFORE_DAYS, Measure, lately, was_asked
from scrapers.attributes.declared import percent_off

Money = Callable[[Decimal], str]


@dataclass(frozen=True, slots=True)
class Now:
    """What the store asks on the day `today`, and says that it was; in the store's currency."""

    today: date
    price: Decimal | None
    ordinary: Decimal | None = None


def sentences(measure: Measure | None, now: Now, money: Money) -> list[str]:
    """Return what may be said of a price by its measure; nothing where too little is known."""
    if measure is None or now.price is None:
        return []
    of_price = _of_price(measure, now, now.price, money)
    return [*of_price, *_of_was(measure, now, money), *_of_drop(measure, now, money)]


def _of_price(measure: Measure, now: Now, price: Decimal, money: Money) -> list[str]:
    days = measure.days
    if days[-1].price != price:
        return []
    of, looked = span(measure.read[0].first, now.today), _looked(measure.read)
    low = min(day.low for day in days)
    dearer = count(day for day in days if day.price > price)
    if low == price and was_asked(dearer, days):
        return [f"The lowest in {of} days. {looked}"]
    if low == price and not dearer:
        return [f"The same price for {of} days. {looked}"]
    asked = count(day for day in days if day.low == low)
    return [f"{money(low)} was asked on {asked} of the last {of} days. {looked}"]


def _of_was(measure: Measure, now: Now, money: Money) -> list[str]:
    was = _claim(now)
    if was is None:
        return []
    read = lately(measure.read, now.today)
    asked = count(day for day in lately(measure.days, now.today) if was in day.prices)
    of = span(read[0].first, now.today)
    return [f"{money(was)} was asked on {asked} of the last {of} days. {_looked(read)}"]


def _of_drop(measure: Measure, now: Now, money: Money) -> list[str]:
    if measure.before is not None:
        off, before = percent_off(now.price, measure.before), money(measure.before)
        lowest = f"the lowest price of the {BEFORE_DAYS} days before it fell"
        return [f"{off} % less than {before}, {lowest}."]
    raised = ": it was raised before it was cut" if measure.raised else ""
    return [f"By what we have read it is no discount{raised}."] if _claim(now) else []


def _claim(now: Now) -> Decimal | None:
    is_more = now.ordinary is not None and now.price is not None and now.ordinary > now.price
    return now.ordinary if is_more else None


def _looked(read: Sequence[Stretch]) -> str:
    away = count(day for day in read if day.sold_out)
    sold_out = f"; it was sold out on {away}" if away else ""
    return f"We looked on {count(read)} of them{sold_out}."
