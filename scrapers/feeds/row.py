"""A feed's row as a product: pure, one row at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

from scrapers.attributes import ATTRIBUTES as DECLARED
from scrapers.attributes import Attribute
from scrapers.feeds.errors import NotUnderstoodError, RowRefusedError
from scrapers.feeds.price import Knows, parse_price, sale_interval
from scrapers.product import (
    Picture,
    PlannedPrice,
    Product,
    ProductRefusedError,
    clean,
    is_remote,
)
from scrapers.values.availability import read_availability
from scrapers.values.pictures import read_pictures
from scrapers.web.addresses import Loopback, refusal
from scrapers.web.urls import canonical_image_url
from scrapers.wording import plain_text

# The attributes that are read; all others are ignored.
ATTRIBUTES = frozenset(
    {
        *(
            "id",
            "item_group_id",
            "title",
            "structured_title",
            "brand",
            "product_type",
            "google_product_category",
        ),
        *("color", "gender", "age_group", "price", "sale_price", "availability"),
        "sale_price_effective_date",
        *("condition", "link", "image_link", "additional_image_link"),
        *(name for attribute in DECLARED for name in (*attribute.feed, attribute.system) if name),
    }
)
DIGITAL_SOURCE = re.compile(r"(?:default|trained_algorithmic_media)", re.IGNORECASE)
UNISEX = {"unisex": True, "male": False, "female": False}
ITEM_TYPES = {"new": "new", "used": "vintage", "vintage": "vintage"}


@dataclass(frozen=True, slots=True)
class FeedDefaults:
    """What a row takes where it says nothing: the brand's currency; and what can be converted.

    `website` is what addresses without a host belong to. `loopback`: the ports of this machine
    that its addresses may lead to. `now` decides whether a sale is in effect.
    """

    currency: str
    knows: Knows
    loopback: Loopback = False
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    website: str = ""


def parse_row(values: Mapping[str, Any], defaults: FeedDefaults) -> Product:
    """Return the row's product; raises RowRefusedError with the reason for the report."""
    row = _Row(values)
    id_ = row.text("id")
    if not id_:
        raise RowRefusedError("it has no id")
    current, planned, currency = _prices(row, defaults)
    images = _images(row)
    try:
        return clean(
            Product(
                group_key=_group_key(row, id_),
                name=row.text("title") or _structured(row.raw("structured_title")),
                product_brand=row.text("brand") or None,
                price=current.price,
                ordinary_price=current.ordinary_price,
                planned=planned,
                currency=currency,
                sold_out=_is_sold_out(row),
                href=_link(row, defaults),
                images=images,
                not_understood={} if images else _unread_picture(row),
                item_type=ITEM_TYPES.get(row.word("condition")),
                unisex=UNISEX.get(row.word("gender")),
                category_path=_category_path(row),
                color=row.text("color"),
                gender=row.text("gender"),
                age_group=row.text("age_group"),
                group=row.text("item_group_id") or None,
                attributes={attribute.name: _wordings(row, attribute) for attribute in DECLARED},
            ),
            defaults.loopback,
        )
    except ProductRefusedError as error:
        raise RowRefusedError(str(error)) from error


class _Row:
    """Reads attributes that may be text, a number, a list, or missing."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def raw(self, name: str) -> Any:
        return self._values.get(name)

    def texts(self, name: str) -> list[str]:
        value = self._values.get(name)
        parts = value if isinstance(value, list) else [value]
        cleaned = (
            plain_text(str(part))
            for part in parts
            if isinstance(part, str | int | float) and not isinstance(part, bool)
        )
        return [part for part in cleaned if part]

    def text(self, name: str) -> str:
        return next(iter(self.texts(name)), "")

    def word(self, name: str) -> str:
        return self.text(name).lower().replace(" ", "_")


def _structured(title: Any) -> str:
    """Return the words of Google's title that a machine made: `source:"words"`, or an object."""
    if isinstance(title, Mapping):
        return str(title.get("content") or "")
    source, _, words = title.partition(":") if isinstance(title, str) else ("", "", "")
    return words.strip().strip('"') if DIGITAL_SOURCE.fullmatch(source.strip()) else ""


def _wordings(row: _Row, attribute: Attribute) -> tuple[str, ...]:
    """Return what the row words of an attribute, each with the system that it is in."""
    system = row.text(attribute.system) if attribute.system else ""
    texts = next((listed for name in attribute.feed if (listed := row.texts(name))), [])
    return tuple(f"{system} {text}" if system and text[:1].isdigit() else text for text in texts)


def _prices(
    row: _Row, defaults: FeedDefaults
) -> tuple[PlannedPrice, tuple[PlannedPrice, ...], str]:
    """Return what the visitor pays now, what later, and the currency.

    The ordinary price is beside what is paid where that is lower.
    """
    ordinary = parse_price(row.raw("price"), defaults.currency, defaults.knows)
    sale = parse_price(
        row.raw("sale_price"), ordinary[1] if ordinary else defaults.currency, defaults.knows
    )
    amount, currency = ordinary or (None, sale[1] if sale else defaults.currency)
    without = PlannedPrice(defaults.now, amount)
    starts, ends = sale_interval(row.text("sale_price_effective_date")) if sale else (None, None)
    over = ends is not None and ends <= max(starts or defaults.now, defaults.now)
    if sale is None or over:
        return without, (), currency
    if ordinary and ordinary[1] != sale[1]:
        raise RowRefusedError(f"its price is in {ordinary[1]} and its sale price in {sale[1]}")
    if amount is not None and sale[0] >= amount:
        return without, (), currency
    reduced = PlannedPrice(defaults.now, sale[0], amount)
    after = (replace(without, at=ends),) if ends else ()
    if starts and starts > defaults.now:
        return without, (replace(reduced, at=starts), *after), currency
    return reduced, after, currency


def _is_sold_out(row: _Row) -> bool:
    stock = read_availability(row.raw("availability"))
    if stock.not_understood:
        raise NotUnderstoodError("availability", stock.text)
    return stock.value is False


def _group_key(row: _Row, id_: str) -> str:
    """Sizes of one colour are one product; a row without a group stands for itself (design)."""
    group, color = row.text("item_group_id"), row.text("color").casefold()
    if not group:
        return id_
    return f"{group}:{color}" if color else group


def _link(row: _Row, defaults: FeedDefaults) -> str | None:
    link = row.text("link")
    if link.startswith("/") and not link.startswith("//"):
        link = urljoin(defaults.website, link)
    if link and (why := refusal(link, defaults.loopback)):
        raise RowRefusedError(f"its link {link[:80]!r} {why}")
    return link or None


def _images(row: _Row) -> tuple[Picture, ...]:
    """Return the images in order; names without http:// are files beside the feed."""
    texts = (*row.texts("image_link"), *row.texts("additional_image_link"))
    written = (part for text in texts for part in read_pictures(text).value or ())
    addresses = (address for part in written for address in _named(part))
    return tuple(Picture(address, _canonical(address)) for address in addresses)


def _unread_picture(row: _Row) -> dict[str, str]:
    """Return what stands for a picture and is no address."""
    texts = (*row.texts("image_link"), *row.texts("additional_image_link"))
    text = next((text for text in texts if read_pictures(text).not_understood), "")
    return {"picture": text} if text else {}


def _named(part: str) -> list[str]:
    """Return an address, or the files that are named with commas or bars between them."""
    if part.startswith("//"):
        return [f"https:{part}"]
    names = [part] if is_remote(part) else re.split("[,;|]", part)
    return [name.strip() for name in names if name.strip()]


def _canonical(address: str) -> str:
    return canonical_image_url(address) if is_remote(address) else address


def _category_path(row: _Row) -> str | None:
    paths = [*row.texts("product_type"), *row.texts("google_product_category")]
    return next((text for text in paths if not text.isdigit()), None)
