"""A product's columns: what its source gives, and what its listing pages' configuration adds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from indexer.language.classify.product import name_key, sibling_key
from scrapers.product import PlannedPrice
from scrapers.product import Product as Found
from scrapers.values.sizes import SizeOffer

Columns = dict[str, Any]

# Shown by documents: a difference raises the product's revision.
DOCUMENT_FIELDS = (
    "name",
    "product_brand",
    "href",
    "currency",
    "price",
    "ordinary_price",
    "sold_out",
    "item_type",
    "attributes",
    "page_category_id",
    "page_color_id",
    "page_unisex",
    "sibling_key",
    "name_key",
)
# No document has them.
QUIET_FIELDS = (
    "page_id",
    "source",
    "origin",
    "identifiers",
    "sizes",
    "planned_prices",
    "price_changes_at",
)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A listing page's configuration of its products."""

    page_id: int
    category_id: int | None
    category_slug: str | None
    color_id: int | None

    @property
    def depth(self) -> int:
        """Return how specific its category is."""
        return (self.category_slug or "").count("/") + (self.category_id is not None)


NO_PAGES: Mapping[int, PageFacts] = {}
_NO_PAGE = PageFacts(0, None, None, None)


def columns_of(found: Found, pages: Mapping[int, PageFacts] = NO_PAGES) -> Columns:
    """Return the columns of a product's row, and its hints as they are stored.

    A product on several pages takes the most specific category (fields.md, "pages") and the first
    colour that a page gives.
    """
    listed = [pages[page] for page in found.pages if page in pages]
    page = max(listed, key=lambda each: each.depth, default=_NO_PAGE)
    return {
        "name": found.name,
        "product_brand": found.product_brand,
        "href": found.href,
        "currency": found.currency,
        "price": found.price,
        "ordinary_price": found.ordinary_price,
        "origin": found.origin or None,
        "sold_out": found.sold_out,
        "item_type": found.item_type,
        "attributes": {name: list(texts) for name, texts in found.attributes.items()} or None,
        "identifiers": [asdict(one) for one in found.identifiers] or None,
        "sizes": sizes_column(found.sizes),
        "page_category_id": page.category_id,
        "page_color_id": _first(each.color_id for each in listed),
        "page_unisex": found.unisex,
        "sibling_key": sibling_key(
            found.name,
            color=found.color,
            product_brand=found.product_brand,
            href=found.href,
            group=found.group,
        ),
        "name_key": name_key(found.name, found.color),
        "page_id": page.page_id or None,
        **planned_columns(found.planned),
        "hints": _hints(found, page),
    }


def sizes_column(sizes: Iterable[SizeOffer]) -> list[Columns] | None:
    """Return sizes as JSON holds them, amounts as texts; None where there are none."""
    return [
        {**asdict(one), "price": None if one.price is None else str(one.price)} for one in sizes
    ] or None


def _first(ids: Iterable[int | None]) -> int | None:
    return next((id_ for id_ in ids if id_ is not None), None)


def _hints(found: Found, page: PageFacts) -> Columns | None:
    """Return the hints as they are stored: only what the store stated."""
    columns = {
        "category_path": found.category_path,
        "color": found.color,
        "gender": found.gender,
        "root": page.category_slug,
        "age_group": found.age_group,
    }
    return {name: value for name, value in columns.items() if value is not None} or None


def planned_columns(planned: Sequence[PlannedPrice]) -> dict[str, Any]:
    """Return a product's columns for its planned prices, which are in the order of time."""
    rows = [
        {
            "at": each.at.astimezone(UTC).isoformat(),
            "price": _text(each.price),
            "ordinary_price": _text(each.ordinary_price),
            **({"origin": each.origin} if each.origin else {}),
        }
        for each in planned
    ]
    return {"planned_prices": rows or None, "price_changes_at": planned[0].at if planned else None}


def read_planned(rows: Iterable[Mapping[str, Any]] | None) -> list[PlannedPrice]:
    """Return the planned prices that `planned_columns` wrote."""
    return [
        PlannedPrice(
            datetime.fromisoformat(row["at"]),
            _amount(row["price"]),
            _amount(row["ordinary_price"]),
            row.get("origin") or "",
        )
        for row in rows or ()
    ]


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
