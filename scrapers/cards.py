"""Raw cards become items: pure interpretation, no browser."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from urllib.parse import urlsplit, urlunsplit

from scrapers.config import BrandConfig
from scrapers.dom import RawCard, RawImage, SoldOutMark
from scrapers.item import Item, ItemImage
from scrapers.prices import CurrencyMismatchError, parse_price
from scrapers.urls import (
    absolute,
    canonical_href,
    canonical_image_url,
    css_url,
    largest_of_srcset,
)


class UnusableCardError(ValueError):
    """A card gives no item; the message says what is missing or wrong."""


def item_of(card: RawCard, brand: BrandConfig, page_url: str, page_id: int | None) -> Item:
    """Interpret a card; raises UnusableCardError where it is no product."""
    href = absolute(card.href, page_url) if card.href else None
    key = card.id or (store_key(href, brand.website) if href else None)
    if not key:
        raise UnusableCardError("it has neither a product id nor a link")
    if not (card.name or "").strip():
        raise UnusableCardError("it has no name")
    price, ordinary = _prices(card, brand.currency)
    return Item(
        group_key=key,
        name=_line(card.name or ""),
        product_brand=_line(card.brand) if brand.is_multi_brand and card.brand else None,
        price=price,
        ordinary_price=ordinary,
        currency=brand.currency,
        sold_out=is_sold_out(card.sold_out, brand.sold_out_text),
        href=href,
        images=_images(card, brand, page_url),
        page_id=page_id,
    )


def store_key(href: str, website: str) -> str:
    """Return a link's canonical form as a product's key, without the store's own origin.

    A store that moves from http to https, to another host name or port keeps its products, and
    what was curated on them.
    """
    parts = urlsplit(canonical_href(href))
    if _host(parts.hostname) != _host(urlsplit(website).hostname):
        return parts.geturl()
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def _host(name: str | None) -> str:
    return (name or "").removeprefix("www.")


def complete(card: RawCard, detail: RawCard) -> RawCard:
    """Fill what the card lacks from its detail page, and append the detail page's images."""
    return replace(
        card,
        name=card.name or detail.name,
        brand=card.brand or detail.brand,
        price=card.price or detail.price,
        sale_price=card.sale_price or detail.sale_price,
        sold_out=card.sold_out or detail.sold_out,
        detail_images=detail.detail_images,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _prices(card: RawCard, currency: str) -> tuple[Decimal | None, Decimal | None]:
    """Return what the visitor pays, and the ordinary price where that is higher."""
    try:
        full = parse_price(" | ".join(card.price), currency)
        sale = parse_price(" | ".join(card.sale_price), currency)
    except CurrencyMismatchError as error:
        raise UnusableCardError(str(error)) from error
    if full is None or sale is None:
        only = full or sale
        if only is None:
            return None, None
        return only.amount, only.highest if only.reduced else None
    if sale.amount < full.amount:
        return sale.amount, full.amount
    return full.amount, None


def is_sold_out(marks: tuple[SoldOutMark, ...], wanted: str) -> bool:
    """Tell whether a mark says sold out: by its text where one is wanted, otherwise if visible."""
    if wanted:
        return any(wanted.casefold() in mark.text.casefold() for mark in marks)
    return any(mark.visible for mark in marks)


def _images(card: RawCard, brand: BrandConfig, page_url: str) -> tuple[ItemImage, ...]:
    """Return the listing, hover and detail images as the store orders them, each once.

    The brand's switchImageOrder is applied where a product is shown, so that turning it does not
    wait for the next scrape.
    """
    listing = (brand.image_replace_original_text, brand.image_replace_new_text)
    detail = (brand.detail_original_image_text, brand.detail_new_image_text)
    first = [resolve_image(raw, page_url, listing) for raw in (card.image, card.hover) if raw]
    later = [resolve_image(raw, page_url, detail) for raw in card.detail_images]
    unique: dict[str, ItemImage] = {}
    for image in (*first, *later):
        if image is not None:
            unique.setdefault(image.canonical_url, image)
    return tuple(unique.values())


def resolve_image(raw: RawImage, page_url: str, replacement: tuple[str, str]) -> ItemImage | None:
    """Return the image that a node stands for; placeholders and inline data are passed over."""
    for candidate in _addresses(raw):
        address = absolute(candidate, page_url)
        if address is not None and replacement[0]:
            address = absolute(address.replace(*replacement), page_url)
        if address is None:
            continue
        return ItemImage(address, canonical_image_url(address), raw.width, raw.height)
    return None


def _addresses(raw: RawImage) -> list[str]:
    sets = [largest for value in raw.sets if (largest := largest_of_srcset(value))]
    background = css_url(raw.background) if raw.background else None
    found = [
        *raw.candidates[:-1],
        *sets,
        *raw.candidates[-1:],
        *([background] if background else ()),
    ]
    return [address for address in found if not address.startswith(("data:", "blob:", "about:"))]
