"""Generated price histories: stores that sell out, raise before they cut, and say what was not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import psycopg

from indexer.catalogue.prices import today_at

CENT = Decimal("0.01")
FACTORS = tuple(map(Decimal, ("0.5", "0.7", "0.8", "0.9", "0.97", "0.999", "1.04", "1.2", "1.6")))
BRANDS, OLDEST = 9, 120  # days
Line = tuple[Any, ...]


class History(NamedTuple):
    """A product's row, its history's rows and the days on which it was read, for COPY."""

    product: Line
    rows: list[Line]
    read: str


def fill(
    connection: psycopg.Connection[Any], products: int, seed: int = 1, at: datetime | None = None
) -> None:
    """Add stores, runs (of which the second is suspect) and products with their histories.

    The categories are the first of all and their ancestors. The histories end on the day of `at`,
    in the shop's zone; without it, today.
    """
    day = today_at(at or datetime.now(UTC))
    now = datetime(day.year, day.month, day.day, 10, tzinfo=UTC)
    for id_ in range(1, BRANDS + 1):
        connection.execute(
            "INSERT INTO brand (id, slug, name, website, is_active) VALUES (%s, %s, %s, %s, %s)",
            [id_, f"store-{id_}", f"Store {id_}", f"https://s{id_}.example", id_ < BRANDS],
        )
        result = "suspect" if id_ == 2 else "success"
        connection.execute(
            "INSERT INTO scrape_run (id, brand_id, kind, logfile_name, state, result, start_time,"
            " end_time) VALUES (%s, %s, 'scrape', %s, 'finished', %s, now(), now())",
            [id_, id_, f"{id_}.log", result],
        )
    query = "SELECT id FROM category ORDER BY md5(slug) LIMIT 40"
    categories = [id_ for (id_,) in connection.execute(query)]
    random = Random(seed)
    made = [history(random, id_, now, categories) for id_ in range(1, products + 1)]
    _copy(
        connection,
        "product (id, brand_id, group_key, name, currency, price, ordinary_price, sold_out,"
        " classified_category_id, gone_at, source)",
        (one.product for one in made),
    )
    _copy(
        connection,
        "price_history (product_id, seen_at, run_id, currency, price, ordinary_price, sold_out)",
        (row for one in made for row in one.rows),
    )
    _copy(
        connection,
        "product_reading (product_id, days)",
        ((one.product[0], one.read) for one in made if one.read != "{}"),
    )
    connection.execute("ANALYZE")


def history(random: Random, id_: int, now: datetime, categories: list[int | None]) -> History:
    """Return a product that a store changes now and then, some of them often."""
    begin, busy = random.randint(1, OLDEST), random.choice((0.01, 0.03, 0.08, 0.2))
    usual = Decimal(random.randint(50, 3000))
    price, ordinary, sold_out, currency = usual, _claim(random, usual), False, "ZAR"
    rows: list[Line] = []
    for ago in range(begin, -1, -1):
        for hour in range(random.choices((1, 2, 3), (90, 7, 3))[0]):
            if rows and random.random() > busy:
                continue
            chance = random.random()
            if not rows:
                pass
            elif chance < 0.2:
                sold_out = not sold_out
            elif chance < 0.3:
                price, ordinary = usual, None
            elif chance < 0.4:
                ordinary = price if price > usual * Decimal("0.6") else ordinary
                price = (price * random.choice(FACTORS[:4])).quantize(CENT)
            else:
                price = (usual * random.choice(FACTORS)).quantize(CENT)
            if chance > 0.7:
                ordinary = _claim(random, price)
            ordinary = ordinary if ordinary is not None and ordinary > price else None
            shown = random.choice((None, Decimal(0), price * 100)) if chance > 0.985 else price
            currency = random.choice(("ZAR", "ZAR", "USD")) if 0.98 < chance <= 0.985 else currency
            run = random.choices((None, 2, random.randint(3, BRANDS), 999), (30, 3, 60, 7))[0]
            seen = now - timedelta(days=ago, hours=-hour)
            said = ordinary if shown and ordinary and ordinary > shown else None
            rows.append((id_, seen, run, currency, shown, said, sold_out))
    if random.random() < 0.03:  # by itself, as planned, and perhaps not read since
        planned = (usual * Decimal("0.77")).quantize(CENT)
        rows.append((id_, now + timedelta(hours=4), None, currency, planned, None, False))
    last = rows[-1]
    gone = now if random.random() < 0.02 else None
    product = (
        *(id_, random.randint(1, BRANDS), str(id_), f"Thing {id_}", *last[3:6]),
        *(last[6], random.choice([*categories, None]), gone, "import"),
    )
    return History(product, rows, _read(random, begin, now))


def _claim(random: Random, price: Decimal) -> Decimal | None:
    return (price * random.choice(FACTORS[-2:])).quantize(CENT) if random.random() < 0.6 else None


def _read(random: Random, begin: int, now: datetime) -> str:
    """Return the days: each, or with gaps, some of them not looked at for long."""
    often, ended = random.choice((1.0, 0.97, 0.7)), random.choice((0, 0, 0, 1, 6, 7, 20))
    today = today_at(now)
    days = [
        today - timedelta(days=ago)
        for ago in range(begin + random.choice((0, 0, -1)), ended - 1, -1)
        if random.random() < often
    ]
    return "{" + ",".join(f"[{day},{day + timedelta(1)})" for day in days) + "}"


def _copy(connection: psycopg.Connection[Any], into: str, lines: Iterator[Line]) -> None:
    with connection.cursor().copy(f"COPY {into} FROM STDIN".encode()) as copy:
        for line in lines:
            copy.write_row(line)
