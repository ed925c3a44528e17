"""Tries a configuration on one page: its screenshot, the matched nodes and the items."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scrapers.browsing.actions import wait_until
from scrapers.browsing.browser import BROWSER_ERRORS, Browser, message_of
from scrapers.browsing.dom import ListSnapshot, page_state, parameters, run_script
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import BadPageError, PageError
from scrapers.pages.cards import UnusableCardError, item_of, with_structured
from scrapers.pages.details import Details
from scrapers.pages.identities import Identities
from scrapers.pages.listing import Listing
from scrapers.pages.pick import Element, elements
from scrapers.pages.same_product import Shown, clash
from scrapers.polite.politeness import Politeness
from scrapers.polite.visit import Visitor
from scrapers.product import Product
from scrapers.structured.product import StructuredProduct
from scrapers.web.urls import sites_of

MOST_HEIGHT = 6000  # px of the picture: an operator looks at the first screens
ABOVE = 80  # px shown above what paging has added
LAID_OUT_S = 5.0  # a page whose trackers never load is shown as it is after that time
MOST_DETAILS = 3  # detail pages opened for a preview

LAID_OUT = "return document.readyState === 'complete'"


@dataclass(frozen=True, slots=True)
class Preview:
    """One page as the configuration reads it; the picture is a PNG of `width` x `height` px.

    Boxes and elements are placed in the picture, which begins `top` px down the page.
    """

    url: str
    screenshot: bytes
    width: int
    height: int
    top: int
    elements: tuple[Element, ...]
    boxes: tuple[dict[str, float], ...]  # x, y, width, height of the matched nodes, in px
    items: tuple[Product, ...]
    structured: tuple[StructuredProduct | None, ...]  # each item's structured data
    unopened: int  # items, the last ones, whose detail page a run would open and this did not
    rejected: tuple[str, ...]  # why cards gave no item
    problem: str | None  # why the page that the picture shows could not be read
    log: tuple[str, ...]
    following: Preview | None = None  # the next page, or what scrolling and loading brought
    paging: str | None = None  # why there is none, where the configuration has paging


def preview(brand: BrandConfig, page_url: str, browser: Browser) -> Preview:
    """Read the first state of one page, and the one that paging leads to.

    A page that was loaded but not read is shown with the problem: the operator sees the pop-up or
    the captcha. Raises PageError where there is no page to show.
    """
    log: list[str] = []
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, _never), log.append)
    listing = Listing(brand, visitor, _never, Identities(brand))
    states = listing.states(_page(brand, page_url))
    try:
        state = next(states)
    except BadPageError as error:
        if not page_state(browser.driver).url.startswith(("http:", "https:")):
            raise
        return _unread(brand, browser, str(error), log)
    first = _preview(brand, visitor, listing, state, MOST_DETAILS)
    following, paging = _following(brand, visitor, listing, states)
    return replace(first, following=following, paging=paging, log=tuple(log))


def _unread(brand: BrandConfig, browser: Browser, problem: str, log: Sequence[str]) -> Preview:
    shown = _picture(brand, browser, 0)
    url = page_state(browser.driver).url
    return Preview(url, *shown, (), (), (), 0, rejected=(), problem=problem, log=tuple(log))


def _preview(
    brand: BrandConfig, visitor: Visitor, listing: Listing, state: ListSnapshot, details: int
) -> Preview:
    driver = visitor.browser.driver
    # A list can be read before its stylesheets are loaded, and its nodes would then have moved.
    wait_until(driver, lambda: driver.execute_script(LAID_OUT), LAID_OUT_S)
    boxes = run_script(driver, "boxes", parameters(brand))[state.index :]
    # New cards of a scroll or a click are below the earlier ones.
    top = max(0, int(boxes[0]["y"]) - ABOVE) if state.index and boxes else 0
    shown = _picture(brand, visitor.browser, top)
    placed = tuple({**box, "y": box["y"] - top} for box in boxes)
    items, unopened, rejected = _read(brand, visitor, listing, state, details)
    read, structured = tuple(item for item, _ in items), tuple(data for _, data in items)
    return Preview(state.url, *shown, placed, read, structured, unopened, tuple(rejected), None, ())


def _following(
    brand: BrandConfig, visitor: Visitor, listing: Listing, states: Iterator[ListSnapshot]
) -> tuple[Preview | None, str | None]:
    """Return the state that paging leads to, or why there is none."""
    way = brand.next_button_selector or brand.infinite_scroll_button_selector or brand.scroll_delay
    if not way:
        return None, None
    try:
        state = next(states, None)
        if state is None:
            return None, "Paging led to no further page."
        return _preview(brand, visitor, listing, state, 0), None
    except PageError as error:
        return None, f"The further page could not be read: {error}"
    except BROWSER_ERRORS as error:
        return None, f"The further page could not be read: {message_of(error)}"


def _read(
    brand: BrandConfig, visitor: Visitor, listing: Listing, state: ListSnapshot, most_details: int
) -> tuple[list[tuple[Product, StructuredProduct | None]], int, list[str]]:
    details = Details(brand, visitor)
    items: list[tuple[Product, StructuredProduct | None]] = []
    sites = sites_of(brand.website, state.url, (card.href for card in state.cards))
    keys = listing.identities.keys(state.cards, state.url)
    first: dict[str, Shown] = {}
    rejected: list[str] = []
    unopened = 0
    try:
        for index, (card, key) in enumerate(zip(state.cards, keys, strict=True)):
            opened = details.is_enabled and index < most_details
            read = with_structured(listing.with_hover(card, index), state.structured, state.url)
            read = details.complete(read, index, state, listing) if opened else read
            own = listing.identities.by_own_page(key, read, state.url) if key else None
            try:
                item = item_of(read, brand, state.url, None, sites, own)
            except UnusableCardError as error:
                unread = " (its detail page was not opened)" if details.is_enabled > opened else ""
                rejected.append(f"Card {index + 1}: {error}{unread}.")
            else:
                unopened += details.is_enabled > opened
                items.append((_with_clash(item, first), read.structured))
    finally:
        details.close()
    return items, unopened, rejected


def _with_clash(item: Product, first: dict[str, Shown]) -> Product:
    shown = (item.name, item.price)
    message = clash(item.group_key, shown, first.setdefault(item.group_key, shown))
    return replace(item, disagreements=(*item.disagreements, message)) if message else item


def _never() -> bool:
    return False


def _page(brand: BrandConfig, page_url: str) -> PageConfig:
    for page in brand.pages:
        if page.page_url == page_url:
            return page
    return PageConfig(None, page_url)


def _picture(
    brand: BrandConfig, browser: Browser, top: int
) -> tuple[bytes, int, int, int, tuple[Element, ...]]:
    """Return a PNG of the page from `top` on, at most MOST_HEIGHT px high, and its elements."""
    metrics = browser.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})
    size = metrics["cssContentSize"]
    width, height = int(size["width"]), max(1, min(int(size["height"]) - top, MOST_HEIGHT))
    clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
    answer = browser.driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
    )
    shown = elements(browser.driver, brand, top, top + height)
    return base64.b64decode(answer["data"]), width, height, top, shown
