"""A small shop for the search's browser tests: every number here can be counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import accumulate
from typing import Any

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.stock import NEWEST, stock

COLOURS = ("red", "blue", "white", "multi")

# The first dresses, newest first.
SOLD_OUT, NO_PICTURE, BROKEN_PICTURE, ONE_BROKEN_PICTURE, REDUCED = range(5)
SIZES = ["One Size", "X-Large", "10", "8", "Medium"]  # of the jerseys, in the store's words


@dataclass(frozen=True, slots=True)
class Store:
    """A store, and the one kind of product it sells."""

    slug: str
    name: str
    country: str
    ships: str
    thing: str
    category: str
    products: int
    style: str
    label: str | None = None  # the products' own brand, in a store of many brands


STORES = (
    Store("karoo", "Karoo Cotton", "ZA", "", "Linen wrap dress", "women/dresses", 130, "boho"),
    Store("veld", "Veld Mall", "ZA", "", "Leather boot", "women/shoes", 20, "karoo", "O'Reilly"),
    Store("clay", "Cape Clay", "ZA", "worldwide", "Ceramic vase", "home/decor", 60, "handmade"),
    Store("knysna", "Knysna Camp", "ZA", "", "Canvas tent", "outdoor/", 12, "bush"),
    Store("lisboa", "Lisboa", "PT", "PT\nGB", "Merino jersey", "men/", 24, "classic"),
)
TOTAL = sum(store.products for store in STORES)


def fill(settings: Settings, pictures: Sequence[str]) -> None:
    """Fill a migrated database with the stores and build its index.

    `pictures` are the addresses of each product's pictures; one that is missing stands beside them.
    """
    first = accumulate((store.products for store in STORES), initial=0)
    made = [
        _product(store, number, before + number, pictures)
        for store, before in zip(STORES, first, strict=False)
        for number in range(store.products)
    ]
    with session_scope(settings.database_url) as session:
        stock(session, brands=[_brand(store) for store in STORES], products=made)
    rebuild(settings, fast=True)


def _brand(store: Store) -> dict[str, Any]:
    return {
        "slug": store.slug,
        "name": store.name,
        "country": store.country,
        "shipping_countries_list": store.ships,
        "is_multi_brand": store.label is not None,
        "need_external_translate": store.country != "ZA",
        "styles": [store.style],
    }


def _product(store: Store, number: int, age: int, pictures: Sequence[str]) -> dict[str, Any]:
    is_first = store.slug == "karoo"
    broken = f"{pictures[0]}.missing"
    special = {NO_PICTURE: [], BROKEN_PICTURE: [broken], ONE_BROKEN_PICTURE: [broken, pictures[1]]}
    return {
        "brand": store.slug,
        "group_key": f"{store.slug}-{number}",
        "name": f"{store.thing} {number:03d}",
        "product_brand": store.label,
        "href": f"https://{store.slug}.example/p/{number}?size=m",
        "price": Decimal(100 + 50 * number),
        "ordinary_price": Decimal(600) if is_first and number == REDUCED else None,
        "sold_out": is_first and number == SOLD_OUT,
        "attributes": {"size": SIZES} if store.slug == "lisboa" else None,
        "category": store.category,
        "colour": COLOURS[number % len(COLOURS)],
        "created_at": NEWEST - timedelta(minutes=age),
        "images": special.get(number, pictures) if is_first else pictures,
    }
