"""Items as the pipeline takes them: cleaned, bounded, and refused where no row could hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from indexer.classify.product import Hints
from indexer.classify.siblings import name_key, sibling_key
from indexer.pipeline.items.planned import PlannedPrice, read_planned
from scrapers.attributes import ATTRIBUTES
from scrapers.item import Item
from scrapers.web.addresses import Loopback, refusal
from scrapers.wording import one_line, plain_text

NAME_LIMIT = 1_000  # characters; the longest real name in the catalogues we know has 190
KEY_LIMIT = 2_000  # bytes: PostgreSQL refuses to index a longer key (2,704 with its overhead)
BRAND_LIMIT = 200
HINT_LIMIT = 500
IMAGES_LIMIT = 40
WORDING_LIMIT, WORDINGS_LIMIT = 200, 60  # characters of one; wordings of one attribute
PRICE_LIMIT = Decimal("100000000")
CENT = Decimal("0.01")
NO_HINTS = Hints()
ISO_CURRENCY = re.compile(r"[A-Z]{3}")


class ItemRefusedError(ValueError):
    """No product row can hold the item; the message says why."""


@dataclass(frozen=True, slots=True)
class IncomingImage:
    """An image in display order; the last three are set when we hold a copy already."""

    url: str
    canonical_url: str
    width: int | None = None
    height: int | None = None
    calculated_url: str | None = None
    bucket_location: str | None = None
    content_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Incoming:
    """A product as a crawl or a feed reports it; amounts are in `currency`, to the cent."""

    group_key: str
    name: str
    currency: str
    price: Decimal | None = None
    ordinary_price: Decimal | None = None
    planned: tuple[PlannedPrice, ...] = ()  # later prices, in the order of time
    product_brand: str | None = None
    sold_out: bool | None = False  # None: not understood, it stays as it was known
    is_price_known: bool = True  # False: its currency is not understood, it stays as it was known
    href: str | None = None
    images: tuple[IncomingImage, ...] = ()
    unread_picture: str = ""  # what stands for one and is no address, where there is none
    item_type: str | None = None
    page_id: int | None = None
    page_category_id: int | None = None
    page_color_id: int | None = None
    page_unisex: bool | None = None
    hints: Hints = NO_HINTS
    group: str | None = None  # a feed's item_group_id, or the store's own
    # The store's wordings by attribute (scrapers.attributes); None: it says none of any.
    attributes: dict[str, list[str]] | None = None
    also: tuple[str, ...] = ()  # keys of known products that are this one
    checked: bool = False  # its page prints its values beside structured data
    disagreements: tuple[str, ...] = ()  # what the page prints otherwise, for the operator

    @property
    def sibling_key(self) -> int:
        """Return what is equal for the same thing in other colours."""
        return sibling_key(
            self.name,
            color=self.hints.color,
            product_brand=self.product_brand,
            href=self.href,
            group=self.group,
        )

    @property
    def name_key(self) -> int:
        """Return what is equal for equal names, whatever colours they say."""
        return name_key(self.name, self.hints.color)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a listing page's configuration says of its products."""

    page_id: int
    category_id: int | None
    category_slug: str | None
    color_id: int | None


def from_item(item: Item, pages: Mapping[int, PageFacts]) -> Incoming:
    """Return a scraped item as the pipeline takes it; raises ItemRefusedError."""
    page = pages.get(item.page_id) if item.page_id is not None else None
    return clean(
        Incoming(
            group_key=item.group_key,
            name=item.name,
            currency=item.currency,
            price=item.price,
            ordinary_price=item.ordinary_price,
            product_brand=item.product_brand,
            sold_out=item.sold_out,
            is_price_known=item.is_price_known,
            href=item.href,
            images=tuple(
                IncomingImage(image.url, image.canonical_url, image.width, image.height)
                for image in item.images
            ),
            unread_picture=item.not_understood.get("picture", ""),
            group=item.group,
            also=item.also,
            attributes={name: list(wordings) for name, wordings in item.attributes.items()},
            page_id=page.page_id if page else None,
            page_category_id=page.category_id if page else None,
            page_color_id=page.color_id if page else None,
            item_type=item.item_type,
            page_unisex=item.unisex,
            planned=tuple(read_planned(item.planned)),
            hints=Hints(
                category_path=item.category_path,
                color=item.color,
                gender=item.gender,
                root=page.category_slug if page else None,
                age_group=item.age_group,
            ),
        )
    )


def clean(item: Incoming, loopback: Loopback = True) -> Incoming:
    """Return the item in the form that is stored and compared; raises ItemRefusedError.

    `loopback`: the ports of this machine that its addresses may lead to; of a page's the crawl has
    decided already.
    """
    name = plain_text(item.name)
    if not name:
        raise ItemRefusedError("it has no name")
    if len(name) > NAME_LIMIT:
        raise ItemRefusedError(f"its name has {len(name)} characters, {NAME_LIMIT} are allowed")
    key = one_line(item.group_key)
    if not key or _size(key) > KEY_LIMIT:
        raise ItemRefusedError(f"its identity is empty or longer than {KEY_LIMIT} bytes")
    if not ISO_CURRENCY.fullmatch(item.currency):
        raise ItemRefusedError(f"{item.currency[:20]!r} is not a currency code")
    price, ordinary = amounts(item.price, item.ordinary_price)
    product_brand = plain_text(item.product_brand or "")[:BRAND_LIMIT] or None
    return replace(
        item,
        name=name,
        group_key=key,
        price=price,
        ordinary_price=ordinary,
        planned=tuple(
            PlannedPrice(planned.at, *amounts(planned.price, planned.ordinary_price))
            for planned in item.planned
        ),
        product_brand=product_brand,
        href=_address(item.href, loopback),
        images=_images(item.images, loopback),
        attributes=_attributes(item.attributes or {}),
        hints=_hints(item.hints),
    )


def _hints(hints: Hints) -> Hints:
    said = {name: plain_text(text or "")[:HINT_LIMIT] for name, text in asdict(hints).items()}
    return Hints(**{name: text or None for name, text in said.items()})


def _attributes(wordings_by_name: Mapping[str, list[str]]) -> dict[str, list[str]] | None:
    """Return the wordings of declared attributes, bounded; without those that say nothing."""
    cleaned = {
        attribute.name: _wordings(wordings_by_name.get(attribute.name, ()))
        for attribute in ATTRIBUTES
    }
    return {name: wordings for name, wordings in cleaned.items() if wordings} or None


def _wordings(texts: Iterable[str]) -> list[str]:
    lines = dict.fromkeys(plain_text(text)[:WORDING_LIMIT] for text in texts)
    return [line for line in lines if line][:WORDINGS_LIMIT]


def amounts(price: Decimal | None, ordinary: Decimal | None) -> tuple[Decimal | None, ...]:
    """Return both amounts to the cent, the ordinary one only where it is above the price.

    Raises ItemRefusedError for an amount that is negative, absurd or not a number.
    """
    paid, usual = _cents(price), _cents(ordinary)
    return paid, usual if paid is not None and usual is not None and usual > paid else None


def _cents(amount: Decimal | None) -> Decimal | None:
    if amount is None:
        return None
    if not amount.is_finite() or not 0 <= amount < PRICE_LIMIT:
        raise ItemRefusedError(f"its price {str(amount)[:40]} is not a possible amount")
    return amount.quantize(CENT, ROUND_HALF_UP)


def _size(text: str) -> int:
    return len(text.encode())


def _address(href: str | None, loopback: Loopback) -> str | None:
    text = one_line(href or "")
    return text if not refusal(text, loopback) and _size(text) <= 4 * KEY_LIMIT else None


def is_remote(address: str) -> bool:
    """Tell an image's address from the name of a file beside a feed, and from one of our own."""
    return address.lower().startswith(("http://", "https://"))


def _images(images: tuple[IncomingImage, ...], loopback: Loopback) -> tuple[IncomingImage, ...]:
    """Keep each canonical address once, and only those that a row can hold (no data: pictures)."""
    kept: dict[str, IncomingImage] = {}
    for image in images:
        if is_remote(image.url) and refusal(image.url, loopback):
            continue
        canonical = one_line(image.canonical_url)
        if canonical and _size(canonical) <= KEY_LIMIT and _size(image.url) <= 4 * KEY_LIMIT:
            kept.setdefault(canonical, replace(image, canonical_url=canonical))
    return tuple(kept.values())[:IMAGES_LIMIT]


def merge_pages(items: list[Incoming], slugs: Mapping[int, str]) -> list[Incoming]:
    """Return each product once, in order of first sight; `slugs` are categories by id.

    A product on several pages takes the most specific category (fields.md, "pages") and the first
    colour that a page gives.
    """
    merged: dict[str, Incoming] = {}
    for item in items:
        first = merged.get(item.group_key)
        merged[item.group_key] = item if first is None else _merge(first, item, slugs)
    return list(merged.values())


def _merge(first: Incoming, again: Incoming, slugs: Mapping[int, str]) -> Incoming:
    color = first.page_color_id if first.page_color_id is not None else again.page_color_id
    deeper = _depth(again.page_category_id, slugs) > _depth(first.page_category_id, slugs)
    page = again if deeper else first
    return replace(
        first,
        page_id=page.page_id,
        page_category_id=page.page_category_id,
        page_color_id=color,
        hints=page.hints,
        also=tuple(dict.fromkeys((*first.also, *again.also))),
    )


def _depth(category_id: int | None, slugs: Mapping[int, str]) -> int:
    return 0 if category_id is None else slugs.get(category_id, "").count("/") + 1
