"""An index against PostgreSQL, while both change: by counts, or by revisions, slice by slice."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import LiteralString

from elasticsearch import Elasticsearch

from indexer.catalogue.rows import SETTLED, Connection, count_products
from indexer.index.cluster.client import count_documents
from indexer.index.database import IndexingError, pending_count

SLICE = 5_000  # products; below the index's result window
_NO_END = 2**63 - 1
# Share of the products that an index that serves may lack: Elasticsearch refuses some.
MISSING_ALLOWED = 0.01

Pause = Callable[[float], None]

# A difference is explained by a change that waits, and by a document that is refused. A reconcile
# has had all of them tried again before.
_PRODUCTS = """
SELECT u.id, p.revision, EXISTS (
       SELECT FROM outbox o WHERE o.product_id = u.id AND (o.written_at IS NULL
           OR o.error IS NOT NULL AND o.revision >= coalesce(p.revision, 0)))
  FROM unnest(%s::bigint[]) AS u (id) LEFT JOIN product p ON p.id = u.id
"""


def missing_allowed(products: int) -> int:
    """Return how many products an index that serves may lack."""
    return int(products * MISSING_ALLOWED)


def is_short(
    client: Elasticsearch, connection: Connection, index: str, statement: LiteralString = SETTLED
) -> bool:
    """Return True if more documents are missing than may be, products on their way aside.

    `statement` WRITTEN: right after a refresh, which shows all that was written.
    """
    products, _visible, moving = connection.execute(statement).fetchone() or (0, 0, ())
    documents, _visible = count_documents(client, index, moving)
    return bool(products - documents > missing_allowed(products))


def shortage(client: Elasticsearch, connection: Connection, index: str) -> str:
    """Describe the products of which an index to serve lacks too many: "3 of 9 visible products".

    Empty where it may serve. PostgreSQL is counted first: what is added meanwhile is no loss.
    """
    expected, waiting = count_products(connection), pending_count(connection)
    client.indices.refresh(index=index)
    counts = count_documents(client, index)
    for what, want, have in zip(("products", "visible products"), expected, counts, strict=True):
        if want - have > missing_allowed(want) + waiting:
            return f"{have} of {want} {what}"
    return ""


@dataclass(slots=True)
class Difference:
    """Ids of products.

    missing: not in the index; behind: of an older revision there; ahead: of a newer one than
    PostgreSQL has; extra: documents whose product does not exist, with their version.
    """

    missing: list[int] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    ahead: list[int] = field(default_factory=list)
    extra: dict[int, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Return how many products differ."""
        return len(self.missing) + len(self.behind) + len(self.ahead) + len(self.extra)

    def __str__(self) -> str:
        """Describe it for the operator."""
        parts = {
            "missing": self.missing,
            "out of date": self.behind,
            "newer than PostgreSQL": self.ahead,
            "of no product": self.extra,
        }
        return ", ".join(f"{len(ids)} {what}" for what, ids in parts.items() if ids)


def compare(
    client: Elasticsearch, connection: Connection, index: str, most: int, pause: Pause = time.sleep
) -> Difference:
    """Return what is different for good, not merely on its way; stops above `most` differences.

    `pause` is called after each slice with the seconds it took: a live site shares the machine.
    """
    difference = Difference()
    client.indices.refresh(index=index)  # what is there and not yet shown may be from a time after
    for after, upto, revisions in _slices(connection):
        started = time.monotonic()
        versions = _versions(client, index, after, upto)
        both = revisions.keys() | versions.keys()
        suspects = [one for one in both if revisions.get(one) != versions.get(one)]
        _confirm(client, connection, index, sorted(suspects), difference)
        if difference.count > most:
            break
        pause(time.monotonic() - started)
    return difference


def _slices(connection: Connection) -> Iterator[tuple[int, int, dict[int, int]]]:
    """Yield (after, up to, revisions by id); the last slice has no end, the first no beginning."""
    after = -1
    while True:
        rows = connection.execute(
            "SELECT id, revision FROM product WHERE id > %s ORDER BY id LIMIT %s", [after, SLICE]
        ).fetchall()
        upto = rows[-1][0] if len(rows) == SLICE else _NO_END
        yield after, upto, dict(rows)
        if upto == _NO_END:
            return
        after = upto


def _versions(client: Elasticsearch, index: str, after: int, upto: int) -> dict[int, int]:
    versions: dict[int, int] = {}
    last: list[str] | None = None
    while True:
        hits = client.search(
            index=index,
            query={"range": {"productId": {"gt": after, "lte": upto}}},
            sort=["objectID"],
            search_after=last,
            size=SLICE,
            source=False,
            version=True,
            track_total_hits=False,
            allow_partial_search_results=False,
        ).body["hits"]["hits"]
        versions |= {int(hit["_id"]): int(hit["_version"]) for hit in hits}
        if len(hits) < SLICE:
            return versions
        last = hits[-1]["sort"]


def _confirm(
    client: Elasticsearch,
    connection: Connection,
    index: str,
    suspects: list[int],
    difference: Difference,
) -> None:
    """Look again at what seems different, in an order that no change on its way can deceive.

    PostgreSQL is read before and after Elasticsearch, which returns documents by id: those
    it has but does not show yet count too. What PostgreSQL held before must be there by now; what
    is there must be known to it after. No change that waits makes a document newer than that.
    """
    for start in range(0, len(suspects), SLICE):
        ids = suspects[start : start + SLICE]
        before = connection.execute(_PRODUCTS, [ids]).fetchall()
        there = _by_id(client, index, ids)
        after = connection.execute(_PRODUCTS, [ids]).fetchall()
        waiting = {one for one, _, waits in (*before, *after) if waits}
        known, revisions = (
            {one: revision for one, revision, _ in rows} for rows in (before, after)
        )
        for one in ids:
            was, held, now = known[one], there.get(one), revisions[one]
            if held and now and held > now:
                difference.ahead.append(one)
            elif one in waiting:
                continue
            elif held is None and was and now:
                difference.missing.append(one)
            elif held and was and now and held < was:
                difference.behind.append(one)
            elif held and not was and not now:
                difference.extra[one] = held


def _by_id(client: Elasticsearch, index: str, ids: list[int]) -> dict[int, int]:
    docs = client.mget(index=index, ids=[str(one) for one in ids], source=False).body["docs"]
    failed = [doc["error"]["reason"] for doc in docs if "error" in doc]
    if failed:  # a shard that does not answer has not lost its documents
        raise IndexingError(f"{len(failed)} documents of {index} could not be read: {failed[0]}")
    return {int(doc["_id"]): int(doc["_version"]) for doc in docs if doc.get("found")}
