"""The engine on saved pages of three live stores gives exactly what a person reads there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import crawl
from scrapers.events import Event, PageDone, PageFailed
from scrapers.product import Product
from tests.conftest import SHARED
from tests.support.saved_store import NO_SCRIPTS, pages, serving
from tests.support.shared_browser import SharedBrowsers

CASES = Path(__file__).resolve().parents[2] / "stores" / "real"
PAGES = SHARED / "pages"
# One or two of their pages are saved, which the pages themselves tell.
UNSAVED = {
    "michelson": "The list counts 107 products, 22 were found; The pager counts 6 pages, 2 were"
    " read: it was not read to its end.",
    "jarana": "The list counts 384 products, 30 were found: it was not read to its end.",
}
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason=f"the saved store pages need {PAGES}")


def saved_pages(store: str, case: dict[str, Any]) -> dict[str, bytes]:
    """Return the store's pages; the first one's "next" leads to the second."""
    names: list[str] = case["pages"]
    files = {name: (PAGES / store / name).read_bytes() for name in names}
    for here, after in zip(names, [*names[1:], None], strict=True):
        files[here] = link_next(files[here].decode("utf-8"), case, after).encode("utf-8")
    return files


def link_next(html: str, case: dict[str, Any], target: str | None) -> str:
    """Point the page's next link to the target; without one the link's address is emptied."""
    if not case["next_tag"]:
        return html
    tag, attribute = re.escape(case["next_tag"]), case["next_attribute"]
    pattern = rf'({tag}[^>]*?\b{attribute}=")[^"]*(")'
    return re.sub(pattern, lambda m: f"{m[1]}{target or '#'}{m[2]}", html)


def row(item: Product, base: str) -> dict[str, Any]:
    """Return an item in the words of expected.json; links as the page writes them.

    `base` is what the page's links are relative to: its own address, or its `<base>`.
    """
    assert item.price is not None
    reduced = item.ordinary_price is not None
    full = item.ordinary_price if item.ordinary_price is not None else item.price
    return {
        "name": item.name,
        "price": float(full),
        "sale_price": float(item.price) if reduced else None,
        "currency": item.currency,
        "href": (item.href or "").removeprefix(base),
        "image": item.images[0].url,
        "hover_image": item.images[1].url if len(item.images) > 1 else None,
    }


@pytest.mark.parametrize("store", ["bijenkorf", "michelson", "jarana"])
def test_a_real_store_gives_exactly_what_its_pages_show(
    store: str, browsers: SharedBrowsers
) -> None:
    case = json.loads((CASES / f"{store}.json").read_text(encoding="utf-8"))
    expected = json.loads((PAGES / store / "expected.json").read_text(encoding="utf-8"))
    events: list[Event] = []
    with serving(pages(saved_pages(store, case), NO_SCRIPTS)) as base:
        start = PageConfig(1, f"{base}/{case['pages'][0]}")
        brand = BrandConfig(brand_id=1, website=base, pages=(start,), **case["brand"])
        with browsers.lent() as browser:
            events.extend(crawl(brand, browser, lambda _: None, lambda: False))
    found = [row(event, case.get("base", base)) for event in events if isinstance(event, Product)]
    assert found == [product for name in case["pages"] for product in expected[name]]
    (end,) = [event for event in events if isinstance(event, (PageDone, PageFailed))]
    assert (end.reason if isinstance(end, PageFailed) else None) == UNSAVED.get(store)
