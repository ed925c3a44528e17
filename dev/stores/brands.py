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
from indexer.db import session_scope
from indexer.models import Brand, BrandPage, Category, Color, Country, Style
from indexer.settings import Settings

_FILE = Path(__file__).with_name("brands.json")
_REFERENCES = ("country", "styles", "pages")


class UnknownReferenceError(LookupError):
    """The configuration names a country, style, category or colour that is not loaded."""


def load_brands(bases: dict[str, str]) -> list[dict[str, Any]]:
    """Return the configuration of every store in ``bases`` (slug → address)."""
    rows = json.loads(_FILE.read_text(encoding="utf-8"))
    return [_filled(row, bases[row["slug"]]) for row in rows if row["slug"] in bases]


def _filled(value: Any, base: str) -> Any:
    if isinstance(value, str):
        return value.replace("{base}", base)
    if isinstance(value, list):
        return [_filled(item, base) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, base) for key, item in value.items()}
    return value


def _id(session: Session, model: type[Category] | type[Color], slug: str) -> int | None:
    if not slug:
        return None
    row_id = session.scalar(select(model.id).where(model.slug == slug))
    if row_id is None:
        raise UnknownReferenceError(f"no {model.__tablename__} {slug!r}")
    return row_id


def _country(session: Session, iso: str) -> Country:
    country = session.scalar(select(Country).where(Country.iso == iso))
    if country is None:
        raise UnknownReferenceError(f"no country {iso!r}")
    return country


def _styles(session: Session, slugs: list[str]) -> list[Style]:
    styles = list(session.scalars(select(Style).where(Style.slug.in_(slugs))))
    if len(styles) != len(slugs):
        known = {style.slug for style in styles}
        raise UnknownReferenceError(f"no styles {sorted(set(slugs) - known)}")
    return styles


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

    Raises UnknownReferenceError where the reference data is not loaded, or the row is wrong.
    """
    brand = session.scalar(select(Brand).where(Brand.slug == row["slug"]))
    if brand is None:
        brand = Brand()
        session.add(brand)
    with session.no_autoflush:
        for name, value in row.items():
            if name not in _REFERENCES:
                setattr(brand, name, value)
        brand.country = _country(session, row["country"])
        brand.styles = _styles(session, row.get("styles", []))
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
