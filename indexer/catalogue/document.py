"""The document that the index gets of a product."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from indexer.catalogue.rates import TARGETS, Rates, price_band
from indexer.catalogue.stores import Store
from indexer.catalogue.tile import (
    IN_STORES,
    OFFERS_FIELD,
    STORE_PRICE,
    TILE_FIELD,
    Offer,
    by_delivery,
    pack_tile,
    store_price,
    within,
)
from indexer.core.wording import fold, name_key, value_key, vocabulary
from indexer.language.classify.product import is_from_store, types_of
from indexer.language.quantities import measures_of
from scrapers.attributes import ATTRIBUTES, NUMBERS, PATTERN, PLAIN, SIZE

Key = Callable[[str], str]

KEYS_FIELD = "keys"
KEYS: Mapping[str, Key] = {
    "brand": name_key,
    **{attribute.name: value_key for attribute in ATTRIBUTES if attribute.spelled},
}


def keys_field(attribute: str) -> str:
    """Return the documents' field with the keys of a facet's values."""
    return f"{KEYS_FIELD}.{attribute}"


def by_key(attribute: str, values: Iterable[str]) -> dict[str, str]:
    """Return the values by key, of equal ones the first."""
    key, first = KEYS[attribute], dict[str, str]()
    for value in values:
        first.setdefault(key(value), value)
    return first


FACETS_FIELD = "facets"
COMBINED_FACETS = (
    *("category", "colour", "style", "store", "shipsFrom", "type", "stock", "gender", "saMade"),
    *(f"priceBand.{code.lower()}" for code in TARGETS),
    *(attribute.field for attribute in ATTRIBUTES if attribute.name not in KEYS),
    *(number.flag for number in NUMBERS),
    IN_STORES,
)


def together(document: Mapping[str, Any]) -> list[str]:
    """Return what the field holds of a document: `colour:navy`, `priceBand.zar:500-1000`, …"""
    return [
        f"{field}:{str(value).lower() if isinstance(value, bool) else value}"
        for field in COMBINED_FACETS
        for value in _values(document, field)
    ]


def split_counts(counted: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return what the field's values were counted as, by field and value, in their order."""
    found: dict[str, dict[str, int]] = {}
    for key, count in counted.items():
        field, _, value = key.partition(":")
        found.setdefault(field, {})[value] = count
    return found


def _values(document: Mapping[str, Any], path: str) -> list[Any]:
    value: Any = document
    for name in path.split("."):
        value = (value or {}).get(name)
    return value if isinstance(value, list) else [] if value is None else [value]


Steps = Sequence[tuple[int, float]]

IN_STOCK = 2.5
HAS_IMAGE = 2.0
# The first of equal names and of sibling colours, then the second: a page is not one thing over
# and over.
PLACE_OF_NAME: Steps = ((0, 1.0), (1, 1.0))
# The same for a brand's products in a category: every brand shows its first before any its fifth.
PLACE_OF_BRAND: Steps = ((1, 0.4), (3, 0.3), (7, 0.3), (15, 0.2), (31, 0.2))
POPULARITY: Steps = ((1, 0.25), (2, 0.25), (4, 0.25), (8, 0.25))  # buckets of decayed clicks
STEPS = (PLACE_OF_NAME, PLACE_OF_BRAND, POPULARITY)
BEST = IN_STOCK + HAS_IMAGE + sum(weight for steps in STEPS for _, weight in steps)

WEIGHTS = hashlib.sha256(repr((IN_STOCK, HAS_IMAGE, STEPS)).encode()).hexdigest()[:8]


def quality(
    *, sold_out: bool, pictured: bool, place_of_name: int, place_of_brand: int, popularity: int
) -> float:
    """Return the sum of the weights of what holds, from 0 to `BEST`."""
    score = 0.0 if sold_out else IN_STOCK
    score += HAS_IMAGE if pictured else 0.0
    score += sum(weight for most, weight in PLACE_OF_NAME if place_of_name <= most)
    score += sum(weight for most, weight in PLACE_OF_BRAND if place_of_brand <= most)
    score += sum(weight for least, weight in POPULARITY if popularity >= least)
    return round(score, 2)


Document = dict[str, Any]

# What only search reads: it is taken out of the hits. Not by the mapping's `_source.excludes`, for
# which Elasticsearch keeps a second, whole copy of every document until segments merge (measured:
# a fifth more of its time in a rebuild, an eighth more on disk).
SEARCH_ONLY = (
    *("productTypes", "vocabulary", "audience", "hasImage", "place", "quality", "measures"),
    *(TILE_FIELD, KEYS_FIELD, FACETS_FIELD, IN_STORES),
    *(field for number in NUMBERS for field in (number.name, number.flag)),
)

NAME_LIMIT = 1000  # characters; a longer one is no name, and every hit carries it
SIBLINGS_LIMIT = 8  # more swatches than a tile has room for; every hit carries them
SCATTERED = 4  # prices: fewer are no evidence of a group
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
    is_plain: bool  # by its picture, False is no evidence
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
    before: list[Decimal | None] | None  # what it fell from or None, if known (one item)
    crowd: int | None  # equal for siblings of one store, none where it has none
    named_before: int  # visible products of its brand and name that have lower ids
    shelf: int  # visible products of its brand and store in its category
    siblings: tuple[ProductRow, ...] = ()  # the visible ones of its crowd by id, itself among them
    offers: tuple[Offer, ...] = ()  # of the thing that it is, where others sell it, too; by store


@dataclass(frozen=True, slots=True)
class Lookups:
    """The small tables by id. `categories` maps an id to its slug and name."""

    brands: Mapping[int, Store]
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
    offers = _offers(row, lookups, rates)
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
        "siblings": [_build_swatch(other, lookups, rates) for other in other_colors(row)],
        OFFERS_FIELD: offers,
        IN_STORES: within(offers, "", sold_out=False) is not None,
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
        "shipsFrom": brand.country_iso,
        "shipsFromName": brand.country_name,
        "shipsTo": [*brand.ships_to],
        "createdAt": row.created_at,
        "popularity": row.popularity,
        "visible": row.shown and brand.is_active,
        "productTypes": list(types_of(name, final_brand)),
        "measures": measures_of(name, *attributes.get(SIZE.name, ())),
        "vocabulary": vocabulary(name, final_brand, color_text, *_search_words(attributes)),
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
    document[TILE_FIELD] = pack_tile(document)
    return document


def _offers(row: ProductRow, lookups: Lookups, rates: Rates) -> list[dict[str, Any]]:
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

    None where a colour repeats: then the name is only a kind of thing ("Print
    T-shirt"), and each is another thing. So it is where prices scatter without the store's word.
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
    """Return what differs between colours: a name may contain a finer one than the swatch."""
    return row.color_id, fold(row.color_text or ""), fold(row.name)


def _build_swatch(row: ProductRow, lookups: Lookups, rates: Rates) -> dict[str, Any]:
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
    """Return what it costs, also in its store's money, the store's crossed-out price, and what
    it did by its history where that is known.

    A discount is of the last where it is known (`measured`), otherwise of the store's own.
    """
    return {
        "price": _floats(_amounts(row.price, row.currency, rates)),
        STORE_PRICE: store_price(row.price, row.currency),
        "ordinaryPrice": _floats(_amounts(row.ordinary_price, row.currency, rates)),
        "priceBefore": _floats(_amounts((row.before or [None])[0], row.currency, rates)),
        "measured": row.before is not None,
    }


def _attributes(row: ProductRow, name: str) -> dict[str, list[str]]:
    worded = row.attributes or {}
    read = {
        attribute.name: attribute.read(worded.get(attribute.name, ()), name)
        for attribute in ATTRIBUTES
    }
    if row.is_plain and not read[PATTERN.name]:
        read[PATTERN.name] = list(PLAIN)
    once = {
        name: list(by_key(name, values).values()) if name in KEYS else values
        for name, values in read.items()
    }
    return {name: values for name, values in once.items() if values}


def _keys(brand: str, attributes: Mapping[str, list[str]]) -> dict[str, list[str]]:
    spelled = {"brand": [brand], **attributes}
    return {name: list(by_key(name, spelled[name])) for name in KEYS if name in spelled}


def _search_words(attributes: Mapping[str, list[str]]) -> list[str]:
    return [
        value
        for attribute in ATTRIBUTES
        if attribute.in_words
        for value in attributes.get(attribute.name, ())
    ]


def _numbers(row: ProductRow) -> Document:
    before = row.before[0] if row.before else row.ordinary_price
    computed = [(number, number.of(row.price, before)) for number in NUMBERS]
    numbers = {number.name: value or 0 for number, value in computed}
    return numbers | {number.flag: value is not None for number, value in computed}


def _clip(text: str | None, limit: int = KEYWORD_LIMIT) -> str | None:
    if text is None or len(text) <= limit:
        return text
    return text[: limit - 1] + "…"


def _sa_made(row: ProductRow, brand: Store) -> bool:
    """Ships from South Africa and is not multi-brand, unless set by hand (design)."""
    if row.sa_made is not None:
        return row.sa_made
    return brand.country_iso == "ZA" and not brand.is_multi_brand


def _category(row: ProductRow, lookups: Lookups) -> tuple[str | None, str | None]:
    if row.category_id is None:
        return None, None
    return lookups.categories[row.category_id]


def _categories(
    slug: str | None, unisex: bool, images: Sequence[Image], lookups: Lookups
) -> list[str]:
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
    """Return adult, kids or baby: from the words of its audience, or from the category.

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
    if amount is None or not amount.is_finite() or not rates.has_rate(currency):
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
