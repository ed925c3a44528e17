"""A seeded catalogue for the API's tests: small enough to count by hand, varied enough to trip."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from indexer.catalogue.rates import refresh_rates
from indexer.core.db import session_scope
from indexer.models import Color, Style
from tests.support.database import database_from_template
from tests.support.stock import NEWEST, stock

PRODUCTS = 420
SHIPS = {
    "karoo-cotton": "",
    "proudly-bo-kaap": "worldwide",
    "h-and-m": "GB\nUS",
    "cafe-deco": "FR\nZA",
    "veld-mall": "ZA\nNA",
    "closed-shop": "",
}
STORES: list[dict[str, Any]] = [
    {"slug": "karoo-cotton", "name": "Karoo Cotton"},
    {"slug": "proudly-bo-kaap", "name": "Proudly Bo-Kaap"},
    {"slug": "h-and-m", "name": "H&M <Outlet>", "country": "GB"},
    {"slug": "cafe-deco", "name": "Café Déco", "country": "FR"},
    {"slug": "veld-mall", "name": "Veld Mall", "is_multi_brand": True},
    {"slug": "closed-shop", "name": "Closed Shop", "is_active": False},
]
LABELS = ("Bontle", "Thandi & Co", "O'Reilly", "-Dash", "a:b", None)
PRODUCT_TYPES = (
    ("women/dresses", "dress"),
    ("women/shoes/boots", "boots"),
    ("women/tops/t-shirts", "t-shirt"),
    ("men/jackets", "jacket"),
    ("men/tops/t-shirts", "t-shirt"),
    ("home/decor", "vase"),
    ("outdoor", "tent"),
)
SIZES = ("XXS", "M", "XL", "8", "10", "UK 9", "32/34", "0-3 months", "One size")
MATERIALS = ("Leather", "Ceramic", "Wool")
WORDS = ("Linen", "Cotton", "Striped", "Hand-woven", "Everyday", "Karoo", "Winter", "Émile")


@contextmanager
def stocked_database(server_url: str) -> Iterator[str]:
    """Yield the URL of a new database with rates, stores and products; drop it after."""
    with database_from_template(server_url, fill) as url:
        yield url


def fill(database_url: str) -> None:
    dice = random.Random(7)
    with session_scope(database_url) as session:
        refresh_rates(session, "")
        styles = session.scalars(select(Style.slug).order_by(Style.position)).all()
        colours = session.scalars(select(Color.slug).order_by(Color.position)).all()
        brands = [
            row | {"shipping_countries_list": SHIPS[row["slug"]], "styles": dice.sample(styles, 2)}
            for row in STORES
        ]
        made = [_product(number, colours, dice) for number in range(PRODUCTS)]
        stock(session, brands=brands, products=made)


def _product(number: int, colours: Any, dice: random.Random) -> dict[str, Any]:
    brand, (category, kind) = dice.choice(STORES), dice.choice(PRODUCT_TYPES)
    colour = dice.choice(colours) if dice.random() < 0.9 else None
    price = Decimal(dice.randrange(4_900, 2_600_000)) / 100 if dice.random() < 0.95 else None
    href = f"https://{brand['slug']}.example/p/{number}"
    return {
        "brand": brand["slug"],
        "group_key": f"key-{number}",
        "name": f"{dice.choice(WORDS)} {dice.choice(WORDS).lower()} {kind}",
        "product_brand": dice.choice(LABELS) if brand.get("is_multi_brand") else None,
        "href": href,
        "price": price,
        "ordinary_price": price + 100 if price is not None and dice.random() < 0.2 else None,
        "sold_out": dice.random() < 0.15,
        "item_type": "vintage" if dice.random() < 0.2 else None,
        "category": category,
        "colour": colour,
        "classified_unisex": dice.random() < 0.1,
        "blocked": dice.random() < 0.03,
        "gone_at": NEWEST if dice.random() < 0.05 else None,
        "created_at": NEWEST - timedelta(minutes=dice.randrange(100_000)),
        "images": [f"{href}/{place}.jpg?v=1" for place in range(dice.randrange(4))],
        "attributes": _attributes(dice),
    }


def _attributes(dice: random.Random) -> dict[str, list[str]] | None:
    """Return sizes and materials, as documents write them; many products say nothing of either."""
    sizes = dice.sample(SIZES, dice.randrange(4))
    attributes = {"size": sizes, "material": dice.sample(MATERIALS, dice.randrange(2))}
    return {name: values for name, values in attributes.items() if values} or None
