"""Product items with their images."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from scrapers.attributes import LexiconEntries


@dataclass(frozen=True, slots=True)
class ItemImage:
    """One picture of a product; sizes in px where known."""

    url: str
    canonical_url: str  # without its version query: the image's identity
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A product in one colour as a listing page shows it.

    `price` is what the visitor pays and `ordinary_price` the price before a reduction (only when
    reduced), both in `currency`. `group_key` is the store's product id where the page gives one,
    otherwise the canonical link (design, "The catalogue").
    """

    group_key: str
    name: str
    product_brand: str | None
    price: Decimal | None
    ordinary_price: Decimal | None
    currency: str
    sold_out: bool | None  # None: not understood
    href: str | None
    images: tuple[ItemImage, ...]  # in the store's order: listing, hover, detail
    page_id: int | None  # of its listing page (brand_page.page_id)
    zero_price: bool = False  # the store prints a price of 0, which is left out
    color: str | None = None  # the store's wording in structured data
    # In the store's words and order (scrapers.attributes); of sizes those that can be bought.
    attributes: LexiconEntries = field(default_factory=dict)
    group: str | None = None  # the store's id for the product in all its colours
    checked: bool = False  # it was compared with structured data
    disagreements: tuple[str, ...] = ()  # contradictions with it, as sentences for the operator
    not_understood: Mapping[str, str] = field(default_factory=dict)  # what stands there, by field
    refused_pictures: tuple[str, ...] = ()  # addresses in private networks, never stored
    own_page_read: bool = False  # the product's own page was opened for it
    # What a feed says besides, in the store's words; `item_type` and `unisex` as products have it.
    category_path: str | None = None
    gender: str | None = None
    age_group: str | None = None
    item_type: str | None = None
    unisex: bool | None = None
    planned: tuple[Mapping[str, Any], ...] = ()  # later prices, as JSON holds them
    also: tuple[str, ...] = ()  # keys of known products that were taken for others and are this one

    @property
    def is_price_known(self) -> bool:
        """Return False where the price is in a currency that was not understood."""
        return "currency" not in self.not_understood
