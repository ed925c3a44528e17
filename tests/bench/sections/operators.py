"""What an operator waits for, with 2,000 brands and 100,000 runs: the server's answers by call."""

from __future__ import annotations

import time
from collections.abc import Iterator

from flask.testing import FlaskClient
from sqlalchemy import text

from app import create_app
from indexer.core.db import session_scope
from tests.bench.report import Figure, at_most, percentile
from tests.bench.stage import Stage
from tests.support.database import database_from_template

TITLE = "Operators' lists (2,000 brands, 100,000 runs)"
CATALOGUE = False  # whether it measures on the generated products
BRANDS, RUNS = 2_000, 100_000
CALLS = 30  # of each, after two that warm
MOST_MS = 200.0

ADD_BRANDS = text("""
INSERT INTO brand (slug, name, website, source, catalogue_url, scrape_every_hours, is_active)
SELECT 'store-' || n, 'Store ' || n, 'https://store-' || n || '.example',
       'catalogue', 'https://store-' || n || '.example', CASE WHEN n % 3 > 0 THEN 24 END, n % 20 > 0
  FROM generate_series(1, :brands) n
""")
# A run of each brand, so many hours ago; each tenth is suspect, each seventh accepted.
ADD_RUNS = text("""
INSERT INTO scrape_run (brand_id, brand_name, kind, state, result, failure_reason, logfile_name,
                        found_count, coverage, complete, pages_total, pages_done, found_image_ids,
                        created_at, start_time, end_time)
SELECT b.id, b.name, 'scrape+classify', 'finished',
       CASE WHEN (:n + b.id) % 10 = 0 THEN 'suspect' ELSE 'success' END,
       CASE WHEN (:n + b.id) % 10 = 0 THEN '12 products were found, 40 the last time: 70% fewer'
            WHEN (:n + b.id) % 7 = 0
              THEN 'Accepted by an operator: 12 products were found, 40 before' END,
       'scrape/status/' || b.slug || '-' || :n || '.log', 400, '{"price": 0.98, "image": 1.0}',
       (:n + b.id) % 10 > 0, 3, 3, CAST(:images AS bigint[]), at, at, at + interval '2 minutes'
  FROM brand b, LATERAL (SELECT now() - :n * interval '1 hour' - b.id * interval '1 s' AS at) t
 WHERE b.slug LIKE 'store-%'
""")
IMAGES = list(range(1, 101))


def run(stage: Stage) -> Iterator[Figure]:
    """Yield how long the 95th of 100 calls takes."""
    with database_from_template(stage.settings.database_url) as url:
        with session_scope(url) as session:
            session.execute(ADD_BRANDS, {"brands": BRANDS})
            brand = session.scalars(text("SELECT max(id) FROM brand")).one()
        for number in range(RUNS // BRANDS, 0, -1):
            with session_scope(url) as session:
                session.execute(ADD_RUNS, {"n": number, "images": IMAGES})
        with session_scope(url) as session:
            session.execute(text("ANALYZE"))
        client = create_app(stage.settings.but(database_url=url, operator_open=True)).test_client()
        for name, path in calls(brand).items():
            yield at_most(name, percentile(times(client, path), 95), MOST_MS, " ms")


def calls(brand: int) -> dict[str, str]:
    """Return the calls by their names."""
    brands, history = "/api/brands/overview", "/api/scraper/getHistory"
    return {
        "brands, first page": brands,
        "brands, last page": f"{brands}?page={BRANDS // 50}",
        "brands, by words": f"{brands}?text=store-19",
        "brands, in trouble": f"{brands}?show=in+trouble",
        "brands, scheduled": f"{brands}?show=scheduled",
        "history, first page": history,
        "history, last page": f"{history}?page={RUNS // 50}",
        "history, suspect": f"{history}?result=suspect",
        "history, failing brands first": f"{history}?order=failing",
        "history, of a brand": f"{history}?brandId={brand}",
        "trends of a brand": f"/api/scraper/trends/{brand}",
    }


def times(client: FlaskClient, path: str) -> list[float]:
    """Return how long each call takes (ms); raises RuntimeError where it is refused."""
    taken = []
    for number in range(CALLS + 2):
        started = time.perf_counter()
        answer = client.get(path)
        if answer.status_code != 200 or not answer.data.startswith((b"[{", b"{")):
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:200]}")
        if number >= 2:
            taken.append((time.perf_counter() - started) * 1000)
    return taken
