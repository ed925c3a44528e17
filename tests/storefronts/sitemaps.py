"""Shops without a catalogue to ask: a sitemap, often in parts, and product pages with JSON-LD."""

from __future__ import annotations

from dataclasses import dataclass

from tests.storefronts.person import Storefront, index, urlset
from tests.storefronts.serving import Answer, Asked, moved, zipped
from tests.storefronts.truth import THINGS


@dataclass
class Mapped(Storefront):
    """A shop whose sitemap is an index of parts (`part` addresses each), gzipped where `packed`.

    `stale`: how many addresses stand in it whose products are no more: 404, or moved to a list.
    """

    part: int = 60
    packed: bool = False
    stale: int = 0

    product_path = "/shop/p/{}"
    list_path = "/shop/{}"

    def __post_init__(self) -> None:
        self.mapped = True

    def _old(self) -> list[str]:
        return [self.product_path.format(f"old-season-{n}") for n in range(self.stale)]

    def special(self, asked: Asked) -> Answer | None:
        path = asked.path
        if path in self._old():
            return moved(self.list_path.format("tops"), 301) if path[-1] in "02468" else None
        addresses = [*map(self.path, self.products), *self._old()]
        ending = ".xml.gz" if self.packed else ".xml"
        parts = {
            f"/sitemaps/products-{first // self.part + 1}{ending}": addresses[first:][: self.part]
            for first in range(0, len(addresses), self.part)
        }
        parts["/sitemaps/pages.xml"] = ["/", "/about", *map(self.list_path.format, THINGS)]
        if path == "/sitemap.xml":
            return index([asked.base + name for name in parts])
        if path in {"/about", "/contact"}:
            return self.html(asked, "About us", "<h1>About us</h1><p>Since 1998.</p>")
        if path not in parts:
            return None
        answer = urlset([asked.base + one for one in parts[path]])
        return zipped(answer) if path.endswith(".gz") else answer
