"""An index that is written to: through which alias, with which rates, with which fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from elasticsearch import Elasticsearch, NotFoundError

from indexer.catalogue.document import Lookups, ProductRow, build_document
from indexer.catalogue.rows import Connection, load_lookups, products_by_id
from indexer.index.cluster.bulk import (
    BulkReport,
    Operation,
    Retry,
    delete_operation,
    index_operation,
    send,
)
from indexer.index.cluster.client import mapping_of, read_meta
from indexer.index.cluster.mapping import IndexMeta, fit
from indexer.index.errors import IndexMissingError


@dataclass(frozen=True, slots=True)
class Target:
    """An index behind an alias. `properties`: the fields it knows, None when they are ours."""

    alias: str
    meta: IndexMeta
    properties: dict[str, Any] | None

    def operation(self, row: ProductRow, lookups: Lookups) -> Operation:
        """Return the operation that writes a product, priced with this index's rates."""
        document = build_document(row, lookups, self.meta.rates)
        if self.properties is not None:
            document = fit(document, self.properties)
        return index_operation(document, row.revision)


def find_target(client: Elasticsearch, alias: str, current_hash: str) -> Target | None:
    """Return the index behind an alias as a target; None where there is none.

    Raises IndexMissingError when an index stands there that is not one of ours.
    """
    try:
        mappings = mapping_of(client, alias)
    except NotFoundError:
        return None
    meta = read_meta(mappings)
    if meta is None:
        raise IndexMissingError(
            f"The index behind {alias} was not made by Winkel (its mapping has no _meta). "
            "Delete it, or choose another INDEX_PREFIX, and rebuild."
        )
    ours = meta.mapping_hash == current_hash
    return Target(alias, meta, None if ours else mappings["properties"])


class Changed(NamedTuple):
    """Products as PostgreSQL holds them; `revisions`, by id: a deletion's, should one not exist."""

    rows: Sequence[ProductRow]
    lookups: Lookups
    revisions: dict[int, int]


def read_changed(connection: Connection, revisions: dict[int, int]) -> Changed:
    """Read these products as they are now."""
    return Changed(products_by_id(connection, list(revisions)), load_lookups(connection), revisions)


def write_products(
    client: Elasticsearch, target: Target, changed: Changed, retry: Retry | None = None
) -> BulkReport:
    """Bring products' documents to what was read."""
    operations = list(_operations(target, changed))
    return send(client, target.alias, operations, retry) if operations else BulkReport()


def _operations(target: Target, changed: Changed) -> Iterable[Operation]:
    for row in changed.rows:
        yield target.operation(row, changed.lookups)
    for product_id in changed.revisions.keys() - {row.id for row in changed.rows}:
        yield delete_operation(product_id, changed.revisions[product_id])


def replay(client: Elasticsearch, connection: Connection, target: Target) -> BulkReport:
    """Write every product that the outbox names from the target's position on, written or not.

    Raises BulkUnavailableError where documents have to wait.
    """
    report, after = BulkReport(), 0
    while True:
        rows = connection.execute(
            "SELECT product_id, max(revision) FROM outbox WHERE xid >= %s AND product_id > %s"
            " GROUP BY product_id ORDER BY product_id LIMIT 500",
            [target.meta.outbox_position, after],
        ).fetchall()
        if not rows:
            return report
        changed = read_changed(connection, dict(rows))
        report.add(write_products(client, target, changed).without_waiting())
        after = rows[-1][0]
