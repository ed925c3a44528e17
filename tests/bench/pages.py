"""What a visitor waits for: how fast the first screens paint.

On the built site over a small shop with drawn pictures of a thumbnail's weight, in a Chromium that
is slowed to two phones, at 10 Mbit/s with 40 ms: each is as fast, whatever this machine is, as the
preset of that name in Chrome's developer tools (its scores of Lighthouse's BenchmarkIndex). And to
a quarter of this machine, at the developer tools' "Slow 4G".
"""

from __future__ import annotations

import logging
import random
import statistics
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from tests.bench.report import Figure, at_most
from tests.bench.stage import Stage
from tests.e2e.search.catalogue import fill
from tests.support.browser import chromium
from tests.support.data import beside
from tests.support.database import database_from_template
from tests.support.site import built_frontend, served

SCREENS = {"/": "landing", "/?category=women": "results", "/product/5": "a product"}
LOADS = 5  # measured, after one that warms the server and the browser
SETTLED_MS = 2500  # without a change of the largest paint, a shift or a long task

# Lighthouse's measure of a device: strings built and arrays copied in half a second each.
BENCHMARK = beside(__file__, "benchmark.js")

OBSERVER = beside(__file__, "observer.js")


class Phone(NamedTuple):
    """A phone that is emulated: `slower(speed)` is how many times slower than a machine of that
    BenchmarkIndex it is; with what the network adds to a request (ms), how much it carries (bit/s),
    and the aims: LCP in s, CLS, TBT in ms.
    """

    name: str
    slower: Callable[[float], float]
    latency: float = 40
    down: float = 10_000_000
    up: float = 5_000_000
    aims: tuple[float, float, float] = (1.5, 0.02, 150)


PHONES = (
    Phone("mid-tier phone", lambda speed: max(1.0, speed / 1000)),
    Phone("low-tier phone", lambda speed: max(1.0, speed / 264)),
    Phone("slow 4G, processor ÷ 4", lambda _: 4, 562.5, 1_440_000, 675_000, (2.5, 0.0, 300)),
)


def pages(stage: Stage) -> Iterator[Figure]:
    """Pages (the first paint in a Chromium as slow as phones)"""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # a line for every picture
    frontend = built_frontend()
    with _shop(stage.settings, frontend) as address, chromium() as browser:
        _emulate(browser)
        speed = float(browser.execute_script(BENCHMARK))
        for phone in PHONES:
            rate = phone.slower(speed)
            _slow(browser, phone, rate)
            yield Figure(f"{phone.name}: this processor slowed", f"{rate:.1f} times")
            for path, name in SCREENS.items():
                paints = [_load(browser, address + path) for _ in range(1 + LOADS)]
                yield from _figures(f"  {name}", paints[1:], *phone.aims)


def _figures(
    name: str, paints: list[dict[str, float]], lcp: float, cls: float, tbt: float
) -> Iterator[Figure]:
    middle = {of: statistics.median(paint[of] for paint in paints) for of in ("lcp", "cls", "tbt")}
    yield at_most(f"{name}, LCP", middle["lcp"] / 1000, lcp, " s")
    yield Figure(f"{name}, CLS", f"{middle['cls']:.3f}", f"at most {cls:g}", middle["cls"] <= cls)
    yield at_most(f"{name}, TBT", middle["tbt"], tbt, " ms")


def _slow(browser: webdriver.Chrome, phone: Phone, rate: float) -> None:
    speeds = {"downloadThroughput": phone.down / 8, "uploadThroughput": phone.up / 8}
    network = {"offline": False, "latency": phone.latency, **speeds}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": rate})


def _emulate(browser: webdriver.Chrome) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    for command, parameters in (
        ("Emulation.setDeviceMetricsOverride", phone),
        ("Network.enable", {}),
        ("Network.setCacheDisabled", {"cacheDisabled": True}),
        ("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVER}),
    ):
        browser.execute_cdp_cmd(command, parameters)


def _load(browser: webdriver.Chrome, address: str) -> dict[str, float]:
    browser.get("about:blank")
    browser.get(address)
    quiet = f"return seen.lcp > 0 && performance.now() - seen.last > {SETTLED_MS}"
    WebDriverWait(browser, 60).until(lambda driver: driver.execute_script(quiet))
    seen: dict[str, float] = browser.execute_script("return seen")
    return seen


@contextmanager
def _shop(settings: Settings, frontend: Path) -> Iterator[str]:
    prefix = f"bench-pages-{uuid.uuid4().hex[:8]}"
    with TemporaryDirectory() as bucket, database_from_template(settings.database_url) as database:
        _draw_pictures(Path(bucket) / "bench")
        shop = settings.but(
            database_url=database,
            index_prefix=prefix,
            bucket_location=bucket,
            frontend_dir=frontend,
        )
        with served(shop) as address:
            fill(shop, [f"{address}/media/bench/{name}.webp" for name in ("front", "back")])
            yield address
    client = elasticsearch(settings.elasticsearch_url)
    for name in client.indices.get(index=f"{prefix}*").body:
        client.indices.delete(index=name)


def _draw_pictures(folder: Path) -> None:
    """Draw 600 by 800 px pictures of some 30 kB, as a thumbnail of a garment weighs."""
    folder.mkdir()
    dice = random.Random(1)
    for name in ("front", "back"):
        small = Image.new("RGB", (60, 80))
        small.putdata([(dice.randrange(120, 240), 180, 170) for _ in range(60 * 80)])
        small.resize((600, 800), Image.Resampling.BICUBIC).save(folder / f"{name}.webp", quality=80)
