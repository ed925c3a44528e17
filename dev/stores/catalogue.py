"""Stores, their listing pages and their products: ``stores.json`` and ``products.tsv``."""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


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
    shape: str  # with the next three how it is drawn (`dev/stores/pictures.py`)
    pattern: str
    backdrop: str
    pick: int
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
    second_view: str  # what the hover picture shows
    ships: str
    countries: tuple[str, ...]  # on its delivery page
    address: str  # template of a product's path: slug, number
    colour: str  # the theme's, CSS
    pages: Mapping[str, str]  # listing pages: their titles, by path
    offers: str = ""  # besides its pages: "feed" or "shopify"
    products: tuple[Product, ...] = field(default=(), repr=False)


def _product(row: dict[str, str]) -> Product:
    own: dict[str, Any] = {name: value for name, value in row.items() if name != "store"}
    own |= {name: tuple(filter(None, row[name].split("|"))) for name in ("sizes", "sold_sizes")}
    own |= {name: Decimal(row[name]) if row[name] else None for name in ("price", "sale")}
    own |= {"number": int(row["number"]), "pick": int(row["pick"])}
    listings = tuple(filter(None, row["listings"].split("|")))
    return Product(**own | {"sold_out": bool(row["sold_out"]), "listings": listings})


@lru_cache(maxsize=1)
def load_stores() -> dict[str, Store]:
    """Return every demo store with its products, by slug."""
    with (_FOLDER / "products.tsv").open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines, restval="", delimiter="\t", quoting=csv.QUOTE_NONE)
        rows = list(reader)
    stores = {}
    for store in json.loads((_FOLDER / "stores.json").read_text(encoding="utf-8")):
        products = tuple(_product(row) for row in rows if row["store"] == store["slug"])
        own = {"countries": tuple(store["countries"]), "products": products}
        stores[store["slug"]] = Store(**store | own)
    return stores
