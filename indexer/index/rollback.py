"""Back to the previous index, brought up to date from the outbox first."""

from __future__ import annotations

from dataclasses import dataclass

from elasticsearch import Elasticsearch, NotFoundError

from indexer.catalogue import Connection
from indexer.index.client import (
    commit,
    elasticsearch,
    index_behind,
    mapping_of,
    read_meta,
    swap,
)
from indexer.index.database import database_identity, index_lock, snapshot_position
from indexer.index.errors import RollbackRefusedError
from indexer.index.mapping import IndexMeta, missing_fields, shipped_body
from indexer.index.names import Aliases
from indexer.index.rebuild import note_position
from indexer.index.target import Target, find_target, replay
from indexer.settings import Settings


@dataclass(frozen=True, slots=True)
class RollbackReport:
    """`index` serves now, after `replayed` products were brought up to date in it."""

    index: str
    replaced: str
    replayed: int


def rollback(settings: Settings) -> RollbackReport:
    """Make the previous index live again; what is live becomes the previous one.

    Before the swap every product that changed since it was live is written to it, in its own
    mapping and with its own rates. Raises RollbackRefusedError with the reason when it cannot
    serve, RebuildRunningError when a rebuild holds the lock.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    with index_lock(settings.database_url, settings.index_prefix) as connection:
        previous = index_behind(client, aliases.previous)
        live = index_behind(client, aliases.live)
        if previous is None or live is None:
            raise RollbackRefusedError(
                f"There is no previous index of {aliases.live} to go back to."
            )
        target = _target(client, connection, aliases, settings)
        client.indices.put_alias(index=previous, name=aliases.building)
        try:
            replayed = _replay(client, connection, target)
            client.indices.refresh(index=previous)
            commit(client, previous)
            note_position(client, connection, aliases.live)
            swap(client, aliases, previous)
        except BaseException:
            _remove_alias(client, previous, aliases.building)
            raise
    return RollbackReport(previous, live, replayed)


def _target(
    client: Elasticsearch, connection: Connection, aliases: Aliases, settings: Settings
) -> Target:
    """Return the previous index as a target, or raise RollbackRefusedError."""
    mappings = mapping_of(client, aliases.previous)
    meta = read_meta(mappings)
    if meta is None:
        raise RollbackRefusedError("The previous index does not say which changes it holds.")
    body = shipped_body(settings)
    missing = missing_fields(mappings["properties"], body.mappings["properties"])
    if missing:
        raise RollbackRefusedError(
            "The previous index was made for other documents; this version does not write its "
            f"{', '.join(missing)}. Go back to the code it was built with, then roll back."
        )
    _check_database(connection, meta)
    found = find_target(client, aliases.previous, body.hash)
    return Target(aliases.building, meta, found.properties if found else None)


def _check_database(connection: Connection, meta: IndexMeta) -> None:
    if meta.database != database_identity(connection):
        raise RollbackRefusedError(
            "The previous index was built from another database, whose changes cannot be "
            "replayed from this one's outbox. Rebuild instead."
        )
    if meta.outbox_position > snapshot_position(connection):
        raise RollbackRefusedError(
            "The previous index holds changes that this database does not have; it was restored "
            "from an older state. Rebuild instead."
        )


def _replay(client: Elasticsearch, connection: Connection, target: Target) -> int:
    report = replay(client, connection, target, target.meta.outbox_position)
    if report.refused:
        first = report.refused[0]
        raise RollbackRefusedError(
            f"The previous index refuses {len(report.refused)} of the changed products; the first,"
            f" product {first.document_id}: {first.reason}"
        )
    return report.written + report.superseded


def _remove_alias(client: Elasticsearch, index: str, alias: str) -> None:
    try:
        client.indices.delete_alias(index=index, name=alias)
    except NotFoundError:
        return
