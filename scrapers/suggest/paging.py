"""Detects the list's paging: scrolling, a load-more button or a next link, with a confidence."""

from dataclasses import replace

from selenium.webdriver.chrome.webdriver import WebDriver

from scrapers.browsing import actions
from scrapers.browsing.dom import ask, parameters
from scrapers.config import BrandConfig
from scrapers.suggest.fields import SuggestedField

SCROLL_DELAY_MS = 500
GROWTH_S = 2.5
_TO_THE_END = "window.scrollTo(0, document.documentElement.scrollHeight)"
# The element's text and address, by which an operator recognises it.
_SHOWN = """
const [selector] = arguments;
const element = /^[./(]/.test(selector)
  ? document.evaluate(selector, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
  : document.querySelector(selector);
if (!element) return null;
const text = (element.textContent || "").replace(/\\s+/g, " ").trim() || element.getAttribute("aria-label") || element.getAttribute("title") || "";
return [text.slice(0, 60), element.getAttribute("href") || ""];
"""  # noqa: E501


def with_scrolling(driver: WebDriver, config: BrandConfig) -> BrandConfig:
    """Return the configuration that scrolls, where scrolling to the end brings more cards."""
    if config.next_button_selector or config.infinite_scroll_button_selector:
        return config
    values = parameters(config)
    before = ask(driver, "count", values)
    driver.execute_script(_TO_THE_END)
    grown = actions.wait_until(driver, lambda: ask(driver, "count", values) > before, GROWTH_S)
    return replace(config, scroll_delay=SCROLL_DELAY_MS) if grown else config


PAGING = (
    "next_button_selector",
    "next_button_text",
    "next_button_click_not_redirect",
    "infinite_scroll_button_selector",
)


def with_present_paging(
    driver: WebDriver, config: BrandConfig, present: BrandConfig | None
) -> BrandConfig:
    """Return the configuration with the present one's paging where that is on the page still."""
    selector = present and (present.infinite_scroll_button_selector or present.next_button_selector)
    if not selector or driver.execute_script(_SHOWN, selector) is None:
        return config
    return replace(config, **{name: getattr(present, name) for name in PAGING})


def paging_field(driver: WebDriver, config: BrandConfig) -> SuggestedField | None:
    """Return the paging's field with its element's text; None where there is no paging."""
    if config.scroll_delay:
        return SuggestedField("scroll_delay", "", ("more cards came with scrolling",), 0.9)
    more, following = config.infinite_scroll_button_selector, config.next_button_selector
    name = "infinite_scroll_button_selector" if more else "next_button_selector"
    selector = more or following
    if not selector:
        return None
    shown = driver.execute_script(_SHOWN, selector)
    samples = tuple(text for text in shown or () if text)
    numbered = following.startswith("/")
    sure = 0.95 if "rel~=next" in selector else 0.7 if numbered else 0.85
    return SuggestedField(name, selector, samples, sure if shown else 0.3)
