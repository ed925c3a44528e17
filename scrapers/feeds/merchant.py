"""A row with Google Merchant's attributes as a product: pure, one row at a time.

Feeds, platforms and products' own pages all give such rows: what a value of an attribute means is
decided here for each of them.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urljoin

from scrapers.attributes import ATTRIBUTES as DECLARED
from scrapers.attributes import SIZE, Attribute
from scrapers.errors import NotUnderstoodError, RowRefusedError
from scrapers.product import Picture, PlannedPrice, Product, ProductRefusedError, clean, is_remote
from scrapers.values import identifiers
from scrapers.values.availability import read_availability
from scrapers.values.identifiers import identifiers_of, variant_words
from scrapers.values.offers import HOME, ONE, Kind, Offer, later, price
from scrapers.values.pictures import read_pictures
from scrapers.values.price.currencies import CODES
from scrapers.values.price.goods import audience_of, condition_of, kind_of, pack_of, piece_of
from scrapers.values.price.money import read_money
from scrapers.values.reading import Reading, with_address, with_place
from scrapers.values.sizes import size_of, sizes_in
from scrapers.values.times import read_interval, read_moment
from scrapers.values.variants import core, words_of
from scrapers.web.addresses import Loopback, refusal
from scrapers.web.links import page_of_product
from scrapers.web.urls import canonical_image_url, site_of
from scrapers.wording import meaningful, plain_text

# Names of the Content API, the Merchant API and of columns that mean a Merchant attribute.
ALIASES = {
    "offer_id": "id",
    "additional_image_links": "additional_image_link",
    "product_types": "product_type",
    "sizes": "size",
    "colour": "color",
    "parent_id": "item_group_id",
    "parent_sku": "item_group_id",
    "taxes": "tax",
    "tax(country:region:rate:tax_ship)": "tax",
}
NESTED = ("attributes", "product_attributes")  # in which the Merchant API has what is not the id
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
ORIGIN = "@origin"  # of an own page's price, in its row: no foreign attribute has that name
# The attributes that are read; all others are ignored.
ATTRIBUTES = frozenset(
    [
        *"id item_group_id title structured_title brand color gender age_group condition".split(),
        *"product_type google_product_category link image_link additional_image_link".split(),
        *"price sale_price sale_price_effective_date subscription_cost tax availability".split(),
        *"expiration_date content_language target_country variant_title currency".split(),
        *identifiers.COLUMNS,
        *(name for attribute in DECLARED for name in (*attribute.feed, attribute.system) if name),
    ]
)
DIGITAL_SOURCE = re.compile(r"(?:default|trained_algorithmic_media)", re.IGNORECASE)
UNISEX = {"unisex": True, "male": False, "female": False}
USED = frozenset({"used", "refurbished"})
ADDED_TAX = re.compile(rf"(?:^|,)\s*(?:{HOME})?:[^:,]*:[^:,]*[1-9]", re.I)  # or of any country
CODE = re.compile(r"[A-Z]{2}")  # a country's; one in words is not understood: it decides nothing
SHOWN = 40  # characters
ID_SHOWN = 80
IsKnownCurrency = Callable[[str], bool]
ITEM_TYPES = {"new": "new", "used": "vintage", "vintage": "vintage"}


@dataclass(frozen=True, slots=True)
class Record:
    """One row: where it begins, how far the file is read (bytes), its values or its problem.

    `line` is the line's number, or, where lines mean nothing (`unit`), the item's; both from 1.
    """

    line: int
    end: int
    values: Mapping[str, Any]
    problem: str | None = None
    unit: str = "line"


@lru_cache(maxsize=1_024)
def attribute_name(column: str) -> str:
    """Return an attribute's name as Google writes it, from "g:image link" or "imageLink"."""
    name = _HUMP.sub("_", column.strip().lstrip("@").removeprefix("g:")).lower().replace(" ", "_")
    return ALIASES.get(name, name)


def by_attribute(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object's values by their attributes' names.

    An `offerId` is the store's own id; the `id` beside it is Google's.
    """
    return dict(sorted(_pairs(values), key=lambda pair: pair[0] == "id"))


def _pairs(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in sorted(values, key=lambda key: attribute_name(key) != key):
        name, value = attribute_name(key), values[key]
        if name in NESTED and isinstance(value, Mapping):
            yield from _pairs(value)
        else:
            yield name, value


@dataclass(frozen=True, slots=True)
class FeedDefaults:
    """What a row takes where it has no value: the brand's currency; and what can be converted.

    `website` is what addresses without a host belong to. `loopback`: the ports of this machine
    that its addresses may lead to. `now` decides whether a sale is in effect.
    """

    currency: str
    has_rate: IsKnownCurrency
    loopback: Loopback = False
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    website: str = ""
    source: str = "feed"  # what it is, and where: of the origin of prices
    address: str = ""


SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,20}:", re.I)
HOST = re.compile(r"[\w.-]{1,253}(?=[:/?#]|$)")  # of an address without its scheme
SHORTENED = re.compile(r"\d[.,]\d{2,10}E\+\d{1,2}")  # "6.00123E+12"


class Row(NamedTuple):
    """A row's product, and its offers, which are reduced to a price with those of other rows.

    `core`: its name without its options, which fields of its own state, or its name alone.
    """

    product: Product
    offers: tuple[Offer, ...]
    id: str
    core: str
    states_options: bool
    page: str = ""  # that it has no group of its own on

    @property
    def has_options(self) -> bool:
        """Return True if anything names its variant."""
        return self.states_options or self.core.split() != words_of(self.product.name)

    @property
    def group(self) -> str:
        """Return the store's group that it is in; its id where it is in none."""
        return self.product.group or self.id

    @property
    def is_parent(self) -> bool:
        """Return True if it may be what others are variants of: a group is called by its id."""
        return self.group == self.id and not (self.product.group and self.states_options)


def parse_row(values: Mapping[str, Any], defaults: FeedDefaults) -> Row:
    """Return a row's product; raises RowRefusedError with the reason for the report."""
    row = _Row(values)
    id_ = row.text("id")
    if not id_:
        raise RowRefusedError("it has no id")
    if SHORTENED.fullmatch(id_):
        raise RowRefusedError(
            f"a spreadsheet has shortened its id {id_}: format the column as text"
        )
    if row.raw("requires_shipping") is False:
        raise RowRefusedError("nothing is sent of it: it is a voucher, a download or a service")
    country = row.text("target_country").upper()
    if CODE.fullmatch(country) and country != HOME:
        raise RowRefusedError(f"it is sold in {country}")
    if ended := _end_of_offer(row, defaults.now):
        raise RowRefusedError(f"it is no longer offered since {ended}")
    offers = _offers(row, defaults)
    images = _images(row)
    options = [*filter(None, row.texts("variant_title") or _option_columns(row))]
    paths = [*row.texts("product_type"), *row.texts("google_product_category")]
    try:
        product = with_price(
            Product(
                group_key=_group_key(row, id_),
                name=row.text("title") or _title_words(row.raw("structured_title")),
                product_brand=row.text("brand") or None,
                currency=next(filter(None, (one.currency for one in offers)), defaults.currency),
                href=_link(row, defaults),
                images=images,
                not_understood={} if images else _unread_picture(row),
                item_type=ITEM_TYPES.get(row.word("condition")),
                unisex=UNISEX.get(row.word("gender")),
                category_path=next((text for text in paths if not text.isdigit()), None),
                color=row.text("color"),
                gender=row.text("gender"),
                age_group=row.text("age_group"),
                group=meaningful(row.text("item_group_id")) or None,
                identifiers=identifiers_of(values, variant_words(*options)),
                checked=isinstance(row.raw("contradictions"), list),
                disagreements=tuple(row.texts("contradictions")),
                attributes={attribute.name: _wordings(row, attribute) for attribute in DECLARED},
            ),
            offers,
            defaults,
        )
    except ProductRefusedError as error:
        raise RowRefusedError(str(error)) from error
    name = core(product.name, options)
    is_alone = product.href and not product.group
    page = page_of_product(product.href or "", product.name) if is_alone else ""
    return Row(product, offers, id_, name, bool(options), page)


def with_price(product: Product, offers: Collection[Offer], defaults: FeedDefaults) -> Product:
    """Return the product with the price of its offers, now and later.

    Raises ProductRefusedError.
    """
    found = price(offers, defaults.currency, defaults.now)
    then = later(offers, defaults.currency, defaults.now)
    where = (defaults.source, defaults.address)
    return clean(
        replace(
            product,
            price=found.value,
            ordinary_price=found.ordinary,
            origin=with_address(found.origin, *where),
            planned=tuple(
                PlannedPrice(at, each.value, each.ordinary, with_address(each.origin, *where))
                for at, each in then
            ),
            currency=found.currency or defaults.currency,
            sold_out=found.stock.value is False,
            sizes=sizes_in(offers, found, defaults.now),
            not_understood={
                name: text
                for name, text in {**product.not_understood, "price": found.text}.items()
                if name != "price" or found.not_understood
            },
        ),
        defaults.loopback,
    )


class _Row:
    """Reads attributes that may be text, a number, a list, or missing."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def raw(self, name: str) -> Any:
        return self._values.get(name)

    def texts(self, name: str) -> list[str]:
        value = self._values.get(name)
        if value is None:
            return []  # as of most attributes of most rows
        parts = value if isinstance(value, list) else [value]
        cleaned = (
            plain_text(str(part))
            for part in parts
            if isinstance(part, str | int | float) and not isinstance(part, bool)
        )
        return [part for part in cleaned if part]

    def text(self, name: str) -> str:
        return next(iter(self.texts(name)), "")

    def origin(self, name: str, read: str) -> str:
        """Return an amount's origin: the one that its page gives, or its row and column."""
        own = self._values.get(ORIGIN)
        return (
            str(own)
            if own
            else with_place(read, f"row id {self.text('id')[:ID_SHOWN]}, column {name}")
        )

    def word(self, name: str) -> str:
        return self.text(name).lower().replace(" ", "_")


def _title_words(title: Any) -> str:
    """Return the words of Google's title that a machine made: `source:"words"`, or an object."""
    if isinstance(title, Mapping):
        return str(title.get("content") or "")
    source, _, words = title.partition(":") if isinstance(title, str) else ("", "", "")
    return words.strip().strip('"') if DIGITAL_SOURCE.fullmatch(source.strip()) else ""


def _option_columns(row: _Row) -> list[str]:
    """Return the options that a row has in columns of their own: its colour, its size."""
    return [row.text("color"), *(row.text(attribute.feed[0]) for attribute in DECLARED)]


def _wordings(row: _Row, attribute: Attribute) -> tuple[str, ...]:
    system = row.text(attribute.system) if attribute.system else ""
    texts = next((listed for name in attribute.feed if (listed := row.texts(name))), [])
    return tuple(f"{system} {text}" if system and text[:1].isdigit() else text for text in texts)


def _end_of_offer(row: _Row, now: datetime) -> str:
    """Return when a row's offer ended; empty while it holds. A date alone is a whole day."""
    text = meaningful(row.text("expiration_date"))
    if not text.strip("0-:T/ "):
        return ""
    try:
        return text if read_moment(text, timedelta(days=1)) <= now else ""
    except ValueError:
        raise NotUnderstoodError("expiration_date", text) from None


def _offers(row: _Row, defaults: FeedDefaults) -> tuple[Offer, ...]:
    code = row.text("currency").upper()  # in a column of its own
    full = _money(row, "price", defaults, code if code in CODES else defaults.currency)
    sale = Offer(None)  # without one it is empty, or "n/a"
    raw = row.raw("sale_price")
    if raw is not None and (not isinstance(raw, str) or meaningful(row.text("sale_price"))):
        sale = _money(row, "sale_price", defaults, full.currency or defaults.currency)
    base = _base(row)
    if full.amount is None and not sale.amount:
        return (base,)
    if full.amount and sale.amount and full.currency != sale.currency:
        raise RowRefusedError(
            f"its price is in {full.currency} and its sale price in {sale.currency}"
        )
    ordinary = replace(base, amount=full.amount, currency=full.currency, origin=full.origin)
    if not sale.amount or (full.amount and sale.amount >= full.amount):
        return (ordinary,)
    dates = row.text("sale_price_effective_date")
    try:
        begins, ends = read_interval(dates)
    except ValueError:
        raise NotUnderstoodError("sale_price_effective_date", dates) from None
    reduced = replace(
        base,
        amount=sale.amount,
        origin=sale.origin,
        currency=sale.currency,
        ordinary=full.amount,
        begins=begins,
        ends=ends,
    )
    return (ordinary, reduced)


def _money(row: _Row, name: str, defaults: FeedDefaults, currency: str) -> Offer:
    """Return the amount that a field leaves everybody's; none where it is empty, or 0.

    Raises RowRefusedError for what is no price, and for one in a currency without a rate.
    """
    reading = read_money(row.raw(name), currency or None)
    if reading.not_understood:
        raise NotUnderstoodError("price", reading.text)
    found = price(reading.value or (), currency, defaults.now)
    if found.not_understood:
        raise NotUnderstoodError("price", reading.text)
    known = found.currency or currency
    if found.value is not None and not known:
        raise RowRefusedError("neither it nor its store names the currency of its price")
    if found.value is not None and not defaults.has_rate(known):
        raise RowRefusedError(f"there is no exchange rate for the currency {known}")
    return Offer(found.value, known, origin=row.origin(name, found.origin))


def _base(row: _Row) -> Offer:
    names, stated = row.texts("variant_title"), {*_option_columns(row)} - {row.text("size")}
    kind = next((kind for name in names if (kind := kind_of(name))), Kind.SALE)
    condition = row.word("condition")
    return Offer(
        None,
        kind=Kind.SUBSCRIPTION if row.raw("subscription_cost") else kind,
        stock=Reading(not _is_sold_out(row), row.text("availability")),
        with_tax=False if any(map(ADDED_TAX.search, _taxes(row))) else None,
        audience=audience_of(names),
        goods=condition if condition in USED else condition_of(names),
        piece=piece_of([name for name in names if name not in stated], row.text("title")),
        quantity=max(map(pack_of, names), default=ONE),
        size=size_of(_wordings(row, SIZE)),
    )


def _taxes(row: _Row) -> Iterator[str]:
    """Yield a row's taxes as a column has them: country, region, rate."""
    value = row.raw("tax")
    for tax in value if isinstance(value, list) else [value]:
        yield (
            f"{tax.get('country', '')}::{tax.get('rate')}" if isinstance(tax, Mapping) else str(tax)
        )


def _is_sold_out(row: _Row) -> bool:
    stock = read_availability(row.raw("availability"))
    if stock.not_understood:
        raise NotUnderstoodError("availability", stock.text)
    return stock.value is False


def _group_key(row: _Row, id_: str) -> str:
    """Sizes of one colour are one product; a row without a group stands for itself (design)."""
    group, color = meaningful(row.text("item_group_id")), row.text("color").casefold()
    if not group:
        return id_
    return f"{group}:{color}" if color else group


def _link(row: _Row, defaults: FeedDefaults) -> str | None:
    link = row.text("link")
    if link and not SCHEME.match(link) and defaults.website:
        at_host = _is_at_host(link, defaults.website)
        link = urljoin(f"{defaults.website.rstrip('/')}/", f"//{link}" if at_host else link)
    if link and (why := refusal(link, defaults.loopback)):
        raise RowRefusedError(f"its link {link[:80]!r} {why}")
    return link or None


def _is_at_host(link: str, website: str) -> bool:
    """Return True if an address without its scheme begins with a host: www, or the website's."""
    host = HOST.match(link)
    if host is None or "." not in host[0]:
        return False
    return link[:4].lower() == "www." or site_of(f"https://{host[0]}") == site_of(website)


def _images(row: _Row) -> tuple[Picture, ...]:
    """Return the images in order; names without http:// are files beside the feed."""
    texts = (*row.texts("image_link"), *row.texts("additional_image_link"))
    written = (part for text in texts for part in read_pictures(text).value or ())
    addresses = (address for part in written for address in _split_names(part))
    return tuple(
        Picture(address, canonical_image_url(address) if is_remote(address) else address)
        for address in addresses
    )


def _unread_picture(row: _Row) -> dict[str, str]:
    texts = (*row.texts("image_link"), *row.texts("additional_image_link"))
    text = next((text for text in texts if read_pictures(text).not_understood), "")
    return {"picture": text} if text else {}


def _split_names(part: str) -> list[str]:
    if part.startswith("//"):
        return [f"https:{part}"]
    names = [part] if is_remote(part) else re.split("[,;|]", part)
    return [name.strip() for name in names if name.strip()]
