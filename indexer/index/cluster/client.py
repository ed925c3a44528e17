"""Elasticsearch as the index needs it: one client a process, aliases, swap, counts."""

import ssl
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import BytesIO
from typing import Any

import pycurl
from elastic_transport import ApiResponseMeta, BaseNode, HttpHeaders, NodeConfig, TlsError
from elastic_transport import ConnectionError as NoConnectionError
from elastic_transport._node import NodeApiResponse  # as a node has to answer
from elastic_transport.client_utils import DEFAULT, DefaultType
from elasticsearch import (
    ApiError,
    ConnectionTimeout,
    Elasticsearch,
    NotFoundError,
    OrjsonSerializer,
    TransportError,
)

from indexer.core.settings import addresses
from indexer.index.cluster.mapping import building_alias, is_index_name, previous_alias
from indexer.index.database import IndexingError, IndexMissingError, SwapRefusedError

_UNTRUSTED = {
    pycurl.E_SSL_CONNECT_ERROR,
    pycurl.E_PEER_FAILED_VERIFICATION,
    pycurl.E_SSL_CACERT_BADFILE,
}


class CurlNode(BaseNode):
    """Speaks to one node; safe for threads, each of which has a kept connection to itself.

    Certificates are verified as elsewhere: by the system's authorities, or those of SSL_CERT_FILE.
    """

    _CLIENT_META_HTTP_CLIENT = ("cl", pycurl.version_info()[1])

    def __init__(self, config: NodeConfig) -> None:
        super().__init__(config)
        self._idle: deque[pycurl.Curl] = deque()
        self._authorities = ssl.get_default_verify_paths()

    def perform_request(
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: HttpHeaders | None = None,
        request_timeout: float | DefaultType | None = DEFAULT,
    ) -> NodeApiResponse:
        """Send a request and return its answer, however it ended.

        `request_timeout`: s for the whole of it. Raises ConnectionTimeout, TlsError, and
        ConnectionError for all else that leaves no answer.
        """
        given = self.config.request_timeout if request_timeout is DEFAULT else request_timeout
        sent = {**self.headers, **(headers or {})}
        started, received, lines = time.monotonic(), BytesIO(), list[bytes]()
        with self._connection() as curl:
            self._prepare(curl, method, target, body)
            lines_sent = [f"{name}: {value}" for name, value in sent.items()]
            curl.setopt(pycurl.HTTPHEADER, [*lines_sent, "Expect:"])  # no "100 Continue"
            curl.setopt(
                pycurl.TIMEOUT_MS, int(1000 * given) if isinstance(given, int | float) else 0
            )
            curl.setopt(pycurl.WRITEDATA, received)
            curl.setopt(pycurl.HEADERFUNCTION, lines.append)
            curl.perform()
            status = curl.getinfo(pycurl.RESPONSE_CODE)
        answered = HttpHeaders([*_fields(lines)])
        meta = ApiResponseMeta(
            status=status,
            http_version="1.1",
            headers=answered,
            duration=time.monotonic() - started,
            node=self.config,
        )
        return NodeApiResponse(meta, received.getvalue())

    @contextmanager
    def _connection(self) -> Iterator[pycurl.Curl]:
        """Yield a connection that nobody uses; one that failed is not used again."""
        try:
            curl = self._idle.pop()
            curl.reset()  # the options alone
        except IndexError:
            curl = pycurl.Curl()
        try:
            yield curl
        except pycurl.error as error:
            curl.close()
            raise _reason(*error.args) from error
        self._idle.append(curl)

    def _prepare(self, curl: pycurl.Curl, method: str, target: str, body: bytes | None) -> None:
        curl.setopt(pycurl.URL, f"{self.base_url}{target}")
        curl.setopt(pycurl.NOSIGNAL, 1)
        curl.setopt(pycurl.PROXY, "")  # no variable of the environment's leads elsewhere
        curl.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_1_1)
        if body is not None:
            curl.setopt(pycurl.POSTFIELDS, body)
        if method == "HEAD":
            curl.setopt(pycurl.NOBODY, 1)
        else:
            curl.setopt(pycurl.CUSTOMREQUEST, method)
        if self._authorities.cafile:
            curl.setopt(pycurl.CAINFO, self._authorities.cafile)
        if self._authorities.capath:
            curl.setopt(pycurl.CAPATH, self._authorities.capath)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def _reason(code: int, message: str) -> Exception:
    if code == pycurl.E_OPERATION_TIMEDOUT:
        return ConnectionTimeout("Connection timed out during request")
    return TlsError(message) if code in _UNTRUSTED else NoConnectionError(message)


def _fields(lines: list[bytes]) -> Iterator[tuple[str, str]]:
    for line in lines[1:]:
        name, colon, value = line.decode("latin-1").partition(":")
        if colon:
            yield name.strip(), value.strip()


ALL: dict[str, Any] = {"match_all": {}}
VISIBLE = {"term": {"visible": True}}
MOST_TERMS = 50_000  # Elasticsearch takes 65,536 in one of a query's parts
REQUEST_TIMEOUT_S = 120.0  # the refresh of a million new documents is one request
MERGE_TIMEOUT_S = 1_800.0
COPIED_WITHIN_S = 600.0  # a million documents to another node: a minute or two


def nodes_of(cluster: str) -> dict[str, Any]:
    return {"hosts": addresses(cluster), "node_class": CurlNode}


@lru_cache(maxsize=8)
def elasticsearch(cluster: str) -> Elasticsearch:
    """Return the process's client for writing; searches have their own, with short time-outs."""
    return Elasticsearch(
        **nodes_of(cluster),
        request_timeout=REQUEST_TIMEOUT_S,
        serializers={"application/json": OrjsonSerializer()},
    )


def indices_of(client: Elasticsearch, prefix: str) -> dict[str, set[str]]:
    aliases = client.indices.get_alias(index=f"{prefix}-*", expand_wildcards="all").body
    return {
        name: set(entry["aliases"])
        for name, entry in aliases.items()
        if is_index_name(prefix, name)
    }


def index_behind(client: Elasticsearch, alias: str) -> str | None:
    """Return the index an alias points to."""
    try:
        names = list(client.indices.get_alias(name=alias).body)
    except NotFoundError:
        return None
    return max(names) if names else None


def live_index(client: Elasticsearch, prefix: str) -> str | None:
    """Return the index that serves, or None when there is none.

    Raises IndexMissingError when something that is not our index has the alias's name.
    """
    live = index_behind(client, prefix)
    if live is None and client.indices.exists(index=prefix):
        raise IndexMissingError(
            f"{prefix} is an index, not an alias of ours. Delete it, or choose another "
            "INDEX_PREFIX."
        )
    return live


def swap(client: Elasticsearch, prefix: str, new: str) -> None:
    """Make `new` live and what was live the previous one, in one atomic step."""
    old, all_ours = index_behind(client, prefix), f"{prefix}-*"
    roles = (building_alias(prefix), previous_alias(prefix))
    actions: list[dict[str, Any]] = [
        {"remove": {"index": all_ours, "alias": role, "must_exist": False}} for role in roles
    ]
    actions.append({"add": {"index": new, "alias": prefix}})
    if old is not None:
        actions.append({"remove": {"index": old, "alias": prefix}})
        actions.append({"add": {"index": old, "alias": previous_alias(prefix)}})
    client.indices.update_aliases(actions=actions)


def is_lost(client: Elasticsearch, name: str) -> bool:
    """Return True if an index is there with a shard that no living node has; False if unknown."""
    try:
        return bool(client.cluster.health(index=name, timeout="1s").body["status"] == "red")
    except (TransportError, ApiError):
        return False


def await_copies(client: Elasticsearch, name: str) -> None:
    """Wait until another node has a copy of the index, too, where there is one: COPIED_WITHIN_S.

    Raises SwapRefusedError where a shard has no copy at all.
    """
    patient = client.options(request_timeout=2 * COPIED_WITHIN_S)
    health = patient.options(ignore_status=408).cluster.health(
        index=name, wait_for_status="green", timeout=f"{COPIED_WITHIN_S:.0f}s"
    )
    if health.body["status"] == "red":
        raise SwapRefusedError(f"A shard of {name} has no copy; the old index goes on serving.")


def gather(client: Elasticsearch, name: str, segments: int) -> None:
    """Have an index merged into at most so many segments: a search visits each for each clause.

    Where it does not end in MERGE_TIMEOUT_S it goes on in Elasticsearch; searches are only slower.
    """
    patient = client.options(request_timeout=MERGE_TIMEOUT_S)
    with suppress(ConnectionTimeout):
        patient.indices.forcemerge(index=name, max_num_segments=segments)


def commit(client: Elasticsearch, name: str) -> None:
    """Have all of an index in files that outlive a crash; raises SwapRefusedError.

    Elasticsearch need not replay its transaction log after a restart, either: a million documents
    are there at once.
    """
    shards = client.indices.flush(index=name, wait_if_ongoing=True).body["_shards"]
    if shards["failed"]:
        raise SwapRefusedError(
            f"{shards['failed']} shards of {name} could not be written to disk. Look into "
            "Elasticsearch's log; the old index goes on serving."
        )


def orphans_of(client: Elasticsearch, prefix: str) -> list[str]:
    """Return our indices that are neither live nor previous: what failed or was killed left them.

    A running rebuild's index is one of them.
    """
    kept = {prefix, previous_alias(prefix)}
    return sorted(name for name, held in indices_of(client, prefix).items() if not held & kept)


def drop_orphans(client: Elasticsearch, prefix: str) -> list[str]:
    """Delete the orphans; only the holder of the index lock may call this."""
    orphans = orphans_of(client, prefix)
    for name in orphans:
        client.indices.delete(index=name, ignore_unavailable=True)
    return orphans


def count_documents(
    client: Elasticsearch, name: str, without: Sequence[int] = ()
) -> tuple[int, int]:
    """Return how many documents are searchable, and how many of them are visible.

    Those of the products `without` are not counted. Raises IndexingError when a part of the index
    does not answer: that is no smaller count.
    """
    return _count(client, name, but(ALL, without)), _count(client, name, but(VISIBLE, without))


def but(query: dict[str, Any], without: Sequence[int]) -> dict[str, Any]:
    """Return a query of the same documents but those of some products, however many they are."""
    starts = range(0, len(without), MOST_TERMS)
    left_out = [{"terms": {"productId": list(without[at : at + MOST_TERMS])}} for at in starts]
    return {"bool": {"filter": [query], "must_not": left_out}} if left_out else query


def _count(client: Elasticsearch, name: str, query: dict[str, Any]) -> int:
    answer = client.count(index=name, query=query).body
    if answer["_shards"]["failed"]:
        raise IndexingError(f"{answer['_shards']['failed']} shards of {name} do not answer.")
    return int(answer["count"])
