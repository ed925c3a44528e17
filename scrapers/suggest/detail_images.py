"""Pictures on a product's own page, and the card's link to that page.

The gallery is the platform's, otherwise one detected by structure.
"""

from collections.abc import Sequence
from dataclasses import replace

from selenium.webdriver.chrome.webdriver import WebDriver

from scrapers.browsing.browser import BROWSER_ERRORS
from scrapers.browsing.dom import ask, cards, image_of, parameters
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.polite.visit import Visitor
from scrapers.product import Product
from scrapers.suggest.fields import SAMPLES, SuggestedField
from scrapers.suggest.script import ask_page
from scrapers.web.urls import absolute

FEWEST = 2  # pictures that make a gallery
LED = 0.9  # of the cards, whose link the selector must match
LINKS = ("a[href]:has(img)", "a[href]", "./ancestor-or-self::a[@href]")


def detail_images(
    address: str | None, presets: tuple[str, ...], visitor: Visitor
) -> SuggestedField | None:
    """Open one product in a tab of its own and return its gallery; None where it has none.

    The list stays as it is.
    """
    if address is None:
        return None
    driver = visitor.browser.driver
    list_tab = driver.current_window_handle
    try:
        visitor.browser.new_tab()
        visitor.open(address)
        return _gallery((*presets, *ask_page(driver, "gallery")["galleries"]), visitor)
    except (PageError, *BROWSER_ERRORS) as error:
        visitor.log(f"Product page {address}: {error}")
        return None
    finally:
        if driver.current_window_handle != list_tab:
            driver.close()
            driver.switch_to.window(list_tab)


def detail_link(
    config: BrandConfig, items: Sequence[Product], url: str, driver: WebDriver
) -> SuggestedField | None:
    """Return the selector of the cards' links to their products; None where none matches."""
    products = {item.href for item in items if item.href}
    for selector in filter(None, (config.href_class, *LINKS)):
        read = cards(driver, parameters(replace(config, detail_selector=selector)))
        links = [absolute(card.detail, url) for card in read if card.detail]
        led = tuple(dict.fromkeys(link for link in links if link in products))
        if products and len(led) >= LED * len(products):
            share = len(led) / max(len(products), len(set(links) - {None}))
            return SuggestedField("detail_selector", selector, led[:SAMPLES], round(share, 2))
    return None


def _gallery(selectors: tuple[str, ...], visitor: Visitor) -> SuggestedField | None:
    for place, selector in enumerate(selectors):
        raw = ask(visitor.browser.driver, "images", {"selector": selector})
        images = [image for image in map(image_of, raw) if image and image.candidates]
        addresses = tuple(dict.fromkeys(image.candidates[0] for image in images))
        if len(addresses) >= FEWEST:
            sure = 0.9 if place == 0 else 0.7
            return SuggestedField("detail_image_node_path", selector, addresses[:SAMPLES], sure)
    return None
