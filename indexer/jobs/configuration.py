"""Brand rows as the scraper takes them."""

from __future__ import annotations

from dataclasses import fields

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
