"""A shop to look at: brands that sell the same kinds, each thing in colours, some reduced."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.classify.siblings import name_key, sibling_key
from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.models import Brand, BrandPage, Color, Country, Product, ProductImage, Style
from indexer.settings import Settings
from tests.support.own_shop import category_id

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
BRANDS = ("Aloe", "Baobab", "Cedar", "Disa")  # the last one scraped is the newest everywhere
KINDS = {
    "women/dresses": "Dress",
    "women/shoes": "Sandal",
    "men/": "Jersey",
    "home/decor": "Vase",
    "outdoor/": "Tent",
}
COLOURS = ("Red", "Blue", "Green")
THINGS = 4  # of each kind and brand, each in all colours
TOTAL = len(BRANDS) * len(KINDS) * THINGS * len(COLOURS)
REDUCED = "Cedar"  # this brand's prices were twice as high


def fill(settings: Settings, pictures: str) -> None:
    """Fill a migrated database and build its index; `pictures` is the folder of the site's own."""
    with session_scope(settings.database_url) as session:
        for place, name in enumerate(BRANDS):
            brand = _brand(session, name)
            session.add_all(_products(session, brand, place, pictures))
    rebuild(settings, fast=True)


def _brand(session: Session, name: str) -> Brand:
    website = f"https://{name.lower()}.example"
    brand = Brand(
        slug=name.lower(),
        name=name,
        website=website,
        country=session.scalars(select(Country).where(Country.iso == "ZA")).one(),
        shipping_countries_list="",
        styles=list(session.scalars(select(Style).where(Style.slug == "boho"))),
        pages=[BrandPage(page_url=f"{website}/all")],
    )
    session.add(brand)
    session.flush()
    return brand


def _products(session: Session, brand: Brand, place: int, pictures: str) -> Iterator[Product]:
    colors = {row.name: row.id for row in session.scalars(select(Color))}
    number = 0
    for slug, kind in KINDS.items():
        category = category_id(session, slug)
        for thing in range(THINGS):
            for at, color in enumerate(COLOURS):
                number += 1
                name = f"{brand.name} {kind} {'ABCD'[thing]} - {color}"
                price = Decimal(200 + 100 * thing + 10 * at)
                yield Product(
                    brand=brand,
                    group_key=f"{brand.slug}-{number}",
                    name=name,
                    href=f"https://{brand.slug}.example/p/{number}",
                    currency="ZAR",
                    price=price,
                    ordinary_price=price * 2 if brand.name == REDUCED else None,
                    classified_category_id=category,
                    classified_color_id=colors[color],
                    name_key=name_key(name, None),
                    sibling_key=sibling_key(name),
                    created_at=NEWEST + timedelta(days=place) - timedelta(minutes=number),
                    images=list(_images(pictures, thing, at)),
                )


def _images(pictures: str, thing: int, at: int) -> Iterator[ProductImage]:
    names = ("boho.svg", "bush.svg", "glam.svg", "eco.svg")
    for place in range(2):
        url = f"{pictures}/{names[(thing + at + place) % len(names)]}"
        yield ProductImage(
            position=place, image_url=url, canonical_url=url, image_width=600, image_height=800
        )
