"""A storefront as a person sees it: home, lists, product pages, pictures. Platforms build on it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from html import escape
from zlib import crc32

from PIL import Image, ImageDraw

from tests.storefronts import linked
from tests.storefronts.serving import Answer, Asked, as_xml
from tests.storefronts.truth import THINGS, Product

SIGNS = {"ZAR": "R {:,.2f}", "USD": "${:,.2f}", "EUR": "€{:,.2f}"}
MACHINE = frozenset({"feed", "catalogue", "sitemap", "products"})  # whatever is not the browser
NO_FEED = MACHINE - {"feed"} | {"pages"}
PAGES = frozenset({"pages"})


@lru_cache(4096)
def picture(path: str) -> bytes:
    """A picture of its own for each path."""
    shade = crc32(path.encode())
    image = Image.new("RGB", (200, 250), (shade & 255, shade >> 8 & 255, shade >> 16 & 255))
    left, top = 10 + (shade >> 24 & 63), 10 + (shade >> 4 & 127)
    ImageDraw.Draw(image).rectangle((left, top, left + 90, top + 80), "white", "black", 4)
    out = io.BytesIO()
    image.save(out, "PNG" if path.endswith(".png") else "JPEG")
    return out.getvalue()


@dataclass
class Storefront:
    """A store without a platform: pages, and a sitemap where `mapped`.

    `sources`: which kinds are right for it. `held`: what its odd answers leave readable is too
    little, so that a run must be incomplete or held, unless it got everything all the same.
    `refused`: it lets nobody in, and there is nothing to get.
    """

    name: str
    products: tuple[Product, ...]
    currency: str = "ZAR"
    ld: linked.Style | None = None
    sources: frozenset[str] = MACHINE
    held: bool = False
    refused: bool = False
    mapped: bool = False
    head: str = ""
    robots: str = ""
    always_200: bool = False  # any address is answered with the home page
    without_ld: int = 0  # every nth product's page has no structured data; 0: all have

    product_path = "/product/{}"
    list_path = "/category/{}"
    per_page = 24

    def answer(self, asked: Asked) -> Answer:
        """Answer a request: the platform's own calls first, then what a person sees."""
        return self.special(asked) or self.page(asked) or self.missing(asked)

    def special(self, asked: Asked) -> Answer | None:
        """What a platform or shop answers in its own way."""
        if asked.path == "/sitemap.xml" and self.mapped:
            return urlset([asked.base + self.path(one) for one in self.products])
        return None

    def missing(self, asked: Asked) -> Answer:
        """The answer for an address where nothing is."""
        if self.always_200:
            return self._home(asked)
        return self.html(asked, "Page not found", "<h1>Oops! Nothing here</h1>", status=404)

    def path(self, one: Product) -> str:
        """The product's own page."""
        return self.product_path.format(one.handle)

    @cached_property
    def by_path(self) -> dict[str, Product]:
        """The products by the paths of their pages."""
        return {self.path(one): one for one in self.products}

    @cached_property
    def pictures(self) -> set[str]:
        """The paths of all pictures."""
        return {tile.picture for one in self.products for tile in one.tiles}

    @property
    def cheap(self) -> bool:
        """Whether it can be had for at most a twentieth of a browser's requests."""
        return False

    @property
    def browsing(self) -> int:
        """How many requests a browser needs for all of it: lists, pages, pictures."""
        lists = sum(-(-len(self.shelf(name)) // self.per_page) for name in THINGS)
        return 1 + lists + len(self.products) + len(self.pictures)

    def shelf(self, department: str) -> Sequence[Product]:
        """The products of a department."""
        return [one for one in self.products if one.department == department]

    def page(self, asked: Asked) -> Answer | None:
        """What a person sees there."""
        path = asked.path
        if path in self.pictures:
            kind = "image/png" if path.endswith(".png") else "image/jpeg"
            return Answer(picture(path), kind=kind)
        if path == "/robots.txt":
            lines = ["User-agent: *", "Disallow: /cart", "Disallow: /checkout", self.robots]
            if self.mapped:
                lines.append(f"Sitemap: {asked.base}/sitemap.xml")
            words = "\n".join(lines).replace("{base}", asked.base)
            return Answer(words.encode(), kind="text/plain; charset=utf-8")
        if path == "/":
            return self._home(asked)
        if path in self.by_path:
            return self._own_page(asked, self.by_path[path])
        shown = next((name for name in THINGS if path == self.list_path.format(name)), None)
        return self._list(asked, shown) if shown else None

    def money(self, value: Decimal) -> str:
        """A price as people read it."""
        return SIGNS[self.currency].format(value)

    def html(self, asked: Asked, title: str, main: str, *, status: int = 200) -> Answer:
        """A page with the store's head and navigation."""
        links = "".join(
            f'<li><a href="{self.list_path.format(name)}">{name.title()}</a></li>'
            for name in THINGS
        )
        head = self.head.replace("{base}", asked.base)
        words = (
            f'<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><title>{escape(title)}'
            f" | {escape(self.name)}</title>"
            f'<meta property="og:site_name" content="{escape(self.name)}">{head}'
            "<style>.grid{display:grid;grid-template-columns:repeat(4,220px);gap:12px}</style>"
            f'</head><body><header><a class="logo" href="/">{escape(self.name)}</a>'
            f"<nav><ul>{links}</ul></nav></header><main>{main}</main>"
            f"<footer><p>© {escape(self.name)}, Cape Town</p></footer></body></html>"
        )
        return Answer(words.encode(), status)

    def _home(self, asked: Asked) -> Answer:
        cards = "".join(map(self._card, self.products[:4]))
        main = f"<h1>{escape(self.name)}</h1><h2>New in</h2><div class='grid'>{cards}</div>"
        return self.html(asked, "Home", main)

    def _pay(self, one: Product) -> str:
        tile = one.tiles[0]
        if not tile.was:
            return f'<span class="price">{self.money(tile.price)}</span>'
        return (
            f'<span class="price"><del>{self.money(tile.was)}</del> '
            f"<ins>{self.money(tile.price)}</ins></span>"
        )

    def _card(self, one: Product) -> str:
        tile = one.tiles[0]
        flag = "" if any(t.in_stock for t in one.tiles) else '<span class="badge">Sold out</span>'
        return (
            f'<div class="product-card"><a href="{self.path(one)}"><img src="{tile.picture}" '
            f'alt="{escape(one.title)}" width="200" height="250"></a>{flag}'
            f'<h3><a href="{self.path(one)}">{escape(one.title)}</a></h3>{self._pay(one)}</div>'
        )

    def _list(self, asked: Asked, department: str) -> Answer:
        shelf, page = self.shelf(department), asked.number("page", 1)
        shown = shelf[(page - 1) * self.per_page : page * self.per_page]
        more = page * self.per_page < len(shelf)
        following = f'<a class="next" rel="next" href="{asked.path}?page={page + 1}">Next</a>'
        main = (
            f"<h1>{department.title()}</h1><p>{len(shelf)} products</p>"
            f'<div class="grid">{"".join(map(self._card, shown))}</div>'
            f'<div class="pagination">{following if more else ""}</div>'
        )
        return self.html(asked, department.title(), main)

    def _own_page(self, asked: Asked, one: Product) -> Answer:
        url = asked.base + self.path(one)
        place = self.products.index(one)
        said = self.ld if not self.without_ld or place % self.without_ld else None
        data = linked.script(said(one, self.currency, asked.base, url)) if said else ""
        sizes = sorted({size for tile in one.tiles for size, _ in tile.sizes})
        options = "".join(f"<option>{size}</option>" for size in sizes)
        images = "".join(
            f'<img src="{tile.picture}" alt="{escape(one.title)} {tile.colour}" width="400">'
            for tile in one.tiles
        )
        left = any(tile.in_stock for tile in one.tiles)
        button = "<button>Add to cart</button>" if left else "<p class='stock'>Out of stock</p>"
        colours = " / ".join(filter(None, (tile.colour for tile in one.tiles)))
        main = (
            f'{images}<h1>{escape(one.title)}</h1>{self._pay(one)}<p class="colours">{colours}'
            f"</p><select>{options}</select>{button}<p>{escape(one.words)}</p>{data}"
        )
        return self.html(asked, one.title, main)


def urlset(addresses: Sequence[str], images: Sequence[str] = ()) -> Answer:
    """A sitemap; `images` by place with the image extension, where there are any."""
    rows = []
    for place, address in enumerate(addresses):
        image = images[place] if place < len(images) else ""
        shown = f"<image:image><image:loc>{image}</image:loc></image:image>" if image else ""
        rows.append(f"<url><loc>{escape(address)}</loc>{shown}</url>")
    spaces = (
        'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    )
    return as_xml(f"<urlset {spaces}>{''.join(rows)}</urlset>")


def index(addresses: Sequence[str]) -> Answer:
    """A sitemap of sitemaps."""
    rows = "".join(f"<sitemap><loc>{escape(one)}</loc></sitemap>" for one in addresses)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return as_xml(f'<sitemapindex xmlns="{space}">{rows}</sitemapindex>')
