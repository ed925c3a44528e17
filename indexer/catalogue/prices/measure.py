"""How a price's drop is measured: by what was asked before, on days on which it could be bought.

The measured drop is from the lowest price of the 30 days before the price began to fall, as the
EU has stores announce reductions (Directive 98/6/EC, article 6a: the lowest price of at least 30
days before it; of a reduction in steps, before the first of them). Against the commonest price a
store that alternates two prices would have a sale half of the time; against the lowest, raising a
price before it is cut gains nothing. A price of a single day is none: it may be a slip.

What the store says ("was R 3,499") is not looked at: history denies it where this is less. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from indexer.catalogue.prices.days import Stretch, believed, count, lowest_of_days, span, within
from scrapers.attributes.declared import percent_off

LEAST_DAYS = 14  # counted in WAS_DAYS, before anything is known
FRESH_DAYS = 7  # a price that was last read longer ago says nothing of now
WINDOW_DAYS = 90  # all that is looked at
WAS_DAYS = 60  # a drop is one while it cost more on some of these
BEFORE_DAYS = 30
SHARE = 10  # a price was asked if it was on one in so many of the days
NO_SLIP = 2  # days on which a price has to be asked


@dataclass(frozen=True, slots=True)
class Measure:
    """What a product's last 90 days say of its price now.

    `read`: the days on which it was read; `days`: those of them on which it could be bought.
    `before`: what it cost before it fell, None where it is not lower now. `raised`: what it was
    raised to before it fell. `lowest`: it was not lower in these days.
    """

    read: tuple[Stretch, ...]
    days: tuple[Stretch, ...]
    before: Decimal | None
    raised: Decimal | None
    lowest: bool


def measure_of(stretches: Sequence[Stretch], today: date, price: Decimal | None) -> Measure | None:
    """Return what the days that count say of a price; None where too little is known."""
    read = believed(within(stretches, today - timedelta(WINDOW_DAYS - 1), today))
    if not price or not read or span(read[-1].last, today) > FRESH_DAYS:
        return None
    days = [stretch for stretch in read if not stretch.sold_out]
    late = lately(days, today)
    if count(late) < LEAST_DAYS:
        return None
    before, raised = _fall(days, price)
    dearer = [stretch for stretch in late if before is not None and stretch.low >= before]
    if not was_asked(count(dearer), late) or not percent_off(price, before):
        before = None
    lowest = all(stretch.low >= price for stretch in days)
    return Measure(tuple(read), tuple(days), before, raised, lowest)


def lately(days: Sequence[Stretch], today: date) -> list[Stretch]:
    """Return the days of the last 60, against which a "was" is held."""
    return within(days, today - timedelta(WAS_DAYS - 1), today)


def was_asked(on: int, of: Sequence[Stretch]) -> bool:
    """Return True if what was asked on so many of these days is more than a slip."""
    return on >= NO_SLIP and on * SHARE >= count(of)


def _fall(days: Sequence[Stretch], price: Decimal) -> tuple[Decimal | None, Decimal | None]:
    """Return the lowest price of the 30 days before it fell, and the last one where that is more.

    It fell after the last day of the price from which it has not risen since, in one step or more.
    """
    top, last = price, None
    for stretch in reversed(days):
        if stretch.price < top:
            break
        if stretch.price > top:
            top, last = stretch.price, stretch.last
    if last is None:
        return None, None
    before = within(days, last - timedelta(BEFORE_DAYS - 1), last)
    low = lowest_of_days([(stretch.low, stretch.days) for stretch in before], NO_SLIP)
    return (low if low > price else None), (top if top > low else None)
