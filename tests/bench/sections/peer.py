"""The product beside Searchkit's Node API: the same index, the same requests, in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from indexer.index.status import ensure
from tests.bench.peer import peer_server
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.searches import Body, Make, Timing
from tests.bench.sections.search import CLIENTS, KINDS, changing_products, measure
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Beside Searchkit's Node API (same index and requests, in turn)"
CATALOGUE = True
TURNS = 2
# By kind: how many times the peer's requests a second at least, and its p95 at most.
AIMS = {
    "landing": (8.0, 0.15),
    "text, never repeated": (10.0, 0.15),
    "text, Zipf mix": (20.0, 0.15),
    "two facets": (3.0, 0.5),
    "text and one facet": (10.0, 0.15),
}
Kind = Callable[[int], Make]


@dataclass(slots=True)
class Side:
    """What one of the two answered; `seconds` of measuring."""

    timings: list[Timing] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Return the searches answered a second."""
        return sum(not one.failed for one in self.timings) / max(0.001, self.seconds)

    @property
    def p95(self) -> float:
        """Return the 95th percentile, in ms."""
        return percentile([one.whole for one in self.timings], 95)

    def line(self, name: str) -> Figure:
        """Return the printed figure."""
        failed = sum(one.failed for one in self.timings)
        value = f"{self.rate:6.0f}/s  p95 {self.p95:6.1f} ms"
        return Figure(name, value + (f"  FAILED {failed}" if failed else ""))


def run(stage: Stage) -> Iterator[Figure]:
    """Yield both sides' figures and their ratios for each kind, at rest and with a change."""
    if ensure(stage.settings):
        stage.tell("the index was built")
    with api_server(stage) as (ours, _), peer_server(stage) as theirs:
        yield from _all(stage, ours, theirs, "")
        with changing_products(stage):
            yield from _all(stage, ours, theirs, ", a product changing each second")


def _all(stage: Stage, ours: str, theirs: str, suffix: str) -> Iterator[Figure]:
    for number, (name, kind) in enumerate(KINDS.items()):
        for clients in CLIENTS:
            yield from _one(
                stage,
                (ours, theirs),
                kind,
                f"{name}, {clients} client{'s'[: clients - 1]}{suffix}",
                (clients, number, *AIMS[name]),
            )


def _one(
    stage: Stage,
    addresses: tuple[str, str],
    kind: Kind,
    name: str,
    how: tuple[int, int, float, float],
) -> Iterator[Figure]:
    clients, number, rate_aim, p95_aim = how
    mine, peer = Side(), Side()
    for turn in range(TURNS):
        seed = 10 * number + turn
        for side, address, make in (
            (mine, addresses[0], kind),
            (peer, addresses[1], _on(stage.settings.index_prefix, kind)),
        ):
            timings, seconds, _ = measure(stage, address, make, clients, seed)
            side.timings += timings
            side.seconds += seconds
    yield mine.line(f"{name}, Winkel")
    yield peer.line(f"{name}, Searchkit")
    yield at_least(f"{name}, requests a second", mine.rate / max(0.001, peer.rate), rate_aim, " x")
    yield at_most(f"{name}, p95", mine.p95 / max(0.001, peer.p95), p95_aim, " x")


def _on(index: str, kind: Kind) -> Kind:
    """Return the same requests for an index by its own name, as Searchkit wants it."""

    def of(seed: int) -> Make:
        make = kind(seed)
        return lambda: _named(make(), index)

    return of


def _named(body: Body, index: str) -> Body:
    return [one | {"indexName": index} for one in body]
