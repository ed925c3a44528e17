"""Shopify: products.json, collections, meta.json, cart.js and the sitemap in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.storefronts.person import Storefront, index, urlset
from tests.storefronts.serving import Answer, Asked, as_json, moved
from tests.storefronts.truth import THINGS, Product, Tile

DAY = "2026-10-01T09:00:00+02:00"
MOST = 250


@dataclass
class Shopify(Storefront):
    """A Shopify store; the odd ones by what they do to `/products.json`."""

    catalogue: str = "open"  # or "html": the theme with 200; "closed": 401; "password": all closed
    last_page: int = 0  # pages after it are refused, as those after 25,000 products are; 0: none
    map_part: int = 5000  # addresses in a part of the sitemap
    no_sale: Sequence[str | None] = (None,)  # what compare_at_price says where there is no sale
    gift_card: bool = False  # one at the price 0.00, which is nothing to buy at a price

    @property
    def cheap(self) -> bool:
        return self.catalogue == "open" and not self.last_page

    product_path = "/products/{}"
    list_path = "/collections/{}"

    def __post_init__(self) -> None:
        self.mapped = True
        self.head += (
            '<link rel="preconnect" href="//cdn.shopify.com"><script>var Shopify = Shopify || {};'
            f'Shopify.shop = "store.myshopify.com"; Shopify.currency = {{"active":"{self.currency}"'
            ',"rate":"1.0"}; Shopify.theme = {"name":"Dawn","id":1};</script>'
        )

    def special(self, asked: Asked) -> Answer | None:
        path = asked.path
        if self.catalogue == "password" and path != "/robots.txt":
            if path.endswith((".json", ".js")):
                return as_json({"errors": "Unauthorized"}, 401)
            shut = '<h1>Opening soon</h1><form method="post"><input type="password"></form>'
            is_door = path == "/password"
            return self.html(asked, "Opening soon", shut) if is_door else moved("/password")
        if path.startswith("/sitemap"):
            return self._map(asked)
        if path == "/cart.js":
            return as_json({"token": "c1", "item_count": 0, "items": [], "currency": self.currency})
        if path.endswith(".json"):
            return self._json(asked)
        return None

    def _json(self, asked: Asked) -> Answer | None:
        if self.catalogue == "html":
            return self.html(asked, "Products", "<h1>Products</h1><p>Come and see us.</p>")
        if self.catalogue == "closed":
            return as_json({"errors": "[API] Unauthorized"}, 401)
        return self._open(asked)

    def _open(self, asked: Asked) -> Answer | None:
        path = asked.path
        if path == "/meta.json":
            counted = len(self.products) + self.gift_card
            named = {"id": 9, "name": self.name, "country": "ZA", "currency": self.currency}
            return as_json(named | {"published_products_count": counted, "url": asked.base})
        if path == "/collections.json":
            return as_json({"collections": self._collections(asked)})
        parts = path.strip("/").split("/")
        if path in {"/products.json", "/collections/all/products.json"}:
            return self._products(asked, [*self.products, *([None] if self.gift_card else [])])
        if len(parts) == 3 and (parts[0], parts[2]) == ("collections", "products.json"):
            return self._products(asked, self.shelf(parts[1]))
        one = self.by_path.get(path.removesuffix(".json"))
        if one is None:
            return None
        alone = self._product(asked.base, one)
        for variant in alone["variants"]:
            del variant["available"]  # which this one call leaves out
        return as_json({"product": alone})

    def _collections(self, asked: Asked) -> list[dict[str, Any]]:
        """All collections: the first is empty, as "Home page" often is."""
        rows = [("frontpage", "Home page"), *((name, name.title()) for name in THINGS)]
        page, limit = asked.number("page", 1), min(asked.number("limit", 30), MOST)
        made = [
            {"id": n, "handle": h, "title": t, "products_count": len(self.shelf(h))}
            for n, (h, t) in enumerate(rows)
        ]
        return made[(page - 1) * limit : page * limit]

    def _products(self, asked: Asked, rows: Sequence[Product | None]) -> Answer:
        page, limit = asked.number("page", 1), min(asked.number("limit", 30) or 30, MOST)
        if page * limit > 25_000 or (self.last_page and page > self.last_page):
            return as_json({"errors": "Page * Limit exceeds the 25000 limit."}, 400)
        shown = rows[(page - 1) * limit : page * limit]
        made = [self._product(asked.base, one) if one else self._gift() for one in shown]
        return as_json({"products": made})

    def _product(self, base: str, one: Product) -> dict[str, Any]:
        names = [*(["Colour"] if one.coloured else []), *(["Size"] if one.tiles[0].sizes else [])]
        variants = [
            self._variant(base, one, tile, size, left)
            for tile in one.tiles
            for size, left in tile.offers
        ]
        options = [
            {
                "name": name,
                "position": place,
                "values": list(dict.fromkeys(v[f"option{place}"] for v in variants)),
            }
            for place, name in enumerate(names or ["Title"], 1)
        ]
        images = [
            {
                "id": one.number * 10 + place,
                "position": place,
                "product_id": one.number,
                "src": base + tile.picture + "?v=1727770000",
                "width": 200,
                "height": 250,
                "variant_ids": [one.number_of(tile, s) for s, _ in tile.offers]
                if one.coloured
                else [],
            }
            for place, tile in enumerate(one.tiles, 1)
        ]
        return {
            "id": one.number,
            "title": one.title,
            "handle": one.handle,
            "body_html": f"<p>{one.words}</p>",
            **dict.fromkeys(("published_at", "created_at", "updated_at"), DAY),
            "vendor": self.name,
            "product_type": one.department.title(),
            "tags": [one.department, "local"],
            "variants": variants,
            "images": images,
            "options": options,
        }

    def _variant(
        self, base: str, one: Product, tile: Tile, size: str, left: bool
    ) -> dict[str, Any]:
        chosen = list(filter(None, (tile.colour, size))) or ["Default Title"]
        number = one.number_of(tile, size)
        return {
            "id": number,
            "title": " / ".join(chosen),
            **{f"option{place + 1}": [*chosen, None, None][place] for place in range(3)},
            "sku": f"SKU{number}",
            "requires_shipping": True,
            "taxable": True,
            "featured_image": {"src": base + tile.picture + "?v=1727770000"}
            if one.coloured
            else None,
            "available": left,
            "price": str(tile.price),
            "compare_at_price": str(tile.was)
            if tile.was
            else self.no_sale[one.number % len(self.no_sale)],
            "grams": 400,
            "position": number % 100 + 1,
            "product_id": one.number,
        }

    def _gift(self) -> dict[str, Any]:
        variant = {"id": 1, "title": "Default Title", "option1": "Default Title", "price": "0.00"}
        variant |= {"compare_at_price": None, "available": True, "requires_shipping": False}
        made = {"id": 1, "title": "Gift Card", "handle": "gift-card", "product_type": "Gift Card"}
        told = {"vendor": self.name, "body_html": "", "tags": [], "images": []}
        options = [{"name": "Title", "position": 1, "values": ["Default Title"]}]
        return made | told | {"variants": [variant], "options": options}

    def _map(self, asked: Asked) -> Answer | None:
        """The parts; that of products begins with the home page, which is no product."""
        size = self.map_part
        parts = range(-(-len(self.products) // size))
        named = [f"/sitemap_products_{n + 1}.xml" for n in parts]
        if asked.path == "/sitemap.xml":
            rest = ["/sitemap_pages_1.xml", "/sitemap_collections_1.xml"]
            products = [f"{asked.base}{name}?from=1&to=9" for name in named]
            return index([*products, *(asked.base + name for name in rest)])
        if asked.path == "/sitemap_pages_1.xml":
            return urlset([f"{asked.base}/pages/contact"])
        if asked.path == "/sitemap_collections_1.xml":
            return urlset([asked.base + self.list_path.format(name) for name in THINGS])
        if asked.path not in named:
            return None
        first = named.index(asked.path) * size
        rows = self.products[first : first + size]
        images = ["", *(asked.base + one.tiles[0].picture for one in rows)]
        gift = [f"{asked.base}/products/gift-card"] if self.gift_card and not first else []
        return urlset(
            [f"{asked.base}/", *(asked.base + self.path(one) for one in rows), *gift], images
        )
