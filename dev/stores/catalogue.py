"""Stores, their listing pages and their products: ``stores.json`` and ``products.tsv``."""

import csv
import json
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from dev.stores.art.picture import Picture

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing page."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Product:
    """A store's product in one colour; ``sold_sizes`` are shown as sold out."""

    number: int  # the store's product id
    slug: str  # the last part of its address, which the colourways of a style share
    name: str
    brand: str
    price: Decimal | None  # the ordinary one in the store's currency; None: not printed
    sale: Decimal | None  # the reduced one, if any
    sold_out: bool
    listings: tuple[str, ...]  # paths of its listing pages
    noun: str
    material: str
    colour: str
    picture: Picture
    sizes: tuple[str, ...] = ()
    sold_sizes: tuple[str, ...] = ()
    gtin: str = ""  # 13 digits, of what another store sells, too


@dataclass(frozen=True, slots=True)
class Store:
    """A demo store."""

    slug: str
    name: str
    town: str
    country: str
    tagline: str
    currency: str
    price_style: str
    image: str
    page_size: int  # products
    second_view: str  # view of the hover picture (Picture.view)
    ships: str
    countries: tuple[str, ...]  # on its delivery page
    address: str  # template of a product's path: slug, number
    colour: str  # the theme's, CSS
    pages: tuple[Listing, ...]
    offers: str = ""  # besides its pages: "feed" or "shopify"
    products: tuple[Product, ...] = field(default=(), repr=False)


def _product(row: dict[str, str]) -> Product:
    listings, sizes, sold_sizes = (
        tuple(filter(None, row[name].split("|"))) for name in ("listings", "sizes", "sold_sizes")
    )
    price, sale = (Decimal(row[name]) if row[name] else None for name in ("price", "sale"))
    look = {name: row[name] for name in ("shape", "colour", "pattern", "backdrop")}
    texts = {
        name: row[name] for name in ("slug", "name", "brand", "noun", "material", "colour", "gtin")
    }
    return Product(
        number=int(row["number"]),
        price=price,
        sale=sale,
        sold_out=bool(row["sold_out"]),
        listings=listings,
        picture=Picture(**look, pick=int(row["pick"])),
        sizes=sizes,
        sold_sizes=sold_sizes,
        **texts,
    )


def _store(row: dict[str, Any], products: list[dict[str, str]]) -> Store:
    own = tuple(_product(product) for product in products if product["store"] == row["slug"])
    pages = tuple(Listing(*page) for page in row["pages"].items())
    countries = tuple(row["countries"])
    return Store(**row | {"pages": pages, "countries": countries, "products": own})


@lru_cache(maxsize=1)
def load_stores() -> dict[str, Store]:
    """Return every demo store with its products, by slug."""
    stores = json.loads((_FOLDER / "stores.json").read_text(encoding="utf-8"))
    with (_FOLDER / "products.tsv").open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, restval="", delimiter="\t", quoting=csv.QUOTE_NONE)
        products = list(reader)
    return {row["slug"]: _store(row, products) for row in stores}
