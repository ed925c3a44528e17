"""What a source gives: products, and what became of its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from scrapers.product import Product


@dataclass(frozen=True, slots=True)
class StateRead:
    """One more state of a listing page was read; a crawl can resume from `resume_url`.

    `keys`: of the products read by then. `still`: of those that are there, whose own pages were
    read by an earlier crawl and not by this one. `opened`: how many own pages were read since the
    state before, and `left`, how many the time did not suffice for.
    """

    page_url: str
    states: int
    resume_url: str
    keys: frozenset[str] = frozenset()
    still: tuple[str, ...] = ()
    opened: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class OwnPageVisit:
    """When a product's own page was read last, its lowest price since, and its products' keys."""

    at: datetime
    price: Decimal | None = None
    keys: tuple[str, ...] = ()

    def join(self, other: OwnPageVisit) -> OwnPageVisit:
        """Return it with another product of the same page."""
        prices = [price for price in (self.price, other.price) if price is not None]
        keys = (*self.keys, *other.keys)
        return OwnPageVisit(min(self.at, other.at), min(prices, default=None), keys)


NEVER_READ = OwnPageVisit(datetime.min.replace(tzinfo=UTC))


@dataclass(frozen=True, slots=True)
class PageDone:
    """A listing page, with all its further pages, was read to its end.

    `version`: what a feed's server calls what was read, to request a newer one.
    """

    url: str
    items: int
    states: int = 1  # how many page states (next pages, scrolls, loads) were read
    version: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class PageFailed:
    """A listing page could not be read to its end; with the evidence for the operator."""

    url: str
    reason: str
    code: str = "page unread"  # of scrapers.errors
    screenshot: Path | None = None
    html: Path | None = None


@dataclass(frozen=True, slots=True)
class RejectedCard:
    """A card, or a feed's row, that gave no product, and why.

    `shares`: the key of another card, which it has while it shows another name or price.
    """

    reason: str
    name: str | None = None
    count: int = 1  # so many of them
    shares: str = ""


@dataclass(frozen=True, slots=True)
class ShippingCountries:
    """The countries that the store's delivery page lists, as it writes them."""

    url: str
    countries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Texts of a field that were not understood, of `count` rows that gave no product for it."""

    field: str
    texts: tuple[str, ...]
    count: int


Event = (
    Product | StateRead | PageDone | PageFailed | RejectedCard | ShippingCountries | NotUnderstood
)
