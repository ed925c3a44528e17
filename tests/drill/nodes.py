"""`make soak-nodes MINUTES=5`: eight visitors, three nodes, and one of them killed each minute.

A node that was killed is started again, and the next one dies once the cluster is whole. Success:
no search fails, and in each of the minutes 95 % of the searches take 2 s at most.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dev.services.local import local_services
from indexer.catalogue.tables import load_reference
from indexer.core.db import engine, session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.migrate import migrate
from tests.bench.generate import generate
from tests.bench.report import percentile
from tests.bench.searches import Visitor, new_texts, two_facets, zipf_texts
from tests.support.cluster import Node, cluster
from tests.support.production import Served, gunicorn
from tests.support.worker import PATIENCE_S, eventually

CLIENTS = 8
OK = 200
MINUTE_S = 60.0
KILLED_AT_S, BACK_AT_S = 10.0, 30.0  # of a minute
MOST_P95_MS = 2_000.0
MAKERS = (zipf_texts, new_texts, two_facets)


@dataclass(frozen=True, slots=True)
class Search:
    """A search: when it began, in s since the beginning, how long it took, its status."""

    at_s: float
    ms: float
    status: int


@dataclass(frozen=True, slots=True)
class Minute:
    """A minute's searches, in which a node was killed or none was."""

    number: int
    killed: str
    answered: int
    failed: int
    p95_ms: float

    @property
    def is_good(self) -> bool:
        """Return True where no search failed and most were quick enough."""
        return not self.failed and self.answered > 0 and self.p95_ms <= MOST_P95_MS


def minutes(searches: Sequence[Search], killed: Sequence[str]) -> list[Minute]:
    """Return the searches by minute; `killed`: of each minute the node that was."""
    found = []
    for number, name in enumerate(killed):
        own = [one for one in searches if number * MINUTE_S <= one.at_s < (number + 1) * MINUTE_S]
        took = [one.ms for one in own if one.status == OK]
        failed = len(own) - len(took)
        found.append(Minute(number + 1, name, len(took), failed, percentile(took, 95)))
    return found


@dataclass
class Crowd:
    """Visitors who search all the time."""

    address: str
    searches: list[Search] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Search while the block runs."""
        stop = threading.Event()
        with ThreadPoolExecutor(CLIENTS) as pool:
            visits = [pool.submit(self._visit, number, stop) for number in range(CLIENTS)]
            try:
                yield
            finally:
                stop.set()
        for visit in visits:
            visit.result()

    def _visit(self, number: int, stop: threading.Event) -> None:
        visitor, make = Visitor(self.address), MAKERS[number % len(MAKERS)](number)
        while not stop.is_set():
            at = time.monotonic() - self.began
            timing = visitor.search(make())
            self.searches.append(Search(at, timing.whole, timing.status))

    def wait(self, seconds: float) -> None:
        """Wait until so many seconds of the whole have gone."""
        time.sleep(max(0.0, self.began + seconds - time.monotonic()))


def kill_each_minute(
    crowd: Crowd, nodes: Sequence[Node], count: int, is_whole: Callable[[], bool]
) -> list[str]:
    """Kill one node after the other, one a minute; return what was killed in each minute.

    A node dies only where the others have all copies: two dead ones are no cluster.
    """
    killed = []
    for number in range(count):
        start = number * MINUTE_S
        crowd.wait(start + KILLED_AT_S)
        eventually(is_whole, "the cluster is whole before a node is killed", PATIENCE_S)
        node = nodes[number % len(nodes)]
        node.kill()
        late = time.monotonic() - crowd.began - start
        killed.append(f"node {number % len(nodes)} at {late:.0f} s")
        crowd.wait(start + BACK_AT_S)
        node.start_again()
        crowd.wait(start + MINUTE_S)
    return killed


@contextmanager
def served(folder: Path, nodes: Sequence[Node], products: int) -> Iterator[tuple[Served, Settings]]:
    """Run a site on the nodes."""
    folder.chmod(0o755)
    with local_services(folder, {"postgres", "redis"}, lambda _line: None, brief=True) as services:
        settings = Settings.from_env(
            services.environment()
            | {
                "ELASTICSEARCH_URL": ",".join(node.url for node in nodes),
                "RATE_LIMITS": "0",
                "KEPT_ANSWERS_MB": "0",  # each search is to be answered by a node
                "RATES_URL": "",
            }
        )
        migrate(settings.database_url)
        with session_scope(settings.database_url) as session:
            load_reference(session)
        generate(settings.database_url, products)
        rebuild(settings, fast=True)
        (folder / "web").mkdir()
        with gunicorn(settings, folder / "web") as running:
            yield running, settings
        engine(settings.database_url).dispose()


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill nodes and print the table; return 1 where a bar is missed."""
    parser = argparse.ArgumentParser(prog="make soak-nodes", description=__doc__)
    parser.add_argument("--minutes", type=int, default=5)
    parser.add_argument("-n", type=int, default=10_000, help="products")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="winkel-nodes-", ignore_cleanup_errors=True) as name,
        cluster(3) as nodes,
        served(Path(name), nodes, options.n) as (running, settings),
    ):
        client = elasticsearch(settings.elasticsearch_url)

        def is_whole() -> bool:
            said = client.cluster.health(index=settings.index_prefix).body
            return bool(said["status"] == "green" and said["number_of_nodes"] == len(nodes))

        eventually(is_whole, "all copies are there", PATIENCE_S)
        crowd = Crowd(f"127.0.0.1:{running.port}")
        with crowd.searching():
            killed = kill_each_minute(crowd, nodes, options.minutes, is_whole)
    rows = minutes(crowd.searches, killed)
    table = Table("Minute", "killed", "answered", "failed", "p95, ms", "")
    for row in rows:
        counts = (str(row.answered), str(row.failed), f"{row.p95_ms:.0f}")
        table.add_row(str(row.number), row.killed, *counts, "ok" if row.is_good else "MISSED")
    Console(width=100).print(table)
    for one in crowd.searches:
        if one.status != OK:
            print(f"failed at {one.at_s:.1f} s, after {one.ms:.0f} ms: {one.status or 'no answer'}")
    return int(not all(row.is_good for row in rows))


if __name__ == "__main__":
    sys.exit(main())
