"""Compares the suggestion for saved store pages with the expected products."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urljoin

from scrapers.browsing.browser import Browser
from scrapers.browsing.dom import parameters, read_list
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.pages.cards import UnusableCardError, item_of, with_structured
from scrapers.product import Product
from scrapers.suggest.suggestion import Suggestion, suggest
from scrapers.web.urls import sites_of
from tests.conftest import SHARED
from tests.support.data import beside
from tests.support.saved_store import NO_SCRIPTS, pages, serving
from tests.support.store_case import CASES

REAL = SHARED / "pages"


@dataclass(frozen=True, slots=True)
class SuggestCase:
    """A saved list and its expected products; `paging` None: not checked."""

    name: str
    html: bytes
    products: tuple[dict[str, Any], ...]
    currency: str
    paging: dict[str, str] | None
    scripts: bool = True


@dataclass(frozen=True, slots=True)
class Suggested:
    """The result of a case: how many products are right."""

    name: str
    right: int
    total: int
    paging_right: bool | None
    false_more: bool
    wrong: tuple[str, ...]
    proposal: Suggestion | None = None  # None: the page was refused

    def summary(self) -> str:
        """Return a line for the store, and one for each of the first errors."""
        paging = {True: "right", False: "WRONG", None: "not judged"}[self.paging_right]
        head = f"{self.name}: {self.right} of {self.total} products, paging {paging}"
        more = ", FALSE load-more" if self.false_more else ""
        return "\n    ".join([head + more, *self.wrong[:6]])


def saved_pages() -> list[SuggestCase]:
    """Return the cases that were written for the suggestion."""
    cases = []
    for folder in sorted((CASES / "suggest").iterdir()):
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        html = (folder / "page.html").read_bytes()
        products = tuple(expected["products"])
        cases.append(
            SuggestCase(folder.name, html, products, expected["currency"], expected["paging"])
        )
    return cases


def real_pages() -> list[SuggestCase]:
    """Return the saved first pages of three live stores; none where they are missing."""
    cases = []
    for name in ("bijenkorf", "michelson", "jarana") if REAL.is_dir() else ():
        known = json.loads((REAL / name / "expected.json").read_text(encoding="utf-8"))[
            "page-1.html"
        ]
        products = tuple(
            {
                "name": row["name"],
                "price": row["sale_price"] or row["price"],
                "ordinary": row["price"] if row["sale_price"] else None,
                "href": row["href"],
                "image": row["image"],
            }
            for row in known
        )
        html = (REAL / name / "page-1.html").read_bytes()
        cases.append(SuggestCase(name, html, products, known[0]["currency"], None, scripts=False))
    return cases


@contextmanager
def served(case: SuggestCase) -> Iterator[str]:
    """Serve the case's list; yields its address."""
    headers = None if case.scripts else NO_SCRIPTS
    with serving(pages({"list": case.html}, headers)) as base:
        yield f"{base}/list"


def suggested(case: SuggestCase, browser: Browser) -> Suggested:
    """Suggest a configuration and compare the products that it reads; none where refused."""
    with served(case) as url:
        try:
            shop = "" if case.scripts else case.currency  # as another source of a saved store says
            proposal = suggest(url, browser, lambda _: None, currency=shop)
        except PageError as error:
            judged = case.paging is not None
            return Suggested(
                case.name, 0, len(case.products), False if judged else None, False, (str(error),)
            )
        config = proposal.config
        browser.driver.get(url)
        base = browser.driver.execute_script("return document.baseURI")
        items = [_row(item) for item in read_with(config, browser, base)]
        expected = [_expected(product, base, url) for product in case.products]
        wrong = [f"missing {row}" for row in expected if row not in items]
        wrong += [f"    read {row}" for row in items if row not in expected]
        if config.currency != case.currency:
            wrong.insert(0, f"currency {config.currency}, not {case.currency}")
        right = sum(row in items for row in expected) if config.currency == case.currency else 0
        paging, problem = _paging(case, config, browser)
        more = config.infinite_scroll_button_selector
        kind = (case.paging or {}).get("kind")
        false_more = bool(more) and kind not in {None, "more"}
        return Suggested(
            case.name,
            right,
            len(expected),
            paging,
            false_more,
            (*([problem] if problem else ()), *wrong),
            proposal,
        )


def read_with(config: BrandConfig, browser: Browser, url: str) -> list[Product]:
    """Read the loaded page with a suggested configuration."""
    items = []
    seen = read_list(browser.driver, parameters(config))
    sites = sites_of(config.website, url, (card.href for card in seen.cards))
    for card in seen.cards:
        try:
            read = with_structured(card, seen.structured, url)
            items.append(item_of(read, config, url, None, sites))
        except UnusableCardError:
            continue
    return items


Row = tuple[str, Decimal | None, Decimal | None, str | None, str | None]


def _row(item: Product) -> Row:
    image = item.images[0].url if item.images else None
    ordinary = round(item.ordinary_price, 2) if item.ordinary_price else None
    return item.name, round(item.price, 2) if item.price else None, ordinary, item.href, image


def _expected(product: dict[str, Any], base: str, url: str) -> Row:
    ordinary = product["ordinary"]
    return (
        product["name"],
        round(Decimal(str(product["price"])), 2) if product["price"] else None,
        round(Decimal(str(ordinary)), 2) if ordinary else None,
        urljoin(base, product["href"]),
        urljoin(base, product["image"]),
    )


# Whether the first element that the configuration follows or clicks is the reference.
CHOSEN = beside(__file__, "chosen.js")


def _paging(case: SuggestCase, config: BrandConfig, browser: Browser) -> tuple[bool | None, str]:
    if case.paging is None:
        return None, ""
    kind, reference = case.paging["kind"], case.paging.get("reference", "")
    more, following = config.infinite_scroll_button_selector, config.next_button_selector
    description = f"next {following!r} {config.next_button_text!r}, more {more!r}"
    if kind == "scroll":
        right = bool(config.scroll_delay) and not following and not more
        return right, "" if right else description
    chosen = more if kind == "more" else following
    text = "" if kind == "more" else config.next_button_text
    if not chosen or not browser.driver.execute_script(CHOSEN, chosen, text, reference):
        return False, description
    return (kind == "click") == config.next_button_click_not_redirect, ""
