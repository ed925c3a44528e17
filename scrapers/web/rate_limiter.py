"""Turns at hosts, which space requests: of one process; of all workers in indexer/core/hosts."""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from scrapers.web.addresses import PORTS

SLICE_S = 0.2  # how often a wait checks for a stop


# What a host answered: the page, nothing of the kind, a refusal, its being busy, …
ANSWERS = "ok", "missing", "refused", "busy", "too many", "challenge", "unreached", "unread"


class LocalRateLimiter:
    """When the next request to each host may be sent, by one process; times in seconds."""

    def __init__(self) -> None:
        self._next_at: dict[str, float] = {}

    def wait_of(self, host: str) -> float:
        """Return how long from now no request may be sent to the host; 0 or less: not at all."""
        return self._next_at.get(host, 0.0) - time.monotonic()

    def take(self, host: str, delay_s: float) -> float:
        """Take the next turn; return the wait for it. The one after it is `delay_s` later."""
        wait = max(0.0, LocalRateLimiter.wait_of(self, host))  # without the shared one's query
        self._next_at[host] = time.monotonic() + wait + delay_s
        return wait

    def hold(self, host: str, seconds: float) -> None:
        """Send no request to the host for so long, on its demand."""
        until = time.monotonic() + seconds
        self._next_at[host] = max(until, self._next_at.get(host, 0.0))

    def note(self, host: str, answer: str) -> None:
        """Count an answer, one of ANSWERS: nowhere, as a process of its own ends with its crawl."""


def wait_unless_stopped(seconds: float, should_stop: Callable[[], bool]) -> bool:
    """Wait; return False as soon as `should_stop` is true."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if should_stop():
            return False
        time.sleep(min(left, SLICE_S))
    return True


def host_of(url: str) -> str:
    """Return the key of a host's turns: its name without `www`, and its port where not the default.

    A store has the same key on http and on https.
    """
    parts = urlsplit(url)
    name = (parts.hostname or "").rstrip(".").removeprefix("www.")
    usual = parts.port is None or parts.port == PORTS.get(parts.scheme)
    return name if usual else f"{name}:{parts.port}"
