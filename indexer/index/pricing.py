"""New exchange rates in the documents that need them, while the live index serves.

A set of rates has the currencies whose documents are yet to be written with it, and how far that
has come: a job that was killed goes on there. Products are enqueued as every change is, so an index
that is being built gets them too.
"""

import time
from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue
from indexer.catalogue.rates import newest_set
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.writer import write_pending

SLICE = 1_000  # products that are looked at in a step
BUDGET_S = 240.0  # of one turn, so that what is due every few minutes has its own

# A document without prices may show those of siblings, with which it is enqueued.
_NEXT = text("""
SELECT max(id), coalesce(array_agg(id) FILTER (
           WHERE currency = ANY(:moved) AND coalesce(price, ordinary_price) IS NOT NULL), '{}')
  FROM (SELECT id, currency, price, ordinary_price FROM product
         WHERE id > :after ORDER BY id LIMIT :most) slice
""")


def price_documents(settings: Settings, *, rest: Callable[[float], None] = time.sleep) -> int:
    """Write the documents again whose amounts the rates in force change, for a while.

    Returns how many products were enqueued. After each step it rests for as long as that took.
    """
    until, enqueued = time.monotonic() + BUDGET_S, 0
    while time.monotonic() < until:
        began = time.monotonic()
        with session_scope(settings.database_url) as session:
            found = _step(session)
        if found is None:
            break
        enqueued += found
        sent = write_pending(settings)
        if sent.why and not sent.written:
            break  # Elasticsearch is away or takes nothing
        rest(time.monotonic() - began)
    return enqueued


def _step(session: Session) -> int | None:
    """Enqueue the next products; return how many, None where none is left."""
    newest = newest_set(session)
    if newest is None or not newest.to_price:
        return None
    values = {"moved": newest.to_price, "after": newest.priced_upto, "most": SLICE}
    upto, ids = session.execute(_NEXT, values).one()
    if upto is None:
        newest.to_price, newest.priced_upto = [], 0
        return None
    enqueue(session, ids, content=False)
    newest.priced_upto = upto
    return len(ids)
