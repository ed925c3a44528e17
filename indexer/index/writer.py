"""The incremental writer: pending outbox rows to the live index and the one being built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError

from indexer.catalogue.rows import Connection
from indexer.index.cluster.ahead import lift
from indexer.index.cluster.bulk import GONE, Refusal, Retry
from indexer.index.cluster.changed import say_changed
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import shipped_body
from indexer.index.cluster.names import Aliases
from indexer.index.cluster.target import Target, find_target, write_products
from indexer.index.database import connect
from indexer.index.errors import IndexingError, IndexMissingError
from indexer.settings import Settings

BATCH = 500
TARGET_ATTEMPTS = 5


class Patience(NamedTuple):
    """How long a writer waits for Elasticsearch before it leaves the rows for later."""

    timeout_s: float
    retry: Retry


WORKER = Patience(30.0, Retry(attempts=5, longest_s=2.0))
OPERATOR = Patience(5.0, Retry(attempts=2))  # somebody waits for the answer to an edit


class Pending(NamedTuple):
    """An outbox row that waits."""

    id: int
    product_id: int
    revision: int


@dataclass(slots=True)
class WriteReport:
    """What a call of `write_pending` did; counts are of products, not of rows.

    `unavailable` says why rows are still pending; they will be tried again.
    """

    written: int = 0
    refused: list[Refusal] = field(default_factory=list)
    unavailable: str = ""

    @property
    def success(self) -> bool:
        """Tell whether every pending document was taken."""
        return not self.refused and not self.unavailable


def write_pending(settings: Settings, *, refresh: bool = False, limit: int = 0) -> WriteReport:
    """Write all pending outbox rows, oldest first (at most `limit` where given).

    Several writers may run: each takes rows that no other holds. `refresh` makes the changes
    searchable at once and has kept answers forgotten, for an operator's edit. Elasticsearch or
    PostgreSQL being away is no error: the rows stay pending and the report says so.
    """
    report, patience = WriteReport(), OPERATOR if refresh else WORKER
    client = elasticsearch(settings.elasticsearch_url).options(
        request_timeout=patience.timeout_s, max_retries=0
    )
    try:
        with connect(settings.database_url) as connection:
            while not limit or report.written < limit:
                if not _write_batch(client, connection, settings, report, patience.retry):
                    break
        if refresh and report.written:
            client.indices.refresh(index=settings.index_prefix)
        if refresh:
            say_changed(settings)  # an edit may change what no document holds, such as a name
    except (TransportError, ApiError, IndexingError) as error:
        report.unavailable = str(error)
    except psycopg.OperationalError as error:
        report.unavailable = f"PostgreSQL does not answer: {error}"
    return report


def _write_batch(
    client: Elasticsearch,
    connection: Connection,
    settings: Settings,
    report: WriteReport,
    retry: Retry,
) -> int:
    """Write one batch in a transaction that holds its rows; return how many rows it was."""
    with connection.transaction():
        rows = _take(connection)
        if rows:
            revisions = {row.product_id: row.revision for row in rows}
            refused = _write_targets(client, connection, settings, revisions, retry)
            _mark(connection, rows, refused)
            report.written += len(revisions) - len(refused)
            report.refused += refused.values()
    return len(rows)


def _write_targets(
    client: Elasticsearch,
    connection: Connection,
    settings: Settings,
    revisions: dict[int, int],
    retry: Retry,
) -> dict[str, Refusal]:
    """Write to the live index and the one being built; return the refused by document id.

    The targets are looked up after the rows are read: a rebuild makes its building alias before
    its snapshot, so a row read without seeing that alias is in the snapshot. When the building
    index went live in between, the first write went to the old one, so all is written again.
    So it is when an index is ahead of a restored PostgreSQL, with revisions raised above it.
    """
    for _ in range(TARGET_ATTEMPTS):
        refused: dict[str, Refusal] = {}
        superseded: dict[int, int] = {}
        for target in _targets(client, settings):
            report = write_products(client, connection, target, revisions, retry)
            refused |= {refusal.document_id: refusal for refusal in report.refused}
            for key, version in report.superseded.items():
                superseded[int(key)] = max(version, superseded.get(int(key), 0))
        if any(refusal.status == GONE for refusal in refused.values()):
            continue
        lifted = lift(connection, superseded)
        if not lifted:
            return refused
        revisions = {**revisions, **lifted}
    raise IndexMissingError("The index was swapped again and again while rows were written.")


def _take(connection: Connection) -> list[Pending]:
    rows = connection.execute(
        "SELECT id, product_id, revision FROM outbox WHERE written_at IS NULL"
        " ORDER BY id LIMIT %s FOR UPDATE SKIP LOCKED",
        [BATCH],
    )
    return [Pending(*row) for row in rows]


def _targets(client: Elasticsearch, settings: Settings) -> list[Target]:
    aliases, current = Aliases(settings.index_prefix), shipped_body(settings).hash
    live = find_target(client, aliases.live, current)
    if live is None:
        raise IndexMissingError(
            f"No index stands behind {aliases.live} yet. Run `python -m indexer.index rebuild`."
        )
    building = find_target(client, aliases.building, current)
    return [live, building] if building else [live]


def _mark(connection: Connection, rows: Sequence[Pending], refused: dict[str, Refusal]) -> None:
    """Close the rows; one that was refused keeps why, and is not tried again until it changes."""
    errors = [
        f"{refusal.status} {refusal.reason}" if refusal else None
        for refusal in (refused.get(str(row.product_id)) for row in rows)
    ]
    connection.execute(
        "UPDATE outbox o SET written_at = now(), error = u.error"
        " FROM unnest(%s::bigint[], %s::text[]) AS u (id, error) WHERE o.id = u.id",
        [[row.id for row in rows], errors],
    )
