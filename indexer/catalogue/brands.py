"""Brand rows as the scraper takes them, and the switch that hides a brand's products."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue_brand
from indexer.models import Brand
from scrapers.config import BrandConfig, PageConfig

# Not columns of the row by the same name; all others are.
_COMPOSED = frozenset({"brand_id", "pages"})


def brand_config(brand: Brand) -> BrandConfig:
    """Return the brand's configuration; its pages must be loaded."""
    columns = {
        field.name: getattr(brand, field.name)
        for field in fields(BrandConfig)
        if field.name not in _COMPOSED
    }
    return BrandConfig(
        brand_id=brand.id,
        pages=tuple(
            PageConfig(page.page_id, page.page_url, page.custom_click_selector)
            for page in brand.pages
        ),
        **columns,
    )


def set_active(session: Session, brand: Brand, active: bool) -> None:
    """Show or hide a brand's products; hidden ones are kept (fields.md, "isActive")."""
    if brand.is_active != active:
        brand.is_active = active
        enqueue_brand(session, brand.id)
