"""Try a configuration on one page: its picture, the matched nodes, and the items beside it."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace

from scrapers.browser import Browser
from scrapers.cards import UnusableCardError, item_of
from scrapers.config import BrandConfig, PageConfig
from scrapers.details import Details
from scrapers.dom import RawCard, ask, page_state, parameters
from scrapers.errors import BadPageError
from scrapers.item import Item
from scrapers.listing import Listing, ListState
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
    unopened: int  # items, the last ones, whose detail page a run would open and this did not
    rejected: tuple[str, ...]  # why cards gave no item
    problem: str | None  # why the page that the picture shows could not be read
    log: tuple[str, ...]


def preview(brand: BrandConfig, page_url: str, browser: Browser) -> Preview:
    """Read the first state of one page.

    A page that came and could not be read is shown with the problem: the operator sees the pop-up
    or the captcha. Raises PageError where there is no page to show.
    """
    log: list[str] = []
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, _never), log.append)
    listing = Listing(brand, visitor, _never)
    try:
        state = next(listing.states(_page(brand, page_url)))
    except BadPageError as error:
        if not page_state(browser.driver).url.startswith(("http:", "https:")):
            raise
        shown = _picture(browser)
        return Preview(*shown, (), (), 0, rejected=(), problem=str(error), log=tuple(log))
    boxes = tuple(Box(**box) for box in ask(browser.driver, "boxes", parameters(brand)))
    shown = _picture(browser)
    items, unopened, rejected = _read(brand, visitor, listing, state)
    return Preview(*shown, boxes, tuple(items), unopened, tuple(rejected), None, tuple(log))


def _read(
    brand: BrandConfig, visitor: Visitor, listing: Listing, state: ListState
) -> tuple[list[Item], int, list[str]]:
    """Return the cards' items, how many of the last lack their detail page, and refusals."""
    details = Details(brand, visitor)
    items: list[Item] = []
    rejected: list[str] = []
    unopened = 0
    try:
        for index, card in enumerate(state.cards):
            opened = details.wanted and index < MOST_DETAILS
            read = _hovered(brand, listing, card, index)
            read = details.completed(read, index, state, listing) if opened else read
            try:
                items.append(item_of(read, brand, state.url, None))
            except UnusableCardError as error:
                unread = " (its detail page was not opened)" if details.wanted > opened else ""
                rejected.append(f"Card {index + 1}: {error}{unread}.")
            else:
                unopened += details.wanted > opened
    finally:
        details.close()
    return items, unopened, rejected


def _hovered(brand: BrandConfig, listing: Listing, card: RawCard, index: int) -> RawCard:
    if brand.check_hover and brand.hover_node_path:
        return replace(card, hover=listing.hovered_image(index))
    return card


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
