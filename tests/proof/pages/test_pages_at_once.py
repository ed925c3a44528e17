"""Products' own pages that load beside one another, each at its turn."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace

import pytest

from scrapers.events import PageDone
from scrapers.options import CrawlOptions
from scrapers.product import Product
from scrapers.web.rate_limiter import LocalRateLimiter
from tests.support.crawling import QUICK, SIMPLE, Crawled, crawled, grid
from tests.support.saved_store import Answer, serving
from tests.support.shared_browser import SharedBrowsers

NAMES = [f"n{number}" for number in range(1, 7)]
AT_ONCE = 3
LONGEST_S = 60.0  # for what never comes unless the crawl asks for it
BESIDE = replace(
    SIMPLE, detail_selector="a", detail_image_node_path=".gallery img", detail_concurrency=AT_ONCE
)


class Store:
    """A list of six products and their own pages; keeps what was asked, and when turns were."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.odd: dict[str, list[Answer]] = {}  # what a path answers first
        self.scripts: dict[str, str] = {}
        self.together: threading.Barrier | None = None

    def respond(self, path: str) -> Answer:
        """Answer a path; own pages once as many were asked for as come together."""
        name = path.removeprefix("/p/")
        if path == "/list":
            return Answer(grid(*NAMES))
        if name not in NAMES:
            return Answer(b"", 404)
        self.asked.append(name)
        if self.together is not None:
            self.together.wait(LONGEST_S)
        if self.odd.get(name):
            return self.odd[name].pop(0)
        picture = f'<div class="gallery"><img src="/d/{name}.jpg" width="300" height="400"></div>'
        script = f"<script>{self.scripts.get(name, '')}</script>"
        body = f"<!doctype html><title>{name}</title><h1>{name}</h1>{picture}{script}"
        return Answer(body.encode())


def read(
    browsers: SharedBrowsers, store: Store, options: CrawlOptions = QUICK, **how: object
) -> Crawled:
    with serving(store.respond) as base, browsers.lent(options) as browser:
        return crawled(browser, BESIDE, f"{base}/list", **how)  # type: ignore[arg-type]


@pytest.fixture
def begun_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages load beside others, however long it takes that they begin to."""
    monkeypatch.setattr("scrapers.polite.visit.BEGUN_WITHIN_S", LONGEST_S)


@pytest.fixture
def held(begun_late: None) -> Store:
    """A store that answers no own page before as many were asked for."""
    store = Store()
    store.together = threading.Barrier(AT_ONCE)
    return store


def unread(result: Crawled) -> set[str]:
    return {item.name for item in result.of(Product) if not item.own_page_read}


def test_own_pages_load_beside_one_another_and_each_is_read_as_its_own(
    browsers: SharedBrowsers, held: Store
) -> None:
    result = read(browsers, held)
    assert (result.names, result.reasons, unread(result)) == (NAMES, [], set())
    assert held.asked == NAMES
    for item in result.of(Product):
        assert [image.url.rsplit("/", 2)[1:] for image in item.images] == [
            ["i", f"{item.name}.jpg"],
            ["d", f"{item.name}.jpg"],
        ]
    assert len(result.of(PageDone)) == 1


class CountedTurns(LocalRateLimiter):
    """Turns without a wait, counted; none is taken while `counting` is held."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = 0
        self.counting = threading.Lock()

    def take(self, host: str, delay_s: float) -> float:
        """Take a turn at once."""
        assert (host.startswith("127.0.0.1"), delay_s) == (True, 7.5)
        with self.counting:
            self.taken += 1
        return 0.0


def test_each_page_that_loads_beside_others_has_taken_a_turn(
    browsers: SharedBrowsers, begun_late: None
) -> None:
    store, turns = Store(), CountedTurns()
    ahead: list[int] = []

    def respond(path: str) -> Answer:
        with turns.counting:
            answer = store.respond(path)
            if path.startswith("/p/"):
                ahead.append(turns.taken - len(store.asked))
        return answer

    options = replace(QUICK, turns=turns, delay_is_asked=True, request_delay_ms=7500)
    with serving(respond) as base, browsers.lent(options) as browser:
        result = crawled(browser, BESIDE, f"{base}/list")
        assert len(browser.driver.window_handles) == 1
    assert unread(result) == set()
    assert turns.taken == 1 + len(NAMES)
    assert all(0 <= turn <= AT_ONCE for turn in ahead)


def test_a_page_that_is_answered_oddly_is_tried_again_and_costs_no_other(
    browsers: SharedBrowsers, begun_late: None
) -> None:
    store = Store()
    later = Answer(b"<h1>Later</h1>", 503, headers=(("Retry-After", "0"),))
    moved = Answer(b"", 302, headers=(("Location", "http://127.0.0.1:1/"),))
    store.odd = {"n2": [later], "n3": [Answer(b"", 404)], "n5": [moved, moved]}
    result = read(browsers, store, replace(QUICK, attempts=2))
    assert result.names == NAMES
    assert unread(result) == {"n3", "n5"}
    assert Counter(store.asked)["n2"] == 2
    told = [line for line in result.log if line.startswith("Detail page")]
    assert [line.split(": ", 1)[0][-2:] for line in told] == ["n3", "n5"]
    assert "404" in told[0]
