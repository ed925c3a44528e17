"""One store's website: a Flask application over its theme and its catalogue.

What two of the stores offer besides their pages: a product feed, a platform's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path

from flask import Flask, Response, abort, jsonify, render_template, request, send_from_directory

from dev.stores.catalogue import Listing, Product, Store
from dev.stores.pictures import SIZES, VIEWS, PictureFiles, view_of

PAGE = 250  # products that Shopify gives at once


def _department(store: Store, product: Product) -> str:
    titles = {page.path: page.title for page in store.pages}
    return titles[product.listings[0]] if product.listings else ""


def _shopify_product(store: Store, product: Product, base: str) -> dict[str, object]:
    """Return a product as Shopify's `/products.json` gives it."""
    price = product.sale or product.price
    variants = [
        {
            "id": product.number * 100 + place,
            "option1": product.colour,
            "option2": size,
            "option3": product.material,
            "price": f"{price}.00",
            "compare_at_price": f"{product.price}.00" if product.sale else None,
            "available": not product.sold_out and size not in product.sold_sizes,
        }
        for place, size in enumerate(product.sizes or ("One size",))
    ]
    return {
        "id": product.number,
        "handle": product.slug,
        "title": product.name,
        "vendor": product.brand or store.name,
        "product_type": _department(store, product),
        "options": [{"name": name} for name in ("Colour", "Size", "Material")],
        "variants": variants,
        "images": [{"src": base + image_of(store, product, view)} for view in range(1, VIEWS + 1)],
    }


_THEMES = Path(__file__).with_name("themes")
_SERVED_ALWAYS = ("/media/", "/assets/", "/favicon", "/robots.txt")
ROBOTS = "User-agent: *\nDisallow: /cart\nDisallow: /account\n"
_MEDIA_TYPES = {"jpg": "image/jpeg", "webp": "image/webp"}


@dataclass(frozen=True, slots=True)
class _Style:
    prefix: str
    thousands: str
    point: str
    places: int


_STYLES = {
    "rand-comma": _Style("R\u00a0", "\u00a0", ",", 2),
    "rand-dot": _Style("R", ",", ".", 2),
    "rand-short": _Style("R", " ", ".", 0),
    "code": _Style("ZAR ", ",", ".", 2),
    "pound": _Style("£", ",", ".", 2),
    "dollar": _Style("$", ",", ".", 2),
}


def printed(amount: Decimal, style: str) -> str:
    """Return the amount as text, such as ``R 1 299,00``, ``R1,299.00``, ``R899`` or ``£45.00``.

    Raises KeyError for an unknown style.
    """
    rule = _STYLES[style]
    text = f"{amount:,.{rule.places}f}"
    rands, _, cents = text.partition(".")
    return rule.prefix + rands.replace(",", rule.thousands) + (rule.point + cents if cents else "")


class ServedStore:
    """What a store serves: its catalogue, always; tests replace it with one that changes."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def products(self) -> Sequence[Product]:
        """Return the products on offer."""
        return self.store.products

    def robots_txt(self) -> Response:
        """Return the answer for robots.txt."""
        return Response(ROBOTS, mimetype="text/plain")

    def instead_of(self, path: str) -> Response | None:  # noqa: ARG002 - for those that override
        """Return the answer for a path that is no page this time; None: its page."""
        return None


@dataclass(frozen=True, slots=True)
class Slice:
    """One page of a listing, for templates; ``number`` counts from 1."""

    listing: Listing
    products: Sequence[Product]
    number: int
    pages: int
    total: int


def page_of(store: Store, products: Sequence[Product], listing: Listing, number: int) -> Slice:
    """Return page ``number`` of a listing; it is empty for a number out of range."""
    listed = [p for p in products if listing.path in p.listings]
    start = (number - 1) * store.page_size
    pages = max(1, -(-len(listed) // store.page_size))
    return Slice(listing, listed[start : start + store.page_size], number, pages, len(listed))


def address_of(store: Store, product: Product) -> str:
    """Return the path (and query) of a product."""
    return store.address.format(slug=product.slug, number=product.number)


def image_of(store: Store, product: Product, view: int, size: str = "600x800") -> str:
    """Return the path of a product's picture, with a version parameter as in real shops."""
    return f"/media/{size}/{product.number}-{view}.{store.image}?v=1762"


def _listed(store: Store, products: Sequence[Product]) -> dict[str, object]:
    return {
        "@context": "https://schema.org/",
        "@type": "ItemList",
        "itemListElement": [
            {
                "@type": "Product",
                "name": product.name,
                "url": address_of(store, product),
                "material": product.material,
                "size": product.sizes,
                **({"gtin13": product.gtin} if product.gtin else {}),
            }
            for product in products
        ],
    }


class StoreSite:
    """The views of one store."""

    def __init__(self, served: ServedStore, pictures: PictureFiles) -> None:
        self._served = served
        self._store = served.store
        self._pictures = pictures

    def application(self) -> Flask:
        """Return the WSGI application."""
        store = self._store
        theme = _THEMES / store.slug
        app = Flask(
            store.slug, template_folder=_THEMES, static_folder=theme, static_url_path="/assets"
        )
        app.before_request(self._before)
        app.context_processor(self._context)
        routes: list[tuple[str, str, Callable[..., Response | str]]] = [
            ("/", "home", self._home),
            ("/shipping", "shipping", self._shipping),
            ("/robots.txt", "robots", self._served.robots_txt),
            ("/favicon.ico", "icon", self._icon),
            ("/favicon.png", "favicon", self._icon),
            ("/media/<size>/<int:number>-<int:view>.<extension>", "media", self._media),
            ("/<path:path>", "product", self._product),
        ]
        if store.offers == "feed":
            routes.append(("/feed.xml", "feed", self._feed))
        if store.offers == "shopify":
            routes.append(("/products.json", "shopify", self._shopify))
        for listing in store.pages:
            for kind in ("", "/fragment", "/embed"):
                template = kind.strip("/") or "listing"
                rule = kind + listing.path
                routes.append((rule, rule, partial(self._listing, listing, template)))
        for rule, endpoint, view in routes:
            app.add_url_rule(rule, endpoint.replace(".", "-"), view)
        return app

    def _before(self) -> Response | None:
        if request.path.startswith(_SERVED_ALWAYS):
            return None
        return self._served.instead_of(request.full_path.rstrip("?"))

    def _context(self) -> dict[str, object]:
        store = self._store
        return {
            "store": store,
            "price": lambda amount: printed(amount, store.price_style),
            "href": partial(address_of, store),
            "img": partial(image_of, store),
            "listed": partial(_listed, store),
            "department": partial(_department, store),
            "layout": f"{store.slug}/layout.html",
        }

    def _home(self) -> str:
        products = self._served.products()
        first = {page.path: page_of(self._store, products, page, 1) for page in self._store.pages}
        return render_template("shared/home.html", first=first)

    def _shipping(self) -> str:
        return render_template("shared/shipping.html")

    def _icon(self) -> Response:
        return send_from_directory(_THEMES / self._store.slug, "favicon.png")

    def _listing(self, listing: Listing, template: str) -> str:
        number = request.args.get("page", 1, type=int)
        part = page_of(self._store, self._served.products(), listing, number)
        return render_template(f"{self._store.slug}/{template}.html", part=part)

    def _feed(self) -> Response:
        products, base = self._served.products(), request.host_url.rstrip("/")
        text = render_template(f"{self._store.slug}/feed.xml", products=products, base=base)
        return Response(text, mimetype="application/rss+xml")

    def _shopify(self) -> Response:
        """Answer one page; it counts from 1."""
        start = (request.args.get("page", 1, type=int) - 1) * PAGE
        listed = self._served.products()[start : start + PAGE]
        base = request.host_url.rstrip("/")
        return jsonify(
            {"products": [_shopify_product(self._store, product, base) for product in listed]}
        )

    def _media(self, size: str, number: int, view: int, extension: str) -> Response:
        store = self._store
        product = next((p for p in store.products if p.number == number), None)
        if product is None or extension != store.image or size not in SIZES or view > VIEWS:
            abort(404)
        content = self._pictures.get(view_of(store, product, view), size, extension)
        response = Response(content, mimetype=_MEDIA_TYPES[extension])
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    def _product(self, path: str) -> str:
        variant = request.args.get("variant", type=int)
        same = [
            product
            for product in self._served.products()
            if address_of(self._store, product).partition("?")[0] == f"/{path}"
        ]
        chosen = [product for product in same if product.number == variant] or same
        if not chosen:
            abort(404)
        views = [image_of(self._store, chosen[0], view) for view in range(1, VIEWS + 1)]
        return render_template(
            f"{self._store.slug}/product.html", product=chosen[0], colourways=same, views=views
        )
