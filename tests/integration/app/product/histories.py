"""Generated price histories: gaps, suspect runs, × 100, zero, sold out, currencies, sales."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.orm import Session

from indexer.models import Brand, PriceHistory, Product, ScrapeRun

TODAY = date(2026, 6, 1)
CURRENCIES = ("ZAR", "ZAR", "ZAR", "EUR", "USD", "NAD")
RESULTS = ("success", "suspect", "failed", "stopped", None)
PURGED = 987_654
_RANGES = text(
    "INSERT INTO product_reading (product_id, days) SELECT :product_id, range_agg("
    "daterange(day, day + 1)) FROM unnest(CAST(:days AS date[])) AS day"
)


@dataclass
class History:
    """A product's columns, its rows of history, and the days on which it was read."""

    product: dict[str, Any]
    rows: list[dict[str, Any]] = field(default_factory=list)
    days: set[date] = field(default_factory=set)


def histories(count: int, runs: dict[str | None, int], seed: int) -> Iterator[History]:
    """Yield as many histories; `runs` are the ids of runs by their results."""
    dice = random.Random(seed)
    for number in range(1, count + 1):
        yield _history(dice, number, runs)


def _history(dice: random.Random, number: int, runs: dict[str | None, int]) -> History:
    currency = dice.choice(CURRENCIES)
    known: dict[str, Any] = {
        "currency": currency,
        "price": _amount(dice),
        "ordinary_price": None,
        "sold_out": False,
    }
    made = History({"id": number, "brand_id": 1, "group_key": f"h-{number}", "name": "Dress"})
    length = dice.choice((0, 5, 12, 13, 14, 20, 45, 45, 70, 70, 95, 130, 380))
    every = dice.choice((1, 1, 1, 1, 2, 3, 7))
    turmoil = dice.choice((0.02, 0.05, 0.15))
    day, idle = TODAY - timedelta(days=length), 0
    end = TODAY - timedelta(days=dice.choice((0, 0, 0, 0, 0, 1, 2, 6, 7)))
    first = True
    while day <= end:
        if first or dice.random() < turmoil:
            for _ in range(dice.choice((1, 1, 1, 2))):
                known = known if first else _moved(dice, known)
                first = False
                _add(dice, made, known, day, runs["success"])
        if dice.random() < 0.02:
            _disturb(dice, made, known, day, runs)
        idle = idle - 1 if idle else (dice.randrange(30) if dice.random() < 0.01 else 0)
        if not idle:
            made.days.add(day)
        day += timedelta(days=every)
    latest = max(made.rows, key=lambda row: row["seen_at"], default=None)
    last = known if latest is None or dice.random() < 0.9 else latest
    made.product |= {name: last[name] for name in known}
    if _is_sale(made.product):
        return made
    made.product["ordinary_price"] = None
    return made


def _is_sale(columns: dict[str, Any]) -> bool:
    price, ordinary = columns["price"], columns["ordinary_price"]
    return ordinary is None or (price is not None and ordinary > price)


def _amount(dice: random.Random) -> Decimal:
    return dice.choice((Decimal(749), Decimal(599), Decimal("19.99"), Decimal(12_500)))


def _moved(dice: random.Random, known: dict[str, Any]) -> dict[str, Any]:
    """Return what the store says after a change."""
    price = known["price"] or Decimal(500)
    kind = dice.randrange(24)
    if kind < 9:  # a sale begins, or goes on
        ordinary = known["ordinary_price"] or dice.choice((price, price * 2))
        share = dice.choice((Decimal("0.5"), Decimal("0.75"), Decimal("0.9")))
        return known | {"price": _cents(price * share), "ordinary_price": ordinary}
    if kind < 13:  # and ends
        return known | {"price": known["ordinary_price"] or price, "ordinary_price": None}
    if kind < 17:
        return known | {"price": _cents(price * Decimal("1.1")), "ordinary_price": None}
    if kind < 21:
        return known | {"sold_out": not known["sold_out"]}
    if kind < 23:
        return known | {"price": dice.choice((None, Decimal(0), price * 100, _cents(price / 100)))}
    return known | {"currency": dice.choice(CURRENCIES)}


def _disturb(
    dice: random.Random,
    made: History,
    known: dict[str, Any],
    day: date,
    runs: dict[str | None, int],
) -> None:
    """Add what a run wrote that does not count, or of which it is not known."""
    wrong = (known["price"] or Decimal(500)) * dice.choice((100, Decimal("0.5"), 3))
    run: int | None = dice.choice((runs["suspect"], runs["suspect"], runs["failed"], runs[None]))
    run = dice.choice((run, run, run, runs["stopped"], PURGED, None))
    _add(dice, made, known | {"price": _cents(wrong), "ordinary_price": None}, day, run)


def _cents(amount: Decimal) -> Decimal:
    return max(amount.quantize(Decimal("0.01")), Decimal("0.01"))


def _add(
    dice: random.Random, made: History, values: dict[str, Any], day: date, run: int | None
) -> None:
    """Add a row at a time of the day in Johannesburg, which begins at 22:00 UTC."""
    begun = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=2)
    at = begun + timedelta(microseconds=dice.randrange(86_400_000_000))
    made.rows.append({"product_id": made.product["id"], "seen_at": at, "run_id": run, **values})


def store(session: Session, count: int, seed: int) -> None:
    """Put generated histories into an empty catalogue."""
    session.add(Brand(id=1, slug="karoo", name="Karoo", website="https://karoo.example"))
    session.flush()
    runs: dict[str | None, int] = {}
    for result in RESULTS:
        ended = datetime(2026, 1, 1, tzinfo=UTC) if result else None
        run = ScrapeRun(
            brand_id=1,
            kind="scrape",
            state="finished" if result else "queued",
            result=result,
            end_time=ended,
            logfile_name=f"{result}.log",
        )
        session.add(run)
        session.flush()
        runs[result] = run.id
    made = list(histories(count, runs, seed))
    session.execute(insert(Product), [history.product for history in made])
    rows = [row for history in made for row in history.rows]
    session.execute(insert(PriceHistory), rows)
    read = [
        {"product_id": history.product["id"], "days": sorted(history.days)}
        for history in made
        if history.days
    ]
    session.execute(_RANGES, read)
