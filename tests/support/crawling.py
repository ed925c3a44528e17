"""Crawls of saved pages without delays, with their events and log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import NEVER_OPENED, crawl
from scrapers.events import Event, OwnPageVisit, PageFailed
from scrapers.options import CrawlOptions
from scrapers.pages.same_product import EarlierProduct
from scrapers.product import Product

Kind = TypeVar("Kind")
# One attempt, no delay, short waits: a test's store answers immediately or never.
QUICK = CrawlOptions(
    allow_loopback=True, attempts=1, request_delay_ms=0, backoff_s=0.0, change_timeout_s=2.0
)
SIMPLE = BrandConfig(
    brand_id=1,
    node_path="img",
    parent_depth=2,
    product_name_xpath=".//h2",
    price_xpath=".//b",
    next_button_selector="a.next",
)


def price_of(name: str) -> int:
    """Return the price that `grid` shows: not the same for all, which no run would believe."""
    return 10 + int(next((char for char in reversed(name) if char.isdigit()), 0))


def grid(*names: str, extra: str = "") -> bytes:
    """Return a listing page that SIMPLE reads: a card for each name, then `extra`."""
    cards = "".join(
        f'<article><a href="/p/{name}"><img src="/i/{name}.jpg" width="30" height="40"></a>'
        f"<h2>{name}</h2><b>R {price_of(name)}</b></article>"
        for name in names
    )
    return f"<!doctype html><title>Shop</title><main>{cards}</main>{extra}".encode()


@dataclass(slots=True)
class Crawled:
    """The result of a crawl."""

    events: list[Event] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def names(self) -> list[str]:
        """Return the items' names in order."""
        return [item.name for item in self.of(Product)]

    @property
    def reasons(self) -> list[str]:
        """Return why pages failed."""
        return [page.reason for page in self.of(PageFailed)]


def crawled(
    browser: Browser,
    brand: BrandConfig,
    *urls: str,
    should_stop: Callable[[], bool] = lambda: False,
    opened: Mapping[str, OwnPageVisit] = NEVER_OPENED,
    known: Iterable[EarlierProduct] = (),
) -> Crawled:
    """Crawl the brand from these start addresses to the end."""
    result = Crawled()
    pages = tuple(PageConfig(number, url) for number, url in enumerate(urls, 1))
    brand = replace(brand, pages=brand.pages or pages)
    events = crawl(brand, browser, result.log.append, should_stop, opened=opened, known=known)
    result.events.extend(events)
    return result
