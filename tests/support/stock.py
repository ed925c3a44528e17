"""One builder of catalogues: brands and products as rows, with names for what they refer to."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.core.settings import Settings
from indexer.models import Brand, BrandPage, Category, Color, Country, Product, ProductImage, Style
from tests.support.database import database_from_template
from tests.support.services import TestServices, delete_indices

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
Row = Mapping[str, Any]


def stock(session: Session, *, brands: Sequence[Row] = (), products: Iterable[Row] = ()) -> None:
    """Add brands and products; what a row leaves out is what most have.

    A brand's `country` is an ISO code, its `styles` are slugs; a product's `brand` and `colour` are
    slugs, its `category` is one or its beginning, its `images` are addresses.
    """
    for row in brands:
        session.add(_brand(session, row))
    session.flush()
    known = {brand.slug: brand for brand in session.scalars(select(Brand))}
    colours = {color.slug: color.id for color in session.scalars(select(Color))}
    slugs: dict[str, int] = {}
    for row in products:
        if (slug := row.get("category")) and slug not in slugs:
            slugs[slug] = category_id(session, slug)
        session.add(_product(row, known, colours, slugs))
    session.flush()


def _brand(session: Session, row: Row) -> Brand:
    slug, given = row["slug"], dict(row)
    website = given.setdefault("website", f"https://{slug}.example")
    country, styles = given.pop("country", "ZA"), given.pop("styles", ())
    return Brand(
        **{"name": slug.title()} | given,
        country=session.scalar(select(Country).where(Country.iso == country)),
        styles=[session.scalars(select(Style).where(Style.slug == one)).one() for one in styles],
        pages=[BrandPage(page_url=f"{website}/all")],
    )


def _product(
    row: Row, brands: Mapping[str, Brand], colours: Mapping[str, int], slugs: Mapping[str, int]
) -> Product:
    given: dict[str, Any] = {"currency": "ZAR", "created_at": NEWEST} | dict(row)
    brand = brands[given.pop("brand")]
    given.setdefault("href", f"{brand.website}/p/{given['group_key']}")
    for name, ids in (("category", slugs), ("colour", colours)):
        if slug := given.pop(name, None):
            given[f"classified_{name.replace('colour', 'color')}_id"] = ids[slug]
    images = [
        ProductImage(
            position=place,
            image_url=url,
            canonical_url=url.partition("?v=")[0],
            image_width=600,
            image_height=800,
        )
        for place, url in enumerate(given.pop("images", ()))
    ]
    return Product(brand=brand, images=images, **given)


def category_id(session: Session, slug: str) -> int:
    """Return the category of that slug, otherwise the first that begins so or has its root."""
    is_below = Category.slug.startswith(f"{slug.partition('/')[0]}/")
    category = session.scalars(
        select(Category.id)
        .where(is_below | (Category.slug == slug))
        .order_by(Category.slug != slug, ~Category.slug.startswith(slug), Category.slug)
    ).first()
    assert category is not None
    return category


@contextmanager
def own_shop(services: TestServices, settings: Settings) -> Iterator[Settings]:
    """Yield settings for an empty shop, whose database and indices are removed after."""
    prefix = f"test-{uuid.uuid4().hex[:12]}"
    try:
        with database_from_template(services.database_url) as url:
            yield settings.but(database_url=url, index_prefix=prefix)
    finally:
        delete_indices(settings.elasticsearch_url, f"{prefix}*")
