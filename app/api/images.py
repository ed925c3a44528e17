"""The image queries of spec §7; each makes the same typed request as `/api/search`.

Ids, names and [min, max] pairs become the registry's facet values here, and a product of the
results takes the shape of spec §3's product group, its images flat inside.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, jsonify
from marshmallow import ValidationError, fields
from sqlalchemy import func, select

from app.api.declare import Answer, Area, Input, ValueOrObject
from app.api.declare.fields import EXAMPLES, Flag, Id, Text, WholeNumber, about
from app.api.search.hits import CurrencyCode, Hit
from app.live.context import context, header_country
from app.live.snapshot import Reference
from app.search import execute
from app.search.filters import (
    BY_ATTRIBUTE,
    BY_INDEX,
    DEFAULT_CURRENCY,
    MAX_HITS_PER_PAGE,
    MAX_TERMS,
    PAGE_SIZES,
    RESULT_WINDOW,
    SORTS,
    Sort,
)
from app.search.request import Conditions, Group, SearchRequest, Term
from app.search.wire import response
from app.search.wire.request_parser import SearchText, count_values
from app.search.wire.response import canonical, is_reachable
from app.web.access import is_operator
from app.web.errors import Invalid, NotFound
from indexer.catalogue.rates import PRICE_BANDS
from indexer.models import Product, ProductImage
from scrapers.attributes import ATTRIBUTES, NUMBERS
from scrapers.config import wire_name

ALL_WORDS = {"all", ""}
_ENTRY = {"type": "object", "properties": {"id": {"type": ["integer", "string"]}}}
_CHOICE = {
    "oneOf": [
        {"type": "array", "items": {"oneOf": [{"type": "integer"}, {"type": "string"}, _ENTRY]}},
        {"type": "string", "enum": ["all", ""]},
        {"type": "integer"},
        {"type": "null"},
    ]
}
_BANDS = {
    "oneOf": [
        {
            "type": "array",
            "items": {
                "oneOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": ["number", "null"]}},
                ]
            },
        },
        {"type": "null"},
    ]
}
Pair = tuple[float | None, float | None]


class Choices(fields.Field[list[str]]):
    """What is chosen of a list: ids as their digits, and names, without "all"."""

    def __init__(self, description: str = "Ids, names, or entries of id and selected flag") -> None:
        words = {"description": f"{description}; `all` or empty for any"}
        super().__init__(metadata=_CHOICE | words, allow_none=True)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[str]:
        words = [_words(item) for item in chosen(value)]
        return [choice for choice in words if choice.lower() not in ALL_WORDS]


def chosen(value: Any) -> Iterator[Any]:
    """Yield the chosen entries of a list, one number, or `all`; an entry may carry `selected`."""
    if value is None or (isinstance(value, str) and value.lower() in ALL_WORDS):
        return
    if isinstance(value, str):
        raise ValidationError("must be a list, or all")
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, Mapping):
            yield item
        elif Flag().deserialize(item.get("selected", True)):
            yield item.get("id", item.get("value", item.get("finalBrand")))


def _words(item: Any) -> str:
    if isinstance(item, bool) or not isinstance(item, int | str):
        raise ValidationError("must be a list of ids or names")
    return unquoted(Text().deserialize(item)) if isinstance(item, str) else str(item)


def unquoted(value: str) -> str:
    """Return a brand filter value without its quotes, doubled ones single again (spec §5)."""
    if len(value) >= 2 and value.startswith("'") and value.endswith("'"):
        return value[1:-1].replace("''", "'")
    return value


class Prices(fields.Field[list[str | Pair]]):
    """Chosen bands: [min, max] pairs with null for no bound, or bands' values."""

    def __init__(self) -> None:
        words = {
            "description": "Bands as [min, max] pairs, null for no upper bound, or their values"
        }
        super().__init__(metadata=_BANDS | words, allow_none=True)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[str | Pair]:
        return [_band(item) for item in ([value] if _is_pair(value) else chosen(value))]


def _band(item: Any) -> str | Pair:
    if isinstance(item, str):
        return str(Text().deserialize(item))
    if not _is_pair(item):
        raise ValidationError("must be a list of [min, max] pairs")
    return item[0] or 0, item[1]


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(item is None or type(item) in {int, float} for item in value)
    )


class ImageFilters(Input):
    """Which products are meant."""

    ALSO = frozenset({"pageSize", "pageNumber"})  # of a count, which has no pages

    filtered_categories = Choices()
    filtered_colors = Choices()
    filtered_stores = Choices()
    filtered_brands = Choices()
    text = SearchText()
    prices = Prices()
    currency = CurrencyCode()
    ships_from = Choices()
    show_sa_only = Flag(data_key="showSAOnly")
    types = Choices("vintage 0, new 1")
    styles = Choices()
    gender = Choices("Men's 0, Unisex 1")
    stock = Choices("All 0, in stock 1")
    dev_mode = Flag(about="An operator's alone: hidden products too")
    sort_key = Text(
        metadata={"enum": [*dict.fromkeys(sort.key for sort in SORTS if sort.key), None]}
    )
    sort_direction = Text(metadata={"enum": ["asc", "desc", None]})


class BrandImages(ValueOrObject, ImageFilters):
    """A brand, and which of its products are meant."""

    brand_id = Id(required=True)


# The choices that follow from products' attributes.
_ATTRIBUTES: dict[str, fields.Field[Any]] = {one.name: Choices() for one in ATTRIBUTES}
_ATTRIBUTES |= {one.flag: Flag() for one in NUMBERS}
_PAGE = {
    "page_number": WholeNumber(1, RESULT_WINDOW),
    "page_size": WholeNumber(0, MAX_HITS_PER_PAGE),
}
ImagesQuery = ImageFilters.from_dict({**_ATTRIBUTES, **_PAGE}, name="ImagesQuery")
GroupedQuery = ImageFilters.from_dict(
    {**_ATTRIBUTES, **_PAGE, "brand_id": Id(empty=None)}, name="GroupedQuery"
)
BrandImagesQuery = BrandImages.from_dict(_ATTRIBUTES, name="BrandImagesQuery")


FOUND = "What classifiers found on it, as JSON, for operators"


class FlatImage(Answer):
    """An image with its product's fields (spec §3)."""

    product_id: int
    brand_id: int
    group_key: str
    brand_name: str
    brand_site: str
    product_brand: str | None
    product_name: str
    price: float | None = about("ZAR")
    eur: float | None = about(data_key="EUR")
    usd: float | None = about(data_key="USD")
    sold_out: bool
    href: str | None
    image_url: str | None
    calculated_url: str | None
    image_width: int | None
    image_height: int | None
    annotation: str | None = about(FOUND)
    product_search_results: str | None = about(FOUND)
    vertex_classification: str | None = about(FOUND)
    final_color_id: int | None
    final_category_id: int | None
    final_brand: str
    brand_country_name: str | None
    sa_made: bool
    unisex: bool
    switch_order: bool | None


class ProductGroup(Hit):
    """A search hit whose images carry the product's fields (spec §3)."""

    images: list[FlatImage]  # type: ignore[assignment]


class ProductPage(Answer):
    """A page of product groups, and how many there are in all."""

    products: list[ProductGroup]
    total_items: int


class GroupedPage(ProductPage):
    """The same with all images in one flat list."""

    images: list[FlatImage]


class Count(Answer):
    """How many products there are."""

    count: int


Sent = Mapping[str, Any]  # as ImageFilters reads it
GENDERS = {0: "men", 1: "unisex"}  # spec §3: Men's 0, Unisex 1
TYPES = {0: "vintage", 1: "new"}  # spec §3: vintage 0, new 1
STOCK = {1: "in-stock"}  # spec §3: All 0, In stock 1


def search_request(sent: Sent, reference: Reference, size: int) -> SearchRequest:
    """Return the request for all that an image query means.

    `size`: the products of its page, unless it has a number. Raises Invalid naming the field, and
    NotFound for a brand.
    """
    currency = sent.get("currency", DEFAULT_CURRENCY)
    page, size = sent.get("page_number", 1) - 1, sent.get("page_size", size)
    if not is_reachable(page, size):
        raise Invalid.field("pageNumber", f"results end at number {RESULT_WINDOW}")
    return SearchRequest(
        conditions=Conditions(
            text=sent.get("text") or "",
            groups=canonical(_groups(sent, reference, currency)),
            currency=currency,
            country=header_country(),
            include_hidden=sent.get("dev_mode", False) and is_operator(),
        ),
        sort=sort_of(sent.get("sort_key", ""), sent.get("sort_direction", "")),
        page=page,
        hits_per_page=size,
        all_fields=True,
        highlighted=False,
    )


def sort_of(key: str, direction: str) -> Sort:
    """Return the order of a sort key and direction; nothing chosen is the default order."""
    if not key:
        return SORTS[0]
    for sort in BY_INDEX.values():
        if sort.key == key and sort.direction == (direction or "desc").lower():
            return sort
    known = [*dict.fromkeys(sort.key for sort in SORTS if sort.key)]
    if key not in known:
        raise Invalid.field("sortKey", f"must be one of {', '.join(known)}")
    raise Invalid.field("sortDirection", "must be asc or desc")


def _groups(sent: Sent, reference: Reference, currency: str) -> list[Group]:
    by_id = {
        "category": {row.id: row.slug for row in reference.categories},
        "colour": {row.id: row.slug for row in reference.colors},
        "style": {row.id: row.slug for row in reference.styles},
        "store": {row.id: row.slug for row in reference.stores},
        "shipsFrom": {row.id: row.iso for row in reference.countries},
        "type": TYPES,
        "stock": STOCK,
        "gender": GENDERS,
    }
    groups = [
        _group(attribute, name, sent.get(name) or [], by_id.get(attribute, {}))
        for name, attribute in FIELDS
    ]
    groups += [Group((Term(attribute, "true"),)) for name, attribute in SWITCHES if sent.get(name)]
    groups.append(_prices(sent.get("prices") or [], currency))
    if (brand_id := sent.get("brand_id")) is not None:
        groups.append(_brand(brand_id, by_id["store"]))
    if count_values(groups) > MAX_TERMS:
        raise Invalid(f"At most {MAX_TERMS} values can be chosen")
    return groups


def _brand(brand_id: int, slugs: Mapping[int, str]) -> Group:
    if brand_id not in slugs:
        raise NotFound(f"There is no brand {brand_id}")
    return Group((Term("store", slugs[brand_id]),))


FIELDS = (
    ("filtered_categories", "category"),
    ("filtered_colors", "colour"),
    ("filtered_stores", "store"),
    ("filtered_brands", "brand"),
    ("ships_from", "shipsFrom"),
    ("types", "type"),
    ("styles", "style"),
    ("gender", "gender"),
    ("stock", "stock"),
    *((item.name, item.name) for item in ATTRIBUTES),
)
SWITCHES = (("show_sa_only", "saOnly"), *((item.flag, item.flag) for item in NUMBERS))


def _group(attribute: str, name: str, chosen: list[str], by_id: Mapping[int, str]) -> Group:
    values = {_value(words, by_id) for words in chosen if (attribute, words) != ("stock", "0")}
    fixed = BY_ATTRIBUTE[attribute].values
    if fixed and not values <= {*fixed}:
        known = (f"{value} ({id_})" for id_, value in by_id.items())
        raise Invalid.field(wire_name(name), f"must be of {', '.join(known)}")
    return Group(tuple(sorted(Term(attribute, value) for value in values)))


def _value(words: str, by_id: Mapping[int, str]) -> str:
    """Return the facet value of an id, a slug or a name."""
    if by_id and words.isascii() and words.isdigit():
        return by_id.get(int(words), f"#{words[:20]}")  # an unknown id matches nothing
    return words


def _prices(chosen: list[Any], currency: str) -> Group:
    bands = {(band.min, band.max): band.value for band in PRICE_BANDS[currency]}
    values = {bands.get(item, "") if isinstance(item, tuple) else item for item in chosen}
    if not values <= {*bands.values()}:
        known = ", ".join(bands.values())
        raise Invalid.field("prices", f"must be price bands of {currency}: {known}")
    return Group(tuple(sorted(Term("price", value) for value in values)))


Body = dict[str, Any]
Evidence = dict[tuple[int, str], str]  # what classifiers found, by product and picture


def _product_group(
    hit: Body, ids: Mapping[str, int], switched: Mapping[int, bool | None], evidence: Evidence
) -> Body:
    """Return a hit as a product group: each image repeats the product's fields (spec §3).

    `ids` are those of colours and categories by their slugs, `switched` the image orders set by
    hand, both for an operator's editing. A product without an image has one entry with `imageUrl`
    null (design).
    """
    number, price = hit["productId"], hit["price"] or {}
    shared = {
        "productId": number,
        "brandId": hit["brandId"],
        "groupKey": hit["groupKey"],
        "brandName": hit["storeName"],
        "brandSite": hit["storeSite"],
        "productBrand": hit["productBrand"],
        "productName": hit["name"],
        "price": price.get("zar"),
        "EUR": price.get("eur"),
        "USD": price.get("usd"),
        "soldOut": hit["soldOut"],
        "href": hit["href"],
        "finalColorId": ids.get("colour " + next(iter(hit["colour"]), "")),
        "finalCategoryId": ids.get("category " + leaf(hit["category"])),
        "finalBrand": hit["brand"],
        "brandCountryName": hit["shipsFromName"],
        "saMade": hit["saMade"],
        "unisex": hit["unisex"],
        "switchOrder": switched.get(number),
    }
    pictures = hit["images"] or [{"url": None, "width": None, "height": None}]
    images = [
        shared | one | _image(one) | {"annotation": evidence.get((number, one["url"]))}
        for one in pictures
    ]
    return hit | {"images": images}


def _image(picture: Body) -> Body:
    return {
        "imageUrl": picture["url"],
        "calculatedUrl": picture["url"],
        "imageWidth": picture["width"],
        "imageHeight": picture["height"],
        # Of services that spec §3 names and that are not called.
        "productSearchResults": None,
        "vertexClassification": None,
    }


def leaf(path: list[str]) -> str:
    """Return a product's own category: the end of the first line of descent in its list."""
    own = ""
    for slug in path:
        if own and not slug.startswith(f"{own}/"):
            break
        own = slug
    return own


AREA = Area("images", "images", "Products with their images")

Groups = list[dict[str, Any]]


def search_groups(sent: Sent, size: int) -> tuple[Groups, int]:
    """Search; return the page's product groups and the total: each call answers a part of that."""
    services = context()
    (request,) = services.read([search_request(sent, services.reference, size)])
    (answer,), *_ = execute.run(services.engine, [request])
    hits = [response.product(hit, request) for hit in answer.hits]
    ids = [hit["productId"] for hit in hits]
    colors, categories = services.reference.colors, services.reference.categories
    known = {f"colour {row.slug}": row.id for row in colors}
    known |= {f"category {row.slug}": row.id for row in categories}
    switched, evidence = _image_orders(ids), _evidence(ids)
    return [_product_group(hit, known, switched, evidence) for hit in hits], answer.total


def _image_orders(ids: list[int]) -> dict[int, bool | None]:
    """Return the hand-set image orders, which only an operator's editing needs."""
    if not ids or not is_operator():
        return {}
    with context().session() as session:
        query = select(Product.id, Product.curated_switch_order).where(Product.id.in_(ids))
        return {key: value for key, value in session.execute(query)}  # noqa: C416 - no pairs to mypy


def _evidence(ids: list[int]) -> Evidence:
    """Return spec §3's annotation, JSON in a text, of the pictures that were looked at."""
    if not ids or not is_operator():
        return {}
    url = func.coalesce(ProductImage.calculated_url, ProductImage.image_url)
    query = select(ProductImage.product_id, url, ProductImage.annotation).where(
        ProductImage.product_id.in_(ids)
    )
    with context().session() as session:
        return {
            (product_id, address): json.dumps(found)
            for product_id, address, found in session.execute(query)
            if found
        }


@AREA.post("")
@AREA.arguments(
    BrandImagesQuery, as_kwargs=False, example={"brandId": 1, "filteredCategories": [5]}
)
@AREA.response(ProductGroup(many=True))
def images(sent: Sent) -> Response:
    """List a brand's products, narrowed by categories and colours (at most 500)"""
    return jsonify(search_groups(sent, MAX_HITS_PER_PAGE)[0])


@AREA.post("/all")
@AREA.arguments(BrandImagesQuery, as_kwargs=False, example=12)
@AREA.response(ProductGroup(many=True))
def all_images(sent: Sent) -> Response:
    """List a brand's products (at most 500)"""
    return jsonify(search_groups(sent, MAX_HITS_PER_PAGE)[0])


@AREA.post("/allFlat")
@AREA.arguments(ImagesQuery, as_kwargs=False, example=EXAMPLES["images"])
@AREA.response(ProductPage)
def all_flat(sent: Sent) -> Response:
    """Search products with the filters of spec §3, a page at a time"""
    products, total = search_groups(sent, PAGE_SIZES["flat"])
    return jsonify({"products": products, "totalItems": total})


@AREA.post("/getCount")
@AREA.arguments(ImagesQuery, as_kwargs=False, example={"styles": [1, 2]})
@AREA.response(Count(many=True), example=[{"count": 312}])
def count(sent: Sent) -> list[dict[str, int]]:
    """Count the products that the same filters find"""
    return [{"count": search_groups({**sent, "page_number": 1, "page_size": 0}, 0)[1]}]


@AREA.post("/allGrouped")
@AREA.arguments(
    GroupedQuery, as_kwargs=False, example={"brandId": 1, "pageSize": 100, "pageNumber": 1}
)
@AREA.response(GroupedPage)
def all_grouped(sent: Sent) -> Response:
    """Search products, of one brand where `brandId` is given

    Answers the product groups and, beside them, all their images in one flat list.
    """
    products, total = search_groups(sent, PAGE_SIZES["grouped"])
    flat = [image for product in products for image in product["images"]]
    return jsonify({"images": flat, "products": products, "totalItems": total})
