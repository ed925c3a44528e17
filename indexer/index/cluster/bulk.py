"""Bulk writes of documents; what Elasticsearch will not take is reported by id.

Only a document that can be neither built, parsed nor mapped is refused for good. Whatever else is
answered (a write block, a closed index, a full disk) is the server's: such a document waits.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from elasticsearch import ApiError, Elasticsearch
from elasticsearch.helpers import streaming_bulk

from indexer.catalogue.document import Lookups, ProductRow, build_document
from indexer.catalogue.rates import Rates

BUSY = (429, 503)
BACKOFF_S = 0.5  # before the first retry, doubled with each
MOST_BYTES = 10_000_000  # of one request
SHARD_WITHIN = "15s"  # that a bulk waits for a shard whose node has gone
# What Elasticsearch calls a document's own fault. Statuses fall short: a closed index and an alias
# without an index to write to answer 400, too.
_OWN_FAULTS = {
    *("document_parsing_exception", "mapper_exception", "mapper_parsing_exception"),
    "strict_dynamic_mapping_exception",
}
_ANSWER = ("_id", "status", "error.type", "error.reason", "error.caused_by.reason")
_REASON_LIMIT = 300  # characters; Elasticsearch quotes the refused value

Action = dict[str, Any]


class Refusal(NamedTuple):
    """A document that was not taken, and why, as it is kept and shown to operators."""

    document_id: str
    reason: str


@dataclass(slots=True)
class BulkResult:
    """What was not written: `refused` for good, `waiting` for later, `newer`: ids of documents
    that are there with a later version, each with that answer."""

    refused: list[Refusal] = field(default_factory=list)
    waiting: list[Refusal] = field(default_factory=list)
    newer: list[Refusal] = field(default_factory=list)


def index_action(document: dict[str, Any], version: int) -> Action:
    """Return the action that writes a document unless a newer version is there."""
    return _action("index", document["objectID"], version) | {"_source": orjson.dumps(document)}


def delete_action(product_id: int, version: int) -> Action:
    """Return the action that deletes a product's document."""
    return _action("delete", str(product_id), version)


def _action(kind: str, key: str, version: int) -> Action:
    return {"_op_type": kind, "_id": key, "version": version, "version_type": "external_gte"}


def actions_of(
    rows: Iterable[ProductRow], lookups: Lookups, rates: Rates, refused: list[Refusal]
) -> list[Action]:
    """Return what writes these products; a document that cannot be built is refused, by itself."""
    actions = []
    for row in rows:
        try:
            actions.append(index_action(build_document(row, lookups, rates), row.revision))
        except Exception as error:
            refused.append(unbuilt(row.id, error))
    return actions


def unbuilt(product_id: int, error: Exception) -> Refusal:
    """Return why a product has no document."""
    reason = f"its document cannot be built: {type(error).__name__}: {error}"
    return Refusal(str(product_id), _line(reason))


def send(client: Elasticsearch, alias: str, actions: Iterable[Action], retries: int) -> BulkResult:
    """Write through an alias; answers of 429 and 503 are retried, which versions make safe.

    Raises TransportError or ApiError where a request failed as a whole. The name must be an alias,
    so that a write that comes after its index was dropped makes none without a mapping.
    """
    sent = BulkResult()
    for _, item in streaming_bulk(
        client,
        actions,
        max_chunk_bytes=MOST_BYTES,
        raise_on_error=False,
        yield_ok=False,
        max_retries=retries,
        initial_backoff=BACKOFF_S,
        retry_on_status=BUSY,
        index=alias,
        require_alias=True,
        timeout=SHARD_WITHIN,
        filter_path=[f"items.*.{name}" for name in _ANSWER],
    ):
        (answer,) = item.values()
        if error := answer.get("error"):  # a deletion of what is not there answers 404 without one
            refusal = Refusal(answer["_id"], f"{answer['status']} {_reason(error)}")
            if answer["status"] == 409:
                sent.newer.append(refusal)
            else:
                (sent.refused if is_own_fault(error) else sent.waiting).append(refusal)
    return sent


def is_own_fault(error: dict[str, Any]) -> bool:
    """Return True if an item's error is its document's, which sending it again does not change."""
    return error.get("type") in _OWN_FAULTS


def reason_of(error: Exception) -> str:
    """Return what is wrong in a line, where Elasticsearch has answered as for a single document."""
    body = error.body if isinstance(error, ApiError) else None
    cause = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, ApiError) and isinstance(cause, dict):
        return f"{error.status_code} {_reason(cause)}"
    return _line(str(error))


def _reason(error: dict[str, Any]) -> str:
    cause = error.get("caused_by", {}).get("reason", "")
    texts = (f"{error.get('type')}: {error.get('reason')}", cause)
    # A block's reason ends with a sign that our sentences go on after.
    return "; ".join(_line(text).rstrip(";. ") for text in texts if text)


def _line(text: str) -> str:
    return " ".join(text.split())[:_REASON_LIMIT]
