"""What a product cost on the days on which it was read. Pure.

The price history has a row where something changed, and the readings say when anybody looked
(`indexer.catalogue.readings`): a day counts where both are known and believed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from statistics import median_low
from typing import NamedTuple

from indexer.pipeline.verdict.values import ABSURD


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the price history; amounts in `currency`. `counts`: its run is one that counts."""

    day: date
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    counts: bool = True


class Day(NamedTuple):
    """A day's prices as they were read, in their order; the last ones of the rest."""

    day: date
    prices: tuple[Decimal, ...]
    ordinary: Decimal | None
    sold_out: bool

    @property
    def price(self) -> Decimal:
        """Return the last of the day's prices."""
        return self.prices[-1]

    @property
    def low(self) -> Decimal:
        """Return the lowest of the day's prices."""
        return min(self.prices)


def days_of(rows: Sequence[Row], read: Iterable[date], currency: str) -> list[Day]:
    """Return the days that count, in order; `rows` are in the order of time, `read` in any.

    On a day without a row of its own the one before holds. A day does not count where a run that
    does not count wrote on it, where a price is unknown, 0 or in another currency than the store's
    present one, or where one is so far from the others that it was misread. What such a run wrote
    and a later one left as it is counts from that day on.
    """
    rest, days = deque(rows), []
    before: Row | None = None
    for day in sorted(read):
        while rest and rest[0].day < day:
            before = rest.popleft()
        own = []
        while rest and rest[0].day == day:
            own.append(rest.popleft())
        asked = own or ([before] if before else [])
        before = asked[-1] if asked else None
        prices = tuple(row.price for row in asked if row.price and row.currency == currency)
        if not before or len(prices) < len(asked) or not all(row.counts for row in own):
            continue
        days.append(Day(day, prices, before.ordinary, before.sold_out))
    return _believed(days)


def _believed(days: list[Day]) -> list[Day]:
    """Return the days without those of misread prices: cents taken for the whole."""
    if not days:
        return []
    usual = median_low(day.price for day in days)
    least, most = usual / ABSURD, usual * ABSURD
    return [day for day in days if all(least < price < most for price in day.prices)]
