"""A seeded catalogue for the API's tests: small enough to count by hand, varied enough to trip."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.catalogue.rates import refresh_rates
from indexer.core.db import session_scope
from indexer.models import (
    Brand,
    BrandPage,
    Category,
    Color,
    Country,
    Product,
    ProductImage,
    Style,
)
from tests.support.database import database_from_template

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
PRODUCTS = 420


@dataclass(frozen=True, slots=True)
class StoreSketch:
    """A store of the catalogue."""

    slug: str
    name: str
    country: str | None
    ships: str
    multi_brand: bool = False
    active: bool = True


STORES = (
    StoreSketch("karoo-cotton", "Karoo Cotton", "ZA", ""),
    StoreSketch("proudly-bo-kaap", "Proudly Bo-Kaap", "ZA", "worldwide"),
    StoreSketch("h-and-m", "H&M <Outlet>", "GB", "GB\nUS"),
    StoreSketch("cafe-deco", "Café Déco", "FR", "FR\nZA"),
    StoreSketch("veld-mall", "Veld Mall", "ZA", "ZA\nNA", multi_brand=True),
    StoreSketch("closed-shop", "Closed Shop", "ZA", "", active=False),
)
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
    with database_from_template(server_url, _fill) as url:
        yield url


def _fill(database_url: str) -> None:
    with session_scope(database_url) as session:
        refresh_rates(session, "")
        _stock(session)


def _stock(session: Session, seed: int = 7) -> None:
    """Add stores and products, the same for the same seed."""
    dice = random.Random(seed)
    brands = [_brand(session, sketch, dice) for sketch in STORES]
    session.add_all(brands)
    session.flush()
    categories = [category_like(session, slug) for slug, _ in PRODUCT_TYPES]
    colors = session.scalars(select(Color).order_by(Color.position)).all()
    for number in range(PRODUCTS):
        brand = dice.choice(brands)
        which = dice.randrange(len(PRODUCT_TYPES))
        color = dice.choice(colors) if dice.random() < 0.9 else None
        session.add(
            _product(
                number,
                brand,
                product_type=PRODUCT_TYPES[which][1],
                category=categories[which],
                color=color,
                dice=dice,
            )
        )


def category_like(session: Session, slug: str) -> Category:
    """Return the category of that path, otherwise the first below its root."""
    exact = session.scalar(select(Category).where(Category.slug == slug))
    if exact is not None:
        return exact
    root = slug.partition("/")[0]
    below = select(Category).where(Category.slug.startswith(f"{root}/")).order_by(Category.slug)
    return session.scalars(below).first() or session.scalars(select(Category)).one()


def _brand(session: Session, sketch: StoreSketch, dice: random.Random) -> Brand:
    country = session.scalar(select(Country).where(Country.iso == sketch.country))
    styles = session.scalars(select(Style).order_by(Style.position)).all()
    website = f"https://{sketch.slug}.example"
    return Brand(
        slug=sketch.slug,
        name=sketch.name,
        website=website,
        country=country,
        shipping_countries_list=sketch.ships,
        is_multi_brand=sketch.multi_brand,
        is_active=sketch.active,
        styles=dice.sample(list(styles), 2),
        pages=[BrandPage(page_url=f"{website}/all")],
    )


def _product(
    number: int,
    brand: Brand,
    *,
    product_type: str,
    category: Category,
    color: Color | None,
    dice: random.Random,
) -> Product:
    price = Decimal(dice.randrange(4_900, 2_600_000)) / 100 if dice.random() < 0.95 else None
    name = f"{dice.choice(WORDS)} {dice.choice(WORDS).lower()} {product_type}"
    href = f"{brand.website}/p/{number}"
    return Product(
        brand=brand,
        group_key=f"key-{number}",
        name=name,
        product_brand=dice.choice(LABELS) if brand.is_multi_brand else None,
        href=href,
        currency="ZAR",
        price=price,
        ordinary_price=price + 100 if price is not None and dice.random() < 0.2 else None,
        sold_out=dice.random() < 0.15,
        item_type="vintage" if dice.random() < 0.2 else None,
        classified_category_id=category.id,
        classified_color_id=color.id if color else None,
        classified_unisex=dice.random() < 0.1,
        blocked=dice.random() < 0.03,
        gone_at=NEWEST if dice.random() < 0.05 else None,
        created_at=NEWEST - timedelta(minutes=dice.randrange(100_000)),
        images=_images(href, dice.randrange(4)),
        attributes=_attributes(dice),
    )


def _attributes(dice: random.Random) -> dict[str, list[str]] | None:
    """Return sizes and materials, as documents write them; many products say nothing of either."""
    sizes = dice.sample(SIZES, dice.randrange(4))
    materials = dice.sample(MATERIALS, dice.randrange(2))
    attributes = {"size": sizes, "material": materials}
    return {name: values for name, values in attributes.items() if values} or None


def _images(href: str, many: int) -> list[ProductImage]:
    return [
        ProductImage(
            position=place,
            image_url=f"{href}/{place}.jpg?v=1",
            canonical_url=f"{href}/{place}.jpg",
            image_width=600,
            image_height=800,
        )
        for place in range(many)
    ]
