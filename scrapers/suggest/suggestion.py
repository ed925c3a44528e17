"""The suggestion: the best of the candidates, which are tried with the crawl's own reading."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from scrapers.browsing.browser import Browser
from scrapers.browsing.dom import DATA_NODE, cards, data_cards, parameters, run_script
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import BadPageError, SelectorError
from scrapers.pages.cards import UnusableCardError, item_of, with_structured
from scrapers.pages.completeness import total_of
from scrapers.polite.politeness import Politeness
from scrapers.polite.visit import Visitor
from scrapers.product import Product
from scrapers.structured.currency import PageCurrency
from scrapers.structured.page import listed_products
from scrapers.structured.product import StructuredProduct
from scrapers.suggest.candidates import (
    NEARLY_ALL,
    PRESETS,
    Candidate,
    Preset,
    candidates,
    data_candidate,
    depth_of,
    preset_candidates,
    priceless_candidates,
)
from scrapers.suggest.steps import (
    SAMPLES,
    SuggestedField,
    detail_images,
    detail_link,
    paging_field,
    refusal,
    run_page_script,
    suggested_fields,
    with_own_prices,
    with_present_paging,
    with_scrolling,
)
from scrapers.web.urls import home_of, sites_of

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
    items: tuple[Product, ...] = ()
    platform: str | None = None  # the shop platform that was recognised
    fields: tuple[SuggestedField, ...] = ()  # with sample values and a confidence
    own_prices: tuple[int, int] | None = None  # product pages with a price, and those opened
    currency: PageCurrency | None = None
    counted: int = 0  # products, by the list's own counter

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
            *([f"Which currency? {self._doubt()}: check it"] if self._doubt() else []),
            *([OPENED] if self.config.detail_selector and not self.own_prices else []),
        )

    def _doubt(self) -> str:
        return self.currency.doubt if self.currency else ""

    def currency_field(self) -> SuggestedField | None:
        priced = [f"{one.price} {one.currency}" for one in self.items if one.price is not None]
        samples = tuple(filter(None, (self._doubt(),))) or tuple(priced[:SAMPLES])
        sure = self.currency and self.currency.sure
        return SuggestedField("currency", self.config.currency, samples, sure) if sure else None

    def _prices(self) -> str:
        if self.own_prices is None:
            source = "" if self.config.price_xpath else ", all of them from structured data"
            return f"{self.with_price} prices in {self.config.currency}{source}"
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


def suggest(  # noqa: PLR0913 - what a page is read with
    url: str,
    browser: Browser,
    log: Callable[[str], None],
    present: BrandConfig | None = None,
    *,
    currency: str = "",
    should_stop: Callable[[], bool] = lambda: False,
) -> Suggestion:
    """Propose a configuration for the listing page; raises PageError, and StoppedError.

    `currency`: that of another source of the store, for signs of several currencies.

    Repeated cards are detected by structure; names, the currency and the store's name come from
    microdata, JSON-LD and Open Graph where present. What the `present` configuration has stays,
    unless another reads more of the page.
    """
    visitor = Visitor(browser, Politeness(browser.options, browser.guard.url, should_stop), log)
    state = visitor.open(url)
    page = run_page_script(browser.driver)
    page["metadata"]["shop"] = currency
    website = f"{home_of(state.url)}/"
    structured = listed_products(browser.driver)
    presets = _presets(page, browser)
    best = _propose_list(page, (state.url, website), presets, browser, structured)
    if present is not None and present.node_path:
        own = replace(present, website=present.website or website)
        own = replace(own, pages=(PageConfig(None, state.url),))
        best = _prefer_own(best, _try_candidate(Candidate(own, "", 0), browser, structured))
    if best is None:
        best, opened = _priceless(page, (state.url, website), visitor, structured)
        if best is None:
            raise BadPageError(refusal(page, opened))
    best = replace(best, platform=page["metadata"]["platform"])
    return best if best.own_prices else _with_more(best, visitor, present)


def _prefer_own(best: Suggestion | None, own: Suggestion) -> Suggestion | None:
    """Return what the brand has where it reads as much as the proposal."""
    if not own.complete:
        return best
    if best is None:
        return own
    return own if _merit(replace(own, weight=best.weight)) >= _merit(best) else best


Structured = Mapping[str, StructuredProduct]


def _propose_list(
    page: dict[str, Any],
    place: tuple[str, str],
    presets: list[tuple[Preset, int]],
    browser: Browser,
    structured: Structured,
) -> Suggestion | None:
    """Return the proposal for cards with prices, on them or in structured data of them.

    The page's own list comes first, before slides and what stands beside.
    """
    for beside in range(3):
        groups = [group for group in page["groups"] if group["beside"] == beside]
        guesses = [*candidates(page, *place, groups)]
        if not beside and page["scope"] is not None:
            guesses = [*preset_candidates(page, *place, presets), *guesses]
        best = _best(guesses, browser, structured)
        if best is None and not beside:
            best = _best(priceless_candidates(page, *place), browser, structured)
            is_told = best and best.with_price >= NEARLY_ALL * best.cards
            best = replace(best, config=_read_on_list(best, "")) if best and is_told else None
        if best is not None:
            return best
    return None


def _read_on_list(best: Suggestion, price_xpath: str) -> BrandConfig:
    return replace(best.config, detail_selector="", price_xpath=price_xpath)


def _priceless(
    page: dict[str, Any], place: tuple[str, str], visitor: Visitor, structured: Structured
) -> tuple[Suggestion | None, int | None]:
    """Return the proposal for cards without prices, and how many products' pages were opened.

    A list of articles or of stores looks the same, until one is opened; without a price there, it
    is one of products where its cards have a place for one.
    """
    best = _best(priceless_candidates(page, *place), visitor.browser, structured)
    if best is None:
        return _best(data_candidate(page, *place, structured), visitor.browser, structured), None
    config, priced, opened = with_own_prices(
        best.config, place[0], visitor, page["metadata"]["shop"]
    )
    if priced:
        return replace(best, config=config, own_prices=(priced, opened)), opened
    if not best.config.price_xpath:
        return None, opened
    visitor.open(place[0])
    return replace(best, config=_read_on_list(best, best.config.price_xpath)), opened


def _presets(page: dict[str, Any], browser: Browser) -> list[tuple[Preset, int]]:
    platform = page["metadata"]["platform"]
    own = (preset for preset in PRESETS if preset["platform"] == platform)
    return [(each, depth) for each in own if (depth := depth_of(browser.driver, each))]


def _with_more(
    best: Suggestion, visitor: Visitor, present: BrandConfig | None = None
) -> Suggestion:
    driver = visitor.browser.driver
    config = with_present_paging(driver, best.config, present)
    config = with_scrolling(driver, config)
    counter = run_script(driver, "counter", parameters(config))
    first = next((item.href for item in best.items if item.href), None)
    gallery = detail_images(first, visitor)
    link = detail_link(config, best.items, config.pages[0].page_url, driver) if gallery else None
    if gallery:
        config = replace(config, detail_image_node_path=gallery.selector)
    if link:
        config = replace(config, detail_selector=link.selector)
    fields = suggested_fields(config, best.items, best.cards, best.doubtful)
    extra = (best.currency_field(), paging_field(driver, config), link, gallery)
    best = replace(best, counted=total_of(counter["texts"]) or 0)
    return replace(best, config=config, fields=(*fields, *filter(None, extra)))


def _best(
    guesses: Iterable[Candidate], browser: Browser, structured: Structured
) -> Suggestion | None:
    tried = [
        _try_candidate(candidate, browser, structured) for candidate in islice(guesses, MOST_TRIES)
    ]
    best = max(tried, key=_merit, default=None)
    return best if best and best.complete else None


def _merit(tried: Suggestion) -> tuple[float, ...]:
    """Return a sort key: many complete products, and few cards that are none."""
    return (
        tried.complete - 0.5 * (tried.cards - tried.complete),
        tried.with_price - 2 * tried.doubtful,
        tried.weight,
        tried.reduced,
    )


def _try_candidate(candidate: Candidate, browser: Browser, structured: Structured) -> Suggestion:
    config = candidate.config
    try:
        is_data = config.node_path == DATA_NODE
        raw = data_cards(structured) if is_data else cards(browser.driver, parameters(config))
    except SelectorError:
        raw = []
    items: dict[str, Product] = {}
    url = config.pages[0].page_url
    sites = sites_of(config.website, url, (card.href for card in raw))
    for card in raw:
        try:
            item = item_of(with_structured(card, structured, url), config, url, None, sites)
        except UnusableCardError:
            continue
        items.setdefault(item.group_key, item)
    products = list(items.values())
    pictured = _own({item.group_key: item.images[0].url for item in products if item.images}, 5)
    named = _own({item.group_key: item.name for item in products}, 2)
    return Suggestion(
        config=config,
        cards=len(raw),
        with_name=len(named),
        with_price=sum(item.price is not None for item in products),
        with_link=sum(item.href is not None for item in products),
        with_image=len(pictured),
        reduced=sum(item.ordinary_price is not None for item in products),
        doubtful=sum(bool(item.disagreements) for item in products),
        weight=candidate.weight,
        items=tuple(products),
        currency=candidate.currency,
        complete=sum(
            (item.price is not None or candidate.in_part or not config.price_xpath)
            and item.href is not None
            and item.group_key in pictured & named
            for item in products
        ),
    )


def _own(values: Mapping[str, str], share: int) -> set[str]:
    """Return the keys of products with a picture or name of their own.

    What a `share`th of them and more carry is a badge, or is read beside the card.
    """
    shown = Counter(values.values())
    most = max(2, len(values) // share)
    return {key for key, value in values.items() if shown[value] <= most}
