"""The suggestion: the best of the candidates, which are tried with the crawl's own reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any
from urllib.parse import urlsplit

from scrapers.browsing.browser import Browser
from scrapers.browsing.dom import cards, parameters
from scrapers.config import BrandConfig
from scrapers.errors import BadPageError, SelectorError
from scrapers.item import Item
from scrapers.polite.politeness import Politeness
from scrapers.polite.visit import Visitor
from scrapers.reading.cards import UnusableCardError, item_of, with_structured
from scrapers.structured.page import listed_products
from scrapers.structured.product import StructuredProduct
from scrapers.suggest.candidates import (
    Candidate,
    candidates,
    preset_candidates,
    priceless_candidates,
)
from scrapers.suggest.detail_images import detail_images, detail_link
from scrapers.suggest.fields import SuggestedField, suggested_fields
from scrapers.suggest.own_page import with_own_prices
from scrapers.suggest.paging import paging_field, with_scrolling
from scrapers.suggest.presets import PRESETS, Preset, depth_of, is_there
from scrapers.suggest.script import ask_page
from scrapers.web.hosts import sites_of

MOST_TRIES = 200
OPENED = (
    "A run opens each product's own page for its pictures; without a detail link it reads the list"
    " alone"
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed configuration and its results on the page, as counts of products."""

    config: BrandConfig
    cards: int
    with_name: int
    with_price: int
    with_link: int
    with_image: int
    complete: int  # with all four; without the price where it is read on the product's own page
    reduced: int = 0  # with an ordinary price beside the price
    doubtful: int = 0  # that structured data contradicts, or whose amounts are far apart
    weight: float = 0  # how likely the classes around the prices make them prices
    items: tuple[Item, ...] = ()
    platform: str | None = None  # the shop platform that was recognised
    fields: tuple[SuggestedField, ...] = ()  # with sample values and a confidence
    own_prices: tuple[int, int] | None = None  # product pages with a price, and those opened

    def evidence(self) -> tuple[str, ...]:
        """Return the evidence for the proposal, as sentences for the operator."""
        popup = self.config.popup_close_button_selector
        return (
            *([f"Recognised platform: {self.platform}"] if self.platform else []),
            f"{self.cards} repeated cards at {self.config.node_path}",
            f"{self.with_name} names, {self._prices()},"
            f" {self.with_link} links, {self.with_image} pictures",
            f"Paging: {self._paging()}",
            *([f"Pop-up closed by {popup}"] if popup else []),
            *([OPENED] if self.config.detail_selector and not self.own_prices else []),
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
        if self.config.scroll_delay:
            return "more with scrolling"
        return self.config.next_button_selector or "none found"


def suggest(url: str, browser: Browser, log: Callable[[str], None]) -> Suggestion:
    """Propose a configuration for the listing page; raises PageError.

    Repeated cards are detected by structure; names, the currency and the store's name come from
    microdata, JSON-LD and Open Graph where present.
    """
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, lambda: False), log)
    state = visitor.open(url)
    page = ask_page(browser.driver)
    parts = urlsplit(state.url)
    website = f"{parts.scheme}://{parts.netloc}/"
    structured = listed_products(browser.driver)
    presets = _presets(page, browser)
    guesses = chain(
        preset_candidates(page, state.url, website, presets),
        candidates(page, state.url, website),
    )
    best = _best(guesses, browser, structured)
    if best is None:
        best = _best(priceless_candidates(page, state.url, website), browser, structured)
        best = best and _with_own_prices(best, state.url, visitor)
    if best is None:
        raise BadPageError("No repeated product cards were recognised on this page.")
    best = replace(best, platform=page["metadata"]["platform"])
    return best if best.own_prices else _with_more(best, tuple(presets), visitor)


def _presets(page: dict[str, Any], browser: Browser) -> dict[Preset, int]:
    """Return the recognised platform's stock themes that match the page, with their depth."""
    platform = page["metadata"]["platform"]
    own = [preset for preset in PRESETS if preset.platform == platform]
    depths = {preset: depth_of(browser.driver, preset) for preset in own}
    return {preset: depth for preset, depth in depths.items() if depth is not None}


def _with_more(best: Suggestion, presets: tuple[Preset, ...], visitor: Visitor) -> Suggestion:
    """Return the proposal with paging, detail images and the fields' samples."""
    driver = visitor.browser.driver
    following = [preset.following for preset in presets if preset.following]
    known = next((selector for selector in following if is_there(driver, selector)), None)
    config = best.config
    if known and not config.next_button_selector and not config.infinite_scroll_button_selector:
        config = replace(config, next_button_selector=known)
    config = with_scrolling(driver, config)
    galleries = tuple(preset.detail_images for preset in presets if preset.detail_images)
    first = next((item.href for item in best.items if item.href), None)
    gallery = detail_images(first, galleries, visitor)
    link = detail_link(config, best.items, config.pages[0].page_url, driver) if gallery else None
    if gallery:
        config = replace(config, detail_image_node_path=gallery.selector)
    if link:
        config = replace(config, detail_selector=link.selector)
    fields = suggested_fields(config, best.items, best.cards, best.doubtful)
    extra = (paging_field(driver, config), link, gallery)
    return replace(best, config=config, fields=(*fields, *filter(None, extra)))


def _best(
    guesses: Iterator[Candidate], browser: Browser, structured: Mapping[str, StructuredProduct]
) -> Suggestion | None:
    tried = [_tried(candidate, browser, structured) for candidate in islice(guesses, MOST_TRIES)]
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
    """Return a sort key: many complete products, and few cards that are none."""
    return (
        tried.complete - 0.5 * (tried.cards - tried.complete),
        tried.with_price - 2 * tried.doubtful,
        tried.weight,
        tried.reduced,
    )


def _tried(
    candidate: Candidate, browser: Browser, structured: Mapping[str, StructuredProduct]
) -> Suggestion:
    config = candidate.config
    try:
        raw = cards(browser.driver, parameters(config))
    except SelectorError:
        raw = []
    items: dict[str, Item] = {}
    url = config.pages[0].page_url
    sites = sites_of(config.website, url, (card.href for card in raw))
    for card in raw:
        try:
            item = item_of(with_structured(card, structured, url), config, url, None, sites)
        except UnusableCardError:
            continue
        items.setdefault(item.group_key, item)
    products = list(items.values())
    return Suggestion(
        config=config,
        cards=len(raw),
        with_name=len(products),
        with_price=sum(item.price is not None for item in products),
        with_link=sum(item.href is not None for item in products),
        with_image=sum(bool(item.images) for item in products),
        reduced=sum(item.ordinary_price is not None for item in products),
        doubtful=sum(bool(item.disagreements) for item in products),
        weight=candidate.weight,
        items=tuple(products),
        complete=sum(
            (item.price is not None or not config.price_xpath)
            and item.href is not None
            and bool(item.images)
            for item in products
        ),
    )
