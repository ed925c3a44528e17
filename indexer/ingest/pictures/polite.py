"""Pictures and icons, requested as politely as pages: robots.txt, and turns shared with crawls."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from indexer.core.stopflag import SHUTDOWN
from scrapers.browsing.guard import Guard
from scrapers.options import CrawlOptions
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.web.addresses import Loopback
from scrapers.web.rate_limiter import RateLimiter

DELAY_MS = 200  # between two files of one host, which cost a store less than a page
LONGEST_WAIT_S = 60.0  # for a host that backs off; then another job tries
SIZE_LIMIT = 20_000_000  # bytes
BOUNDS = Bounds(SIZE_LIMIT, seconds=30.0, unpacked=SIZE_LIMIT, silence_s=15.0)


class PoliteFiles:
    """Fetches files for one job; its threads may share it."""

    def __init__(self, fetcher: Fetcher, bounds: Bounds) -> None:
        self._fetcher, self._bounds = fetcher, bounds

    def get(self, url: str, accept: str = "image/*") -> bytes:
        """Return the bytes behind an http(s) address, when it is its host's turn.

        Raises PageError, and StoppedError where the worker ends.
        """
        body = io.BytesIO()
        self._fetcher.fetch(url, body, self._bounds, accept=accept)
        return body.getvalue()


@contextmanager
def polite_files(
    allow_loopback: Loopback, turns: RateLimiter | None = None, bounds: Bounds = BOUNDS
) -> Iterator[PoliteFiles]:
    """Open what fetches files from public addresses only, at every hop (fault 21)."""
    options = CrawlOptions(
        allow_loopback=allow_loopback,
        request_delay_ms=DELAY_MS,
        attempts=1,
        retry_after_limit_s=LONGEST_WAIT_S,
        turns=turns,
    )
    with Guard(allow_loopback) as guard:
        fetcher = Fetcher(options, guard, Politeness(options, guard.url, SHUTDOWN.is_set))
        yield PoliteFiles(fetcher, bounds)
