"""Visitors who search through the front all the time, and what becomes of their searches."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import urllib3

PACE_S, TIMEOUT_S = 0.3, 30.0  # the front itself gives up before
WORDS = "dress linen shirt blue boots wool red skirt lamp leather bag green jacket cotton".split()


class Site:
    """A site's front, asked with TLS; as an operator where there is a token."""

    def __init__(self, port: int, authority: Path, token: str = "") -> None:
        self._url = f"https://127.0.0.1:{port}"
        self._http = urllib3.PoolManager(ca_certs=str(authority), retries=False, timeout=TIMEOUT_S)
        operator = {"Authorization": f"Bearer {token}"} if token else {}
        self._headers = {"Connection": "close", **operator}  # each asks on one of its own

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Return status and answer, or 0 and why none came."""
        method, sent = "GET" if body is None else "POST", self._headers | headers
        try:
            answer = self._http.request(method, self._url + path, json=body, headers=sent)
        except urllib3.exceptions.HTTPError as error:
            return 0, repr(error)
        if "json" in answer.headers.get("Content-Type", ""):
            return answer.status, answer.json()
        return answer.status, answer.data.decode(errors="replace")

    def search(self, query: str, **headers: str) -> tuple[int, Any]:
        """Search for a page of products."""
        asked = [{"indexName": "products", "params": {"query": query, "hitsPerPage": 12}}]
        return self.ask("/api/search", asked, **headers)

    def found(self, query: str = "", **headers: str) -> int:
        """Return how many products a search finds, -1 where it is not answered."""
        status, told = self.search(query, **headers)
        return int(told["results"][0]["nbHits"]) if status == 200 else -1


class Visits:
    """What became of searches: when each was answered, and why some were not."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.answered: list[float] = []
        self.slowest_s = 0.0
        self.failed: list[str] = []
        self._parts: list[tuple[str, float]] = []

    def begin(self, part: str) -> None:
        """Begin a part of the time, whose longest without an answer is its own."""
        self._parts.append((part, time.monotonic()))

    @contextmanager
    def going_on(self, visitors: int) -> Iterator[None]:
        """Search while the block runs."""
        stop = threading.Event()
        self.begin("")
        threads = [
            threading.Thread(target=self._visit, args=(number, visitors, stop), daemon=True)
            for number in range(visitors)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join(TIMEOUT_S)
            self.begin("")

    def _visit(self, number: int, visitors: int, stop: threading.Event) -> None:
        agent = {"User-Agent": f"browser {number}"}
        while not stop.wait(PACE_S):
            number += visitors
            words = f"{WORDS[number % len(WORDS)]} {WORDS[number // 3 % len(WORDS)]} {number}"
            began = time.monotonic()
            status, told = self.site.search(words, **agent)
            now = time.monotonic()
            self.slowest_s = max(self.slowest_s, now - began)
            if status == 200:
                self.answered.append(now)
            else:
                part, since = self._parts[-1]
                at = f"{time.strftime('%T')}, {part}, after {now - since:.1f} s"
                self.failed.append(f"{at}, in {now - began:.1f} s: {status} {told}"[:300])

    def longest_s(self) -> dict[str, float]:
        """Return for each part the longest time in which no search was answered."""
        longest: dict[str, float] = {}
        for (part, begins), (_, ends) in pairwise(self._parts):
            within = sorted(at for at in self.answered if begins < at < ends)
            gaps = [later - earlier for earlier, later in pairwise([begins, *within, ends])]
            longest[part] = max(*gaps, longest.get(part, 0.0))
        return longest
