"""What a product has cost: days, measured discounts, and when they are measured again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, LiteralString, NamedTuple
from zoneinfo import ZoneInfo

import psycopg
from psycopg.rows import args_row
from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.core.settings import SCHEDULE_ZONE
from scrapers.attributes.definitions import percent_off

KEPT_DAYS = 400
# Results of runs whose prices count: a suspect run's do not before an operator accepts it.
COUNTING = ("success", "stopped")

_NOTE = text("""
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(day, day + 1))
  FROM product, (SELECT (CAST(:seen_at AS timestamptz) AT TIME ZONE :zone)::date AS day) seen
 WHERE id = ANY(CAST(:ids AS bigint[]))
 ORDER BY id
    ON CONFLICT (product_id) DO UPDATE SET days = (product_reading.days + excluded.days)
       * datemultirange(daterange(upper(excluded.days) - :kept, NULL))
""")
# What a twin's days were, before it is united with the product that stays.
UNITE = text("""
INSERT INTO product_reading (product_id, days)
SELECT pair.kept, r.days
  FROM unnest(CAST(:twins AS bigint[]), CAST(:kept AS bigint[])) AS pair(twin, kept)
  JOIN product_reading r ON r.product_id = pair.twin
    ON CONFLICT (product_id) DO UPDATE SET days = product_reading.days + excluded.days
""")


def note_read(session: Session, ids: Collection[int], seen_at: datetime, result: str) -> None:
    """Note that a run that began at `seen_at` and ended in `result` read these products' prices.

    Nothing is noted of a run whose prices do not count, nor of products that are no more (united
    with another since); nothing is committed.
    """
    if ids and result in COUNTING:
        values = {"ids": list(ids), "seen_at": seen_at, "zone": SCHEDULE_ZONE, "kept": KEPT_DAYS}
        session.execute(_NOTE, values)


MISREAD = Decimal(50)  # so many times the usual price, or a part of it: cents taken for the whole
_DAY = timedelta(days=1)
_NO_END = date.max

Range = tuple[date, date]  # the first day and the last


class Row(NamedTuple):
    """A row of the price history. `counts`: its run is one that counts.

    `price` None: unknown, 0, or in another currency than the store's present one.
    """

    day: date
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    counts: bool = True


class Stretch(NamedTuple):
    """Read days that follow one another, with the prices of each, in their order.

    `sold_out`: nobody could buy at any of them.
    """

    first: date
    last: date
    prices: tuple[Decimal, ...]
    ordinary: Decimal | None
    sold_out: bool

    @property
    def days(self) -> int:
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


def stretches_of(rows: Sequence[Row], read: Sequence[Range]) -> list[Stretch]:
    """Return the days that count; `rows` and `read` are in the order of time.

    On a day without a row of its own the one before holds. A day does not count where a run that
    does not count wrote on it, or where a row has no price. What such a run wrote and a later one
    left as it is counts from that day on. Of a day on which it could be bought only what it could
    be bought for counts.
    """
    return [
        Stretch(
            max(first, since), min(last, until), prices, offered[-1].ordinary, offered[-1].sold_out
        )
        for first, last, rows_ in _spans(rows)
        if (offered := [row for row in rows_ if not row.sold_out] or rows_)
        and len(prices := tuple(row.price for row in offered if row.price)) == len(offered)
        for since, until in read
        if since <= last and first <= until
    ]


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


def without_outliers(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the days without those of misread prices: far from the price of most days."""
    if not stretches:
        return []
    usual = lowest_of_days([(stretch.price, stretch.days) for stretch in stretches])
    least, most = usual / MISREAD, usual * MISREAD
    return [one for one in stretches if least < min(one.prices) and max(one.prices) < most]


def lowest_of_days(prices: list[tuple[Decimal, int]], days: int = 0) -> Decimal:
    """Return the price that held, or a lower one, on so many days (0: half of them)."""
    left = days or (sum(count for _, count in prices) + 1) // 2
    for price, count in sorted(prices):
        left -= count
        if left <= 0:
            return price
    return max(prices)[0]


LEAST_DAYS = 14  # counted in WAS_DAYS, before anything is known
FRESH_DAYS = 7  # a price that was last read longer ago is no evidence of today's
WINDOW_DAYS = 90  # all that is looked at
WAS_DAYS = 60  # a drop is one while it cost more on some of these
BEFORE_DAYS = 30
SHARE = 10  # a price counts if it held on one in so many of the days
NO_SLIP = 2  # days on which a price has to hold


@dataclass(frozen=True, slots=True)
class Measure:
    """What a product's last 90 days show of its price now.

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
    """Return what the days that count show of a price; None where too little is known."""
    read = without_outliers(within(stretches, today - timedelta(WINDOW_DAYS - 1), today))
    if not price or not read or span(read[-1].last, today) > FRESH_DAYS:
        return None
    days = [stretch for stretch in read if not stretch.sold_out]
    late = lately(days, today)
    if count(late) < LEAST_DAYS:
        return None
    before, raised = _fall(days, price)
    dearer = [stretch for stretch in late if before is not None and stretch.low >= before]
    if not was_charged(count(dearer), late) or not percent_off(price, before):
        before = None
    lowest = all(stretch.low >= price for stretch in days)
    return Measure(tuple(read), tuple(days), before, raised, lowest)


def lately(days: Sequence[Stretch], today: date) -> list[Stretch]:
    """Return the days of the last 60, against which a "was" is held."""
    return within(days, today - timedelta(WAS_DAYS - 1), today)


def was_charged(on: int, of: Sequence[Stretch]) -> bool:
    """Return True if a price of so many of these days is more than a slip."""
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


# Of the days `%(kept)s` back from `%(today)s`, of products `p`. A run that is no longer kept
# counted: those that do not count are kept as long as histories reach. A price that
# changes five times a day for a year has no more than 2,000 rows.
READ: LiteralString = """
(SELECT string_agg(lower(span) || ' ' || upper(span) - 1, ',' ORDER BY span)
   FROM product_reading r
  CROSS JOIN unnest(r.days * datemultirange(daterange(
             CAST(%(today)s AS date) - %(kept)s + 1, CAST(%(today)s AS date) + 1))) AS span
  WHERE r.product_id = p.id)
"""
_SINCE: LiteralString = (
    "((CAST(%(today)s AS date) - %(kept)s + 1)::timestamp AT TIME ZONE %(zone)s)"
)
HISTORY: LiteralString = """
(SELECT string_agg((seen_at AT TIME ZONE %(zone)s)::date || ' '
                   || CASE WHEN currency = p.currency AND price > 0 THEN price::text ELSE '' END
                   || ' ' || coalesce(ordinary_price::text, '')
                   || CASE WHEN sold_out THEN ' s' ELSE ' -' END
                   || CASE WHEN run_id IN (SELECT id FROM scrape_run WHERE
                                coalesce(result = ANY(%(counting)s), false) IS FALSE)
                           THEN '-' ELSE '+' END, ',' ORDER BY seen_at)
   FROM (SELECT * FROM price_history h
          WHERE h.product_id = p.id AND h.seen_at >= coalesce(
                (SELECT max(seen_at) FROM price_history b
                  WHERE b.product_id = p.id AND b.seen_at < SINCE), SINCE)
          ORDER BY seen_at DESC LIMIT 2000) seen)
""".replace("SINCE", _SINCE)


def parameters(today: date, kept: int) -> dict[str, object]:
    return {"today": today, "kept": kept, "zone": SCHEDULE_ZONE, "counting": list(COUNTING)}


def stretches(history: str | None, read: str | None) -> list[Stretch]:
    """Return the days that count of what HISTORY and READ found."""
    if not history or not read:
        return []
    rows = [_row(text) for text in history.split(",")]
    return stretches_of(rows, [_range(text) for text in read.split(",")])


def _row(text: str) -> Row:
    day, price, ordinary, flags = text.split(" ")
    return Row(
        date.fromisoformat(day),
        Decimal(price) if price else None,
        Decimal(ordinary) if ordinary else None,
        flags[0] == "s",
        flags[1] == "+",
    )


def _range(text: str) -> Range:
    first, _, last = text.partition(" ")
    return date.fromisoformat(first), date.fromisoformat(last)


Connection = psycopg.Connection[Any]
BATCH = 2_000  # products that come from PostgreSQL at a time

_ASKED: LiteralString = (
    """
SELECT p.id, p.brand_id, c.slug, p.currency, p.price, p.ordinary_price,
       NOT p.sold_out AND b.is_active,
       m.product_id IS NOT NULL, m.currency, m.price, m.price_before, """
    + HISTORY
    + ", "
    + READ
    + """
  FROM product p
  JOIN brand b ON b.id = p.brand_id
  LEFT JOIN category c ON c.id = coalesce(p.curated_category_id, p.page_category_id,
                                          p.classified_category_id)
  LEFT JOIN price_measure m ON m.product_id = p.id
 WHERE """
)
_SOME: LiteralString = _ASKED + "p.id = ANY(%(ids)s) ORDER BY p.id"
# Only what the store marks as reduced, was, or has changed: nothing else has fallen.
_ALL: LiteralString = (
    _ASKED
    + """p.gone_at IS NULL AND NOT p.blocked AND p.price > 0
   AND (p.ordinary_price IS NOT NULL OR m.product_id IS NOT NULL OR EXISTS (
        SELECT FROM price_history h
         WHERE h.product_id = p.id
           AND h.seen_at >= CAST(%(today)s AS date) - make_interval(days => %(changed)s)))
 ORDER BY p.id"""
)
_KEEP: LiteralString = """
INSERT INTO price_measure (product_id, currency, price, price_before)
SELECT u.* FROM unnest(%s::bigint[], %s::text[], %s::numeric[], %s::numeric[]) AS u (id, c, p, b)
  JOIN product ON product.id = u.id
    ON CONFLICT (product_id) DO UPDATE SET currency = excluded.currency, price = excluded.price,
                                           price_before = excluded.price_before
"""
_FORGET: LiteralString = "DELETE FROM price_measure WHERE product_id = ANY(%s)"


class StoredMeasure(NamedTuple):
    """What is kept of a measure."""

    currency: str
    price: Decimal
    before: Decimal | None


@dataclass(frozen=True, slots=True)
class MeasuredProduct:
    """A product with its measured history; `kept` is the one before. `shown`: for sale.

    `category` is its slug; `ordinary` the store's crossed-out price.
    """

    id: int
    brand_id: int
    category: str | None
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    shown: bool
    kept: StoredMeasure | None
    measure: Measure | None

    @property
    def to_keep(self) -> StoredMeasure | None:
        """Return what is to be kept; None where there is nothing to keep."""
        if self.measure is None or self.price is None:
            return None
        if self.ordinary is None and self.measure.before is None:
            return None
        return StoredMeasure(self.currency, self.price, self.measure.before)


def today_at(now: datetime) -> date:
    """Return the day in the shop's zone."""
    return now.astimezone(ZoneInfo(SCHEDULE_ZONE)).date()


def measure_products(connection: Connection, ids: Sequence[int]) -> None:
    """Measure products whose documents are about to be written, in the open transaction."""
    today = today_at(datetime.now(UTC))
    with connection.cursor(row_factory=args_row(_row_reader(today))) as cursor:
        cursor.execute(_SOME, parameters(today, WINDOW_DAYS) | {"ids": list(ids)})
        moved = [one for one in cursor if one.to_keep != one.kept]
    keep(connection, {one.id: one.to_keep for one in moved})


def measured_products(connection: Connection, today: date) -> Iterator[MeasuredProduct]:
    """Yield all products of which something may be known, from one cursor in the transaction."""
    with connection.cursor(name="prices", row_factory=args_row(_row_reader(today))) as cursor:
        cursor.itersize = BATCH
        values = parameters(today, WINDOW_DAYS) | {"changed": WAS_DAYS + 1}
        yield from cursor.execute(_ALL, values)


def keep(connection: Connection, measures: Mapping[int, StoredMeasure | None]) -> None:
    """Keep measures by product; empty ones are deleted."""
    known = sorted((id_, *kept) for id_, kept in measures.items() if kept)
    if known:
        connection.execute(_KEEP, [list(column) for column in zip(*known, strict=True)])
    if gone := sorted(id_ for id_, kept in measures.items() if not kept):
        connection.execute(_FORGET, [gone])


def _row_reader(today: date) -> Callable[..., MeasuredProduct]:
    def row(*values: Any) -> MeasuredProduct:
        id_, brand, category, currency, price, ordinary, shown, has, *rest = values
        *kept, history, read = rest
        measure = measure_of(stretches(history, read), today, price)
        return MeasuredProduct(
            id_, brand, category, currency, price, ordinary, shown,
            StoredMeasure(*kept) if has else None, measure,
        )  # fmt: skip

    return row
