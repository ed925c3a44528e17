"""What a crawl yields: product items with their images."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class ItemImage:
    """One picture of a product; sizes in px where the page told them."""

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
    sold_out: bool
    href: str | None
    images: tuple[ItemImage, ...]  # in the store's order: listing, hover, detail
    page_id: int | None  # the listing page it was found on (brand_page.page_id)
