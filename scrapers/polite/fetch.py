"""Fetching a file of a store over HTTP: through the guard, in turn, and no more than is taken."""

import io
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from scrapers.browsing.answers import BUSY, GONE, TOO_MANY, page_error, refusal_of, retry_after
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    MissingPageError,
    PageError,
    TooManyRequestsError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.exchange import (
    Answer,
    Deadline,
    Limits,
    TooLateError,
    copy_body,
    get_following_redirects,
    send_request,
)
from scrapers.polite.politeness import Politeness
from scrapers.web.urls import site_of
from scrapers.wording import words_of_answer

OK, NOT_MODIFIED = 200, 304
REDIRECT = 300
READ = 64 * 1024  # bytes in which a refusal's words stand


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that a file may be as it is sent (bytes), and how long it may take to come (s).

    `unpacked`: the most that it may be without the packing of the way; None leaves it packed.
    """

    size: int
    seconds: float
    unpacked: int | None = None
    silence_s: float = 30.0


class Fetcher:
    """Fetches with a crawl's manners: robots.txt, turns, the brand's headers and proxy."""

    def __init__(self, options: CrawlOptions, guard: Guard, politeness: Politeness) -> None:
        self._options, self._guard, self._politeness = options, guard, politeness

    def fetch(
        self,
        url: str,
        into: BinaryIO,
        bounds: Bounds,
        version: Mapping[str, str] | None = None,
        accept: str = "*/*",
    ) -> Answer:
        """Write what the address gives into a file, unless it is still of this version (304).

        Tries again what may pass; all attempts share the time, of which waits for the host's turn
        are no part. Raises PageError and StoppedError.
        """
        limits = Limits(
            Deadline(bounds.seconds), bounds.silence_s, should_stop=self._politeness.is_stopped
        )
        before: PageError | None = None
        for attempt in range(1, self._options.attempts + 1):
            into.seek(0)
            into.truncate()
            try:
                fetched = self._copy(
                    self._request(url, limits, version or {}, accept), into, bounds
                )
                self._politeness.note_answer(url)
                return fetched
            except TooLateError as error:
                raise before or error from None  # the first cause is the better reason
            except PageError as error:
                self._politeness.note_answer(url, error)
                if not error.retry or attempt == self._options.attempts:
                    self._politeness.back_off(url, error)
                    raise
                before = before or error
                requested = error.wait_s if isinstance(error, BusyStoreError) else None
                wait = self._options.backoff_s * 2 ** (attempt - 1)
                self._politeness.hold(url, max(wait, requested or 0.0))
        raise BadPageError(f"{url} was not attempted.")

    def _request(self, url: str, limits: Limits, version: Mapping[str, str], accept: str) -> Answer:
        def admitted(place: str) -> Answer:
            """Send a request in the host's turn if its rules allow it; others get no secrets."""
            self._politeness.admit(place, limits.deadline)
            headers = {"Accept": accept, **self._headers(place, version)}
            return send_request(place, self._guard.url, limits, headers)

        return get_following_redirects(url, admitted)

    def _copy(self, reply: Answer, into: BinaryIO, bounds: Bounds) -> Answer:
        with reply as answer:
            if answer.status == NOT_MODIFIED:
                return answer
            if not OK <= answer.status < REDIRECT:
                raise _refusal(answer)
            copy_body(answer, into, bounds.size, bounds.unpacked)
            return answer

    def _headers(self, url: str, version: Mapping[str, str]) -> dict[str, str]:
        conditions = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
        headers = {"User-Agent": self._options.user_agent, "Accept-Encoding": "gzip"}
        headers |= {conditions[name]: value for name, value in version.items()}
        if site_of(url) in self._options.header_sites:  # they may be secret
            cookies = "; ".join(f"{name}={value}" for name, value, _ in self._options.cookies)
            headers |= {"Cookie": cookies} if cookies else {}
            headers |= dict(self._options.headers)
        return headers


def version_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Return what a file's version goes by, to request a newer one."""
    values = {name: headers.get(name, "") for name in ("etag", "last-modified")}
    return {name: value[:500] for name, value in values.items() if value}


def _refusal(answer: Answer) -> PageError:
    """Return the error for an answer that is none of the file, with the store's words."""
    status, wait = answer.status, retry_after(answer.headers)
    if status in GONE:
        return MissingPageError(f"The store answers {status}, there is no such file.")
    body = io.BytesIO()
    with suppress(PageError):
        copy_body(answer, body, READ, READ)
    words = words_of_answer(body.getvalue())
    if status in TOO_MANY:
        return TooManyRequestsError(f"The store answers {status}, too many requests.{words}", wait)
    if (error := page_error(body.getvalue(), status)) is not None:
        return error
    if status == BUSY:
        return BusyStoreError(f"The store answers {status}.{words}", wait)
    return refusal_of(status, words)
