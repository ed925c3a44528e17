"""The rules of hosts' robots.txt, each read once (RFC 9309). Thread-safe."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from protego import Protego

from scrapers.errors import DisallowedError
from scrapers.polite.exchange import Deadline

LONGEST_DELAY_S = 30.0  # the most of a robots.txt's crawl delay that is respected
MOST_NAMES = 100  # that may be ours
_AGENT = re.compile(r"\s*(?:user-?agent|user agent)(?:\s*:|\s)([^#]*)", re.IGNORECASE)
_OTHER = "User-agent: ¬"  # no user agent has such a sign


def parse(text: str, user_agent: str) -> Protego:
    """Return the rules of a robots.txt for this user agent.

    All other agents get one name: Protego keeps a group's rules for each of its names. 2,000 names
    before 2,000 rules took 5 s and 260 MB; a robots.txt may have eight times as many of each.
    """
    agent, names, lines = user_agent.lower(), {""}, []
    for line in text.splitlines():
        match = _AGENT.match(line)
        name = match[1].strip().lower().replace("*", "") if match else ""
        if name in agent and len(names) < MOST_NAMES:
            names.add(name)
        lines.append(line if name in names else _OTHER)
    return Protego.parse("\n".join(lines))


class Robots:
    """The rules of hosts for one user agent.

    `read` fetches the robots.txt of an origin, within a deadline where there is one; None stands
    for one that cannot be read, which counts as disallow (2.3.1.4).
    """

    def __init__(
        self, user_agent: str, read: Callable[[str, Deadline | None], Protego | None]
    ) -> None:
        self._user_agent = user_agent
        self._read = read
        self._rules: dict[str, Protego | None] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def permit(self, url: str, within: Deadline | None = None) -> None:
        """Return if the address may be fetched; raises DisallowedError, and what `read` raises."""
        origin = _origin(url)
        rules = self._rules_of(origin, within)
        if rules is None:
            raise DisallowedError(f"{origin}/robots.txt cannot be read, which counts as disallow.")
        if not rules.can_fetch(url, self._user_agent):
            raise DisallowedError(f"robots.txt of {origin} disallows {url}.")

    def knows(self, url: str) -> bool:
        """Return True if the host's rules were read."""
        return self._rules.get(_origin(url)) is not None

    def delay_s(self, url: str, least_s: float) -> float:
        """Return the delay between two requests: `least_s`, or a known robots.txt's crawl delay."""
        rules = self._rules.get(_origin(url))
        asked = (rules.crawl_delay(self._user_agent) if rules else None) or 0.0
        return max(least_s, min(asked, LONGEST_DELAY_S))

    def _rules_of(self, origin: str, within: Deadline | None) -> Protego | None:
        with self._lock:
            lock = self._locks.setdefault(origin, threading.Lock())
        with lock:  # one thread reads it, others wait
            if origin not in self._rules:
                self._rules[origin] = self._read(origin, within)
        return self._rules[origin]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
