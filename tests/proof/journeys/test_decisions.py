"""From an alert to its decision, by hand and by keys alone, on a desk and on a phone."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.watch.incidents import watch_brands
from tests.e2e.conftest import clean_page
from tests.support.browser import Browser, Page
from tests.support.data import rows
from tests.support.plain_crawl import use_plain_crawls
from tests.support.redis_database import redis_database
from tests.support.services import TestServices
from tests.support.site import served
from tests.support.stock import own_shop
from tests.support.troubles import Troubled, troubled_stores
from tests.support.worker import for_this_process

# The right decision of each trouble, what it needs besides, and what the toast says then.
RIGHT = {key: tuple(value) for key, value in rows("right_decisions")}
MOST_PRESSES = 3


@dataclass
class Hand:
    """An operator's hand, which counts its presses."""

    page: Page
    presses: int = field(default=0)

    def press(self, css: str) -> None:
        self.page.find(css).click()
        self.presses += 1


@dataclass
class Watched:
    """The stores in trouble, and the site where their alerts are decided."""

    settings: Settings
    stores: dict[str, Troubled]
    page: Page


@pytest.fixture
def watched(
    services: TestServices,
    settings: Settings,
    frontend_dir: Path,
    session_browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Watched]:
    with own_shop(services, settings) as empty, redis_database(services.redis_url) as redis:
        own = empty.but(frontend_dir=frontend_dir, redis_url=redis)
        for_this_process(own, monkeypatch)
        use_plain_crawls(monkeypatch)
        rebuild(own, fast=True)
        with troubled_stores(own, *RIGHT) as stores, served(own) as address:
            for one in stores.values():
                assert one.store.scrape().result == "success"
                one.be_troubled()
                one.store.scrape()
            watch_brands(own)
            urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
            yield Watched(own, stores, clean_page(session_browser, address))


def toast(page: Page, words: str) -> None:
    """Wait for the words in the newest toast."""
    page.wait(lambda _: any(words in one.text for one in page.all("[data-kind]")), words)


def test_each_trouble_is_three_presses_from_its_alert_to_the_right_decision(
    watched: Watched,
) -> None:
    page = watched.page
    for name, (kind, reason, told) in RIGHT.items():
        page.open("/scraper?tab=alerts")
        hand = Hand(page)
        hand.press(f"a[aria-label='Decide: {name.title()}']")
        own = f"[data-decision={kind}]"
        page.find(own)
        if not page.has(f"{own} > button[aria-expanded=true]"):
            hand.press(f"{own} > button")
        if reason:
            page.find(f"{own} input").send_keys(reason)
        hand.press(f"{own} form button")
        toast(page, told)
        assert hand.presses <= MOST_PRESSES, name
    watch_brands(watched.settings)
    page.open("/scraper?tab=alerts").find("[data-alert]")
    left = {one.get_attribute("aria-label") for one in page.all("[data-alert] a")}
    assert left >= {f"Decide: {name}" for name in ("Robots", "Challenge")}
    assert not left & {
        f"Decide: {name.title()}" for name in ("half", "tenfold", "renamed", "moved")
    }
