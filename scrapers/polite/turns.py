"""Whose turn it is at a host. The crawl of one process knows its own; workers share theirs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}
SLICE_S = 0.2  # a wait is cut into these, so that a stop is seen


class Turns(Protocol):
    """When each host may be asked next; seconds."""

    def wait_of(self, host: str) -> float:
        """Return how long the host is to be left alone from now on; 0 or less: not at all."""

    def take(self, host: str, delay_s: float) -> float:
        """Take the next turn, the one after it comes `delay_s` later; return the wait for it."""

    def hold(self, host: str, seconds: float) -> None:
        """Leave the host alone for so long, as it asked."""


class OwnTurns:
    """Turns of one process."""

    def __init__(self) -> None:
        self._next_at: dict[str, float] = {}

    def wait_of(self, host: str) -> float:
        """Return how long the host is to be left alone from now on."""
        return self._next_at.get(host, 0.0) - time.monotonic()

    def take(self, host: str, delay_s: float) -> float:
        """Take the next turn; return the wait for it."""
        wait = max(0.0, self.wait_of(host))
        self._next_at[host] = time.monotonic() + wait + delay_s
        return wait

    def hold(self, host: str, seconds: float) -> None:
        """Leave the host alone for so long."""
        until = time.monotonic() + seconds
        self._next_at[host] = max(until, self._next_at.get(host, 0.0))


def waited(seconds: float, should_stop: Callable[[], bool]) -> bool:
    """Wait; return False as soon as a stop is asked for."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if should_stop():
            return False
        time.sleep(min(left, SLICE_S))
    return True


def host_of(url: str) -> str:
    """Return what turns are taken at: the host without `www`, and its port where it names one.

    A store on http and on https is one host.
    """
    parts = urlsplit(url)
    name = (parts.hostname or "").rstrip(".").removeprefix("www.")
    usual = parts.port is None or parts.port == PORTS.get(parts.scheme)
    return name if usual else f"{name}:{parts.port}"
