"""The incremental writer: pending outbox rows to the live index and the one being built."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import LiteralString, NamedTuple

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError

from indexer.catalogue.rows import Connection
from indexer.core.settings import Settings
from indexer.index.cluster.ahead import raise_revisions
from indexer.index.cluster.bulk import GONE, BulkReport, Refusal, Retry, reason_of
from indexer.index.cluster.changed import say_changed
from indexer.index.cluster.client import elasticsearch, index_behind
from indexer.index.cluster.mapping import shipped_body
from indexer.index.cluster.names import Aliases
from indexer.index.cluster.target import Target, find_target, read_changed, write_products
from indexer.index.database import connect
from indexer.index.errors import IndexingError, IndexMissingError

BATCH = 500
FIRST_BATCH = 50  # of an edit: its own rows are the newest, and go whatever else waits
TARGET_ATTEMPTS = 5
LOOK_S = 0.1  # between looks at rows that another writer holds


class Patience(NamedTuple):
    """How long a writer waits for Elasticsearch before it leaves the rows for later.

    `others_s`: how long for other writers that hold rows which were pending before it came.
    """

    timeout_s: float
    retry: Retry
    others_s: float


PERIODIC = Patience(30.0, Retry(attempts=5, longest_s=2.0), others_s=0.0)
RUN = PERIODIC._replace(others_s=20.0)  # it says of its own products what became of them
OPERATOR = Patience(5.0, Retry(attempts=2), others_s=5.0)  # somebody waits for the answer


class Pending(NamedTuple):
    """An outbox row that waits."""

    id: int
    product_id: int
    revision: int


@dataclass(slots=True)
class WriteReport:
    """What a call of `write_pending` did; counts are of products, not of rows.

    `refused`: for their documents' own fault. `left`: those that were pending when it was called
    and still are, and `why`; they will be tried again. While `why` says that a part does not
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
            notes.append(f"the search index refuses product {first.document_id} ({first})")
        return "".join(f"; {note}" for note in notes)


def write_pending(
    settings: Settings,
    *,
    refresh: bool = False,
    limit: int = 0,
    patience: Patience | None = None,
) -> WriteReport:
    """Write the outbox rows that are due, oldest first.

    With a `limit` (of products) it is an edit that writes: the newest first, none that is older
    than two minutes. What has waited for longer is the periodic writer's, which has the patience
    for a server that has just come back: edits that took it along held it and failed, again and
    again.

    Several writers may run: each takes rows that no other holds. `refresh` makes the changes
    searchable at once and has every web process read anew what it keeps, for an operator's edit.
    Elasticsearch or PostgreSQL being away, or refusing, is no error: the rows stay pending and the
    report says so.
    """
    report, patience = WriteReport(), patience or (OPERATOR if refresh else PERIODIC)
    client = elasticsearch(settings.elasticsearch_url)
    others = len(client.transport.node_pool) - 1  # once at each node, as it may be that which died
    client = client.options(
        request_timeout=patience.timeout_s, max_retries=others, retry_on_timeout=True
    )
    try:
        with connect(settings.database_url) as connection:
            writer = _Writer(client, connection, settings, patience.retry)
            was_pending = _write_due(writer, report, limit, patience.others_s)
        if refresh and was_pending:  # also what another writer has written meanwhile
            client.indices.refresh(index=settings.index_prefix)
    except (TransportError, ApiError, IndexingError) as error:
        report.why = report.why or reason_of(error)
    except psycopg.OperationalError as error:
        report.why = f"PostgreSQL does not answer: {error}"
    if refresh:
        say_changed(settings)  # an edit may change what no document holds, such as a name
    return report


def make_known(settings: Settings) -> str:
    """Have the next search, whoever answers it, find what was written and know its words.

    Returns why it may take a minute; empty where it is so.
    """
    client = elasticsearch(settings.elasticsearch_url)
    patient = client.options(request_timeout=RUN.timeout_s, max_retries=0)
    try:
        patient.indices.refresh(index=settings.index_prefix)
    except (TransportError, ApiError) as error:
        return reason_of(error)
    return say_changed(settings)


class _Writer(NamedTuple):
    """What a batch is written with."""

    client: Elasticsearch
    connection: Connection
    settings: Settings
    retry: Retry


def _write_due(writer: _Writer, report: WriteReport, limit: int, others_s: float) -> bool:
    """Write batches until nothing is due; wait for other writers that hold what was pending.

    Returns whether anything was pending.
    """
    newest, until = _newest(writer.connection), time.monotonic() + others_s
    scope = _EDITED if limit else _ALL
    if newest and index_behind(writer.client, writer.settings.index_prefix) is None:
        raise _no_index(writer.settings)  # before products are read for it
    while newest:
        while not limit or report.written < limit:
            size = FIRST_BATCH if limit and not report.written else BATCH
            if not _write_batch(writer, report, scope, size):
                break
        report.left, due, report.why = _left(writer.connection, scope, newest)
        is_full = bool(limit) and report.written >= limit
        if not due or is_full or report.is_blocked or time.monotonic() > until:
            break
        time.sleep(LOOK_S)
    return bool(newest)


# The longest pause is a minute: what is put off for longer was so by a clock that was ahead.
_IS_DUE: LiteralString = (
    "(retry_at IS NULL OR retry_at NOT BETWEEN now() AND now() + interval '1 minute')"
)
_TAKE: LiteralString = f"""
SELECT id, product_id, revision FROM outbox WHERE written_at IS NULL AND {_IS_DUE}
"""  # noqa: S608
_LEFT: LiteralString = f"""
SELECT count(DISTINCT product_id), count(DISTINCT product_id) FILTER (WHERE {_IS_DUE}),
       (array_agg(error ORDER BY id DESC) FILTER (WHERE error IS NOT NULL))[1]
  FROM outbox WHERE written_at IS NULL AND id <= %s
"""  # noqa: S608
_YOUNG: LiteralString = "created_at > now() - interval '2 minutes'"  # begun so lately
_IS_EDITED: LiteralString = " AND " + _YOUNG
# Rows of the first one's kind: an edit's row that went along with a backlog would wait as long as
# the backlog takes. By ids the old come first, so that this reads no more than it takes.
_ALIKE: LiteralString = (
    "WITH first AS ("  # noqa: S608 - of constants
    + _TAKE
    + """ ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED), kind AS (
SELECT """
    + _YOUNG
    + """ AS is_young FROM outbox JOIN first USING (id))
"""
    + _TAKE
    + " AND ("
    + _YOUNG
    + ") = (SELECT is_young FROM kind)"
)


class _Scope(NamedTuple):
    """Which of the rows that wait a writer takes, in which order, and which are left."""

    take: LiteralString
    left: LiteralString


_ALL = _Scope(_ALIKE + " ORDER BY id", _LEFT)
_EDITED = _Scope(_TAKE + _IS_EDITED + " ORDER BY id DESC", _LEFT + _IS_EDITED)


def _newest(connection: Connection) -> int:
    row = connection.execute("SELECT max(id) FROM outbox WHERE written_at IS NULL").fetchone()
    return (row and row[0]) or 0


def _left(connection: Connection, scope: _Scope, newest: int) -> tuple[int, int, str]:
    """Return the products up to a row that wait, how many of them are due, and why one waits."""
    row = connection.execute(scope.left, [newest]).fetchone()
    return (row[0], row[1], row[2] or "") if row else (0, 0, "")


def _write_batch(writer: _Writer, report: WriteReport, scope: _Scope, size: int) -> bool:
    """Write one batch in a transaction that holds its rows; return True if there may be more.

    Where every document has to wait, the index takes none, and the rest is not tried either.
    """
    with writer.connection.transaction():
        rows = _take(writer.connection, scope, size)
        revisions = {row.product_id: row.revision for row in rows}
        sent = _write_targets(writer, revisions) if rows else BulkReport()
        _mark(writer.connection, rows, sent)
    report.written += len(revisions) - len(sent.refused) - len(sent.waiting)
    report.refused += sent.refused
    report.is_blocked = 0 < len(revisions) == len(sent.waiting)
    return bool(rows) and not report.is_blocked


def _write_targets(writer: _Writer, revisions: dict[int, int]) -> BulkReport:
    """Write to the live index and the one being built; return each refused document once.

    The targets are looked up after the products are read: a rebuild makes its building alias before
    its snapshot, so a row read without seeing that alias is in the snapshot; and an index has new
    rates before products are enqueued for them, so one of such a revision is written with them.
    When the building index went live in between, the first write went to the old one, so all is
    written again. So it is when an index is ahead of a restored PostgreSQL, with revisions raised
    above it.
    """
    client, connection, settings, retry = writer
    for _ in range(TARGET_ATTEMPTS):
        refused: dict[str, Refusal] = {}
        waiting: dict[str, Refusal] = {}
        superseded: dict[int, int] = {}
        changed = read_changed(connection, revisions)
        for target in _targets(client, settings):
            report = write_products(client, target, changed, retry)
            refused |= _by_document(report.refused)
            waiting |= _by_document(report.waiting)
            for key, version in report.superseded.items():
                superseded[int(key)] = max(version, superseded.get(int(key), 0))
        if any(refusal.status == GONE for refusal in waiting.values()):
            continue
        raised = raise_revisions(connection, superseded)
        if not raised:
            only_refused = [refused[key] for key in refused.keys() - waiting.keys()]
            return BulkReport(refused=only_refused, waiting=list(waiting.values()))
        revisions = {**revisions, **raised}
    raise IndexMissingError("The index was swapped again and again while rows were written.")


def _by_document(refusals: Sequence[Refusal]) -> Mapping[str, Refusal]:
    return {refusal.document_id: refusal for refusal in refusals}


def _take(connection: Connection, scope: _Scope, size: int) -> list[Pending]:
    rows = connection.execute(scope.take + " LIMIT %s FOR UPDATE SKIP LOCKED", [size])
    return [Pending(*row) for row in rows]


def _no_index(settings: Settings) -> IndexMissingError:
    live = Aliases(settings.index_prefix).live
    return IndexMissingError(
        f"No index stands behind {live} yet. Run `python -m indexer.index rebuild`."
    )


def _targets(client: Elasticsearch, settings: Settings) -> list[Target]:
    aliases, current = Aliases(settings.index_prefix), shipped_body().hash
    live = find_target(client, aliases.live, current)
    if live is None:
        raise _no_index(settings)
    building = find_target(client, aliases.building, current)
    return [live, building] if building else [live]


# The pause doubles with each attempt, from a second to a minute: what has ended is soon noticed.
_MARK = """
UPDATE outbox o SET error = u.error,
       written_at = CASE WHEN u.waits THEN NULL ELSE clock_timestamp() END,
       attempts = o.attempts + u.waits::int,
       retry_at = CASE WHEN u.waits THEN
           clock_timestamp() + least(power(2, least(o.attempts, 6)), 60) * interval '1 second' END
  FROM unnest(%s::bigint[], %s::text[], %s::boolean[]) AS u (id, error, waits) WHERE o.id = u.id
"""


def _mark(connection: Connection, rows: Sequence[Pending], sent: BulkReport) -> None:
    """Close the rows but those that wait; what was refused or waits keeps why.

    A refused one is not tried again until it changes, or a reconcile opens it.
    """
    waiting, refused = _by_document(sent.waiting), _by_document(sent.refused)
    why = [waiting.get(key) or refused.get(key) for key in (str(row.product_id) for row in rows)]
    connection.execute(
        _MARK,
        [
            [row.id for row in rows],
            [str(refusal) if refusal else None for refusal in why],
            [str(row.product_id) in waiting for row in rows],
        ],
    )
