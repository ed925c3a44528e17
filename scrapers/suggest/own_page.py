"""Prices on the products' own pages: learnt on the first, checked on the next ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scrapers.browsing.visit import Visitor
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.pricing.price_text import PriceText, plain
from scrapers.pricing.prices import CurrencyMismatchError, read_price
from scrapers.reading.dom import ask, cards, parameters, price_texts
from scrapers.suggest.candidates import currency_of
from scrapers.suggest.script import ask_page
from scrapers.urls import absolute

MOST_PAGES = 3


def with_own_prices(
    config: BrandConfig, url: str, visitor: Visitor
) -> tuple[BrandConfig, int, int] | None:
    """Return the configuration with its price path and currency, and on how many pages it holds.

    The counts are of pages with a price and of pages opened; None where no page has a price. The
    listing at `url` is what the browser shows before; afterwards it is a product's page.
    """
    driver = visitor.browser.driver
    links = [card.detail for card in cards(driver, parameters(config)) if card.detail]
    addresses = dict.fromkeys(filter(None, (absolute(link, url) for link in links)))
    learnt: BrandConfig | None = None
    priced = opened = 0
    for address in list(addresses)[:MOST_PAGES]:
        try:
            visitor.open(address)
        except PageError as error:
            visitor.log(f"Product page {address}: {error}")
            continue
        opened += 1
        learnt = learnt or _learnt(config, ask_page(driver, "own"))
        priced += bool(learnt and _has_price(driver, learnt))
    return (learnt, priced, opened) if learnt and priced else None


def _learnt(config: BrandConfig, found: dict[str, Any]) -> BrandConfig | None:
    """Take the first path whose text is an amount in the currency that the page tells."""
    for row in found["prices"]:
        currency = currency_of(found["metadata"], [{"sample": [row["text"]]}])
        if _is_price(row["text"], currency):
            return replace(config, price_xpath=row["xpath"], currency=currency)
    return None


def _has_price(driver: Any, config: BrandConfig) -> bool:
    texts = price_texts(ask(driver, "detail", parameters(config))["price"])
    return _reads(texts, config.currency)


def _is_price(text: str, currency: str) -> bool:
    return _reads((plain(text),), currency)


def _reads(texts: tuple[PriceText, ...], currency: str) -> bool:
    try:
        return read_price(texts, currency).price is not None
    except CurrencyMismatchError:
        return False
