"""A node of Elasticsearch, reached over libcurl, whose HTTP costs a quarter of urllib3's
processor time: of a search a tenth (`make bench ARGS="--only search"`)."""

import ssl
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pycurl
from elastic_transport import (
    ApiResponseMeta,
    BaseNode,
    ConnectionTimeout,
    HttpHeaders,
    NodeConfig,
    TlsError,
)
from elastic_transport import ConnectionError as NoConnectionError
from elastic_transport._node import NodeApiResponse  # as a node has to answer
from elastic_transport.client_utils import DEFAULT, DefaultType

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
