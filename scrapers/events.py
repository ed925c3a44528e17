"""What happens in a crawl besides items, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scrapers.item import Item


@dataclass(frozen=True, slots=True)
class StateRead:
    """One more state of a listing page was read; `resume_url` is where a crawl goes on from."""

    page_url: str
    states: int
    resume_url: str


@dataclass(frozen=True, slots=True)
class Resume:
    """How far an earlier crawl came with a listing page; the products' keys are known by then."""

    url: str
    states: int
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PageDone:
    """A listing page, with all its further pages, was read to its end."""

    page_id: int | None
    url: str
    items: int
    states: int = 1  # how many page states (next pages, scrolls, loads) were read


@dataclass(frozen=True, slots=True)
class StillThere:
    """Products that stand on a list, whose own pages were not read this time but are known."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnPagesRead:
    """How many products' own pages were read of a listing page's, in the time that there was."""

    read: int
    left: int


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


Event = (
    Item
    | StateRead
    | StillThere
    | OwnPagesRead
    | PageDone
    | PageFailed
    | Rejected
    | ShippingCountries
)
