"""How many of a run's items carry each field: what a broken selector shows in first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from indexer.ingest.verdict.fields import EMPTY, WATCHED
from scrapers.product import Product

IN_STOCK = "inStock"  # how many can be bought: no field, and judged by a gate of its own


@dataclass(slots=True)
class CoverageCount:
    """Counts items and their fields as they pass."""

    items: int = 0
    in_stock: int = 0
    shown: float = 0.0  # of those with a picture, how many surely show one
    present: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys((each.name for each in WATCHED), 0)
    )

    def add(self, item: Product, shown: float) -> None:
        """Count one item; `shown`: how sure it is that it shows a picture, 0 to 1."""
        self.items += 1
        self.in_stock += item.sold_out is False
        self.shown += shown
        for each in WATCHED:
            self.present[each.name] += getattr(item, each.columns[0]) not in EMPTY

    def shares(self) -> dict[str, float]:
        """Return the share of items with each field, 0 to 1; empty without items."""
        if not self.items:
            return {}
        counts = {**self.present, "image": self.shown, IN_STOCK: self.in_stock}
        return {name: round(count / self.items, 4) for name, count in counts.items()}


def watched(shares: Mapping[str, float]) -> dict[str, float]:
    """Return the shares of fields, which all items should carry."""
    return {name: float(share) for name, share in shares.items() if name != IN_STOCK}


def coverage_text(shares: Mapping[str, float]) -> str:
    """Return the coverage as the log states it: "price 98 %, href 100 %"."""
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items()) or "no items"
