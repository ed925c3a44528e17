"""How often products are clicked, decayed and in few steps, so that an index need not be rewritten.

A click is worth less the older it is: half after POPULARITY_HALF_LIFE_DAYS. Clicks carry nothing
that names a visitor, so a flood is bounded by the product and the hour: more clicks than
CLICKS_AN_HOUR in one are worth no more. A product's `popularity` is the logarithm (base 2) of one
and all that, rounded down: a step is twice the clicks, and only a product that takes one is
written again.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, text, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Product

CLICKS_AN_HOUR = 5  # of one product; a store's best seller is looked at about as often
HALF_LIVES = 10  # a click that old is worth a thousandth and is not counted
BATCH = 1_000

_CHANGED = text("""
WITH hourly AS (
    SELECT brand_id, group_key, least(count(*), :most)
           * power(0.5, extract(epoch FROM now() - max(created_at)) / 86400 / :half_life) AS worth
      FROM click
     WHERE brand_id IS NOT NULL AND group_key IS NOT NULL
       AND created_at BETWEEN now() - make_interval(days => :horizon) AND now()
     GROUP BY brand_id, group_key, date_trunc('hour', created_at)
), scored AS (
    SELECT p.id, floor(log(2, (1 + sum(h.worth))::numeric))::int AS popularity
      FROM hourly h JOIN product p USING (brand_id, group_key)
     GROUP BY p.id
)
SELECT p.id, coalesce(s.popularity, 0) AS popularity
  FROM product p LEFT JOIN scored s USING (id)
 WHERE p.popularity <> coalesce(s.popularity, 0)
 ORDER BY p.id
""")


def refresh_popularity(settings: Settings) -> int:
    """Count the clicks anew; return how many products changed, which are to be indexed again."""
    half_life = settings.popularity_half_life_days
    values = {"most": CLICKS_AN_HOUR, "half_life": half_life, "horizon": HALF_LIVES * half_life}
    with session_scope(settings.database_url) as session:
        changed = [dict(row) for row in session.execute(_CHANGED, values).mappings()]
    for start in range(0, len(changed), BATCH):
        with session_scope(settings.database_url) as session:
            _set(session, changed[start : start + BATCH])
    return len(changed)


def _set(session: Session, rows: Sequence[dict[str, int]]) -> None:
    """Set the popularity; a product that is gone meanwhile is left out."""
    hold(session)
    session.connection().execute(
        update(Product.__table__)  # type: ignore[arg-type]
        .where(Product.id == bindparam("product"))
        .values(popularity=bindparam("steps")),
        [{"product": row["id"], "steps": row["popularity"]} for row in rows],
    )
    enqueue(session, [row["id"] for row in rows], alone=True, content=False)
