"""How fast a product's own view is answered, with its year of prices and what is like it."""

from __future__ import annotations

import http.client
import random
import time
from collections.abc import Iterator

from sqlalchemy import text

from indexer.db import session_scope
from indexer.index.status import ensure
from tests.bench.report import Figure, at_most, percentile
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "A product's view (/api/products/{id} over HTTP, one client, each product once)"
CATALOGUE = True
ASKED = 3_000  # products with a history, of which each is asked for at most once
WARM_UP = 100
P95_AIM_MS = 20.0

# A year in which each was read on all days but some, and its price changed a dozen times.
_HISTORY = text("""
INSERT INTO price_history (product_id, seen_at, currency, price, ordinary_price, sold_out)
SELECT p.id, now() - n * interval '30 days', p.currency, p.price * (1 + (n % 3) * 0.1), NULL, false
  FROM product p CROSS JOIN generate_series(0, 12) AS n
 WHERE p.id = ANY(:ids) AND p.price IS NOT NULL
    ON CONFLICT DO NOTHING
""")
_READ = text("""
INSERT INTO product_reading (product_id, days)
SELECT id, datemultirange(daterange(current_date - 390, current_date - 40),
                          daterange(current_date - 35, current_date + 1))
  FROM product WHERE id = ANY(:ids)
    ON CONFLICT DO NOTHING
""")
_SHOWN = text("""
SELECT p.id FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.gone_at IS NULL AND NOT p.blocked AND b.is_active AND p.id = ANY(:ids) ORDER BY p.id
""")


def run(stage: Stage) -> Iterator[Figure]:
    """Yield how long a visitor waits for a product's view, without a country and with one."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    ids = _with_history(stage)
    with api_server(stage) as (address, _):
        for name, country in (("any country", ""), ("one country", "ZA")):
            times = _measure(stage, address, country, ids)
            figure = f"product view, {name}, {len(times)} products"
            yield Figure(figure, f"p50 {percentile(times, 50):.1f} ms")
            yield at_most(f"product view, {name}, p95", percentile(times, 95), P95_AIM_MS, " ms")


def _with_history(stage: Stage) -> list[int]:
    """Give some products a history and return their ids, in an order of its own."""
    dice = random.Random(5)
    chosen = {"ids": dice.sample(range(1, stage.products + 1), min(ASKED, stage.products))}
    with session_scope(stage.settings.database_url) as session:
        session.execute(_HISTORY, chosen)
        session.execute(_READ, chosen)
        ids = list(session.scalars(_SHOWN, chosen))
    dice.shuffle(ids)
    return ids


def _measure(stage: Stage, address: str, country: str, ids: list[int]) -> list[float]:
    """Return ms from request to whole answer."""
    connection = http.client.HTTPConnection(address, timeout=60)
    asked = iter(ids)
    for _, product_id in zip(range(WARM_UP), asked, strict=False):
        _ask(connection, product_id, country)
    times, limit = [], time.perf_counter() + 3 * stage.seconds
    for product_id in asked:
        if time.perf_counter() > limit:
            break
        times.append(_ask(connection, product_id, country))
    return times


def _ask(connection: http.client.HTTPConnection, product_id: int, country: str) -> float:
    started = time.perf_counter()
    connection.request("GET", f"/api/products/{product_id}?countryCode={country}")
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"product {product_id} is answered with {answer.status}")
    return (time.perf_counter() - started) * 1000
