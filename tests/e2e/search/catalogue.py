"""A small shop for the search's browser tests: every number here can be counted by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.models import Brand, BrandPage, Color, Country, Product, ProductImage, Style
from tests.support.own_shop import category_id

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
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
    with session_scope(settings.database_url) as session:
        number = 0
        for store in STORES:
            brand = _brand(session, store)
            session.add_all(_products(session, store, brand, number, pictures))
            number += store.products
    rebuild(settings, fast=True)


def _brand(session: Session, store: Store) -> Brand:
    website = f"https://{store.slug}.example"
    brand = Brand(
        slug=store.slug,
        name=store.name,
        website=website,
        country=session.scalars(select(Country).where(Country.iso == store.country)).one(),
        shipping_countries_list=store.ships,
        is_multi_brand=store.label is not None,
        need_external_translate=store.country != "ZA",
        styles=list(session.scalars(select(Style).where(Style.slug == store.style))),
        pages=[BrandPage(page_url=f"{website}/all")],
    )
    session.add(brand)
    session.flush()
    return brand


def _products(
    session: Session, store: Store, brand: Brand, first: int, pictures: Sequence[str]
) -> Iterator[Product]:
    category = category_id(session, store.category)
    colours = [session.scalars(select(Color).where(Color.slug == slug)).one() for slug in COLOURS]
    for number in range(store.products):
        href = f"https://{store.slug}.example/p/{number}?size=m"
        yield Product(
            brand=brand,
            group_key=f"{store.slug}-{number}",
            name=f"{store.thing} {number:03d}",
            product_brand=store.label,
            href=href,
            currency="ZAR",
            price=Decimal(100 + 50 * number),
            ordinary_price=Decimal(600) if store.slug == "karoo" and number == REDUCED else None,
            sold_out=store.slug == "karoo" and number == SOLD_OUT,
            attributes={"size": SIZES} if store.slug == "lisboa" else None,
            classified_category_id=category,
            classified_color_id=colours[number % len(colours)].id,
            created_at=NEWEST - timedelta(minutes=first + number),
            images=list(_images(store, number, pictures)),
        )


def _images(store: Store, number: int, pictures: Sequence[str]) -> Iterator[ProductImage]:
    if store.slug == "karoo":
        broken = f"{pictures[0]}.missing"
        special: dict[int, list[str]] = {
            NO_PICTURE: [],
            BROKEN_PICTURE: [broken],
            ONE_BROKEN_PICTURE: [broken, pictures[1]],
        }
        pictures = special.get(number, pictures)
    for place, url in enumerate(pictures):
        yield ProductImage(
            position=place, image_url=url, canonical_url=url, image_width=600, image_height=800
        )
