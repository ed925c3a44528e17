"""How fast the index is rebuilt, and what a rebuild costs the searches that go on."""

from __future__ import annotations

import time
from collections.abc import Iterator

from indexer.index.building.rebuild import Progress, rebuild
from tests.bench.report import Figure, at_most, percentile
from tests.bench.searches import SearchStream
from tests.bench.server import api_server
from tests.bench.stage import Stage

TITLE = "Rebuild of the index"
CATALOGUE = True  # whether it measures on the generated products
DEFAULT_SPEED_S = 60.0  # how long the default speed is watched
PACE_S = 0.05  # between two searches of the watched visitor


class EnoughSeenError(Exception):
    """The default-speed rebuild was watched for long enough."""


def run(stage: Stage) -> Iterator[Figure]:
    """Yield the speed of --fast, then the default's speed and its cost."""
    fast = rebuild(stage.settings, fast=True)
    yield Figure("--fast, whole rebuild", f"{fast.documents / fast.seconds:,.0f} documents/s")
    yield from _default(stage)


def _default(stage: Stage) -> Iterator[Figure]:
    """Watch a visitor's searches through the API without and with a rebuild at default speed."""
    with api_server(stage) as (api, _):
        stream = SearchStream(api, seed=7)
        stream.warm_up()
        before = stream.paced(DEFAULT_SPEED_S / 3, PACE_S)
        with stream.in_background(PACE_S) as during:
            speed = _watched_speed(stage)
        after = stream.paced(DEFAULT_SPEED_S / 3, PACE_S)
    calm = percentile([*before, *after], 95)
    busy = percentile(during, 95)
    yield Figure("default speed", f"{speed:,.0f} documents/s")
    yield Figure("search p95 without, with a rebuild", f"{calm:.1f} ms, {busy:.1f} ms")
    yield at_most("search p95 with over without", busy / calm, 1.5)


def _watched_speed(stage: Stage) -> float:
    """Return the documents a second of a default rebuild, given up after a minute."""
    seen: list[tuple[float, int]] = []

    def watch() -> Progress:
        def progress(done: int, _total: int) -> None:
            seen.append((time.perf_counter(), done))
            if seen[-1][0] - seen[0][0] > DEFAULT_SPEED_S:
                raise EnoughSeenError

        return progress

    try:
        rebuild(stage.settings, progress=watch())
    except EnoughSeenError:
        stage.tell("the default-speed rebuild was watched for a minute and given up")
    (first, start), (last, end) = seen[0], seen[-1]
    return (end - start) / max(last - first, 0.001)
