"""A new index from PostgreSQL while the old one serves, and the way back to the one before."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

from elasticsearch import ApiError, Elasticsearch, TransportError
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt

from indexer.catalogue.rates import rates_in
from indexer.catalogue.rows import Connection, load_lookups, stream_products
from indexer.core.settings import Settings
from indexer.index.cluster.bulk import Action, BulkResult, Refusal, actions_of, send
from indexer.index.cluster.client import (
    await_copies,
    commit,
    count_documents,
    drop_orphans,
    elasticsearch,
    gather,
    index_behind,
    is_lost,
    swap,
)
from indexer.index.cluster.mapping import (
    IndexBody,
    building_alias,
    index_name,
    is_current,
    previous_alias,
    shipped_body,
)
from indexer.index.compare import compare, shortage
from indexer.index.database import (
    IndexingError,
    IndexLostError,
    RollbackRefusedError,
    SwapRefusedError,
    index_lock,
    position,
    stop_writing,
    unwritten_position,
)
from indexer.index.writer import Target, announce_change, none_may_wait, replay, write_all

Progress = Callable[[int, int], None]

# While it is built: no replicas and no refresh (design). The transaction log's durability stays
# `request`: a node that dies and comes back within the retries of one bulk would otherwise have
# forgotten the bulks before it, and the count check may not see some of a million.
BUILDING = {"auto_expand_replicas": "false", "number_of_replicas": 0, "refresh_interval": "-1"}
BATCH = 200  # documents of a bulk: a search that waits behind one waits some milliseconds
FAST = 3  # bulks at a time; otherwise one, and a rest as long as it took
LONGEST_REST_S = 10.0  # after a bulk that waited for a node, minutes perhaps
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
    refused: list[Refusal]
    dropped: list[str]

    @property
    def success(self) -> bool:
        """Return True if every product is in the index."""
        return not self.refused


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
    started, client = time.monotonic(), elasticsearch(settings.elasticsearch_url)
    prefix, body = settings.index_prefix, body or shipped_body()
    fast = fast or index_behind(client, prefix) is None  # there is no search to spare

    def build() -> tuple[str, int, list[Refusal]]:
        since = position(connection)  # before the snapshot, so that it is never too high
        with _new_index(client, settings, body) as (name, target):
            refused = _fill(target, connection, progress, fast=fast)
            since, late = position(connection), replay(target, connection, since)
            documents = _check(client, connection, name, refused := refused + late)
            _prepare(client, settings, name, body)
            _go_live(locked, target, prefix, name, since)
        announce_change(settings)
        return name, documents, [Refusal(*one) for one in dict(refused).items()]

    with index_lock(settings.database_url, prefix) as locked:
        connection, _ = locked
        dropped = drop_orphans(client, prefix)
        # A node may take the new index with it, which has no replica yet.
        again = retry_if_exception_type(IndexLostError)
        start = Retrying(stop=stop_after_attempt(STARTS), retry=again, reraise=True)
        name, documents, refused = start(build)
        dropped += drop_orphans(client, prefix)
    return RebuildReport(name, documents, time.monotonic() - started, refused, dropped)


def rollback(settings: Settings, most: int = 2**63) -> str:
    """Make the previous index live again, brought up to date; return its name.

    What is live becomes the previous one. Raises RollbackRefusedError with the reason when it
    cannot serve or differs in more than `most` products, RebuildRunningError when a rebuild holds
    the lock.
    """
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    with index_lock(settings.database_url, prefix) as locked:
        connection, _ = locked
        name = index_behind(client, previous_alias(prefix))
        if name is None:
            raise RollbackRefusedError(f"There is no previous index of {prefix} to go back to.")
        if not is_current(name):
            raise RollbackRefusedError(
                f"{name} was made by another version. Go back to that, then roll back."
            )
        since = unwritten_position(connection)  # what waits is compared with nothing
        differ = compare(client, connection, name, most)
        if differ.ahead or differ.count > most:
            raise RollbackRefusedError(f"{name} is not true ({differ}). Rebuild instead.")
        target = Target(client, previous_alias(prefix))
        changed = dict.fromkeys([*differ.missing, *differ.behind], 0)
        changed |= {one: version + 1 for one, version in differ.extra.items()}
        write_all(target, connection, changed)
        _go_live(locked, target, prefix, name, since)
    announce_change(settings)
    return name


@contextmanager
def _new_index(
    client: Elasticsearch, settings: Settings, body: IndexBody
) -> Iterator[tuple[str, Target]]:
    """Create the index under the building alias; delete it when the block fails."""
    prefix = settings.index_prefix
    name, building = index_name(prefix, body.hash), building_alias(prefix)
    own = {**body.settings["index"], **BUILDING, "number_of_shards": settings.index_shards}
    client.indices.create(
        index=name,
        settings={**body.settings, "index": own},
        mappings=body.mappings,
        aliases={building: {}},
    )
    try:
        yield name, Target(client, building)
    except BaseException as error:
        failed = isinstance(error, (IndexingError, TransportError, ApiError))
        lost = failed and is_lost(client, name)
        # Where Elasticsearch is gone the next run drops it; this failure must be reported.
        with suppress(TransportError, ApiError):
            client.indices.delete(index=name, ignore_unavailable=True)
        if lost:
            raise IndexLostError(f"{name} was lost with its node, {STARTS} times.") from error
        raise


def _fill(
    target: Target, connection: Connection, progress: Progress, *, fast: bool
) -> list[Refusal]:
    """Write a snapshot of all products; the next documents are built while bulks are written."""

    def write(actions: list[Action]) -> BulkResult:
        began = time.monotonic()
        sent = send(target.client, target.alias, actions, target.retries)
        none_may_wait(sent)
        if not fast:
            time.sleep(min(time.monotonic() - began, LONGEST_REST_S))
        return sent

    refused, running = list[Refusal](), deque[Future[BulkResult]]()
    at_once, done = FAST if fast else 1, 0
    with connection.transaction(), ThreadPoolExecutor(at_once, "bulk") as writers:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        lookups, rates = load_lookups(connection), rates_in(connection)
        row = connection.execute("SELECT count(*) FROM product").fetchone()
        # Closed, so that where this fails the connection that is opened again is not used.
        with closing(stream_products(connection, BATCH)) as batches:
            for rows in batches:
                actions = actions_of(rows, lookups, rates, refused)
                running.append(writers.submit(write, actions))
                if len(running) > at_once:
                    refused += running.popleft().result().refused
                done += len(rows)
                progress(done, row[0] if row else 0)
        for one in running:
            refused += one.result().refused
    return refused


def _check(client: Elasticsearch, connection: Connection, name: str, refused: list[Refusal]) -> int:
    """Return how many documents the new index holds; raises SwapRefusedError where too few."""
    short = shortage(client, connection, name)
    if not short:
        return count_documents(client, name)[0]
    reason = f"The new index holds {short}; the old one goes on serving."
    if refused:
        first, why = refused[0]
        reason += (
            f" Elasticsearch refused {len(refused)} documents; the first, product {first}: {why}"
        )
    raise SwapRefusedError(reason)


def _prepare(client: Elasticsearch, settings: Settings, name: str, body: IndexBody) -> None:
    gather(client, name, SEGMENTS)
    serving = {key: body.settings["index"].get(key) for key in BUILDING}
    serving["auto_expand_replicas"] = f"0-{settings.index_replicas}"
    client.indices.put_settings(index=name, settings=serving)
    await_copies(client, name)
    commit(client, name)
    # What every search needs: the facets' values, the sort keys, the words' dictionary.
    facets = {
        field: {"terms": {"field": field}}
        for field, mapped in body.mappings["properties"].items()
        if mapped.get("eager_global_ordinals")
    }
    for _ in range(WARMING):
        client.search(index=name, size=0, aggs=facets, request_cache=False)
        client.search(index=name, size=100, sort=[{"createdAt": "desc"}, {"objectID": "asc"}])
        client.search(index=name, size=100, query={"match": {"words": "cotton dress"}})


def _go_live(
    locked: tuple[Connection, Connection], target: Target, prefix: str, name: str, since: int
) -> None:
    """Write what has changed since a position, and swap; writers wait for the end of both."""
    (connection, holder), client = locked, target.client
    last = position(connection)
    replay(target, connection, since)  # most of it, with writers going on
    commit(client, name)
    with connection.transaction():
        stop_writing(connection, prefix)
        replay(target, connection, last)
        client.indices.refresh(index=name)
        holder.execute("SELECT 1")  # where its lock has gone with it, do not swap
        swap(client, prefix, name)
