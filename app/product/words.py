"""What may be said of a price, in sentences: each number is of days that were read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from app.product.days import Day

LEAST_DAYS = 14  # of history, before anything is said
FRESH_DAYS = 7  # a price that was last read longer ago says nothing of now
WINDOW_DAYS = 90
WAS_DAYS = 60
BEFORE_DAYS = 30  # before a sale: what the store's "was" is held against

Money = Callable[[Decimal], str]


@dataclass(frozen=True, slots=True)
class Now:
    """What the store asks on the day `today`; amounts in the store's currency."""

    today: date
    price: Decimal | None
    ordinary: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences: of the price, none where there is too little history, and of the "was"."""

    price: str | None = None
    was: tuple[str, ...] = ()


def words_of(days: Sequence[Day], now: Now, money: Money) -> Words:
    """Return what may be said of a price by the days that count (`days_of`)."""
    if not days or now.price is None or days[-1].price != now.price:
        return Words()
    if _span(days[0].day, now.today) < LEAST_DAYS or _span(days[-1].day, now.today) > FRESH_DAYS:
        return Words()
    return Words(_of_price(days, now, now.price, money), _of_was(days, now, now.price, money))


def _of_price(days: Sequence[Day], now: Now, price: Decimal, money: Money) -> str | None:
    window = _last(days, now.today, WINDOW_DAYS)
    lower = [day for day in window if day.low < price]
    since = [day for day in window if not lower or day.day > lower[-1].day]
    is_long = bool(since) and _span(since[0].day, now.today) >= LEAST_DAYS
    if is_long and any(day.price > price for day in since):
        return f"Lowest since {_since(since, now.today)}"
    if lower:
        low = min(day.low for day in lower)
        count = sum(day.low == low for day in lower)
        of = min(WINDOW_DAYS, _span(days[0].day, now.today))
        return f"{money(low)} was asked on {_of(count, of)}, read on {len(window)}"
    return f"The same price since {_since(since, now.today)}" if is_long else None


def _of_was(days: Sequence[Day], now: Now, price: Decimal, money: Money) -> tuple[str, ...]:
    was = now.ordinary
    if was is None or was <= price:
        return ()
    window = _last(days, now.today, WAS_DAYS)
    count = sum(was in day.prices for day in window)
    of = min(WAS_DAYS, _span(days[0].day, now.today))
    asked = f"{money(was)} was asked on {_of(count, of)}, read on {len(window)}"
    full = [day for day in days if day.ordinary is None]
    begun = next((day.day for day in days if not full or day.day > full[-1].day), now.today)
    before = _last([d for d in days if d.day < begun], begun - timedelta(1), BEFORE_DAYS)
    if not before:
        return (asked,)
    low = money(min(day.low for day in before))
    return (
        asked,
        f"The lowest price of the {BEFORE_DAYS} days before the sale: {low}, read on {len(before)}",
    )


def _last(days: Sequence[Day], end: date, count: int) -> list[Day]:
    return [day for day in days if _span(day.day, end) <= count]


def _span(first: date, last: date) -> int:
    """Return how many days these are, both among them."""
    return (last - first).days + 1


def _of(count: int, of: int) -> str:
    return f"{count} of the last {of} days"


def _since(days: Sequence[Day], today: date) -> str:
    first = days[0].day
    return f"{day_text(first, today)}, read on {len(days)} of {_span(first, today)} days"


def day_text(day: date, today: date) -> str:
    """Return "3 March", with the year where it is another one."""
    text = f"{day.day} {day:%B}"
    return text if day.year == today.year else f"{text} {day.year}"
