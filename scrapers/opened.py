"""What is known of a product's own page from an earlier crawl."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Opened:
    """When the page was last read (s since 1970), and the price that the product has since."""

    at: float
    price: Decimal | None = None
