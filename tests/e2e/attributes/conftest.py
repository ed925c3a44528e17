"""A shop whose products carry sizes, materials and discounts: its own database and index."""

from __future__ import annotations

import urllib.request
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
from tests.support.own_shop import category_id, own_shop
from tests.support.services import TestServices
from tests.support.site import served

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
def attributes_shop(services: TestServices, settings: Settings) -> Iterator[Settings]:
    """Settings for a database and an index of these tests alone, both removed after."""
    with own_shop(services, settings) as own:
        yield own


@pytest.fixture(scope="session")
def site(attributes_shop: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the site with the shop above."""
    with served(attributes_shop.but(frontend_dir=frontend_dir)) as address:
        with session_scope(attributes_shop.database_url) as session:
            session.add_all(_products(session))
        rebuild(attributes_shop, fast=True)
        urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
        yield address


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
