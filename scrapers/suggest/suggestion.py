"""The suggestion: candidates tried with the engine's own reading; the best one is proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import urlsplit

from scrapers.browser import Browser
from scrapers.cards import UnusableCardError, item_of
from scrapers.config import BrandConfig
from scrapers.dom import cards, parameters
from scrapers.errors import BadPageError, SelectorError
from scrapers.item import Item
from scrapers.politeness import Politeness
from scrapers.suggest.candidates import Candidate, candidates, priceless_candidates
from scrapers.suggest.own_page import with_own_prices
from scrapers.suggest.script import SCRIPT
from scrapers.visit import Visitor

MOST_TRIES = 200


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed configuration and what it finds on the page, as counts of products."""

    config: BrandConfig
    found: int
    with_name: int
    with_price: int
    with_link: int
    with_image: int
    complete: int  # with all four; without the price where it is read on the product's own page
    own_prices: tuple[int, int] | None = None  # priced, of so many product pages that were opened

    def evidence(self) -> tuple[str, ...]:
        """Return what the proposal rests on, in words for the operator."""
        popup = self.config.popup_close_button_selector
        return (
            f"{self.found} repeated cards at {self.config.node_path}",
            f"{self.with_name} names, {self._prices()},"
            f" {self.with_link} links, {self.with_image} pictures",
            f"Paging: {self._paging()}",
            *([f"Pop-up closed by {popup}"] if popup else []),
        )

    def _prices(self) -> str:
        if self.own_prices is None:
            return f"{self.with_price} prices in {self.config.currency}"
        priced, opened = self.own_prices
        return (
            f"no prices on the cards, {self.config.currency} prices"
            f" on {priced} of {opened} product pages"
        )

    def _paging(self) -> str:
        if self.config.infinite_scroll_button_selector:
            return f"load-more button {self.config.infinite_scroll_button_selector}"
        return self.config.next_button_selector or "none found"


def suggest(url: str, browser: Browser, log: Callable[[str], None]) -> Suggestion:
    """Propose a configuration for the listing page; raises PageError.

    Repeated cards are found by structure; microdata, JSON-LD and Open Graph tell names, prices'
    currency and the store's name where they are present.
    """
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, lambda: False), log)
    state = visitor.open(url)
    found = browser.driver.execute_script(SCRIPT)
    parts = urlsplit(state.url)
    website = f"{parts.scheme}://{parts.netloc}/"
    best = _best(candidates(found, state.url, website), browser)
    if best is None:
        best = _best(priceless_candidates(found, state.url, website), browser)
        best = best and _with_own_prices(best, state.url, visitor)
    if best is None:
        raise BadPageError("No repeated product cards were recognised on this page.")
    return best


def _best(guesses: Iterator[Candidate], browser: Browser) -> Suggestion | None:
    tried = [_tried(candidate, browser) for candidate in islice(guesses, MOST_TRIES)]
    best = max(tried, key=_merit, default=None)
    return best if best and best.complete else None


def _with_own_prices(best: Suggestion, url: str, visitor: Visitor) -> Suggestion | None:
    """Return the proposal with the price of the product's own page; None where there is none.

    A list of articles or of stores looks the same, until one is opened.
    """
    learnt = with_own_prices(best.config, url, visitor)
    if learnt is None:
        return None
    config, priced, opened = learnt
    return replace(best, config=config, own_prices=(priced, opened))


def _merit(tried: Suggestion) -> tuple[float, ...]:
    """Many complete products, and few cards that are none."""
    return (tried.complete - 0.5 * (tried.found - tried.complete), tried.with_price)


def _tried(candidate: Candidate, browser: Browser) -> Suggestion:
    config = candidate.config
    try:
        raw = cards(browser.driver, parameters(config))
    except SelectorError:
        raw = []
    items: dict[str, Item] = {}
    for card in raw:
        try:
            item = item_of(card, config, config.pages[0].page_url, None)
        except UnusableCardError:
            continue
        items.setdefault(item.group_key, item)
    products = list(items.values())
    return Suggestion(
        config=config,
        found=len(raw),
        with_name=len(products),
        with_price=sum(item.price is not None for item in products),
        with_link=sum(item.href is not None for item in products),
        with_image=sum(bool(item.images) for item in products),
        complete=sum(
            (item.price is not None or not config.price_xpath)
            and item.href is not None
            and bool(item.images)
            for item in products
        ),
    )
