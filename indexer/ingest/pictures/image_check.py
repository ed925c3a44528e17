"""Whether what products name as their picture loads as one, tried before a run is judged.

Only main pictures of which we have no copy, and at most MOST of them, spread over the run; what is
left is fetched after it (`fetching`). What was fetched is kept: nothing is requested twice.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from sqlalchemy import text

from indexer.core.db import session_scope
from indexer.ingest.gates.image_coverage import Pictures
from indexer.ingest.pictures.fetching import THREADS, Outcome, is_hidden, picture_fetcher
from indexer.ingest.runs.working import Work
from indexer.models import NO_PICTURE
from scrapers.errors import DisallowedError
from scrapers.product import Picture

MOST = 100
PATIENCE_S = 120.0

# The main pictures that the run has staged and of which there is no copy: of those that were no
# pictures before and of the others the first, the last and some between them.
_UNTRIED = text("""
WITH main AS MATERIALIZED (
    SELECT item #>> '{images,0,url}' AS url, min(id) AS place
      FROM run_item WHERE run_id = :run_id GROUP BY 1
), fetched AS (
    SELECT i.image_url AS url, bool_or(i.content_hash IS NOT NULL) AS is_kept
      FROM main JOIN product_image i ON i.image_url = main.url JOIN product p ON p.id = i.product_id
     WHERE p.brand_id = :brand_id AND (i.content_hash IS NOT NULL OR i.fetch_failures >= :bad)
     GROUP BY 1
), untried AS (
    SELECT main.url, fetched.url IS NOT NULL AS is_again,
           row_number() OVER part - 1 AS number, count(*) OVER (
               PARTITION BY fetched.url IS NOT NULL) AS total
      FROM main LEFT JOIN fetched USING (url)
     WHERE main.url ~* '^https?://' AND fetched.is_kept IS NOT TRUE
    WINDOW part AS (PARTITION BY fetched.url IS NOT NULL ORDER BY place)
)
SELECT url, is_again FROM untried
 WHERE total <= :most OR number * :most / total > (number - 1) * :most / total OR number = 0
 ORDER BY is_again DESC, number
""")


def prove(work: Work) -> Pictures:
    """Fetch what the run's products name as their main pictures; raises OSError on a full store.

    Up to half of what is tried was no picture before.
    """
    untried = _without_copy(work)
    tried = _spread([url for url, is_again in untried if is_again], MOST // 2)
    first = _spread([url for url, is_again in untried if not is_again], MOST - len(tried))
    until = time.monotonic() + PATIENCE_S
    requested = [*tried, *first]
    outcomes = dict(zip(requested, _fetch(work, requested, until), strict=True))
    kept, refused, lost = dict[str, Picture](), dict[str, str](), dict[str, str]()
    for url, one in outcomes.items():
        if isinstance(one, Picture):
            kept[url] = replace(one, url=url, canonical_url=url)
        elif is_hidden(one):
            refused[url] = one.text
        elif one is not None and one.code != DisallowedError.code:
            lost[url] = one.text
    for address, why in (*refused.items(), *lost.items()):
        work.log(f"No picture: {address}: {why}.")
    answered = [url for url in first if url in kept or url in refused or url in lost]
    rate = sum(url in kept for url in answered) / len(answered) if answered else 1.0
    return Pictures(True, kept, refused, lost, rate)


def _without_copy(work: Work) -> Sequence[Any]:
    """Return addresses without a copy; `is_again`: it was fetched before and is no picture."""
    values = {
        "run_id": work.run_id,
        "brand_id": work.brand_id,
        "bad": NO_PICTURE,
        "most": 10 * MOST,
    }
    with session_scope(work.settings.database_url) as session:
        return session.execute(_UNTRIED, values).all()


def _spread(addresses: Sequence[str], most: int) -> list[str]:
    """Return at most so many of them, from all over the list."""
    if len(addresses) <= most:
        return list(addresses)
    return [addresses[n * len(addresses) // most] for n in range(most)]


def _fetch(work: Work, addresses: Sequence[str], until: float) -> list[Outcome | None]:
    with picture_fetcher(work.settings) as fetcher, ThreadPoolExecutor(THREADS) as pool:

        def fetch(address: str) -> Outcome | None:
            return None if work.stop() or time.monotonic() > until else fetcher(address)

        return list(pool.map(fetch, addresses))
