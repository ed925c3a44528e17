"""Bulk writes: retried when Elasticsearch is busy; what it will not take is reported by id.

Only a document that can be neither parsed nor mapped is refused for good. Whatever else is answered
(a write block, a closed index, a full disk) is the server's: such a document waits.
"""

from __future__ import annotations

import operator
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import orjson
from elasticsearch import ApiError, ConnectionError, ConnectionTimeout, Elasticsearch
from tenacity import (
    Retrying,
    retry_if_result,
    stop_after_attempt,
    stop_after_delay,
    wait_exponential_jitter,
)

from indexer.catalogue.document import Document
from indexer.index.errors import BulkUnavailableError

BUSY = frozenset({429, 503})
SHARD_WITHIN = "15s"  # that a bulk waits for a shard whose node has gone
GONE = 404  # of an item: its alias has gone
# What Elasticsearch calls a document's own fault. Statuses do not tell: a closed index and an alias
# without an index to write to answer 400, too.
_OWN_FAULTS = frozenset(
    {
        "document_parsing_exception",
        "mapper_exception",
        "mapper_parsing_exception",
        "strict_dynamic_mapping_exception",
    }
)
_FIELDS = [
    "items.*.status",
    "items.*.error.type",
    "items.*.error.reason",
    "items.*.error.caused_by.reason",
]
# A conflict names the version that is there, also of a deleted document, which no look-up shows.
_CURRENT_VERSION = re.compile(r"current version \[(\d+)\]")
_REASON_LIMIT = 300  # characters; Elasticsearch quotes the refused value


class Operation(NamedTuple):
    """One line pair of a bulk; `source` is None for a deletion."""

    document_id: str
    action: bytes
    source: bytes | None


class Refusal(NamedTuple):
    """A document that Elasticsearch did not take."""

    document_id: str
    status: int
    reason: str

    def __str__(self) -> str:
        """Say why, as it is kept and shown to operators."""
        return f"{self.status} {self.reason}"


def is_own_fault(error: dict[str, Any]) -> bool:
    """Return True if an item's error is its document's, which sending it again does not change."""
    return error.get("type") in _OWN_FAULTS


@dataclass(frozen=True, slots=True)
class Retry:
    """Exponential backoff with jitter: `first_s`, doubled up to `longest_s`.

    No attempt begins later than `within_s`: one may wait for long, where a node has gone.
    """

    attempts: int = 10
    first_s: float = 0.1
    longest_s: float = 10.0
    within_s: float = 45.0
    sleep: Callable[[float], None] = time.sleep

    def until(self, done: Callable[[], bool]) -> bool:
        """Call it until it says that it is done; return False where it never did."""
        retrying = Retrying(
            stop=stop_after_attempt(self.attempts) | stop_after_delay(self.within_s),
            wait=wait_exponential_jitter(
                multiplier=self.first_s, max=self.longest_s, jitter=self.first_s
            ),
            retry=retry_if_result(operator.not_),
            retry_error_callback=lambda _state: False,
            sleep=self.sleep,
        )
        return retrying(done)


@dataclass(slots=True)
class BulkReport:
    """What became of the operations.

    `superseded`: the newer version that was there already, by document id. It is another
    writer's, unless PostgreSQL does not know it (`indexer.index.cluster.ahead`).
    `refused`: documents that it will not take, however often they are sent. `waiting`: documents
    that it may take later.
    """

    written: int = 0
    superseded: dict[str, int] = field(default_factory=dict)
    retried: int = 0
    refused: list[Refusal] = field(default_factory=list)
    waiting: list[Refusal] = field(default_factory=list)

    def add(self, other: BulkReport) -> None:
        """Count another report's operations too."""
        self.written += other.written
        self.superseded |= other.superseded
        self.retried += other.retried
        self.refused += other.refused
        self.waiting += other.waiting

    def without_waiting(self) -> BulkReport:
        """Return the report; raises BulkUnavailableError where documents wait."""
        if self.waiting:
            raise BulkUnavailableError(
                f"Elasticsearch did not take {len(self.waiting)} documents: {self.waiting[0]}"
            )
        return self


def index_operation(document: Document, version: int) -> Operation:
    """Return the operation that writes a document unless a newer version is there."""
    key = document["objectID"]
    action = b'{"index":{"_id":"%s","version":%d,"version_type":"external_gte"}}'
    return Operation(key, action % (key.encode(), version), orjson.dumps(document))


def delete_operation(product_id: int, version: int) -> Operation:
    """Return the operation that deletes a product's document."""
    action = b'{"delete":{"_id":"%d","version":%d,"version_type":"external_gte"}}'
    return Operation(str(product_id), action % (product_id, version), None)


def send(
    client: Elasticsearch, alias: str, operations: Sequence[Operation], retry: Retry | None = None
) -> BulkReport:
    """Write the operations through an alias and return what became of each.

    Answers of 429 and 503, for the request or for single items, and lost connections are
    retried with backoff: versions make that safe. Single items that are still not taken then, or
    are refused for the server's sake, wait; raises BulkUnavailableError when the last request
    failed as a whole. The name must be an alias, so that a write that comes after its index was
    dropped does not create one without a mapping.
    """
    retry = retry or Retry()
    report, left = BulkReport(), _Left(list(operations))

    def is_taken() -> bool:
        nonlocal left
        left = _attempt(client, alias, left.operations, report)
        report.retried += len(left.operations)
        return not left.operations

    if not retry.until(is_taken):
        if left.failed:
            raise BulkUnavailableError(
                f"Elasticsearch did not take {len(left.operations)} documents in"
                f" {retry.attempts} attempts: {left.failed}"
            )
        report.waiting += left.busy
    return report


@dataclass(slots=True)
class _Left:
    """What is to be sent again: `busy` says why by document; `failed`, of the whole request."""

    operations: list[Operation]
    busy: list[Refusal] = field(default_factory=list)
    failed: str = ""


def _attempt(
    client: Elasticsearch, alias: str, operations: list[Operation], report: BulkReport
) -> _Left:
    """Send once; return what has to be sent again."""
    lines = [line for one in operations for line in (one.action, one.source) if line is not None]
    try:
        answer = client.options(max_retries=0).bulk(
            index=alias,
            operations=cast(list[dict[str, Any]], [b"\n".join(lines)]),
            require_alias=True,
            timeout=SHARD_WITHIN,
            filter_path=_FIELDS,
        )
    except (ConnectionError, ConnectionTimeout) as error:
        return _Left(operations, failed=reason_of(error))
    except ApiError as error:
        if error.status_code in BUSY:
            return _Left(operations, failed=reason_of(error))
        if error.status_code == 413 and len(operations) > 1:
            return _halves(client, alias, operations, report)
        raise
    return _sort_out(operations, answer.body["items"], report)


def _halves(
    client: Elasticsearch, alias: str, operations: list[Operation], report: BulkReport
) -> _Left:
    middle = len(operations) // 2
    first = _attempt(client, alias, operations[:middle], report)
    second = _attempt(client, alias, operations[middle:], report)
    return _Left(
        first.operations + second.operations,
        first.busy + second.busy,
        first.failed or second.failed,
    )


def _sort_out(
    operations: list[Operation], items: list[dict[str, Any]], report: BulkReport
) -> _Left:
    left = _Left([])
    for operation, item in zip(operations, items, strict=True):
        (outcome,) = item.values()
        status, error = outcome["status"], outcome.get("error")
        if error is None:  # a deletion of what is not there answers 404 without an error
            report.written += 1
        elif status == 409:
            report.superseded[operation.document_id] = _version_there(error)
        else:
            refusal = Refusal(operation.document_id, status, _reason(error))
            if status in BUSY:
                left.operations.append(operation)
                left.busy.append(refusal)
            else:
                (report.refused if is_own_fault(error) else report.waiting).append(refusal)
    return left


def _version_there(error: dict[str, Any]) -> int:
    match = _CURRENT_VERSION.search(error.get("reason", ""))
    return int(match.group(1)) if match else 0


def reason_of(error: Exception) -> str:
    """Return what is wrong in a line, where Elasticsearch has answered as for a single document."""
    body = error.body if isinstance(error, ApiError) else None
    cause = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, ApiError) and isinstance(cause, dict):
        return f"{error.status_code} {_reason(cause)}"
    return " ".join(str(error).split())[:_REASON_LIMIT]


def _reason(error: dict[str, Any]) -> str:
    cause = error.get("caused_by", {}).get("reason", "")
    texts = (f"{error.get('type')}: {error.get('reason')}", cause)
    lines = (" ".join(text.split())[:_REASON_LIMIT].rstrip(";. ") for text in texts if text)
    return "; ".join(lines)  # a block's reason ends with a sign that our sentences go on after
