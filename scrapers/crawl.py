"""The crawl of a brand: its configuration and a browser in, items and page outcomes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from scrapers.browser import BROWSER_ERRORS, Browser, words_of
from scrapers.cards import UnusableCardError, item_of
from scrapers.config import BrandConfig, PageConfig
from scrapers.details import Details
from scrapers.dom import RawCard, ask
from scrapers.errors import PageError, StoppedError
from scrapers.events import PageDone, PageFailed, Rejected, ShippingCountries
from scrapers.evidence import keep_evidence
from scrapers.item import Item
from scrapers.listing import Listing, ListState
from scrapers.politeness import Politeness
from scrapers.visit import Visitor

Event = Item | PageDone | PageFailed | Rejected | ShippingCountries


def crawl(
    brand: BrandConfig,
    browser: Browser,
    log: Callable[[str], None],
    should_stop: Callable[[], bool],
) -> Iterator[Event]:
    """Crawl the brand's pages in order; the crawl is complete iff each ends in PageDone.

    A page that fails is reported and the next one is crawled; a stop ends the crawl after the
    state it is at. The settings are the browser's. A browser that dies or hangs is started again;
    only one that keeps dying raises (WebDriverException).
    """
    politeness = Politeness(browser.options, browser.guard.url, should_stop)
    visitor = Visitor(browser, politeness, log)
    reader = _Reader(brand, visitor, should_stop)
    try:
        for page in brand.pages:
            if should_stop():
                return
            yield from reader.page(page)
        yield from reader.shipping_countries()
    except StoppedError:
        log("Stopped.")


class _Reader:
    """One crawl in progress."""

    def __init__(
        self, brand: BrandConfig, visitor: Visitor, should_stop: Callable[[], bool]
    ) -> None:
        self._brand = brand
        self._visitor = visitor
        self._listing = Listing(brand, visitor, should_stop)
        self._details = Details(brand, visitor)
        self._total = 0

    def page(self, page: PageConfig) -> Iterator[Event]:
        """Crawl one listing page with all its further pages."""
        self._visitor.log(f"Page {page.page_url}")
        keys: set[str] = set()
        states = 0
        try:
            self._visitor.forget_answers()
            for state in self._listing.states(page):
                before = len(keys)
                yield from self._items(state, page, keys)
                states += 1
                if self._ends(states, before, keys):
                    break
        except PageError as error:
            yield self._failed(page, str(error))
        except BROWSER_ERRORS as error:
            yield self._failed(page, f"The browser reports: {words_of(error)}")
        else:
            self._visitor.log(f"Done: {len(keys)} products in {states} page states.")
            yield PageDone(page.page_id, page.page_url, len(keys), states)
        finally:
            self._details.close()

    def _ends(self, states: int, before: int, keys: set[str]) -> bool:
        """Tell whether paging ends here: the same products again, or a bound is reached."""
        options = self._visitor.browser.options
        if len(keys) == before:
            self._visitor.log("The same products again: the end of this page.")
            return True
        if states >= options.max_states or self._total >= options.max_items:
            raise PageError(f"The list does not end after {states} states, {len(keys)} products.")
        return False

    def _items(
        self, state: ListState, page: PageConfig, keys: set[str]
    ) -> Iterator[Item | Rejected]:
        for place, card in enumerate(state.cards):
            try:
                item = self._item(card, state.index + place, state, page)
            except UnusableCardError as error:
                self._visitor.log(f"Card {state.index + place + 1} is left out: {error}.")
                yield Rejected(page.page_id, state.url, str(error), card.name)
                continue
            if item.group_key not in keys:
                keys.add(item.group_key)
                self._total += 1
                yield item

    def _item(self, card: RawCard, index: int, state: ListState, page: PageConfig) -> Item:
        if self._brand.check_hover and self._brand.hover_node_path:
            card = replace(card, hover=self._listing.hovered_image(index))
        if self._details.wanted:
            card = self._details.completed(card, index, state, self._listing)
        return item_of(card, self._brand, state.url, page.page_id)

    def _failed(self, page: PageConfig, reason: str) -> PageFailed:
        self._visitor.log(f"Failed: {page.page_url}: {reason}")
        browser = self._visitor.browser
        if not browser.answers():
            self._visitor.log("The browser no longer answers: it is started again.")
            browser.restart()
            return PageFailed(page.page_id, page.page_url, reason)
        screenshot, html = keep_evidence(browser, page.page_id, browser.options.evidence_dir)
        return PageFailed(page.page_id, page.page_url, reason, screenshot, html)

    def shipping_countries(self) -> Iterator[ShippingCountries]:
        """Read the countries off the store's delivery page, where it has one."""
        if not (self._brand.shipping_page and self._brand.countries_selector):
            return
        try:
            self._visitor.open(self._brand.shipping_page)
            found = ask(
                self._visitor.browser.driver, "texts", {"selector": self._brand.countries_selector}
            )
        except (PageError, *BROWSER_ERRORS) as error:
            self._visitor.log(f"The delivery page cannot be read: {error}")
            return
        yield ShippingCountries(self._brand.shipping_page, tuple(found))
