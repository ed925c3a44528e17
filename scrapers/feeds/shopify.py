"""Shopify's products, as its export and its addresses give them: a row for each variant."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scrapers.attributes import ATTRIBUTES
from scrapers.errors import RowRefusedError
from scrapers.structured.product import COLOR
from scrapers.values.offers import price
from scrapers.values.price.money import read_money

KEY = "handle"
KEYS = frozenset({KEY, "variants"})  # by which such a product is known
COLUMNS = frozenset({KEY, "title", "variant_price"})  # of its export; names as `attribute_name`'s
PLACES = (1, 2, 3)  # of options
# Of tags and types: what shoppers do not see by itself, and what is not for all of them.
HIDDEN = re.compile(
    r"(?:^|[ _-])(?:hidden|wholesale|trade-only)(?:[ _-]|$)|_generated$|^bookings?$", re.I
)
SERVICES = re.compile(r"\s*(?:service|subscription|rental)s?\s*", re.I)  # as a whole type
UNPUBLISHED = ("draft", "archived", "unlisted")


def from_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a product in the form of `/products.json` from its rows in the export.

    Rows after the first have nothing that holds for the product; some hold only a picture.
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
        "published": str(first.get("published") or "true").lower() != "false"
        and str(first.get("status") or "active").lower() not in UNPUBLISHED,
    }


def _variant(row: Mapping[str, Any]) -> dict[str, Any]:
    picture, policy = row.get("variant_image"), row.get("variant_inventory_policy")
    is_counted = row.get("variant_inventory_tracker") and policy != "continue"
    flags = str(row.get("variant_requires_shipping")), str(row.get("gift_card"))
    return {
        **{f"option{place}": row.get(f"option{place}_value") for place in PLACES},
        "price": row["variant_price"],
        "compare_at_price": row.get("variant_compare_at_price"),
        "available": row.get("variant_inventory_qty") if is_counted else True,
        "featured_image": {"src": picture} if picture else None,
        "requires_shipping": flags[0].lower() != "false" and flags[1].lower() != "true",
        "sku": row.get("variant_sku"),
        "barcode": row.get("variant_barcode"),
    }


def rows_of(product: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a Merchant row for each variant of a product of `/products.json`.

    Raises RowRefusedError for a product that is not offered.
    """
    variants = [variant for variant in product["variants"] if isinstance(variant, Mapping)]
    if not product.get("published", True):
        raise RowRefusedError("the product is not published")
    if _is_hidden(product):
        raise RowRefusedError("the shop does not offer the product by itself to everybody")
    if not variants:
        raise RowRefusedError("the product has no variant with a price")
    rows = [_row(product, variant) for variant in variants]
    is_coloured = len({row.get("color") for row in rows}) > 1
    for variant, row in zip(variants, rows, strict=True):
        if is_coloured and variant.get("id"):
            row["link"] += f"?variant={variant['id']}"  # the page opens in this colour
        yield row


def _is_hidden(product: Mapping[str, Any]) -> bool:
    tags = product.get("tags")
    listed = tags if isinstance(tags, list) else str(tags or "").split(",")
    return any(HIDDEN.search(str(text)) for text in (*listed, product.get("product_type")))


def _row(product: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    handle = str(product.get(KEY) or "")
    options = [str(variant.get(f"option{place}") or "") for place in PLACES]
    pictures = [*sources([variant.get("featured_image")]), *sources(product.get("images") or [])]
    paid, ordinary = variant.get("price"), variant.get("compare_at_price")
    is_sent = not (product.get("gift_card") or SERVICES.fullmatch(str(product.get("product_type"))))
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
        "requires_shipping": is_sent and variant.get("requires_shipping"),
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
