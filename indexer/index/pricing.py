"""New exchange rates in the documents that need them, while the live index serves.

An index's `_meta` records with which rates its documents are written, and, while those of some
currencies are yet to be written again, which and how far that has come: a job that was killed goes
on there. Products are enqueued as every change is, so an index that is being built gets them too.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from elasticsearch import Elasticsearch

from indexer.catalogue.outbox import enqueue
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.rows import Connection
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch, ours_behind, write_meta
from indexer.index.database import RebuildRunningError, connect, index_lock
from indexer.index.writer import write_pending

SLICE = 1_000  # products that are looked at in a step
BUDGET_S = 240.0  # of one turn, so that what is due every few minutes has its own

# A document without prices may show those of siblings, with which it is enqueued.
_NEXT = """
SELECT max(id), coalesce(array_agg(id) FILTER (
           WHERE currency = ANY(%s) AND coalesce(price, ordinary_price) IS NOT NULL), '{}')
  FROM (SELECT id, currency, price, ordinary_price FROM product
         WHERE id > %s ORDER BY id LIMIT %s) slice
"""


def price_documents(settings: Settings, *, rest: Callable[[float], None] = time.sleep) -> int:
    """Write the documents again whose amounts the rates in force change, for a while.

    Returns how many products were enqueued. After each step it rests for as long as that took.
    """
    client, enqueued = elasticsearch(settings.elasticsearch_url), 0
    until = time.monotonic() + BUDGET_S
    with session_scope(settings.database_url) as session:
        rates = rates_in_force(session)
    with suppress(RebuildRunningError):  # the next turn looks at the index that is made
        _begin(client, settings, rates)
    with connect(settings.database_url) as connection:
        while time.monotonic() < until:
            began = time.monotonic()
            found = _step(client, connection, settings)
            enqueued += found or 0
            if found is None:
                break
            sent = write_pending(settings)
            if sent.why and not sent.written:
                break  # Elasticsearch is away or takes nothing
            rest(time.monotonic() - began)
    return enqueued


def _begin(client: Elasticsearch, settings: Settings, rates: Rates) -> None:
    """Have the live index written with these rates from now on, and note what it lacks of them.

    Under the lock: a rebuild or rollback goes on with the rates that it has read.
    """
    if not (found := ours_behind(client, settings.index_prefix)) or found[1].rates == rates:
        return
    with index_lock(settings.database_url, settings.index_prefix):
        if found := ours_behind(client, settings.index_prefix):
            name, meta = found
            unlike = meta.rates.unlike(rates)
            upto = 0 if unlike else meta.priced_upto
            new = replace(meta, rates=rates, to_price=meta.to_price | unlike, priced_upto=upto)
            write_meta(client, name, new)


def _step(client: Elasticsearch, connection: Connection, settings: Settings) -> int | None:
    """Enqueue the next products; return how many, None where none is left.

    How far it came is noted after that: where it dies in between, they are enqueued again.
    """
    found = ours_behind(client, settings.index_prefix)
    if not found or not found[1].to_price:
        return None
    name, meta = found
    values = [sorted(meta.to_price), meta.priced_upto, SLICE]
    upto, ids = connection.execute(_NEXT, values).fetchone() or (None, [])
    if upto is None:
        write_meta(client, name, replace(meta, to_price=frozenset(), priced_upto=0))
        return None
    with session_scope(settings.database_url) as session:
        enqueue(session, ids, content=False)
    write_meta(client, name, replace(meta, priced_upto=upto))
    return len(ids)
