"""Fetching a picture from a store: only from public addresses, checked at every hop (fault 21)."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from urllib.parse import SplitResult, urljoin, urlsplit

from indexer.hosts.connection import CheckedConnection, host_header, target_of
from scrapers.errors import RefusedAddressError
from scrapers.options import USER_AGENT
from scrapers.web.addresses import Loopback

SIZE_LIMIT = 20_000_000  # bytes
TIMEOUT_S = 15.0
HOPS = 5
BUSY = frozenset({429, 502, 503, 504})
REDIRECTS = frozenset({301, 302, 303, 307, 308})


class DownloadError(Exception):
    """The picture cannot be had; the message says why."""


class InsideError(DownloadError):
    """The address leads inside: no visitor's browser should be sent there either."""


class HostAwayError(DownloadError):
    """The host does not answer, or asks to be left alone for now: others of it can wait."""


class NotThereError(DownloadError):
    """The store has no such file (a status of 4xx)."""


def download(
    url: str,
    *,
    allow_loopback: Loopback = False,
    accept: str = "image/*",
    admit: Callable[[str], object] = lambda _url: None,
) -> bytes:
    """Return the bytes behind an http(s) address; raises DownloadError.

    `admit` is asked before each hop, and may wait, or raise DownloadError.
    """
    for _ in range(HOPS):
        parts = _checked(url)
        admit(url)
        try:
            answer = _get(_connection(parts, allow_loopback), parts, accept)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise HostAwayError(f"{parts.hostname} did not answer: {error}") from error
        if isinstance(answer, bytes):
            return answer
        url = urljoin(url, answer)
    raise DownloadError(f"it was redirected more than {HOPS} times")


def _checked(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0:
            return parts
    except ValueError:
        pass
    raise DownloadError(f"{url[:200]!r} is not an http address")


def _connection(parts: SplitResult, allow_loopback: Loopback) -> CheckedConnection:
    """Return a connection to where the address leads; raises InsideError where that is inside."""
    try:
        return CheckedConnection(parts, TIMEOUT_S, allow_loopback)
    except RefusedAddressError as error:
        raise InsideError(str(error)) from error


def _get(connection: CheckedConnection, parts: SplitResult, accept: str) -> bytes | str:
    """Return the body, or where it has moved to."""
    try:
        connection.putrequest("GET", target_of(parts), skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host_header(parts))
        connection.putheader("User-Agent", USER_AGENT)
        connection.putheader("Accept", accept)
        connection.endheaders()
        answer = connection.getresponse()
        if answer.status in REDIRECTS and answer.headers.get("Location"):
            return str(answer.headers["Location"])
        if answer.status in BUSY:
            raise HostAwayError(f"the store answered {answer.status}")
        if answer.status != http.client.OK:
            kind = NotThereError if 400 <= answer.status < 500 else DownloadError
            raise kind(f"the store answered {answer.status}")
        body = answer.read(SIZE_LIMIT + 1)
    finally:
        connection.close()
    if len(body) > SIZE_LIMIT:
        raise DownloadError(f"it is larger than {SIZE_LIMIT} bytes")
    return body
