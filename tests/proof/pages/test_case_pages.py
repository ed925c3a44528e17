"""The suggestion alone on small pages, each an example of a kind that stores have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from scrapers.browsing.browser import Browser
from tests.conftest import SHARED
from tests.support.shared_browser import SharedBrowsers
from tests.support.suggested import SuggestCase, suggested

PAGES = SHARED / "cases" / "pages"
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason=f"the small pages need {PAGES}")
LETTERS = "ABCDEFGHIJKLMNOP"
Priced = Callable[[int], str | None]


def listed(
    names: list[str], price: Priced, image: str = "/img/{}.png"
) -> tuple[dict[str, Any], ...]:
    """Return the products as the pages number them: /p/0, /p/1, …"""
    return tuple(
        {
            "name": name,
            "price": price(place),
            "ordinary": None,
            "href": f"/p/{place}",
            "image": image.format(place),
        }
        for place, name in enumerate(names)
    )


def lettered(words: str, count: int) -> list[str]:
    return [f"{words} {letter}" for letter in LETTERS[:count]]


def from_(first: str) -> Priced:
    """Return prices that are one more with each product."""
    return lambda place: str(Decimal(first) + place)


ANKLETS = listed([f"Anklet number {n}" for n in range(1, 7)], from_("100"))
DRESSES = listed(lettered("Dress", 8), from_("200"))
LINEN = lettered("Linen dress", 16)
MIXERS = [f"Basin mixer {word}" for word in "RM-30 Oak Elm Ash Yew Fir".split()]
CREAMS = ["Vitamin A", "Model A", "Serum A", "Cream", "Soap", "Oil"]
LAPTOPS = [f"Laptop {word}" for word in ("Radeon R7 M445", "Slim", "Max", "Mini")]
SNEAKERS = [f"Sneaker {colour}" for colour in ("Red", "Blue", "Green", "Grey")]

# By page: its products, their currency, and where a pager leads.
CASES: dict[str, tuple[tuple[dict[str, Any], ...], str, dict[str, str] | None]] = {
    "badge_is_the_only_img": (
        listed(lettered("Denim", 8), from_("40.99"), "/img/{}_720x.png"),
        "CAD",
        None,
    ),
    "carousel_beside_list": (ANKLETS, "USD", None),
    "carousel_larger_than_list": (ANKLETS, "USD", None),
    "currency_from_asin": (listed(SNEAKERS, from_("24.49")), "USD", None),
    "currency_from_model_code": (listed(MIXERS, from_("120")), "MXN", None),
    "currency_from_name_letter": (listed(CREAMS, from_("20")), "USD", None),
    "currency_from_r7": (listed(LAPTOPS, from_("620")), "USD", None),
    "jsonld_itemlist_prices": (DRESSES, "ZAR", None),
    "jsonld_only": (DRESSES, "ZAR", None),
    "no_prices": (listed(LINEN[:8], lambda _: None), "ZAR", None),
    "noscript_image": (listed(lettered("Jacket", 8), from_("70")), "USD", None),
    "pager_strong_current": (DRESSES, "ZAR", {"kind": "link", "reference": "a[href='?page=2']"}),
    "part_without_price": (
        listed(LINEN, lambda place: str(60 + place) if place % 4 else None),
        "USD",
        None,
    ),
    "shadow": (
        (
            {
                "name": "Shadow One",
                "price": "100",
                "ordinary": None,
                "href": "/p/sh1",
                "image": "/i/sh1.png",
            },
        ),
        "ZAR",
        None,
    ),
    "tier_price": (listed(LINEN[:8], from_("8.99")), "EUR", None),
    "two_products": (listed(LINEN[:2], from_("200")), "ZAR", None),
}


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened


@pytest.mark.parametrize("name", CASES)
def test_the_suggestion_alone_reads_a_page_of_this_kind(name: str, browser: Browser) -> None:
    products, currency, paging = CASES[name]
    html = (PAGES / f"{name}.html").read_bytes()
    found = suggested(SuggestCase(name, html, products, currency, paging), browser)
    assert found.right == found.total, found.summary()
    assert not found.wrong, found.summary()
