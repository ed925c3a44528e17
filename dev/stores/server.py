"""Serves the stores on loopback: one port each, all in one process."""

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import ClassVar, NamedTuple, Self
from urllib.parse import urlsplit

from flask import Flask, Response, abort, jsonify, render_template, request, send_from_directory
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from dev.ports import LOOPBACK, is_free
from dev.stores.catalogue import Product, Store, load_stores
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

    path: str
    title: str
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
    return store.pages[product.listings[0]] if product.listings else ""


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
        for path in store.pages:
            for kind in ("listing", "fragment", "embed"):
                rule = path if kind == "listing" else f"/{kind}{path}"
                views[rule] = partial(self._part, f"{store.slug}/{kind}", path)
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

    def _part(self, template: str, path: str | None) -> str:
        number = request.args.get("page", 1, type=int)
        if path is None:
            first = {page: self._slice(page, 1) for page in self._store.pages}
            return render_template(f"{template}.html", first=first)
        return render_template(f"{template}.html", part=self._slice(path, number))

    def _slice(self, path: str, number: int) -> Slice:
        """Return a page of a listing; it is empty for a number out of range."""
        listed = [one for one in self._served.products() if path in one.listings]
        title, size = self._store.pages[path], self._store.page_size
        start, pages = (number - 1) * size, max(1, -(-len(listed) // size))
        return Slice(path, title, listed[start : start + size], number, pages, len(listed))

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


_SPAN = 500  # ports that are tried for one store


class _Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"  # a browser requests dozens of pictures: keep connections open

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing: a scrape makes thousands of requests."""


def choose_ports(slugs: Sequence[str], first: int, before: Mapping[str, int]) -> list[int]:
    """Return a free port for each store; all zeros (any free port) when ``first`` is 0.

    They keep their port of ``before`` where it is free, as it is part of their products' links;
    the others get ``first`` or the next free ones.
    """
    if first == 0:
        return [0] * len(slugs)
    taken: list[int] = []
    for slug in slugs:
        kept = [before[slug]] if slug in before else []
        candidates = (port for port in (*kept, *range(first, first + _SPAN)) if port not in taken)
        taken.append(next(port for port in candidates if is_free(port)))
    return taken


def read_map(path: Path) -> dict[str, str]:
    """Return the addresses in a map file, slug → address; empty without the file."""
    addresses: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return addresses


def _write_map(path: Path, addresses: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # By a name of its own: a second worker's stores write the same file.
    with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as aside:
        aside.write(json.dumps(addresses, indent=1) + "\n")
    Path(aside.name).chmod(0o644)
    Path(aside.name).replace(path)


def _end(server: BaseWSGIServer, thread: Thread) -> None:
    server.shutdown()
    thread.join()  # the thread closes the socket, so that the port is free afterwards


class DemoStores:
    """A context manager that serves demo stores while it is open.

    Each store has ``base[slug]``, its address such as ``http://127.0.0.1:8101``, and
    ``control[slug]``, what it serves.
    """

    serve: ClassVar[type[ServedStore]] = ServedStore  # tests serve stores that they can change

    def __init__(
        self, slugs: Iterable[str] | None = None, port: int = 0, map_file: Path | None = None
    ) -> None:
        """Prepare to serve ``slugs`` (all when None) on free ports from ``port`` (any when 0).

        ``map_file`` is written before the first response. Raises KeyError for an unknown store.
        """
        stores = load_stores()
        self._pictures = PictureFiles()
        self._port, self._map_file = port, map_file
        self._servers: list[BaseWSGIServer] = []
        self._threads: list[Thread] = []
        self.control: Mapping[str, ServedStore] = {
            slug: self.serve(stores[slug]) for slug in (slugs or stores)
        }
        self.base: dict[str, str] = {}

    def __enter__(self) -> Self:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        old = read_map(self._map_file) if self._map_file else {}
        before = {slug: urlsplit(base).port or 0 for slug, base in old.items()}
        ports = choose_ports(list(self.control), self._port, before)
        for port, (slug, served) in zip(ports, self.control.items(), strict=True):
            app = StoreSite(served, self._pictures).application()
            server = make_server(LOOPBACK, port, app, threaded=True, request_handler=_Handler)
            server.daemon_threads = True  # type: ignore[attr-defined]
            self._servers.append(server)
            self.base[slug] = f"http://{LOOPBACK}:{server.server_port}"
        if self._map_file:
            _write_map(self._map_file, self.base)
        self._threads = [
            Thread(target=server.serve_forever, daemon=True) for server in self._servers
        ]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with ThreadPoolExecutor() as pool:  # each shutdown takes up to half a second
            list(pool.map(_end, self._servers, self._threads))
        self._servers.clear()
