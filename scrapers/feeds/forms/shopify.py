"""Shopify's products, as its export and its addresses give them: a row for each variant."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scrapers.attributes import ATTRIBUTES
from scrapers.feeds.forms.record import Record, places_of
from scrapers.structured.product import COLOR
from scrapers.values.offers import price
from scrapers.values.price.money import read_money

KEY = "handle"
COLUMNS = frozenset({KEY, "title", "variant_price"})  # of its export; names as `attribute_name`'s
PLACES = (1, 2, 3)  # of options
ID_SHOWN = 80  # characters
EXPORT = "@columns"  # of the amounts, in a product that is made from the export's rows
# Of tags and types: what shoppers do not see by itself, and what is not for all of them.
HIDDEN = re.compile(r"(?:^|[ _-])(?:hidden|wholesale|trade-only)(?:[ _-]|$)|_generated$", re.I)
UNPUBLISHED = ("draft", "archived", "unlisted")


def from_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a product in the form of `/products.json` from its rows in the export.

    Rows after the first say nothing that holds for the product; some hold only a picture.
    """
    first = rows[0]
    return {
        "handle": first[KEY],
        "title": first["title"],
        "vendor": first.get("vendor"),
        "tags": first.get("tags"),
        "product_type": first.get("type") or first.get("product_category"),
        "options": [{"name": first.get(f"option{place}_name") or ""} for place in PLACES],
        "images": [{"src": row["image_src"]} for row in rows if row.get("image_src")],
        "variants": [_variant(row) for row in rows if row["variant_price"]],
        EXPORT: {"price": "Variant Price", "compare_at_price": "Variant Compare At Price"},
        "published": str(first.get("published") or "true").lower() != "false"
        and str(first.get("status") or "active").lower() not in UNPUBLISHED,
    }


def _variant(row: Mapping[str, Any]) -> dict[str, Any]:
    picture = row.get("variant_image")
    return {
        **{f"option{place}": row.get(f"option{place}_value") for place in PLACES},
        "price": row["variant_price"],
        "compare_at_price": row.get("variant_compare_at_price"),
        "available": _is_available(row),
        "featured_image": {"src": picture} if picture else None,
        "sku": row.get("variant_sku"),
        "barcode": row.get("variant_barcode"),
    }


def _is_available(row: Mapping[str, Any]) -> Any:
    counted = row.get("variant_inventory_tracker")
    if not counted or row.get("variant_inventory_policy") == "continue":
        return True
    return row.get("variant_inventory_qty")


def rows_of(product: Mapping[str, Any], line: int, end: int, unit: str) -> Iterator[Record]:
    """Yield a Merchant row for each variant of a product of `/products.json`."""
    variants = [variant for variant in product["variants"] if isinstance(variant, Mapping)]
    problem = None
    if not product.get("published", True):
        problem = "the product is not published"
    elif _is_hidden(product):
        problem = "the shop does not offer the product by itself to everybody"
    elif not variants:
        problem = "the product has no variant with a price"
    if problem:
        yield Record(line, end, {"id": product.get(KEY)}, problem, unit)
        return
    colors = {_row(product, variant).get("color") for variant in variants}
    for variant in variants:
        row = _row(product, variant)
        if len(colors) > 1 and variant.get("id"):
            row["link"] += f"?variant={variant['id']}"  # the page opens in this colour
        yield Record(line, end, row, unit=unit, places=_places(product, variant, row))


def _places(
    product: Mapping[str, Any], variant: Mapping[str, Any], row: Mapping[str, Any]
) -> dict[str, str]:
    """Return where a variant's amounts stand: in the platform's answer, or in its export."""
    before = row["price"] is not row["sale_price"]
    names = ("compare_at_price" if before else "price", "price")
    columns = product.get(EXPORT)
    if isinstance(columns, Mapping):
        full, paid = (f"row {row['id'][:ID_SHOWN]}, column {columns.get(name)}" for name in names)
    else:
        handle = str(product.get(KEY) or "")[:ID_SHOWN]
        known = next((f"{k}={variant[k]}" for k in ("id", "title") if variant.get(k)), "0")[
            :ID_SHOWN
        ]
        full, paid = (f"$.products[handle={handle}].variants[{known}].{name}" for name in names)
    return places_of(product, "Shopify", price=full, sale_price=paid)


def _is_hidden(product: Mapping[str, Any]) -> bool:
    tags = product.get("tags")
    listed = tags if isinstance(tags, list) else str(tags or "").split(",")
    return any(HIDDEN.search(str(text)) for text in (*listed, product.get("product_type")))


def _row(product: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    handle = str(product.get(KEY) or "")
    options = [str(variant.get(f"option{place}") or "") for place in PLACES]
    pictures = [*sources([variant.get("featured_image")]), *sources(product.get("images") or [])]
    paid, ordinary = variant.get("price"), variant.get("compare_at_price")
    row = {
        "id": ":".join([handle, *filter(None, options)]),
        "item_group_id": handle,
        "title": product.get("title"),
        "brand": product.get("vendor"),
        "product_type": product.get("product_type"),
        "link": f"/products/{handle}",
        "image_link": pictures[:1],
        "additional_image_link": pictures[1:],
        "price": ordinary if is_more(ordinary, paid) else paid,
        "sale_price": paid,
        "availability": variant.get("available"),
        "variant_title": [*filter(None, options)],
        "sku": variant.get("sku"),
        "gtin": variant.get("barcode"),
    }
    for option, value in zip(product.get("options") or [], options, strict=False):
        name = option.get("name") if isinstance(option, Mapping) else option
        row |= dict.fromkeys(attributes_called(str(name)), value)
    return row


def sources(images: Sequence[Any]) -> Iterator[str]:
    """Yield the addresses of pictures, which stand alone or as an object's `src`."""
    for image in images:
        address = image.get("src") if isinstance(image, Mapping) else image
        if isinstance(address, str) and address:
            yield address


def attributes_called(option: str) -> Iterator[str]:
    """Yield the Merchant attributes that an option of this name is."""
    if COLOR.search(option):
        yield "color"
    for attribute in ATTRIBUTES:
        if attribute.options.search(option):
            yield attribute.feed[0]


def is_more(before: Any, paid: Any) -> bool:
    """Return True if a product cost more before than it does now."""
    amounts = [read_money(value, None).value or () for value in (before, paid)]
    least = [price(offers, "").value for offers in amounts]
    return least[0] is not None and least[1] is not None and least[0] > least[1]
