"""WooCommerce: WordPress's REST API with the Store API, and a sitemap as Yoast writes it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tests.storefronts.person import Storefront, index, urlset
from tests.storefronts.serving import Answer, Asked, as_json
from tests.storefronts.truth import Product, Tile, slug

ROOTS = ("/wp-json/wc/store/v1", "/wp-json/wc/store")


def refusal(code: str, message: str, status: int) -> Answer:
    """An error as WordPress words it."""
    return as_json({"code": code, "message": message, "data": {"status": status}}, status)


@dataclass
class WooCommerce(Storefront):
    """A WooCommerce store; `kept` are its products as its API has them, where pages differ."""

    minor_unit: int = 2
    store_api: bool = True
    kept: tuple[Product, ...] = ()
    counted: int = 0  # what X-WP-Total says, where it is not the number of products

    @property
    def cheap(self) -> bool:
        return self.store_api and not self.held

    product_path = "/product/{}/"
    list_path = "/product-category/{}/"

    def __post_init__(self) -> None:
        self.mapped = True
        self.kept = self.kept or self.products
        self.head += (
            '<meta name="generator" content="WooCommerce 9.3.3"><link rel="https://api.w.org/" '
            'href="{base}/wp-json/"><link rel="stylesheet" '
            'href="/wp-content/plugins/woocommerce/assets/css/woocommerce.css">'
        )

    def special(self, asked: Asked) -> Answer | None:
        if asked.path == "/wp-content/plugins/woocommerce/assets/css/woocommerce.css":
            return Answer(b".price{font-weight:bold}", kind="text/css")
        if asked.path.startswith("/wp-json"):
            return self._rest(asked)
        if asked.path in {"/sitemap.xml", "/sitemap_index.xml"}:
            parts = ["page-sitemap.xml", "product-sitemap.xml", "product_cat-sitemap.xml"]
            return index([f"{asked.base}/{part}" for part in parts])
        if asked.path == "/product-sitemap.xml":
            images = ["", *(asked.base + one.tiles[0].picture for one in self.products)]
            pages = [asked.base + self.path(one) for one in self.products]
            return urlset([f"{asked.base}/shop/", *pages], images)
        if asked.path in {"/page-sitemap.xml", "/product_cat-sitemap.xml"}:
            return urlset([f"{asked.base}/", f"{asked.base}/about-us/"])
        return None

    def _rest(self, asked: Asked) -> Answer:
        path = asked.path.rstrip("/")
        spaces = ["wp/v2", *(["wc/store", "wc/store/v1"] if self.store_api else [])]
        if path == "/wp-json":
            return as_json({"name": self.name, "url": asked.base, "namespaces": spaces})
        root = next((root for root in ROOTS if path.startswith(f"{root}/products")), None)
        if root is None or not self.store_api:
            message = "No route was found matching the URL and request method."
            return refusal("rest_no_route", message, 404)
        called = path.removeprefix(f"{root}/products")
        if not called:
            return self._products(asked)
        found = [one for one in self.kept if called == f"/{one.number}"]
        if found:
            return as_json(self._product(asked.base, found[0]))
        return refusal("woocommerce_rest_product_invalid_id", "Invalid product ID.", 404)

    def _products(self, asked: Asked) -> Answer:
        page, size = asked.number("page", 1), asked.number("per_page", 10)
        if not 0 < size <= 100:
            return refusal("rest_invalid_param", "Invalid parameter(s): per_page", 400)
        if asked.query.get("type") == "variation":
            parents = set(filter(None, asked.query.get("parent", "").split(",")))
            rows = [
                self._variation(asked.base, one, tile, size_name, left)
                for one in self.kept
                if self._varies(one) and (not parents or str(one.number) in parents)
                for tile in one.tiles
                for size_name, left in tile.offers
            ]
            total = len(rows)
        else:
            rows = [self._product(asked.base, one) for one in self.kept]
            total = self.counted or len(rows)
        shown = rows[(page - 1) * size : page * size]
        pages = str(-(-total // size))
        return as_json(shown, X_WP_Total=str(total), X_WP_TotalPages=pages)

    @staticmethod
    def _varies(one: Product) -> bool:
        return one.coloured or bool(one.tiles[0].sizes)

    def _minor(self, value: Decimal) -> str:
        return str(int(value.scaleb(self.minor_unit)))

    def _prices(self, tile: Tile, dearest: Tile | None = None) -> dict[str, Any]:
        usual = self._minor(tile.was or tile.price)
        top = dearest.price if dearest else tile.price
        ends = {"min_amount": self._minor(tile.price), "max_amount": self._minor(top)}
        return {
            "price": self._minor(tile.price),
            "regular_price": usual,
            "sale_price": self._minor(tile.price),
            "price_range": ends if top != tile.price else None,
            "currency_code": self.currency,
            "currency_symbol": "R",
            "currency_minor_unit": self.minor_unit,
            "currency_decimal_separator": ".",
            "currency_thousand_separator": ",",
            "currency_prefix": "R",
            "currency_suffix": "",
        }

    def _common(self, one: Product, tile: Tile, base: str, left: bool) -> dict[str, Any]:
        image = {"id": one.number, "src": base + tile.picture, "alt": one.title, "name": one.handle}
        return {
            "id": one.number,
            "name": one.title,
            "slug": one.handle,
            "parent": 0,
            "type": "simple",
            "variation": "",
            "permalink": base + self.path(one),
            "sku": str(one.number),
            "short_description": "",
            "description": f"<p>{one.words}</p>",
            "on_sale": tile.was is not None,
            "prices": self._prices(tile),
            "price_html": f'<span class="amount">{self.money(tile.price)}</span>',
            "average_rating": "0",
            "review_count": 0,
            "images": [image],
            "categories": [],
            "tags": [],
            "attributes": [],
            "variations": [],
            "has_options": False,
            "is_purchasable": True,
            "is_in_stock": left,
            "is_on_backorder": False,
            "low_stock_remaining": None,
        }

    def _product(self, base: str, one: Product) -> dict[str, Any]:
        first = min(one.tiles, key=lambda tile: tile.price)
        last = max(one.tiles, key=lambda tile: tile.price)
        sizes = tuple(size for size, _ in one.tiles[0].sizes)
        terms = {"Colour": tuple(t.colour for t in one.tiles if t.colour), "Size": sizes}
        left = any(tile.in_stock for tile in one.tiles)
        return self._common(one, first, base, left) | {
            "type": "variable" if self._varies(one) else "simple",
            "prices": self._prices(first, last),
            "categories": [{"id": 4, "name": one.department.title(), "slug": one.department}],
            "attributes": [
                {
                    "id": place,
                    "name": name,
                    "taxonomy": f"pa_{slug(name)}",
                    "has_variations": True,
                    "terms": [{"id": n, "name": w, "slug": slug(w)} for n, w in enumerate(words)],
                }
                for place, (name, words) in enumerate(terms.items())
                if words
            ],
            "variations": [
                {"id": one.number_of(tile, size), "attributes": self._choice(tile, size)}
                for tile in one.tiles
                for size, _ in tile.offers
                if self._varies(one)
            ],
            "images": [
                {"id": one.number + place, "src": base + tile.picture, "alt": "", "name": "p"}
                for place, tile in enumerate(one.tiles)
            ],
            "has_options": self._varies(one),
        }

    @staticmethod
    def _choice(tile: Tile, size: str) -> list[dict[str, str]]:
        pairs = {"Colour": tile.colour, "Size": size}
        return [{"name": name, "value": slug(word)} for name, word in pairs.items() if word]

    def _variation(
        self, base: str, one: Product, tile: Tile, size: str, left: bool
    ) -> dict[str, Any]:
        pairs = {"Colour": tile.colour, "Size": size}
        chosen = {name: word for name, word in pairs.items() if word}
        asked = "&".join(f"attribute_pa_{slug(n)}={slug(w)}" for n, w in chosen.items())
        return self._common(one, tile, base, left) | {
            "id": one.number_of(tile, size),
            "parent": one.number,
            "type": "variation",
            "variation": ", ".join(f"{name}: {word}" for name, word in chosen.items()),
            "permalink": f"{base}{self.path(one)}?{asked}",
        }
