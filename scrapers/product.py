"""A product as a source gives it: of a page, a feed's row or a catalogue, cleaned once."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from scrapers.attributes import ATTRIBUTES, LexiconEntries
from scrapers.values.identifiers import MOST as IDENTIFIERS_LIMIT
from scrapers.values.identifiers import Identifier
from scrapers.values.offers import to_cents
from scrapers.values.price.goods import is_beside
from scrapers.values.reading import limit_length
from scrapers.values.sizes import SizeOffer, bounded_sizes
from scrapers.web.addresses import Loopback, refusal
from scrapers.web.urls import as_uri
from scrapers.wording import meaningful, one_line, plain_text

NAME_LIMIT = 1_000  # characters; the longest real name in our catalogues has 190
KEY_LIMIT = 2_000  # bytes: PostgreSQL refuses to index a longer key (2,704 with its overhead)
BRAND_LIMIT = 200
HINT_LIMIT = 500
IMAGES_LIMIT = 40
WORDING_LIMIT, WORDINGS_LIMIT = 200, 60  # characters of one; wordings of one attribute
PRICE_LIMIT = Decimal("100000000")
ISO_CURRENCY = re.compile(r"[A-Z]{3}")


class ProductRefusedError(ValueError):
    """No row can hold the product; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a product; sizes in px where known, the last three where we hold a copy."""

    url: str
    canonical_url: str  # without its version query: the picture's identity
    width: int | None = None
    height: int | None = None
    calculated_url: str | None = None
    bucket_location: str | None = None
    content_hash: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedPrice:
    """What a product costs from `at` on, by its feed: a sale that begins, or ends."""

    at: datetime
    price: Decimal | None
    ordinary_price: Decimal | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """A product in one colour; amounts are in `currency`, to the cent.

    `price` is what the visitor pays and `ordinary_price` the price before a reduction (only when
    reduced). `group_key` is the store's product id where it gives one, otherwise the canonical link
    (design, "The catalogue").
    """

    group_key: str
    name: str
    currency: str
    price: Decimal | None = None
    ordinary_price: Decimal | None = None
    origin: str = ""  # where the price stood (scrapers.values.reading)
    planned: tuple[PlannedPrice, ...] = ()  # later prices, in the order of time
    product_brand: str | None = None
    sold_out: bool | None = False  # None: not understood
    href: str | None = None
    images: tuple[Picture, ...] = ()  # in the store's order: listing, hover, detail
    pages: tuple[int, ...] = ()  # the listing pages that it stands on (brand_page.page_id)
    color: str | None = None  # the store's wordings of the colour and of whom it is for
    category_path: str | None = None
    gender: str | None = None
    age_group: str | None = None
    item_type: str | None = None
    unisex: bool | None = None
    # In the store's words and order (scrapers.attributes); of sizes those that can be bought.
    attributes: LexiconEntries = field(default_factory=dict)
    sizes: tuple[SizeOffer, ...] = ()  # all of them, where the source lists them one by one
    group: str | None = None  # the store's id for the product in all its colours
    identifiers: tuple[Identifier, ...] = ()  # GTINs, MPNs and skus, of each variant
    moved_from: str = ""  # the key that the catalogue had for it, where that is another
    # How sure it is.
    zero_price: bool = False  # the store prints a price of 0, which is left out
    checked: bool = False  # it was compared with structured data
    disagreements: tuple[str, ...] = ()  # contradictions with it, as sentences for the operator
    not_understood: dict[str, str] = field(default_factory=dict)  # what stands there, by field
    refused_pictures: tuple[str, ...] = ()  # addresses in private networks, never stored
    own_page_read: bool = False  # the product's own page was opened for it

    @property
    def is_price_known(self) -> bool:
        """Return False where the price or its currency is not understood."""
        return not {"price", "currency"} & self.not_understood.keys()

    @property
    def unread_picture(self) -> str:
        """Return what stands for a picture and is no address; empty where nothing does."""
        return self.not_understood.get("picture", "")


def clean(product: Product, loopback: Loopback = True) -> Product:
    """Return the product in the form that is stored and compared; raises ProductRefusedError.

    `loopback`: the ports of this machine that its addresses may lead to; of a page's the crawl has
    decided already.
    """
    name = plain_text(product.name)
    if not meaningful(name) and any(map(str.isalnum, name)):
        raise ProductRefusedError(f"its name is {name[:40]!r}, which means that there is none")
    if not name:
        raise ProductRefusedError("it has no name")
    if is_beside(name, product.category_path or ""):
        raise ProductRefusedError(f"{name[:60]!r} is sold beside goods, and is none")
    if len(name) > NAME_LIMIT:
        raise ProductRefusedError(f"its name has {len(name)} characters, {NAME_LIMIT} are allowed")
    key = one_line(product.group_key)
    if not key or len(key.encode()) > KEY_LIMIT:
        raise ProductRefusedError(f"its identity is empty or longer than {KEY_LIMIT} bytes")
    if not ISO_CURRENCY.fullmatch(product.currency):
        raise ProductRefusedError(f"{product.currency[:20]!r} is not a currency code")
    price, ordinary = _amounts(product.price, product.ordinary_price)
    return replace(
        product,
        name=name,
        group_key=key,
        price=price,
        ordinary_price=ordinary,
        origin="" if price is None else limit_length(product.origin),
        planned=tuple(map(_check_planned, product.planned)),
        product_brand=_limit(meaningful(product.product_brand or ""), BRAND_LIMIT),
        href=_address(product.href, loopback),
        images=_images(product.images, loopback),
        group=_limit(product.group, KEY_LIMIT),
        identifiers=product.identifiers[:IDENTIFIERS_LIMIT],
        attributes=_attributes(product.attributes),
        sizes=bounded_sizes(product.sizes),
        disagreements=_lines(product.disagreements),
        not_understood={
            name: one_line(text)[:HINT_LIMIT] for name, text in product.not_understood.items()
        },
        refused_pictures=_lines(product.refused_pictures),
        color=_limit(product.color, HINT_LIMIT),
        category_path=_limit(product.category_path, HINT_LIMIT),
        gender=_limit(product.gender, HINT_LIMIT),
        age_group=_limit(product.age_group, HINT_LIMIT),
    )


def is_remote(address: str) -> bool:
    """Distinguish an image's address from a file's name beside a feed, and from one of our own."""
    return address.lower().startswith(("http://", "https://"))


def _limit(text: str | None, limit: int) -> str | None:
    return plain_text(text or "")[:limit] or None


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(one_line(text) for text in texts)


def _attributes(wordings: LexiconEntries) -> LexiconEntries:
    """Return the wordings of declared attributes, bounded; without those that have no meaning."""
    cleaned = {each.name: _wordings(wordings.get(each.name, ())) for each in ATTRIBUTES}
    return {name: texts for name, texts in cleaned.items() if texts}


def _wordings(texts: Iterable[str]) -> tuple[str, ...]:
    lines = dict.fromkeys(plain_text(text)[:WORDING_LIMIT] for text in texts)
    return tuple(line for line in lines if line)[:WORDINGS_LIMIT]


def _amounts(
    price: Decimal | None, ordinary: Decimal | None
) -> tuple[Decimal | None, Decimal | None]:
    """Return both amounts to the cent, the ordinary one only where it is above the price.

    Raises ProductRefusedError for an amount that is negative, absurd or not a number.
    """
    paid, usual = _cents(price), _cents(ordinary)
    return paid, usual if paid is not None and usual is not None and usual > paid else None


def _cents(amount: Decimal | None) -> Decimal | None:
    if amount is None:
        return None
    if not amount.is_finite() or not 0 <= amount < PRICE_LIMIT:
        raise ProductRefusedError(f"its price {str(amount)[:40]} is not a possible amount")
    return to_cents(amount)


def _check_planned(each: PlannedPrice) -> PlannedPrice:
    price, ordinary = _amounts(each.price, each.ordinary_price)
    return PlannedPrice(
        each.at, price, ordinary, "" if price is None else limit_length(each.origin)
    )


def _address(href: str | None, loopback: Loopback) -> str | None:
    text = one_line(href or "")
    return text if not refusal(text, loopback) and len(text.encode()) <= 4 * KEY_LIMIT else None


def _images(images: tuple[Picture, ...], loopback: Loopback) -> tuple[Picture, ...]:
    """Keep each canonical address once, and only those that a row can hold (no data: pictures)."""
    kept: dict[str, Picture] = {}
    for image in images:
        if is_remote(image.url) and refusal(image.url, loopback):
            continue
        url, canonical = one_line(image.url), one_line(image.canonical_url)
        url = as_uri(url) if is_remote(url) else url
        if (
            canonical
            and len(canonical.encode()) <= KEY_LIMIT
            and len(url.encode()) <= 4 * KEY_LIMIT
        ):
            kept.setdefault(canonical, replace(image, url=url, canonical_url=canonical))
    return tuple(kept.values())[:IMAGES_LIMIT]
