"""Visitors who search through the front all the time, and what becomes of their searches."""

from __future__ import annotations

import http.client
import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

VISITORS, PACE_S, TIMEOUT_S = 4, 0.3, 25.0
WORDS = "dress linen shirt blue boots wool red skirt lamp leather bag green jacket cotton".split()


@dataclass(frozen=True, slots=True)
class Site:
    """A site's door with TLS."""

    port: int
    trust: ssl.SSLContext
    token: str = ""

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Ask on a connection of its own; return status and answer, 0 where none came."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=TIMEOUT_S, context=self.trust
        )
        sent = {"Content-Type": "application/json", **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        try:
            text = None if body is None else json.dumps(body)
            connection.request("GET" if body is None else "POST", path, text, sent)
            answer = connection.getresponse()
            told = answer.read()
            is_json = "json" in (answer.getheader("Content-Type") or "")
            return answer.status, json.loads(told) if is_json else told.decode(errors="replace")
        except (OSError, http.client.HTTPException, ValueError):
            return 0, ""
        finally:
            connection.close()

    def found(self, query: str = "", **headers: str) -> int:
        """Return how many products a search finds, -1 where it is not answered."""
        asked = [{"indexName": "products", "params": {"query": query, "hitsPerPage": 12}}]
        status, told = self.ask("/api/search", asked, **headers)
        return int(told["results"][0]["nbHits"]) if status == 200 else -1


@dataclass
class Visits:
    """What became of searches: when each was answered, and how many were not."""

    site: Site
    answered: list[float] = field(default_factory=list)
    failed: Counter[int] = field(default_factory=Counter)
    marks: list[tuple[str, float]] = field(default_factory=list)

    def mark(self, what: str) -> None:
        """Say what begins now."""
        self.marks.append((what, time.monotonic()))

    @contextmanager
    def going_on(self) -> Iterator[Visits]:
        """Search while the block runs."""
        stop = threading.Event()
        threads = [
            threading.Thread(target=self._visit, args=(number, stop), daemon=True)
            for number in range(VISITORS)
        ]
        self.mark("")
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            stop.set()
            for thread in threads:
                thread.join(2 * TIMEOUT_S)
            self.mark("")

    def _visit(self, number: int, stop: threading.Event) -> None:
        agent = {"User-Agent": f"browser {number}"}
        while not stop.wait(PACE_S):
            number += VISITORS
            words = f"{WORDS[number % len(WORDS)]} {WORDS[number // 3 % len(WORDS)]} {number}"
            if self.site.found(words, **agent) >= 0:
                self.answered.append(time.monotonic())
            else:
                self.failed[number % VISITORS] += 1

    def without_s(self) -> dict[str, float]:
        """Return for each part of the time the longest in which no search was answered."""
        longest: dict[str, float] = {}
        for (what, begins), (_, ends) in pairwise(self.marks):
            within = sorted(at for at in self.answered if begins < at < ends)
            points = [begins, *within, ends]
            longest[what] = max(b - a for a, b in pairwise(points))
        return longest

    def told(self) -> str:
        """Say it in a line."""
        parts = [f"{what} {s:.1f} s" for what, s in self.without_s().items() if what]
        return (
            f"{len(self.answered)} searches answered, {self.failed.total()} not;"
            f" longest without an answer: {', '.join(parts)}"
        )
