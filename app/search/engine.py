"""The only module of the web process that speaks to Elasticsearch."""

import logging
from collections.abc import Sequence
from typing import Any

import orjson
from elastic_transport import ConnectionError as EngineConnectionError
from elastic_transport import (
    ConnectionTimeout,
    OrjsonSerializer,
    SerializationError,
    TransportError,
)
from elasticsearch import ApiError as EngineApiError
from elasticsearch import Elasticsearch

from app.live.breaker import Breaker, EngineFailed
from app.search import Body
from app.web.errors import Invalid, SearchUnavailable
from indexer.core.settings import AT_ONCE
from indexer.index.cluster.client import VISIBLE, but, nodes_of

log = logging.getLogger(__name__)

MOST_NODES = 3  # that one search uses, where those before did not answer
ANOTHER_NODE = {502, 503, 504}  # of a node that starts, ends, or is alone
LEFT_ALONE_S, LEFT_ALONE_LONGEST_S = 2, 30  # a node that failed, while others answer; doubled
PROBE_TIMEOUT_S = 0.5
READY_MS = 1_500
# The engine gives up by itself after the search time-out; the socket a little later.
SOCKET_SLACK_S = 0.5
TOO_COMPLEX = {"too_many_clauses", "too_many_nested_clauses"}

HEADER = orjson.dumps({"allow_partial_search_results": False})


class Engine:
    """Elasticsearch behind a breaker. Answers are whole, or SearchUnavailable is raised."""

    def __init__(self, cluster: str, index: str, timeout_ms: int, at_once: int = AT_ONCE) -> None:
        self.index = index
        self._timeout_ms = timeout_ms
        nodes = nodes_of(cluster)
        self._client = Elasticsearch(
            **nodes,
            request_timeout=timeout_ms / 1000 + SOCKET_SLACK_S,
            # A single one is not called twice: the breaker decides when to try again.
            max_retries=min(len(nodes["hosts"]), MOST_NODES) - 1,
            retry_on_timeout=True,
            retry_on_status=ANOTHER_NODE,
            dead_node_backoff_factor=LEFT_ALONE_S,
            max_dead_node_backoff=LEFT_ALONE_LONGEST_S,
            serializers={"application/json": OrjsonSerializer()},
        )
        self.breaker = Breaker(self.ping, at_once=at_once)

    def ping(self) -> bool:
        """Return True if Elasticsearch answers within half a second."""
        try:
            return bool(self._client.options(request_timeout=PROBE_TIMEOUT_S).ping())
        except Exception as error:
            log.info("Elasticsearch does not answer: %s", error)
            return False

    def search(self, bodies: list[Body], timeout_ms: int = 0) -> tuple[list[Body], int]:
        """Run bodies in one `_msearch`; return their responses, and Elasticsearch's time in ms.

        Raises SearchUnavailable unless every answer is whole.

        A body that names no time-out has the search's own, or `timeout_ms`.
        """
        if not bodies:
            return [], 0
        within = {"timeout": f"{timeout_ms or self._timeout_ms}ms"}
        lines = [line for body in bodies for line in (HEADER, orjson.dumps(within | body))]
        with self.breaker.call():
            answer = self._call(lines, timeout_ms)
            for response in answer["responses"]:
                _check(response)
        return answer["responses"], answer["took"]

    def _call(self, lines: list[bytes], timeout_ms: int) -> Body:
        """Send lines that are JSON already: the client's own codec takes ten times as long."""
        try:
            searches: Any = lines
            client = self._client
            if timeout_ms:
                client = client.options(request_timeout=timeout_ms / 1000 + SOCKET_SLACK_S)
            answer: Body = client.msearch(index=self.index, searches=searches).body
        except (EngineConnectionError, ConnectionTimeout, SerializationError) as error:
            raise EngineFailed(str(error)) from error
        except EngineApiError as error:
            raise SearchUnavailable() from error
        return answer

    def aggregate(self, indices: list[str], body: Body, timeout_ms: int) -> Body:
        """Search other indices than the catalogue's, for operators; raises SearchUnavailable.

        Not behind the breaker: what visitors wait for has its places. An index that is not there
        yet has nothing in it.
        """
        client = self._client.options(request_timeout=timeout_ms / 1000 + SOCKET_SLACK_S)
        try:
            answer = client.search(
                index=indices,
                body=body,
                ignore_unavailable=True,
                allow_partial_search_results=False,
            )
        except (TransportError, EngineApiError) as error:
            raise SearchUnavailable() from error
        _check(body := answer.body)
        return dict(body)

    def refreshes(self) -> tuple[tuple[str, int], ...]:
        """Return what changes when other documents can be found: index and number of refreshes.

        Not behind the breaker, as it is called each second; raises SearchUnavailable.
        """
        client = self._client.options(request_timeout=PROBE_TIMEOUT_S)
        try:
            indices = client.indices.stats(index=self.index, metric="refresh").body["indices"]
        except (TransportError, EngineApiError) as error:
            raise SearchUnavailable() from error
        counts = {name: one["total"]["refresh"]["external_total"] for name, one in indices.items()}
        return tuple(sorted(counts.items()))

    def serves(self) -> None:
        """Search once for nothing in particular; raises SearchUnavailable.

        Not behind the breaker: where all its places are taken searches are answered all the same.
        """
        answer = self.aggregate([self.index], {"size": 0, "track_total_hits": False}, READY_MS)
        if not answer["_shards"]["total"]:
            raise SearchUnavailable()  # there is no index

    def documents(self, without: Sequence[int] = ()) -> int:
        """Return how many documents visitors can find, but those of some products.

        Raises SearchUnavailable.
        """
        query = but(VISIBLE, without)
        body = {"query": query, "size": 0, "track_total_hits": True}
        (found,), _ = self.search([body])
        return int(found["hits"]["total"]["value"])


def _check(response: Body) -> None:
    error = response.get("error")
    if error is None and not response["timed_out"] and not response["_shards"]["failed"]:
        return
    log.error("Elasticsearch fails or answers in part: %s", error or response["_shards"])
    causes = [error, *error.get("root_cause", [])] if error else []
    if TOO_COMPLEX & {str(cause["type"]) for cause in causes}:
        raise Invalid.field("query", "this search has too many words")
    raise SearchUnavailable()
