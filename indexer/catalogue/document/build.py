"""A product's document in Elasticsearch, built from its row: the hit that clients get, and what
only search needs.

Pure: rows and look-up tables in, a dict out. Every field is declared in es_mappings/products.json,
which derives stemmed words and sort keys from these, or in scrapers/attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from indexer.catalogue.bands import price_band
from indexer.catalogue.document.facets import FIELD as FACETS_FIELD
from indexer.catalogue.document.facets import together
from indexer.catalogue.document.keys import FIELD as KEYS_FIELD
from indexer.catalogue.document.keys import KEYS, keyed
from indexer.catalogue.document.offers import FIELD as OFFERS_FIELD
from indexer.catalogue.document.offers import Offer, by_delivery
from indexer.catalogue.document.quality import quality
from indexer.catalogue.document.store_price import STORE_PRICE, store_price
from indexer.catalogue.document.tile import FIELD, packed
from indexer.catalogue.rates import TARGETS, Rates
from indexer.core.wording import fold, vocabulary
from indexer.language.classify.product import types_of
from indexer.language.classify.siblings import is_from_store
from indexer.language.quantities.quantities import measures_of
from scrapers.attributes import ATTRIBUTES, NUMBERS, PATTERN, PLAIN, SIZE

Document = dict[str, Any]

# What only search reads: it is taken out of the hits. Not by the mapping's `_source.excludes`, for
# which Elasticsearch keeps a second, whole copy of every document until segments merge (measured:
# a fifth more of its time in a rebuild, an eighth more on disk).
SEARCH_ONLY = (
    *("productTypes", "vocabulary", "audience", "hasImage", "place", "quality", "measures"),
    *(FIELD, KEYS_FIELD, FACETS_FIELD),
    *(field for number in NUMBERS for field in (number.name, number.flag)),
)

NAME_LIMIT = 1000  # characters; a longer one is no name, and every hit carries it
SIBLINGS_LIMIT = 8  # more swatches than a tile has room for; every hit carries them
SCATTERED = 4  # prices: fewer tell nothing of a group
_GOLDEN = 0x9E3779B97F4A7C15  # the golden ratio's fraction, of 2**64
KEYWORD_LIMIT = 1000  # characters; Lucene refuses a term above 32,766 bytes


class Image(NamedTuple):
    """A picture in display order; `category_id` and `color_id` are its curated values."""

    url: str
    width: int | None
    height: int | None
    category_id: int | None
    color_id: int | None


class ProductRow(NamedTuple):
    """What the document takes from a product: effective values, prices in `currency`."""

    id: int
    brand_id: int
    group_key: str
    name: str
    product_brand: str | None
    href: str | None
    currency: str
    price: Decimal | None
    ordinary_price: Decimal | None
    sold_out: bool
    item_type: str | None
    attributes: dict[str, list[str]] | None  # as the store words them
    category_id: int | None
    color_id: int | None
    color_ids: list[int] | None  # all that the words name; None where a person chose one
    is_plain: bool  # by its picture, of which False says nothing
    color_text: str | None  # the store's own wording, such as "dark blue/navy"
    unisex: bool | None
    people: str | None  # whom it is for: women, men, unisex, girls, boys, kids, baby
    switch_order: bool | None
    sa_made: bool | None
    popularity: int
    revision: int
    created_at: int  # epoch, s
    shown: bool  # neither gone nor blocked
    images: list[list[Any]] | None
    before: list[Decimal | None] | None  # what it fell from or None, where history knows (one item)
    crowd: int | None  # equal for siblings of one store, none where it has none
    named_before: int  # visible products of its brand and name that have lower ids
    shelf: int  # visible products of its brand and store in its category
    siblings: tuple[ProductRow, ...] = ()  # the visible ones of its crowd by id, itself among them
    offers: tuple[Offer, ...] = ()  # of the thing that it is, where others sell it, too; by store


@dataclass(frozen=True, slots=True)
class BrandFacts:
    """What all documents of a brand share."""

    name: str
    slug: str
    website: str
    is_active: bool
    is_multi_brand: bool
    item_type: str
    image_bg: bool
    need_external_translate: bool
    switch_image_order: bool
    ships_from: str | None
    ships_from_name: str | None
    ships_to: list[str]
    styles: list[str]


@dataclass(frozen=True, slots=True)
class Lookups:
    """The small tables by id. `categories` maps an id to its slug and name."""

    brands: Mapping[int, BrandFacts]
    categories: Mapping[int, tuple[str, str]]
    category_slugs: frozenset[str]
    colors: Mapping[int, str]


def build_document(row: ProductRow, lookups: Lookups, rates: Rates) -> Document:
    """Return the document of a product; prices are converted with `rates`, null if unknown."""
    brand = lookups.brands[row.brand_id]
    images = [Image(*image) for image in row.images or ()]
    slug, category_name = _category(row, lookups)
    unisex = bool(row.unisex)
    name = _clip(row.name, NAME_LIMIT) or ""
    product_brand = _clip(row.product_brand)
    final_brand = (product_brand if brand.is_multi_brand else None) or brand.name
    color_text = _clip(row.color_text)
    price = _amounts(row.price, row.currency, rates)
    attributes = _attributes(row, name)
    place = {"name": place_of_name(row), "brand": place_of_brand(row.id, row.shelf)}
    document: Document = {
        "objectID": str(row.id),
        "productId": row.id,
        "brandId": row.brand_id,
        "groupKey": row.group_key,
        "name": name,
        "brand": final_brand,
        "productBrand": product_brand,
        "store": brand.slug,
        "storeName": brand.name,
        "storeSite": brand.website,
        "href": row.href,
        "images": _images(images, brand.switch_image_order != bool(row.switch_order)),
        "siblings": [_swatch(other, lookups, rates) for other in other_colors(row)],
        OFFERS_FIELD: _offers(row, lookups, rates),
        "imageBg": brand.image_bg,
        "needExternalTranslate": brand.need_external_translate,
        "saMade": _sa_made(row, brand),
        "unisex": unisex,
        "soldOut": row.sold_out,
        **_prices(row, rates),
        "priceBand": _bands(price),
        "category": _categories(slug, unisex, images, lookups),
        "categoryName": category_name,
        "colour": _colours(row, images, lookups),
        "colourText": color_text,
        "attributes": attributes,
        KEYS_FIELD: _keys(final_brand, attributes),
        "style": brand.styles,
        "type": row.item_type or brand.item_type,
        "stock": "sold-out" if row.sold_out else "in-stock",
        "gender": _genders(slug, unisex),
        "shipsFrom": brand.ships_from,
        "shipsFromName": brand.ships_from_name,
        "shipsTo": brand.ships_to,
        "createdAt": row.created_at,
        "popularity": row.popularity,
        "visible": row.shown and brand.is_active,
        "productTypes": list(types_of(name, final_brand)),
        "measures": measures_of(name, *attributes.get(SIZE.name, ())),
        "vocabulary": vocabulary(name, final_brand, color_text, *_searched(attributes)),
        "audience": _audience(slug, row.people),
        "hasImage": bool(images),
        **_numbers(row),
        "place": place,
        "quality": quality(
            sold_out=row.sold_out,
            pictured=bool(images),
            place_of_name=place["name"],
            place_of_brand=place["brand"],
            popularity=row.popularity,
        ),
    }
    document[FACETS_FIELD] = together(document)
    document[FIELD] = packed(document)
    return document


def _offers(row: ProductRow, lookups: Lookups, rates: Rates) -> list[dict[str, Any]]:
    """Return who sells the thing that it is, where that is more than its own store."""
    if all(offer.brand_id == row.brand_id for offer in row.offers):
        return []
    stores = {offer.brand_id: lookups.brands[offer.brand_id] for offer in row.offers}
    return by_delivery(
        row.offers,
        {id_: brand.ships_to for id_, brand in stores.items() if brand.is_active},
        lambda amount, currency: _floats(_amounts(amount, currency, rates)),
    )


def other_colors(row: ProductRow) -> list[ProductRow]:
    """Return the product's siblings in other colours, at most SIBLINGS_LIMIT, by their ids.

    None where a colour repeats: then the name says only what kind of thing they are ("Print
    T-shirt"), and each is another thing. So it is where prices scatter, unless the store tells.
    """
    if not row.siblings:
        return []
    colors = {_color_of(other) for other in row.siblings}
    from_store = row.crowd is not None and is_from_store(row.crowd)
    if len(colors) < len(row.siblings) or not (from_store or _cost_alike(row.siblings)):
        return []
    own = _color_of(row)
    others = (other for other in row.siblings if other.id != row.id and _color_of(other) != own)
    return [
        other
        for other in others
        if (other.color_id or other.color_text) and (from_store or _cost_alike((row, other)))
    ][:SIBLINGS_LIMIT]


def _cost_alike(rows: Sequence[ProductRow]) -> bool:
    """Return True if these may be one thing by their ordinary prices.

    Two may differ by half, as in a sale. Of four and more, most have one price. Of the equal names
    in a real feed of 7,128 products, the shorts cost 12, 25 and 29 euros.
    """
    prices = [price for row in rows if (price := row.ordinary_price or row.price)]
    if len(prices) >= SCATTERED:
        return Counter(prices).most_common(1)[0][1] * 2 > len(prices)
    return len(rows) > 2 or not prices or max(prices) <= 2 * min(prices)


def _color_of(row: ProductRow) -> tuple[int | None, str, str]:
    """Return what differs between colours: a name may say a finer one than the swatch."""
    return row.color_id, fold(row.color_text or ""), fold(row.name)


def _swatch(row: ProductRow, lookups: Lookups, rates: Rates) -> dict[str, Any]:
    """Return what a tile shows of a sibling: enough for a swatch that opens it."""
    brand = lookups.brands[row.brand_id]
    images = [Image(*image) for image in row.images or ()]
    shown = _images(images[:2], brand.switch_image_order != bool(row.switch_order))
    return {
        "productId": row.id,
        "groupKey": row.group_key,
        "name": _clip(row.name, NAME_LIMIT) or "",
        "colour": None if row.color_id is None else lookups.colors[row.color_id],
        "colourText": _clip(row.color_text),
        "href": row.href,
        "image": shown[0]["url"] if shown else None,
        **_prices(row, rates),
        "soldOut": row.sold_out,
    }


def place_of_name(row: ProductRow) -> int:
    """Return how many visible products of its name, or of its siblings, come before it by id.

    However the two overlap, no name and no group of siblings has more than n places below n.
    """
    if not row.siblings:
        return row.named_before
    return max(row.named_before, sum(other.id < row.id for other in row.siblings))


def place_of_brand(product_id: int, shelf: int) -> int:
    """Return a place among the `shelf` products of its brand in its category, from 0 on.

    Sorted by it, brands take turns. Multiples of the golden ratio spread ids evenly over the
    places (Weyl's sequence), so new products do not all come last, whatever a search is narrowed
    to thins every brand's places alike, and one product more moves no other: the places of
    those written before only lie a little closer.
    """
    return (product_id * _GOLDEN % 2**64) * shelf >> 64


def _prices(row: ProductRow, rates: Rates) -> Document:
    """Return what it costs, also as its store asks it, what the store says that it cost, and what
    it did by its history where that is known.

    A discount is of the last where it is known (`measured`), otherwise of what the store says.
    """
    return {
        "price": _floats(_amounts(row.price, row.currency, rates)),
        STORE_PRICE: store_price(row.price, row.currency),
        "ordinaryPrice": _floats(_amounts(row.ordinary_price, row.currency, rates)),
        "priceBefore": _floats(_amounts((row.before or [None])[0], row.currency, rates)),
        "measured": row.before is not None,
    }


def _attributes(row: ProductRow, name: str) -> dict[str, list[str]]:
    """Return the values of each attribute that the product carries."""
    worded = row.attributes or {}
    read = {
        attribute.name: attribute.read(worded.get(attribute.name, ()), name)
        for attribute in ATTRIBUTES
    }
    if row.is_plain and not read[PATTERN.name]:
        read[PATTERN.name] = list(PLAIN)
    once = {
        name: list(keyed(name, values).values()) if name in KEYS else values
        for name, values in read.items()
    }
    return {name: values for name, values in once.items() if values}


def _keys(brand: str, attributes: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the keys of what stores spell in their own ways, by facet."""
    spelled = {"brand": [brand], **attributes}
    return {name: list(keyed(name, spelled[name])) for name in KEYS if name in spelled}


def _searched(attributes: Mapping[str, list[str]]) -> list[str]:
    """Return the values that a text finds, which its words may be corrected to."""
    return [
        value
        for attribute in ATTRIBUTES
        if attribute.in_words
        for value in attributes.get(attribute.name, ())
    ]


def _numbers(row: ProductRow) -> Document:
    """Return the numbers that follow from the amounts, and whether there are any."""
    before = row.before[0] if row.before else row.ordinary_price
    computed = [(number, number.of(row.price, before)) for number in NUMBERS]
    numbers = {number.name: value or 0 for number, value in computed}
    return numbers | {number.flag: value is not None for number, value in computed}


def _clip(text: str | None, limit: int = KEYWORD_LIMIT) -> str | None:
    if text is None or len(text) <= limit:
        return text
    return text[: limit - 1] + "…"


def _sa_made(row: ProductRow, brand: BrandFacts) -> bool:
    """Ships from South Africa and is not multi-brand, unless set by hand (design)."""
    if row.sa_made is not None:
        return row.sa_made
    return brand.ships_from == "ZA" and not brand.is_multi_brand


def _category(row: ProductRow, lookups: Lookups) -> tuple[str | None, str | None]:
    if row.category_id is None:
        return None, None
    return lookups.categories[row.category_id]


def _categories(
    slug: str | None, unisex: bool, images: Sequence[Image], lookups: Lookups
) -> list[str]:
    """Return the category and its ancestors, and those that curated images add, parents first."""
    slugs = list(lineage(slug)) if slug else []
    if slug and unisex:
        slugs += (s for s in lineage(other_root(slug)) if s in lookups.category_slugs)
    for image in images:
        if image.category_id is not None:
            slugs += lineage(lookups.categories[image.category_id][0])
    return list(dict.fromkeys(slugs))


@lru_cache(maxsize=4096)
def lineage(slug: str) -> tuple[str, ...]:
    """Return `a`, `a/b`, `a/b/c` for `a/b/c`."""
    parts = slug.split("/")
    return tuple("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


def other_root(slug: str) -> str:
    """Return the same path under men for women, and the other way round; "" for other roots."""
    root, slash, rest = slug.partition("/")
    other = {"women": "men", "men": "women"}.get(root)
    return f"{other}{slash}{rest}" if other else ""


def _audience(slug: str | None, people: str | None) -> list[str]:
    """Return adult, kids or baby: by whom the words say it is for, or by the category.

    Children of one gender are that, too ("kids" and "girls"): `gender` is of grown-ups alone.
    """
    if people == "baby":
        return [people]
    if people in {"girls", "boys"}:
        return ["kids", people]
    children = people == "kids" or (slug or "").split("/", 1)[0] == "kids"
    return ["kids"] if children else ["adult"]


def _genders(slug: str | None, unisex: bool) -> list[str]:
    root = (slug or "").split("/", 1)[0]
    if unisex and root != "kids":
        return ["men", "women", "unisex"]
    return [root] if root in {"men", "women"} else []


def _colours(row: ProductRow, images: Sequence[Image], lookups: Lookups) -> list[str]:
    ids = [row.color_id, *(row.color_ids or ()), *(image.color_id for image in images)]
    return list(dict.fromkeys(lookups.colors[color] for color in ids if color is not None))


def _images(images: Sequence[Image], switched: bool) -> list[dict[str, Any]]:
    """Return the pictures as shown; `switched` swaps the first two (fields.md)."""
    order = [images[1], images[0], *images[2:]] if switched and len(images) > 1 else images
    return [{"url": image.url, "width": image.width, "height": image.height} for image in order]


def _amounts(amount: Decimal | None, currency: str, rates: Rates) -> dict[str, Decimal] | None:
    if amount is None or not amount.is_finite() or not rates.knows(currency):
        return None
    return {target: rates.convert(amount, currency, target) for target in TARGETS}


def _floats(amounts: dict[str, Decimal] | None) -> dict[str, float] | None:
    if amounts is None:
        return None
    return {code.lower(): float(amount) for code, amount in amounts.items()}


def _bands(amounts: dict[str, Decimal] | None) -> dict[str, str] | None:
    if amounts is None:
        return None
    return {code.lower(): price_band(value, code) for code, value in amounts.items()}
