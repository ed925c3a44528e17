"""A new index from PostgreSQL while the old one serves (design, "Keeping the index true")."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from elasticsearch import ApiError, Elasticsearch, TransportError

from indexer.catalogue.rates import rates_in_force
from indexer.catalogue.rows import Connection
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.feeder import Progress, feed
from indexer.index.building.throttle import Throttle, search_probe
from indexer.index.cluster.bulk import BulkReport
from indexer.index.cluster.changed import say_changed
from indexer.index.cluster.client import (
    await_copies,
    commit,
    count_documents,
    drop_orphans,
    elasticsearch,
    gather,
    index_behind,
    is_lost,
    ours_behind,
    swap,
    write_meta,
)
from indexer.index.cluster.mapping import IndexBody, IndexMeta, shipped_body
from indexer.index.cluster.names import Aliases, index_name
from indexer.index.cluster.target import Target, replay
from indexer.index.compare import shortage
from indexer.index.database import (
    Locked,
    database_identity,
    highest_revision,
    index_lock,
    snapshot_position,
    trim_outbox,
    written_position,
)
from indexer.index.errors import IndexingError, IndexLostError, SwapRefusedError

# While it is built: no replicas and no refresh (design). The transaction log's durability stays
# `request`: a node that dies and comes back within the retries of one bulk would otherwise have
# forgotten the bulks before it, and the count check may not see some of a million.
BUILDING = {
    "auto_expand_replicas": "false",
    "number_of_replicas": 0,
    "refresh_interval": "-1",
}
# What a new index is merged into before it serves. Of a million products, 17 segments were left by
# the bulks; new texts took 34 ms instead of 52 (median) with one. Four leave the largest alone.
SEGMENTS = 4
STARTS = 3  # of one rebuild, where nodes die under it
WARMING = 3  # rounds: enough for the engine to have read and compiled what later searches share


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What a rebuild did. `dropped`: orphans of earlier ones and indices older than the previous.

    It is a success when no document was refused; the index serves either way.
    """

    index: str
    documents: int
    seconds: float
    bulk: BulkReport
    dropped: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Return True if every product is in the index."""
        return not self.bulk.refused


def rebuild(
    settings: Settings,
    *,
    fast: bool = False,
    body: IndexBody | None = None,
    progress: Progress = lambda _done, _total: None,
) -> RebuildReport:
    """Build a new index from PostgreSQL and swap it in; searches go on meanwhile.

    `progress` is called with the products done and their total. Raises RebuildRunningError,
    SwapRefusedError, IndexLostError, or what PostgreSQL or Elasticsearch raised; the old index
    serves then and the failed one is deleted.
    """
    started = time.monotonic()
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    body = body or shipped_body()

    def build() -> tuple[str, int, BulkReport]:
        throttle = None if fast else _throttle(client, aliases)
        connection = locked.connection
        with _new_index(client, connection, settings, body) as (name, target):
            bulk = _fill(client, connection, target, throttle, progress)
            documents = _check(client, connection, name, bulk)
            _serve(client, locked, settings, name, body)
            say_changed(settings)
        # A worker of the version before may run until now; it writes the fields that it knows.
        replay(client, connection, replace(target, alias=aliases.live))
        return name, documents, bulk

    with index_lock(settings.database_url, settings.index_prefix) as locked:
        dropped = drop_orphans(client, aliases)
        name, documents, bulk = _unless_lost(build)
        dropped += drop_orphans(client, aliases)
        _trim(client, locked.connection, aliases)
    return RebuildReport(name, documents, time.monotonic() - started, bulk, tuple(dropped))


def _unless_lost(build: Callable[[], tuple[str, int, BulkReport]]) -> tuple[str, int, BulkReport]:
    """Build, and start anew where a node took the new index with it: it has no replica yet."""
    for _ in range(STARTS - 1):
        with suppress(IndexLostError):
            return build()
    return build()


def _throttle(client: Elasticsearch, aliases: Aliases) -> Throttle | None:
    """Return the throttle; None when there is no live index, so no searches to protect."""
    if index_behind(client, aliases.live) is None:
        return None
    return Throttle(search_probe(client, aliases.live))


@contextmanager
def _new_index(
    client: Elasticsearch, connection: Connection, settings: Settings, body: IndexBody
) -> Iterator[tuple[str, Target]]:
    """Create the index under the building alias; delete it when the block fails.

    The outbox position is read before the snapshot that fills it, so it is never too high.
    """
    with session_scope(settings.database_url) as session:
        rates = rates_in_force(session)
    position, database = snapshot_position(connection), database_identity(connection)
    meta = IndexMeta(body.hash, rates, position, database, highest_revision(connection))
    name, building = index_name(settings.index_prefix, body.hash), Aliases(settings.index_prefix)
    client.indices.create(
        index=name,
        settings={**body.settings, "index": {**body.settings["index"], **_shards(settings)}},
        mappings={**body.mappings, "_meta": meta.as_json()},
        aliases={building.building: {}},
    )
    try:
        known = None if body == shipped_body() else body.mappings["properties"]
        yield name, Target(building.building, meta, known)
    except BaseException as error:
        failed = isinstance(error, (IndexingError, TransportError, ApiError))
        lost = failed and is_lost(client, name)
        # Where Elasticsearch is gone the next run drops it; why this one failed must be told.
        with suppress(TransportError, ApiError):
            client.indices.delete(index=name, ignore_unavailable=True)
        if lost:
            raise IndexLostError(f"{name} was lost with its node, {STARTS} times.") from error
        raise


def _fill(
    client: Elasticsearch,
    connection: Connection,
    target: Target,
    throttle: Throttle | None,
    progress: Progress,
) -> BulkReport:
    """Write the snapshot, then what changed since: a deletion, or an edit of before the alias."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        report = feed(client, connection, target, throttle, progress)
    late = replay(client, connection, target)
    again = {refusal.document_id: refusal for refusal in [*report.refused, *late.refused]}
    return replace(report, refused=list(again.values()))


def _check(client: Elasticsearch, connection: Connection, name: str, bulk: BulkReport) -> int:
    """Return how many documents the new index holds; raises SwapRefusedError where too few."""
    short = shortage(client, connection, name)
    if not short:
        return count_documents(client, name)[0]
    reason = f"The new index holds {short}; the old one goes on serving."
    if bulk.refused:
        first = bulk.refused[0]
        reason += (
            f" Elasticsearch refused {len(bulk.refused)} documents; the first, product"
            f" {first.document_id}: {first.reason}"
        )
    raise SwapRefusedError(reason)


def _shards(settings: Settings) -> dict[str, Any]:
    """Return an index's own settings while it is built."""
    return {**BUILDING, "number_of_shards": settings.index_shards}


def _serve(
    client: Elasticsearch, locked: Locked, settings: Settings, name: str, body: IndexBody
) -> None:
    """Give the index its serving settings, commit and warm it, note the old one's place, swap."""
    aliases = Aliases(settings.index_prefix)
    gather(client, name, SEGMENTS)
    set_serving(client, settings, name, body)
    await_copies(client, name)
    commit(client, name)
    _warm_up(client, name, body)
    note_position(client, locked.connection, aliases.live)
    locked.check()  # without it, do not swap
    swap(client, aliases, name)


def set_serving(client: Elasticsearch, settings: Settings, name: str, body: IndexBody) -> None:
    """Give an index the settings that it serves with, in place of those it is built with."""
    serving = {key: body.settings["index"].get(key) for key in BUILDING}
    serving["auto_expand_replicas"] = f"0-{settings.index_replicas}"
    client.indices.put_settings(index=name, settings=serving)


def _warm_up(client: Elasticsearch, name: str, body: IndexBody) -> None:
    """Load what every search needs: the facets' values, the sort keys, the words' dictionary."""
    facets = {
        field: {"terms": {"field": field}}
        for field, mapped in body.mappings["properties"].items()
        if mapped.get("eager_global_ordinals")
    }
    for _ in range(WARMING):
        client.search(index=name, size=0, aggs=facets, request_cache=False)
        client.search(index=name, size=100, sort=[{"createdAt": "desc"}, {"objectID": "asc"}])
        client.search(index=name, size=100, query={"match": {"words": "cotton dress"}})


def note_position(client: Elasticsearch, connection: Connection, alias: str) -> None:
    """Write into the live index's mapping from where the outbox must be replayed into it."""
    if old := ours_behind(client, alias):
        name, meta = old
        write_meta(client, name, replace(meta, outbox_position=written_position(connection)))


def _trim(client: Elasticsearch, connection: Connection, aliases: Aliases) -> None:
    """Forget outbox rows that no rollback needs."""
    if previous := ours_behind(client, aliases.previous):
        trim_outbox(connection, previous[1].outbox_position)
