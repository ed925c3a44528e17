"""Fault 15: crawls that raise or hang leave no process and no profile folder."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from scrapers.browsing.browser import Browser
from scrapers.events import PageDone, PageFailed
from tests.support.crawling import QUICK, SIMPLE, crawled, grid
from tests.support.saved_store import Answer, serving

RUNS = 20


class CrawlBrokeError(Exception):
    """What the test's crawls raise."""


def descendants() -> list[psutil.Process]:
    """Return the processes below this one that are a browser's or a driver's."""
    below = psutil.Process().children(recursive=True)
    return [process for process in below if "chrom" in _name(process)]


def _name(process: psutil.Process) -> str:
    try:
        return str(process.name())
    except psutil.NoSuchProcess:
        return ""


def raise_in_mid_crawl(browser: Browser) -> None:
    raise CrawlBrokeError


def driver_process(browser: Browser) -> psutil.Process:
    """Return the process of this browser's driver: other tests' browsers may be running."""
    return psutil.Process(browser.driver.service.process.pid)


def hang_the_driver(browser: Browser) -> None:
    """Stop chromedriver where it stands: `quit` will never be answered."""
    os.kill(driver_process(browser).pid, signal.SIGSTOP)


def kill_the_browser(browser: Browser) -> None:
    """Kill the browser's first process under the driver's hands."""
    os.kill(driver_process(browser).children()[0].pid, signal.SIGKILL)


def crawl_and_end(url: str, end: Callable[[Browser], None]) -> None:
    """Crawl a page and end badly."""
    with Browser(QUICK) as browser:
        assert crawled(browser, SIMPLE, url).names == ["a"]
        end(browser)
        raise CrawlBrokeError


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder of its own with a short path: browsers put a socket in it, of at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="winkel-test-") as folder:
        yield Path(folder)


def test_15_crawls_that_raise_or_hang_leave_nothing(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    earlier = descendants()
    endings = [kill_the_browser, hang_the_driver, *[raise_in_mid_crawl] * (RUNS - 2)]
    with serving(lambda path: Answer(grid("a")) if path == "/s" else Answer(b"", 404)) as base:
        for end in endings:
            with pytest.raises(CrawlBrokeError):
                crawl_and_end(f"{base}/s", end)
    left = [process for process in descendants() if process not in earlier]
    assert [process for process in left if _is_alive(process)] == []
    assert [path.name for path in temporary.iterdir() if "winkel-browser" in path.name] == []


LATER = "setTimeout(() => { while (true) {} }, 200)"


# In each run of the tests a product's own page hangs later (test_pages_at_once.py).
@pytest.mark.parametrize("hang", ["while (true) {}", LATER])
def test_17_a_page_that_hangs_the_browser_costs_only_itself(hang: str) -> None:
    stores = {"/hang": grid("a", extra=f"<script>{hang}</script>"), "/fine": grid("b")}
    respond = {path: Answer(body) for path, body in stores.items()}
    slow = replace(SIMPLE, scroll_delay=400)
    with (
        serving(lambda path: respond.get(path, Answer(b"", 404))) as base,
        Browser(replace(QUICK, page_timeout_s=8.0)) as browser,
    ):
        result = crawled(browser, slow, f"{base}/hang", f"{base}/fine")
    assert len(result.reasons) == 1
    assert [done.url for done in result.of(PageDone)] == [f"{base}/fine"]


def test_15_40_a_browser_that_dies_in_mid_crawl_is_started_again() -> None:
    earlier = descendants()
    with (
        serving(
            lambda path: Answer(grid("a")) if path != "/robots.txt" else Answer(b"", 404)
        ) as base,
        Browser(QUICK) as browser,
    ):
        kill_the_browser(browser)
        result = crawled(browser, SIMPLE, f"{base}/first", f"{base}/second")
        own = [process for process in descendants() if process not in earlier]
        left = [process for process in own if _is_alive(process)]
    assert result.of(PageFailed) == [], "the page it was on is read by the next browser (fault 40)"
    assert [done.url for done in result.of(PageDone)] == [f"{base}/first", f"{base}/second"]
    assert left != []
    assert [process for process in left if _is_alive(process)] == []


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
