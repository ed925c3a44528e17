"""What the search's tests do and read, in the words of the specification."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from tests.support.browser import Page
from tests.support.data import beside

BOX = "input[role=combobox]"
TILE = "article"
TILES = "ul[data-part=tiles]"
PRICE = "[data-part=price]"
BRAND = "a[title^=Only]"
RANGE = "[data-part=range]"
PANEL = "#filter-panel"

# Holds answers of /api/search back until the test lets them go; nothing is made up.
HOLD = beside(__file__, "hold.js")


def search_path(page: Page) -> str:
    """Return the address after the host, readable."""
    return unquote(page.path())


def wait_for(page: Page, path: str) -> None:
    """Wait for an address, written readably."""
    try:
        page.wait(lambda _: search_path(page) == path)
    except TimeoutException:
        entries = page.script("return history.length")
        pytest.fail(f"waited for {path}, at {search_path(page)}; {entries} entries in the history")


def results(page: Page, path: str) -> Page:
    """Open a search and wait for its tiles."""
    page.open(path)
    page.find(TILE)
    return page


# On a full machine the search of §9 would come before the suggestions, and close them.
NO_SEARCH_BY_ITSELF = beside(__file__, "no-search.js")


def only_suggests(page: Page) -> None:
    """Let what is typed on this page be searched for when somebody says so, not after 2 s."""
    page.script(NO_SEARCH_BY_ITSELF)


def searches_again(page: Page) -> None:
    """Let the next key be followed by a search after 2 s."""
    page.script("searchesLater()")


def write(page: Page, text: str, enter: bool = False) -> None:
    """Type into the box, perhaps followed by Enter."""
    page.find(BOX).send_keys(text, *([Keys.ENTER] if enter else []))


def chips(page: Page) -> list[str]:
    """Return the texts of the chips."""
    found = page.all("[aria-label='Chosen filters'] button[aria-label^=Remove]")
    return [chip.text for chip in found]


def wait_for_chips(page: Page, *expected: str) -> None:
    """Wait until exactly these chips show."""
    page.wait(lambda _: chips(page) == list(expected), f"chips {expected}")


def wait_for_range(page: Page, expected: str) -> None:
    """Wait until the bar says so."""
    page.wait(lambda _: [e.text for e in page.all(RANGE)] == [expected], f"range {expected}")


def open_panel(page: Page) -> WebElement:
    """Open the filter panel and return it."""
    filters_button(page).click()
    return page.find(PANEL)


def filters_button(page: Page) -> WebElement:
    """Return the button that opens and closes the panel: in the header, or a phone's at the foot.

    It says "Filters", on a phone with the number that are chosen, "Filters (3)".
    """
    path = "//button[@aria-expanded][starts-with(normalize-space(.), 'Filters')]"

    def shown(driver: WebDriver) -> WebElement | None:
        found = driver.find_elements(By.XPATH, path)
        return next((button for button in found if button.is_displayed()), None)

    return page.wait(shown, "the filters' button")


def pick(page: Page, *names: str) -> None:
    """Press the panel's entries of these names, one after the other."""
    for name in names:
        entry(page, name).click()


def entry(page: Page, name: str) -> WebElement:
    """Return the panel's type, option or switch of that name."""
    word = json.dumps(name)
    path = f"//*[@id='filter-panel']//li//button[.//span[normalize-space(text())={word}]]"
    return page.wait(
        lambda d: next((e for e in d.find_elements(By.XPATH, path) if e.is_displayed()), None), name
    )


def tile(page: Page, name: str) -> WebElement:
    """Return the tile of a product."""
    path = f"//article[.//h3[normalize-space(.)={json.dumps(name)}]]"
    return page.wait(lambda d: next(iter(d.find_elements(By.XPATH, path)), None), name)


def sections(page: Page) -> list[str]:
    """Return the headings of the brand sections."""
    return [heading.text for heading in page.all("main section h2")]


def sort_options(page: Page) -> list[str]:
    """Return what the sort offers."""
    return [option.text for option in sort_select(page).options]


def sort_select(page: Page) -> Select:
    """Return the sort's select."""
    return page.select("Sort by")


def searches(page: Page) -> int:
    """Return how many requests to the search the page has sent since `forget_searches`."""
    code = "return performance.getEntriesByType('resource')"
    return int(page.script(f"{code}.filter(e => e.name.endsWith('/api/search')).length"))


def forget_searches(page: Page) -> None:
    """Count from here."""
    page.script("performance.clearResourceTimings()")


# Notes what was sent besides sending it.
NOTE = beside(__file__, "note.js")


def clicks(page: Page) -> list[dict[str, Any]]:
    """Return the click records that the page has sent since it ran NOTE."""
    sent = page.script("return window.sent")
    return [json.loads(said) for url, said in sent if url.endswith("/saveItemClick")]


def scroll(page: Page, top: int) -> None:
    """Scroll as a visitor does, and wait until the page has noted it."""
    page.script("scrollTo(0, arguments[0])", top)
    page.wait(lambda _: page.script("return scrollY") == top, f"scroll {top}")
    noted = "return Object.keys(sessionStorage).some(k => sessionStorage[k] === arguments[0])"
    page.wait(lambda _: page.script(noted, str(top)), "the place to be noted")
