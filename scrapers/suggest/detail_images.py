"""Pictures on a product's own page: the platform's gallery, otherwise one found by structure."""

from __future__ import annotations

from scrapers.browser import BROWSER_ERRORS
from scrapers.dom import ask, image_of
from scrapers.errors import PageError
from scrapers.suggest.fields import SAMPLES, SuggestedField
from scrapers.suggest.script import ask_page
from scrapers.visit import Visitor

FEWEST = 2  # pictures that make a gallery


def detail_images(
    address: str | None, presets: tuple[str, ...], visitor: Visitor
) -> SuggestedField | None:
    """Open one product in a tab of its own and return its gallery; None where it has none.

    The list stays as it is. A run opens products only where the operator sets a detail link.
    """
    if address is None:
        return None
    driver = visitor.browser.driver
    list_tab = driver.current_window_handle
    try:
        visitor.browser.new_tab()
        visitor.open(address)
        return _found((*presets, *ask_page(driver, "gallery")["galleries"]), visitor)
    except (PageError, *BROWSER_ERRORS) as error:
        visitor.log(f"Product page {address}: {error}")
        return None
    finally:
        if driver.current_window_handle != list_tab:
            driver.close()
            driver.switch_to.window(list_tab)


def _found(selectors: tuple[str, ...], visitor: Visitor) -> SuggestedField | None:
    for place, selector in enumerate(selectors):
        raw = ask(visitor.browser.driver, "images", {"selector": selector})
        images = [image for one in raw if (image := image_of(one)) and image.candidates]
        addresses = tuple(dict.fromkeys(image.candidates[0] for image in images))
        if len(addresses) >= FEWEST:
            sure = 0.9 if place == 0 else 0.7
            return SuggestedField("detail_image_node_path", selector, addresses[:SAMPLES], sure)
    return None
