"""The crawl of a brand: its configuration and a browser in, items and page outcomes out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from scrapers.browsing.browser import BROWSER_ERRORS, Browser, is_death, words_of
from scrapers.browsing.evidence import keep_evidence
from scrapers.browsing.visit import Visitor
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import IncompleteListError, PageError, StoppedError
from scrapers.events import (
    Event,
    OwnPagesRead,
    PageDone,
    PageFailed,
    Rejected,
    Resume,
    ShippingCountries,
    StateRead,
    StillThere,
)
from scrapers.hosts import sites_of
from scrapers.item import Item
from scrapers.opened import Opened
from scrapers.polite.politeness import Politeness
from scrapers.reading.cards import UnusableCardError, card_key, complete, item_of, with_told
from scrapers.reading.details import Details
from scrapers.reading.dom import RawCard, ask
from scrapers.reading.listing import Listing, ListState

NOTHING_READ: Mapping[str, Resume] = {}
NEVER_OPENED: Mapping[str, Opened] = {}
COMMIT_EACH = 10  # own pages between two commits of a run


def crawl(  # noqa: PLR0913, PLR0917 - what a crawl begins with
    brand: BrandConfig,
    browser: Browser,
    log: Callable[[str], None],
    should_stop: Callable[[], bool],
    resume: Mapping[str, Resume] = NOTHING_READ,
    opened: Mapping[str, Opened] = NEVER_OPENED,
) -> Iterator[Event]:
    """Crawl the brand's pages in order; the crawl is complete iff each ends in PageDone.

    `resume` says, by the pages' addresses, how far an earlier crawl came with them: what it read
    is not yielded again. `opened` says by the products' keys what is known of their own pages:
    where time is short, those come first whose price is another on the list, then the oldest.

    A page that fails is reported and the next one is crawled; a stop ends the crawl after the
    state it is at. The settings are the browser's. A browser that dies or hangs is started again;
    only one that keeps dying raises (WebDriverException).
    """
    politeness = Politeness(browser.options, browser.guard.url, should_stop)
    visitor = Visitor(browser, politeness, log)
    reader = _Reader(brand, visitor, should_stop, opened)
    try:
        for page in brand.pages:
            if should_stop():
                return
            yield from reader.page(page, resume.get(page.page_url))
        yield from reader.shipping_countries()
    except StoppedError:
        log("Stopped.")


class _At:
    """How far the crawl is with a listing page."""

    def __init__(self, resume: Resume) -> None:
        self.resume = resume
        self.states = resume.states
        self.keys = set(resume.keys)
        self.died = False
        # Cards whose own pages are read once the list is, by key, with their list's address.
        self.pending: dict[str, tuple[RawCard, str]] = {}


class _Reader:
    """One crawl in progress."""

    def __init__(
        self,
        brand: BrandConfig,
        visitor: Visitor,
        should_stop: Callable[[], bool],
        opened: Mapping[str, Opened],
    ) -> None:
        self._brand = brand
        self._should_stop = should_stop
        self._opened = opened
        self._own_pages_until = _until(visitor.browser.options.own_pages_budget_s)
        self._pages_left = len(brand.pages)
        self._visitor = visitor
        self._listing = Listing(brand, visitor, should_stop)
        self._details = Details(brand, visitor)
        self._total = 0
        self._sites: frozenset[str] = frozenset()

    def page(self, page: PageConfig, resume: Resume | None = None) -> Iterator[Event]:
        """Crawl one listing page with all its further pages.

        A browser that dies is started again, and the page goes on where it was: once for each
        state, as a state that kills it twice would do so for ever.
        """
        self._visitor.log(f"Page {page.page_url}")
        at = _At(resume or Resume(page.page_url, 0))
        while True:
            started_from = at.resume
            try:
                self._visitor.forget_answers()
                yield from self._states(page, at)
            except StoppedError:
                raise
            except BROWSER_ERRORS as error:
                again = at.resume != started_from or not at.died
                if is_death(error) and again and not self._visitor.browser.answers():
                    at.died = True
                    self._visitor.log(f"The browser died ({words_of(error)}): it is started again.")
                    self._visitor.browser.restart()
                    self._details.lost()
                    continue
                yield self._failed(page, f"The browser reports: {words_of(error)}")
            except PageError as error:
                yield self._failed(page, str(error))
            except Exception as error:  # whatever a store's page makes of us costs this page only
                words = str(error).splitlines()[0][:300] if str(error) else ""
                yield self._failed(page, f"Something unexpected: {type(error).__name__}: {words}")
            else:
                self._visitor.log(f"Done: {len(at.keys)} products in {at.states} page states.")
                yield PageDone(page.page_id, page.page_url, len(at.keys), at.states)
            finally:
                self._details.close()
            return

    def _states(self, page: PageConfig, at: _At) -> Iterator[Event]:
        """Yield the items of the page's states, each state followed by how far the page is."""
        failure: PageError | None = None
        try:
            yield from self._list(page, at)
        except PageError as error:
            failure = error
        yield from self._own_pages(page, at)
        if failure is not None:
            raise failure
        if (doubt := self._listing.proof.reason()) is not None:
            raise IncompleteListError(doubt)

    def _list(self, page: PageConfig, at: _At) -> Iterator[Event]:
        for state in self._listing.states(page, at.resume):
            yield from self._items(state, page, at)
            at.states += 1
            # A list whose products' own pages are still to be read is gone through again.
            url = page.page_url if at.pending else self._listing.resume_url
            at.resume = Resume(url, at.states, frozenset(at.keys))
            yield StateRead(page.page_url, at.states, url)
            self._bound(at.states, len(at.keys) + len(at.pending))

    def _own_pages(self, page: PageConfig, at: _At) -> Iterator[Event]:
        """Read the products' own pages, the most urgent first.

        What the time does not suffice for is told as it stands on the list, or as still there
        where its own page is known: it would lose what only that page says.
        """
        order = sorted(at.pending, key=lambda key: self._urgency(page, at, key))
        addresses = [self._details.address(*at.pending[key]) or "" for key in order]
        at_once = self._brand.detail_concurrency or 1
        until = self._share()
        read, still = 0, []
        for place, (key, address) in enumerate(zip(order, addresses, strict=True)):
            if self._should_stop():
                raise StoppedError
            detail = None
            if (is_time := time.monotonic() < until) or self._details.is_begun(address):
                if is_time and at_once > 1:
                    self._details.begin(addresses[place : place + at_once])
                detail = self._details.visit(address)
                read += 1
            if detail is None and key in self._opened:
                still.append(key)
            else:
                yield from self._completed(page, at, key, detail)
            del at.pending[key]
            if read % COMMIT_EACH == 0:
                yield StateRead(page.page_url, at.states, page.page_url)
        if still:
            yield StillThere(tuple(still))
        if order:
            yield OwnPagesRead(read, len(order) - read)

    def _urgency(self, page: PageConfig, at: _At, key: str) -> tuple[bool, float]:
        """Return what sorts first the never read, and those whose price is another on the list."""
        known = self._opened.get(key)
        if known is None:
            return False, 0.0
        card, url = at.pending[key]
        try:
            price = item_of(card, self._brand, url, page.page_id, self._sites).price
        except UnusableCardError:
            price = None
        return price is None or price == known.price, known.at

    def _completed(
        self, page: PageConfig, at: _At, key: str, detail: RawCard | None
    ) -> Iterator[Item | Rejected]:
        card, url = at.pending[key]
        try:
            whole = complete(card, detail) if detail else card
            item = item_of(whole, self._brand, url, page.page_id, self._sites)
        except UnusableCardError as error:
            self._visitor.log(f"{card.name or key} is left out: {error}.")
            yield Rejected(page.page_id, url, str(error), card.name)
            return
        at.keys.add(item.group_key)
        self._total += 1
        yield replace(item, own_page_read=detail is not None)

    def _share(self) -> float:
        """Return until when this listing page's products may be opened: its part of the time."""
        now = time.monotonic()
        share = (self._own_pages_until - now) / max(1, self._pages_left)
        self._pages_left -= 1
        return now + share

    def _bound(self, states: int, found: int) -> None:
        options = self._visitor.browser.options
        if states >= options.max_states or self._total >= options.max_items:
            raise PageError(f"The list does not end after {states} states, {found} products.")

    def _items(self, state: ListState, page: PageConfig, at: _At) -> Iterator[Item | Rejected]:
        keys = at.keys
        # What a page's first state leads to is what the page is a list of.
        if not keys and not at.pending:
            links = (card.href for card in state.cards)
            known = self._brand.website
            self._sites = sites_of(known, state.url, links) if known else frozenset()
        for place, read in enumerate(state.cards):
            card = with_told(read, state.told, state.url)
            key = card_key(card, self._brand, state.url)
            if key in keys:
                continue  # read already: its own page need not be opened again
            if key is not None and self._details.address(card, state.url) is not None:
                if key not in at.pending:
                    at.pending[key] = (self._hovered(card, state.index + place), state.url)
                continue
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
        card = self._hovered(card, index)
        if self._details.wanted:
            card = self._details.completed(card, index, state, self._listing)
        return item_of(card, self._brand, state.url, page.page_id, self._sites)

    def _hovered(self, card: RawCard, index: int) -> RawCard:
        if self._brand.check_hover and self._brand.hover_node_path:
            return replace(card, hover=self._listing.hovered_image(index))
        return card

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


def _until(seconds: float | None) -> float:
    return float("inf") if seconds is None else time.monotonic() + seconds
