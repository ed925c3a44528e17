"""Interprets raw cards as items. Pure, no browser."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig
from scrapers.product import Picture, Product, ProductRefusedError, clean
from scrapers.structured.check import check_product
from scrapers.structured.product import PRINTED, StructuredProduct, at_page, merge
from scrapers.values.availability import read_availability
from scrapers.values.offers import Price
from scrapers.values.pictures import read_pictures
from scrapers.values.price.currencies import CODES
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from scrapers.values.reading import with_address, with_place
from scrapers.web.links import forms
from scrapers.web.urls import (
    absolute,
    canonical_image_url,
    css_url,
    is_refused,
    largest_of_srcset,
    site_of,
)
from scrapers.wording import plain_text

LIST_PAGE, OWN_PAGE = "list page", "product page"  # sources of prices
NO_STRUCTURED_DATA = StructuredProduct("")


class UnusableCardError(ValueError):
    """A card gives no item; the message names what is missing or wrong."""


def item_of(  # noqa: PLR0913, PLR0917 - a card and what is known of it
    card: RawCard,
    brand: BrandConfig,
    page_url: str,
    page_id: int | None,
    sites: frozenset[str] = frozenset(),
    key: str | None = None,
) -> Product:
    """Interpret a card; raises UnusableCardError where it is no product, or none a row can hold.

    `sites` are those that products may be on (scrapers.web.urls); empty: any. `key`: the product's
    identity where it is known (scrapers.pages.identities).
    """
    href = _own_link(card, page_url, sites)
    key = key or card_key(card, brand, page_url)
    if not key:
        raise UnusableCardError("it has neither a product id nor a link")
    structured = card.structured or NO_STRUCTURED_DATA
    name = plain_text(card.name or "") or structured.name
    if not name:
        raise UnusableCardError("it has no name")
    mark = is_sold_out(card.sold_out, brand.sold_out_text) if brand.sold_out_xpath else None
    printed, foreign = _printed_price(card, brand, structured)
    taken, gone, disagreements = check_product(printed, name, mark, brand.currency, structured)
    reading = Price(None) if foreign else taken
    images = _images(card, brand, page_url) or _structured_images(structured, page_url)
    maker = plain_text(card.brand or "") or structured.brand
    product = Product(
        group_key=key,
        name=name,
        product_brand=maker if brand.is_multi_brand else None,
        price=reading.value,
        ordinary_price=reading.ordinary,
        currency=brand.currency,
        origin=with_address(reading.origin, LIST_PAGE, page_url),
        sold_out=gone,
        href=href,
        images=images,
        pages=() if page_id is None else (page_id,),
        zero_price=reading.is_zero,
        color=structured.color,
        attributes={**structured.attributes, **card.attributes},
        group=structured.group,
        sizes=structured.sizes,
        identifiers=structured.identifiers,
        refused_pictures=_refused_links(card, page_url),
        not_understood={
            **_not_understood(gone, reading, structured, foreign),
            **({} if images else _unread_picture(card, structured)),
        },
        checked=bool(structured.source) and structured.source != PRINTED,
        disagreements=(
            *disagreements,
            *(() if printed.value is not None else structured.contradictions),
        ),
    )
    try:
        return clean(product)
    except ProductRefusedError as refused:
        raise UnusableCardError(str(refused)) from refused


def _not_understood(
    gone: bool | None, reading: Price, structured: StructuredProduct, foreign: str
) -> dict[str, str]:
    amounts = reading.text or structured.unread_price or ""
    unread = {
        "stock": (structured.unknown_stock or "") if gone is None else "",
        "currency": foreign,
        "price": amounts if reading.value is None and not foreign else "",
    }
    return {name: text for name, text in unread.items() if text}


def _unread_picture(card: RawCard, structured: StructuredProduct) -> dict[str, str]:
    written = [*(_image_sources(card.image) if card.image else ()), *structured.images]
    texts = (reading.text for text in written if (reading := read_pictures(text)).not_understood)
    return {"picture": text} if (text := next(texts, "")) else {}


def _own_link(card: RawCard, page_url: str, sites: frozenset[str]) -> str | None:
    """Return the card's link; raises UnusableCardError where it is not the store's."""
    if is_refused(card.href, page_url):
        raise UnusableCardError(f"its link leads inside a network: {(card.href or '')[:100]}")
    href = absolute(card.href, page_url) if card.href else None
    if href is None or not sites:
        return href
    if site_of(href) not in sites:
        host = urlsplit(href).hostname
        raise UnusableCardError(f"its link leads to {host}, which is not the store's host")
    return href


def _refused_links(card: RawCard, page_url: str) -> tuple[str, ...]:
    images = [image for image in (card.image, card.hover, *card.detail_images) if image]
    written = (address for image in images for address in _addresses(image))
    return tuple(dict.fromkeys(address for address in written if is_refused(address, page_url)))


def _structured_images(structured: StructuredProduct, page_url: str) -> tuple[Picture, ...]:
    """Return the pictures of structured data, which are used where the card has none."""
    written = (part for text in structured.images for part in read_pictures(text).value or ())
    addresses = filter(None, (absolute(address, page_url) for address in written))
    return tuple(Picture(address, canonical_image_url(address)) for address in addresses)


def card_key(card: RawCard, brand: BrandConfig, page_url: str) -> str | None:
    """Return the key of a card's product: its id, or its link; None where it has neither."""
    href = absolute(card.href, page_url) if card.href else None
    return card.id or (store_key(href, brand.website) if href else None)


def store_key(href: str, website: str) -> str:
    """Return a link's canonical form as a product's key, without the store's own origin.

    A store that moves from http to https, to another host name or port keeps its products with
    their curation.
    """
    return store_forms(href, website)[0]


def store_forms(href: str, website: str) -> tuple[str, str]:
    """Return a link's canonical form, and the whole one, both without the store's own origin."""
    plain, whole = (_without_origin(link, website) for link in forms(href))
    return plain, whole


def _without_origin(link: str, website: str) -> str:
    parts = urlsplit(link)
    if _host(parts.hostname) != _host(urlsplit(website).hostname):
        return link
    return urlunsplit(("", "", parts.path or "/", parts.query, parts.fragment))


def _host(name: str | None) -> str:
    return (name or "").removeprefix("www.")


def complete(card: RawCard, detail: RawCard) -> RawCard:
    """Complete the card from its detail page, and append the detail page's images."""
    return replace(
        card,
        name=card.name or detail.name,
        brand=card.brand or detail.brand,
        price=card.price or detail.price,
        sale_price=card.sale_price or detail.sale_price,
        own_prices=not (card.price or card.sale_price),
        address=detail.address,
        sold_out=card.sold_out or detail.sold_out,
        attributes={**card.attributes, **detail.attributes},
        detail_images=detail.detail_images,
        canonical=detail.canonical,
        structured=merge(
            structured
            for structured in (
                detail.structured and at_page(detail.structured, OWN_PAGE, detail.address),
                card.structured,
            )
            if structured is not None
        ),
    )


def with_structured(
    card: RawCard, structured: Mapping[str, StructuredProduct], page_url: str
) -> RawCard:
    """Return the card with the list's structured data of its product, matched by its link."""
    href = absolute(card.href, page_url) if card.href else None
    plain, whole = forms(href) if href else ("", "")
    product = structured.get(whole) or structured.get(plain)
    return replace(card, structured=product) if product else card


def _printed_price(
    card: RawCard, brand: BrandConfig, structured: StructuredProduct
) -> tuple[Price, str]:
    """Return the price that is printed, and why it cannot be taken for one in the currency.

    Structured data that has the same amount in another currency, which the print allows too,
    leaves open which one is meant.
    """
    currency = brand.currency
    try:
        printed = _prices(card, brand, currency)
    except CurrencyMismatchError as error:
        return Price(None), str(error).rstrip(".")
    stated = structured.currency
    if structured.price is None or stated is None or stated == currency or stated not in CODES:
        return printed, ""
    if printed.value not in {None, *structured.prices, structured.price}:
        return printed, ""
    try:
        _prices(card, brand, stated)
    except CurrencyMismatchError:
        return printed, ""
    return printed, f"{structured.source} has {structured.price} {stated}, not {currency}"


def _prices(card: RawCard, brand: BrandConfig, currency: str) -> Price:
    """Return the price, and the ordinary one where that is higher; raises CurrencyMismatchError."""
    full = _with_place(card, read_price(card.price, currency), brand.price_xpath)
    sale = _with_place(card, read_price(card.sale_price, currency), brand.sale_price_xpath)
    if full.value is None or sale.value is None:
        return full if sale.value is None else sale
    if sale.value < full.value:
        return replace(sale, ordinary=full.ordinary or full.value)
    return full


def _with_place(card: RawCard, printed: Price, selector: str) -> Price:
    if card.own_prices:
        own = with_address(with_place(printed.origin, selector), OWN_PAGE, card.address)
        return replace(printed, origin=own)
    link = urlsplit(card.href or "").path
    place = f"{selector} in the card of {link}" if link else selector
    return replace(printed, origin=with_place(printed.origin, place))


def is_sold_out(marks: tuple[tuple[str, bool], ...], text: str) -> bool:
    """Return True if a mark means sold out: one with the text; without a text, a visible one.

    A mark that states that there is stock is none.
    """
    if text:
        return any(text.casefold() in mark.casefold() for mark, _ in marks)
    return any(is_visible and not read_availability(mark).value for mark, is_visible in marks)


def first_picture(card: RawCard, brand: BrandConfig, page_url: str) -> str | None:
    """Return the canonical address of the picture that a list shows of a product."""
    listing = (brand.image_replace_original_text, brand.image_replace_new_text)
    found = (resolve_image(raw, page_url, listing) for raw in (card.image, card.hover) if raw)
    return next((image.canonical_url for image in found if image), None)


def _images(card: RawCard, brand: BrandConfig, page_url: str) -> tuple[Picture, ...]:
    """Return the listing, hover and detail images as the store orders them, each once.

    The brand's switchImageOrder is applied where a product is displayed, so that a change does not
    need a scrape.
    """
    listing = (brand.image_replace_original_text, brand.image_replace_new_text)
    detail = (brand.detail_original_image_text, brand.detail_new_image_text)
    first = [resolve_image(raw, page_url, listing) for raw in (card.image, card.hover) if raw]
    later = [resolve_image(raw, page_url, detail) for raw in card.detail_images]
    unique: dict[str, Picture] = {}
    for image in (*first, *later):
        if image is not None:
            unique.setdefault(image.canonical_url, image)
    return tuple(unique.values())


def resolve_image(raw: RawImage, page_url: str, replacement: tuple[str, str]) -> Picture | None:
    """Return the image of a node; placeholders and inline data are skipped."""
    for candidate in _addresses(raw):
        address = absolute(candidate, page_url)
        if address is not None and replacement[0]:
            address = absolute(address.replace(*replacement), page_url)
        if address is None:
            continue
        return Picture(address, canonical_image_url(address), raw.width, raw.height)
    return None


def _addresses(raw: RawImage) -> list[str]:
    return [address for text in _image_sources(raw) for address in read_pictures(text).value or ()]


def _image_sources(raw: RawImage) -> list[str]:
    """Return what stands for an image, best first; not what it shows meanwhile."""
    sets = [largest for value in raw.sets if (largest := largest_of_srcset(value))]
    background = css_url(raw.background) if raw.background else None
    addresses = [
        *raw.candidates[:-1],
        *sets,
        *raw.candidates[-1:],
        *([background] if background else ()),
    ]
    return [
        address for address in addresses if not address.startswith(("data:", "blob:", "about:"))
    ]
