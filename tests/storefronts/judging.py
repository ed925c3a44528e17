"""Compares what came of a store with what it truly sells: by link and colour."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from urllib.parse import parse_qs, urlsplit

from indexer.models import Product as Row
from tests.storefronts.person import Storefront
from tests.storefronts.truth import Product, Tile, slug

PRODUCTS, VALUES = 0.99, 0.995


@dataclass
class Came:
    """What came of a store; the counts are of its true products, each in one colour."""

    front: Storefront
    source: str = ""
    result: str = "refused"  # or the run's
    reason: str = ""
    requests: int = 0  # of the run, pictures left out
    found: int = 0
    right: Counter[str] = field(default_factory=Counter)
    extra: int = 0  # rows that are no product of the store, or one of it a second time
    wrong: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many there truly are."""
        return sum(len(one.tiles) for one in self.front.products)

    def share(self, name: str) -> float:
        """The share of what was found that is right in this."""
        return self.right[name] / self.found if self.found else 0.0

    @property
    def is_right(self) -> bool:
        """Whether it keeps the bar."""
        values = all(self.share(name) >= VALUES for name in ("price", "was", "stock", "currency"))
        few = self.extra <= (1 - PRODUCTS) * self.total
        return self.found >= PRODUCTS * self.total and values and few

    def summary(self) -> str:
        """A line with all figures, and the first differences."""
        shares = ", ".join(f"{name} {self.share(name):.1%}" for name in VALUES_SHOWN)
        head = (
            f"{self.front.name}: source {self.source or 'none'}, run {self.result}, "
            f"{self.found} of {self.total} products ({self.extra} extra), {shares}, "
            f"{self.requests} requests (a browser: {self.front.browsing}); {self.reason}"
        )
        return "\n    ".join([head, *self.wrong[:5]])


VALUES_SHOWN = ("price", "was", "stock", "currency", "name", "sizes")


def judge(came: Came, rows: Iterable[Row]) -> None:
    """Fill in what the visible rows of the store are worth."""
    by_tile: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in rows:
        parts = urlsplit(row.href or "")
        one = came.front.by_path.get(parts.path)
        tiles = _meant(one, row) if one else []
        came.extra += not tiles
        if not one or not tiles:
            said = "of no one colour" if one else "no product of the store"
            came.wrong.append(f"{said}: {row.name} {row.href}")
        for tile in tiles if one else []:
            by_tile[one.number, tile.colour].append(row) if one else None
    for one in came.front.products:
        for tile in one.tiles:
            found = by_tile[one.number, tile.colour]
            came.extra += max(0, len(found) - 1)
            if found:
                came.found += 1
                _compare(came, one, tile, found[0])
            else:
                came.wrong.append(f"missing: {one.title} {tile.colour}")


def _meant(one: Product, row: Row) -> Sequence[Tile]:
    """The tiles that a row stands for: by the variant of its link, or by its colours' names."""
    if len(one.tiles) == 1:
        return one.tiles
    query = parse_qs(urlsplit(row.href or "").query)
    for word in query.get("variant", []):
        return [t for t in one.tiles if word in {str(one.number_of(t, s)) for s, _ in t.offers}]
    said = query.get("attribute_pa_colour", [])
    words = [*said, slug(str((row.hints or {}).get("color") or "")), slug(row.name)]
    return [t for t in one.tiles if any(slug(t.colour) in word.split("-") for word in words)]


def _compare(came: Came, one: Product, tile: Tile, row: Row) -> None:
    sizes = {str(size) for size in (row.attributes or {}).get("size", [])}
    pairs = {
        "price": (_money(row.price), tile.price),
        "was": (_money(row.ordinary_price), tile.was),
        "stock": (not row.sold_out, tile.in_stock),
        "currency": (row.currency, came.front.currency),
    }
    for name, (got, true) in pairs.items():
        came.right[name] += got == true
        if got != true:
            came.wrong.append(f"{name} {got}, truly {true}: {one.title} {tile.colour}")
    came.right["name"] += one.title in row.name
    came.right["sizes"] += sizes in (
        {s for s, _ in tile.sizes},
        {s for s, left in tile.sizes if left},
    )


def _money(value: Decimal | None) -> Decimal | None:
    return None if value is None else value.quantize(Decimal("0.01"))
