"""Try a configuration on one page: its picture, the matched nodes, and the items beside it."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace

from scrapers.browser import Browser
from scrapers.cards import UnusableCardError, item_of
from scrapers.config import BrandConfig, PageConfig
from scrapers.details import Details
from scrapers.dom import ask, parameters
from scrapers.item import Item
from scrapers.listing import Listing
from scrapers.politeness import Politeness
from scrapers.visit import Visitor

MOST_HEIGHT = 6000  # px of the picture: an operator looks at the first screens
MOST_DETAILS = 3  # detail pages opened for a preview


@dataclass(frozen=True, slots=True)
class Box:
    """Where a matched node stands in the picture, in px."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Preview:
    """One page as the configuration reads it; the picture is a PNG of `width` x `height` px."""

    screenshot: bytes
    width: int
    height: int
    boxes: tuple[Box, ...]
    items: tuple[Item, ...]
    rejected: tuple[str, ...]  # why cards gave no item
    log: tuple[str, ...]


def preview(brand: BrandConfig, page_url: str, browser: Browser) -> Preview:
    """Read the first state of one page; raises PageError where there is none to read."""
    log: list[str] = []
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, _never), log.append)
    listing = Listing(brand, visitor, _never)
    state = next(listing.states(_page(brand, page_url)))
    boxes = [Box(**box) for box in ask(browser.driver, "boxes", parameters(brand))]
    picture, width, height = _picture(browser)
    details = Details(brand, visitor)
    items: list[Item] = []
    rejected: list[str] = []
    for index, card in enumerate(state.cards):
        read = card
        if brand.check_hover and brand.hover_node_path:
            read = replace(read, hover=listing.hovered_image(index))
        if details.wanted and index < MOST_DETAILS:
            read = details.completed(read, index, state, listing)
        try:
            items.append(item_of(read, brand, state.url, None))
        except UnusableCardError as error:
            rejected.append(f"Card {index + 1}: {error}.")
    return Preview(picture, width, height, tuple(boxes), tuple(items), tuple(rejected), tuple(log))


def _never() -> bool:
    return False


def _page(brand: BrandConfig, page_url: str) -> PageConfig:
    """Return the brand's page of this address, so that its custom click is made."""
    for page in brand.pages:
        if page.page_url == page_url:
            return page
    return PageConfig(None, page_url)


def _picture(browser: Browser) -> tuple[bytes, int, int]:
    """Return the page from its top as a PNG, at most MOST_HEIGHT px high, and its size."""
    metrics = browser.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})
    size = metrics["cssContentSize"]
    width, height = int(size["width"]), min(int(size["height"]), MOST_HEIGHT)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    answer = browser.driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
    )
    return base64.b64decode(answer["data"]), width, height
