"""What happens in a crawl besides items, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PageDone:
    """A listing page, with all its further pages, was read to its end."""

    page_id: int | None
    url: str
    items: int
    states: int = 1  # how many page states (next pages, scrolls, loads) were read


@dataclass(frozen=True, slots=True)
class PageFailed:
    """A listing page could not be read to its end; the evidence is kept for the operator."""

    page_id: int | None
    url: str
    reason: str
    screenshot: Path | None = None
    html: Path | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A card that gave no usable item, and why."""

    page_id: int | None
    url: str
    reason: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ShippingCountries:
    """The countries that the store's delivery page lists, as it writes them."""

    url: str
    countries: tuple[str, ...]
