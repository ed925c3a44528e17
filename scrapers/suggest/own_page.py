"""Prices on products' own pages: detected on the first, checked on the next ones."""

from dataclasses import replace
from typing import Any

from scrapers.browsing.dom import ask, cards, parameters, price_texts
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.polite.visit import Visitor
from scrapers.structured.currency import currency_of
from scrapers.suggest.script import ask_page
from scrapers.values.price.price_text import PriceText, unmarked
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from scrapers.web.urls import absolute

MOST_PAGES = 3


def with_own_prices(
    config: BrandConfig, url: str, visitor: Visitor, shop: str = ""
) -> tuple[BrandConfig, int, int]:
    """Return the configuration with price path and currency, and how many pages it works on.

    The counts are of pages with a price and of pages opened. The browser shows the listing at `url`
    before, and a product's page afterwards.
    """
    driver = visitor.browser.driver
    links = [card.detail for card in cards(driver, parameters(config)) if card.detail]
    addresses = dict.fromkeys(filter(None, (absolute(link, url) for link in links)))
    priced_config: BrandConfig | None = None
    priced = opened = 0
    for address in list(addresses)[:MOST_PAGES]:
        try:
            visitor.open(address)
        except PageError as error:
            visitor.log(f"Product page {address}: {error}")
            continue
        opened += 1
        priced_config = priced_config or _with_price(config, ask_page(driver, "own"), shop)
        priced += bool(priced_config and _has_price(driver, priced_config))
    return priced_config or config, priced, opened


def _with_price(config: BrandConfig, page: dict[str, Any], shop: str) -> BrandConfig | None:
    """Take the first path whose text is an amount in a currency that the page or `shop` names."""
    metadata = {**page["metadata"], "shop": shop}
    for row in page["prices"]:
        currency = currency_of(metadata, [row["text"]])
        if currency.is_named and _is_price(row["text"], currency.code):
            return replace(config, price_xpath=row["xpath"], currency=currency.code)
    return None


def _has_price(driver: Any, config: BrandConfig) -> bool:
    texts = price_texts(ask(driver, "detail", parameters(config))["price"])
    return _reads(texts, config.currency)


def _is_price(text: str, currency: str) -> bool:
    return _reads((unmarked(text),), currency)


def _reads(texts: tuple[PriceText, ...], currency: str) -> bool:
    try:
        return read_price(texts, currency).value is not None
    except CurrencyMismatchError:
        return False
