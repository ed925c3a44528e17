"""A shop whose products carry sizes, materials and discounts: its own database and index."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.index.building.rebuild import rebuild
from indexer.models import Brand, BrandPage, Country, Product
from indexer.settings import Settings
from tests.e2e.conftest import shop_site
from tests.support.own_shop import category_id, own_shop
from tests.support.services import TestServices

NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
WOMEN, HOME = "women/dresses", "home/decor"
# Name, category, price, ordinary price, the store's wordings; the newest first.
PRODUCTS: tuple[tuple[str, str, int, int | None, dict[str, list[str]]], ...] = (
    ("Linen dress", WOMEN, 500, None, {"size": ["Medium", "X-Large", "XXS"]}),
    ("Plain dress", WOMEN, 900, 1000, {"size": ["10", "8", "UK 9"], "material": ["100% Cotton"]}),
    ("Wrap dress", WOMEN, 500, 1000, {"size": ["XL", "One Size"]}),
    ("Shirt dress", WOMEN, 800, 1000, {"size": ["3XL", "S/M"], "material": ["<b>Wool</b>"]}),
    ("Odd dress", WOMEN, 700, None, {"size": ["<b>bold</b>"]}),
    ("Glass vase", HOME, 300, None, {}),
)


@pytest.fixture(scope="session")
def site(services: TestServices, settings: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the site with the shop above."""
    with own_shop(services, settings) as empty:
        own = empty.but(frontend_dir=frontend_dir)
        with shop_site(own, lambda _: _fill(own)) as address:
            yield address


def _fill(settings: Settings) -> None:
    with session_scope(settings.database_url) as session:
        session.add_all(_products(session))
    rebuild(settings, fast=True)


def _products(session: Session) -> Iterator[Product]:
    brand = Brand(
        slug="aloe",
        name="Aloe",
        website="https://aloe.example",
        country=session.scalars(select(Country).where(Country.iso == "ZA")).one(),
        pages=[BrandPage(page_url="https://aloe.example/all")],
    )
    for number, (name, category, price, ordinary, attributes) in enumerate(PRODUCTS):
        yield Product(
            brand=brand,
            group_key=f"aloe-{number}",
            name=name,
            href=f"https://aloe.example/p/{number}",
            currency="ZAR",
            price=Decimal(price),
            ordinary_price=Decimal(ordinary) if ordinary else None,
            attributes=attributes or None,
            classified_category_id=category_id(session, category),
            created_at=NEWEST - timedelta(minutes=number),
        )
