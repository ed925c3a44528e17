"""A shop to look at: brands that sell the same kinds, each thing in colours, some reduced."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from PIL import Image, ImageFilter
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.catalogue.images.store import PictureStore, narrowed, thumbnail
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.language.classify.product import name_key, sibling_key
from indexer.models import Brand, BrandPage, Color, Country, Product, ProductImage, Style
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
GRAIN = 20  # of pictures: 12 kB in the narrow width, 35 in the wide one
# One thing at three stores, and what Baobab, which is the cheapest, asks for it.
SOLD_ELSEWHERE = {f"{brand} Tent D - Green": brand for brand in BRANDS[:3]}
CHEAPEST = 480
_ONE_THING = text(f"""
UPDATE product SET thing_id = (SELECT min(id) FROM product WHERE name = ANY(:names)),
       price = CASE WHEN name LIKE 'Baobab%' THEN {CHEAPEST} ELSE price END
 WHERE name = ANY(:names)
""")  # noqa: S608 - words of our own
REDUCED = "Cedar"  # this brand's prices were twice as high


def drawings(address: str) -> list[str]:
    """Return the addresses of pictures that the site has of its own."""
    return [f"{address}/styles/{name}.svg" for name in ("boho", "bush", "glam", "eco")]


def photographs(store: PictureStore) -> list[str]:
    """Store a picture as heavy as photographs are, in both widths, at an address for each product's
    own two; return these.
    """
    grain, content = Image.effect_noise((600, 800), GRAIN), io.BytesIO()
    grain.filter(ImageFilter.GaussianBlur(1)).convert("RGB").save(content, "PNG")
    wide = thumbnail(content.getvalue()).content
    narrow = narrowed(wide)
    keys = [f"{number:064x}" for number in range(2 * TOTAL)]
    for key in keys:
        store.write(key, wide)
        store.write(key, narrow, narrow=True)
    return [store.place(key).public_url for key in keys]


def fill(settings: Settings, pictures: Sequence[str]) -> None:
    """Fill a migrated database and build its index; `pictures` are the addresses of some."""
    with session_scope(settings.database_url) as session:
        for place, name in enumerate(BRANDS):
            brand = _brand(session, name)
            session.add_all(_products(session, brand, place, pictures))
        session.flush()
        session.execute(_ONE_THING, {"names": list(SOLD_ELSEWHERE)})
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


def _products(
    session: Session, brand: Brand, place: int, pictures: Sequence[str]
) -> Iterator[Product]:
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
                    images=list(_images(pictures, place * TOTAL // len(BRANDS) + number)),
                )


def _images(pictures: Sequence[str], number: int) -> Iterator[ProductImage]:
    for place in range(2):
        url = pictures[(2 * number + place) % len(pictures)]
        yield ProductImage(
            position=place, image_url=url, canonical_url=url, image_width=600, image_height=800
        )
