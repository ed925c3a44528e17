"""What a suggestion opens and scrolls: paging, products' own pages, their prices and pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from selenium.webdriver.chrome.webdriver import WebDriver

from scrapers.browsing import actions
from scrapers.browsing.browser import BROWSER_ERRORS
from scrapers.browsing.dom import cards, image_of, parameters, price_texts, run_script
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.polite.visit import Visitor
from scrapers.product import Product
from scrapers.structured.currency import currency_of
from scrapers.values.price.currencies import SIGNS as KNOWN
from scrapers.values.price.currencies import is_sure
from scrapers.values.price.price_text import PriceText, from_text
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from scrapers.web.urls import absolute

SAMPLES = 3


@dataclass(frozen=True, slots=True)
class SuggestedField:
    """A field's selector, at most three values read with it, and a confidence of 0 to 1."""

    name: str  # BrandConfig's attribute
    selector: str
    samples: tuple[str, ...]
    confidence: float


def suggested_fields(
    config: BrandConfig, products: Sequence[Product], card_count: int, doubtful: int
) -> tuple[SuggestedField, ...]:
    """Return the fields that are read on the list: cards, names, prices, links, pictures, stock.

    The confidence is the share of cards with a value that structured data does not contradict.
    """
    cards = max(card_count, 1)
    agreed = max(0.0, 1 - doubtful / cards)
    rows: list[tuple[str, str, Callable[[Product], str | None], float]] = [
        ("node_path", config.node_path, _image, 1.0),
        ("product_name_xpath", config.product_name_xpath, lambda item: item.name, 1.0),
        ("price_xpath", config.price_xpath, _price, agreed),
        ("href_class", config.href_class, lambda item: item.href, 1.0),
        ("hover_node_path", config.hover_node_path, _second, 1.0),
    ]
    fields = []
    for name, selector, read, confidence in rows:
        if selector or name == "href_class":
            values = [value for item in products if (value := read(item))]
            share = min(1.0, len(values) / cards)
            fields.append(_field(name, selector, values, confidence * share))
    sales = (item for item in products if item.ordinary_price is not None)
    reduced = [f"{item.price} {item.currency}, before {item.ordinary_price}" for item in sales]
    if config.sale_price_xpath or reduced:
        selector = config.sale_price_xpath or config.price_xpath
        fields.append(_field("sale_price_xpath", selector, reduced, agreed))
    if config.sold_out_xpath:
        sold_out = [item.name for item in products if item.sold_out]
        confidence = 0.9 if sold_out else 0.5
        fields.append(_field("sold_out_xpath", config.sold_out_xpath, sold_out, confidence))
    return tuple(fields)


def _field(name: str, selector: str, values: list[str], confidence: float) -> SuggestedField:
    return SuggestedField(name, selector, tuple(values[:SAMPLES]), round(confidence, 2))


def _price(item: Product) -> str | None:
    return None if item.price is None else f"{item.price} {item.currency}"


def _image(item: Product) -> str | None:
    return item.images[0].url if item.images else None


def _second(item: Product) -> str | None:
    return item.images[1].url if len(item.images) > 1 else None


NO_CARDS = (
    "No repeated product cards were recognised on this page: {pictures} linked pictures and"
    " {amounts} amounts{sample} were seen{frames}. Give the address of a category that lists"
    " products; where they come after a click or in a frame, set that click or frame by hand and"
    " point at a card in the preview."
)


def refusal(page: dict[str, Any], opened: int | None) -> str:
    """Return why the script's answer gives no configuration; `opened`: products' own pages."""
    group = next(iter([*page["groups"], *page["linked"]]), None)
    if group is None:
        return _without_cards(page["seen"])
    name = next(_samples(group["names"]), None)
    lacks = [
        *([] if name else ["no name that differs from card to card was found: set Product name"]),
        *_missing_price(group, opened),
        *_missing_picture(group["pictures"]),
    ]
    such = f", such as {name!r}" if name else ""
    return (
        f"{group['priced']} cards were found at {group['card']}{such}, but {'; '.join(lacks)}."
        " A configuration by hand can be tried in the preview, by pointing at a card's parts."
    )


def _without_cards(seen: dict[str, Any]) -> str:
    sample = f", such as {seen['sample']!r}," if seen["sample"] else ""
    frames = f", and {seen['frames']} frames" if seen["frames"] else ""
    counts = {"pictures": seen["pictures"], "amounts": seen["amounts"]}
    return NO_CARDS.format(**counts, sample=sample, frames=frames)


def _missing_price(group: dict[str, Any], opened: int | None) -> list[str]:
    text = next(_samples(group.get("prices", ())), None)
    if text is not None:
        return [f"no price could be read: {text!r} stands there; set Price and Currency"]
    tried = "" if opened is None else f", and on none of {opened} product pages that opened"
    return [f"no price stands on them{tried}: set Price, or Detail where the pages have it"]


def _missing_picture(pictures: list[dict[str, Any]]) -> list[str]:
    own = [picture for picture in pictures if not picture["isSame"]]
    if own:
        return []
    seen = f"all show the one at {pictures[0]['nodePath']}" if pictures else "there is none"
    return [f"no picture of their own was found, {seen}: set Image or Background image"]


def _samples(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    return iter([text[:80] for row in rows for text in row["sample"]])


SCRIPT = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
# The signs that make a number a price; those that are words as well would match sizes.
SIGNS = sorted((sign for sign in KNOWN if is_sure(sign)), key=len, reverse=True)


def run_page_script(driver: WebDriver, mode: str = "list") -> dict[str, Any]:
    """Return the script's answer; its fields are in page.js."""
    page: dict[str, Any] = driver.execute_script(SCRIPT, mode, SIGNS)
    return page


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
    before = run_script(driver, "count", values)
    driver.execute_script(_TO_THE_END)
    grown = actions.wait_until(
        driver, lambda: run_script(driver, "count", values) > before, GROWTH_S
    )
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
        priced_config = priced_config or _with_price(config, run_page_script(driver, "own"), shop)
        priced += bool(priced_config and _has_price(driver, priced_config))
    return priced_config or config, priced, opened


def _with_price(config: BrandConfig, page: dict[str, Any], shop: str) -> BrandConfig | None:
    """Take the first path whose text is an amount in a currency that the page or `shop` names."""
    metadata = {**page["metadata"], "shop": shop}
    for row in page["prices"]:
        currency = currency_of(metadata, [row["text"]])
        if currency.is_named and _reads((from_text(row["text"]),), currency.code):
            return replace(config, price_xpath=row["xpath"], currency=currency.code)
    return None


def _has_price(driver: Any, config: BrandConfig) -> bool:
    texts = price_texts(run_script(driver, "detail", parameters(config))["price"])
    return _reads(texts, config.currency)


def _reads(texts: tuple[PriceText, ...], currency: str) -> bool:
    try:
        return read_price(texts, currency).value is not None
    except CurrencyMismatchError:
        return False


FEWEST = 2  # pictures that make a gallery
LED = 0.9  # of the cards, whose link the selector must match
LINKS = ("a[href]:has(img)", "a[href]", "./ancestor-or-self::a[@href]")


def detail_images(address: str | None, visitor: Visitor) -> SuggestedField | None:
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
        return _gallery(run_page_script(driver, "gallery")["galleries"], visitor)
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


def _gallery(selectors: list[str], visitor: Visitor) -> SuggestedField | None:
    for place, selector in enumerate(selectors):
        raw = run_script(visitor.browser.driver, "images", {"selector": selector})
        images = [image for image in map(image_of, raw) if image and image.candidates]
        addresses = tuple(dict.fromkeys(image.candidates[0] for image in images))
        if len(addresses) >= FEWEST:
            sure = 0.9 if place == 0 else 0.7
            return SuggestedField("detail_image_node_path", selector, addresses[:SAMPLES], sure)
    return None
