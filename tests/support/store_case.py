"""Saved-store cases: their pages are crawled with their configuration."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import crawl
from scrapers.events import Event, PageDone, PageFailed, RejectedCard, ShippingCountries, StateRead
from scrapers.product import Product
from tests.support.saved_store import pages, serving

CASES = Path(__file__).resolve().parents[1] / "stores"
BRAND_FIELDS = {entry.name: entry.default for entry in dataclasses.fields(BrandConfig)}


@dataclass(frozen=True, slots=True)
class StoreCase:
    """One folder of tests/stores: saved pages, the configuration, and the fields that it covers."""

    name: str
    start: tuple[str, ...]
    brand: dict[str, Any]
    custom_click: str
    proves: tuple[str, ...]

    @property
    def expected(self) -> list[dict[str, Any]]:
        """Return the expected events."""
        events: list[dict[str, Any]] = json.loads((CASES / self.name / "expected.json").read_text())
        return events

    def config(self, base: str, without: str = "") -> BrandConfig:
        """Return the configuration for the served pages, with one field left at its default."""
        values = {name: _placed(value, base) for name, value in self.brand.items()}
        click = "" if without == "custom_click_selector" else self.custom_click
        starts = self.start[:1] if without == "pages" else self.start
        listed = tuple(
            PageConfig(number, f"{base}/{name}", click) for number, name in enumerate(starts, 1)
        )
        brand = BrandConfig(brand_id=1, pages=listed, **values)
        if without in {"", "pages", "custom_click_selector"}:
            return brand
        changed: dict[str, Any] = {without: BRAND_FIELDS[without]}
        return replace(brand, **changed)


def _placed(value: Any, base: str) -> Any:
    return value.replace("{base}", base) if isinstance(value, str) else value


def store_cases() -> list[StoreCase]:
    """Return all cases in the order of their names."""
    return [_read(path.parent) for path in sorted(CASES.glob("*/case.json"))]


def _read(folder: Path) -> StoreCase:
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return StoreCase(
        folder.name,
        tuple(case["start"]),
        case["brand"],
        case.get("custom_click", ""),
        tuple(case["proves"]),
    )


def crawled_case(case: StoreCase, browser: Browser, without: str = "") -> list[dict[str, Any]]:
    """Serve the case's pages, crawl them, and return the events in the format of its file."""
    files = {path.name: path.read_bytes() for path in (CASES / case.name).glob("*.html")}
    with serving(pages(files)) as base:
        brand = case.config(base, without)
        events = list(crawl(brand, browser, lambda _: None, lambda: False))
        return [as_expected(event, base) for event in events if not isinstance(event, StateRead)]


def as_expected(  # noqa: PLR0911 - a return for each event
    event: Event, base: str
) -> dict[str, Any]:
    """Return an event in the format of the expectation files; addresses without the base."""

    def local(text: str) -> str:
        return text.replace(base, "")

    match event:
        case Product():
            return {
                "item": event.name,
                "key": event.group_key.replace(base, "{base}"),
                "href": local(event.href) if event.href else None,
                "price": str(event.price) if event.price is not None else None,
                "ordinary": str(event.ordinary_price) if event.ordinary_price else None,
                "currency": event.currency,
                "brand": event.product_brand,
                "sold_out": event.sold_out,
                "images": [local(image.url) for image in event.images],
                "page": next(iter(event.pages), None),
                # From structured data, which most pages lack.
                **({"color": event.color} if event.color else {}),
                **{name: list(values) for name, values in event.attributes.items()},
                **({"not_understood": event.not_understood} if event.not_understood else {}),
                **({"disagreements": list(event.disagreements)} if event.disagreements else {}),
            }
        case StateRead():
            return {"states": event.states}
        case PageDone():
            return {"done": local(event.url), "items": event.items}
        case PageFailed():
            return {"failed": local(event.url), "reason": local(event.reason)}
        case RejectedCard() if event.shares:
            return {"shared": event.shares, "reason": local(event.reason)}
        case RejectedCard():
            return {"rejected": event.name, "reason": local(event.reason)}
        case ShippingCountries():
            return {"delivery": local(event.url), "countries": list(event.countries)}
    raise AssertionError(event)
