"""Fetching a file of a store over HTTP: through the guard, in turn, and no more than is taken."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from scrapers.browsing.answers import retry_after
from scrapers.browsing.guard import REFUSED_STATUS, UNREACHABLE_STATUS, Guard
from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    FinalPageError,
    MissingPageError,
    PageError,
    RefusedAddressError,
    StoppedError,
    TooManyRequestsError,
    UnreachableError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.politeness import Politeness, unread
from scrapers.web.hosts import site_of

CHUNK = 256 * 1024  # bytes
NOT_MODIFIED, TOO_MANY, BUSY, SERVER_ERROR = 304, 429, 503, 500
GONE = (404, 410)


class TooLargeError(FinalPageError):
    """The file is larger than is taken, or takes longer to come than is waited."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that a file may be (bytes) and how long it may take to come (s)."""

    size: int
    seconds: float
    silence_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was fetched: its version, to ask for a newer one; `is_new`: there is one."""

    is_new: bool
    version: Mapping[str, str]
    headers: Mapping[str, str] = field(default_factory=dict)  # by their names in lower case
    url: str = ""  # where redirects have led


class Fetcher:
    """Fetches with a crawl's manners: robots.txt, turns, the brand's headers and proxy."""

    def __init__(self, options: CrawlOptions, guard: Guard, politeness: Politeness) -> None:
        self._options, self._politeness = options, politeness
        proxies = urllib.request.ProxyHandler({"http": guard.url, "https": guard.url})
        self._open = urllib.request.build_opener(proxies, _Admitted(politeness, self._is_own)).open

    def fetch(
        self, url: str, into: BinaryIO, bounds: Bounds, version: Mapping[str, str] | None = None
    ) -> Fetched:
        """Write what the address gives into a file, unless it is still of this version.

        It is as it was sent, which may be packed.

        Tries again what may pass. Raises PageError and StoppedError.
        """
        for attempt in range(1, self._options.attempts + 1):
            self._politeness.admit(url)
            into.seek(0)
            into.truncate()
            try:
                return self._once(url, into, bounds, version or {})
            except PageError as error:
                if not error.retry or attempt == self._options.attempts:
                    raise
                asked = error.wait_s if isinstance(error, BusyStoreError) else None
                wait = self._options.backoff_s * 2 ** (attempt - 1)
                self._politeness.hold(url, max(wait, asked or 0.0))
        raise BadPageError(f"{url} was not attempted.")

    def _once(
        self, url: str, into: BinaryIO, bounds: Bounds, version: Mapping[str, str]
    ) -> Fetched:
        request = urllib.request.Request(url, headers=self._headers(url, version))  # noqa: S310
        until = time.monotonic() + bounds.seconds
        try:
            with self._open(request, timeout=bounds.silence_s) as answer:
                self._copy(answer, into, bounds, until)
                headers = {name.lower(): value for name, value in answer.headers.items()}
                return Fetched(True, _version(headers), headers, answer.geturl())
        except urllib.error.HTTPError as error:
            if error.code == NOT_MODIFIED:
                return Fetched(False, version)
            raise _refused(error) from error
        except TimeoutError as error:
            raise UnreachableError(
                f"It sends nothing for {bounds.silence_s:.0f} s, in the middle of the answer."
            ) from error
        except http.client.IncompleteRead as error:
            raise BadPageError("It breaks off in the middle of the answer.") from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise unread(error, request.host) from error

    def _copy(
        self, answer: http.client.HTTPResponse, into: BinaryIO, bounds: Bounds, until: float
    ) -> None:
        size = 0
        while chunk := answer.read1(CHUNK):  # what has come: `read` waits for all of it
            size += len(chunk)
            into.write(chunk)
            if size > bounds.size:
                raise TooLargeError(f"It is larger than {bounds.size // 2**20} MB.")
            if time.monotonic() > until:
                raise TooLargeError(f"It takes longer than {bounds.seconds:.0f} s to come.")
            if self._politeness.is_stopped():
                raise StoppedError
        if answer.length:  # of which it has announced more
            raise http.client.IncompleteRead(b"", answer.length)

    def _is_own(self, url: str) -> bool:
        """Return True if the brand's own headers, which may be secret, are for this host."""
        return site_of(url) in self._options.header_sites

    def _headers(self, url: str, version: Mapping[str, str]) -> dict[str, str]:
        conditions = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
        headers = {"User-Agent": self._options.user_agent, "Accept-Encoding": "gzip"}
        headers |= {conditions[name]: value for name, value in version.items()}
        if self._is_own(url):
            cookies = "; ".join(f"{name}={value}" for name, value, _ in self._options.cookies)
            headers |= {"Cookie": cookies} if cookies else {}
            headers |= dict(self._options.headers)
        return headers


class _Admitted(urllib.request.HTTPRedirectHandler):
    """Follows a redirect where the host's rules allow it; another host gets no secrets."""

    def __init__(self, politeness: Politeness, is_own: Callable[[str], bool]) -> None:
        self._politeness, self._is_own = politeness, is_own

    def redirect_request(self, *asked: Any) -> urllib.request.Request | None:
        """Return the next request; raises PageError."""
        self._politeness.permit(asked[-1])
        following = super().redirect_request(*asked)
        if following is not None and not self._is_own(following.full_url):
            kept = {"User-agent", "Accept-encoding"}
            following.headers = {k: v for k, v in following.headers.items() if k in kept}
        return following


def _version(headers: Mapping[str, str]) -> dict[str, str]:
    said = {name: headers.get(name, "") for name in ("etag", "last-modified")}
    return {name: value[:500] for name, value in said.items() if value}


def _refused(error: urllib.error.HTTPError) -> PageError:
    """Return the error for an answer that is none of the file."""
    wait = retry_after({name.lower(): value for name, value in error.headers.items()})
    if error.code in {REFUSED_STATUS, UNREACHABLE_STATUS}:
        message = error.read(500).decode("utf-8", "replace")
        return (RefusedAddressError if error.code == REFUSED_STATUS else UnreachableError)(message)
    if error.code == TOO_MANY:
        return TooManyRequestsError("The store answers 429, too many requests.", wait)
    if error.code == BUSY:
        return BusyStoreError("The store answers 503.", wait)
    if error.code in GONE:
        return MissingPageError(f"The store answers {error.code}, there is no such file.")
    known = BadPageError if error.code >= SERVER_ERROR else FinalPageError
    return known(f"The store answers {error.code}.")
