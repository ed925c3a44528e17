"""Back to the previous index, brought up to date from the outbox first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from elasticsearch import Elasticsearch, NotFoundError

from indexer.catalogue.rows import Connection
from indexer.core.settings import Settings
from indexer.index.building.rebuild import note_position, set_serving
from indexer.index.cluster.changed import say_changed
from indexer.index.cluster.client import (
    commit,
    drop_orphans,
    elasticsearch,
    index_behind,
    indices_of,
    mapping_of,
    read_meta,
    swap,
)
from indexer.index.cluster.mapping import missing_fields, shipped_body
from indexer.index.cluster.names import Aliases
from indexer.index.cluster.target import Target, find_target, replay
from indexer.index.compare import shortage
from indexer.index.database import index_lock, why_not_ours
from indexer.index.errors import RollbackRefusedError


@dataclass(frozen=True, slots=True)
class RollbackReport:
    """`index` serves now, after `replayed` products were brought up to date in it."""

    index: str
    replaced: str | None
    replayed: int


def rollback(settings: Settings) -> RollbackReport:
    """Make the previous index live again; what is live becomes the previous one.

    Before the swap every product that changed since it was live is written to it, in its own
    mapping and with its own rates. Raises RollbackRefusedError with the reason when it cannot
    serve, RebuildRunningError when a rebuild holds the lock.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    with index_lock(settings.database_url, settings.index_prefix) as (connection, _):
        previous = index_behind(client, aliases.previous)
        live = index_behind(client, aliases.live)
        if previous is None or live is None:
            raise RollbackRefusedError(
                f"There is no previous index of {aliases.live} to go back to."
            )
        replayed = _bring_up_to_date(client, connection, settings, previous, whole=False)
        note_position(client, connection, aliases.live)
        swap(client, aliases, previous)
        say_changed(settings)
    return RollbackReport(previous, live, replayed)


def fall_back(settings: Settings) -> RollbackReport | None:
    """Serve from another index that is whole, when the live one is gone or short of documents.

    The one that is short is deleted. Returns None when there is no such index; raises
    RebuildRunningError when a rebuild holds the lock.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    with index_lock(settings.database_url, settings.index_prefix) as (connection, _):
        live = index_behind(client, aliases.live)
        for name in _others(client, aliases, live):
            try:
                replayed = _bring_up_to_date(client, connection, settings, name, whole=True)
            except RollbackRefusedError:
                continue
            # A killed rebuild's never refreshes.
            set_serving(client, settings, name, shipped_body())
            swap(client, aliases, name, keep_old=False)
            say_changed(settings)
            drop_orphans(client, aliases)
            return RollbackReport(name, live, replayed)
    return None


def _others(client: Elasticsearch, aliases: Aliases, live: str | None) -> Iterator[str]:
    """Yield our other indices: the previous one, then the newest, whose alias may be lost."""
    previous = index_behind(client, aliases.previous)
    newest_first = sorted(
        indices_of(client, aliases.live), key=lambda name: name.rpartition("-")[2], reverse=True
    )
    names = [name for name in (previous, *newest_first) if name is not None and name != live]
    yield from dict.fromkeys(names)


def _bring_up_to_date(
    client: Elasticsearch, connection: Connection, settings: Settings, name: str, *, whole: bool
) -> int:
    """Replay into an index all that it has missed; `whole`: check that it lacks nothing then.

    An operator's rollback may want an index that lacks some: the reconcile fills it. Returns how
    many products were replayed; raises RollbackRefusedError. While it lasts, writers write to this
    index too.
    """
    aliases = Aliases(settings.index_prefix)
    target = _target(client, connection, name, settings)
    client.indices.put_alias(index=name, name=aliases.building)
    try:
        replayed = _replay(client, connection, target)
        client.indices.refresh(index=name)
        if whole and (short := shortage(client, connection, name)):  # or a killed rebuild's
            raise RollbackRefusedError(f"The previous index holds {short}. Rebuild instead.")
        commit(client, name)
    except BaseException:
        with suppress(NotFoundError):
            client.indices.delete_alias(index=name, name=aliases.building)
        raise
    return replayed


def _target(client: Elasticsearch, connection: Connection, name: str, settings: Settings) -> Target:
    """Return the index as a target, or raise RollbackRefusedError."""
    mappings = mapping_of(client, name)
    meta = read_meta(mappings)
    if meta is None:
        raise RollbackRefusedError("The previous index does not say which changes it holds.")
    body = shipped_body()
    missing = missing_fields(mappings["properties"], body.mappings["properties"])
    if missing:
        raise RollbackRefusedError(
            "The previous index was made for other documents; this version does not write its "
            f"{', '.join(missing)}. Go back to the code it was built with, then roll back."
        )
    why = why_not_ours(connection, meta)
    if why:
        raise RollbackRefusedError(
            f"The previous index cannot be brought up to date: {why}. Rebuild instead."
        )
    target = find_target(client, name, body.hash)
    building = Aliases(settings.index_prefix).building
    return Target(building, meta, target.properties if target else None)


def _replay(client: Elasticsearch, connection: Connection, target: Target) -> int:
    report = replay(client, connection, target)
    if report.refused:
        first = report.refused[0]
        raise RollbackRefusedError(
            f"The previous index refuses {len(report.refused)} of the changed products; the first,"
            f" product {first.document_id}: {first.reason}"
        )
    return report.written + len(report.superseded)
