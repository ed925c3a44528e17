"""One store's website: a Flask application over its theme and its catalogue.

What two of the stores offer besides their pages: a product feed, a platform's catalogue.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, abort, jsonify, render_template, request, send_from_directory

from dev.stores.catalogue import Listing, Product, Store
from dev.stores.pictures import SIZES, VIEWS, PictureFiles

PAGE = 250  # products that Shopify gives at once
ROBOTS = "User-agent: *\nDisallow: /cart\nDisallow: /account\n"
_THEMES = Path(__file__).with_name("themes")
_SERVED_ALWAYS = ("/media/", "/assets/", "/favicon", "/robots.txt")
# How stores print amounts: what stands before, between thousands, before cents (none: no cents).
_STYLES = {
    "rand-comma": ("R\u00a0", "\u00a0", ","),
    "rand-dot": ("R", ",", "."),
    "rand-short": ("R", " ", ""),
    "code": ("ZAR ", ",", "."),
    "pound": ("£", ",", "."),
    "dollar": ("$", ",", "."),
}


def format_price(amount: Decimal, style: str) -> str:
    """Return the amount as text, such as ``R 1 299,00``, ``R1,299.00``, ``R899`` or ``£45.00``."""
    prefix, thousands, point = _STYLES[style]
    rands, _, cents = f"{amount:,.{2 if point else 0}f}".partition(".")
    return prefix + rands.replace(",", thousands) + point + cents


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


class Slice(NamedTuple):
    """One page of a listing, for templates; ``number`` counts from 1."""

    listing: Listing
    products: Sequence[Product]
    number: int
    pages: int
    total: int


def address_of(store: Store, product: Product) -> str:
    """Return the path (and query) of a product."""
    return store.address.format(slug=product.slug, number=product.number)


def image_of(store: Store, product: Product, view: int, size: str = "600x800") -> str:
    """Return the path of a product's picture, with a version parameter as in real shops."""
    return f"/media/{size}/{product.number}-{view}.{store.image}?v=1762"


def _department(store: Store, product: Product) -> str:
    titles = dict(store.pages)
    return titles[product.listings[0]] if product.listings else ""


def _item_list(store: Store, products: Sequence[Product]) -> dict[str, object]:
    items = [
        {
            "@type": "Product",
            "name": product.name,
            "url": address_of(store, product),
            "material": product.material,
            "size": product.sizes,
            **({"gtin13": product.gtin} if product.gtin else {}),
        }
        for product in products
    ]
    return {"@context": "https://schema.org/", "@type": "ItemList", "itemListElement": items}


def _shopify_product(store: Store, product: Product, base: str) -> dict[str, object]:
    """Return a product as Shopify's `/products.json` gives it."""
    variants = [
        {
            "id": product.number * 100 + place,
            "option1": product.colour,
            "option2": size,
            "option3": product.material,
            "price": f"{product.sale or product.price}.00",
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


class StoreSite:
    """The views of one store."""

    def __init__(self, served: ServedStore, pictures: PictureFiles) -> None:
        self._served, self._store, self._pictures = served, served.store, pictures

    def application(self) -> Flask:
        """Return the WSGI application."""
        store = self._store
        theme = _THEMES / store.slug
        app = Flask(
            store.slug, template_folder=_THEMES, static_folder=theme, static_url_path="/assets"
        )
        app.before_request(self._before)
        app.context_processor(self._context)
        views: dict[str, Callable[..., Response | str]] = {
            "/": partial(self._part, "shared/home", None),
            "/shipping": partial(render_template, "shared/shipping.html"),
            "/robots.txt": self._served.robots_txt,
            "/favicon.ico": partial(send_from_directory, theme, "favicon.png"),
            "/favicon.png": partial(send_from_directory, theme, "favicon.png"),
            "/media/<size>/<int:number>-<int:view>.<extension>": self._media,
            "/<path:path>": self._product,
        }
        if store.offers == "feed":
            views["/feed.xml"] = self._feed
        if store.offers == "shopify":
            views["/products.json"] = self._shopify
        for listing in store.pages:
            for kind in ("listing", "fragment", "embed"):
                rule = listing.path if kind == "listing" else f"/{kind}{listing.path}"
                views[rule] = partial(self._part, f"{store.slug}/{kind}", listing)
        for rule, view in views.items():
            app.add_url_rule(rule, rule.replace(".", "-"), view)
        return app

    def _before(self) -> Response | None:
        if request.path.startswith(_SERVED_ALWAYS):
            return None
        return self._served.instead_of(request.full_path.rstrip("?"))

    def _context(self) -> dict[str, object]:
        store = self._store
        return {
            "store": store,
            "price": lambda amount: format_price(amount, store.price_style),
            "href": partial(address_of, store),
            "img": partial(image_of, store),
            "listed": partial(_item_list, store),
            "department": partial(_department, store),
            "layout": f"{store.slug}/layout.html",
        }

    def _part(self, template: str, listing: Listing | None) -> str:
        number = request.args.get("page", 1, type=int)
        if listing is None:
            first = {page.path: self._slice(page, 1) for page in self._store.pages}
            return render_template(f"{template}.html", first=first)
        return render_template(f"{template}.html", part=self._slice(listing, number))

    def _slice(self, listing: Listing, number: int) -> Slice:
        """Return a page of a listing; it is empty for a number out of range."""
        listed = [one for one in self._served.products() if listing.path in one.listings]
        size = self._store.page_size
        start, pages = (number - 1) * size, max(1, -(-len(listed) // size))
        return Slice(listing, listed[start : start + size], number, pages, len(listed))

    def _feed(self) -> Response:
        products, base = self._served.products(), request.host_url.rstrip("/")
        text = render_template(f"{self._store.slug}/feed.xml", products=products, base=base)
        return Response(text, mimetype="application/rss+xml")

    def _shopify(self) -> Response:
        """Answer one page; it counts from 1."""
        start = (request.args.get("page", 1, type=int) - 1) * PAGE
        listed = self._served.products()[start : start + PAGE]
        base = request.host_url.rstrip("/")
        return jsonify({"products": [_shopify_product(self._store, one, base) for one in listed]})

    def _media(self, size: str, number: int, view: int, extension: str) -> Response:
        product = next((one for one in self._store.products if one.number == number), None)
        fits = extension == self._store.image and size in SIZES and 0 < view <= VIEWS
        if product is None or not fits:
            abort(404)
        content = self._pictures.get(self._store, product, view, size)
        response = Response(content, mimetype=f"image/{extension.replace('jpg', 'jpeg')}")
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    def _product(self, path: str) -> str:
        variant = request.args.get("variant", type=int)
        same = [
            product
            for product in self._served.products()
            if address_of(self._store, product).partition("?")[0] == f"/{path}"
        ]
        if not same:
            abort(404)
        chosen = next((one for one in same if one.number == variant), same[0])
        views = [image_of(self._store, chosen, view) for view in range(1, VIEWS + 1)]
        template = f"{self._store.slug}/product.html"
        return render_template(template, product=chosen, colourways=same, views=views)
