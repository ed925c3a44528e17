"""The product beside Searchkit's Node API, which comes from npm: one index, the same requests."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.search.filters import FILTERS
from app.serving import server
from dev.ports import free_port
from indexer.catalogue.tile import TILE
from tests.bench import searches
from tests.bench.report import Figure, percentile
from tests.bench.searches import Make
from tests.bench.serving import api, measure
from tests.bench.stage import LOCAL, Stage
from tests.support.worker import eventually

SERVER = Path(__file__).parent / "peer" / "server.mjs"
PACKAGE = "@searchkit/api@4.14.0"
CLIENTS = 8
TURNS = 2  # of each side: where they differ by more than a tenth, the machine was busy
# How many times the peer's searches a second are wanted.
AIMS: dict[str, tuple[Callable[[int], Make], float]] = {
    "text, never repeated": (searches.new_texts, 2.0),
    "two facets": (searches.two_facets, 1.5),
    "text and one facet": (searches.text_and_facet, 2.0),
}


def searchkit(stage: Stage) -> Iterator[Figure]:
    """Beside Searchkit's Node API (the same index and requests, in turn, 8 clients)"""
    with api(stage) as (ours, _), _peer(stage) as theirs:
        for name, (kind, aim) in AIMS.items():
            rates: list[float] = []
            for turn in range(TURNS):
                our_rate, our_line = _rate(stage, ours, kind, turn)
                rate, line = _rate(stage, theirs, _of_index(stage, kind), turn)
                rates.append(our_rate / rate)
                yield Figure(f"{name}, turn {turn + 1}", f"{our_line}   Searchkit {line}")
            yield Figure(
                f"{name}, times Searchkit's searches a second",
                " ".join(f"{rate:.2f}" for rate in rates),
                f"at least {aim:g}",
                min(rates) >= aim,
            )


def _rate(stage: Stage, address: str, kind: Callable[[int], Make], turn: int) -> tuple[float, str]:
    timings, seconds = measure(stage, address, kind, CLIENTS, 100 + turn)
    if failed := sum(one.failed for one in timings):
        raise RuntimeError(f"{failed} of {len(timings)} searches at {address} failed")
    rate = len(timings) / seconds
    return rate, f"{rate:.0f}/s p95 {percentile([one.whole for one in timings], 95):.0f} ms"


def _of_index(stage: Stage, kind: Callable[[int], Make]) -> Callable[[int], Make]:
    """Return the same requests with the index's own name, which Searchkit takes from them."""

    def of(seed: int) -> Make:
        make = kind(seed)
        return lambda: [one | {"indexName": stage.settings.index_prefix} for one in make()]

    return of


@contextmanager
def _peer(stage: Stage) -> Iterator[str]:
    """Serve the index by Searchkit in its leanest set-up; yield the address."""
    folder = LOCAL / "searchkit"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(SERVER, folder)
    subprocess.run(
        ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", PACKAGE],
        check=True,
    )
    port = free_port()
    facets = [
        {"attribute": one.attribute, "field": one.field_for("ZAR"), "type": "string"}
        for one in FILTERS
    ]
    config = {
        "connection": {"host": stage.settings.elasticsearch_url},
        "search_settings": {
            "search_attributes": ["name"],
            "facet_attributes": facets,
            "result_attributes": [*TILE],
            "highlight_attributes": [],
        },
    }
    words = json.dumps({"port": port, "processes": server.workers, "config": config})
    address, make = f"127.0.0.1:{port}", _of_index(stage, searches.new_texts)(0)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(["node", folder / SERVER.name, words], stdout=log, stderr=log)
    try:
        eventually(lambda: not searches.Visitor(address).search(make()).failed)
        yield address
    finally:
        process.terminate()
        process.wait(30)
