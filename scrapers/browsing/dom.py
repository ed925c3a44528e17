"""The operations of dom.js, with their results as typed values."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from selenium.common.exceptions import JavascriptException
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.attributes import ATTRIBUTES, LexiconEntries
from scrapers.config import BrandConfig
from scrapers.errors import SelectorError
from scrapers.structured.lock import LOCK
from scrapers.structured.markup import list_facts
from scrapers.structured.page import FACTS, listed_of
from scrapers.structured.printed.marks import for_scripts
from scrapers.structured.product import StructuredProduct
from scrapers.values.price.price_text import Piece, PriceText
from scrapers.web.urls import absolute

# A list that is read from structured data alone has these as the nodes of its cards.
DATA_NODE = 'script[type="application/ld+json"]'
SCRIPT = f"const MARKS = {json.dumps(for_scripts())}, LOCK = {json.dumps(LOCK)};\n" + (
    Path(__file__).parent / "dom.js"
).read_text(encoding="utf-8")
# A list and its structured data in one call of the driver, with the document's state on request.
LIST_SCRIPT = f"""
const facts = function () {{
{FACTS}
}};
const perform = function () {{
{SCRIPT}
}};
const [operation, values] = arguments;
const list = {{ ...perform(operation, values), structured: facts() }};
return values.withState ? {{ ...list, state: perform("status", {{}}) }} : list;
"""


@dataclass(frozen=True, slots=True)
class RawImage:
    """An image node's addresses as written, and its size in px where known."""

    candidates: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    background: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class RawCard:
    """The raw values of a card or a detail page, before interpretation."""

    id: str | None = None
    href: str | None = None
    image: RawImage | None = None
    hover: RawImage | None = None
    name: str | None = None
    brand: str | None = None
    price: tuple[PriceText, ...] = ()
    sale_price: tuple[PriceText, ...] = ()
    sold_out: tuple[tuple[str, bool], ...] = ()  # marks' texts, and whether they can be seen
    detail: str | None = None
    detail_images: tuple[RawImage, ...] = ()
    attributes: LexiconEntries = field(default_factory=dict)  # as the brand's selectors read them
    structured: StructuredProduct | None = None  # its structured data
    canonical: str | None = None  # the canonical link of its own page
    address: str = ""  # of its own page, where it was read there
    own_prices: bool = False  # what is printed of its price stands on its own page


@dataclass(frozen=True, slots=True)
class PageState:
    """The loaded document: its HTTP status (0: unknown), first text, title and address.

    `marks` identify challenge pages, as the addresses of their frames do; `empty`: no content.
    `headers`: of the response as the network log has it, by their names in lower case.
    `links`: how many lead to other pages of its host.
    """

    status: int
    text: str
    title: str
    url: str
    content_type: str = "text/html"
    marks: str = ""
    links: int = 0
    empty: bool = False
    locked: bool = False  # it has a form that takes a password alone (scrapers.structured.lock)
    time_origin: float = 0.0  # ms; differs between two documents of the same address
    dialogs: Sequence[tuple[str, str]] = ()  # kind and text of each one since the last reading
    headers: Mapping[str, str] = field(default_factory=dict)


def parameters(brand: BrandConfig) -> dict[str, Any]:
    """Return the brand's selectors by the names that the script uses."""
    return {
        "nodePath": brand.node_path,
        "parentDepth": brand.parent_depth,
        "background": brand.background_image_selector,
        "hover": brand.hover_node_path,
        "name": brand.product_name_xpath,
        "brand": brand.product_brand_xpath if brand.is_multi_brand else "",
        "price": brand.price_xpath,
        "salePrice": brand.sale_price_xpath,
        "soldOut": brand.sold_out_xpath,
        "href": brand.href_class,
        "detail": brand.detail_selector,
        "images": brand.detail_image_node_path,
        "attributes": {
            attribute.name: selector
            for attribute in ATTRIBUTES
            if attribute.selector and (selector := getattr(brand, attribute.selector))
        },
    }


def run_script(
    driver: WebDriver, operation: str, values: dict[str, Any], script: str = SCRIPT
) -> Any:
    """Run one operation in the page; raises SelectorError where a selector is malformed."""
    try:
        return driver.execute_script(script, operation, values)
    except JavascriptException as error:
        message = error.msg or ""
        if "SyntaxError" in message or "not a valid" in message:
            raise SelectorError(f"A selector is malformed: {message.splitlines()[0]}") from error
        raise


@dataclass(frozen=True, slots=True)
class ListSnapshot:
    """The present state of a list: its cards and its next page's address.

    `url` is the base of its links, `address` the document's own, which differs with a `<base>`.
    `structured` are the products of its structured data, by their canonical links. `index` is the
    first card's place in the document.
    """

    url: str
    address: str
    cards: list[RawCard]
    next: str | None
    structured: dict[str, StructuredProduct]
    index: int = 0


def read_list(
    driver: WebDriver, values: dict[str, Any], start: int = 0, following: tuple[str, str] = ("", "")
) -> ListSnapshot:
    """Read the list from card number `start` on, in one call of the page.

    `following` is the selector of the next page's link and a text in it; empty: no such link.
    """
    request = {**_with_next(values, following), "from": start}
    return _to_list(run_script(driver, "listed", request, LIST_SCRIPT), request)


def read_arrival(
    driver: WebDriver, values: dict[str, Any], following: tuple[str, str] = ("", "")
) -> tuple[PageState, ListSnapshot]:
    """Return `page_state` and `listed` of a document that has just loaded, in one call."""
    request = {**_with_next(values, following), "withState": True}
    raw = run_script(driver, "listed", request, LIST_SCRIPT)
    return PageState(**raw["state"]), _to_list(raw, request)


def _with_next(values: dict[str, Any], following: tuple[str, str]) -> dict[str, Any]:
    selector, text = following
    return {**values, "next": {"selector": selector, "text": text} if selector else None}


def _to_list(raw: dict[str, Any], request: dict[str, Any]) -> ListSnapshot:
    link, structured = raw["next"], listed_of(list_facts(**raw["structured"]))
    is_data = raw["cards"] and request["nodePath"] == DATA_NODE
    return ListSnapshot(
        raw["url"],
        raw["address"],
        data_cards(structured) if is_data else [card_of(card) for card in raw["cards"]],
        absolute(link["href"], link["url"]) if link else None,
        structured,
    )


def data_cards(structured: Mapping[str, StructuredProduct]) -> list[RawCard]:
    return [RawCard(href=url, structured=product) for url, product in structured.items()]


def growth(driver: WebDriver, values: dict[str, Any], compare: bool) -> Any:
    """Return the state of a list that may still grow; its signature only with `compare`.

    `size`: the number of elements in the container of its cards. `open`: the requests and timers
    pending since the last scroll or click; `quiet`: ms since the last one ended, None without
    watch.js; `failed`: the statuses of the page's own requests that failed since.
    """
    return SimpleNamespace(**run_script(driver, "growth", {**values, "compare": compare}))


def cards(driver: WebDriver, values: dict[str, Any]) -> list[RawCard]:
    """Return the cards of the page's present state, without structured data."""
    return [card_of(card) for card in run_script(driver, "listed", values)["cards"]]


def page_state(driver: WebDriver) -> PageState:
    """Return the state of the loaded document."""
    return PageState(**run_script(driver, "status", {}))


def image_of(raw: dict[str, Any] | None) -> RawImage | None:
    """Convert the script's image; None stays None."""
    if raw is None:
        return None
    return RawImage(
        candidates=tuple(raw.get("candidates") or ()),
        sets=tuple(raw.get("sets") or ()),
        background=raw.get("background"),
        width=_size(raw.get("width")),
        height=_size(raw.get("height")),
    )


def _size(value: Any) -> int | None:
    return int(value) if isinstance(value, int | float) and value >= 1 else None


def price_texts(raw: list[list[list[str]]] | None) -> tuple[PriceText, ...]:
    """Convert the script's price nodes."""
    return tuple(tuple(Piece(text, role) for text, role in node) for node in raw or ())


def card_of(raw: dict[str, Any]) -> RawCard:
    """Convert the script's card or detail page."""
    read: dict[str, Any] = raw | {
        "image": image_of(raw.get("image")),
        "hover": image_of(raw.get("hover")),
        "price": price_texts(raw["price"]),
        "sale_price": price_texts(raw["sale_price"]),
        "sold_out": tuple((text, is_visible) for text, is_visible in raw["sold_out"]),
        "attributes": {name: tuple(texts) for name, texts in raw["attributes"].items() if texts},
        "detail_images": tuple(filter(None, map(image_of, raw.get("detail_images", ())))),
    }
    return RawCard(**read)
