"""What a product cost on the days on which it was read, as stretches of equal days. Pure.

The price history has a row where something changed, and the readings say when anybody looked
(`indexer.catalogue.readings`): a day counts where both are known and believed. A year is some
stretches, not 365 days, so that a million histories are read in a minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

MISREAD = Decimal(50)  # so many times the usual price, or a part of it: cents taken for the whole
_DAY = timedelta(days=1)
_NO_END = date.max

Range = tuple[date, date]  # the first day and the last


class Row(NamedTuple):
    """A row of the price history; amounts in `currency`. `counts`: its run is one that counts."""

    day: date
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    counts: bool = True


class Stretch(NamedTuple):
    """Read days that follow one another, with the prices that were asked on each, in their order.

    `sold_out`: nobody could buy at any of them.
    """

    first: date
    last: date
    prices: tuple[Decimal, ...]
    ordinary: Decimal | None
    sold_out: bool

    @property
    def days(self) -> int:
        """Return how many days it has."""
        return span(self.first, self.last)

    @property
    def price(self) -> Decimal:
        """Return the last of each day's prices."""
        return self.prices[-1]

    @property
    def low(self) -> Decimal:
        """Return the lowest of each day's prices."""
        return min(self.prices)


def span(first: date, last: date) -> int:
    """Return how many days these are, both among them."""
    return (last - first).days + 1


def count(stretches: Iterable[Stretch]) -> int:
    """Return how many days these are."""
    return sum(stretch.days for stretch in stretches)


def stretches_of(rows: Sequence[Row], read: Sequence[Range], currency: str) -> list[Stretch]:
    """Return the days that count; `rows` and `read` are in the order of time.

    On a day without a row of its own the one before holds. A day does not count where a run that
    does not count wrote on it, or where a price is unknown, 0 or in another currency than the
    store's present one. What such a run wrote and a later one left as it is counts from that day
    on. Of a day on which it could be bought only what it could be bought for counts.
    """
    return [
        Stretch(max(first, since), min(last, until), prices, asked[-1].ordinary, asked[-1].sold_out)
        for first, last, rows_ in _spans(rows)
        if (asked := [row for row in rows_ if not row.sold_out] or rows_)
        and len(prices := _prices(asked, currency)) == len(asked)
        for since, until in read
        if since <= last and first <= until
    ]


def _prices(rows: Sequence[Row], currency: str) -> tuple[Decimal, ...]:
    return tuple(row.price for row in rows if row.price and row.currency == currency)


def _spans(rows: Sequence[Row]) -> Iterator[tuple[date, date, list[Row]]]:
    """Yield the first and the last day of what holds, with its rows: a day's own, then its last."""
    days = [(day, list(own)) for day, own in groupby(rows, attrgetter("day"))]
    for (day, own), (following, _) in pairwise([*days, (_NO_END, [])]):
        is_plain = len(own) == 1 and own[0].counts
        if not is_plain and all(row.counts for row in own):
            yield day, day, own
        begins = day if is_plain else day + _DAY
        if begins < following:
            yield begins, following - _DAY, own[-1:]


def within(stretches: Iterable[Stretch], first: date, last: date) -> list[Stretch]:
    """Return what of the stretches lies on these days."""
    return [
        one
        if first <= one.first and one.last <= last
        else Stretch(max(first, one.first), min(last, one.last), *one[2:])
        for one in stretches
        if one.first <= last and first <= one.last
    ]


def believed(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the days without those of misread prices: far from the price of most days."""
    if not stretches:
        return []
    usual = lowest_of_days([(stretch.price, stretch.days) for stretch in stretches])
    least, most = usual / MISREAD, usual * MISREAD
    return [one for one in stretches if least < min(one.prices) and max(one.prices) < most]


def lowest_of_days(prices: list[tuple[Decimal, int]], days: int = 0) -> Decimal:
    """Return the price that was asked, or less, on so many days (0: half of them)."""
    left = days or (sum(count for _, count in prices) + 1) // 2
    for price, count in sorted(prices):
        left -= count
        if left <= 0:
            return price
    return max(prices)[0]
