"""The deals of a day: what is truly lower than before, what was raised first, what stores claim.

One pass over all products measures them, writes what has moved to the index, and keeps the day's
deals, which pages read.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from heapq import heappop, heappush
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from indexer.catalogue.outbox import enqueue
from indexer.catalogue.prices import (
    WINDOW_DAYS,
    Measure,
    MeasuredProduct,
    StoredMeasure,
    Stretch,
    keep,
    measured_products,
    today_at,
)
from indexer.core.db import connect, driver_connection, session_scope
from indexer.core.settings import Settings
from scrapers.attributes.definitions import percent_off

LEAST_OFF = 5  # per cent: less is no deal
OF_CATEGORY, OF_RAISED = 10, 20
OF_BRAND = 4  # in a category, so that one store's sale is not all of it
SHARE_OF_TIME = 20  # of the worker's time one pass may take: one in so many
KEPT_DAYS = 40
OTHER = "other"
_CHUNK = 1_000
Found = dict[str, Any]

_DUE: LiteralString = """
SELECT d.day IS NULL OR d.day <> %(today)s
       OR d.made_at < clock_timestamp() - make_interval(secs => d.took_s * %(share)s)
          AND EXISTS (SELECT FROM scrape_run r WHERE r.written_at > d.made_at)
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT * FROM deals ORDER BY day DESC LIMIT 1) d ON true
"""
_STORE: LiteralString = """
INSERT INTO deals (day, made_at, took_s, found) VALUES (%s, %s, %s, %s)
    ON CONFLICT (day) DO UPDATE SET made_at = excluded.made_at, took_s = excluded.took_s,
                                    found = excluded.found
"""


Best = list[tuple[int, int, MeasuredProduct]]  # a heap; of equals those with lower ids are better


def add_best(best: Best, percent: int, one: MeasuredProduct) -> None:
    """Add a product, and keep the best OF_BRAND."""
    heappush(best, (percent, -one.id, one))
    if len(best) > OF_BRAND:
        heappop(best)


@dataclass(slots=True)
class Claims:
    """What a store, or a category's stores, declare, and what was measured; in per cent."""

    claims: int = 0
    known: int = 0
    denied: int = 0
    claimed: int = 0
    measured: int = 0
    deals: int = 0

    def add(self, one: MeasuredProduct, off: int, claimed: int) -> None:
        """Count a product."""
        self.deals += off >= LEAST_OFF and is_deal(one)
        if one.ordinary is None:
            return
        self.claims += 1
        if one.measure is None:
            return
        self.known += 1
        self.denied += is_denied(one)
        self.claimed += claimed
        self.measured += off

    def row(self) -> Found:
        """Return what is shown: the means over the claims of which anything is known."""
        return {
            "claims": self.claims,
            "known": self.known,
            "denied": self.denied,
            "deals": self.deals,
            "claimed": self._mean(self.claimed),
            "measured": self._mean(self.measured),
        }

    def _mean(self, total: int) -> float | None:
        return (total * 20 // self.known + 1) // 2 / 10 if self.known else None


def is_denied(one: MeasuredProduct) -> bool:
    """Return True if history denies a store's crossed-out price."""
    if one.measure is None or one.ordinary is None:
        return False
    return one.measure.before is None or one.measure.before < one.ordinary


def is_deal(one: MeasuredProduct) -> bool:
    """Return True if a product costs less than before, and has not cost less in 90 days."""
    return one.measure is not None and one.measure.before is not None and one.measure.lowest


class Tally:
    """What a pass has found so far."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.stores: dict[int, Claims] = defaultdict(Claims)
        self.categories: dict[str, Claims] = defaultdict(Claims)
        self.lower: dict[tuple[str, int], Best] = defaultdict(list)
        self.raised: dict[int, Best] = defaultdict(list)

    def add(self, one: MeasuredProduct) -> None:
        """Count a product that visitors can buy."""
        if not one.shown:
            return
        root = (one.category or OTHER).split("/", 1)[0]
        off = percent_off(one.price, one.measure.before if one.measure else None) or 0
        claimed = percent_off(one.price, one.ordinary) or 0
        self.stores[one.brand_id].add(one, off, claimed)
        self.categories[root].add(one, off, claimed)
        if off >= LEAST_OFF and is_deal(one):
            add_best(self.lower[root, one.brand_id], off, one)
        if claimed and is_denied(one) and one.measure and one.measure.raised:
            add_best(self.raised[one.brand_id], claimed, one)

    def deals(self) -> Found:
        """Return the deals as they are kept."""
        roots = sorted({root for root, _ in self.lower})
        return {
            "stores": _rows("brandId", self.stores),
            "categories": _rows("slug", self.categories),
            "deals": {
                root: self._best(
                    (best for (own, _), best in self.lower.items() if own == root), OF_CATEGORY
                )
                for root in roots
            },
            "raised": self._best(self.raised.values(), OF_RAISED),
        }

    def _best(self, many: Iterable[Best], most: int) -> list[Found]:
        entries = [entry for best in many for entry in best]
        return [
            _entry(one, one.measure, self.day)
            for _, _, one in sorted(entries, key=lambda entry: entry[:2], reverse=True)[:most]
            if one.measure
        ]


def _rows(key: str, claims: Mapping[Any, Claims]) -> list[Found]:
    return [
        {key: name, **row.row()} for name, row in sorted(claims.items()) if row.claims or row.deals
    ]


def _entry(one: MeasuredProduct, measure: Measure, day: date) -> Found:
    """Return what is kept of a deal: amounts as texts, in the store's currency."""
    return {
        "id": one.id,
        "brandId": one.brand_id,
        "currency": one.currency,
        "price": str(one.price),
        "before": _text(measure.before),
        "claimed": _text(one.ordinary),
        "raised": _text(measure.raised),
        "since": _since(measure.days, one.price).isoformat(),
        "line": line(measure.read, day),
    }


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def _since(days: Sequence[Stretch], price: Decimal | None) -> date:
    since = days[-1].last
    for stretch in reversed(days):
        if stretch.price != price:
            break
        since = stretch.first
    return since


def line(read: Sequence[Stretch], day: date) -> list[list[int]]:
    """Return a history to be drawn: from and to which of the 90 days, how high of 100."""
    days = [stretch for stretch in read if not stretch.sold_out]
    low, high = min(s.price for s in days), max(s.price for s in days)
    begin = day - timedelta(WINDOW_DAYS - 1)
    return [
        [
            (s.first - begin).days,
            (s.last - begin).days + 1,
            int((s.price - low) * 100 / (high - low)) if high > low else 50,
        ]
        for s in days
    ]


def find_deals(settings: Settings, now: datetime | None = None) -> bool:
    """Measure all prices where that is due; return True if it was.

    It is due on each new day, and after runs that have read prices.
    """
    moment = now or datetime.now(UTC)
    today = today_at(moment)
    with connect(settings.database_url, autocommit=True) as connection:
        due = connection.execute(_DUE, {"today": today, "share": SHARE_OF_TIME}).fetchone()
        if not due or not due[0]:
            return False
    measure_all(settings, moment)
    return True


def measure_all(settings: Settings, now: datetime) -> Found:
    """Measure all prices, write what moved to the index, and keep the day's deals."""
    began, day = time.monotonic(), today_at(now)
    tally, moved = Tally(day), list[MeasuredProduct]()
    with connect(settings.database_url) as connection:
        for one in measured_products(connection, day):
            tally.add(one)
            if one.to_keep != one.kept:
                moved.append(one)
            if len(moved) >= _CHUNK:
                _write(settings, moved)
                moved = []
    _write(settings, moved)
    found = tally.deals()
    with connect(settings.database_url, autocommit=True) as connection:
        connection.execute(_STORE, [day, now, time.monotonic() - began, Jsonb(found)])
        kept = [day - timedelta(KEPT_DAYS), day]  # later ones are of a clock that was ahead
        connection.execute("DELETE FROM deals WHERE day NOT BETWEEN %s AND %s", kept)
    return found


def _measure_before(one: MeasuredProduct, kept: StoredMeasure | None) -> StoredMeasure | None:
    return kept if kept and (kept.currency, kept.price) == (one.currency, one.price) else None


def _write(settings: Settings, moved: Sequence[MeasuredProduct]) -> None:
    if not moved:
        return
    with session_scope(settings.database_url) as session:
        keep(driver_connection(session), {one.id: one.to_keep for one in moved})
        # Those whose documents differ: of their price as it is now.
        shown = [
            one.id
            for one in moved
            if _measure_before(one, one.kept) != _measure_before(one, one.to_keep)
        ]
        enqueue(session, shown, content=False)
