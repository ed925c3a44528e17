"""The crawl of a brand: its configuration and a browser in, items and page outcomes out."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from scrapers.browsing.browser import BROWSER_ERRORS, Browser, is_death, message_of
from scrapers.browsing.dom import ListSnapshot, RawCard, run_script
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import IncompleteListError, PageError, StoppedError
from scrapers.events import (
    NEVER_READ,
    Event,
    OwnPageVisit,
    PageDone,
    PageFailed,
    RejectedCard,
    ShippingCountries,
    StateRead,
)
from scrapers.pages.cards import UnusableCardError, complete, item_of, with_structured
from scrapers.pages.details import Details
from scrapers.pages.identities import Identities
from scrapers.pages.listing import Listing
from scrapers.pages.same_product import EarlierProduct, Shown, clash
from scrapers.polite.politeness import Politeness
from scrapers.polite.visit import Visitor
from scrapers.product import Product
from scrapers.web.urls import sites_of

NOTHING_READ: Mapping[str, StateRead] = {}
NEVER_OPENED: Mapping[str, OwnPageVisit] = {}
COMMIT_EACH = 10  # products' own pages between two commits of a run


def crawl(  # noqa: PLR0913, PLR0917 - the inputs of a crawl
    brand: BrandConfig,
    browser: Browser,
    log: Callable[[str], None],
    should_stop: Callable[[], bool],
    resume: Mapping[str, StateRead] = NOTHING_READ,
    opened: Mapping[str, OwnPageVisit] = NEVER_OPENED,
    known: Iterable[EarlierProduct] = (),
) -> Iterator[Event]:
    """Crawl the brand's pages in order; the crawl is complete iff each ends in PageDone.

    `resume` has the state of an earlier crawl by listing page address: its products are not yielded
    again. `opened` has the earlier visits of products' own pages by product key: where time is
    short, products whose price on the list has changed come first, then the oldest visits. `known`
    products keep their keys (scrapers.pages.identities).

    A page that fails is reported and the next one is crawled; a stop ends the crawl after the
    current state. The options are the browser's. A browser that dies or hangs is restarted; raises
    WebDriverException where it keeps dying.
    """
    politeness = Politeness(browser.options, browser.guard.url, should_stop)
    visitor = Visitor(browser, politeness, log)
    reader = _Reader(brand, visitor, should_stop, opened, Identities(brand, known))
    try:
        for page in brand.pages:
            if should_stop():
                return
            yield from reader.page(page, resume.get(page.page_url))
        yield from reader.shipping_countries()
    except StoppedError:
        log("Stopped.")


class _Position:
    """The state of the crawl of a listing page."""

    def __init__(self, resume: StateRead) -> None:
        self.resume = resume
        self.states = resume.states
        self.keys = set(resume.keys)
        self.died = False
        # Cards whose own pages are read after the list, by key, with the list's address.
        self.pending: dict[str, tuple[RawCard, str]] = {}


class _Reader:
    """One crawl in progress."""

    def __init__(
        self,
        brand: BrandConfig,
        visitor: Visitor,
        should_stop: Callable[[], bool],
        opened: Mapping[str, OwnPageVisit],
        identities: Identities,
    ) -> None:
        self._brand = brand
        self._should_stop = should_stop
        self._opened = opened
        self._identities = identities
        # What the first card of each identity shows, and the report on identities.
        self._first: dict[str, Shown] = {}
        self._told: set[tuple[str, str]] = set()
        budget_s = visitor.browser.options.own_pages_budget_s
        self._own_pages_until = time.monotonic() + (float("inf") if budget_s is None else budget_s)
        self._pages_left = len(brand.pages)
        self._visitor = visitor
        self._listing = Listing(brand, visitor, should_stop, identities)
        self._details = Details(brand, visitor)
        self._total = 0
        self._sites: frozenset[str] = frozenset()

    def page(self, page: PageConfig, resume: StateRead | None = None) -> Iterator[Event]:
        """Crawl one listing page with all its further pages.

        A browser that dies is restarted, and the page continues from its last state: once for each
        state, as a state that kills it twice would do so forever.
        """
        self._visitor.log(f"Page {page.page_url}")
        at = _Position(resume or StateRead(page.page_url, 0, page.page_url))
        while True:
            started_from = at.resume
            try:
                self._visitor.clear_network_log()
                yield from self._states(page, at)
            except StoppedError:
                raise
            except BROWSER_ERRORS as error:
                again = at.resume != started_from or not at.died
                if is_death(error) and again and not self._visitor.browser.answers():
                    at.died = True
                    self._visitor.log(
                        f"The browser died ({message_of(error)}): it is started again."
                    )
                    self._visitor.browser.restart()
                    self._details.forget_tabs()
                    continue
                yield self._page_failed(page, f"The browser reports: {message_of(error)}")
            except PageError as error:
                yield self._page_failed(page, str(error), error.code)
            except Exception as error:  # an unexpected error fails this page only
                message = str(error).splitlines()[0][:300] if str(error) else ""
                yield self._page_failed(
                    page,
                    f"Something unexpected: {type(error).__name__}: {message}",
                    "program error",
                )
            else:
                self._visitor.log(f"Done: {len(at.keys)} products in {at.states} page states.")
                yield PageDone(page.page_url, len(at.keys), at.states)
            finally:
                self._details.close()
            return

    def _states(self, page: PageConfig, at: _Position) -> Iterator[Event]:
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

    def _list(self, page: PageConfig, at: _Position) -> Iterator[Event]:
        for state in self._listing.states(page, at.resume):
            yield from self._items(state, page, at)
            at.states += 1
            # While products' own pages are pending, a resumed crawl starts at the list again.
            url = page.page_url if at.pending else self._listing.resume_url
            at.resume = StateRead(page.page_url, at.states, url, frozenset(at.keys))
            yield at.resume
            options = self._visitor.browser.options
            if at.states >= options.max_states or self._total >= options.max_items:
                found = f"{at.states} states, {len(at.keys) + len(at.pending)} products"
                raise PageError(f"The list does not end after {found}.")

    def _own_pages(self, page: PageConfig, at: _Position) -> Iterator[Event]:
        """Read the products' own pages, the most urgent first.

        Where the time runs out, a product is yielded as the list shows it; one whose own page was
        read by an earlier crawl is reported as still there, so that it keeps that page's values.
        """
        order = sorted(at.pending, key=lambda key: self._urgency(page, at, key))
        addresses = [self._details.address(*at.pending[key]) or "" for key in order]
        at_once = self._brand.detail_concurrency or 1
        until = self._deadline()
        read = 0
        still: list[str] = []
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
                still += (key, *self._identities.twins(key))
            else:
                yield from self._complete(page, at, key, detail)
            del at.pending[key]
            if read % COMMIT_EACH == 0:
                yield StateRead(page.page_url, at.states, page.page_url)
        if order:
            url, left = page.page_url, len(order) - read
            yield StateRead(url, at.states, url, still=tuple(still), opened=read, left=left)

    def _urgency(self, page: PageConfig, at: _Position, key: str) -> tuple[bool, datetime]:
        """Return a sort key: pages never read and changed prices first, then the oldest visits."""
        known = self._opened.get(key)
        if known is None:
            return False, NEVER_READ.at
        card, url = at.pending[key]
        try:
            price = item_of(card, self._brand, url, page.page_id, self._sites).price
        except UnusableCardError:
            price = None
        return price is None or price == known.price, known.at

    def _complete(
        self, page: PageConfig, at: _Position, key: str, detail: RawCard | None
    ) -> Iterator[Event]:
        card, url = at.pending[key]
        try:
            if detail:
                card = complete(card, detail)
                key = self._identities.by_own_page(key, card, url)
            item = item_of(card, self._brand, url, page.page_id, self._sites, key)
        except UnusableCardError as error:
            self._visitor.log(f"{card.name or key} is left out: {error}.")
            yield RejectedCard(str(error), card.name)
            return
        yield from self._take(replace(item, own_page_read=detail is not None), at)

    def _deadline(self) -> float:
        """Return the deadline for this listing page's products: its share of the time."""
        now = time.monotonic()
        share = (self._own_pages_until - now) / max(1, self._pages_left)
        self._pages_left -= 1
        return now + share

    def _items(self, state: ListSnapshot, page: PageConfig, at: _Position) -> Iterator[Event]:
        # The links of the first state decide which sites the list's products may be on.
        if not at.keys and not at.pending:
            links = (card.href for card in state.cards)
            known = self._brand.website
            self._sites = sites_of(known, state.url, links) if known else frozenset()
        keys = self._identities.keys(state.cards, state.url)
        for place, (read, key) in enumerate(zip(state.cards, keys, strict=True), state.index):
            card = with_structured(read, state.structured, state.url)
            if key is not None:
                yield from self._compare_identity(key, card, state.url, page)
                if key in at.keys or key in at.pending:
                    continue  # already read: its own page is not opened again
                if self._details.address(card, state.url) is not None:
                    at.pending[key] = (self._listing.with_hover(card, place), state.url)
                    continue
            try:
                item = self._item(card, key, place, state, page)
            except UnusableCardError as error:
                self._visitor.log(f"Card {place + 1} is left out: {error}.")
                yield RejectedCard(str(error), card.name)
                continue
            yield from self._take(item, at)

    def _compare_identity(
        self, key: str, card: RawCard, url: str, page: PageConfig
    ) -> Iterator[RejectedCard]:
        """Yield a card's changes of identity: another one's name or price."""
        try:
            item = item_of(card, self._brand, url, page.page_id, self._sites, key)
        except UnusableCardError:
            return
        shown = (item.name, item.price)
        reason = clash(key, shown, self._first.setdefault(key, shown))
        if reason is not None and (key, reason) not in self._told:
            self._told.add((key, reason))
            yield RejectedCard(reason, item.name, shares=key)

    def _take(self, item: Product, at: _Position) -> Iterator[Event]:
        if item.group_key not in at.keys:
            at.keys.add(item.group_key)
            self._total += 1
            yield item

    def _item(
        self, card: RawCard, key: str | None, index: int, state: ListSnapshot, page: PageConfig
    ) -> Product:
        card = self._listing.with_hover(card, index)
        if self._details.is_enabled:
            card = self._details.complete(card, index, state, self._listing)
            key = self._identities.by_own_page(key, card, state.url) if key else None
        return item_of(card, self._brand, state.url, page.page_id, self._sites, key)

    def _page_failed(self, page: PageConfig, reason: str, code: str = PageError.code) -> PageFailed:
        self._visitor.log(f"Failed: {page.page_url}: {reason}")
        browser = self._visitor.browser
        if not browser.answers():
            self._visitor.log("The browser no longer answers: it is started again.")
            browser.restart()
            return PageFailed(page.page_url, reason, code)
        screenshot, html = browser.keep_evidence(page.page_id)
        return PageFailed(page.page_url, reason, code, screenshot, html)

    def shipping_countries(self) -> Iterator[ShippingCountries]:
        """Yield the countries on the store's delivery page, where it has one."""
        if not (self._brand.shipping_page and self._brand.countries_selector):
            return
        try:
            self._visitor.open(self._brand.shipping_page)
            countries = run_script(
                self._visitor.browser.driver, "texts", {"selector": self._brand.countries_selector}
            )
        except (PageError, *BROWSER_ERRORS) as error:
            self._visitor.log(f"The delivery page cannot be read: {error}")
            return
        yield ShippingCountries(self._brand.shipping_page, tuple(countries))
