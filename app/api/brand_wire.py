"""A brand's fields on the wire: camel case, as spec §3 writes them, from the scraper's config."""

from __future__ import annotations

from typing import Any

from indexer.models import Brand, BrandPage
from scrapers.config import FIELD_HELP, FieldHelp, wire_name

# Form types for what is chosen from a list; the others follow from the Python type.
_CHOSEN = {"country_id": "country", "currency": "currency"}
_AREAS = {"shipping_countries_list", "extra_headers", "cookies"}
_TYPES = {"bool": "boolean", "int": "number", "str": "text"}

# A listing page's own fields; the rest of FIELD_HELP is the brand's.
_PAGE_FIELDS = {"custom_click_selector"}
CONFIG = tuple(item for item in FIELD_HELP if item.name not in _PAGE_FIELDS)


def form_fields() -> list[dict[str, str]]:
    """Describe every field of the brand form with its label, help and type."""
    described = [
        {
            "name": wire_name(item.name),
            "label": item.label,
            "help": item.help,
            "type": _form_type(item),
            "group": item.group,
        }
        for item in CONFIG
    ]
    styles = "What its products look like; they all inherit these styles."
    pages = "Listing pages, crawled in order; a product on several takes the most specific."
    return [
        *described,
        {"name": "styles", "label": "Styles", "help": styles, "type": "styles", "group": "store"},
        {"name": "pages", "label": "Pages", "help": pages, "type": "pages", "group": "page"},
    ]


def _form_type(item: FieldHelp) -> str:
    if item.name in _AREAS:
        return "textarea"
    return _CHOSEN.get(item.name) or _TYPES[item.type]


def brand_fields(brand: Brand) -> dict[str, Any]:
    """Return a brand with all its configuration; its pages are apart."""
    return {
        "id": brand.id,
        "brandId": brand.id,
        "slug": brand.slug,
        "itemType": brand.item_type,
        **{wire_name(item.name): getattr(brand, item.name) for item in CONFIG},
        "styles": [style.id for style in brand.styles],
    }


def page_fields(page: BrandPage | None) -> dict[str, Any]:
    """Return a listing page's fields, null where the brand has no page."""
    if page is None:
        return dict.fromkeys(
            ("pageId", "pageUrl", "productCategory", "color", "customClickSelector")
        )
    return {
        "pageId": page.page_id,
        "pageUrl": page.page_url,
        "productCategory": page.product_category,
        "color": page.color,
        "customClickSelector": page.custom_click_selector,
    }
