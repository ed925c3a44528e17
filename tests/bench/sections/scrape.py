"""Scraping: the engine against a bare Selenium loop, and its memory over twenty runs."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from scrapers.browsing.browser import FLAGS, Browser
from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import crawl
from scrapers.options import CrawlOptions
from scrapers.product import Product
from tests.bench.report import Figure, at_least, at_most
from tests.bench.stage import Stage
from tests.support.saved_store import Answer, Respond, serving

TITLE = "Scraping a local store of 500 products, without delay"
CATALOGUE = False  # whether it measures on the generated products
PAGES, PER_PAGE = 20, 25
ROUNDS = 9
EARLY_RUN, LATE_RUN = 2, 20
SAMPLE_S = 0.05
OPTIONS = CrawlOptions(allow_loopback=True, request_delay_ms=0)
# What a loop written for this one store would read of each card.
BARE = """
return [...document.querySelectorAll(".card")].map((card) => ({
  name: card.querySelector("h3").textContent,
  price: card.querySelector(".price").textContent,
  href: card.querySelector("a").href,
  image: card.querySelector("img").src,
}));
"""


def run(stage: Stage) -> Iterator[Figure]:
    """Measure speed and memory; the catalogue on the stage is not used."""
    with serving(store()) as base:
        bare, engine = _speeds(base)
        yield Figure("bare Selenium loop", f"{max(bare):.0f} products/s")
        yield Figure("engine", f"{max(engine):.0f} products/s")
        # Each round against its neighbour: what else the machine does changes from one to the next.
        shares = [ours / theirs for ours, theirs in zip(engine, bare, strict=True)]
        yield at_least("engine / bare loop, median of rounds", statistics.median(shares), 0.8)
        peaks = [_peak(base) for _ in range(LATE_RUN)]
    early, late = peaks[EARLY_RUN - 1], peaks[LATE_RUN - 1]
    yield Figure(f"peak memory (PSS) of run {EARLY_RUN}", f"{early / 2**20:.0f} MiB")
    yield Figure(f"peak memory (PSS) of run {LATE_RUN}", f"{late / 2**20:.0f} MiB")
    yield at_most(f"peak memory, run {LATE_RUN} / run {EARLY_RUN}", late / early, 1.1)


def store() -> Respond:
    """Return a store whose pages are as large as real ones, 60 kB of mark-up each."""
    filler = "<ul>" + "<li><a href='/c/x'>A category of the menu</a></li>" * 600 + "</ul>"
    listings = {f"/list-{page}": Answer(_listing(page, filler)) for page in range(1, PAGES + 1)}
    return lambda path: listings.get(path, Answer(b"", 404))


def _listing(page: int, filler: str) -> bytes:
    first = (page - 1) * PER_PAGE
    cards = "".join(_card(number) for number in range(first + 1, first + PER_PAGE + 1))
    following = f'<a class="next" href="/list-{page + 1}">Next</a>' if page < PAGES else ""
    return f"<!doctype html><title>Shop</title>{filler}<main>{cards}</main>{following}".encode()


def _card(number: int) -> str:
    return (
        f'<div class="card" data-product-id="{number}"><a href="/p/{number}">'
        f'<img src="/m/{number}.jpg" width="300" height="400" alt=""></a>'
        f'<h3>Linen dress number {number}</h3><p class="text">{"Woven in the Karoo. " * 20}</p>'
        f'<span class="price">R {number}.00</span></div>'
    )


def _brand(base: str) -> BrandConfig:
    return BrandConfig(
        brand_id=1,
        website=base,
        node_path=".card img",
        parent_depth=2,
        product_name_xpath="h3",
        price_xpath=".price",
        next_button_selector="a.next",
        pages=(PageConfig(1, f"{base}/list-1"),),
    )


def _speeds(base: str) -> tuple[list[float], list[float]]:
    """Return products per second of the bare loop and of the engine, in turns after one of each."""
    bare, engine = [], []
    with Browser(OPTIONS) as browser, _bare_browser() as driver:
        for _ in range(ROUNDS + 1):
            bare.append(PAGES * PER_PAGE / _seconds(lambda: _bare_loop(driver, base)))
            engine.append(PAGES * PER_PAGE / _seconds(lambda: _engine(browser, base)))
    return bare[1:], engine[1:]


def _seconds(work: Callable[[], int]) -> float:
    started = time.perf_counter()
    count = work()
    if count != PAGES * PER_PAGE:
        raise RuntimeError(f"{count} products read instead of {PAGES * PER_PAGE}")
    return time.perf_counter() - started


def _bare_browser() -> webdriver.Chrome:
    """Start the same Chromium with the same flags, without guard, log or profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = OPTIONS.chromium
    options.page_load_strategy = "eager"
    for flag in (*FLAGS, "--no-sandbox", "--blink-settings=imagesEnabled=false"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(OPTIONS.chromedriver))


def _bare_loop(driver: webdriver.Chrome, base: str) -> int:
    count = 0
    for page in range(1, PAGES + 1):
        driver.get(f"{base}/list-{page}")
        count += len(driver.execute_script(BARE))
    return count


def _engine(browser: Browser, base: str) -> int:
    events = crawl(_brand(base), browser, lambda _: None, lambda: False)
    return sum(isinstance(event, Product) for event in events)


def _run_once(base: str) -> None:
    with Browser(OPTIONS) as browser:
        _engine(browser, base)


def _peak(base: str) -> int:
    """Return the peak PSS in bytes of one run in a process of its own, browser included."""
    horse = multiprocessing.get_context("fork").Process(target=_run_once, args=(base,))
    horse.start()
    peak = 0
    while horse.is_alive():
        peak = max(peak, _pss_below(horse.pid or 0))
        horse.join(SAMPLE_S)
    return peak


def _pss_below(pid: int) -> int:
    try:
        processes = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    return sum(_pss(process.pid) for process in processes)


def _pss(pid: int) -> int:
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return 0
    return sum(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))
