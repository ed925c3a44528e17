"""Politeness towards a store: its robots.txt, a delay between requests, its Retry-After."""

from __future__ import annotations

import ipaddress
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlsplit

from protego import Protego

from scrapers.errors import (
    DisallowedError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.guard import REFUSED_STATUS
from scrapers.options import CrawlOptions
from scrapers.urls import WEB

ROBOTS_LIMIT = 512_000  # bytes; RFC 9309 asks for at least 500 KiB
ROBOTS_TIMEOUT_S = 15
CLIENT_ERROR, SERVER_ERROR = 400, 500
SLICE_S = 0.2  # a wait is cut into these, so that a stop is seen


class Politeness:
    """What one crawl knows of the hosts it visits; not shared between crawls."""

    def __init__(
        self, options: CrawlOptions, guard_url: str, should_stop: Callable[[], bool]
    ) -> None:
        self._options = options
        self._should_stop = should_stop
        proxies = {"http": guard_url, "https": guard_url}
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler(proxies)).open
        self._rules: dict[str, Protego | None] = {}
        self._next_at: dict[str, float] = {}

    def admit(self, url: str) -> None:
        """Wait until the address may be fetched.

        Raises as `permit` does, WaitTooLongError where the host asked for a longer wait than a run
        waits, and StoppedError when a stop comes while waiting.
        """
        self._wait_for(_origin(url), self.permit(url))

    def permit(self, url: str) -> Protego:
        """Return the host's rules, which allow the address.

        Raises RefusedAddressError for another scheme than http(s), and DisallowedError where
        robots.txt disallows it.
        """
        parts = urlsplit(url)
        if parts.scheme not in WEB or not parts.hostname:
            raise RefusedAddressError(f"{url[:200]} is no http(s) address.")
        origin = _origin(url)
        if origin not in self._rules:
            self._rules[origin] = self._read_robots(origin)
        rules = self._rules[origin]
        if rules is None:
            raise DisallowedError(f"{origin}/robots.txt cannot be read, which counts as disallow.")
        if not rules.can_fetch(url, self._options.user_agent):
            raise DisallowedError(f"robots.txt of {origin} disallows {url}.")
        return rules

    def hold(self, url: str, seconds: float) -> None:
        """Fetch nothing more of this host for so long, as it asked (Retry-After)."""
        origin, until = _origin(url), time.monotonic() + seconds
        self._next_at[origin] = max(until, self._next_at.get(origin, 0.0))

    def pause(self, seconds: float) -> None:
        """Wait; raises StoppedError as soon as a stop is asked for."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self._should_stop():
                raise StoppedError
            time.sleep(min(left, SLICE_S))

    def _wait_for(self, origin: str, rules: Protego) -> None:
        left = self._next_at.get(origin, 0.0) - time.monotonic()
        if left > self._options.retry_after_limit_s:
            raise WaitTooLongError(f"The store asks to wait {left:.0f} s, more than a run waits.")
        self.pause(left)
        asked = rules.crawl_delay(self._options.user_agent) or 0.0
        delay = max(self._options.request_delay_ms / 1000, min(asked, 30.0))
        is_own = self._options.allow_loopback and _is_loopback(urlsplit(origin).hostname or "")
        self._next_at[origin] = time.monotonic() + (0.0 if is_own else delay)

    def _read_robots(self, origin: str) -> Protego | None:
        """Return the host's rules; None (disallow all) where it answers 5xx or not at all."""
        request = urllib.request.Request(  # noqa: S310 - admit() lets http(s) pass only
            f"{origin}/robots.txt", headers={"User-Agent": self._options.user_agent}
        )
        try:
            with self._open(request, timeout=ROBOTS_TIMEOUT_S) as answer:
                text = answer.read(ROBOTS_LIMIT).decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            if error.code == REFUSED_STATUS:
                raise RefusedAddressError(error.read(500).decode("utf-8", "replace")) from error
            missing = CLIENT_ERROR <= error.code < SERVER_ERROR and error.code != 429
            return Protego.parse("") if missing else None
        except (OSError, ValueError):
            return None
        return Protego.parse(text)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
