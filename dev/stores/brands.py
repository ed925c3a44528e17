"""The demo stores' brand rows: ``python -m dev.stores.brands --map FILE``.

Brands are identified by slug and pages by path, so that both keep their ids when the stores run on
other ports.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from dev.stores.server import read_map
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, BrandPage, Category, Color, Country, Style

_FILE = Path(__file__).with_name("brands.json")
_REFERENCES = ("country", "styles", "pages")


def load_brands(bases: dict[str, str]) -> list[dict[str, Any]]:
    """Return the configuration of every store in ``bases`` (slug → address)."""
    rows = [(row["slug"], json.dumps(row)) for row in json.loads(_FILE.read_text("utf-8"))]
    return [json.loads(row.replace("{base}", bases[slug])) for slug, row in rows if slug in bases]


def _id(session: Session, model: type[Category] | type[Color], slug: str) -> int | None:
    return session.scalars(select(model.id).where(model.slug == slug)).one() if slug else None


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _set_pages(session: Session, brand: Brand, rows: list[dict[str, str]]) -> None:
    before = {_path(page.page_url): page for page in brand.pages}
    pages = []
    for position, row in enumerate(rows):
        page = before.get(_path(row["page_url"])) or BrandPage()
        page.page_url = row["page_url"]
        page.position = position
        page.product_category = _id(session, Category, row.get("category", ""))
        page.color = _id(session, Color, row.get("color", ""))
        page.custom_click_selector = row.get("custom_click_selector", "")
        pages.append(page)
    brand.pages = pages


def upsert_brand(session: Session, row: dict[str, Any]) -> Brand:
    """Create or update a brand with its pages and styles; flushed, not committed.

    Raises NoResultFound where the reference data is not loaded, or the row is wrong.
    """
    brand = session.scalar(select(Brand).where(Brand.slug == row["slug"]))
    if brand is None:
        brand = Brand()
        session.add(brand)
    with session.no_autoflush:
        for name, value in row.items():
            if name not in _REFERENCES:
                setattr(brand, name, value)
        brand.country = session.scalars(select(Country).where(Country.iso == row["country"])).one()
        styles = (select(Style).where(Style.slug == slug) for slug in row.get("styles", []))
        brand.styles = [session.scalars(style).one() for style in styles]
        _set_pages(session, brand, row["pages"])
    session.flush()
    return brand


def upsert_brands(session: Session, bases: dict[str, str]) -> list[Brand]:
    """Create or update the brand of every store in ``bases`` (slug → address)."""
    return [upsert_brand(session, row) for row in load_brands(bases)]


def main() -> int:
    """Write the brands of the map's stores into the database."""
    parser = argparse.ArgumentParser(description="Upsert the demo stores' brands.")
    parser.add_argument("--map", type=Path, required=True, help="as written by dev.stores")
    bases = read_map(parser.parse_args().map)
    with session_scope(Settings.from_env().database_url) as session:
        for brand in upsert_brands(session, bases):
            print(f"{brand.id}  {brand.slug}  {brand.website}  {len(brand.pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
