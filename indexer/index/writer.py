"""The one writer of documents: pending outbox rows to the live index, changes to another one."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import LiteralString, NamedTuple
from uuid import uuid4

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError
from redis.exceptions import RedisError

from indexer.catalogue.document import ProductRow
from indexer.catalogue.rates import rates_in
from indexer.catalogue.rows import Connection, load_lookups, products_by_id
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.cluster.bulk import (
    BulkResult,
    Refusal,
    actions_of,
    delete_action,
    reason_of,
    send,
    unbuilt,
)
from indexer.index.cluster.client import elasticsearch, index_behind
from indexer.index.cluster.mapping import is_current
from indexer.index.database import (
    BulkUnavailableError,
    IndexingError,
    IndexMissingError,
    connect,
    share_writing,
)

log = logging.getLogger(__name__)


def key_of(index_prefix: str) -> str:
    """Return the Redis key of the mark that is another one after each change of an index."""
    return f"{index_prefix}:changed"


def announce_change(settings: Settings) -> str:
    """Have all web processes forget the answers and the words that they keep; return why not.

    Call it when the change can be searched. Redis being away is no error: without it no process
    keeps answers, and words are half a minute old.
    """
    try:
        redis_connection(settings.redis_url).set(key_of(settings.index_prefix), uuid4().hex)
    except (RedisError, OSError) as error:
        log.warning("Nobody is notified of a change of %s: %s", settings.index_prefix, error)
        return f"Redis does not answer: {error}"
    return ""


BATCH = 500
FIRST_BATCH = 50  # of an edit: its own rows are the newest, and go whatever else waits
ROUNDS = 2  # of one product: another writer may have been faster
RETRIES = 2  # of a bulk for which nobody waits
LOOK_S = 0.1  # between looks at rows that another writer holds


class Patience(NamedTuple):
    """How long a writer waits for Elasticsearch before it leaves the rows for later.

    `others_s`: how long for other writers that hold rows which were pending before it came.
    """

    timeout_s: float
    retries: int
    others_s: float


PERIODIC = Patience(30.0, RETRIES, others_s=0.0)
RUN = PERIODIC._replace(others_s=20.0)  # it reports the outcome of its own products
OPERATOR = Patience(5.0, 1, others_s=5.0)  # somebody waits for the answer


@dataclass(slots=True)
class WriteReport:
    """What a call of `write_pending` did; counts are of products, not of rows.

    `refused`: for their documents' own fault. `left`: those that were pending when it was called
    and still are, and `why`; they will be tried again. While `why` reports that a part does not
    answer, `left` may not be known. `is_blocked`: the index took nothing of the last batch.
    """

    written: int = 0
    refused: list[Refusal] = field(default_factory=list)
    left: int = 0
    why: str = ""
    is_blocked: bool = False

    @property
    def success(self) -> bool:
        """Return True if every document that was pending was taken."""
        return not self.refused and not self.left and not self.why

    @property
    def note(self) -> str:
        """Return what an operator's "Saved" has to go on with; empty where all can be found."""
        notes = []
        if self.left:
            waiting = f"{self.left} product{'s wait' if self.left != 1 else ' waits'}"
            notes.append(f"{waiting} for the search index, which shows what changed later")
        elif self.why:
            notes.append("the search index shows it later")
        if self.why:
            notes[-1] += f" ({self.why})"
        if self.refused:
            first = self.refused[0]
            notes.append(f"the search index refuses product {first.document_id} ({first.reason})")
        return "".join(f"; {note}" for note in notes)


def write_pending(
    settings: Settings, *, refresh: bool = False, limit: int = 0, patience: Patience | None = None
) -> WriteReport:
    """Write the outbox rows that are due, oldest first.

    With a `limit` (of products) it is an edit that writes: the newest first, none that is older
    than two minutes. What has waited for longer is the periodic writer's, which has the patience
    for a server that has just come back: edits that took it along held it and failed, again and
    again.

    Several writers may run: each takes rows that no other holds. `refresh` makes the changes
    searchable at once and has every web process read anew what it keeps, for an operator's edit.
    Elasticsearch or PostgreSQL being away, or refusing, is no error: the rows stay pending and the
    report has it.
    """
    report, patience = WriteReport(), patience or (OPERATOR if refresh else PERIODIC)
    client = elasticsearch(settings.elasticsearch_url)
    others = len(client.transport.node_pool) - 1  # once at each node, as it may be that which died
    client = client.options(
        request_timeout=patience.timeout_s, max_retries=others, retry_on_timeout=True
    )
    try:
        with connect(settings.database_url) as connection:
            live = Target(client, settings.index_prefix, patience.retries)
            was_pending = _write_due(live, connection, report, limit, patience.others_s)
        if refresh and was_pending:  # also what another writer has written meanwhile
            client.indices.refresh(index=settings.index_prefix)
    except (TransportError, ApiError, IndexingError) as error:
        report.why = report.why or reason_of(error)
    except psycopg.OperationalError as error:
        report.why = f"PostgreSQL does not answer: {error}"
    if refresh:
        announce_change(settings)  # an edit may change what no document holds, such as a name
    return report


def make_visible(settings: Settings) -> str:
    """Have the next search, whoever answers it, find what was written and its words.

    Returns why it may take a minute; empty where it is so.
    """
    client = elasticsearch(settings.elasticsearch_url)
    patient = client.options(request_timeout=RUN.timeout_s, max_retries=0)
    try:
        patient.indices.refresh(index=settings.index_prefix)
    except (TransportError, ApiError) as error:
        return reason_of(error)
    return announce_change(settings)


class Target(NamedTuple):
    """An index that documents are written to, through an alias."""

    client: Elasticsearch
    alias: str
    retries: int = RETRIES


def _check_version(live: Target) -> None:
    """Raise IndexMissingError unless there is an index of this version."""
    name = index_behind(live.client, live.alias)
    if name is None:
        raise IndexMissingError(
            f"No index stands behind {live.alias} yet. Run `python -m indexer.index rebuild`."
        )
    if not is_current(name):
        raise IndexMissingError(
            f"The index behind {live.alias} was made by another version, or not by Winkel. This"
            " one writes to its own, which `python -m indexer.index ensure` builds."
        )


def _write_due(
    live: Target, connection: Connection, report: WriteReport, limit: int, others_s: float
) -> bool:
    """Write batches until nothing is due; wait for other writers that hold what was pending.

    Returns whether anything was pending.
    """
    newest, until = connection.execute(_NEWEST).fetchone(), time.monotonic() + others_s
    take, left = _EDITED if limit else _ALL
    if newest is None or newest[0] is None:
        return False
    while True:
        while not limit or report.written < limit:
            size = FIRST_BATCH if limit and not report.written else BATCH
            if not _write_batch(live, connection, report, take, size):
                break
        report.left, due, why = connection.execute(left, newest).fetchone() or (0, 0, "")
        report.why = why or ""
        is_full = bool(limit) and report.written >= limit
        if not due or is_full or report.is_blocked or time.monotonic() > until:
            return True
        time.sleep(LOOK_S)


_NEWEST: LiteralString = "SELECT max(id) FROM outbox WHERE written_at IS NULL"
# The longest pause is a minute: what is put off for longer was so by a clock that was ahead.
_IS_DUE: LiteralString = (
    "(retry_at IS NULL OR retry_at NOT BETWEEN now() AND now() + interval '1 minute')"
)
_TAKE: LiteralString = f"""
SELECT id, product_id, revision FROM outbox WHERE written_at IS NULL AND {_IS_DUE}
"""  # noqa: S608
# The products that wait, how many of them are due, and why one waits.
_LEFT: LiteralString = f"""
SELECT count(DISTINCT product_id), count(DISTINCT product_id) FILTER (WHERE {_IS_DUE}),
       (array_agg(error ORDER BY id DESC) FILTER (WHERE error IS NOT NULL))[1]
  FROM outbox WHERE written_at IS NULL AND id <= %s
"""  # noqa: S608
_YOUNG: LiteralString = "created_at > now() - interval '2 minutes'"  # begun so lately
# Rows of the first one's kind: an edit's row that went along with a backlog would wait as long as
# the backlog takes. By ids the old come first, so that this reads no more than it takes.
_ALIKE: LiteralString = (
    "WITH first AS ("  # noqa: S608 - of constants
    + _TAKE
    + " ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED), kind AS (SELECT "
    + _YOUNG
    + " AS is_young FROM outbox JOIN first USING (id))"
    + _TAKE
    + " AND ("
    + _YOUNG
    + ") = (SELECT is_young FROM kind)"
)
# Which rows a writer takes, in which order, and which are left then.
_ALL = (_ALIKE + " ORDER BY id", _LEFT)
_EDITED = (_TAKE + " AND " + _YOUNG + " ORDER BY id DESC", _LEFT + " AND " + _YOUNG)


def _write_batch(
    live: Target, connection: Connection, report: WriteReport, take: LiteralString, size: int
) -> bool:
    """Write one batch in a transaction that holds its rows; return True if there may be more.

    Where every document has to wait, the index takes none, and the rest is not tried either.
    """
    with connection.transaction():
        share_writing(connection, live.alias)
        rows = connection.execute(take + " LIMIT %s FOR UPDATE SKIP LOCKED", [size]).fetchall()
        if not rows:
            return False
        _check_version(live)  # before products are read for it
        revisions: dict[int, int] = {}
        for _, product_id, revision in rows:
            revisions[product_id] = max(revision, revisions.get(product_id, 0))
        sent = write_products(live, connection, revisions)
        _mark(connection, rows, sent)
    report.written += len(revisions) - len(sent.refused) - len(sent.waiting)
    report.refused += sent.refused
    report.is_blocked = len(revisions) == len(sent.waiting)
    return not report.is_blocked


# The pause doubles with each attempt, from a second to a minute: what has ended is soon noticed.
_MARK = """
UPDATE outbox o SET error = u.error,
       written_at = CASE WHEN u.waits THEN NULL ELSE clock_timestamp() END,
       attempts = o.attempts + u.waits::int,
       retry_at = CASE WHEN u.waits THEN
           clock_timestamp() + least(power(2, least(o.attempts, 6)), 60) * interval '1 second' END
  FROM unnest(%s::bigint[], %s::text[], %s::boolean[]) AS u (id, error, waits) WHERE o.id = u.id
"""


def _mark(connection: Connection, rows: Sequence[tuple[int, int, int]], sent: BulkResult) -> None:
    """Close the rows but those that wait; what was refused or waits keeps why.

    A refused one is not tried again until it changes, or a reconcile opens it.
    """
    waiting = dict(sent.waiting)
    why = dict(sent.refused) | waiting
    keys = [str(product_id) for _, product_id, _ in rows]
    values = [row[0] for row in rows], [*map(why.get, keys)], [key in waiting for key in keys]
    connection.execute(_MARK, values)


def write_products(
    target: Target, connection: Connection, revisions: Mapping[int, int]
) -> BulkResult:
    """Bring the documents of these products to what they are now; return what was not taken.

    `revisions`: of a product that does not exist its deletion's. The rates are read after the
    products: new ones are there before products are enqueued for them. Where a later version is
    there, another writer was faster; or PostgreSQL was restored, and the document waits for the
    reconcile that sees it.
    """
    sent, newer = BulkResult(), list[Refusal]()
    for _ in range(ROUNDS):
        rows = _read(connection, list(revisions), sent.refused)
        lookups, unread = load_lookups(connection), {int(key) for key, _ in sent.refused}
        gone = revisions.keys() - unread - {row.id for row in rows}
        actions = actions_of(rows, lookups, rates_in(connection), sent.refused)
        actions += [delete_action(one, revisions[one]) for one in gone]
        done = send(target.client, target.alias, actions, target.retries)
        sent.refused += done.refused
        sent.waiting += done.waiting
        # The later version of what is gone is its deletion: a row behind that has no more to do.
        newer = [one for one in done.newer if int(one.document_id) not in gone]
        revisions = {int(key): revisions[int(key)] for key, _ in newer}
        if not revisions:
            return sent
    sent.waiting += newer
    return sent


def _read(connection: Connection, ids: list[int], refused: list[Refusal]) -> list[ProductRow]:
    """Read products; one that cannot be read is refused, and holds no other up."""
    try:
        with connection.transaction():
            return products_by_id(connection, ids)
    except psycopg.OperationalError:
        raise
    except Exception as error:
        if len(ids) == 1:
            refused.append(unbuilt(ids[0], error))
            return []
    middle = len(ids) // 2
    return [*_read(connection, ids[:middle], refused), *_read(connection, ids[middle:], refused)]


def replay(target: Target, connection: Connection, since: int) -> list[Refusal]:
    """Write every product that the outbox names from a position on, as `write_all` does."""
    refused, after = list[Refusal](), 0
    while rows := connection.execute(_SINCE, [since, after]).fetchall():
        refused += write_all(target, connection, dict(rows))
        after = rows[-1][0]
    return refused


_SINCE: LiteralString = """
SELECT product_id, max(revision) FROM outbox WHERE xid >= %s AND product_id > %s
 GROUP BY product_id ORDER BY product_id LIMIT 5000
"""


def write_all(
    target: Target, connection: Connection, revisions: Mapping[int, int]
) -> list[Refusal]:
    """Write these products; return what is refused, raise BulkUnavailableError where one waits."""
    refused, left = list[Refusal](), sorted(revisions.items())
    for start in range(0, len(left), BATCH):
        with connection.transaction():
            sent = write_products(target, connection, dict(left[start : start + BATCH]))
        none_may_wait(sent)
        refused += sent.refused
    return refused


def none_may_wait(sent: BulkResult) -> None:
    """Raise BulkUnavailableError where documents wait."""
    if sent.waiting:
        raise BulkUnavailableError(
            f"Elasticsearch did not take {len(sent.waiting)} documents: {sent.waiting[0].reason}"
        )
